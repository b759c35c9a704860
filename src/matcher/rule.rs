//! A rule: text and style of a row, and what the row is then.

use regex_automata::util::primitives::NonMaxUsize;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use vte::ansi::Color;

use super::pattern::{Compile, Compiled, Pattern, Prefix, anchored};
use super::row::RowText;
use super::style::{At, StyleSpec};

/// Room for the bounds of a pattern and of its groups, where a row is matched: this runs for every row and must not allocate.
/// Patterns with more groups do.
const MAX_SLOTS: usize = 2 * 16;

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The model's thoughts: opens the region.
    Reasoning,
    /// A tool call's header: in the region if the response before it was reasoning.
    Tool,
    /// A tool's output: as its header.
    Result,
    /// What the model says: ends the region.
    Message,
    /// The user's words: end the region.
    User,
    /// Input box, footer, status: never shaded, ends nothing.
    Chrome,
    /// The turn is over: ends the region.
    TurnEnd,
    /// A spinner or progress row: takes the shade of the region above it.
    Progress,
    /// A search: as a tool.
    Search,
    /// A delegated task: as a tool.
    Task,
    /// An error: as a message.
    Error,
    /// A question to the user: as chrome.
    Prompt,
    /// A divider between turns: ends the region.
    Divider,
    /// A notice of the program's own: as chrome.
    System,
}

impl Kind {
    /// Whether such rows are the transcript of what the model says and does.
    pub fn is_said(self) -> bool {
        match self {
            Kind::Reasoning
            | Kind::Tool
            | Kind::Result
            | Kind::Message
            | Kind::Search
            | Kind::Task
            | Kind::Error => true,
            Kind::User
            | Kind::Chrome
            | Kind::TurnEnd
            | Kind::Progress
            | Kind::Prompt
            | Kind::Divider
            | Kind::System => false,
        }
    }
}

/// How far a match reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Extent {
    /// The row alone.
    Line,
    /// The rows below too, as long as they continue it.
    #[default]
    Block,
    /// Up to a row that matches the rule's end.
    Delimited,
}

/// A terminal's screens. An agent may have an interface on the one and append to the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum On {
    /// The one with a scrollback.
    #[default]
    Main,
    /// The one that programs draw on as a whole.
    Alternate,
}

/// Where a row stands, as far as rules ask for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Above {
    /// The screen.
    pub screen: On,
    /// The kind of the last row that belonged to the transcript.
    pub kind: Option<Kind>,
    /// The rule it belongs to.
    pub rule: Option<u16>,
    /// The row directly above is blank.
    pub blank: bool,
    /// Else its kind and rule, chrome too.
    pub next: Option<(Kind, Option<u16>)>,
}

/// A row that a rule matched.
#[derive(Clone, Copy, Debug, Default)]
pub struct Match {
    /// Where the text behind the marker starts: capture `text`, else the end of the match.
    pub text: usize,
    /// What rows below may be compared with.
    pub head: Head,
}

/// What rows of a block may be compared with: of the row that began it. Only what the rule asks for is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The colour of its capture `name`, else of its first glyph.
    pub color: Option<Color>,
    /// Its contrast.
    pub contrast: u8,
}

/// A rule as it is written in a profile.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleSpec {
    /// Its name, for `explain`.
    pub(super) id: String,
    /// What the row is.
    pub(super) kind: String,
    /// The text from the row's first column on.
    pub(super) text: Option<String>,
    /// The style.
    pub(super) style: Option<StyleSpec>,
    /// How far it reaches.
    #[serde(default)]
    pub(super) extent: Extent,
    /// Block: the rows below that belong to it, by their text; default: all that no rule matches.
    pub(super) continues: Option<String>,
    /// Block: and by their style.
    pub(super) continues_style: Option<StyleSpec>,
    /// Block: the text of a row that belongs to it although a blank one stands between.
    pub(super) resumes: Option<String>,
    /// Delimited: the text of the last row.
    pub(super) end: Option<String>,
    /// The background at the row's first glyph is that of a panel, and counts as the default one.
    #[serde(default)]
    pub(super) panel: bool,
    /// It counts only on this screen.
    pub(super) screen: Option<On>,
    /// It counts only below a row of one of these kinds, or of the rules with these ids.
    #[serde(default)]
    pub(super) within: Vec<String>,
    /// It does not count below one of these.
    #[serde(default)]
    pub(super) unless: Vec<String>,
    /// It counts only below a blank row (`false`: only directly below another).
    pub(super) below_blank: Option<bool>,
    /// It counts only directly below a row of one of these kinds, or of the rules with these ids.
    #[serde(default)]
    pub(super) under: Vec<String>,
    /// Its rows go on with the event of their kind above, rather than begin another.
    #[serde(default)]
    pub(super) joins: bool,
}

