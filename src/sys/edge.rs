//! Keys that arrive on a terminal while it is somebody else's.
//!
//! A job that runs in the background is not told when it is brought to the foreground (bash sends SIGCONT only to one that
//! was stopped). `poll` on the terminal would say so at the next key, but also for each key that is not ours, for as long as
//! nobody reads it: a loop. Edge-triggered, each arrival is told once.
//!
//! Linux: epoll(7). Elsewhere nobody tells (kqueue's EV_CLEAR does not work on macOS's terminals): there such a job gets
//! its keys once it is continued, or stopped by reading.

use std::os::fd::BorrowedFd;

#[cfg(target_os = "linux")]
mod imp {
    use std::os::fd::{AsFd, BorrowedFd};

    use nix::sys::epoll::{Epoll, EpollCreateFlags, EpollEvent, EpollFlags, EpollTimeout};

    /// Becomes readable with each arrival.
    #[derive(Debug)]
    pub(crate) struct Edge(Epoll);

    impl Edge {
        pub(super) fn open(terminal: BorrowedFd<'_>) -> Option<Edge> {
            let epoll = Epoll::new(EpollCreateFlags::EPOLL_CLOEXEC).ok()?;
            let arrivals = EpollFlags::EPOLLIN | EpollFlags::EPOLLET;
            epoll.add(terminal, EpollEvent::new(arrivals, 0)).ok()?;
            Some(Edge(epoll))
        }

        /// Takes note of what has arrived so far.
        pub(crate) fn clear(&self) {
            let _ = self.0.wait(&mut [EpollEvent::empty()], EpollTimeout::ZERO);
        }
    }

    impl AsFd for Edge {
        fn as_fd(&self) -> BorrowedFd<'_> {
            self.0.0.as_fd()
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod imp {
    use std::convert::Infallible;
    use std::os::fd::{AsFd, BorrowedFd};

    /// There is none.
    #[derive(Debug)]
    pub(crate) struct Edge(Infallible);

    impl Edge {
        pub(super) fn open(_: BorrowedFd<'_>) -> Option<Edge> {
            None
        }

        pub(crate) fn clear(&self) {
            match self.0 {}
        }
    }

    impl AsFd for Edge {
        fn as_fd(&self) -> BorrowedFd<'_> {
            match self.0 {}
        }
    }
}

pub(crate) use imp::Edge;

/// Watches a terminal; `None` where that is impossible.
pub(crate) fn watch(terminal: BorrowedFd<'_>) -> Option<Edge> {
    Edge::open(terminal)
}
