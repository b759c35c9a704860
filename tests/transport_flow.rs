//! Bytes in both directions: all of them, unchanged, at the pace of the slower side, and none when nothing happens.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use std::time::Duration;

use harness::*;
use nix::libc;

const MEGA: usize = 1_000_000;

/// Bytes that are no control characters and do not repeat soon.
fn text(len: usize) -> Vec<u8> {
    (0..len)
        .map(|i| b'!' + ((i * 7 + i / 251) % 90) as u8)
        .collect()
}

fn paste(len: usize, script: &str) -> Term {
    let mut term = Term::start(&wrapped(&[
        "sh",
        "-c",
        &format!("stty raw -echo; echo up; {script}"),
    ]));
    term.wait_for("up");
    term.send_bytes(&text(len));
    term
}

#[test]
fn a_big_paste_arrives_whole() {
    let expected = text(10 * MEGA);
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    let mut term = paste(10 * MEGA, &format!("head -c 10000000 >{path}; echo done"));
    term.wait_for("done");
    assert!(std::fs::read(path).unwrap() == expected);
}

#[test]
fn a_big_paste_into_a_child_that_echoes_comes_back_whole() {
    let mut term = paste(10 * MEGA, "head -c 10000000; echo done");
    let back = term.wait_for("done");
    assert!(
        back.trim_start().as_bytes() == text(10 * MEGA),
        "{} bytes",
        back.len()
    );
}

#[test]
fn a_big_paste_into_a_slow_reader_arrives_whole() {
    // A hundred bytes at a time, a system call each.
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    let script = format!("dd bs=100 count=100000 iflag=fullblock status=none of={path}; echo done");
    let mut term = paste(10 * MEGA, &script);
    term.wait_for("done");
    assert!(std::fs::read(path).unwrap() == text(10 * MEGA));
}

#[test]
fn ctrl_c_stops_a_flood_into_a_terminal_that_was_slow() {
    let mut term = Term::start(&wrapped(&["sh", "-c", "echo up; exec yes"]));
    term.wait_for("up\r\n");
    // The terminal reads nothing until everything in between is full.
    let front = term.pid();
    until("it sleeps on a full terminal", || {
        (state(front) == Some('S')).then_some(())
    });
    term.send("\x03");
    let before = term.shown.len();
    assert_eq!(ending(term.end()), "signal 2");
    let after = term.shown.len() - before;
    assert!(after <= 150_000, "{after} bytes after ^C");
}

#[test]
fn ctrl_c_reaches_the_command_of_a_terminal_that_reads_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    let script = format!(
        "trap 'echo x >{}; exit 5' INT; echo up; while :; do echo yyyyyyyyyyyyyyyy; done",
        mark.display()
    );
    let mut term = Term::start(&wrapped(&["sh", "-c", &script]));
    term.wait_for("up\r\n");
    let front = term.pid();
    until("it sleeps on a full terminal", || {
        (state(front) == Some('S')).then_some(())
    });
    term.send_blind("\x03");
    until("the command has got it", || mark.exists().then_some(()));
    until("we are gone", || is_gone(front).then_some(()));
}

#[test]
fn memory_stays_flat_before_a_terminal_that_reads_nothing() {
    let mut term = Term::start(&wrapped(&["sh", "-c", "echo up; exec yes"]));
    term.wait_for("up\r\n");
    let front = term.pid();
    until("it sleeps on a full terminal", || {
        (state(front) == Some('S')).then_some(())
    });
    let status = std::fs::read_to_string(format!("/proc/{front}/status")).unwrap();
    let resident: u64 = field(&status, "VmRSS:");
    assert!(resident < 20_000, "{resident} kB");
}

#[test]
fn nobody_wakes_up_while_nothing_happens() {
    let mut term = Term::start(&wrapped(&["sh", "-c", "echo up; read x"]));
    term.wait_for("up\r\n");
    assert_idle(&mut term);
}

#[test]
fn nobody_wakes_up_while_the_command_is_stopped() {
    let mut bash = Term::bash();
    bash.send(&format!(
        "{}\n",
        wrapped(&["sh", "-c", "'kill -STOP $$; read x'"]).join(" ")
    ));
    bash.wait_for("Stopped");
    bash.wait_for("READY> ");
    bash.send("bg\n");
    bash.wait_for("READY> ");
    let front = children(bash.pid())[0];
    until("it has stopped again, reading", || {
        (state(front) == Some('T')).then_some(())
    });
    let (monitor, _) = family(front);
    let before = (sleeps(front), sleeps(monitor));
    bash.read_for(Duration::from_secs(1));
    assert_eq!((sleeps(front), sleeps(monitor)), before);
}

fn assert_idle(term: &mut Term) {
    let front = term.pid();
    let (monitor, _) = family(front);
    until("both sleep", || {
        (state(front) == Some('S') && state(monitor) == Some('S')).then_some(())
    });
    // One more turn may be on its way when the first is seen to sleep.
    term.read_for(Duration::from_millis(100));
    let before = (sleeps(front), sleeps(monitor));
    term.read_for(Duration::from_secs(3));
    assert_eq!((sleeps(front), sleeps(monitor)), before);
}

