//! Prints the size of the terminal on standard output: rows, columns, width and height in pixels. What a command sees
//! at its first instruction.

fn main() -> std::io::Result<()> {
    let size = crossterm::terminal::window_size()?;
    println!(
        "{} {} {} {}",
        size.rows, size.columns, size.width, size.height
    );
    Ok(())
}
