//! SGR: what `CSI ... m` does to the pen.

use crate::oracle::screen::{Attrs, Colour, Pen};

type Param = Vec<Option<u16>>;

/// Applies the parameters one by one; the operands of 38, 48 and 58 belong to them.
pub(super) fn apply(pen: &mut Pen, params: &[Param]) {
    let mut rest = params;
    while let [param, tail @ ..] = rest {
        rest = tail;
        let code = param[0].unwrap_or(0);
        match code {
            38 | 48 | 58 => {
                let (colour, left) = extended(param, rest);
                rest = left;
                let slot = match code {
                    38 => &mut pen.fg,
                    48 => &mut pen.bg,
                    _ => &mut pen.underline,
                };
                *slot = colour.unwrap_or(*slot);
            }
            _ => simple(pen, code, param),
        }
    }
}

/// The colour after 38, 48 or 58, and the parameters behind it. An incomplete one changes nothing.
fn extended<'a>(param: &Param, rest: &'a [Param]) -> (Option<Colour>, &'a [Param]) {
    if param.len() > 1 {
        return (colon_form(&param[1..]), rest);
    }
    let value = |index: usize| rest.get(index).map(|param| byte(param[0]));
    match rest.first().and_then(|kind| kind[0]) {
        Some(5) => (value(1).map(Colour::Indexed), skip(rest, 2)),
        Some(2) => {
            let rgb = value(1).zip(value(2)).zip(value(3));
            (rgb.map(|((r, g), b)| Colour::Rgb(r, g, b)), skip(rest, 4))
        }
        _ => (None, skip(rest, 1)),
    }
}

fn colon_form(subs: &[Option<u16>]) -> Option<Colour> {
    match *subs {
        [Some(5), index, ..] => Some(Colour::Indexed(byte(index))),
        [Some(2), r, g, b] | [Some(2), _, r, g, b, ..] => {
            Some(Colour::Rgb(byte(r), byte(g), byte(b)))
        }
        _ => None,
    }
}

fn skip(params: &[Param], count: usize) -> &[Param] {
    &params[count.min(params.len())..]
}

fn byte(value: Option<u16>) -> u8 {
    u8::try_from(value.unwrap_or(0)).unwrap_or(u8::MAX)
}

fn simple(pen: &mut Pen, code: u16, param: &Param) {
    match code {
        0 => *pen = Pen::default(),
        4 => underline(pen, param.get(1).copied().flatten()),
        21 => set_underline(pen, Attrs::DOUBLE_UNDERLINE),
        22 => [Attrs::BOLD, Attrs::DIM]
            .iter()
            .for_each(|attr| pen.attrs.remove(*attr)),
        30..=37 => pen.fg = palette(code - 30),
        39 => pen.fg = Colour::Default,
        40..=47 => pen.bg = palette(code - 40),
        49 => pen.bg = Colour::Default,
        59 => pen.underline = Colour::Default,
        90..=97 => pen.fg = palette(code - 82),
        100..=107 => pen.bg = palette(code - 92),
        _ => switch(&mut pen.attrs, code),
    }
}

fn palette(index: u16) -> Colour {
    Colour::Indexed(byte(Some(index)))
}

fn switch(attrs: &mut Attrs, code: u16) {
    match code {
        1 => attrs.insert(Attrs::BOLD),
        2 => attrs.insert(Attrs::DIM),
        3 => attrs.insert(Attrs::ITALIC),
        5 | 6 => attrs.insert(Attrs::BLINK),
        7 => attrs.insert(Attrs::INVERSE),
        8 => attrs.insert(Attrs::HIDDEN),
        9 => attrs.insert(Attrs::STRIKE),
        53 => attrs.insert(Attrs::OVERLINE),
        23 => attrs.remove(Attrs::ITALIC),
        24 => attrs.remove(Attrs::UNDERLINES),
        25 => attrs.remove(Attrs::BLINK),
        27 => attrs.remove(Attrs::INVERSE),
        28 => attrs.remove(Attrs::HIDDEN),
        29 => attrs.remove(Attrs::STRIKE),
        55 => attrs.remove(Attrs::OVERLINE),
        _ => {}
    }
}

fn underline(pen: &mut Pen, style: Option<u16>) {
    match style {
        Some(0) => pen.attrs.remove(Attrs::UNDERLINES),
        Some(2) => set_underline(pen, Attrs::DOUBLE_UNDERLINE),
        Some(3) => set_underline(pen, Attrs::CURLY_UNDERLINE),
        Some(4) => set_underline(pen, Attrs::DOTTED_UNDERLINE),
        Some(5) => set_underline(pen, Attrs::DASHED_UNDERLINE),
        _ => set_underline(pen, Attrs::UNDERLINE),
    }
}

fn set_underline(pen: &mut Pen, form: Attrs) {
    pen.attrs.remove(Attrs::UNDERLINES);
    pen.attrs.insert(form);
}
