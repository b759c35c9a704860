//! A rule: text and style of a row, and what the row is then.

use std::sync::Mutex;

use alacritty_terminal::term::cell::Flags;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::meta::Regex;
use regex_automata::{Anchored, Input};
use serde::Deserialize;
use vte::ansi::{Color, NamedColor, Rgb};

use super::row::{RowText, Style};

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

/// Which glyph a style predicate looks at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum At {
    /// The first glyph of the row.
    #[default]
    First,
    /// More than half of the row's glyphs.
    Most,
    /// The first glyph of the capture `name`.
    Name,
}

/// How far a row's colours are from the background. Programs fade what matters less by blending it with the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Contrast {
    /// Clearly less than full.
    Low,
    /// Not clearly more than that of the row that began the block.
    Head,
}

/// What a rule asks of a style. Everything that is given must hold.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StyleSpec {
    /// Which glyph.
    #[serde(default)]
    at: At,
    bold: Option<bool>,
    dim: Option<bool>,
    italic: Option<bool>,
    inverse: Option<bool>,
    fg: Option<ColorSpec>,
    bg: Option<ColorSpec>,
    /// The glyph is (`false`: is not) drawn as plain text: no colour, no attribute.
    plain: Option<bool>,
    /// How far the whole row's colours are from the background.
    contrast: Option<Contrast>,
}

/// What a rule asks of a colour: `default`, `!default`, a palette number or `#rrggbb`, each with an optional `!`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
struct ColorSpec {
    not: bool,
    color: Option<Color>,
}

impl TryFrom<String> for ColorSpec {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (not, name) = text
            .strip_prefix('!')
            .map_or((false, text.as_str()), |rest| (true, rest));
        let rgb = |hex: &str| {
            let part = |at| {
                hex.get(at..at + 2)
                    .and_then(|h| u8::from_str_radix(h, 16).ok())
            };
            (hex.len() == 6)
                .then(|| {
                    Some(Color::Spec(Rgb {
                        r: part(0)?,
                        g: part(2)?,
                        b: part(4)?,
                    }))
                })
                .flatten()
        };
        let color = match name.strip_prefix('#') {
            Some(hex) => rgb(hex),
            None => name.parse::<u8>().ok().map(Color::Indexed),
        };
        if color.is_none() && name != "default" {
            return Err(format!(
                "`{text}` is no colour: use default, 0-255 or #rrggbb, with ! before it for any other"
            ));
        }
        Ok(ColorSpec { not, color })
    }
}

impl ColorSpec {
    fn holds(&self, color: Color) -> bool {
        let same = match self.color {
            None => matches!(
                color,
                Color::Named(NamedColor::Foreground | NamedColor::Background)
            ),
            Some(Color::Indexed(n @ 0..16)) => {
                color == Color::Indexed(n)
                    || matches!(color, Color::Named(c) if c as usize == usize::from(n))
            }
            Some(want) => color == want,
        };
        same != self.not
    }
}

impl StyleSpec {
    fn holds(&self, row: &RowText, name: Option<usize>, head: u8) -> bool {
        let contrast = |limit: usize| usize::from(row.contrast()) <= limit;
        let faded = self.contrast.is_none_or(|c| match c {
            Contrast::Low => contrast(usize::from(row.full_contrast()) * 4 / 5),
            Contrast::Head => contrast(usize::from(head) * 13 / 10),
        });
        faded && self.glyphs_hold(row, name)
    }

    fn glyphs_hold(&self, row: &RowText, name: Option<usize>) -> bool {
        match self.at {
            At::First => row.style_at(0).is_some_and(|s| self.fits(s)),
            At::Name => name
                .and_then(|n| row.style_at(n))
                .is_some_and(|s| self.fits(s)),
            At::Most => {
                let (mut fit, mut all) = (0usize, 0usize);
                for style in row.styles() {
                    fit += usize::from(self.fits(style));
                    all += 1;
                }
                2 * fit > all
            }
        }
    }

    fn fits(&self, style: Style) -> bool {
        let flag = |want: Option<bool>, flag| want.is_none_or(|w| w == style.flags.contains(flag));
        let plain = Style {
            bg: style.bg,
            ..Style::default()
        } == style;
        flag(self.bold, Flags::BOLD)
            && flag(self.dim, Flags::DIM)
            && flag(self.italic, Flags::ITALIC)
            && flag(self.inverse, Flags::INVERSE)
            && self.fg.as_ref().is_none_or(|c| c.holds(style.fg))
            && self.bg.as_ref().is_none_or(|c| c.holds(style.bg))
            && self.plain.is_none_or(|p| p == plain)
    }
}

/// A row that a rule matched: where its captures start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Match {
    /// Where the text behind the marker starts: capture `text`, else the end of the match.
    pub text: usize,
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
    /// Delimited: the text of the last row.
    pub(super) end: Option<String>,
    /// The background at the row's first glyph is that of a panel, and counts as the default one.
    #[serde(default)]
    pub(super) panel: bool,
    /// It counts only below a row of one of these kinds.
    #[serde(default)]
    pub(super) within: Vec<Kind>,
    /// It does not count below a row of one of these kinds.
    #[serde(default)]
    pub(super) unless: Vec<Kind>,
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
    text: Option<Regex>,
    prefix: Option<Prefix>,
    style: Option<StyleSpec>,
    continues: Option<Regex>,
    continues_style: Option<StyleSpec>,
    end: Option<Regex>,
    within: Vec<Kind>,
    unless: Vec<Kind>,
}

