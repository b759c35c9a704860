//! A colour, its lightness as the eye sees it (Oklab), and the palette that terminals share.

/// A colour in sRGB, 8 bits a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(
    /// Red, green, blue.
    pub [u8; 3],
);

/// A colour in Oklab (Björn Ottosson, <https://bottosson.github.io/posts/oklab/>): lightness from 0 to 1, and two axes of
/// colour. A step of the lightness looks the same everywhere, and hue and chroma stay while only the lightness moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Oklab {
    pub(super) l: f64,
    pub(super) a: f64,
    pub(super) b: f64,
}

/// The steps of a channel in the palette's cube of 6 x 6 x 6 (xterm, 256colres.h).
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The first sixteen as xterm has them. Every user may have others; they only serve to find the nearest.
const FIRST: [[u8; 3]; 16] = [
    [0, 0, 0],
    [205, 0, 0],
    [0, 205, 0],
    [205, 205, 0],
    [0, 0, 238],
    [205, 0, 205],
    [0, 205, 205],
    [229, 229, 229],
    [127, 127, 127],
    [255, 0, 0],
    [0, 255, 0],
    [255, 255, 0],
    [92, 92, 255],
    [255, 0, 255],
    [0, 255, 255],
    [255, 255, 255],
];

impl Rgb {
    /// The colour of a palette number.
    pub fn palette(n: u8) -> Rgb {
        Rgb(match n {
            0..=15 => FIRST[usize::from(n)],
            16..=231 => {
                let n = usize::from(n - 16);
                [CUBE[n / 36], CUBE[n / 6 % 6], CUBE[n % 6]]
            }
            232..=255 => [8 + 10 * (n - 232); 3],
        })
    }

    /// Reads what a terminal answers to OSC 10 or 11: `rgb:RR/GG/BB`, with one to four digits a channel (XParseColor(3)),
    /// `rgba:` with a fourth that is left aside, or `#RRGGBB`.
    pub fn from_answer(text: &[u8]) -> Option<Rgb> {
        let text = std::str::from_utf8(text).ok()?;
        if let Some(digits) = text.strip_prefix('#') {
            let part = |at: usize| channel(digits.get(at..at + 2)?);
            return (digits.len() == 6)
                .then_some(())
                .and_then(|()| Some(Rgb([part(0)?, part(2)?, part(4)?])));
        }
        let (parts, wanted) = match text.strip_prefix("rgba:") {
            Some(parts) => (parts, 4),
            None => (text.strip_prefix("rgb:")?, 3),
        };
        let parts: Vec<u8> = parts.split('/').map(channel).collect::<Option<_>>()?;
        (parts.len() == wanted).then(|| Rgb([parts[0], parts[1], parts[2]]))
    }

    /// Its relative luminance, from 0 to 1 (WCAG 2.2).
    pub fn luminance(self) -> f64 {
        let [r, g, b] = self.0.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// The contrast of two colours, from 1 to 21 (WCAG 2.2). Text needs 4.5.
    pub fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The nearest of the palette numbers from `first` to `last`.
    pub(crate) fn nearest(self, first: u8, last: u8) -> u8 {
        let (mut best, mut least) = (first, f64::INFINITY);
        let own = Oklab::from(self);
        for n in first..=last {
            let distance = own.distance(Oklab::from(Rgb::palette(n)));
            if distance < least {
                (best, least) = (n, distance);
            }
        }
        best
    }
}

/// One to four hexadecimal digits of a channel, scaled to 8 bits.
fn channel(digits: &str) -> Option<u8> {
    let hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
    if !(1..=4).contains(&digits.len()) || !hex {
        return None;
    }
    let (value, most) = (
        u32::from_str_radix(digits, 16).ok()?,
        (1u32 << (4 * digits.len())) - 1,
    );
    u8::try_from((value * 255 + most / 2) / most).ok()
}

/// From sRGB's curve to light (IEC 61966-2-1).
fn linear(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    match c <= 0.04045 {
        true => c / 12.92,
        false => ((c + 0.055) / 1.055).powf(2.4),
    }
}

/// And back; what no screen can show is cut off.
fn curved(light: f64) -> u8 {
    let c = match light <= 0.003_130_8 {
        true => light * 12.92,
        false => 1.055 * light.powf(1.0 / 2.4) - 0.055,
    };
    (c.clamp(0.0, 1.0) * 255.0).round() as u8
}

impl Oklab {
    pub(super) fn distance(self, other: Oklab) -> f64 {
        let parts = [self.l - other.l, self.a - other.a, self.b - other.b];
        parts.iter().map(|p| p * p).sum()
    }
}

impl From<Rgb> for Oklab {
    fn from(color: Rgb) -> Oklab {
        let [r, g, b] = color.0.map(linear);
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        Oklab {
            l: 0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            a: 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            b: 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
        }
    }
}

impl From<Oklab> for Rgb {
    fn from(color: Oklab) -> Rgb {
        let Oklab { l: light, a, b } = color;
        let l = (light + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let m = (light - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let s = (light - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
        Rgb([
            curved(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
            curved(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
            curved(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let table: [(&str, Option<[u8; 3]>); 14] = [
            ("rgb:0000/0000/0000", Some([0, 0, 0])),
            ("rgb:ffff/ffff/ffff", Some([255, 255, 255])),
            ("rgb:1e1e/1e1e/2e2e", Some([0x1e, 0x1e, 0x2e])),
            ("rgb:1e/1e/2e", Some([0x1e, 0x1e, 0x2e])),
            ("rgb:f/0/8", Some([255, 0, 136])),
            ("rgb:fff/000/800", Some([255, 0, 128])),
            ("rgba:1e1e/1e1e/2e2e/8000", Some([0x1e, 0x1e, 0x2e])),
            ("#1e1e2e", Some([0x1e, 0x1e, 0x2e])),
            ("rgb:1e/1e", None),
            ("rgb:1e/1e/2e/ff", None),
            ("rgb:1e/1e/", None),
            ("rgb:11111/1e/2e", None),
            ("rgb:+1/1e/2e", None),
            ("?", None),
        ];
        for (text, color) in table {
            assert_eq!(Rgb::from_answer(text.as_bytes()), color.map(Rgb), "{text}");
        }
    }

    #[test]
    fn oklab_there_and_back() {
        for n in 0..=255 {
            let color = Rgb::palette(n);
            assert_eq!(Rgb::from(Oklab::from(color)), color, "{n}");
        }
        // The worked examples of its author.
        assert!((Oklab::from(Rgb([255; 3])).l - 1.0).abs() < 1e-3);
        assert!((Oklab::from(Rgb([255, 0, 0])).l - 0.628).abs() < 1e-3);
    }

    #[test]
    fn every_number_is_nearest_to_itself() {
        for n in 16..=255 {
            let nearest = Rgb::palette(n).nearest(16, 255);
            assert_eq!(Rgb::palette(nearest), Rgb::palette(n), "{n}");
        }
    }

    #[test]
    fn black_and_white_have_the_largest_contrast() {
        assert!((Rgb([0; 3]).contrast(Rgb([255; 3])) - 21.0).abs() < 1e-9);
    }
}
