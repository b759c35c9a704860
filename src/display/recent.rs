//! The child's last lines as it wrote them, withheld ones as well: a child that begins to draw counts on them being there.

use std::collections::VecDeque;

use super::ink::Ink;
use super::line::{Class, Part};
use super::thought::MAX_WITHHELD;

/// A line of the child's.
#[derive(Debug)]
struct Past {
    /// The child's ink before it.
    ink: Ink,
    parts: Vec<Part>,
    blank: bool,
    /// Not all of it was shown.
    withheld: bool,
    length: usize,
}

/// The last lines, in order.
#[derive(Debug, Default)]
pub(super) struct Recent {
    lines: VecDeque<Past>,
    length: usize,
}

impl Recent {
    /// A line has ended. `rows` are those of the screen: what stands above them is out of reach, but for a run of withheld lines
    /// that begins there and comes down to them: its first rows say what it is.
    pub(super) fn push(&mut self, ink: Ink, parts: Vec<Part>, withheld: bool, rows: usize) {
        let length = parts.iter().map(|p| p.bytes.len()).sum();
        let text = |p: &Part| p.class == Class::Text && !p.bytes.iter().all(|b| *b == b' ');
        self.length += length;
        self.lines.push_back(Past {
            ink,
            blank: !parts.iter().any(text),
            parts,
            withheld,
            length,
        });
        while self.lines.len() > rows && !self.begins_run(rows) || self.length > MAX_WITHHELD {
            let Some(past) = self.lines.pop_front() else {
                return;
            };
            self.length -= past.length;
        }
    }

    fn begins_run(&self, rows: usize) -> bool {
        let above = self.lines.len().saturating_sub(rows);
        self.lines
            .iter()
            .take(above + 1)
            .all(|past| past.withheld || past.blank)
    }

    /// All since the first that was withheld, and blank ones above it, with the ink before it; `None`: none was.
    pub(super) fn since_withheld(&mut self) -> Option<(Ink, Vec<Part>)> {
        let withheld = self.lines.iter().position(|past| past.withheld)?;
        let above = self.lines.iter().take(withheld).rev();
        let first = withheld - above.take_while(|past| past.blank).count();
        let ink = self.lines[first].ink.clone();
        let lines = self.lines.drain(..).skip(first);
        Some((ink, lines.flat_map(|past| past.parts).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is printed again after these lines of text, each withheld or not, on a screen of three rows.
    fn again(lines: &[(&str, bool)]) -> Option<String> {
        let mut recent = Recent::default();
        for (text, withheld) in lines {
            let part = Part {
                class: Class::Text,
                bytes: text.as_bytes().to_vec(),
            };
            recent.push(Ink::default(), vec![part], *withheld, 3);
        }
        let (_, parts) = recent.since_withheld()?;
        let bytes: Vec<u8> = parts.into_iter().flat_map(|p| p.bytes).collect();
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    #[test]
    fn a_run_of_withheld_lines_is_kept_whole() {
        let run = ["0", "1", "2", "3", "4", "5", "6", "7", "8"].map(|text| (text, true));
        let lines = [&[("a", false), ("", false)], &run[..], &[("b", false)]].concat();
        assert_eq!(again(&lines).as_deref(), Some("012345678b"));
        let lines = [("0", true), ("a", false), ("b", false), ("c", false)];
        assert_eq!(again(&lines), None);
    }
}
