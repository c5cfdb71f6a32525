//! Where a tower may be built, and which paths the viruses would take then, checked before it is built.

use crate::{
    board::Board,
    tower::TowerKind,
    virus::{Fear, VirusKind},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::{NavGrid, prelude::*, tilepath::placement::PlannedBuilding};
use kit::site::{self, Refusal};

/// The path from one spawn to the base, now and with the tower; empty where there is none.
#[derive(Clone, PartialEq, Debug)]
pub struct Detour {
    pub now: Vec<IVec2>,
    pub then: Vec<IVec2>,
}

/// The state that decides whether a tower may stand.
#[derive(SystemParam)]
pub struct Site<'w, 's> {
    site: site::Site<'w, 's>,
    pub nav_grid: Res<'w, NavGrid>,
    board: Res<'w, Board>,
    pub fear: Res<'w, Fear>,
}

impl Site<'_, '_> {
    /// Returns why a tower of this kind can't be built on this cell, if it can't. Changes nothing, and searches for no path.
    pub fn refusal(&mut self, cell: IVec2, kind: TowerKind, money: u32) -> Option<Refusal> {
        let (board, price) = (&self.board, kind.stats().price);
        let is_at_base = board.center_of(cell).distance(board.center_of(board.base)) < 1.5 * board.tile.x;
        let at_spawn = board.spawns.contains(&cell).then_some(Refusal::AtSpawn);
        let reserved = if is_at_base { Some(Refusal::AtBase) } else { at_spawn };
        let routes: Vec<Route> = board.routes().collect();
        self.site
            .refusal(&[cell], reserved, &routes)
            .or_else(|| self.site.on_agents(&[cell]))
            .or_else(|| (money < price).then_some(Refusal::TooDear { price, money }))
    }

    /// The paths from all spawns with a tower of this kind on this cell, and without it. Each is a search.
    pub fn detours(&self, cell: IVec2, kind: TowerKind) -> Vec<Detour> {
        let (Ok(stamp), Some(profile)) = (kind.danger().stamp(), VirusKind::Normal.profile(*self.fear))
        else {
            return Vec::new();
        };
        let cells = [cell];
        let blockade = PlannedBuilding::new(&cells).with_danger(0, &stamp, cell);
        let path = |blockade: &PlannedBuilding, route: Route| {
            let path = self.nav_grid.path_after(&profile, blockade, route);
            path.map(|path| path.cells().to_vec()).unwrap_or_default()
        };
        let detour =
            |route| Detour { now: path(&PlannedBuilding::default(), route), then: path(&blockade, route) };
        self.board.routes().map(detour).collect()
    }
}
