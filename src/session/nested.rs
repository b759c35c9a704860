//! Whether we already run on this very terminal.

use std::ffi::{OsStr, OsString};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;

use nix::unistd::{getsid, ttyname};

/// The variable a command finds: the PTY's path, a colon, the number of the session on it.
pub const VARIABLE: &str = "SHADE_PTY_SESSION";

/// Whether standard output is the PTY that the variable names, in the session it names. Inside tmux, screen or ssh
/// started from there the terminal is another; a path that was used again belongs to another session.
pub fn is_nested(output: impl AsFd) -> bool {
    let Some(value) = std::env::var_os(VARIABLE) else {
        return false;
    };
    let (Ok(path), Ok(session)) = (ttyname(output), getsid(None)) else {
        return false;
    };
    names(&value, path.as_os_str(), session.as_raw())
}

fn names(value: &OsStr, path: &OsStr, session: i32) -> bool {
    let mut expected = OsString::from(path);
    expected.push(":");
    let Some(digits) = value.as_bytes().strip_prefix(expected.as_bytes()) else {
        return false;
    };
    std::str::from_utf8(digits)
        .ok()
        .and_then(|d| d.parse().ok())
        == Some(session)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_path_and_session_must_match() {
        let check =
            |value: &str, path: &str, session| names(OsStr::new(value), OsStr::new(path), session);
        assert!(check("/dev/pts/7:0000001234", "/dev/pts/7", 1234));
        assert!(!check("/dev/pts/7:0000001234", "/dev/pts/7", 1235));
        assert!(!check("/dev/pts/7:0000001234", "/dev/pts/70", 1234));
        assert!(!check("1", "/dev/pts/7", 1));
    }
}
