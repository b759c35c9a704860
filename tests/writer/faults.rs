//! A fault of our own: from then on the child's bytes pass as they are.

use shade_pty::shade::Fault;

use super::*;

#[test]
fn a_fault_in_any_part_lets_everything_of_the_child_through() {
    for fault in [Fault::Matcher, Fault::Model, Fault::Painter] {
        let options = Options {
            fault: Some(fault),
            ..options("generic", WIDE)
        };
        let mut session = Session::new(options);
        session
            .write(b"<think>\r\nIN1 a\r\n")
            .pause()
            .write(b"IN2\r\n</think>\r\nOUT3")
            .pause();
        let run = session.finish();
        assert!(run.fault.is_some(), "{fault:?} is not told");
        for kind in Kind::ALL {
            let (raw, shaded) = (kind.show(WIDE, &run.child), kind.show(WIDE, &run.output));
            let found = compare_at_end(&raw, &shaded, SHADE);
            assert!(found.is_empty(), "{fault:?} {found:?}");
        }
    }
}
