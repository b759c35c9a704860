//! What proc(5) tells of processes, and signals to them.

use nix::libc;

use super::until;

/// The state letter of a process (proc(5)): R, S, T, Z; `None`: gone.
pub(crate) fn state(pid: i32) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(") ")?.1.chars().next()
}

/// Whether a process is gone, but for its zombie.
pub(crate) fn is_gone(pid: i32) -> bool {
    matches!(state(pid), None | Some('Z' | 'X'))
}

/// Children of a process (proc(5)).
pub(crate) fn children(pid: i32) -> Vec<i32> {
    let list =
        std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    list.split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// A number in proc(5)'s status file.
pub(crate) fn field(status: &str, name: &str) -> u64 {
    let line = status.lines().find(|l| l.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// How often a process went to sleep so far.
pub(crate) fn sleeps(pid: i32) -> u64 {
    field(
        &std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap(),
        "voluntary_ctxt_switches:",
    )
}

/// The time a process has used, in clock ticks (proc(5): utime and stime).
pub(crate) fn cpu_ticks(pid: i32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields = stat.rsplit_once(") ").unwrap().1.split(' ').skip(11);
    fields.take(2).map(|n| n.parse::<u64>().unwrap()).sum()
}

/// A process's parent.
pub(crate) fn parent(pid: i32) -> i32 {
    field(
        &std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap(),
        "PPid:",
    ) as i32
}

/// Monitor and command below a wrapper, once both are there.
pub(crate) fn family(front: i32) -> (i32, i32) {
    until("monitor and command are there", || {
        let monitor = *children(front).first()?;
        Some((monitor, *children(monitor).first()?))
    })
}

/// Sends a signal.
pub(crate) fn kill(pid: i32, signal: i32) {
    // SAFETY: plain numbers.
    unsafe { libc::kill(pid, signal) };
}

/// A process's session (proc(5)).
pub(crate) fn session(pid: i32) -> Option<i32> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    fields.split(' ').nth(3)?.parse().ok()
}

/// The processes below this one.
pub(crate) fn below(pid: i32) -> Vec<i32> {
    let mut all = children(pid);
    let mut at = 0;
    while at < all.len() {
        all.extend(children(all[at]));
        at += 1;
    }
    all
}

/// Waits until nothing below a process runs: what has just said something waits for signals or input by then.
pub(crate) fn until_all_sleep(pid: i32) {
    until("all sleep", || {
        let all = below(pid);
        let asleep = |pid: &i32| state(*pid) == Some('S');
        (!all.is_empty() && all.iter().all(asleep)).then_some(())
    });
}

/// All processes there are.
pub(crate) fn all_processes() -> Vec<i32> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect()
}
