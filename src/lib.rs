//! shade-pty runs an agent CLI in a pseudo-terminal and puts one continuous background, B, behind the rows where the model
//! reasons. The wrapped program is not changed and does not notice.
//!
//! # The law
//!
//! What goes out is the child's bytes, verbatim and in order, and insertions of ours between them. A terminal that is fed both
//! shows what it would show of the child alone, but for one thing: cells with the default background in shaded rows have B.
//!
//! # What flows where
//!
//! ```text
//! child ─▶ stream ─▶ shade::ahead ──▶ region ◀── matcher      what the rows will be (a burst ahead)
//!            │            │ labels
//!            └──────▶ shade::paint ─▶ shade::sink ─▶ terminal    predict
//!                         │  ▲
//!                      screen (what the terminal shows)
//!                         └─▶ shade::repair ─▶ sink              mend, at a pause
//! ```
//!
//! | folder | owns |
//! |---|---|
//! | [`stream`] | tokens with exact spans: text, controls, sequences, parts of control strings |
//! | [`sgr`] | the child's pen, in the child's own words |
//! | [`screen`] | the model of the visible rows (alacritty_terminal's grid), and how tokens move rows |
//! | [`matcher`] | profiles: what a row is, by its text and style |
//! | [`region`] | what a row's kind does to the region: one pure step from row to row |
//! | [`mod@shade`] | [`ShadedWriter`]: predict, repair, close; and pass-through if any of it fails |
//! | [`display`] | what is not shown of thoughts, where the user wants less |
//! | [`session`], `pty`, `terminal`, `sys` | the command behind the pseudo-terminal, one event loop |
//! | [`filter`], [`cast`] | recorded and piped streams |
//! | [`color`] | colours as numbers, and what a terminal has of them |
//! | [`config`] | settings: which there are, which hold, and where each comes from |
//! | [`record`] | a session as an asciicast |
//! | [`replay`] | a recording, played |
//! | [`events`] | what happened, from labelled rows |
//! | [`explain`] | rows with what they were found to be, and why |
//!
//! The program, in `main.rs` and `cli`, is a thin shell: arguments in, one function per mode, an exit status out.
//!
//! # One line of input
//!
//! The child writes `<think>\r\n`, then `so \x1b[1mit\x1b[0m is\r\n`, in one burst, on an empty screen.
//!
//! 1. [`stream`] cuts it: text `<think>`, CR, LF, text `so `, `CSI 1m`, text `it`, `CSI 0m`, text ` is`, CR, LF.
//! 2. `shade::ahead` shows all of it to its screen and has [`region`] judge the rows: the first opens a tag, the second is
//!    inside: both are labelled shaded. The third is blank and nothing follows: plain.
//! 3. `shade::paint` writes. The first row is known to be blank and will be shaded: `CSI 48;5;236m CSI K`, then the text. CR.
//!    At the LF B may stay on, because the next row will be shaded and is erased under B at once: LF, `CSI K`. Then `so `,
//!    the child's `CSI 1m`, `it`, and the child's `CSI 0m`, which takes B off the pen; before ` is` it comes again:
//!    `CSI 48;5;236m`. CR; and before the last LF `CSI 49m`, since the row that may scroll in is not ours.
//! 4. At the pause `shade::repair` compares labels and screen and finds nothing to mend.
//!
//! ```
//! use shade_pty::{Options, Profile, Size, shade};
//!
//! let size = Size { cols: 20, rows: 4 };
//! let profile = Profile::built_in("generic").unwrap();
//! let options = Options::new(size, profile, Some("236".parse().unwrap()));
//! let out = shade(b"<think>\r\nso \x1b[1mit\x1b[0m is\r\n", options);
//! let expected = "\x1b[48;5;236m\x1b[K<think>\r\n\x1b[Kso \x1b[1mit\x1b[0m\x1b[48;5;236m is\r\x1b[49m\n";
//! assert_eq!(String::from_utf8(out).unwrap(), expected);
//! ```

pub mod cast;
pub mod color;
pub mod config;
pub mod display;
pub mod events;
pub mod explain;
pub mod filter;
pub mod matcher;
mod pty;
pub mod record;
pub mod region;
pub mod replay;
pub mod screen;
pub mod session;
pub mod sgr;
pub mod shade;
pub mod source;
pub mod stream;
mod sys;
pub mod terminal;

pub use config::Background;
pub use matcher::Profile;
pub use screen::Size;
pub use shade::{Fill, Options, Overlay, Query, ShadedWriter, shade, shade_str};
