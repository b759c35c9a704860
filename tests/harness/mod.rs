//! A terminal for tests: starts a command on a fresh PTY and waits for what it shows, never for a time.

#![allow(dead_code)] // each test file uses its share
#![allow(unsafe_code)] // pre_exec: the command must lead a session on the PTY before it starts
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

pub(crate) mod processes;
pub(crate) mod programs;
pub(crate) mod recordings;
pub(crate) mod shells;
pub(crate) mod words;

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::sync::Mutex;
use std::time::{Duration, Instant};

pub(crate) use processes::*;
pub(crate) use words::*;

use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::libc;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::{Winsize, openpty};
use nix::sys::termios::{Termios, tcgetattr};

/// How long a state is waited for before the test fails; far above what a loaded machine needs.
const PATIENCE: Duration = Duration::from_secs(30);

/// A PTY with a command on it.
pub(crate) struct Term {
    master: Option<File>,
    child: Child,
    /// All it has shown.
    pub(crate) shown: Vec<u8>,
    /// How much of that was waited for.
    seen: usize,
    /// The settings it started with.
    pub(crate) initial: Termios,
}

/// 24 rows, 80 columns.
pub(crate) const SIZE: Winsize = Winsize {
    ws_row: 24,
    ws_col: 80,
    ws_xpixel: 0,
    ws_ypixel: 0,
};

impl Term {
    /// Starts a command as the leader of a session on a PTY of 80 x 24.
    pub(crate) fn start(words: &[String]) -> Term {
        Term::prepared(words, SIZE, |_| {})
    }

    /// A shell script as leader; `$1` and so on are the words.
    pub(crate) fn script(script: &str, words: &[String]) -> Term {
        let mut all = plain(&["sh", "-c", script, "sh"]);
        all.extend_from_slice(words);
        Term::start(&all)
    }

    /// An interactive bash, with job control.
    pub(crate) fn bash() -> Term {
        let mut term = Term::start(&plain(&[
            "bash",
            "--norc",
            "--noprofile",
            "--noediting",
            "-i",
        ]));
        term.wait_for("READY> ");
        term
    }

    /// Starts a command on a PTY of this size, after `prepare` had a go at it.
    pub(crate) fn prepared(
        words: &[String],
        size: Winsize,
        prepare: impl FnOnce(&mut Command),
    ) -> Term {
        // openpty knows no close-on-exec: no other test may start a command in between.
        static STARTING: Mutex<()> = Mutex::new(());
        let starting = STARTING.lock().unwrap_or_else(|broken| broken.into_inner());
        let pty = openpty(&size, None).unwrap();
        for fd in [&pty.master, &pty.slave] {
            fcntl(fd, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).unwrap();
        }
        let initial = tcgetattr(&pty.slave).unwrap();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("TERM", "xterm-256color")
            // A fixed one: with `auto` the terminal would be asked.
            .env("SHADE_PTY_BACKGROUND", "236");
        command
            .env("PS1", "READY> ")
            .env("HISTFILE", "/dev/null")
            .env("INPUTRC", "/dev/null");
        let stdio = || pty.slave.try_clone().unwrap();
        command.stdin(stdio()).stdout(stdio()).stderr(stdio());
        // SAFETY: plain system calls between fork and exec.
        unsafe {
            command.pre_exec(move || {
                libc::setsid();
                libc::ioctl(0, libc::TIOCSCTTY, 0);
                // Whatever the tests were started with (nohup; a script's background): as a login does it.
                for signal in 1..=31 {
                    libc::signal(signal, libc::SIG_DFL);
                }
                Ok(())
            });
        }
        prepare(&mut command);
        let child = command.spawn().unwrap();
        drop(starting);
        Term {
            master: Some(File::from(pty.master)),
            child,
            shown: Vec::new(),
            seen: 0,
            initial,
        }
    }

    /// The command's process.
    pub(crate) fn pid(&self) -> i32 {
        self.child.id() as i32
    }

    fn master(&self) -> &File {
        self.master.as_ref().unwrap()
    }

    /// Types.
    pub(crate) fn send(&mut self, keys: &str) {
        self.send_bytes(keys.as_bytes());
    }

