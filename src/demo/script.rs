//! The script, scene by scene.

use std::io::{self, Write};

use crossterm::style::{StyledContent, Stylize};

use super::stage::{Edge, Stage};

/// Plays all scenes: about ten seconds.
pub(super) fn run(stage: &mut Stage<impl Write>) -> io::Result<()> {
    question(stage)?;
    think(
        stage,
        &[
            "The reader splits at line ends, so a file that does not end with one",
            "may lose what stands behind the last. Two things to check: the loop in",
            "`parse_lines`, and whether a test covers it at all. Run the tests first.",
        ],
    )?;
    run_tests(stage)?;
    read_code(stage)?;
    work_through_list(stage)?;
    think(
        stage,
        &[
            "So the remainder is dropped when `read_until` meets the end of the file.",
            "Yielding it before returning `None` is enough; 日本語 and emoji 🙂 pass too.",
        ],
    )?;
    answer(stage)
}

fn thought(text: &str) -> StyledContent<&str> {
    text.dim().italic()
}

fn plain(text: &str) -> StyledContent<&str> {
    text.stylize()
}

/// The user's prompt.
fn question(stage: &mut Stage<impl Write>) -> io::Result<()> {
    stage.piece("❯ ".cyan().bold())?;
    stage.words(
        "Why does the parser lose the last line of some files?",
        |text| text.bold(),
    )?;
    stage.end_row()?;
    stage.wait(300)
}

/// Reasoning.
fn think(stage: &mut Stage<impl Write>, rows: &[&str]) -> io::Result<()> {
    stage.row(&[thought("<think>")])?;
    for row in rows {
        stage.words(row, thought)?;
    }
    stage.row(&[thought("</think>")])?;
    stage.wait(200)
}

/// A tool call: its header, and whatever it shows; the last row is not ended yet.
fn tool<W: Write>(
    stage: &mut Stage<W>,
    id: &str,
    header: [&str; 2],
    body: impl FnOnce(&mut Stage<W>) -> io::Result<()>,
) -> io::Result<()> {
    stage.mark(Edge::Start, "tool", id)?;
    let [name, arguments] = header;
    stage.row(&[
        "● ".green(),
        name.bold(),
        plain("("),
        plain(arguments),
        plain(")"),
    ])?;
    body(stage)?;
    stage.mark(Edge::End, "tool", id)?;
    stage.end_row()
}

/// A progress line that is written again and again, then coloured results.
fn run_tests(stage: &mut Stage<impl Write>) -> io::Result<()> {
    tool(stage, "1", ["Bash", "cargo test parser"], |stage| {
        const CRATES: usize = 18;
        for done in 1..=CRATES {
            let bar = format!("  ⎿ compiling {:<9} {done}/{CRATES}", "▇".repeat(done / 2));
            stage.rewrite(bar.as_str().dim())?;
            stage.wait(60)?;
        }
        stage.rewrite(plain("  ⎿ "))?;
        stage.row(&[plain("parser::empty_file "), "ok".green()])?;
        stage.row(&[plain("    parser::two_lines "), "ok".green()])?;
        stage.row(&[plain("    parser::no_last_newline "), "FAILED".red().bold()])?;
        stage.row(&["    - [\"one\"]          ".white().on_dark_red()])?;
        stage.piece("    + [\"one\", \"two\"]   ".black().on_dark_green())?;
        stage.wait(400)
    })
}

/// A link and a table.
fn read_code(stage: &mut Stage<impl Write>) -> io::Result<()> {
    tool(stage, "2", ["Read", "src/parser.rs"], |stage| {
        stage.piece(plain("  ⎿ "))?;
        stage.link(
            "https://doc.rust-lang.org/std/io/trait.BufRead.html",
            "BufRead::read_until".blue().underlined(),
        )?;
        stage.row(&[plain(" in parse_lines, 12 lines")])?;
        let table = [
            "    ┌──────────────────┬───────┬───────────┐",
            "    │ file             │ lines │ 最終行    │",
            "    ├──────────────────┼───────┼───────────┤",
            "    │ with newline     │     2 │ kept      │",
            "    │ without newline  │     1 │ lost      │",
        ];
        for row in table {
            stage.row(&[row.dark_cyan()])?;
            stage.wait(60)?;
        }
        stage.piece("    └──────────────────┴───────┴───────────┘".dark_cyan())?;
        stage.wait(300)
    })
}

/// A list that is erased upwards and drawn again at each step.
fn work_through_list(stage: &mut Stage<impl Write>) -> io::Result<()> {
    const STEPS: [&str; 3] = [
        "keep the remainder",
        "add a regression test",
        "run all tests",
    ];
    const FRAMES_PER_STEP: usize = 6;
    const SPINNER: [char; 6] = ['⠋', '⠙', '⠹', '⠸', '⠴', '⠦'];
    tool(stage, "3", ["Update", "src/parser.rs"], |stage| {
        let mut drawn = 0;
        for frame in 0..=STEPS.len() * FRAMES_PER_STEP {
            let rows: Vec<String> = STEPS
                .iter()
                .enumerate()
                .map(|(n, step)| match (frame / FRAMES_PER_STEP).cmp(&n) {
                    std::cmp::Ordering::Greater => format!("  {} {step}", "✔".green()),
                    std::cmp::Ordering::Equal => format!(
                        "  {} {}",
                        SPINNER[frame % SPINNER.len()].yellow(),
                        step.bold()
                    ),
                    std::cmp::Ordering::Less => format!("  · {}", step.dim()),
                })
                .collect();
            stage.redraw(drawn, &rows)?;
            drawn = 3;
            stage.wait(80)?;
        }
        stage.piece("  ⎿ 3 steps done".dim())
    })
}

/// The message.
fn answer(stage: &mut Stage<impl Write>) -> io::Result<()> {
    stage.end_row()?;
    let rows = [
        "The parser dropped whatever stood behind the last line end.",
        "It now yields that remainder as a line of its own; the new test",
        "`no_last_newline` failed before and passes now, like the other 41.",
    ];
    for row in rows {
        stage.words(row, plain)?;
    }
    stage.wait(200)?;
    stage.row(&[
        "  + ".green(),
        "if !rest.is_empty() { return Some(rest); }".green(),
    ])?;
    stage.piece("".reset())?;
    stage.end_row()
}
