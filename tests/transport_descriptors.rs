//! Standard input, output and error, each of six kinds: what the command finds, and where its bytes come from and go, is
//! as without us in every combination.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails
#![allow(unsafe_code)] // closing a descriptor between fork and exec

mod harness;

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;

use harness::*;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::libc;

/// What a standard descriptor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The terminal that the session has.
    This,
    /// A second one, the same for all three.
    Other,
    Pipe,
    File,
    Null,
    Closed,
}

const KINDS: [Kind; 6] = [
    Kind::This,
    Kind::Other,
    Kind::Pipe,
    Kind::File,
    Kind::Null,
    Kind::Closed,
];

/// Says on descriptor 9 what each of the three is, and which terminal `/dev/tty` would be; then writes, reads one line and,
/// where there is an end, up to it.
const SCRIPT: &str = r#"
read -r _ _ _ _ _ _ terminal _ </proc/self/stat
echo "tty $terminal" >&9
for i in 0 1 2; do
    if [ -t $i ]; then printf "$i " >&9; eval "tty <&$i >&9"
    elif [ -e /proc/$$/fd/$i ]; then echo "$i other" >&9
    else echo "$i closed" >&9; fi
done
(echo "<out>") 2>/dev/null; (echo "<err>" >&2) 2>/dev/null
echo ready >&9
line=; read -r line; echo "line $line, $?" >&9
[ -t 0 ] || { rest=$(cat 2>/dev/null | wc -c); echo "rest $rest" >&9; }
exit 7"#;

/// One of the three: what the command is given, and what the test keeps of it.
struct End {
    given: Option<OwnedFd>,
    kept: Option<File>,
}

impl End {
    fn new(kind: Kind, number: i32, other: &OwnedFd) -> End {
        let (given, kept) = match kind {
            Kind::This | Kind::Closed => (None, None),
            Kind::Other => (Some(other.try_clone().unwrap()), None),
            Kind::Null => (
                Some(
                    File::options()
                        .read(true)
                        .write(true)
                        .open("/dev/null")
                        .unwrap()
                        .into(),
                ),
                None,
            ),
            Kind::Pipe => {
                let (read, write) = pipe();
                if number == 0 {
                    (Some(read), Some(write.into()))
                } else {
                    (Some(write), Some(read.into()))
                }
            }
            Kind::File => {
                let mut file = tempfile::tempfile().unwrap();
                if number == 0 {
                    file.write_all(b"from a file\nand more").unwrap();
                    file.rewind().unwrap();
                }
                (Some(file.try_clone().unwrap().into()), Some(file))
            }
        };
        End { given, kept }
    }

    /// What has arrived here; for the command's end.
    fn arrived(self, kind: Kind) -> String {
        let mut text = String::new();
        if let Some(mut file) = self.kept {
            if kind == Kind::File {
                file.rewind().unwrap();
            }
            file.read_to_string(&mut text).unwrap();
        }
        text
    }
}

/// All that can be seen of one run.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    said: Vec<String>,
    /// By the two texts: on this terminal, on the other, at descriptor 1, at 2.
    landed: [[bool; 4]; 2],
    ended: String,
}

fn run(kinds: [Kind; 3], words: &[String]) -> Seen {
    let other = nix::pty::openpty(&SIZE, None).unwrap();
    for fd in [&other.master, &other.slave] {
        fcntl(fd, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).unwrap();
    }
    let other_name = nix::unistd::ttyname(&other.slave).unwrap();
    let mut report = tempfile::NamedTempFile::new().unwrap();
    let mut ends: Vec<End> = (0..)
        .zip(kinds)
        .map(|(i, kind)| End::new(kind, i, &other.slave))
        .collect();
    let mut term = Term::prepared(words, SIZE, |command| {
        let again = File::options().append(true).open(report.path()).unwrap();
        share(command, again.into(), 9);
        for ((number, kind), end) in (0..).zip(kinds).zip(&mut ends) {
            match end.given.take() {
                Some(fd) => share(command, fd, number),
                None if kind == Kind::Closed => {
                    // SAFETY: close(2) is async-signal-safe.
                    unsafe {
                        command.pre_exec(move || {
                            libc::close(number);
                            Ok(())
                        })
                    };
                }
                None => {}
            }
        }
    });
    let mut said = String::new();
    until("the command is ready", || {
        report.read_to_string(&mut said).unwrap();
        said.contains("ready\n").then_some(())
    });
    give_a_line(kinds[0], &mut term, &other.master, &mut ends[0]);
    drop(other.slave);
    let ended = ending(term.end());
    report.read_to_string(&mut said).unwrap();
    let places = [
        String::from_utf8_lossy(&term.shown).into_owned(),
        rest_of(other.master),
    ];
    let [_, out, err] = <[End; 3]>::try_from(ends).ok().unwrap();
    let places = [
        &places[0],
        &places[1],
        &out.arrived(kinds[1]),
        &err.arrived(kinds[2]),
    ];
    Seen {
        said: told(&said, &other_name.display().to_string()),
        landed: ["<out>", "<err>"].map(|text| places.map(|place| place.contains(text))),
        ended,
    }
}

/// Once whoever reads sleeps (a reader that spins never does).
fn give_a_line(kind: Kind, term: &mut Term, other: &OwnedFd, end: &mut End) {
    let front = term.pid();
    if matches!(kind, Kind::This | Kind::Other | Kind::Pipe) {
        until("the reader sleeps", || {
            (state(front) == Some('S')).then_some(())
        });
    }
    match kind {
        Kind::This => term.send_blind("typed\n"),
        Kind::Other => drop(nix::unistd::write(other, b"typed there\n").unwrap()),
        Kind::Pipe => {
            let mut writer = end.kept.take().unwrap();
            writer.write_all(b"from a pipe\nand more").unwrap();
        }
        Kind::File | Kind::Null | Kind::Closed => {}
    }
}

/// What a terminal shows until nobody has it open any more.
fn rest_of(master: OwnedFd) -> String {
    let (mut master, mut shown, mut buffer) = (File::from(master), Vec::new(), [0; 4096]);
    while let Ok(n @ 1..) = master.read(&mut buffer) {
        shown.extend_from_slice(&buffer[..n]);
    }
    String::from_utf8_lossy(&shown).into_owned()
}

/// The command's words, with the terminals named by what they are to it.
fn told(said: &str, other: &str) -> Vec<String> {
    let (first, rest) = said.split_once('\n').unwrap();
    let number: u32 = first.strip_prefix("tty ").unwrap().parse().unwrap();
    // proc(5): tty_nr. Unix98 slaves have major 136.
    assert_eq!(number >> 8 & 0xfff, 136, "a terminal of ours");
    let own = format!("/dev/pts/{}", number & 0xff | number >> 12 & 0xfff00);
    let name = |line: &str| match line.split_once(' ') {
        Some((i, path)) if path == own => format!("{i} its terminal"),
        Some((i, path)) if path == other => format!("{i} the other terminal"),
        _ => line.to_owned(),
    };
    rest.lines().map(name).collect()
}

#[test]
fn all_combinations_are_as_unwrapped() {
    let command = ["sh", "-c", SCRIPT];
    for input in KINDS {
        for output in KINDS {
            for errors in KINDS {
                let kinds = [input, output, errors];
                let (ours, theirs) = (run(kinds, &wrapped(&command)), run(kinds, &plain(&command)));
                assert_eq!(ours, theirs, "{kinds:?}");
                assert_eq!(ours.ended, "exit 7", "{kinds:?}");
                assert!(
                    ours.said.iter().any(|line| line.starts_with("line ")),
                    "{kinds:?}"
                );
            }
        }
    }
}
