//! Profiles: what each row of an agent's screen is, by its text and style.
//!
//! Meaning never sees bytes: a rule looks at a [`RowText`], the row as it stands on the screen. What a row's kind does to the
//! region is [`crate::region`]'s business.

mod builtin;
pub(crate) mod gate;
mod library;
mod lint;
mod locate;
pub mod manual;
mod near;
mod pattern;
mod profile;
mod row;
mod rule;
mod style;

pub use library::{Entry, Library, LibraryError};
pub use near::{Miss, describe};
pub use profile::{Profile, ProfileError};
pub use row::Surface;
pub use row::{Glyph, RowText, Style};
pub use rule::{Above, Extent, Head, Kind, Match, On, Rule};
