//! Texts that a user has written: where something stands in them, and which word was probably meant.

use std::fmt;

/// A place in a text, as editors count: lines and characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl Place {
    /// The place of a byte; one past the end is the place behind the text.
    pub(crate) fn of(text: &str, byte: usize) -> Place {
        let before = text
            .char_indices()
            .take_while(|(at, _)| *at < byte)
            .map(|(_, c)| c);
        let (mut line, mut column) = (1, 1);
        for c in before {
            if c == '\n' {
                (line, column) = (line + 1, 1);
            } else {
                column += 1;
            }
        }
        Place { line, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The candidate that `word` was probably meant to be: at most a third of its letters away, and of two the nearer one.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let word = word.to_lowercase().replace('-', "_");
    let far = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|c| {
            let plain = c.to_lowercase().replace('-', "_");
            (strsim::damerau_levenshtein(&word, &plain), c)
        })
        .filter(|(distance, _)| *distance <= far)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, c)| c)
}

/// `; did you mean …?`, or nothing.
pub(crate) fn did_you_mean(guess: Option<&str>) -> String {
    guess.map_or_else(String::new, |g| format!("; did you mean `{g}`?"))
}

/// The words in backquotes of a message.
fn quoted(message: &str) -> impl Iterator<Item = &str> {
    message.split('`').skip(1).step_by(2)
}

/// A message of serde's about an unknown field or variant, which lists those that there are, with the one that was
/// probably meant.
pub(crate) fn with_suggestion(message: &str) -> String {
    let mut words = quoted(message);
    let unknown = message.starts_with("unknown ");
    let guess = words
        .next()
        .filter(|_| unknown)
        .and_then(|word| nearest(word, words));
    format!("{message}{}", did_you_mean(guess))
}

/// The names of a struct's fields, or of an enum's variants, as `Deserialize` knows them: for tests that hold manuals
/// against them.
#[cfg(test)]
pub(crate) fn names<'de, T: serde::Deserialize<'de>>() -> &'static [&'static str] {
    use serde::de::{Deserializer, Error, Visitor, value};

    struct Ask<'a>(&'a mut &'static [&'static str]);
    impl<'de> Deserializer<'de> for Ask<'_> {
        type Error = value::Error;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, value::Error> {
            Err(value::Error::custom("only asked for names"))
        }
        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, value::Error> {
            *self.0 = fields;
            self.deserialize_any(visitor)
        }
        fn deserialize_enum<V: Visitor<'de>>(
            self,
            _: &'static str,
            variants: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, value::Error> {
            *self.0 = variants;
            self.deserialize_any(visitor)
        }
        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map identifier ignored_any
        }
    }
    let mut names: &'static [&'static str] = &[];
    let _ = T::deserialize(Ask(&mut names));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = "ab\n€x\n";
        for (byte, line, column) in [
            (0, 1, 1),
            (2, 1, 3),
            (3, 2, 1),
            (6, 2, 2),
            (8, 3, 1),
            (99, 3, 1),
        ] {
            assert_eq!(Place::of(text, byte), Place { line, column }, "{byte}");
        }
    }

    #[test]
    fn only_near_words_are_suggested() {
        let words = ["background", "fill", "repair"];
        assert_eq!(nearest("backgruond", words), Some("background"));
        assert_eq!(nearest("Fill", words), Some("fill"));
        assert_eq!(nearest("repiar", words), Some("repair"));
        assert_eq!(nearest("colour", words), None);
        assert_eq!(nearest("x", words), None);
        assert_eq!(
            with_suggestion("unknown field `idd`, expected one of `id`, `kind`"),
            "unknown field `idd`, expected one of `id`, `kind`; did you mean `id`?"
        );
        assert_eq!(with_suggestion("missing field `id`"), "missing field `id`");
    }
}