/// A rule, ready to match.
#[derive(Debug)]
pub struct Rule {
    /// Its name.
    pub id: String,
    /// What the row is.
    pub kind: Kind,
    /// How far it reaches.
    pub extent: Extent,
    /// The background at the row's first glyph counts as the default one.
    pub panel: bool,
    /// For the event log: its rows go on with the event of their kind above, rather than begin another.
    pub joins: bool,
    pub(super) text: Option<Pattern>,
    prefix: Option<Prefix>,
    pub(super) style: Option<StyleSpec>,
    pub(super) continues: Option<Pattern>,
    pub(super) continues_style: Option<StyleSpec>,
    pub(super) resumes: Option<Pattern>,
    end: Option<Pattern>,
    pub(super) screen: Option<On>,
    pub(super) within: Vec<Within>,
    pub(super) unless: Vec<Within>,
    pub(super) below_blank: Option<bool>,
    pub(super) under: Vec<Within>,
}

/// What a rule may ask for above its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    /// A row of this kind.
    Kind(Kind),
    /// A row of this rule.
    Rule(u16),
}

impl Rule {
    /// Compiles a rule of a profile whose rules have these ids; the error says which of its keys is wrong.
    pub(super) fn new(
        spec: RuleSpec,
        kind: Kind,
        ids: &[(String, Option<u16>)],
        when: Compile,
    ) -> Result<Rule, (&'static str, String)> {
        let compile = |key, pattern: &Option<String>| {
            let pattern = pattern.as_ref().map(|p| Pattern::new(p, when));
            pattern.transpose().map_err(|message| (key, message))
        };
        Ok(Rule {
            kind,
            extent: spec.extent,
            panel: spec.panel,
            joins: spec.joins,
            prefix: spec.text.clone().map(Prefix::new),
            text: compile("text", &spec.text)?,
            continues: compile("continues", &spec.continues)?,
            resumes: compile("resumes", &spec.resumes)?,
            end: compile("end", &spec.end)?,
            screen: spec.screen,
            within: rows_of("within", &spec.within, ids)?,
            unless: rows_of("unless", &spec.unless, ids)?,
            under: rows_of("under", &spec.under, ids)?,
            id: spec.id,
            style: spec.style,
            continues_style: spec.continues_style,
            below_blank: spec.below_blank,
        })
    }

    /// Whether the row starts a match.
    pub fn matches(&self, row: &RowText, above: &Above) -> Option<Match> {
        if !self.applies(above) {
            return None;
        }
        let (name, text) = match &self.text {
            None => (None, row.indent()),
            Some(pattern) => {
                let Compiled { regex, name, text } = pattern.get();
                let (mut room, mut more) = ([None; MAX_SLOTS], Vec::new());
                let count = regex.group_info().slot_len();
                more.resize(if count > MAX_SLOTS { count } else { 0 }, None);
                let slots = if more.is_empty() {
                    &mut room[..count]
                } else {
                    &mut more
                };
                regex.search_slots(&anchored(&row.text), slots)?;
                let slot = |n: usize| slots.get(n).copied().flatten().map(NonMaxUsize::get);
                let start = |group: Option<usize>| slot(2 * group?);
                (start(*name), start(*text).or(slot(1))?)
            }
        };
        let head = Head {
            color: row.style_at(name.unwrap_or(0)).map(|s| s.fg),
            contrast: 0,
        };
        let style = self.style.as_ref();
        let holds = style.is_none_or(|s| s.holds(row, name, head));
        holds.then(|| Match {
            text,
            head: self.kept(row, head),
        })
    }

    /// Where the words behind the marker of a row that the rule matches begin: at the capture `text`, else at `name`, else
    /// where the match ends if that is behind a blank. A match that ends elsewhere is no marker, but what it looked for.
    pub fn words(&self, row: &RowText) -> usize {
        let start = |name| self.capture_at(row, name).map(|range| range.start);
        let found = start("text").or_else(|| start("name"));
        found.unwrap_or_else(|| {
            let end = self.text.as_ref().and_then(|p| p.end_in(&row.text));
            let end = end.unwrap_or(0);
            match row.text[..end].ends_with(char::is_whitespace) {
                true => end,
                false => row.indent(),
            }
        })
    }

    /// Whether a row that the rule matches is a head without a word of what it is about, as the capture `text` at its end says.
    pub fn is_bare(&self, row: &RowText) -> bool {
        self.capture_at(row, "text")
            .is_some_and(|text| row.text[text.start..].trim().is_empty())
    }

