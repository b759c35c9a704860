//! The thread that writes a recording, and the queue towards it.
//!
//! The session hands over bytes and their times, which is a copy; making text of them and writing it is done beside it. The
//! thread waits for news without a time limit, gathers what comes within [`GATHERED`] and writes that as a whole, so the
//! session wakes it once for a burst, and the file is never further behind than that, whatever else the session waits for.
//! Where no thread can be had, the session writes each event itself.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{SigSet, SigmaskHow};

use super::entry::Entries;

/// How long events are gathered before they are written.
const GATHERED: Duration = Duration::from_millis(20);

/// Bytes that are enough for being written at once: larger pieces are no cheaper.
const ENOUGH: usize = 128 << 10;

/// Bytes that may wait. Beyond, the session waits for the file: it may be slow, and nothing shall be lost.
const LIMIT: usize = 1 << 20;

/// How long a file that takes nothing is waited for: a disk may have to spin up first, and a network to come back.
const PATIENCE: Duration = Duration::from_secs(10);

/// How much text is put together before it is written: it still is in the processor's cache then.
const PIECE: usize = 64 << 10;

/// The stack of the thread, which calls little.
const STACK: usize = 256 << 10;

/// The session's side.
#[derive(Debug)]
pub(super) struct Writer {
    shared: Arc<Shared>,
    /// What the session writes itself, if there is no thread.
    own: Option<Output>,
}

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    /// Something for the thread to do.
    news: Condvar,
    /// The thread has done something.
    progress: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: Entries,
    /// What the thread is at.
    thread: Doing,
    /// It shall not gather any longer.
    hurry: bool,
    /// Nothing will follow.
    closed: bool,
    /// Counts what was written: whether the file takes something.
    pieces: u64,
    fault: Option<io::Error>,
    /// There was a fault, told or not: nothing is taken any more.
    failed: bool,
}

/// What the thread is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Doing {
    /// It waits for the first event.
    #[default]
    Nothing,
    /// It waits for more to come.
    Gathering,
    /// It writes, and will look for more afterwards.
    Writing,
}

impl Writer {
    /// Starts the thread. `written` bytes are in the file. Forks must have been made by then: their children would have the
    /// queue without the thread.
    pub(super) fn start(file: Arc<File>, written: u64) -> Writer {
        let shared = Arc::new(Shared::default());
        let output = |file| Output {
            file,
            written,
            text: Vec::new(),
        };
        let (theirs, mut thread_output) = (shared.clone(), output(file.clone()));
        let started = without_signals(|| {
            thread::Builder::new()
                .name("recording".to_owned())
                .stack_size(STACK)
                .spawn(move || theirs.serve(&mut thread_output))
        });
        Writer {
            shared,
            own: started.is_err().then(|| output(file)),
        }
    }

    /// Takes an event, `passed` microseconds after the one before.
    pub(super) fn event(&mut self, passed: u64, code: char, data: &[u8]) {
        let mut queue = self.shared.lock();
        if queue.failed {
            return;
        }
        queue.waiting.push(passed, code, data);
        if let Some(output) = &mut self.own {
            let result = output.write(&queue.waiting, || {});
            queue.waiting.clear();
            return queue.note(result);
        }
        let enough = queue.waiting.size() >= ENOUGH;
        match queue.thread {
            Doing::Nothing => self.shared.wake(&mut queue),
            Doing::Gathering if enough => self.shared.wake(&mut queue),
            Doing::Gathering | Doing::Writing => {}
        }
        if queue.waiting.size() >= LIMIT {
            let took_all = |q: &Queue| q.failed || q.waiting.is_empty();
            queue = self.shared.wait(queue, PATIENCE, took_all);
            if !took_all(&queue) {
                queue.fail(stuck());
            }
        }
    }

    /// Waits until all is in the file, but no longer than that for a file that takes nothing.
    pub(super) fn settle(&self, patience: Duration) {
        let mut queue = self.shared.lock();
        if self.own.is_none() && !queue.is_idle() {
            queue.hurry = true;
            self.shared.news.notify_one();
            queue = self.shared.wait(queue, patience, Queue::is_idle);
            queue.hurry = false;
        }
    }

