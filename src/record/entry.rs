//! Events on their way to the file, as they came.

use std::io::Write;

use crate::cast::text;

/// Memory that is kept for the next events; more than that was needed for a slow file.
const KEPT: usize = 512 << 10;

/// Events one after the other: their data are one piece of memory.
#[derive(Debug, Default)]
pub(super) struct Entries {
    heads: Vec<Head>,
    data: Vec<u8>,
}

#[derive(Debug)]
struct Head {
    passed: u64,
    code: char,
    length: usize,
}

/// One event.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    /// Microseconds after the event before.
    passed: u64,
    code: char,
    data: &'a [u8],
}

impl Entries {
    pub(super) fn push(&mut self, passed: u64, code: char, data: &[u8]) {
        let length = data.len();
        self.heads.push(Head {
            passed,
            code,
            length,
        });
        self.data.extend_from_slice(data);
    }

    /// The memory that they take, in bytes.
    pub(super) fn size(&self) -> usize {
        self.data.len() + self.heads.len() * size_of::<Head>()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.heads.clear();
        self.data.clear();
        self.data.shrink_to(KEPT);
        self.heads.shrink_to(KEPT / size_of::<Head>());
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Entry<'_>> {
        let mut rest = self.data.as_slice();
        self.heads.iter().map(move |head| {
            let (data, after) = rest.split_at(head.length);
            rest = after;
            Entry {
                passed: head.passed,
                code: head.code,
                data,
            }
        })
    }
}

impl Entry<'_> {
    /// Appends its line.
    pub(super) fn print(&self, out: &mut Vec<u8>) {
        let (seconds, micros) = (self.passed / 1_000_000, self.passed % 1_000_000);
        // Writing to memory does not fail.
        let _ = write!(out, "[{seconds}.{micros:06},\"{}\",", self.code);
        text::encode(self.data, out);
        out.extend_from_slice(b"]\n");
    }
}
