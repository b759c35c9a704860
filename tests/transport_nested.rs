//! shade-pty within shade-pty: on the same terminal the inner one steps aside; on another, inside screen, tmux, script or
//! ssh, it does its work.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use harness::*;
use nix::libc;

#[test]
fn inside_screen_it_is_not_nested() {
    if missing("screen") {
        return;
    }
    let inner = wrapped(&["sh", "-c", "echo in $SHADE_PTY_SESSION end; read gone"]);
    let script = format!(
        "echo out $SHADE_PTY_SESSION end; export SCREENDIR=$(mktemp -d); chmod 700 $SCREENDIR; screen -c /dev/null {}",
        quoted(&inner)
    );
    let mut term = Term::start(&wrapped(&["sh", "-c", &script]));
    term.wait_for("out ");
    let outside = term.wait_for(" end");
    term.wait_for("in ");
    let inside = term.wait_for(" end");
    assert!(inside.starts_with("/dev/pts/") && inside != outside);
    term.send("\n");
    term.wait_for("screen is terminating");
}

#[test]
fn on_our_own_terminal_the_command_takes_our_place_but_not_inside_script() {
    let inner = wrapped(&["sh", "-c", "echo $SHADE_PTY_SESSION"]);
    let script = format!(
        "echo $SHADE_PTY_SESSION; {}; script -qec \"{}\" /dev/null",
        quoted(&inner),
        quoted(&inner).replace('$', "\\$")
    );
    let shown = shown_by(r#""$@""#, &wrapped(&["sh", "-c", &script]));
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 3, "{shown}");
    assert_eq!(lines[0], lines[1], "nested on the same terminal");
    assert_ne!(lines[0], lines[2], "another terminal within");
}

#[test]
fn inside_tmux_it_is_not_nested() {
    if missing("tmux") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("socket");
    let inner = wrapped(&["sh", "-c", "echo in $SHADE_PTY_SESSION end; read gone"]);
    let tmux = format!("tmux -S {} -f /dev/null", socket.display());
    let script = format!(
        "echo out $SHADE_PTY_SESSION end; {tmux} new-session {}",
        quoted(&inner)
    );
    let mut term = Term::start(&wrapped(&["sh", "-c", &script]));
    term.wait_for("out ");
    let outside = term.wait_for(" end");
    term.wait_for("in ");
    let inside = term.wait_for(" end");
    assert!(
        inside.starts_with("/dev/pts/") && inside != outside,
        "{inside}"
    );
    term.send("\n");
    term.wait_for("[exited]");
    term.end();
}

/// An ssh server that a client starts for itself, over a pipe, with keys of its own.
struct Sshd {
    folder: tempfile::TempDir,
}