    /// Types without reading.
    pub(crate) fn send_blind(&mut self, keys: &str) {
        self.master().write_all(keys.as_bytes()).unwrap();
    }

    /// Forgets what was shown.
    pub(crate) fn forget(&mut self) {
        self.shown.clear();
        self.seen = 0;
    }

    /// Waits until the terminal is raw, by whoever reads it now.
    pub(crate) fn wait_until_raw(&mut self) {
        use nix::sys::termios::{LocalFlags, OutputFlags};
        until("the terminal is raw", || {
            let now = self.settings();
            let raw = !now.local_flags.contains(LocalFlags::ICANON)
                && !now.output_flags.contains(OutputFlags::OPOST);
            raw.then_some(())
        });
    }

    /// Types once the wrapper has made the terminal raw; before, the line would be echoed twice.
    pub(crate) fn send_when_raw(&mut self, keys: &str) {
        self.wait_until_raw();
        self.send(keys);
    }

    /// Types bytes, reading what is shown meanwhile, as terminals do.
    pub(crate) fn send_bytes(&mut self, mut keys: &[u8]) {
        while !keys.is_empty() {
            let flags = self.poll(PollFlags::POLLOUT | PollFlags::POLLIN, PATIENCE);
            assert!(!flags.is_empty(), "nobody takes what is typed");
            if flags.contains(PollFlags::POLLIN) {
                self.read();
            }
            if flags.contains(PollFlags::POLLOUT) {
                // A PTY takes less than asked without blocking only in small pieces.
                let n = self.master().write(&keys[..keys.len().min(512)]).unwrap();
                keys = &keys[n..];
            }
        }
    }

    fn poll(&self, flags: PollFlags, timeout: Duration) -> PollFlags {
        let mut fds = [PollFd::new(self.master().as_fd(), flags)];
        let _ = poll(&mut fds, PollTimeout::try_from(timeout).unwrap());
        fds[0].revents().unwrap()
    }

    /// Reads once. False: the end.
    fn read(&mut self) -> bool {
        let mut buffer = [0; 65536];
        match self.master().read(&mut buffer) {
            Ok(0) | Err(_) => false,
            Ok(n) => {
                self.shown.extend_from_slice(&buffer[..n]);
                true
            }
        }
    }

    /// Waits for something and reads at most so much of it, which is not kept. 0: the end.
    pub(crate) fn read_at_most(&mut self, bytes: usize) -> usize {
        let mut buffer = [0; 65536];
        assert!(!self.poll(PollFlags::POLLIN, PATIENCE).is_empty());
        let room = &mut buffer[..bytes.min(65536)];
        self.master().read(room).unwrap_or(0)
    }

