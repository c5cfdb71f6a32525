//! Where a tower may be built, checked before it is.

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::{NavGrid, prelude::*};
use core::fmt;

/// Why a tower can't be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each says what it means in words")]
pub enum Refusal {
    OffBoard,
    Occupied,
    AtBase,
    AtSpawn,
    CutsRoute,
    CutsOff { agents: usize },
    OnAgents { agents: usize },
    TooDear { price: u32, money: u32 },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard => f.write_str("that is not on the board"),
            Self::Occupied => f.write_str("something stands there already"),
            Self::AtBase => f.write_str("the processor needs room around it"),
            Self::AtSpawn => f.write_str("that is where they come in"),
            Self::CutsRoute => f.write_str("that would cut the last path to the processor"),
            Self::CutsOff { agents } => write!(f, "that would cut off agents: {agents}"),
            Self::OnAgents { agents } => write!(f, "agents are there: {agents}"),
            Self::TooDear { price, money } => write!(f, "it costs {price}, there is {money}"),
        }
    }
}

/// The map and the agents, which decide whether a tower may stand.
#[derive(SystemParam)]
pub struct Site<'w, 's> {
    check: PlacementCheck<'w, 's>,
    nav_grid: Res<'w, NavGrid>,
}

impl Site<'_, '_> {
    /// Returns why no tower can stand on these cells, if it can't. `reserved` says why the game wants them free. Changes nothing.
    pub fn refusal(
        &mut self,
        cells: &[IVec2],
        reserved: Option<Refusal>,
        routes: &[Route],
    ) -> Option<Refusal> {
        if cells.iter().any(|&cell| self.nav_grid.class(cell).is_none()) {
            return Some(Refusal::OffBoard);
        }
        if reserved.is_some() {
            return reserved;
        }
        if cells.iter().any(|&cell| self.nav_grid.is_blocked(cell)) {
            return Some(Refusal::Occupied);
        }
        let report = self.check.check(cells, routes);
        if !report.routes.is_legal() {
            return Some(Refusal::CutsRoute);
        }
        let agents = report.cut_off.len();
        (agents > 0).then_some(Refusal::CutsOff { agents })
    }

    /// Returns the refusal if agents stand on these cells.
    pub fn on_agents(&self, cells: &[IVec2]) -> Option<Refusal> {
        let agents = self.check.agents_inside(cells).len();
        (agents > 0).then_some(Refusal::OnAgents { agents })
    }
}
