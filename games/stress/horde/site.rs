//! Where a tower of the horde may be built.

use super::{
    board::{Board, Spawn},
    tower::Tower,
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::prelude::*;
use kit::site::{self, Refusal};

/// The state that decides whether a tower may stand.
#[derive(SystemParam)]
pub struct Site<'w, 's> {
    site: site::Site<'w, 's>,
    board: Res<'w, Board>,
}

impl Site<'_, '_> {
    /// Returns why no tower can stand with its center on this cell, if it can't. Agents below the tower would walk out from under it.
    pub fn refusal(&mut self, cell: IVec2) -> Option<Refusal> {
        let within = |center: IVec2, radius: i32| (cell - center).abs().max_element() <= radius;
        let is_spawn = |spawn: &Spawn| within(spawn.middle, Spawn::RADIUS + Tower::REACH);
        let reserved = if within(self.board.base, Board::BASE_CLEARANCE) {
            Some(Refusal::AtBase)
        } else {
            self.board.spawns.iter().any(is_spawn).then_some(Refusal::AtSpawn)
        };
        let routes: Vec<Route> = self.board.routes().collect();
        self.site.refusal(&Tower::cells(cell), reserved, &routes)
    }

    /// Like [`Site::refusal`], but no tower may stand on agents either.
    pub fn refusal_sparing_agents(&mut self, cell: IVec2) -> Option<Refusal> {
        self.refusal(cell).or_else(|| self.site.on_agents(&Tower::cells(cell)))
    }
}
