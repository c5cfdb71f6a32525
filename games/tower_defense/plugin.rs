//! The game as a plugin: all its rules, and the order of its systems in a tick.

use crate::{
    board::Board,
    bullet,
    difficulty::Difficulty,
    game::{Base, Dice, Game, GameSystems, Phase, Serials, TICKS_PER_SECOND, Tick},
    hunt,
    orders::{self, Orders},
    tower,
    virus::{self, Fear, Virus},
    waves::{self, Waves},
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use kit::occupying::{self, Occupying};

/// The rules of the game, with or without a window.
pub struct GamePlugin {
    pub board: Board,
    pub difficulty: Difficulty,
    pub seed: u64,
    /// Whether viruses keep their distance: each has a cell to itself, or all walk through each other.
    pub occupying: Occupying,
}

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(PathfindingPlugin::in_schedule(FixedUpdate))
            .insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)))
            .insert_resource(self.board.clone())
            .insert_resource(Dice(fastrand::Rng::with_seed(self.seed)))
            .insert_resource(self.difficulty)
            .insert_resource(Game::new(self.difficulty))
            .init_resource::<Tick>()
            .init_resource::<Serials>()
            .init_resource::<Waves>()
            .init_resource::<Orders>()
            .init_resource::<Fear>()
            .add_observer(hunt::enter_base)
            .add_observer(hunt::give_up_hunt)
            .add_systems(Startup, spawn_base);
        occupying::plugin::<Virus>(app, self.occupying, FixedUpdate, GameSystems::Orders);
        add_tick(app);
    }
}

/// Adds the systems of a tick. Each has its place in one chain, so that equal seeds give equal games.
fn add_tick(app: &mut App) {
    app.configure_sets(
        FixedUpdate,
        (GameSystems::Wave, GameSystems::Script, GameSystems::Orders, PathfindingSystems::SyncGrid).chain(),
    );
    app.configure_sets(FixedUpdate, GameSystems::Resolve.after(PathfindingSystems::FollowPath));
    let carry_out =
        (orders::clear_board, orders::call_wave, orders::change_fear, orders::sell, orders::build);
    let resolve = (hunt::bite, tower::shoot, bullet::fly, virus::die, tower::fall, judge);
    app.add_systems(FixedPreUpdate, |mut tick: ResMut<Tick>| tick.0 += 1).add_systems(
        FixedUpdate,
        (
            (waves::draw_wave, waves::spawn_wave).chain().in_set(GameSystems::Wave),
            (carry_out.chain(), hunt::order_viruses).chain().in_set(GameSystems::Orders),
            resolve.chain().in_set(GameSystems::Resolve),
        ),
    );
}

fn spawn_base(mut commands: Commands, board: Res<Board>) {
    let at = board.center_of(board.base).extend(0.0);
    commands.spawn((Base, Name::new("processor"), Transform::from_translation(at), Visibility::default()));
}

/// The game is lost once the base has no hit points, and won once the last wave has no survivors.
fn judge(mut game: ResMut<Game>, waves: Res<Waves>, viruses: Query<(), With<Virus>>) {
    if game.phase != Phase::Running {
        return;
    }
    if game.base_hp == 0 {
        game.phase = Phase::Lost;
    } else if game.wave == Game::WAVES && waves.is_out() && viruses.is_empty() {
        game.phase = Phase::Won;
    }
}