    /// All is said. Tells what went wrong, if something did.
    pub(super) fn close(&self) -> Option<io::Error> {
        self.shared.lock().closed = true;
        self.settle(PATIENCE);
        let mut queue = self.shared.lock();
        self.shared.news.notify_one();
        if !queue.is_idle() {
            queue.fail(stuck());
        }
        queue.fault.take()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // A session that could not go on has its last events all the same.
        self.close();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing in there is ever left half done.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the thread of news, once.
    fn wake(&self, queue: &mut Queue) {
        queue.thread = Doing::Writing;
        self.news.notify_one();
    }

    /// Waits for the thread, as long as something is written now and then.
    fn wait<'a>(
        &'a self,
        mut queue: MutexGuard<'a, Queue>,
        patience: Duration,
        done: impl Fn(&Queue) -> bool,
    ) -> MutexGuard<'a, Queue> {
        let mut deadline = Instant::now() + patience;
        while !done(&queue) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let pieces = queue.pieces;
            let waited = self.progress.wait_timeout(queue, left);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
            if queue.pieces != pieces {
                deadline = Instant::now() + patience;
            }
        }
        queue
    }

    /// The thread's life.
    fn serve(&self, output: &mut Output) {
        let mut taken = Entries::default();
        while self.take(&mut taken) {
            let result = output.write(&taken, || {
                self.lock().pieces += 1;
                self.progress.notify_all();
            });
            taken.clear();
            self.lock().note(result);
        }
    }

    /// Waits for events, and a moment longer for more of them. `false` at the end.
    fn take(&self, taken: &mut Entries) -> bool {
        let mut queue = self.lock();
        if queue.waiting.is_empty() {
            queue.thread = Doing::Nothing;
            self.progress.notify_all();
        }
        while queue.waiting.is_empty() {
            if queue.closed || queue.failed {
                return false;
            }
            queue = self
                .news
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
        queue.thread = Doing::Gathering;
        let more = |q: &mut Queue| !(q.hurry || q.closed || q.waiting.size() >= ENOUGH);
        let waited = self.news.wait_timeout_while(queue, GATHERED, more);
        queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        queue.thread = Doing::Writing;
        std::mem::swap(taken, &mut queue.waiting);
        self.progress.notify_all();
        true
    }
}

impl Queue {
    /// All is in the file, as far as it will ever be.
    fn is_idle(&self) -> bool {
        self.failed || (self.waiting.is_empty() && self.thread == Doing::Nothing)
    }

    fn note(&mut self, result: io::Result<()>) {
        if let Err(e) = result {
            self.fail(e);
        }
    }

    /// The first fault is the one that is told.
    fn fail(&mut self, fault: io::Error) {
        if !std::mem::replace(&mut self.failed, true) {
            self.fault = Some(fault);
        }
        self.waiting.clear();
    }
}

/// The file, and what is on its way there.
#[derive(Debug)]
struct Output {
    file: Arc<File>,
    /// Bytes of whole events that are in the file.
    written: u64,
    text: Vec<u8>,
}

impl Output {
    /// Writes events, whole lines at a time; `after` is called after each write.
    fn write(&mut self, entries: &Entries, after: impl Fn()) -> io::Result<()> {
        let mut entries = entries.iter().peekable();
        while let Some(entry) = entries.next() {
            entry.print(&mut self.text);
            if self.text.len() < PIECE && entries.peek().is_some() {
                continue;
            }
            let result = self.file.as_ref().write_all(&self.text);
            match result {
                Ok(()) => self.written += self.text.len() as u64,
                // Half an event is worse than none. A device has no length to set.
                Err(_) => drop(self.file.set_len(self.written)),
            }
            self.text.clear();
            result?;
            after();
        }
        Ok(())
    }
}

fn stuck() -> io::Error {
    let told = format!("it has taken nothing for {} seconds", PATIENCE.as_secs());
    io::Error::new(io::ErrorKind::TimedOut, told)
}

/// Signals are the session's business: what starts in here never gets one.
fn without_signals<R>(start: impl FnOnce() -> R) -> R {
    let old = SigSet::all().thread_swap_mask(SigmaskHow::SIG_SETMASK);
    let result = start();
    if let Ok(old) = old {
        let _ = old.thread_set_mask();
    }
    result
}
