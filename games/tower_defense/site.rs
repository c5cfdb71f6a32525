//! Where a tower may be built, and which paths the viruses would take then, checked before it is built.

use crate::{
    board::Board,
    tower::TowerKind,
    virus::{Fear, Virus, VirusKind},
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_tilepath::{NavGrid, prelude::*, tilepath::placement::PlannedBuilding};
use core::fmt;

/// Why a tower can't be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    OffBoard,
    Occupied,
    AtBase,
    AtSpawn,
    VirusThere,
    CutsRoute,
    TrapsVirus,
    TooDear { price: u32, money: u32 },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard => f.write_str("that is not on the board"),
            Self::Occupied => f.write_str("something stands there already"),
            Self::AtBase => f.write_str("the processor needs room around it"),
            Self::AtSpawn => f.write_str("that is where the viruses come in"),
            Self::VirusThere => f.write_str("a virus is there"),
            Self::CutsRoute => f.write_str("that would cut the last path to the processor"),
            Self::TrapsVirus => f.write_str("that would wall in a virus"),
            Self::TooDear { price, money } => write!(f, "it costs {price}, there is {money}"),
        }
    }
}

/// The path from one spawn to the base, now and with the tower; empty where there is none.
#[derive(Clone, PartialEq, Debug)]
pub struct Detour {
    pub now: Vec<IVec2>,
    pub then: Vec<IVec2>,
}

/// The state that decides whether a tower may stand.
#[derive(SystemParam)]
pub struct Site<'w, 's> {
    pub nav_grid: Res<'w, NavGrid>,
    board: Res<'w, Board>,
    pub fear: Res<'w, Fear>,
    viruses: Query<'w, 's, &'static Transform, With<Virus>>,
}

impl Site<'_, '_> {
    /// Returns why a tower of this kind can't be built on this cell, if it can't. Changes nothing, and searches for no path.
    pub fn refusal(&self, cell: IVec2, kind: TowerKind, money: u32) -> Option<Refusal> {
        let mut virus_cells: Vec<IVec2> = self.virus_cells().collect();
        virus_cells.sort_unstable_by_key(IVec2::to_array);
        virus_cells.dedup();
        let price = kind.price();
        self.refuse_cell(cell, &virus_cells)
            .or_else(|| self.refuse_routes(cell, &virus_cells))
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

    fn virus_cells(&self) -> impl Iterator<Item = IVec2> {
        self.viruses.iter().filter_map(|transform| self.nav_grid.cell_at(transform.translation.truncate()))
    }

    /// Returns the refusal if a spawn or a virus would have no path to the base.
    fn refuse_routes(&self, cell: IVec2, virus_cells: &[IVec2]) -> Option<Refusal> {
        let board = &self.board;
        let routes: Vec<Route> =
            board.routes().chain(virus_cells.iter().map(|&from| Route::new(from, board.base))).collect();
        let profile = CostProfile::default();
        let cut =
            self.nav_grid.check_routes(&profile, &PlannedBuilding::new(&[cell]), &routes).first_cut()?;
        Some(if cut < board.spawns.len() { Refusal::CutsRoute } else { Refusal::TrapsVirus })
    }

    /// Returns why nothing can stand on a cell, apart from the routes.
    fn refuse_cell(&self, cell: IVec2, virus_cells: &[IVec2]) -> Option<Refusal> {
        let (nav_grid, board) = (&self.nav_grid, &self.board);
        if nav_grid.class(cell).is_none() {
            Some(Refusal::OffBoard)
        } else if board.center_of(cell).distance(board.center_of(board.base)) < 1.5 * board.tile.x {
            Some(Refusal::AtBase)
        } else if board.spawns.contains(&cell) {
            Some(Refusal::AtSpawn)
        } else if nav_grid.is_blocked(cell) {
            Some(Refusal::Occupied)
        } else if virus_cells.contains(&cell) {
            Some(Refusal::VirusThere)
        } else {
            None
        }
    }
}
