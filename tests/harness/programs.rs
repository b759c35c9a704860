//! Programs that stop on ^Z, each in its own way.

use super::plain;

/// A program that stops on ^Z in its own way, says `UP` when it can be stopped, and ends on `q` with status 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// Leaves it to the terminal.
    Cooked,
    /// Sees ^Z as a key, and stops its whole group.
    RawGroup,
    /// Sees ^Z as a key, and stops itself by SIGSTOP.
    RawSelf,
    /// A shell script around a program that stops itself.
    Shim,
}

pub(crate) const PROGRAMS: [Program; 4] = [
    Program::Cooked,
    Program::RawGroup,
    Program::RawSelf,
    Program::Shim,
];

/// A shell that stops on `suspend`. What is echoed of its prompt, `42 `, must not be taken for it.
pub(crate) const SHELL_INSIDE: [&str; 7] = [
    "env",
    "PS1=$((40+2)) ",
    "bash",
    "--norc",
    "--noprofile",
    "--noediting",
    "-i",
];

/// An editor that stops on ^Z.
pub(crate) const EDITOR: [&str; 6] = ["vim", "-u", "NONE", "-i", "NONE", "-n"];

/// A raw program: after each key it says its size; it puts the settings back before it stops by `$1`. It ends where there
/// is nothing to read any more (the shim above it was killed).
const RAW: &str = r#"while :; do
    stty raw -echo; printf "U""P($(stty size))"; k=$(dd bs=1 count=1 2>/dev/null; echo .)
    case $k in .) exit 9;; q.) stty sane; exit 6;; $(printf "\032").) stty sane; kill -$1 $2;; esac
done"#;

impl Program {
    /// Its words; its files go into this folder.
    pub(crate) fn words(self, folder: &std::path::Path) -> Vec<String> {
        let path = folder.join("raw");
        let raw = path.to_str().unwrap();
        std::fs::write(&path, RAW).unwrap();
        let shim = folder.join("shim");
        std::fs::write(&shim, format!("sh {raw} TSTP 0\nexit $?\n")).unwrap();
        let own = folder.join("own");
        // `$$` in a file, so that no shell on the way expands it.
        std::fs::write(&own, RAW.replace("kill -$1 $2", "kill -STOP $$")).unwrap();
        let cooked = folder.join("cooked");
        std::fs::write(
            &cooked,
            "while :; do printf \"U\"\"P($(stty size))\"; read k || exit 9; case $k in q) exit 6;; esac; done",
        )
        .unwrap();
        match self {
            Program::Cooked => plain(&["sh", cooked.to_str().unwrap()]),
            Program::RawGroup => plain(&["sh", raw, "TSTP", "0"]),
            Program::RawSelf => plain(&["sh", own.to_str().unwrap()]),
            Program::Shim => plain(&["sh", shim.to_str().unwrap()]),
        }
    }

    /// What a key needs to be read.
    pub(crate) fn key(self, key: &str) -> String {
        match self {
            Program::Cooked => format!("{key}\n"),
            Program::RawGroup | Program::RawSelf | Program::Shim => key.to_owned(),
        }
    }
}
