//! shade-pty puts one continuous background behind the rows where an agent reasons.

pub mod matcher;
mod pty;
pub mod screen;
pub mod session;
pub mod shade;
mod sys;
pub mod terminal;

pub use matcher::Profile;
pub use screen::Size;
pub use shade::{Background, Fill, Options, Overlay, ShadedWriter, shade, shade_str};
