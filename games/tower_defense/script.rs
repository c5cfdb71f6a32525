//! A scripted player: it builds towers where they reach most of the paths that viruses will take, and sells those that are nearly lost.

use crate::{
    board::Board,
    game::{Game, GameSystems, Phase, Serial, Tick},
    orders::{Order, Orders},
    site::Site,
    tower::{Tower, TowerKind},
    virus::VirusKind,
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::{NavGrid, tilepath::PathQuery};

/// The script. It has random numbers of its own, so that the waves of a seed are the same with any player.
#[derive(Resource)]
pub struct Script {
    dice: fastrand::Rng,
    next: TowerKind,
    /// The tick in which the game was over.
    over_since: Option<u32>,
}

/// Whether the script plays.
#[derive(Resource, Clone, Copy, PartialEq, Eq)]
pub struct Plays(pub bool);

/// Ticks between two decisions.
const TICKS_TO_THINK: u32 = 30;
/// Sites that it compares for each tower.
const SITES: usize = 40;
/// Ticks from the end of a game to the next one.
const TICKS_OF_REST: u32 = 180;
/// A tower is sold below this share of its hit points.
const NEARLY_LOST: f32 = 0.3;

/// Adds the scripted player.
pub fn plugin(app: &mut App, seed: u64, plays: Plays) {
    let dice = fastrand::Rng::with_seed(seed ^ 0x5C21_9797);
    app.insert_resource(Script { dice, next: TowerKind::Gun, over_since: None })
        .insert_resource(plays)
        .add_systems(
            FixedUpdate,
            (begin_again, build, sell)
                .chain()
                .in_set(GameSystems::Script)
                .run_if(|plays: Res<Plays>| plays.0),
        );
}

fn begin_again(mut script: ResMut<Script>, mut orders: ResMut<Orders>, game: Res<Game>, tick: Res<Tick>) {
    if game.phase.is_open() {
        script.over_since = None;
    } else if tick.0 > *script.over_since.get_or_insert(tick.0) + TICKS_OF_REST {
        script.over_since = None;
        orders.give(Order::NewGame);
    }
}

/// What the player looks at.
#[derive(SystemParam)]
struct View<'w, 's> {
    site: Site<'w, 's>,
    nav_grid: Res<'w, NavGrid>,
    board: Res<'w, Board>,
    towers: Query<'w, 's, &'static Transform, With<Tower>>,
}

impl View<'_, '_> {
    /// The cells of the paths that cowards and normal viruses would take from every entrance.
    fn paths(&self) -> Vec<IVec2> {
        let kinds = [VirusKind::Coward, VirusKind::Normal];
        let profiles: Vec<_> = kinds.iter().filter_map(|kind| kind.profile(*self.site.fear)).collect();
        let mut cells = Vec::new();
        for (&spawn, profile) in
            self.board.spawns.iter().flat_map(|spawn| profiles.iter().map(move |it| (spawn, it)))
        {
            let path = self.nav_grid.find_path(profile, PathQuery::new(spawn, self.board.base));
            cells.extend(path.iter().flat_map(|path| path.cells().iter().copied()));
        }
        cells
    }

    /// How good a site is: how much of the paths it reaches, most of all near the base, and how many towers it stands by. It should not be
    /// in reach of a bite.
    fn worth(&self, cell: IVec2, kind: TowerKind, paths: &[IVec2]) -> f32 {
        let (at, base) = (self.board.center_of(cell), self.board.center_of(self.board.base));
        let tiles = |to: Vec2| at.distance(to) / self.board.tile.x;
        let mut worth = 0.0;
        for &step in paths {
            let place = self.board.center_of(step);
            let away = tiles(place);
            let to_base = place.distance(base) / self.board.tile.x;
            worth += match away {
                _ if away < 1.6 => -1.0,
                _ if away <= kind.stats().range => 1.0 + 6.0 / (4.0 + to_base),
                _ => 0.0,
            };
        }
        let friends = self.towers.iter().filter(|tower| tiles(tower.translation.truncate()) < 3.5);
        worth + 2.0 * friends.count().min(4) as f32
    }
}

fn build(
    mut script: ResMut<Script>,
    mut orders: ResMut<Orders>,
    game: Res<Game>,
    tick: Res<Tick>,
    mut view: View,
) {
    let (thinks, kind) = (tick.0.is_multiple_of(TICKS_TO_THINK), script.next);
    if !thinks || game.phase != Phase::Running || game.money < kind.stats().price {
        return;
    }
    let paths = view.paths();
    let dice = &mut script.dice;
    let mut best: Option<(f32, IVec2)> = None;
    for _ in 0..SITES {
        let Some(&beside) = dice.choice(&paths) else { return };
        let cell = beside + IVec2::new(dice.i32(-3..=3), dice.i32(-3..=3));
        let worth = view.worth(cell, kind, &paths);
        if best.is_none_or(|(most, _)| worth > most) && view.site.refusal(cell, kind, game.money).is_none() {
            best = Some((worth, cell));
        }
    }
    if let Some((_, cell)) = best {
        orders.give(Order::Build { cell, kind });
        script.next = match script.dice.u32(..8) {
            0..=2 => TowerKind::Cannon,
            3 => TowerKind::Alarm,
            _ => TowerKind::Gun,
        };
    }
}

/// Sells towers that are nearly lost, by age.
fn sell(mut orders: ResMut<Orders>, tick: Res<Tick>, towers: Query<(Entity, &Serial, &Tower)>) {
    if !tick.0.is_multiple_of(TICKS_TO_THINK) {
        return;
    }
    let hurt = towers.iter().filter(|(_, _, tower)| tower.health() < NEARLY_LOST);
    let mut hurt: Vec<_> = hurt.map(|(tower, serial, _)| (*serial, tower)).collect();
    hurt.sort_unstable();
    hurt.into_iter().for_each(|(_, tower)| orders.give(Order::Sell(tower)));
}
