//! A control sequence's shape and its parameters (ECMA-48 5.4, ITU-T T.416 for the colon).

/// What kind of control sequence a token is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Csi {
    /// The private marker, one of `<`, `=`, `>`, `?`; 0 for none.
    pub prefix: u8,
    /// The last intermediate byte, 0 for none.
    pub intermediate: u8,
    /// The final byte.
    pub action: u8,
    /// C0 controls stand inside; they act before the sequence does.
    pub controls: bool,
    /// A parameter byte stands where it must not: terminals ignore the sequence.
    pub malformed: bool,
}

impl Csi {
    /// Whether it is this plain sequence, without private marker and intermediates.
    pub fn is(&self, action: u8) -> bool {
        self.action == action && self.prefix == 0 && self.intermediate == 0 && !self.malformed
    }

    /// Whether it sets graphic rendition.
    pub fn is_sgr(&self) -> bool {
        self.is(b'm')
    }

    /// The parameter bytes of a whole sequence `CSI … final`, without marker and intermediates. Controls inside are left in;
    /// [`Params`] passes over them.
    pub fn params<'a>(&self, sequence: &'a [u8]) -> &'a [u8] {
        let from = 2 + usize::from(self.prefix != 0);
        let body = sequence
            .get(from..sequence.len().saturating_sub(1))
            .unwrap_or_default();
        let end = body
            .iter()
            .position(|b| (0x20..0x30).contains(b))
            .unwrap_or(body.len());
        &body[..end]
    }
}

/// Iterates over parameters: `(value, whether a colon joins it to the one before)`; a missing value is `None`.
#[derive(Clone, Debug)]
pub struct Params<'a> {
    rest: Option<&'a [u8]>,
    colon: bool,
}

impl<'a> Params<'a> {
    /// Over the bytes that [`Csi::params`] gives.
    pub fn new(bytes: &'a [u8]) -> Self {
        Params {
            rest: Some(bytes),
            colon: false,
        }
    }

    /// The first parameter, or `default` where it is missing or 0 (the rule for counts and positions).
    pub fn count(bytes: &'a [u8]) -> u16 {
        Params::new(bytes)
            .next()
            .and_then(|(v, _)| v)
            .filter(|v| *v > 0)
            .unwrap_or(1)
    }
}

impl Iterator for Params<'_> {
    type Item = (Option<u16>, bool);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest?;
        let end = rest.iter().position(|b| matches!(b, b';' | b':'));
        let field = &rest[..end.unwrap_or(rest.len())];
        let colon = self.colon;
        self.colon = end.is_some_and(|e| rest[e] == b':');
        self.rest = end.map(|e| &rest[e + 1..]);
        let mut value = None;
        for digit in field.iter().filter(|b| b.is_ascii_digit()) {
            value = Some(
                value
                    .unwrap_or(0u16)
                    .saturating_mul(10)
                    .saturating_add(u16::from(digit - b'0')),
            );
        }
        Some((value, colon))
    }
}
