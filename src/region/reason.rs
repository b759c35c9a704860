//! Why a row is what it is, and which rules came near. For people who write profiles; nothing here decides anything.

use super::{Judge, Mark, State, tag};
use crate::matcher::{Extent, Kind, Miss, RowText};

/// What decided a row, in the order in which it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// An explicit marker, `OSC 7737` or the library's.
    Marker,
    /// It only soft-wraps from the row above.
    Wrap,
    /// It is blank.
    Blank,
    /// It stands in a message's code fence.
    Fence,
    /// It stands in a `<think>` that is not closed.
    Tag,
    /// It stands in a stretch that ends at a row of its own.
    Delimited,
    /// A rule matches it.
    Rule,
    /// It opens a `<think>`.
    Opens,
    /// It continues the block above.
    Continues,
    /// Nothing knows it: message text.
    Unknown,
}

impl How {
    /// One word for it.
    pub fn name(self) -> &'static str {
        match self {
            How::Marker => "marker",
            How::Wrap => "wrap",
            How::Blank => "blank",
            How::Fence => "fence",
            How::Tag => "tag",
            How::Delimited => "delimited",
            How::Rule => "rule",
            How::Opens => "opens",
            How::Continues => "continues",
            How::Unknown => "unknown",
        }
    }

    /// All of them, with what they mean.
    pub const ALL: [(How, &'static str); 10] = [
        (How::Marker, "an explicit marker says so"),
        (How::Wrap, "the row only soft-wraps from the one above"),
        (How::Blank, "the row is blank"),
        (How::Fence, "it stands in a message's code fence"),
        (How::Tag, "it stands in a <think> that is not closed"),
        (How::Delimited, "it stands in a delimited stretch"),
        (How::Rule, "the rule matches it"),
        (How::Opens, "it opens a <think>"),
        (How::Continues, "it continues the block that the rule began"),
        (How::Unknown, "no rule knows it: message text"),
    ];
}

/// A rule that did not decide a row, but nearly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Near {
    /// The rule's id.
    pub rule: String,
    /// What the row would have been.
    pub kind: Kind,
    /// What stood against it; not empty.
    pub misses: Vec<Miss>,
}

