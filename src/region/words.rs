//! Where the words of a thought stand in a row, and where a message begins behind them.

use super::{How, Judge, Mark, State, tag};
use crate::matcher::{Kind, RowText, Rule};

/// What stands in a row of reasoning, as places in its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The thought begins here, behind a tag and the profile's marker.
    pub from: usize,
    /// It ends here, before a tag that closes or may become one; `None`: it may go on in the row.
    pub until: Option<usize>,
    /// Where message text begins behind a tag that closes in this row.
    pub message: Option<usize>,
}

impl Judge<'_> {
    /// The words of a thought in `row` under `state`. In a row that holds none, they end where they begin.
    pub fn words(&self, state: &State, row: &RowText, mark: Mark) -> Words {
        let (from, in_tag) = match self.how(state, row, mark) {
            How::Tag | How::Wrap if state.tag => (0, true),
            How::Opens => {
                let at = self.begins(state, row).unwrap_or(0);
                (at + tag::open_length(&row.text[at..]), true)
            }
            How::Rule => (self.matching(state, row).map_or(0, |r| r.words(row)), false),
            _ => (0, false),
        };
        let mut words = Words {
            from,
            ..Words::default()
        };
        if !in_tag {
            return words;
        }
        match tag::close_at(&row.text[from..]) {
            Some(close) => {
                let rest = row.text[from + close.end..].trim_start();
                words.until = Some(from + close.start);
                words.message = (!rest.is_empty()).then(|| row.text.len() - rest.len());
            }
            None => words.until = tag::may_close(&row.text[from..]).map(|at| from + at),
        }
        words
    }

    /// The rule that matches.
    fn matching(&self, state: &State, row: &RowText) -> Option<&Rule> {
        let above = state.asked(self.screen);
        let mut rules = self.profile.rules().iter();
        rules.find(|r| r.matches(row, &above).is_some())
    }

    /// Where the text behind the marker of the rule that matches begins.
    fn begins(&self, state: &State, row: &RowText) -> Option<usize> {
        let above = state.asked(self.screen);
        let mut rules = self.profile.rules().iter();
        rules.find_map(|r| r.matches(row, &above).map(|m| m.text))
    }

    /// Whether the row is the head of something and has no word of it: that follows in the next row.
    pub fn is_bare(&self, state: &State, row: &RowText, mark: Mark) -> bool {
        let rule = self.matching(state, row);
        self.how(state, row, mark) == How::Rule && rule.is_some_and(|r| r.is_bare(row))
    }

    /// Whether an unfinished row may still become one of a kind that `wanted` takes in.
    pub fn may_become(&self, state: &State, row: &RowText, wanted: impl Fn(Kind) -> bool) -> bool {
        if row.is_blank() || state.fence.is_some() {
            return false;
        }
        let above = state.asked(self.screen);
        let tag = wanted(Kind::Reasoning) && tag::may_open(&row.text);
        let mut rules = self.profile.rules().iter();
        tag || rules.any(|r| wanted(r.kind) && r.may_match(row, &above))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Profile;
    use crate::matcher::On;

    const PROFILE: &str = r#"
schema = 1
name = "t"
rule = [
  { id = "thought", kind = "reasoning", text = '\* Thinking: ', continues = '  ' },
  { id = "head", kind = "reasoning", text = 'thinking(?<text>)$' },
  { id = "bold", kind = "reasoning", text = '\*\*[^*].*\*\*$' },
  { id = "message", kind = "message", text = '- ' },
]
"#;

    #[test]
    fn words_stand_behind_markers_and_between_tags() {
        let profile = Profile::parse(PROFILE).unwrap_or_else(|e| panic!("{e}"));
        let judge = Judge {
            profile: &profile,
            screen: On::Main,
            extend_across_tool_calls: true,
            hidden: &super::super::Hidden::NONE,
        };
        let table: [(&[&str], &str, Option<&str>); 11] = [
            (&["* Thinking: why"], "why", None),
            (&["* Thinking: why", "  so"], "  so", None),
            (&["thinking"], "", None),
            (&["**so**"], "**so**", None),
            (&["<think>"], "", None),
            (&["<think>a"], "a", None),
            (&["<think>a</think>  b"], "a", Some("b")),
            (&["<think>", "a</thinking>"], "a", None),
            (&["<think>", "</think> b"], "", Some("b")),
            (&["- <think>a"], "a", None),
            (&["<think>", "a</thi"], "a", None),
        ];
        for (rows, thought, message) in table {
            let mut state = State::default();
            let Some((last, above)) = rows.split_last() else {
                panic!("no rows");
            };
            for text in above {
                state = judge.step(state, &RowText::plain(text), Mark::default()).1;
            }
            let words = judge.words(&state, &RowText::plain(last), Mark::default());
            let until = words.until.unwrap_or(last.len());
            assert_eq!(&last[words.from..until], thought, "{rows:?}");
            assert_eq!(words.message.map(|at| &last[at..]), message, "{rows:?}");
        }
    }
}
