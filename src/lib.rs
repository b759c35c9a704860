//! shade-pty puts one continuous background behind the rows where an agent reasons.

pub mod cast;
pub mod config;
pub mod filter;
pub mod matcher;
pub mod screen;
pub mod shade;

pub use matcher::Profile;
pub use screen::Size;
pub use shade::{Background, Fill, Options, Overlay, ShadedWriter, shade, shade_str};
