//! Towers: they stand in the way and spread danger.

use crate::board::Board;
use bevy::prelude::*;
use bevy_tilepath::{prelude::*, tilepath::CellRect};

/// A tower, with its middle on this cell.
#[derive(Component, Clone, Copy)]
pub struct Tower {
    pub cell: IVec2,
    /// How many were put up before it.
    pub serial: u32,
}

impl Tower {
    /// How many cells on each side of its middle it covers.
    pub const REACH: i32 = 1;
    /// How far its danger reaches, in cells.
    pub const DANGER_RADIUS: f32 = 4.0;
    /// The danger in its middle, in tiles of detour.
    const DANGER: f32 = 3.0;

    /// The cells that a tower on this cell covers.
    pub fn cells(cell: IVec2) -> Vec<IVec2> {
        CellRect::of_cell(cell).grown(Self::REACH).cells().collect()
    }

    /// All that makes an entity a tower.
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
