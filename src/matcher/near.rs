//! How near a rule came to a row: what stood against it.

use alacritty_terminal::term::cell::Flags;
use regex_automata::Input;
use vte::ansi::{Color, NamedColor, Rgb};

use super::row::{RowText, Style};
use super::rule::{Above, Extent, Head, On, Rule, Within};
use super::style::{At, ColorSpec, StyleSpec};

/// What stood against a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The rule's key that did not hold; `order` if nothing of its own.
    pub key: &'static str,
    /// Why, with what was found.
    pub message: String,
}

impl Miss {
    fn new(key: &'static str, message: String) -> Miss {
        Miss { key, message }
    }
}

impl Rule {
    /// What keeps the rule from matching a row; `rules` are those of its profile. `None`: it is not even near. Empty: it
    /// matches.
    pub fn misses(&self, row: &RowText, above: &Above, rules: &[Rule]) -> Option<Vec<Miss>> {
        if let Some(text) = &self.text
            && !text.is_match(&row.text)
        {
            // Further right is near only if that is all: a pattern for one character is somewhere in most rows.
            let at = text
                .get()
                .regex
                .find(Input::new(&row.text))
                .map(|m| m.start());
            let indent = at.filter(|at| row.text[..*at].trim().is_empty())?;
            let column = row.text[..indent].chars().count() + 1;
            let message = format!(
                "it would match from column {column} on: patterns start at the first column"
            );
            return Some(vec![Miss::new("text", message)]);
        }
        let mut misses = self.misplaced(above, rules);
        let name = self.name_in(row);
        let head = Head {
            color: row.style_at(name.unwrap_or(0)).map(|s| s.fg),
            contrast: 0,
        };
        if let Some(style) = self.style.as_ref().filter(|s| !s.holds(row, name, head)) {
            let (held, miss) = style.miss(row, name, head);
            if self.text.is_none() && !held {
                return None; // a rule by style alone, and nothing of it fits
            }
            misses.push(miss);
        }
        Some(misses)
    }

    /// What stands against the rule above the row, or in its screen.
    fn misplaced(&self, above: &Above, rules: &[Rule]) -> Vec<Miss> {
        let among = |places: &[Within]| {
            places.iter().any(|place| match *place {
                Within::Kind(kind) => above.kind == Some(kind),
                Within::Rule(rule) => above.rule == Some(rule),
            })
        };
        let names = |places: &[Within]| {
            let names = places.iter().map(|place| match *place {
                Within::Kind(kind) => kind.name(),
                Within::Rule(n) => rules.get(usize::from(n)).map_or("", |r| r.id.as_str()),
            });
            names.collect::<Vec<_>>().join(", ")
        };
        let rule = above.rule.and_then(|n| rules.get(usize::from(n)));
        let found = match (above.kind, rule) {
            (None, _) => "nothing stands above".to_owned(),
            (Some(kind), None) => format!("the last row above is {}", kind.name()),
            (Some(kind), Some(rule)) => {
                format!("the last row above is {} ({})", kind.name(), rule.id)
            }
        };
        let mut misses = Vec::new();
        if self.screen.is_some_and(|screen| screen != above.screen) {
            let other = match above.screen {
                On::Main => "alternate",
                On::Alternate => "main",
            };
            misses.push(Miss::new("screen", format!("only on the {other} screen")));
        }
        if !self.within.is_empty() && !among(&self.within) {
            let message = format!("only below {}, and {found}", names(&self.within));
            misses.push(Miss::new("within", message));
        }
        if among(&self.unless) {
            let message = format!("not below {}, and {found}", names(&self.unless));
            misses.push(Miss::new("unless", message));
        }
        if !self.is_under(above.next) {
            let message = format!("only directly below {}", names(&self.under));
            misses.push(Miss::new("under", message));
        }
        if self.below_blank.is_some_and(|blank| blank != above.blank) {
            let message = match above.blank {
                true => "only directly below another row, and the row above is blank",
                false => "only below a blank row, and the row above is none",
            };
            misses.push(Miss::new("below_blank", message.to_owned()));
        }
        misses
    }

