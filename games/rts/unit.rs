//! Units: workers and soldiers. Each keeps its cell to itself.

use crate::{board::Board, job::Job, load::Load};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use std::str::FromStr;

/// A kind of unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnitKind {
    Worker,
    Soldier,
}

impl UnitKind {
    pub const ALL: [Self; 2] = [Self::Worker, Self::Soldier];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Worker => "worker",
            Self::Soldier => "soldier",
        }
    }

    /// World units per second on ground of cost 1; there is none that cheap.
    const fn speed(self) -> f32 {
        match self {
            Self::Worker => 430.0,
            Self::Soldier => 360.0,
        }
    }
}

impl FromStr for UnitKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == text);
        kind.ok_or_else(|| format!("there is no kind {text:?}: give worker or soldier"))
    }
}

/// A unit.
#[derive(Component, Clone, Copy)]
pub struct Unit {
    pub kind: UnitKind,
    /// Its number among all units.
    pub serial: u32,
}

/// Spawns the units of a board.
pub fn spawn(mut commands: Commands, board: Res<Board>) {
    for (serial, &(kind, cell)) in (0..).zip(&board.units) {
        let nth = board.units[..serial as usize].iter().filter(|unit| unit.0 == kind).count() + 1;
        let mut unit = commands.spawn((
            Unit { kind, serial },
            Job::Idle,
            Name::new(format!("{} {nth}", kind.name())),
            Transform::from_translation(Board::center_of(cell).extend(0.0)),
            PathFollower::with_speed(kind.speed()).slowed_by_terrain(),
            CrowdAgent::default(),
        ));
        if kind == UnitKind::Worker {
            unit.insert(Load::default());
        }
    }
}