    /// Reads what is there, for at most this long. Says how much.
    pub(crate) fn read_for(&mut self, time: Duration) -> usize {
        let (start, end) = (self.shown.len(), Instant::now() + time);
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            if self.poll(PollFlags::POLLIN, left).is_empty() || !self.read() {
                break;
            }
        }
        self.shown.len() - start
    }

    /// Waits until a text is shown behind what was waited for last; gives what stood before it.
    pub(crate) fn wait_for(&mut self, text: &str) -> String {
        self.wait_for_any(&[text]).1
    }

    /// The same for the first of two texts; says whether it was the first.
    pub(crate) fn wait_for_either(&mut self, one: &str, other: &str) -> (bool, String) {
        let (which, before) = self.wait_for_any(&[one, other]);
        (which == 0, before)
    }

    fn wait_for_any(&mut self, texts: &[&str]) -> (usize, String) {
        let end = Instant::now() + PATIENCE;
        loop {
            let rest = &self.shown[self.seen..];
            let found = texts.iter().enumerate();
            let found = found.filter_map(|(i, text)| Some((find(rest, text.as_bytes())?, i)));
            if let Some((at, which)) = found.min() {
                let before = String::from_utf8_lossy(&rest[..at]).into_owned();
                self.seen += at + texts[which].len();
                return (which, before);
            }
            let left = end.saturating_duration_since(Instant::now());
            let alive =
                !left.is_zero() && !self.poll(PollFlags::POLLIN, left).is_empty() && self.read();
            if !alive {
                let tail = String::from_utf8_lossy(&self.shown[self.seen..]).into_owned();
                panic!("waited for {texts:?} in vain; shown since: {tail:?}");
            }
        }
    }

    /// Types a line to a shell at its prompt and gives what it shows before the next prompt.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.send("\n");
        // What bash echoes ends with the line; the prompt ends the answer.
        let answer = self.wait_for("READY> ");
        let answer = answer
            .replace("\x1b[?2004h", "")
            .replace("\x1b[?2004l", "")
            .replace('\r', "");
        answer
            .split_once('\n')
            .map_or(String::new(), |(_, rest)| rest.to_owned())
    }

    /// Changes the terminal's size.
    pub(crate) fn resize(&self, rows: u16, cols: u16) {
        let size = Winsize {
            ws_row: rows,
            ws_col: cols,
            ws_xpixel: cols * 9,
            ws_ypixel: rows * 18,
        };
        // SAFETY: TIOCSWINSZ reads one winsize.
        assert_eq!(
            unsafe { libc::ioctl(self.master().as_raw_fd(), libc::TIOCSWINSZ, &size) },
            0
        );
    }

    /// Closes the terminal.
    pub(crate) fn close(&mut self) {
        self.master = None;
    }

    /// Reads to the end and gives how the command ended.
    pub(crate) fn end(&mut self) -> ExitStatus {
        if self.master.is_some() {
            while !self.poll(PollFlags::POLLIN, PATIENCE).is_empty() && self.read() {}
        }
        until("the command ends", || self.child.try_wait().unwrap())
    }

    /// The process group in the terminal's foreground.
    pub(crate) fn foreground(&self) -> i32 {
        nix::unistd::tcgetpgrp(self.master()).unwrap().as_raw()
    }

    /// The terminal's local flags, to compare.
    pub(crate) fn settings(&self) -> Termios {
        tcgetattr(self.master()).unwrap()
    }
}

impl Drop for Term {
    fn drop(&mut self) {
        self.master = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Polls for a state that no descriptor announces.
pub(crate) fn until<R>(what: &str, mut check: impl FnMut() -> Option<R>) -> R {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(result) = check() {
            return result;
        }
        assert!(Instant::now() < end, "waited in vain until {what}");
        std::thread::yield_now();
        let _ = poll(&mut [], PollTimeout::from(2u8));
    }
}

/// Where `needle` begins.
pub(crate) fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    memchr::memmem::find(haystack, needle)
}

/// How a command ended: `exit 3`, `signal 15`.
pub(crate) fn ending(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "?".to_owned(),
    }
}

/// Runs a command as the leader of a session on a PTY; gives what it showed and how it ended.
pub(crate) fn outcome(words: &[String]) -> (String, String) {
    let mut term = Term::start(words);
    let status = term.end();
    (
        String::from_utf8_lossy(&term.shown).into_owned(),
        ending(status),
    )
}

/// What a shell script with the words as `$@` shows, `END` excluded, under a shell that outlives it.
pub(crate) fn shown_by(script: &str, words: &[String]) -> String {
    let mut term = Term::script(&format!("{script}\necho END; read gone"), words);
    term.wait_for("END\r\n")
}

/// A descriptor for a pipe's ends, not inherited.
pub(crate) fn pipe() -> (OwnedFd, OwnedFd) {
    nix::unistd::pipe2(nix::fcntl::OFlag::O_CLOEXEC).unwrap()
}

/// Has a command start with a descriptor under this number.
pub(crate) fn share(command: &mut Command, fd: OwnedFd, number: i32) {
    // SAFETY: dup2 is async-signal-safe, and the closure owns the descriptor.
    unsafe {
        command.pre_exec(move || {
            libc::dup2(fd.as_raw_fd(), number);
            Ok(())
        });
    }
}

/// Whether a program is not installed; says so, since the test then shows nothing.
pub(crate) fn missing(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap();
    let there = std::env::split_paths(&path).any(|folder| folder.join(program).exists());
    if !there {
        eprintln!("left out: {program} is not installed");
    }
    !there
}
