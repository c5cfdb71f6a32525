//! The figures of one game, for its end screen, and the best score so far.

use crate::{
    difficulty::Difficulty,
    game::{Game, Phase, TICKS_PER_SECOND, Tick},
    orders::GameBegan,
    toll::Tolls,
    tower::{TowerBuilt, TowerLost, TowerSold},
    virus::VirusKind,
};
use bevy::prelude::*;

/// The figures of the present game, and the best score of all.
#[derive(Resource, Default)]
pub struct Records {
    /// The best score of the games that have ended.
    pub best: u32,
    began: Tick,
    ended: Tick,
    built: u32,
    sold: u32,
    lost: u32,
    /// Lines about the danger that the viruses met.
    toll: [String; 2],
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Records>()
        .add_observer(begin)
        .add_observer(|_: On<TowerBuilt>, mut records: ResMut<Records>| records.built += 1)
        .add_observer(|_: On<TowerSold>, mut records: ResMut<Records>| records.sold += 1)
        .add_observer(|_: On<TowerLost>, mut records: ResMut<Records>| records.lost += 1);
}

fn begin(_: On<GameBegan>, mut records: ResMut<Records>, mut tolls: ResMut<Tolls>, tick: Res<Tick>) {
    *records = Records { best: records.best, began: *tick, ..default() };
    *tolls = Tolls::default();
}

/// Notes the end of a game.
pub fn note_end(
    mut records: ResMut<Records>,
    game: Res<Game>,
    difficulty: Res<Difficulty>,
    tolls: Res<Tolls>,
    tick: Res<Tick>,
) {
    let [coward, _, berserker] = VirusKind::ALL.map(|kind| tolls.of(kind));
    records.ended = *tick;
    records.best = records.best.max(game.score(*difficulty));
    let lengths = format!("{:.0} tiles, straight through {:.0}", coward.tiles(), berserker.tiles());
    let dangers = format!("{:.0}, straight through {:.0}", coward.danger(), berserker.danger());
    records.toll = [lengths, dangers];
}

impl Records {
    pub const fn is_best(&self, score: u32) -> bool {
        score >= self.best
    }

    /// The figures of a game that has ended, with their names.
    pub fn figures(&self, game: &Game, difficulty: Difficulty) -> Vec<(&'static str, String)> {
        let seconds = self.ended.0.saturating_sub(self.began.0) / TICKS_PER_SECOND;
        let waves = if game.phase == Phase::Won { "all" } else { "wave" };
        vec![
            ("difficulty", difficulty.rules().name.to_string()),
            ("waves", format!("{waves} {} of {}", game.wave, Game::WAVES)),
            ("time", format!("{}:{:02}", seconds / 60, seconds % 60)),
            ("viruses shot", game.kills.to_string()),
            ("towers", format!("{} built, {} sold, {} lost", self.built, self.sold, self.lost)),
            ("path of a coward", self.toll[0].clone()),
            ("danger on it", self.toll[1].clone()),
        ]
    }
}
