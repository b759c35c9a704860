//! Whether an unfinished line may be a question that waits for the user.

/// What questions hold, in lower case.
const SIGNS: [&str; 14] = [
    "[y/n",
    "(y/n",
    "[yes/no",
    "(yes/no",
    "y/n]",
    "y/n)",
    "[n/y",
    "press enter",
    "press return",
    "press any key",
    "hit enter",
    "password",
    "passphrase",
    "passcode",
];

/// Whether the line asks something, by what it says: then nothing of it is withheld for a moment.
pub(super) fn asks(line: &str) -> bool {
    let line = line.to_lowercase();
    SIGNS.iter().any(|sign| match sign.starts_with("pass") {
        // The word alone is none.
        true => line.contains(sign) && line.trim_end().ends_with(':'),
        false => line.contains(sign),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_known_by_their_words() {
        for line in [
            "Continue? [Y/n] ",
            "Run it? (yes/no)",
            "[sudo] password for me: ",
            "Press ENTER to go on",
            "Passphrase:",
        ] {
            assert!(asks(line), "{line}");
        }
        for line in ["The password is stored in", "yes or no", "", "Why? I do"] {
            assert!(!asks(line), "{line}");
        }
    }
}
