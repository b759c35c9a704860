//! Rows as a table for people.

use std::io::{self, Write};

use super::{Place, Row};

/// Writes rows as a table; with `why`, below each one what came near.
pub fn write_table(rows: &[Row], why: bool, mut out: impl Write) -> io::Result<()> {
    let width = |cell: fn(&Row) -> &str, head: &str| {
        let widths = rows.iter().map(|r| cell(r).chars().count());
        widths.chain([head.len()]).max().unwrap_or(0)
    };
    let (kinds, rules) = (width(kind, "kind"), width(rule, "rule"));
    let head = format!(
        "{:>5}  shade  {:<kinds$}  {:<rules$}  {:<9}  text",
        "row", "kind", "rule", "how"
    );
    let mut place = None;
    for row in rows {
        if place != Some(row.place) {
            let title = match row.place {
                Place::Scrollback => "scrollback",
                Place::Screen => "screen",
            };
            let gap = if place.is_some() { "\n" } else { "" };
            writeln!(out, "{gap}{title}\n{head}")?;
            place = Some(row.place);
        }
        let shade = row
            .region
            .map_or_else(|| "-".to_owned(), |n| format!("#{n}"));
        let line = format!(
            "{:>5}  {shade:<5}  {:<kinds$}  {:<rules$}  {:<9}  {}",
            row.row,
            kind(row),
            rule(row),
            row.how,
            row.text
        );
        writeln!(out, "{}", line.trim_end())?;
        if why {
            write_why(row, &mut out)?;
        }
    }
    Ok(())
}

fn kind(row: &Row) -> &str {
    row.kind.unwrap_or("-")
}

fn rule(row: &Row) -> &str {
    row.rule.as_deref().unwrap_or("-")
}

fn write_why(row: &Row, out: &mut impl Write) -> io::Result<()> {
    if let Some(reason) = &row.left_out {
        writeln!(out, "       not shaded: {reason}")?;
    }
    for near in &row.near {
        for because in &near.because {
            writeln!(
                out,
                "       not {} ({}), {}: {}",
                near.rule, near.kind, because.key, because.message
            )?;
        }
    }
    Ok(())
}
