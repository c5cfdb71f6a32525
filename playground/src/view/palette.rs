//! The colours of the board, after Okabe and Ito: told apart with any colour vision.
//!
//! *Source:* Okabe, Ito, "Color Universal Design" (2008).

use crate::{board::Cell, pane::CellState};
use bevy::prelude::*;

/// A colour with a name, for legends and tools.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Swatch {
    Start,
    Goal,
    Wall,
    Ground(u8),
    Danger(u8),
    Open,
    Closed,
    /// The cells over which a search jumped.
    Jump,
    /// The cell that was expanded last.
    Current,
    /// Links between cells.
    Link,
    Path,
    OtherPath,
    Soldier,
}

impl Swatch {
    #[must_use]
    pub fn colour(self) -> Srgba {
        match self {
            Self::Start => rgb(0x00_9E_73),
            Self::Goal => rgb(0xE6_9F_00),
            Self::Wall => rgb(0x2A_2F_38),
            Self::Ground(cost) => {
                let share = f32::from(cost.saturating_sub(1)) / 8.0;
                rgb(0xF7_F4_EC).mix(&rgb(0x8A_6A_42), share.powf(0.8))
            }
            Self::Danger(level) => with_danger(rgb(0xF7_F4_EC), level),
            Self::Open => rgb(0xF0_E4_42),
            Self::Closed => rgb(0x56_B4_E9),
            Self::Jump => rgb(0x7A_1F_8C),
            Self::Current => rgb(0xFF_FF_FF),
            Self::Link => rgb(0x00_6D_77),
            Self::Path => rgb(0xD5_5E_00),
            Self::OtherPath => rgb(0x00_49_8C),
            Self::Soldier => rgb(0x1B_1B_1B),
        }
    }
}

fn rgb(hex: u32) -> Srgba {
    let [_, red, green, blue] = hex.to_be_bytes();
    Srgba::rgb_u8(red, green, blue)
}

fn with_danger(colour: Srgba, level: u8) -> Srgba {
    if level == 0 {
        return colour;
    }
    colour.mix(&rgb(0xC0_3A_8C), 0.25 + 0.5 * f32::from(level) / 9.0)
}

/// The colour of a cell: its ground, its danger, and over both what the search knows of it.
#[must_use]
pub fn colour_of(cell: Cell, state: CellState) -> [u8; 4] {
    if cell.terrain == 0 {
        return Swatch::Wall.colour().to_u8_array();
    }
    let ground = with_danger(Swatch::Ground(cell.terrain).colour(), cell.danger);
    let colour = match state {
        CellState::Unseen => ground,
        CellState::Open => ground.mix(&Swatch::Open.colour(), 0.62),
        CellState::Closed => ground.mix(&Swatch::Closed.colour(), 0.58),
    };
    colour.to_u8_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How light a colour is: relative luminance.
    fn luminance(colour: [u8; 4]) -> f32 {
        Srgba::from_u8_array(colour).luminance()
    }

    #[test]
    fn costlier_ground_is_darker_and_walls_are_darkest() {
        let ground = |terrain| luminance(colour_of(Cell { terrain, danger: 0 }, CellState::Unseen));
        for terrain in 1..9 {
            assert!(ground(terrain) > ground(terrain + 1));
        }
        assert!(ground(9) > ground(0));
    }

    #[test]
    fn the_three_states_differ_on_every_ground() {
        let states = [CellState::Unseen, CellState::Open, CellState::Closed];
        for (terrain, danger) in (1..=9).flat_map(|terrain| (0..=9).map(move |danger| (terrain, danger))) {
            let colours = states.map(|state| colour_of(Cell { terrain, danger }, state));
            let apart =
                |a: [u8; 4], b: [u8; 4]| -> u32 { (0..3).map(|at| u32::from(a[at].abs_diff(b[at]))).sum() };
            assert!(apart(colours[0], colours[1]) > 60 && apart(colours[0], colours[2]) > 60);
            assert!(apart(colours[1], colours[2]) > 60);
        }
    }
}
