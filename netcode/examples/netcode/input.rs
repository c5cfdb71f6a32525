//! What players send to each other.

use crate::board;
use bevy::math::IVec2;
use bevy_ggrs::ggrs::{Config, PredictDefault};
use serde::{Deserialize, Serialize};

/// The types of the session.
pub struct Netcode;

impl Config for Netcode {
    type Input = Click;
    /// Until a click arrives, there was none. The other predictor of GGRS repeats the last input, which is right for keys that are held.
    type InputPredictor = PredictDefault;
    /// bevy_ggrs keeps the states itself.
    type State = ();
    /// The number of a player.
    type Address = usize;
}

/// What a player does in a frame: a click on a tile, or nothing. This is all that players send to each other. GGRS wants inputs of one size, so
/// nothing is 0.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Click(u16);

impl Click {
    /// A click on a tile of the board.
    pub fn on(cell: IVec2) -> Self {
        let index = cell.y * board::SIZE.x as i32 + cell.x;
        Self(u16::try_from(index + 1).unwrap_or_default())
    }

    /// The tile. The other player may send any number, so this need not be a tile of the board.
    pub fn cell(self) -> Option<IVec2> {
        let index = i32::from(self.0.checked_sub(1)?);
        let columns = board::SIZE.x as i32;
        Some(IVec2::new(index % columns, index / columns))
    }
}
