//! The background of `auto`: a small step beside the terminal's own.

use super::rgb::{Oklab, Rgb};

/// The palette number that is used while nothing is known of the terminal: the grey that white and black text are equally
/// readable on, with a contrast of 4.5 (WCAG 2.2) to either.
pub const UNKNOWN: u8 = 243;

/// The palette numbers for a terminal of which only is known that it is dark, or light.
const DARK: u8 = 236;
const LIGHT: u8 = 254;

/// The steps of lightness that are tried, largest first: well visible on a large surface, and yet no stripe.
const STEPS: [f64; 6] = [0.08, 0.07, 0.06, 0.05, 0.04, 0.03];

/// No shade on a dark terminal is darker than that: Oklab's first quarter of lightness is black on most screens.
const DARKEST: f64 = 0.26;

/// Text on the shade has at least this contrast (WCAG 2.2, level AA), if it has it without.
const READABLE: f64 = 4.5;

/// What default foregrounds are at worst: light ones no lighter, dark ones no darker.
const LIGHT_TEXT: Rgb = Rgb([0xb8; 3]);
const DARK_TEXT: Rgb = Rgb([0x40; 3]);

/// The shade beside a background: the same hue and chroma, lighter on a dark one and darker on a light one, that is towards the
/// foreground; as far as text stays readable. Where no step does, away from the foreground.
pub fn beside(background: Rgb) -> Rgb {
    let own = Oklab::from(background);
    let (text, sign) = match background.luminance() < Rgb::palette(UNKNOWN).luminance() {
        true => (LIGHT_TEXT, 1.0),
        false => (DARK_TEXT, -1.0),
    };
    let moved = |step: f64| {
        let l = own.l + sign * step;
        // A black terminal: the first visible grey, not one step from invisible to invisible.
        let l = if sign > 0.0 { l.max(DARKEST) } else { l };
        Rgb::from(Oklab { l, ..own })
    };
    let readable = STEPS
        .into_iter()
        .map(moved)
        .find(|shade| shade.contrast(text) >= READABLE);
    readable.unwrap_or_else(|| moved(-STEPS[0]))
}

/// What is no text can be told from what it stands beside by at least this contrast (WCAG 2.2, success criterion 1.4.11).
pub const DISTINCT: f64 = 3.0;

/// A step of lightness that just can be seen.
const FINE: f64 = 0.01;

/// Colours of the same hue and chroma, from a colour on ever farther to the side of the text on it, and then to the other.
pub fn away(from: Rgb) -> impl Iterator<Item = Rgb> {
    let own = Oklab::from(from);
    let sign = match from.luminance() < Rgb::palette(UNKNOWN).luminance() {
        true => FINE,
        false => -FINE,
    };
    let side = move |sign: f64| {
        let lightness = (1..).map(move |n| own.l + f64::from(n) * sign);
        lightness.take_while(|l| (0.0..=1.0).contains(l))
    };
    let all = side(sign).chain(side(-sign));
    all.map(move |l| Rgb::from(Oklab { l, ..own }))
}

/// The shade by `COLORFGBG`, as rxvt and Konsole set it: `FG;BG` or `FG;OTHER;BG`, numbers of the first sixteen colours.
pub fn from_fgbg(value: &str) -> Option<u8> {
    match value.rsplit_once(';')?.1.parse().ok()? {
        0..=6 | 8 => Some(DARK),
        7 | 9..=15 => Some(LIGHT),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lightness(color: Rgb) -> f64 {
        Oklab::from(color).l
    }

    #[test]
    fn the_unknown_grey_is_readable_under_black_and_white() {
        let grey = Rgb::palette(UNKNOWN);
        assert!(grey.contrast(Rgb([0; 3])) >= READABLE && grey.contrast(Rgb([255; 3])) >= READABLE);
    }

    #[test]
    fn well_known_backgrounds() {
        for (background, shade) in [
            ([0x00, 0x00, 0x00], "#242424"),
            ([0x1e, 0x1e, 0x1e], "#313131"),
            ([0x1e, 0x1e, 0x2e], "#313243"),
            ([0x28, 0x2c, 0x34], "#3c4049"),
            ([0x00, 0x2b, 0x36], "#18404b"),
            ([0xfd, 0xf6, 0xe3], "#e2dcc9"),
            ([0xff, 0xff, 0xff], "#e4e4e4"),
        ] {
            let [r, g, b] = beside(Rgb(background)).0;
            assert_eq!(format!("#{r:02x}{g:02x}{b:02x}"), shade, "{background:x?}");
        }
    }

    #[test]
    fn every_shade_can_be_seen_and_read_upon() {
        let steps = || (0..=255u8).step_by(15);
        for (r, g, b) in
            steps().flat_map(|r| steps().flat_map(move |g| steps().map(move |b| (r, g, b))))
        {
            let background = Rgb([r, g, b]);
            let shade = beside(background);
            let moved = (lightness(shade) - lightness(background)).abs();
            assert!((0.02..=0.27).contains(&moved), "{background:?}: {moved}");
            let text = match background.luminance() < Rgb::palette(UNKNOWN).luminance() {
                true => LIGHT_TEXT,
                false => DARK_TEXT,
            };
            let floor = READABLE.min(background.contrast(text));
            assert!(
                shade.contrast(text) >= floor - 1e-9,
                "{background:?} {shade:?}"
            );
        }
    }

    #[test]
    fn colorfgbg() {
        for (value, shade) in [
            ("15;0", Some(DARK)),
            ("15;default;0", Some(DARK)),
            ("0;15", Some(LIGHT)),
            ("0;7", Some(LIGHT)),
            ("7;8", Some(DARK)),
            ("15;default", None),
            ("15;16", None),
            ("0", None),
            ("", None),
        ] {
            assert_eq!(from_fgbg(value), shade, "{value}");
        }
    }
}
