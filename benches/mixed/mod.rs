//! A log as agents and their tools print it, always the same: text, builds, tests, progress, diffs, tables.

const WORDS: [&str; 12] = [
    "the", "parser", "reads", "a", "line", "and", "keeps", "what", "remains", "until", "next",
    "call",
];

/// So many bytes of it, rounded up to a whole line.
pub(crate) fn log(size: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(size + 256);
    let mut random = Random(7);
    for n in 0.. {
        if out.len() >= size {
            break;
        }
        out.extend_from_slice(line(n, &mut random).as_bytes());
        out.extend_from_slice(b"\r\n");
    }
    out
}

fn line(n: usize, random: &mut Random) -> String {
    let length = 4 + random.below(14);
    let text: Vec<&str> = (0..length)
        .map(|_| WORDS[random.below(WORDS.len())])
        .collect();
    let text = text.join(" ");
    match random.below(20) {
        0..8 => text,
        8..11 => format!(
            "\x1b[32m   Compiling\x1b[0m crate-{n} v0.{}.{}",
            n % 9,
            n % 17
        ),
        11..14 => format!("test module::case_{n} ... \x1b[32mok\x1b[0m"),
        14 => format!(
            "\r\x1b[2K\x1b[36m 10%\x1b[0m ##\r\x1b[2K\x1b[36m{:3}%\x1b[0m #########",
            n % 100
        ),
        15..17 => format!(
            "\x1b[31m- let x = {n};\x1b[0m\r\n\x1b[32m+ let x = {};\x1b[0m",
            n + 1
        ),
        17..19 => format!("  {text} – {n} 行"),
        _ => format!(
            "\x1b[1m{n:>7}\x1b[0m │ \x1b[38;5;{}m{text}\x1b[0m │",
            n % 256
        ),
    }
}

/// Knuth's MMIX generator: nothing depends on its quality.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}