impl Rule {
    /// Compiles a rule; the error says which of its patterns is wrong.
    pub(super) fn new(spec: RuleSpec, kind: Kind) -> Result<Rule, (&'static str, String)> {
        let compile = |key, pattern: &Option<String>| {
            pattern
                .as_ref()
                .map(|p| Regex::new(p).map_err(|e| (key, e.to_string())))
                .transpose()
        };
        Ok(Rule {
            kind,
            extent: spec.extent,
            panel: spec.panel,
            prefix: spec.text.clone().map(Prefix::new),
            text: compile("text", &spec.text)?,
            continues: compile("continues", &spec.continues)?,
            end: compile("end", &spec.end)?,
            id: spec.id,
            style: spec.style,
            continues_style: spec.continues_style,
            within: spec.within,
            unless: spec.unless,
        })
    }

    /// Whether the row starts a match, below a row of kind `block`.
    pub fn matches(&self, row: &RowText, block: Option<Kind>) -> Option<Match> {
        if !self.applies(block) {
            return None;
        }
        let (name, text) = match &self.text {
            None => (None, row.indent()),
            Some(regex) => {
                let mut caps = regex.create_captures();
                regex.search_captures(&anchored(&row.text), &mut caps);
                let whole = caps.get_match()?;
                let start = |name| {
                    caps.get_group_by_name(name)
                        .map(|s: regex_automata::Span| s.start)
                };
                (start("name"), start("text").unwrap_or(whole.end()))
            }
        };
        self.style
            .as_ref()
            .is_none_or(|s| s.holds(row, name, 0))
            .then_some(Match { text })
    }

    fn applies(&self, block: Option<Kind>) -> bool {
        let among = |kinds: &[Kind]| block.is_some_and(|k| kinds.contains(&k));
        (self.within.is_empty() || among(&self.within)) && !among(&self.unless)
    }

    /// Whether a row that stands below message text can match and leave anything to the rows below it.
    pub(super) fn counts_below_message(&self) -> bool {
        let chrome = matches!(self.kind, Kind::Chrome | Kind::Prompt | Kind::System);
        self.applies(Some(Kind::Message)) && !(chrome && self.extent == Extent::Line)
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
            .is_some_and(|s| !s.holds(&plain, Some(0), 0))
    }

    /// Whether the row belongs to the block this rule began with a row of contrast `head`.
    pub fn continues(&self, row: &RowText, head: u8) -> bool {
        self.extent == Extent::Block
            && self
                .continues
                .as_ref()
                .is_none_or(|r| r.is_match(anchored(&row.text)))
            && self
                .continues_style
                .as_ref()
                .is_none_or(|s| row.is_blank() || s.holds(row, None, head))
    }

    /// Whether the contrast of the row that begins a block counts for those below.
    pub fn needs_head(&self) -> bool {
        let style = self.continues_style.as_ref();
        style.is_some_and(|s| s.contrast == Some(Contrast::Head))
    }

    /// Whether the row is the last one of the stretch this rule began.
    pub fn ends(&self, row: &RowText) -> bool {
        self.end
            .as_ref()
            .is_some_and(|r| r.is_match(anchored(&row.text)))
    }

    /// Whether the row might still become a match when more text comes.
    pub fn may_match(&self, row: &RowText, block: Option<Kind>) -> bool {
        let style = self
            .style
            .as_ref()
            .is_none_or(|s| s.at == At::Name || s.holds(row, None, 0));
        self.applies(block) && style && self.prefix.as_ref().is_some_and(|p| p.may_grow(&row.text))
    }
}

fn anchored(text: &str) -> Input<'_> {
    Input::new(text).anchored(Anchored::Yes)
}

/// A pattern, to ask whether a text can still grow into a match. Built when first asked.
#[derive(Debug)]
struct Prefix {
    pattern: String,
    automaton: Mutex<Option<(DFA, Cache)>>,
}

impl Prefix {
    fn new(pattern: String) -> Prefix {
        Prefix {
            pattern,
            automaton: Mutex::new(None),
        }
    }

    fn may_grow(&self, text: &str) -> bool {
        let Ok(mut slot) = self.automaton.lock() else {
            return false;
        };
        if slot.is_none() {
            *slot = DFA::new(&self.pattern)
                .ok()
                .map(|dfa| (dfa.create_cache(), dfa))
                .map(|(cache, dfa)| (dfa, cache));
        }
        let Some((dfa, cache)) = slot.as_mut() else {
            return false;
        };
        let Ok(mut state) = dfa.start_state_forward(cache, &anchored(text)) else {
            return false;
        };
        for byte in text.bytes() {
            match dfa.next_state(cache, state, byte) {
                Ok(next) if !next.is_dead() && !next.is_quit() => state = next,
                _ => return false,
            }
        }
        true
    }
}
