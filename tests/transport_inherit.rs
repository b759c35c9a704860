//! What the command finds is what it would have found without us.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use std::os::unix::process::CommandExt;

use harness::*;
use nix::pty::Winsize;

/// Runs a script wrapped and plain under the same outer script and compares what both show.
fn same(outer: &str, inner: &str) {
    let command = ["sh", "-c", inner];
    let (ours, theirs) = (
        shown_by(outer, &wrapped(&command)),
        shown_by(outer, &plain(&command)),
    );
    assert_eq!(ours, theirs, "{outer} around {inner}");
    assert!(
        !ours.trim().is_empty(),
        "{outer} around {inner} shows nothing"
    );
}

#[test]
fn folder_arguments_and_limits_are_inherited() {
    same(r#"cd /usr/lib; "$@""#, "pwd; echo $PWD");
    same(r#"umask 027; "$@""#, "umask");
    same(r#"ulimit -n 123; ulimit -s 4096; "$@""#, "ulimit -a");
    same(r#"nice -n 5 "$@""#, "nice");
    same(
        r#""$@" a '' 'b c' "$(printf 'd\nf')""#,
        r#"printf '<%s>' "$0" "$@""#,
    );
}

#[test]
fn the_environment_gains_one_variable_that_names_the_pty() {
    let show = |words: &[String]| shown_by(r#"export A=1 B='x y'; "$@""#, words);
    let ours = show(&wrapped(&["env"]));
    let (added, rest): (Vec<&str>, Vec<&str>) = ours
        .lines()
        .partition(|l| l.starts_with("SHADE_PTY_SESSION="));
    let theirs = show(&plain(&["env"]));
    let without = |lines: &mut dyn Iterator<Item = String>| {
        lines.filter(|l| !l.starts_with("_=")).collect::<Vec<_>>()
    };
    assert_eq!(
        without(&mut rest.into_iter().map(str::to_owned)),
        without(&mut theirs.lines().map(str::to_owned))
    );
    assert!(
        added.len() == 1 && added[0].contains("/dev/pts/"),
        "{added:?}"
    );
}

#[test]
fn arguments_need_not_be_utf_8() {
    let shown = shown_by(
        r#""$@" "$(printf '\377\376x')" | od -An -tx1 | tr -d ' \n'"#,
        &wrapped(&["printf", "%s"]),
    );
    assert_eq!(shown, "fffe78");
    let shown = shown_by(
        r#""$@" "$(printf '\377\376x')""#,
        &wrapped(&["sh", "-c", "printf %s \"$0\" | od -An -tx1"]),
    );
    assert_eq!(shown.trim(), "ff fe 78");
}

#[test]
fn another_descriptor_is_inherited() {
    same(
        r#"exec 9</etc/hostname; "$@""#,
        "cat <&9; ls -l /proc/self/fd/9 | grep -o '/etc.*'",
    );
    same(r#""$@""#, "ls /proc/self/fd | tr '\\n' ' '");
}

#[test]
fn another_descriptor_of_the_terminal_is_the_pty_as_well() {
    // Past us, what is written there would come out raw, and two would read the keys.
    same(
        r#"exec 7>&1 8<>/dev/tty; "$@""#,
        "for i in 7 8; do [ -t $i ] && echo to $i >&$i; done; stty -a <&8 | grep -o ' icanon'",
    );
    for wrapping in [true, false] {
        let words = plain(&["sh", "-c", "echo ask >&9; read x <&9; echo got $x"]);
        let script = r#""$@" 9<>/dev/tty; echo END; read gone"#;
        let mut term = Term::script(script, &wrapped_if(&words, wrapping));
        term.wait_for("ask\r\n");
        term.send("answer\n");
        term.wait_for("got answer\r\n");
        term.wait_for("END");
    }
}

#[test]
fn under_nohup_as_unwrapped() {
    let ignored = "grep SigIgn /proc/self/status; exit 3";
    same(r#"nohup "$@" >/dev/tty 2>&1; echo $?"#, ignored);
    same(
        r#"cd $(mktemp -d); nohup "$@" 2>/dev/null; echo $?; cat nohup.out; rm -r $PWD"#,
        ignored,
    );
}

#[test]
fn signal_dispositions_and_mask_are_inherited() {
    let signals = "grep -E 'Sig(Blk|Ign|Cgt)' /proc/self/status | tr '\\n' ' '";
    same(r#""$@""#, &format!("exec {signals}"));
    same(
        r#"trap '' HUP PIPE USR1 TSTP INT; "$@""#,
        &format!("exec {signals}"),
    );
    let show = |words: &[String]| {
        let mut term = Term::prepared(words, SIZE, |command| {
            // SAFETY: async-signal-safe calls only.
            #[allow(unsafe_code)]
            unsafe {
                command.pre_exec(|| {
                    let mut set = nix::sys::signal::SigSet::empty();
                    set.add(nix::sys::signal::Signal::SIGUSR2);
                    set.thread_block()?;
                    nix::libc::signal(nix::libc::SIGPIPE, nix::libc::SIG_IGN);
                    Ok(())
                });
            }
        });
        term.wait_for("SigBlk");
        term.wait_for("SigCgt")
    };
    let command = ["grep", "Sig", "/proc/self/status"];
    let ours = show(&wrapped(&command));
    assert_eq!(ours, show(&plain(&command)));
    assert!(
        ours.contains("800\r\n") && ours.contains("1000\r\n"),
        "{ours}"
    );
}

#[test]
fn a_writer_into_a_closed_pipe_dies_of_sigpipe() {
    same(r#""$@""#, "yes | head -1; echo");
    let shown = shown_by(
        r#""$@""#,
        &wrapped(&[
            "bash",
            "-c",
            "yes | head -1 >/dev/null; echo ${PIPESTATUS[0]}",
        ]),
    );
    assert_eq!(shown, "141\r\n");
}

#[test]
fn the_size_is_right_at_the_first_instruction_with_its_pixels() {
    let size = Winsize {
        ws_row: 31,
        ws_col: 101,
        ws_xpixel: 1111,
        ws_ypixel: 777,
    };
    let mut term = Term::prepared(&wrapped(&[&probe()]), size, |_| {});
    assert_eq!(term.wait_for("\r\n"), "31 101 1111 777");
}

#[test]
fn the_settings_are_those_of_the_terminal() {
    same(
        r#"stty -echo intr ^X erase ^H -ixon tostop; "$@""#,
        "stty -a | grep -v speed",
    );
}

#[test]
fn the_command_leads_the_foreground_group() {
    let asks = "read -r p c s pp pg ss t tp rest </proc/self/stat; [ $pg = $tp ] && echo fg";
    for _ in 0..many(2, 10) {
        let script = r#"for i in $(seq 100); do "$@"; done"#;
        let shown = shown_by(script, &wrapped(&["sh", "-c", asks]));
        assert_eq!(shown, "fg\r\n".repeat(100));
    }
}

/// What a command says about its three descriptors.
const WHO: &str = "for i in 0 1 2; do [ -t $i ] && echo $i:tty || { [ -e /proc/self/fd/$i ] && echo $i:other || echo $i:closed; }; done >&3";

#[test]
fn standard_descriptors_are_what_they_would_be() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().display().to_string();
    for input in ["", "</dev/null", "</etc/passwd", "<&-", "</dev/tty"] {
        for output in ["", ">/dev/null", ">&-", ">/dev/tty"] {
            for errors in ["", "2>/dev/null", "2>&-"] {
                // With a closed descriptor the shell's own next open would take its number.
                let outer = format!(
                    r#": >{path}; exec 3>{path}; "$@" {input} {output} {errors}; exec 3>&-; cat {path}"#
                );
                same(&outer, WHO);
            }
        }
    }
    same(
        &format!(r#": >{path}; exec 3>{path}; echo x | "$@"; exec 3>&-; cat {path}"#),
        WHO,
    );
    same(
        &format!(r#": >{path}; exec 3>{path}; "$@" | cat; exec 3>&-; cat {path}"#),
        WHO,
    );
}

#[test]
fn bytes_go_where_they_would_go() {
    same(r#"printf 'a\nb\n' | "$@""#, "cat; echo end");
    same(r#""$@" 2>/dev/null"#, "echo hidden >&2; echo shown");
    same(r#"(exec 2>&1; "$@") | cat"#, "echo out; echo err >&2");
    same(r#""$@" </dev/null"#, "cat; echo end");
    same(r#"yes | "$@""#, "head -3");
    same(
        r#"exec 4>&1; x=$("$@" 2>&1 >&4); echo "[$x]""#,
        "echo out; echo err >&2",
    );
}

#[test]
fn with_data_on_standard_input_keys_come_from_the_terminal() {
    let words = wrapped(&["sh", "-c", "cat; echo ask; read x </dev/tty; echo got $x"]);
    let mut term = Term::script(r#"echo data | "$@"; echo END; read gone"#, &words);
    term.wait_for("data\r\nask\r\n");
    term.send("answer\n");
    term.wait_for("got answer\r\n");
    term.wait_for("END");
}

#[test]
fn a_writer_notices_that_the_command_has_closed_its_input() {
    // `yes` ends only when nobody holds the pipe any more, us included.
    let words = wrapped(&["sh", "-c", "exec <&-; read go </dev/tty; echo done"]);
    let mut term = Term::script(
        r#"(yes; echo released >&2) | "$@"; echo END; read gone"#,
        &words,
    );
    term.wait_for("released");
    term.send("\n");
    term.wait_for("done");
}

#[test]
fn without_a_terminal_on_standard_output_the_command_takes_our_place() {
    // The pid that the shell started is the command's.
    let shown = shown_by(
        r#""$@" >/tmp/x$$ & wait; [ "$(cat /tmp/x$$)" = $! ] && echo same; rm /tmp/x$$"#,
        &wrapped(&["sh", "-c", "echo $$"]),
    );
    assert_eq!(shown, "same\r\n");
    let shown = shown_by(
        r#""$@" | cat"#,
        &wrapped(&["sh", "-c", "echo ${SHADE_PTY_SESSION-none}"]),
    );
    assert_eq!(shown, "none\r\n");
}

#[test]
fn without_any_terminal_or_size_the_command_takes_our_place() {
    let words = wrapped(&["sh", "-c", "echo ${SHADE_PTY_SESSION-none}"]);
    let output = std::process::Command::new("setsid")
        .args(&words)
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    assert_eq!(
        (output.stdout.as_slice(), output.stderr.as_slice()),
        (&b"none\n"[..], &b""[..])
    );
    let nothing = Winsize {
        ws_row: 0,
        ws_col: 0,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    assert_eq!(
        Term::prepared(&words, nothing, |_| {}).wait_for("\r\n"),
        "none"
    );
}

#[test]
fn a_terminal_that_controls_nobody_is_wrapped_as_well() {
    // As where a container's first process has one.
    let words = wrapped(&["sh", "-c", "echo ${SHADE_PTY_SESSION-none}"]);
    let shown = shown_by(r#"(trap '' HUP; exec setsid -w "$@")"#, &words);
    assert!(shown.starts_with("/dev/pts/"), "{shown}");
}

#[test]
fn without_a_pty_to_be_had_the_command_takes_our_place() {
    // A mount namespace with a devpts of its own, whose only PTY is taken; only root may make one.
    let alone = "mount --make-rprivate / && mount -t devpts -o newinstance,ptmxmode=0666,max=1 devpts /dev/pts && exec 8<>/dev/ptmx";
    let unshare = |script: &str, words: &[String]| {
        let mut all = plain(&["unshare", "-m", "sh", "-c", script, "sh"]);
        all.extend_from_slice(words);
        outcome(&all)
    };
    if missing("unshare") || unshare(alone, &[]).1 != "exit 0" {
        eprintln!("left out: no mount namespace of our own");
        return;
    }
    let words = wrapped(&["sh", "-c", "echo ${SHADE_PTY_SESSION-none}; exit 3"]);
    let (shown, ended) = unshare(&format!(r#"{alone} && exec "$@""#), &words);
    assert_eq!((shown.as_str(), ended.as_str()), ("none\r\n", "exit 3"));
}

/// A cgroup that lets this many processes live in it; removed with the object.
struct Cgroup(std::path::PathBuf);

impl Cgroup {
    fn new(limit: u32) -> Option<Cgroup> {
        let name = format!("shade-pty-test-{}-{limit}", std::process::id());
        let versions = ["/sys/fs/cgroup/pids", "/sys/fs/cgroup"];
        let folder = versions
            .iter()
            .map(|top| std::path::Path::new(top).join(&name))
            .find(|folder| {
                let made = std::fs::create_dir(folder).is_ok();
                let limited =
                    made && std::fs::write(folder.join("pids.max"), limit.to_string()).is_ok();
                if made && !limited {
                    let _ = std::fs::remove_dir(folder);
                }
                limited
            })?;
        Some(Cgroup(folder))
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir(&self.0);
    }
}

#[test]
fn within_a_cgroup_that_is_full_the_command_takes_our_place() {
    // One process: ours. Two: no room for the command below the monitor. Three: all is well.
    for (limit, expected) in [(1, "none"), (2, "none"), (3, "/dev/pts/")] {
        let Some(cgroup) = Cgroup::new(limit) else {
            eprintln!("left out: no cgroup of our own");
            return;
        };
        let join = format!(
            r#"echo $$ >{}/cgroup.procs && exec "$@""#,
            cgroup.0.display()
        );
        let mut all = plain(&["sh", "-c", &join, "sh"]);
        all.extend(wrapped(&[
            "sh",
            "-c",
            "echo ${SHADE_PTY_SESSION-none}; exit 3",
        ]));
        let (shown, ended) = outcome(&all);
        assert!(shown.starts_with(expected), "{limit}: {shown}");
        assert_eq!(shown.lines().count(), 1, "{limit}: {shown}");
        assert_eq!(ended, "exit 3");
    }
}

#[test]
fn without_a_process_to_spare_the_command_takes_our_place() {
    let words = wrapped(&["sh", "-c", "echo ${SHADE_PTY_SESSION-none}"]);
    // No descriptor for a PTY is left.
    let shown = shown_by(r#"(ulimit -n 4; exec "$@")"#, &words);
    assert_eq!(shown.lines().next(), Some("none"));
    if missing("setpriv") {
        return;
    }
    // A limit on processes does not bind root, who may run this. The other user must reach the program.
    let folder = tempfile::tempdir().unwrap();
    let open = <std::fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open).unwrap();
    let copy = folder.path().join("shade-pty");
    std::fs::copy(&words[0], &copy).unwrap();
    let mut words = words;
    words[0] = copy.to_str().unwrap().to_owned();
    for limit in 1..=2 {
        let outer = format!(
            r#"[ $(id -u) = 0 ] && as="setpriv --reuid=65531 --regid=65531 --clear-groups"; $as bash -c 'ulimit -u {limit}; exec "$@"' sh "$@""#
        );
        assert_eq!(shown_by(&outer, &words), "none\r\n", "{limit}");
    }
}

#[test]
fn tty_names_the_pty_on_all_three() {
    let shown = shown_by(
        r#""$@""#,
        &wrapped(&[
            "sh",
            "-c",
            "tty; tty <&1; tty <&2; tty </dev/tty >/dev/null && echo ok",
        ]),
    );
    let lines: Vec<&str> = shown.lines().collect();
    assert!(
        lines[0].starts_with("/dev/pts/") && lines[0] == lines[1] && lines[0] == lines[2],
        "{shown}"
    );
    assert_eq!(lines[3], "ok");
}

#[test]
fn a_reader_notices_that_the_command_has_closed_its_descriptor() {
    let words = wrapped(&["sh", "-c", "echo data >&9; exec 9>&-; read go; echo done"]);
    let script = r#"("$@" 9>&1 >/dev/tty </dev/tty | (cat; echo released >/dev/tty)) 2>&1; echo END; read gone"#;
    let mut term = Term::script(script, &words);
    term.wait_for("released");
    term.send("\n");
    term.wait_for("done");
    term.wait_for("END");
}
