//! Panics while the terminal is raw.

use std::panic::PanicHookInfo;
use std::sync::Mutex;

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send + 'static>;

/// The first panic's message since the terminal went raw.
static MESSAGE: Mutex<Option<String>> = Mutex::new(None);

/// While it lives, a panic's message is kept instead of printed: on a raw terminal, in the middle of somebody's
/// picture, it would be a staircase, and a panic that is caught (the overlay's own, which degrades to pass-through)
/// must leave the screen intact. When a panic unwinds through it, the message comes out. It must therefore be dropped
/// after the terminal was restored.
pub(super) struct Quiet {
    previous: Option<Hook>,
}

impl Quiet {
    pub(super) fn start() -> Self {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(|info| {
            if let Ok(mut message) = MESSAGE.lock() {
                message.get_or_insert_with(|| info.to_string());
            }
        }));
        Quiet {
            previous: Some(previous),
        }
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        let message = MESSAGE.lock().ok().and_then(|mut message| message.take());
        if std::thread::panicking() {
            // A panicking thread may not change the hook; the program is about to end anyway.
            eprintln!("shade-pty: {}", message.unwrap_or_default());
        } else if let Some(previous) = self.previous.take() {
            std::panic::set_hook(previous);
        }
    }
}
