//! In the steady state nothing is allocated per token, outside regions and inside, read or unread; and what a resize takes is
//! given back. In a test program of its own, for it counts what the whole program allocates.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(unsafe_code, reason = "a global allocator that counts")]

#[path = "../benches/mixed/mod.rs"]
mod mixed;

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use shade_pty::{Options, Profile, ShadedWriter, Size};

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);
static LIVE: AtomicUsize = AtomicUsize::new(0);

/// The counts are the whole program's: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

struct Counting;

// SAFETY: all is done by the system's allocator, under its own rules.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        LIVE.fetch_add(layout.size(), Relaxed);
        // SAFETY: the caller keeps the rules of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the rules of `dealloc`, and `pointer` came from `System`.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        LIVE.fetch_add(size, Relaxed);
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the rules of `realloc`, and `pointer` came from `System`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations for 100 tokens, at most: buffers of a burst.
const LIMIT: usize = 1;

/// What a session reads at a time under load.
const BURST: usize = 1 << 16;

fn options(size: Size) -> Options {
    Options::new(
        size,
        Profile::built_in("claude").unwrap(),
        Some("236".parse().unwrap()),
    )
}

/// Allocations for the log after it went through once, and its tokens.
fn allocations(first: &[u8], read_all: bool, log: &[u8]) -> (usize, usize) {
    let size = Size {
        cols: 100,
        rows: 40,
    };
    let mut writer = ShadedWriter::new(std::io::sink(), options(size));
    if read_all {
        writer.read_all();
    }
    writer.write_all(first).unwrap();
    let mut play = || {
        for burst in log.chunks(BURST) {
            writer.write_all(burst).unwrap();
        }
    };
    // Buffers grow to what they need.
    play();
    play();
    let before = ALLOCATIONS.load(Relaxed);
    play();
    let allocations = ALLOCATIONS.load(Relaxed) - before;
    let mut tokens = shade_pty::stream::Tokens::default();
    tokens.feed(log);
    (allocations, tokens.list().len())
}

#[test]
fn allocations_per_token_stay_in_their_limits() {
    let _alone = ALONE.lock();
    let log = mixed::log(1 << 20);
    for (first, read_all) in [
        (&b""[..], false),
        (b"", true),
        (b"<think>\r\n", false),
        (b"<think>\r\n", true),
    ] {
        let (allocations, tokens) = allocations(first, read_all, &log);
        println!("behind {first:?}, read {read_all}: {allocations} for {tokens}");
        assert!(
            allocations * 100 <= tokens * LIMIT,
            "behind {first:?}, all of it read {read_all}: {allocations} allocations for {tokens} tokens"
        );
    }
}

/// What a writer holds, in bytes, after its screen had these sizes in turn.
fn held(screen: &[u8], sizes: &[Size]) -> usize {
    let before = LIVE.load(Relaxed);
    let mut writer = ShadedWriter::new(std::io::sink(), options(sizes[0]));
    for size in sizes {
        writer.resize(*size).unwrap();
        writer.write_all(screen).unwrap();
        writer.write_all(b"<think>\r\nwhy\r\n").unwrap();
    }
    LIVE.load(Relaxed) - before
}

#[test]
fn a_resized_screen_holds_no_more_than_one_of_that_size() {
    let _alone = ALONE.lock();
    let small = Size { cols: 80, rows: 24 };
    let large = Size {
        cols: 249,
        rows: 79,
    };
    for screen in [&b"\x1b[?1049l"[..], b"\x1b[?1049h"] {
        let (at_once, in_turn) = (
            held(screen, &[large; 40]),
            held(screen, &[small, large].repeat(20)),
        );
        let limit = at_once + at_once / 8;
        assert!(
            in_turn < limit,
            "{in_turn} bytes, and {at_once} without resizes"
        );
    }
}
