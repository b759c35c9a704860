//! A few bytes that a forked copy of this process can read, also after this one was killed.

use std::io;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

use nix::libc;

/// Bytes of one text; there are two, so that one is whole at every instant.
const CAPACITY: usize = 2048;

/// What the memory holds. All-zero is a valid one: an empty text.
#[repr(C)]
struct Page {
    /// The lowest bit says which text holds, the others its length.
    present: AtomicU32,
    texts: [[u8; CAPACITY]; 2],
}

/// The memory, mapped shared (mmap(2)): a fork sees what is written later. One process writes, its fork reads.
#[derive(Debug)]
pub(crate) struct Shared {
    page: NonNull<Page>,
}

impl Shared {
    /// Two handles of the same memory: the writer's, and the one for the fork.
    pub(crate) fn new() -> io::Result<(Shared, Shared)> {
        // SAFETY: a new anonymous mapping overlaps nothing; the arguments are plain numbers.
        let memory = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                size_of::<Page>(),
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED | libc::MAP_ANON,
                -1,
                0,
            )
        };
        if memory == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let page = NonNull::new(memory.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok((Shared { page }, Shared { page }))
    }

    /// Puts a text there. One that is too long counts as none.
    pub(crate) fn set(&mut self, text: &[u8]) {
        let text = Some(text).filter(|t| t.len() <= CAPACITY).unwrap_or(&[]);
        // SAFETY: the mapping is never undone and page-aligned, all of it is zeros or was written here. The text that
        // does not hold is written by this one handle only, and read by nobody before `present` says so.
        unsafe {
            let page = self.page.as_ptr();
            let other = !(*page).present.load(Ordering::Relaxed) & 1;
            let target = (&raw mut (*page).texts[other as usize]).cast::<u8>();
            std::ptr::copy_nonoverlapping(text.as_ptr(), target, text.len());
            let length = (text.len() as u32) << 1;
            (*page).present.store(length | other, Ordering::Release);
        }
    }

    /// The text, to be asked for once the writer is gone. Async-signal-safe.
    pub(crate) fn get(&self) -> &[u8] {
        // SAFETY: as above; the writer is gone, so nothing changes while the slice lives. The length is one that
        // `set` has checked.
        unsafe {
            let page = self.page.as_ptr();
            let present = (*page).present.load(Ordering::Acquire);
            let text = (&raw const (*page).texts[(present & 1) as usize]).cast::<u8>();
            std::slice::from_raw_parts(text, (present >> 1) as usize)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_text_holds() {
        let (mut ours, theirs) = Shared::new().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(theirs.get(), b"");
        for text in ["one", "two, longer", "", "four"] {
            ours.set(text.as_bytes());
            assert_eq!(theirs.get(), text.as_bytes());
        }
        ours.set(&[b'x'; CAPACITY + 1]);
        assert_eq!(theirs.get(), b"");
    }
}