    /// What a capture of this name holds in a row that the rule matches.
    pub fn capture<'a>(&self, row: &'a RowText, name: &str) -> Option<&'a str> {
        row.text.get(self.capture_at(row, name)?)
    }

    fn capture_at(&self, row: &RowText, name: &str) -> Option<std::ops::Range<usize>> {
        self.text.as_ref()?.group(&row.text, name)
    }

    /// Whether it can tell a call's id.
    pub fn captures_id(&self) -> bool {
        self.prefix
            .as_ref()
            .is_some_and(|p| p.pattern.contains("(?<id>") || p.pattern.contains("(?P<id>"))
    }

    /// Of a block's head, what the rows below are compared with.
    fn kept(&self, row: &RowText, head: Head) -> Head {
        let style = self.continues_style.as_ref();
        let asks = |of: fn(&StyleSpec) -> bool| style.is_some_and(of);
        Head {
            color: head.color.filter(|_| asks(StyleSpec::asks_color)),
            contrast: if asks(StyleSpec::asks_contrast) {
                row.contrast()
            } else {
                0
            },
        }
    }

    /// Whether a row that stands below message text which no rule knows can match and leave anything to the rows below it.
    /// That it stood there is something, if other rules are `asked` to stand directly below it.
    pub(super) fn counts_below_message(&self, asked: bool) -> bool {
        let chrome = matches!(self.kind, Kind::Chrome | Kind::Prompt | Kind::System);
        let leaves_nothing = chrome && self.extent == Extent::Line && !asked;
        let applies = |blank| {
            self.is_in_place(&Above {
                screen: On::Main,
                kind: Some(Kind::Message),
                blank,
                ..Above::default()
            })
        };
        (applies(true) || applies(false))
            && self.is_under(Some((Kind::Message, None)))
            && !leaves_nothing
    }

    /// Whether it asks for such a row directly above.
    pub(super) fn asks_for(&self, (kind, rule): (Kind, Option<u16>)) -> bool {
        self.under.iter().any(|place| match *place {
            Within::Kind(asked) => asked == kind,
            Within::Rule(asked) => rule == Some(asked),
        })
    }

    /// Whether a row on the main screen can match.
    pub(super) fn is_on_main(&self) -> bool {
        self.screen.is_none_or(|screen| screen == On::Main)
    }

    /// Whether the rows of its block are known by a style.
    pub(crate) fn minds_style_below(&self) -> bool {
        self.continues_style.is_some()
    }

    /// Whether the rows of its block are known by their text.
    pub(crate) fn reads_text_below(&self) -> bool {
        self.continues.is_some() || self.resumes.is_some()
    }

    /// The pattern of the row's text.
    pub(super) fn pattern(&self) -> Option<&str> {
        self.prefix.as_ref().map(|p| p.pattern.as_str())
    }

    /// Whether it asks for a style that plain text does not have.
    pub(super) fn needs_style(&self) -> bool {
        let plain = RowText::plain("x");
        self.style
            .as_ref()
            .is_some_and(|s| !s.holds(&plain, Some(0), Head::default()))
    }

    fn applies(&self, above: &Above) -> bool {
        self.is_under(above.next) && self.is_in_place(above)
    }

    /// Whether what stands directly above is what it asks for.
    pub(super) fn is_under(&self, next: Option<(Kind, Option<u16>)>) -> bool {
        self.under.is_empty() || next.is_some_and(|next| self.asks_for(next))
    }

    /// Whether it counts here, whatever stands directly above.
    fn is_in_place(&self, above: &Above) -> bool {
        let within = |within: &Within| match *within {
            Within::Kind(kind) => above.kind == Some(kind),
            Within::Rule(rule) => above.rule == Some(rule),
        };
        self.screen.is_none_or(|screen| screen == above.screen)
            && (self.within.is_empty() || self.within.iter().any(within))
            && !self.unless.iter().any(within)
            && self.below_blank.is_none_or(|blank| blank == above.blank)
    }

    /// Whether the row belongs to the block this rule began, with this head.
    pub fn continues(&self, row: &RowText, head: Head, below_blank: bool) -> bool {
        let fits =
            |pattern: &Option<Pattern>| pattern.as_ref().is_none_or(|p| p.is_match(&row.text));
        self.extent == Extent::Block
            && fits(&self.continues)
            && (row.is_blank()
                || (!below_blank || fits(&self.resumes))
                    && self
                        .continues_style
                        .as_ref()
                        .is_none_or(|s| s.holds(row, None, head)))
    }

    /// Whether the row is the last one of the stretch this rule began.
    pub fn ends(&self, row: &RowText) -> bool {
        self.end.as_ref().is_some_and(|p| p.is_match(&row.text))
    }

    /// Whether the row might still become a match when more text comes.
    pub fn may_match(&self, row: &RowText, above: &Above) -> bool {
        let head = Head {
            color: row.style_at(0).map(|s| s.fg),
            contrast: 0,
        };
        let style = self
            .style
            .as_ref()
            .is_none_or(|s| s.at == At::Name || s.holds(row, None, head));
        self.applies(above) && style && self.prefix.as_ref().is_some_and(|p| p.may_grow(&row.text))
    }
}

/// Kinds by their names, everything else by the ids of rules. A rule of a kind that is not known has no number.
fn rows_of(
    key: &'static str,
    names: &[String],
    ids: &[(String, Option<u16>)],
) -> Result<Vec<Within>, (&'static str, String)> {
    let mut found = Vec::new();
    for name in names {
        let kind: Result<Kind, serde::de::value::Error> =
            Kind::deserialize(name.as_str().into_deserializer());
        let mut rules = ids.iter().filter(|(id, _)| id == name).peekable();
        match kind {
            Ok(kind) => found.push(Within::Kind(kind)),
            Err(_) if rules.peek().is_none() => {
                let message = format!("`{name}` is no kind, and no rule has this id");
                return Err((key, message));
            }
            Err(_) => found.extend(rules.filter_map(|(_, n)| n.map(Within::Rule))),
        }
    }
    Ok(found)
}
