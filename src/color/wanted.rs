//! Whether colours are wanted.

use std::ffi::OsString;

/// What a flag says of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The environment decides.
    Auto,
    /// Whatever it says.
    Always,
    /// Not at all.
    Never,
}

/// Whether colours are wanted. The first that says anything decides:
///
/// 1. the flag;
/// 2. `NO_COLOR`, if it is not empty: no (<https://no-color.org>);
/// 3. `FORCE_COLOR` and `CLICOLOR_FORCE`, if not empty: no for `0` and `false`, yes for all else
///    (<https://force-color.org>, <https://bixense.com/clicolors>);
/// 4. `CLICOLOR=0`: no;
/// 5. yes on a terminal whose `TERM` is not `dumb`.
pub fn wanted(when: When, variable: impl Fn(&str) -> Option<OsString>, terminal: bool) -> bool {
    decided(when, variable, terminal).0
}

/// The same, and what has decided it.
pub fn decided(
    when: When,
    variable: impl Fn(&str) -> Option<OsString>,
    terminal: bool,
) -> (bool, &'static str) {
    match when {
        When::Always => return (true, "--color=always"),
        When::Never => return (false, "--color=never"),
        When::Auto => {}
    }
    let said = |name: &str| variable(name).filter(|v| !v.is_empty());
    if said("NO_COLOR").is_some() {
        return (false, "NO_COLOR");
    }
    for name in ["FORCE_COLOR", "CLICOLOR_FORCE"] {
        if let Some(forced) = said(name) {
            return (forced != "0" && forced != "false", name);
        }
    }
    if said("CLICOLOR").is_some_and(|v| v == "0") {
        return (false, "CLICOLOR");
    }
    if variable("TERM").is_some_and(|term| term == "dumb") {
        return (false, "TERM");
    }
    (
        terminal,
        if terminal {
            "a terminal"
        } else {
            "no terminal"
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_says_anything_decides() {
        use When::{Always, Auto, Never};
        type Case<'a> = (When, &'a [(&'a str, &'a str)], bool, bool);
        let table: [Case<'_>; 24] = [
            (Auto, &[], true, true),
            (Auto, &[], false, false),
            (Auto, &[("TERM", "xterm-256color")], true, true),
            (Auto, &[("TERM", "dumb")], true, false),
            (Auto, &[("NO_COLOR", "")], true, true),
            (Auto, &[("NO_COLOR", "1")], true, false),
            (Auto, &[("NO_COLOR", "0")], true, false),
            (
                Auto,
                &[("NO_COLOR", "1"), ("FORCE_COLOR", "1")],
                true,
                false,
            ),
            (
                Auto,
                &[("NO_COLOR", ""), ("FORCE_COLOR", "1"), ("TERM", "dumb")],
                true,
                true,
            ),
            (Auto, &[("FORCE_COLOR", "1")], false, true),
            (Auto, &[("FORCE_COLOR", "0")], true, false),
            (Auto, &[("FORCE_COLOR", "false")], true, false),
            (Auto, &[("FORCE_COLOR", "")], false, false),
            (
                Auto,
                &[("FORCE_COLOR", "0"), ("CLICOLOR_FORCE", "1")],
                true,
                false,
            ),
            (Auto, &[("CLICOLOR_FORCE", "1")], false, true),
            (Auto, &[("CLICOLOR_FORCE", "0")], true, false),
            (
                Auto,
                &[("CLICOLOR_FORCE", "1"), ("CLICOLOR", "0")],
                true,
                true,
            ),
            (Auto, &[("CLICOLOR", "0")], true, false),
            (Auto, &[("CLICOLOR", "1")], true, true),
            (Auto, &[("CLICOLOR", "1")], false, false),
            (Always, &[("NO_COLOR", "1"), ("TERM", "dumb")], true, true),
            (Always, &[("FORCE_COLOR", "0")], false, true),
            (Never, &[("FORCE_COLOR", "1")], true, false),
            (Never, &[], true, false),
        ];
        for (when, pairs, terminal, expected) in table {
            let variable = |name: &str| {
                let pair = pairs.iter().find(|(n, _)| *n == name);
                pair.map(|(_, v)| OsString::from(v))
            };
            assert_eq!(
                wanted(when, variable, terminal),
                expected,
                "{when:?} {pairs:?} {terminal}"
            );
        }
    }
}
