//! Backgrounds as the overlay sees them: what counts as the default one, B over it, and what is the child's own.
//!
//! Some agents paint a base background on every cell (opencode, kilo): it counts as the default one. Inside the model it is a colour
//! that no SGR can name, as B and the gutter's G are, so that none is ever mistaken for one of the child's.

use alacritty_terminal::term::cell::Cell;
use vte::ansi::{Color, NamedColor};

const DEFAULT: Color = Color::Named(NamedColor::Background);
const SHADE: Color = Color::Named(NamedColor::Cursor);
const GUTTER: Color = Color::Named(NamedColor::Foreground);

/// How many base backgrounds a screen can have: a theme may change, a dialog may dim it.
pub const MAX_BASES: usize = 4;

/// The bases in the model, without B and with it.
const BASES: [(Color, Color); MAX_BASES] = [
    (
        Color::Named(NamedColor::DimBlack),
        Color::Named(NamedColor::DimBlue),
    ),
    (
        Color::Named(NamedColor::DimRed),
        Color::Named(NamedColor::DimMagenta),
    ),
    (
        Color::Named(NamedColor::DimGreen),
        Color::Named(NamedColor::DimCyan),
    ),
    (
        Color::Named(NamedColor::DimYellow),
        Color::Named(NamedColor::DimWhite),
    ),
];

/// The first bases with G. There are no more colours that no SGR can name: over further ones there is B in the gutter too.
const BASE_GUTTERS: [Color; 2] = [
    Color::Named(NamedColor::BrightForeground),
    Color::Named(NamedColor::DimForeground),
];

/// What the overlay lays over a ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tint {
    /// Nothing.
    #[default]
    None,
    /// The region's background B.
    Shade,
    /// The gutter's colour G.
    Gutter,
}

impl Tint {
    /// B, or nothing.
    pub fn shade(on: bool) -> Tint {
        if on { Tint::Shade } else { Tint::None }
    }
}

/// What a cell that may have B has without it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// The terminal's default background.
    #[default]
    Default,
    /// A background that the agent paints on every cell; its place among the screen's bases.
    Base(u8),
}

impl Ground {
    /// The colour that stands for it in the model, with a tint over it or not.
    pub(super) fn color(self, tint: Tint) -> Color {
        let (plain, shaded) = match self {
            Ground::Default => (DEFAULT, SHADE),
            Ground::Base(n) => BASES[usize::from(n) % MAX_BASES],
        };
        match tint {
            Tint::None => plain,
            Tint::Shade => shaded,
            Tint::Gutter => self.gutter().unwrap_or(shaded),
        }
    }

    /// The colour that stands for it in the model with G over it, if it can have G.
    fn gutter(self) -> Option<Color> {
        match self {
            Ground::Default => Some(GUTTER),
            Ground::Base(n) => BASE_GUTTERS.get(usize::from(n)).copied(),
        }
    }

    /// Whether it can have G over it.
    pub fn takes_gutter(self) -> bool {
        self.gutter().is_some()
    }

    /// What lies under a colour; `None` for a background of the child's own.
    pub(super) fn under(color: Color) -> Option<Ground> {
        if matches!(color, DEFAULT | SHADE | GUTTER) {
            return Some(Ground::Default);
        }
        let n = BASES
            .iter()
            .position(|(plain, shaded)| color == *plain || color == *shaded)
            .or_else(|| BASE_GUTTERS.iter().position(|gutter| color == *gutter))?;
        u8::try_from(n).ok().map(Ground::Base)
    }
}

/// What lies under the cell's glyph, B left aside; `None` for a background of the child's own.
pub fn ground(cell: &Cell) -> Option<Ground> {
    Ground::under(cell.bg)
}

/// The ground that all of these cells have, if they have one and the same.
pub fn common_ground(cells: &[Cell]) -> Option<Ground> {
    let last = ground(cells.last()?)?;
    cells
        .iter()
        .all(|c| ground(c) == Some(last))
        .then_some(last)
}

/// Whether a cell has the background B, or G.
pub fn is_shaded(cell: &Cell) -> bool {
    cell.bg == SHADE || BASES.iter().any(|(_, shaded)| cell.bg == *shaded) || is_gutter(cell)
}

/// Whether a cell has the background G.
pub fn is_gutter(cell: &Cell) -> bool {
    cell.bg == GUTTER || BASE_GUTTERS.contains(&cell.bg)
}

/// Whether a cell has a background that counts as the default one.
pub fn is_default(cell: &Cell) -> bool {
    cell.bg == DEFAULT || BASES.iter().any(|(plain, _)| cell.bg == *plain)
}

/// A background of the agent's that counts as the default one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base {
    /// Its colour.
    pub color: Color,
    /// Where the agent paints it.
    pub extent: BaseExtent,
}

/// Where an agent paints a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseExtent {
    /// On every cell of the screen: to a rule it is the default background.
    Page,
    /// On the panels of tool calls: a rule can tell it from the default one.
    Panel,
}

/// A cell's background as a rule sees it.
pub fn background(cell: &Cell, bases: &[Base]) -> Color {
    match ground(cell) {
        None => cell.bg,
        Some(Ground::Default) => DEFAULT,
        Some(Ground::Base(n)) => match bases.get(usize::from(n)) {
            Some(Base {
                color,
                extent: BaseExtent::Panel,
            }) => *color,
            _ => DEFAULT,
        },
    }
}

/// The background of the child's own that more than half of the cells have.
pub(super) fn majority<'a>(cells: impl Iterator<Item = &'a Cell> + Clone) -> Option<Color> {
    // Boyer and Moore: the only colour that can have it, then counted.
    let (mut best, mut lead) = (DEFAULT, 0usize);
    for cell in cells.clone() {
        if lead == 0 {
            best = cell.bg;
        }
        lead = if cell.bg == best { lead + 1 } else { lead - 1 };
    }
    let (mut count, mut all) = (0usize, 0usize);
    for cell in cells {
        count += usize::from(cell.bg == best);
        all += 1;
    }
    (2 * count > all && Ground::under(best).is_none()).then_some(best)
}
