//! Streams that once broke the law, each as small as it gets and named after what it does.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod oracle;

use oracle::judge::{Demands, judge};
use oracle::session::{Session, options};
use shade_pty::Size;

const SIZE: Size = Size { cols: 10, rows: 3 };

/// A session under the generic profile must obey the law.
fn holds(size: Size, act: impl FnOnce(&mut Session)) {
    let mut session = Session::new(options("generic", size));
    act(&mut session);
    let run = session.finish();
    if let Err(faults) = judge(
        &run,
        size,
        Demands {
            no_holes: true,
            sided: false,
        },
    )
    .into_result()
    {
        panic!(
            "{faults}\nchild  {}\noutput {}",
            run.child.escape_ascii(),
            run.output.escape_ascii()
        );
    }
}

fn stream_holds(bytes: &[u8]) {
    holds(SIZE, |session| _ = session.write(bytes));
}

#[test]
fn an_empty_session() {
    stream_holds(b"");
}
