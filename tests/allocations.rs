//! In the steady state nothing is allocated per token outside regions, and no more than it is now inside. In a test program of
//! its own, for it counts what the whole program allocates.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(unsafe_code, reason = "a global allocator that counts")]

#[path = "../benches/mixed/mod.rs"]
mod mixed;

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use shade_pty::{Fill, Options, Profile, ShadedWriter, Size};

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: all is done by the system's allocator, under its own rules.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller keeps the rules of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the rules of `dealloc`, and `pointer` came from `System`.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller keeps the rules of `realloc`, and `pointer` came from `System`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations for 100 tokens, at most: outside, buffers that still grow; inside, what judging and painting rows takes. That
/// is to come down to the same.
const OUTSIDE: usize = 1;
const INSIDE: usize = 200;

/// What a session reads at a time under load.
const BURST: usize = 1 << 16;

/// Allocations for the log after it went through once, and its tokens.
fn allocations(first: &[u8], log: &[u8]) -> (usize, usize) {
    let options = Options {
        size: Size {
            cols: 100,
            rows: 40,
        },
        profile: Profile::built_in("claude").unwrap(),
        background: Some("236".parse().unwrap()),
        fill: Fill::Terminal,
        extend_across_tool_calls: true,
        hidden: Default::default(),
        from_home: true,
        repair: true,
        fault: None,
    };
    let mut writer = ShadedWriter::new(std::io::sink(), options);
    writer.write_all(first).unwrap();
    let mut play = || {
        for burst in log.chunks(BURST) {
            writer.write_all(burst).unwrap();
            writer.take_spans();
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

/// One test, for the count is the whole program's.
#[test]
fn allocations_per_token_stay_in_their_limits() {
    let log = mixed::log(1 << 20);
    for (first, limit) in [(&b""[..], OUTSIDE), (b"<think>\r\n", INSIDE)] {
        let (allocations, tokens) = allocations(first, &log);
        assert!(
            allocations * 100 <= tokens * limit,
            "behind {first:?}: {allocations} allocations for {tokens} tokens"
        );
    }
}
