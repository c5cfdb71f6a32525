//! Where a tower may be built, checked before it is.

use super::{
    board::{Board, Spawn},
    tower::Tower,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_tilepath::{NavGrid, PlacementCheck};
use core::fmt;

/// Why a tower can't stand on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    OffBoard,
    Occupied,
    AtBase,
    AtSpawn,
    CutsRoute,
    CutsOff { agents: usize },
    OnAgents { agents: usize },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard => f.write_str("that is not on the board"),
            Self::Occupied => f.write_str("something stands there already"),
            Self::AtBase => f.write_str("the processor needs room around it"),
            Self::AtSpawn => f.write_str("that is where the horde comes in"),
            Self::CutsRoute => f.write_str("that would cut the last path from a portal to the processor"),
            Self::CutsOff { agents } => write!(f, "that would cut off agents: {agents}"),
            Self::OnAgents { agents } => write!(f, "the horde is there: {agents}"),
        }
    }
}

/// The state that decides whether a tower may stand.
#[derive(SystemParam)]
pub struct Site<'w, 's> {
    check: PlacementCheck<'w, 's>,
    nav_grid: Res<'w, NavGrid>,
    board: Res<'w, Board>,
}

impl Site<'_, '_> {
    /// Returns why no tower can stand with its center on this cell, if it can't. Agents below the tower would walk out from under it.
    pub fn refusal(&mut self, cell: IVec2) -> Option<Refusal> {
        let cells = Tower::cells(cell);
        self.refuse_ground(cell, &cells).or_else(|| self.refuse_cut(&cells))
    }

    /// Like [`Site::refusal`], but no tower may stand on agents either.
    pub fn refusal_sparing_agents(&mut self, cell: IVec2) -> Option<Refusal> {
        let cells = Tower::cells(cell);
        self.refuse_ground(cell, &cells).or_else(|| self.refuse_cut(&cells)).or_else(|| {
            let agents = self.check.agents_inside(&cells).len();
            (agents > 0).then_some(Refusal::OnAgents { agents })
        })
    }

    fn refuse_ground(&self, cell: IVec2, cells: &[IVec2]) -> Option<Refusal> {
        let within = |center: IVec2, radius: i32| (cell - center).abs().max_element() <= radius;
        if cells.iter().any(|&cell| self.nav_grid.class(cell).is_none()) {
            Some(Refusal::OffBoard)
        } else if within(self.board.base, Board::BASE_CLEARANCE) {
            Some(Refusal::AtBase)
        } else if self.board.spawns.iter().any(|spawn| within(spawn.middle, Spawn::RADIUS + Tower::REACH)) {
            Some(Refusal::AtSpawn)
        } else if cells.iter().any(|&cell| self.nav_grid.is_blocked(cell)) {
            Some(Refusal::Occupied)
        } else {
            None
        }
    }

    fn refuse_cut(&mut self, cells: &[IVec2]) -> Option<Refusal> {
        let routes: Vec<_> = self.board.routes().collect();
        let report = self.check.check(cells, &routes);
        if !report.routes.is_legal() {
            Some(Refusal::CutsRoute)
        } else if !report.cut_off.is_empty() {
            Some(Refusal::CutsOff { agents: report.cut_off.len() })
        } else {
            None
        }
    }
}