    /// What keeps the row from going on with the block that the rule began, whose head this is, perhaps below a blank row;
    /// `None`: nothing, or there is no block.
    pub fn breaks(&self, row: &RowText, head: Head, below_blank: bool) -> Option<Miss> {
        if self.extent != Extent::Block || self.continues(row, head, below_blank) {
            return None;
        }
        let text = self.continues.as_ref();
        if text.is_some_and(|r| !r.is_match(&row.text)) {
            let message = "the block above ends here: the text is another".to_owned();
            return Some(Miss::new("continues", message));
        }
        let resumes = self.resumes.as_ref().filter(|_| below_blank);
        if resumes.is_some_and(|r| !r.is_match(&row.text)) {
            let message = "the block above ends here: below a blank row the text is another";
            return Some(Miss::new("resumes", message.to_owned()));
        }
        let (_, miss) = self.continues_style.as_ref()?.miss(row, None, head);
        let message = format!("the block above ends here: {}", miss.message);
        Some(Miss::new("continues_style", message))
    }

    /// Where the capture `name` starts.
    fn name_in(&self, row: &RowText) -> Option<usize> {
        let found = self.text.as_ref()?.group(&row.text, "name");
        found.map(|name| name.start)
    }
}

impl StyleSpec {
    /// What does not hold, and whether anything does.
    fn miss(&self, row: &RowText, name: Option<usize>, head: Head) -> (bool, Miss) {
        let at = match self.at {
            At::First | At::Most => Some(0),
            At::Name => name,
        };
        let Some((byte, style)) = at.and_then(|at| Some((at, row.style_at(at)?))) else {
            let message = "the row has no capture `name` to look at".to_owned();
            return (false, Miss::new("style", message));
        };
        let (mut asked, mut failed) = (0, Vec::new());
        for (text, holds) in self.predicates(style, head.color) {
            asked += 1;
            if !holds {
                failed.push(text);
            }
        }
        let glyph = row.text[byte..].trim_start().chars().next().unwrap_or(' ');
        let found = format!("`{glyph}` is {}", describe(style));
        let message = if !self.faded(row, head) {
            let (is, full) = (row.contrast(), row.full_contrast());
            format!("the row's contrast is {is} of {full}, which is too much; the glyph {found}")
        } else if self.at == At::Most {
            let all = row.styles().count();
            let fit = row.styles().filter(|s| self.fits(*s, head.color)).count();
            let wanted: Vec<String> = self
                .predicates(style, head.color)
                .map(|(text, _)| text)
                .collect();
            let wanted = wanted.join(", ");
            format!("{wanted} is asked of most glyphs, and holds for {fit} of {all}; {found}")
        } else {
            format!("{} is asked, and the glyph {found}", failed.join(", "))
        };
        (failed.len() < asked, Miss::new("style", message))
    }

    /// What is asked of a glyph, and whether it holds.
    fn predicates(
        &self,
        style: Style,
        head: Option<Color>,
    ) -> impl Iterator<Item = (String, bool)> {
        let flag = move |key: &str, want: Option<bool>, flag: Flags| {
            want.map(|w| (format!("{key} = {w}"), style.flags.contains(flag) == w))
        };
        let plain = Style {
            bg: style.bg,
            ..Style::default()
        } == style;
        let color = |key: &str, spec: &Option<ColorSpec>, found| {
            spec.as_ref()
                .map(|c| (format!("{key} = \"{c}\""), c.holds(found, head)))
        };
        [
            flag("bold", self.bold, Flags::BOLD),
            flag("dim", self.dim, Flags::DIM),
            flag("italic", self.italic, Flags::ITALIC),
            flag("inverse", self.inverse, Flags::INVERSE),
            color("fg", &self.fg, style.fg),
            color("bg", &self.bg, style.bg),
            self.plain.map(|p| (format!("plain = {p}"), plain == p)),
        ]
        .into_iter()
        .flatten()
    }
}

/// A style in a profile's words: `bold, fg 6`, or `plain`.
pub fn describe(style: Style) -> String {
    let flags = [
        (Flags::BOLD, "bold"),
        (Flags::DIM, "dim"),
        (Flags::ITALIC, "italic"),
        (Flags::INVERSE, "inverse"),
    ];
    let flags = flags
        .into_iter()
        .filter(|(flag, _)| style.flags.contains(*flag));
    let mut words: Vec<String> = flags.map(|(_, word)| word.to_owned()).collect();
    for (key, color) in [("fg", style.fg), ("bg", style.bg)] {
        words.extend(color_name(color).map(|name| format!("{key} {name}")));
    }
    if words.is_empty() {
        words.push("plain".to_owned());
    }
    words.join(", ")
}

/// A colour as a profile names it; `None`: the default one.
pub(super) fn color_name(color: Color) -> Option<String> {
    match color {
        Color::Named(NamedColor::Foreground | NamedColor::Background) => None,
        Color::Named(name) => Some((name as usize).to_string()),
        Color::Indexed(n) => Some(n.to_string()),
        Color::Spec(Rgb { r, g, b }) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
    }
}
