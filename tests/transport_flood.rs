//! More than fits: floods into a slow terminal, and strings of megabytes in both directions.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use std::time::{Duration, Instant};

use harness::*;

const MEGA: usize = 1_000_000;

/// Bytes that the slow terminal reads at a time, and how long that takes: 2 MB a second.
const PIECE: usize = 20_000;
const PACE: Duration = Duration::from_millis(10);

/// What stands in proc(5)'s status file, in kB.
fn memory(pid: i32, name: &str) -> u64 {
    field(
        &std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap(),
        name,
    )
}

/// Reads so much at 2 MB a second, or up to the end.
fn read_slowly(term: &mut Term, bytes: usize) -> usize {
    let (mut total, mut due) = (0, Instant::now());
    while total < bytes {
        due += PACE;
        let mut left = PIECE;
        while left > 0 {
            let n = term.read_at_most(left);
            if n == 0 {
                return total;
            }
            (left, total) = (left - n, total + n);
        }
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
    }
    total
}

#[test]
fn ctrl_c_stops_a_flood_into_a_terminal_that_reads_2_megabytes_a_second() {
    // Rows of their own, and rows that shading has to do with.
    for flood in ["yes", "yes '<think>'"] {
        let mut term = Term::start(&wrapped(&["sh", "-c", &format!("echo up; exec {flood}")]));
        term.wait_for("up\r\n");
        let front = term.pid();
        read_slowly(&mut term, MEGA / 2);
        let before = memory(front, "VmRSS:");
        read_slowly(&mut term, 8 * MEGA);
        let after = memory(front, "VmRSS:");
        // What is needed once, when the screen is first brought up to date, may come now; what grows with the flood would be more.
        assert!(
            after < before + 4096,
            "{flood}: from {before} to {after} kB"
        );
        term.send_blind("\x03");
        let rest = read_slowly(&mut term, usize::MAX);
        assert!(rest <= 150_000, "{flood}: {rest} bytes after ^C");
        eprintln!("{flood}: {rest} bytes after ^C, {after} kB");
        assert_eq!(ending(term.end()), "signal 2");
    }
}

#[test]
fn long_strings_pass_inwards_unchanged_in_constant_memory() {
    for (name, start, end) in [
        ("a bracketed paste", "\x1b[200~", "\x1b[201~"),
        ("a clipboard's content", "\x1b]52;c;", "\x1b\\"),
        ("a DCS reply", "\x1bP1+r", "\x1b\\"),
        ("an APC reply", "\x1b_Gi=1;", "\x1b\\"),
    ] {
        let body: Vec<u8> = (0..5 * MEGA).map(|i| b'A' + (i * 7 % 26) as u8).collect();
        let sent = [start.as_bytes(), &body, end.as_bytes()].concat();
        let file = tempfile::NamedTempFile::new().unwrap();
        let path = file.path().display();
        let script = format!(
            "stty raw -echo; printf '\\033[?2004hup'; head -c {} >{path}; echo done; read x",
            sent.len()
        );
        let mut term = Term::start(&wrapped(&["sh", "-c", &script]));
        term.wait_for("up");
        term.send_bytes(&sent);
        term.wait_for("done");
        assert!(std::fs::read(file.path()).unwrap() == sent, "{name}");
        let most = memory(term.pid(), "VmHWM:");
        assert!(most < 20_000, "{name}: {most} kB");
    }
}