impl Sshd {
    /// `None`: it cannot be had here.
    fn new() -> Option<Sshd> {
        let server = Sshd::program()?;
        if missing("ssh") || missing("ssh-keygen") {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        for name in ["host", "key"] {
            let mut keygen = Command::new("ssh-keygen");
            keygen.args(["-q", "-t", "ed25519", "-N", "", "-f", &path(name)]);
            assert!(keygen.status().unwrap().success());
        }
        let config = format!(
            "HostKey {}\nAuthorizedKeysFile {}\nStrictModes no\nUsePAM no\nPidFile none\nPermitRootLogin yes\nPrintMotd no\nPrintLastLog no\nAcceptEnv SHADE_PTY_SESSION\n",
            path("host"),
            path("key.pub")
        );
        std::fs::write(folder.path().join("config"), config).unwrap();
        // Where root starts it, it wants this folder, which the system's start-up makes.
        let _ = std::fs::create_dir("/run/sshd");
        let sshd = Sshd { folder };
        let mut words = sshd.client(&plain(&["true"]));
        words.insert(1, "-oBatchMode=yes".to_owned());
        let log = Command::new(&words[0]).args(&words[1..]).output().unwrap();
        if !log.status.success() {
            let reason = String::from_utf8_lossy(&log.stderr).into_owned();
            eprintln!(
                "left out: {} does not let us in: {reason}",
                server.display()
            );
            return None;
        }
        Some(sshd)
    }

    fn program() -> Option<PathBuf> {
        // It insists on being started by its whole path.
        let path = std::env::var_os("PATH").unwrap();
        let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
        let found = folders.map(|folder| folder.join("sshd")).find(|file| {
            file.metadata()
                .is_ok_and(|m| m.permissions().mode() & 0o111 != 0)
        });
        if found.is_none() {
            eprintln!("left out: sshd is not installed");
        }
        found
    }

    /// The client with a command for the far side, which gets a terminal.
    fn client(&self, command: &[String]) -> Vec<String> {
        let file = |name: &str| self.folder.path().join(name).display().to_string();
        let server = format!(
            "ProxyCommand={} -i -f {}",
            Sshd::program().unwrap().display(),
            file("config")
        );
        let mut words = plain(&["ssh", "-F", "none", "-tt", "-i", &file("key")]);
        for option in [
            server.as_str(),
            "IdentitiesOnly=yes",
            "UserKnownHostsFile=/dev/null",
            "StrictHostKeyChecking=no",
            "LogLevel=ERROR",
            "SendEnv=SHADE_PTY_SESSION",
        ] {
            words.extend(plain(&["-o", option]));
        }
        words.extend(plain(&["localhost", &quoted(command)]));
        words
    }
}

/// Says its pid, shows a thought, and its size whenever that changes.
const FAR: &str = r#"trap "echo size \$(stty size)" WINCH; echo pid $$ end; printf "<think>\nhm\n</think>\n"; echo session $SHADE_PTY_SESSION end; echo size $(stty size); while :; do read x && exit 7; done"#;

#[test]
fn inside_ssh_it_shades_follows_the_size_and_gives_the_status() {
    let Some(sshd) = Sshd::new() else { return };
    let far = wrapped(&["sh", "-c", FAR]);
    // The client itself runs inside shade-pty, whose variable comes along.
    let near = wrapped(
        &sshd
            .client(&far)
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>(),
    );
    let mut term = Term::start(&near);
    term.wait_for("pid ");
    let command: i32 = term.wait_for(" end").parse().unwrap();
    let before = term.wait_for("</think>");
    assert!(before.contains("\x1b[48;5;243m"), "not shaded: {before:?}");
    term.wait_for("session ");
    let session = term.wait_for(" end");
    assert!(session.starts_with("/dev/pts/"), "{session}");
    term.wait_for("size 24 80\r\n");
    until("it reads", || (state(command) == Some('S')).then_some(()));
    term.resize(33, 99);
    term.wait_for("size 33 99\r\n");
    term.send("\n");
    assert_eq!(ending(term.end()), "exit 7");
}

#[test]
fn a_connection_that_drops_takes_everything_with_it() {
    let Some(sshd) = Sshd::new() else { return };
    for (victim, script) in [("client", ""), ("server", ""), ("client", "trap : HUP; ")] {
        let far = wrapped(&["sh", "-c", &format!("{script}{FAR}")]);
        let mut term = Term::start(&sshd.client(&far));
        term.wait_for("pid ");
        let command: i32 = term.wait_for(" end").parse().unwrap();
        term.wait_for("size 24 80");
        let monitor = parent(command);
        let front = parent(monitor);
        kill(
            if victim == "client" {
                term.pid()
            } else {
                server_above(front)
            },
            libc::SIGKILL,
        );
        for pid in [command, monitor, front] {
            until("it is gone", || is_gone(pid).then_some(()));
        }
    }
}

/// The server's process for this connection.
fn server_above(mut pid: i32) -> i32 {
    loop {
        pid = parent(pid);
        assert!(pid > 1, "no server above");
        let name = std::fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("comm"));
        if name.unwrap().starts_with("sshd") {
            return pid;
        }
    }
}