#[test]
fn queries_and_replies_pass_unchanged() {
    for (query, reply) in [
        ("\x1b[c", "\x1b[?62;22c"),
        ("\x1b[6n", "\x1b[12;34R"),
        ("\x1b]11;?\x1b\\", "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\"),
        ("\x1b[?2026$p", "\x1b[?2026;2$y"),
        ("\x1b[>0q", "\x1bP>|XTerm(390)\x1b\\"),
        ("\x1b[?u", "\x1b[?0u"),
        ("\x1bP+q544e\x1b\\", "\x1bP1+r544e=787465726d\x1b\\"),
    ] {
        // In two parts, as slow lines deliver it; the first must not wait for the second.
        let (head, tail) = reply.split_at(reply.len() / 2);
        let say = |part: &str| {
            let count = part.len();
            format!("dd bs=1 count={count} 2>/dev/null | od -An -v -tx1 | tr -d ' \\n'; echo;")
        };
        let script = format!(
            "stty raw -echo; printf '%s' \"$1\"; {} {}",
            say(head),
            say(tail)
        );
        let mut term = Term::start(&wrapped(&["sh", "-c", &script, "sh", query]));
        term.wait_for(query);
        for part in [head, tail] {
            term.send(part);
            let hex: String = part.bytes().map(|b| format!("{b:02x}")).collect();
            term.wait_for(&hex);
        }
    }
}

#[test]
fn long_strings_pass_unchanged_in_constant_memory() {
    for (start, end) in [
        ("\x1b]52;c;", "\x07"),
        ("\x1bPq", "\x1b\\"),
        ("\x1b_G", "\x1b\\"),
        ("\x1bPtmux;", "\x1b\\"),
    ] {
        let script = "stty -opost; printf '%s' \"$1\"; head -c 5000000 /dev/zero | tr '\\0' A; printf '%s' \"$2\"; read x";
        let mut term = Term::start(&wrapped(&["sh", "-c", script, "sh", start, end]));
        term.wait_for(start);
        let middle = term.wait_for(end);
        assert!(
            middle.len() == 5 * MEGA && middle.bytes().all(|b| b == b'A'),
            "{} bytes",
            middle.len()
        );
        let status = std::fs::read_to_string(format!("/proc/{}/status", term.pid())).unwrap();
        assert!(field(&status, "VmHWM:") < 20_000);
    }
}

#[test]
fn every_byte_passes_in_both_directions() {
    let bytes: Vec<u8> = (0..=255).collect();
    let mut term = Term::start(&wrapped(&[
        "sh",
        "-c",
        "stty raw -echo; echo up; dd bs=1 count=256 2>/dev/null; echo done",
    ]));
    term.wait_for("up");
    term.forget();
    term.send_bytes(&bytes);
    while find(&term.shown, b"done").is_none() {
        assert!(term.read_for(Duration::from_secs(30)) > 0 || find(&term.shown, b"done").is_some());
    }
    let at = find(&term.shown, &bytes);
    assert!(at.is_some(), "{:?}", term.shown);
}

#[test]
fn a_foreign_descriptor_stays_blocking() {
    // The shell around us shares its descriptors with us.
    let script = r#""$@"; grep flags /proc/self/fdinfo/0 /proc/self/fdinfo/1; echo END; read gone"#;
    let mut term = Term::script(script, &wrapped(&["true"]));
    let flags = term.wait_for("END");
    for line in flags.lines().filter(|l| l.contains("flags")) {
        let octal = u32::from_str_radix(line.split_whitespace().last().unwrap(), 8).unwrap();
        assert_eq!(octal & libc::O_NONBLOCK as u32, 0, "{line}");
    }
}

#[test]
fn a_pause_comes_once_when_it_is_asked_for_and_not_while_nothing_happens() {
    let mut words = vec![relay()];
    words.extend(plain(&[
        "sh",
        "-c",
        "stty -echo; echo a; read x; echo b; read x",
    ]));
    let mut term = Term::prepared(&words, SIZE, |c| {
        c.env("RELAY_PAUSE", "1");
    });
    term.wait_for("a\r\n<pause>");
    assert_idle(&mut term);
    term.send("\n");
    assert_eq!(term.wait_for("<pause>"), "b\r\n");
    assert_idle(&mut term);
    assert_eq!(find(&term.shown, b"<pause><pause>"), None);
}

#[test]
fn an_echo_goes_out_before_the_pause() {
    let mut words = vec![relay()];
    words.extend(plain(&["sh", "-c", "stty raw -echo; printf up; exec cat"]));
    let mut term = Term::prepared(&words, SIZE, |c| {
        c.env("RELAY_PAUSE", "1");
    });
    term.wait_for("up<pause>");
    for key in 'a'..='z' {
        term.send(&key.to_string());
        assert_eq!(term.wait_for("<pause>"), key.to_string());
    }
}
