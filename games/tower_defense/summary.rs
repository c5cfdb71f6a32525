//! What has happened in a run, counted by observers, and its report.

use crate::{
    difficulty::Difficulty,
    game::{Game, Phase, Tick},
    hunt::BaseHarmed,
    toll::{self, Tolls},
    tower::{TowerBuilt, TowerLost, TowerSold},
    virus::{VirusKilled, VirusKind},
    waves::VirusSpawned,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use core::fmt;

/// Counts of a run, over all its games.
#[derive(Resource, Default)]
pub struct Summary {
    pub seed: u64,
    pub spawned: [u32; 3],
    pub arrived: [u32; 3],
    /// Viruses that reached their goal, the base or a tower.
    pub goals_reached: u32,
    pub killed: [u32; 3],
    pub built: u32,
    pub sold: u32,
    pub lost: u32,
    pub found: u32,
    pub replanned: u32,
    pub failed: u32,
    pub waves: u32,
    pub games_won: u32,
    pub games_lost: u32,
}

pub fn plugin(app: &mut App, seed: u64) {
    toll::plugin(app);
    app.insert_resource(Summary { seed, ..default() })
        .add_observer(|event: On<VirusSpawned>, mut summary: ResMut<Summary>| {
            summary.spawned[event.kind as usize] += 1;
        })
        .add_observer(|event: On<BaseHarmed>, mut summary: ResMut<Summary>| {
            summary.arrived[event.kind as usize] += 1;
        })
        .add_observer(|event: On<VirusKilled>, mut summary: ResMut<Summary>| {
            summary.killed[event.kind as usize] += 1;
        })
        .add_observer(|_: On<TowerBuilt>, mut summary: ResMut<Summary>| summary.built += 1)
        .add_observer(|_: On<TowerSold>, mut summary: ResMut<Summary>| summary.sold += 1)
        .add_observer(|_: On<TowerLost>, mut summary: ResMut<Summary>| summary.lost += 1)
        .add_observer(|_: On<GoalReached>, mut summary: ResMut<Summary>| summary.goals_reached += 1)
        .add_observer(|_: On<PathFound>, mut summary: ResMut<Summary>| summary.found += 1)
        .add_observer(|_: On<PathReplanned>, mut summary: ResMut<Summary>| summary.replanned += 1)
        .add_observer(|_: On<PathFailed>, mut summary: ResMut<Summary>| summary.failed += 1)
        .add_systems(FixedPostUpdate, follow_game);
}

/// Counts waves and games as they come and end.
fn follow_game(mut summary: ResMut<Summary>, game: Res<Game>, mut last: Local<Option<(Phase, u32)>>) {
    let now = (game.phase, game.wave);
    let (phase, wave) = last.replace(now).unwrap_or((Phase::Running, 0));
    if game.wave > wave {
        summary.waves += 1;
    }
    match game.phase {
        Phase::Won if phase == Phase::Running => summary.games_won += 1,
        Phase::Lost if phase == Phase::Running => summary.games_lost += 1,
        _ => {}
    }
}

impl Summary {
    /// The report of a run, without the checks of a headless run.
    pub fn report(&self, world: &World) -> String {
        let (game, tick) = (world.resource::<Game>(), world.resource::<Tick>());
        let (difficulty, tolls) = (world.resource::<Difficulty>(), world.resource::<Tolls>());
        let [coward, normal, berserker] = VirusKind::ALL.map(|kind| tolls.of(kind));
        let games = self.games_won + self.games_lost;
        let present = match game.phase {
            Phase::Running => format!("wave {} of {}, base {}", game.wave, Game::WAVES, game.base_hp),
            Phase::Staged => "a show".to_string(),
            Phase::Won => "just won".to_string(),
            Phase::Lost => "just lost".to_string(),
        };
        [
            format!("seed {}, {}, {:.0} game seconds", self.seed, difficulty.rules().name, tick.seconds()),
            format!("waves: {}; games ended: {games} (a new one begins after each)", self.waves),
            format!("outcome: {} won, {} lost; the last: {present}", self.games_won, self.games_lost),
            format!("viruses spawned: {}", PerKind(self.spawned)),
            format!("viruses arrived at the base: {}", PerKind(self.arrived)),
            format!("goals reached, bases and towers: {}", self.goals_reached),
            format!("viruses killed: {}", PerKind(self.killed)),
            format!("towers: {} placed, {} sold, {} lost", self.built, self.sold, self.lost),
            format!("paths: {} found, {} replanned, {} failed", self.found, self.replanned, self.failed),
            format!(
                "path to the base: {:.1} tiles for cowards, {:.1} normal, {:.1} fearless",
                coward.tiles(),
                normal.tiles(),
                berserker.tiles()
            ),
            format!(
                "danger on it: {:.1} for cowards, {:.1} normal, {:.1} fearless",
                coward.danger(),
                normal.danger(),
                berserker.danger()
            ),
        ]
        .join("\n")
    }
}

/// A count for each kind of virus.
struct PerKind([u32; 3]);

impl fmt::Display for PerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: u32 = self.0.iter().sum();
        let [coward, normal, berserker] = VirusKind::ALL.map(|kind| self.0[kind as usize]);
        write!(f, "{total} ({coward} cowards, {normal} normal, {berserker} berserkers)")
    }
}
