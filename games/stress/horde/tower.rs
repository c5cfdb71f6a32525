//! Towers: they block cells and spread danger.

use super::board::Board;
use crate::stage::Piece;
use bevy::prelude::*;
use bevy_tilepath::{prelude::*, tilepath::CellRect};

/// A tower.
#[derive(Component, Clone, Copy)]
#[require(Piece)]
pub struct Tower {
    /// The cell at its center.
    pub cell: IVec2,
    /// How many towers were built before it.
    pub serial: u32,
}

impl Tower {
    /// Cells that it covers on each side of its center.
    pub const REACH: i32 = 1;
    /// The radius of its danger, in cells.
    pub const DANGER_RADIUS: f32 = 4.0;
    /// The danger at its center, in tiles of detour.
    const DANGER: f32 = 3.0;

    /// The cells that a tower on this cell covers.
    pub fn cells(cell: IVec2) -> Vec<IVec2> {
        CellRect::of_cell(cell).grown(Self::REACH).cells().collect()
    }

    /// The components of a tower.
    pub fn bundle(self) -> impl Bundle {
        let side = (2 * Self::REACH + 1) as f32;
        (
            self,
            Transform::from_translation(Board::geometry().center_of(self.cell).extend(0.0)),
            NavObstacle::rect(Vec2::splat(side)),
            DangerSource::new(Self::DANGER_RADIUS, Self::DANGER).with_falloff(Falloff::Smooth),
        )
    }
}
