//! Configuration: which settings there are ([`Key`]), what a user may write for them, and which hold.
//!
//! Defaults, then the file, its part for the profile, the environment, flags: the later wins ([`Layers`]). Every setting
//! is a text with one form in all of them, and each value knows where it comes from. What is wrong names its place, its
//! key and what would be right ([`Fault`]). Nothing is ever written here, and nothing is read from the current folder.

mod background;
mod edit;
mod file;
mod fill;
mod gutter;
mod keys;
mod paths;
mod schema;
mod settings;
mod size;
mod template;

pub use background::{Background, BackgroundError, Wish};
pub use edit::{EditError, set};
pub use file::{Entry, Fault, Source, parse};
pub use fill::{FillError, parse_fill};
pub use gutter::{Gutter, GutterError};
pub use keys::{Definition, Form, Key, ValueError};
pub(crate) use paths::read_text;
pub use paths::{CONFIG_VARIABLE, Paths};
pub use schema::schema;
pub use settings::{Flag, Layers, Setting, Settings};
pub use size::{SizeError, check_size, parse_size};
pub use template::{template, toml_value};
