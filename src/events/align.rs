//! Which of the things that stand there now are those that stood there before.

use super::face::{Face, Relation};

/// What a pair is worth that is equal, one that says the same, and one that only stands in the same place.
const EQUAL: u32 = 5;
const STRONG: u32 = 4;
const WEAK: u32 = 1;

/// Above this many pairs only the beginning is compared: a flood has gone by, and little of it stood there before.
const MAX_PAIRS: usize = 100_000;

/// For each new face, which old one it is. Order is kept: the pairs that are worth most together (a longest common
/// subsequence). What only stands in the same place counts where a neighbour says the same.
pub(super) fn align(old: &[&Face], new: &[Face]) -> Vec<Option<usize>> {
    let mut pairs = vec![None; new.len()];
    let new = &new[..new.len().min(MAX_PAIRS / old.len().max(1))];
    let (rows, columns) = (old.len() + 1, new.len() + 1);
    let values: Vec<u32> = old
        .iter()
        .flat_map(|o| new.iter().map(|n| value(o, n)))
        .collect();
    let value_at = |o: usize, n: usize| values[o * new.len() + n];
    // best[o][n]: from old face o and new face n on.
    let mut best = vec![0u32; rows * columns];
    for o in (0..old.len()).rev() {
        for n in (0..new.len()).rev() {
            let both = match value_at(o, n) {
                0 => 0,
                value => value + best[(o + 1) * columns + n + 1],
            };
            let skip = best[(o + 1) * columns + n].max(best[o * columns + n + 1]);
            best[o * columns + n] = both.max(skip);
        }
    }
    let (mut o, mut n) = (0, 0);
    while o < old.len() && n < new.len() {
        let here = best[o * columns + n];
        let value = value_at(o, n);
        if value > 0 && here == value + best[(o + 1) * columns + n + 1] {
            pairs[n] = Some(o);
            (o, n) = (o + 1, n + 1);
        } else if here == best[(o + 1) * columns + n] {
            o += 1;
        } else {
            n += 1;
        }
    }
    let strong = |n: usize, o: usize| value_at(o, n) >= STRONG;
    let alone = old.len() == 1 && new.len() == 1;
    let kept = |n: usize, o: usize| {
        let before = n > 0 && o > 0 && pairs[n - 1] == Some(o - 1) && strong(n - 1, o - 1);
        let after =
            pairs.get(n + 1) == Some(&Some(o + 1)) && n + 1 < new.len() && strong(n + 1, o + 1);
        strong(n, o) || before || after || alone
    };
    (0..pairs.len())
        .map(|n| pairs[n].filter(|&o| kept(n, o)))
        .collect()
}

fn value(old: &Face, new: &Face) -> u32 {
    if old.what != new.what {
        return 0;
    }
    match old.relation(new) {
        Relation::Same if old.len() == new.len() => EQUAL,
        Relation::Same | Relation::Overlap(_) | Relation::Rewritten(_) => STRONG,
        Relation::None if old.may_be(new) => WEAK,
        Relation::None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::What;
    use super::super::draft::Draft;
    use super::*;

    fn face(what: What, text: &str) -> Face {
        Face::of(&Draft {
            what,
            text: text.to_owned(),
            truncated: false,
            region: false,
            rule: None,
            name: None,
            call_id: None,
            status: None,
            progress: None,
        })
    }

    fn aligned(old: &[Face], new: &[Face]) -> Vec<Option<usize>> {
        align(&old.iter().collect::<Vec<_>>(), new)
    }

    #[test]
    fn what_grows_or_is_renamed_stays_what_it_is() {
        use What::{Message, Reasoning, ToolRequest, User};
        let old = [
            face(User, "why"),
            face(Reasoning, "a"),
            face(ToolRequest, "Reading"),
        ];
        let new = [
            face(User, "why"),
            face(Reasoning, "a and b"),
            face(ToolRequest, "Read 1 file"),
            face(Message, "so"),
        ];
        assert_eq!(aligned(&old, &new), [Some(0), Some(1), Some(2), None]);
    }

    #[test]
    fn another_conversation_is_another() {
        use What::{Message, User};
        let old = [face(User, "why"), face(Message, "so")];
        let new = [face(User, "what"), face(Message, "this")];
        assert_eq!(aligned(&old, &new), [None, None]);
    }

    #[test]
    fn what_scrolls_off_leaves_the_rest_in_place() {
        use What::Message;
        let old = [face(Message, "1"), face(Message, "x\ny\nz")];
        let new = [face(Message, "y\nz\nw"), face(Message, "4")];
        assert_eq!(aligned(&old, &new), [Some(1), None]);
    }

    #[test]
    fn another_frame_mark_or_rendering_is_the_same_text() {
        use What::Message;
        for (old, new) in [
            ("⠋ The limit", "* The limit is"),
            (" │ one two\n │ three", " │ one\n │ two three"),
            ("so it is **not", "so it is not what the plan says"),
            (
                "see the plan (https://e)",
                "see the plan (https://example.com/x)",
            ),
        ] {
            assert_eq!(
                aligned(
                    &[face(Message, old), face(Message, "-")],
                    &[face(Message, new)]
                ),
                [Some(0)],
                "{old:?}"
            );
        }
    }
}