impl Judge<'_> {
    /// What decides `row` under `state`: the questions of [`step`](Judge::step), in its order.
    pub fn how(&self, state: &State, row: &RowText, mark: Mark) -> How {
        let mut state = *state;
        if mark.end_above {
            state.end_mark();
        }
        if state.marked || mark.start {
            How::Marker
        } else if row.continues && state.above.kind.is_some() {
            How::Wrap
        } else if row.is_blank() {
            How::Blank
        } else {
            self.how_line(&state, row)
        }
    }

    fn how_line(&self, state: &State, row: &RowText) -> How {
        let above = state.asked(self.screen);
        if state.fence.is_some() && !self.leaves_fence(state, row) {
            return How::Fence;
        }
        if state.tag && !self.ends_tag(row, &above) {
            return How::Tag;
        }
        let block = state.block;
        let rule = block.and_then(|b| self.rule(b));
        if rule.is_some_and(|r| r.extent == Extent::Delimited) {
            return How::Delimited;
        }
        let mut rules = self.profile.rules().iter();
        let found = rules.find_map(|r| r.matches(row, &above).map(|m| (r, m)));
        match found {
            Some((rule, found))
                if rule.kind == Kind::Message && tag::opens(&row.text[found.text..]) =>
            {
                How::Opens
            }
            Some(_) => How::Rule,
            None if tag::opens(&row.text) => How::Opens,
            None if block.is_some_and(|b| self.continues(state, b, row)) => How::Continues,
            None => How::Unknown,
        }
    }

    /// The rules that came near `row` under `state` and did not decide it. A tool call that no region takes in is told
    /// as well.
    pub fn near(&self, state: &State, row: &RowText, mark: Mark) -> Vec<Near> {
        let how = self.how(state, row, mark);
        if matches!(how, How::Blank | How::Wrap) {
            return Vec::new();
        }
        let mut winner: Option<&str> = None;
        let mut near: Vec<Near> = self.broken(state, row, how).into_iter().collect();
        for rule in self.profile.rules() {
            let mut misses = rule.misses(row, &state.asked(self.screen), self.profile.rules());
            match &misses {
                None => continue,
                Some(m) if !m.is_empty() => {}
                Some(_) if how == How::Rule && winner.is_none() => {
                    winner = Some(&rule.id);
                    continue;
                }
                Some(_) => misses = Some(vec![self.overruled(how, winner)]),
            }
            near.push(Near {
                rule: rule.id.clone(),
                kind: rule.kind,
                misses: misses.unwrap_or_default(),
            });
        }
        near
    }

    /// The block above that the row would belong to, if it did not break it.
    fn broken(&self, state: &State, row: &RowText, how: How) -> Option<Near> {
        let block = state.block.filter(|b| b.kind != Kind::Message)?;
        let rule = self.rule(block).filter(|_| how == How::Unknown)?;
        let miss = rule.breaks(row, block.head, state.below_blank())?;
        Some(Near {
            rule: rule.id.clone(),
            kind: rule.kind,
            misses: vec![miss],
        })
    }

    /// The rule matches, but something else decides.
    fn overruled(&self, how: How, winner: Option<&str>) -> Miss {
        let because = match (how, winner) {
            (_, Some(id)) => format!("it matches as well, but `{id}` stands before it"),
            _ => {
                let mut all = How::ALL.iter();
                let why = all.find(|(h, _)| *h == how).map_or("", |(_, why)| why);
                format!("it matches, but {why}")
            }
        };
        Miss {
            key: "order",
            message: because,
        }
    }

    /// Why a tool call or its result is not shaded, if it is one.
    pub fn left_out(&self, state: &State, kind: Kind, shaded: bool) -> Option<String> {
        let tool = matches!(kind, Kind::Tool | Kind::Search | Kind::Task | Kind::Result);
        if shaded || !tool {
            return None;
        }
        Some(if state.region && !self.extend_across_tool_calls {
            "extend_across_tool_calls is off".to_owned()
        } else {
            let last = state.last.map_or("nothing", |(kind, _)| kind.name());
            format!("no region is open here: the last response above was {last}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Hidden;
    use super::*;
    use crate::matcher::{Glyph, On, Profile, Style};
    use alacritty_terminal::term::cell::Flags;

    const PROFILE: &str = r#"
schema = 1
name = "t"
rule = [
  { id = "note", kind = "reasoning", text = '~', extent = "delimited", end = '~~' },
  { id = "thought", kind = "reasoning", text = '\* ', style = { italic = true }, continues = '  ' },
  { id = "tool", kind = "tool", text = '\$ ', continues = '  ' },
  { id = "result", kind = "result", text = '> ', within = ["tool"] },
  { id = "message", kind = "message", text = '- ', continues = '  ' },
  { id = "follow", kind = "chrome", text = '%', screen = "alternate", unless = ["tool"], below_blank = true },
  { id = "box", kind = "tool", text = '= ', continues = '  |$', resumes = '  \+' },
  { id = "late", kind = "user", text = '\$ x' },
]
"#;

    fn row(text: &str, flags: Flags) -> RowText {
        let glyph = |(byte, _)| Glyph {
            byte,
            style: Style {
                flags,
                ..Style::default()
            },
        };
        RowText {
            text: text.to_owned(),
            glyphs: text.char_indices().map(glyph).collect(),
            ..RowText::default()
        }
    }

    /// What decided the last of these rows, and what came near.
    fn judged(rows: &[&str], flags: Flags) -> (How, Vec<String>) {
        let profile = Profile::parse(PROFILE).unwrap_or_else(|e| panic!("{e}"));
        let judge = Judge {
            profile: &profile,
            screen: On::Main,
            extend_across_tool_calls: true,
            hidden: &Hidden::NONE,
        };
        let mut state = State::default();
        let Some((last, above)) = rows.split_last() else {
            panic!("no rows");
        };
        for text in above {
            state = judge.step(state, &row(text, flags), Mark::default()).1;
        }
        let last = row(last, flags);
        let near = judge.near(&state, &last, Mark::default());
        let told = near.iter().map(|n| {
            let misses: Vec<String> = n
                .misses
                .iter()
                .map(|m| format!("{} {}", m.key, m.message))
                .collect();
            format!("{}: {}", n.rule, misses.join("; "))
        });
        (judge.how(&state, &last, Mark::default()), told.collect())
    }

    #[test]
    fn every_way_to_be_decided() {
        let italic = Flags::ITALIC;
        let table: [(&[&str], How); 10] = [
            (&[""], How::Blank),
            (&["* why"], How::Rule),
            (&["* why", "  more"], How::Continues),
            (&["~ a", "$ b"], How::Delimited),
            (&["<think>"], How::Opens),
            (&["<think>", "$ b"], How::Tag),
            (&["- <think>"], How::Opens),
            (&["- a", "  ```", "  <think>"], How::Fence),
            (&["- a", "  ```", "$ b"], How::Rule),
            (&["text"], How::Unknown),
        ];
        for (rows, how) in table {
            assert_eq!(judged(rows, italic).0, how, "{rows:?}");
        }
        let profile = Profile::parse(PROFILE).unwrap_or_else(|e| panic!("{e}"));
        let judge = Judge {
            profile: &profile,
            screen: On::Main,
            extend_across_tool_calls: true,
            hidden: &Hidden::NONE,
        };
        let start = Mark {
            start: true,
            ..Mark::default()
        };
        let text = row("x", italic);
        assert_eq!(judge.how(&State::default(), &text, start), How::Marker);
        let (_, state) = judge.step(State::default(), &text, Mark::default());
        let wrapped = RowText {
            continues: true,
            ..text
        };
        assert_eq!(judge.how(&state, &wrapped, Mark::default()), How::Wrap);
    }

    #[test]
    fn what_came_near_and_what_stood_against_it() {
        let plain = Flags::empty();
        let table: [(&[&str], &[&str]); 9] = [
            (
                &["$ b", "% x"],
                &[
                    "tool: continues the block above ends here: the text is another",
                    "follow: screen only on the alternate screen; unless not below tool, and the last row above is tool (tool); \
                     below_blank only below a blank row, and the row above is none",
                ],
            ),
            (
                &["= b", "", "  x"],
                &["box: resumes the block above ends here: below a blank row the text is another"],
            ),
            (
                &["$ b", "x"],
                &["tool: continues the block above ends here: the text is another"],
            ),
            (
                &["* why"],
                &["thought: style italic = true is asked, and the glyph `*` is plain"],
            ),
            (
                &["> out"],
                &["result: within only below tool, and nothing stands above"],
            ),
            (
                &["- a", "> out"],
                &["result: within only below tool, and the last row above is message (message)"],
            ),
            (
                &["$ x"],
                &["late: order it matches as well, but `tool` stands before it"],
            ),
            (
                &["  $ b"],
                &["tool: text it would match from column 3 on: patterns start at the first column"],
            ),
            (
                &["<think>", "$ b"],
                &["tool: order it matches, but it stands in a <think> that is not closed"],
            ),
        ];
        for (rows, told) in table {
            assert_eq!(judged(rows, plain).1, told, "{rows:?}");
        }
    }

    #[test]
    fn a_tool_call_outside_a_region_is_told_why() {
        let profile = Profile::parse(PROFILE).unwrap_or_else(|e| panic!("{e}"));
        let judge = |extend_across_tool_calls| Judge {
            profile: &profile,
            screen: On::Main,
            extend_across_tool_calls,
            hidden: &Hidden::NONE,
        };
        let closed = State::default();
        let (_, open) = judge(true).step(closed, &row("* a", Flags::ITALIC), Mark::default());
        assert_eq!(
            judge(true).left_out(&closed, Kind::Tool, false).as_deref(),
            Some("no region is open here: the last response above was nothing")
        );
        assert_eq!(
            judge(false).left_out(&open, Kind::Tool, false).as_deref(),
            Some("extend_across_tool_calls is off")
        );
        assert_eq!(judge(true).left_out(&open, Kind::Tool, true), None);
        assert_eq!(judge(true).left_out(&closed, Kind::User, false), None);
    }
}
