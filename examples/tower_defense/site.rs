//! May a tower be built here, and which ways would the viruses take then? Asked before anything is built.

use crate::{
    board::Board,
    tower::TowerKind,
    virus::{Fear, Virus},
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_tilepath::{NavGrid, prelude::*, tilepath::Blockade};
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
            Self::VirusThere => f.write_str("a virus is in the way"),
            Self::CutsRoute => f.write_str("that would cut the last way to the processor"),
            Self::TrapsVirus => f.write_str("that would wall in a virus"),
            Self::TooDear { price, money } => write!(f, "it costs {price}, there is {money}"),
        }
    }
}

/// What would become of a tower on a cell.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Survey {
    pub refusal: Option<Refusal>,
    /// The new way from each spawn that keeps one.
    pub ways: Vec<Vec<IVec2>>,
}

/// The viruses that a tower must not stand on or wall in, and how they fear it.
#[derive(SystemParam)]
pub struct Site<'w, 's> {
    pub nav_grid: Res<'w, NavGrid>,
    board: Res<'w, Board>,
    fear: Res<'w, Fear>,
    viruses: Query<'w, 's, &'static Transform, With<Virus>>,
}

impl Site<'_, '_> {
    /// What would become of a tower of this kind on this cell. Changes nothing.
    pub fn survey(&self, cell: IVec2, kind: TowerKind, money: u32) -> Survey {
        let mut beset: Vec<IVec2> = self.virus_cells().collect();
        beset.sort_unstable_by_key(IVec2::to_array);
        beset.dedup();
        if let Some(refusal) = self.refuse_cell(cell, &beset) {
            return Survey { refusal: Some(refusal), ways: Vec::new() };
        }
        let mut survey = self.survey_routes(cell, kind, &beset);
        let price = kind.price();
        if survey.refusal.is_none() && money < price {
            survey.refusal = Some(Refusal::TooDear { price, money });
        }
        survey
    }

    fn virus_cells(&self) -> impl Iterator<Item = IVec2> {
        self.viruses.iter().filter_map(|transform| self.nav_grid.cell_at(transform.translation.truncate()))
    }

    /// Every spawn and every virus must keep a way to the base.
    fn survey_routes(&self, cell: IVec2, kind: TowerKind, beset: &[IVec2]) -> Survey {
        let board = &self.board;
        let (Ok(stamp), Ok(profile)) =
            (kind.danger().stamp(), CostProfile::default().with_aversion(0, self.fear.0))
        else {
            return Survey::default();
        };
        let routes: Vec<Route> =
            board.routes().chain(beset.iter().map(|&from| Route::new(from, board.base))).collect();
        let cells = [cell];
        let blockade = Blockade::new(&cells).with_danger(0, &stamp, cell);
        let placement = self.nav_grid.placement_of(&profile, &blockade, &routes);
        let after = |route: &Route| self.nav_grid.route_after(&profile, &blockade, *route).ok();
        let ways = routes.iter().take(board.spawns.len()).filter_map(after);
        let ways = ways.map(|path| path.cells().to_vec());
        let refusal = placement
            .first_cut()
            .map(|route| if route < board.spawns.len() { Refusal::CutsRoute } else { Refusal::TrapsVirus });
        Survey { refusal, ways: ways.collect() }
    }

    /// Why nothing can stand on a cell, whatever the routes.
    fn refuse_cell(&self, cell: IVec2, beset: &[IVec2]) -> Option<Refusal> {
        let (nav_grid, board) = (&self.nav_grid, &self.board);
        if nav_grid.class(cell).is_none() {
            Some(Refusal::OffBoard)
        } else if (cell - board.base).abs().max_element() <= 1 {
            Some(Refusal::AtBase)
        } else if board.spawns.contains(&cell) {
            Some(Refusal::AtSpawn)
        } else if nav_grid.is_blocked(cell) {
            Some(Refusal::Occupied)
        } else if beset.contains(&cell) {
            Some(Refusal::VirusThere)
        } else {
            None
        }
    }
}
