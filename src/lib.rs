//! shade-pty puts one continuous background behind the rows where an agent reasons.

pub mod cast;
pub mod config;
pub mod filter;
pub mod matcher;
mod pty;
pub mod region;
pub mod screen;
pub mod session;
pub mod sgr;
pub mod shade;
pub mod stream;
mod sys;
pub mod terminal;

pub use config::Background;
pub use matcher::Profile;
pub use screen::Size;
pub use shade::{Fill, Options, Overlay, ShadedWriter, shade, shade_str};
