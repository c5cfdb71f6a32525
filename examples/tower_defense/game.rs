//! The rules that hold the game together: its state, its clock, and the order of what happens in a tick.

use crate::{
    board::Board,
    bullet,
    orders::{self, Orders},
    tower,
    virus::{self, Fear, Virus},
    waves::{self, Waves},
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Ticks of the game in a second. All rules count in ticks, so that the game does not depend on the frame rate.
pub const TICKS_PER_SECOND: u32 = 60;

/// How the game stands.
#[derive(Resource, Clone, PartialEq)]
pub struct Game {
    pub phase: Phase,
    pub money: u32,
    pub base_hp: u32,
    /// The wave that is coming or has come; 0 before the first.
    pub wave: u32,
    pub kills: u32,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Running,
    Won,
    Lost,
}

impl Game {
    pub const BASE_HP: u32 = 20;
    pub const WAVES: u32 = 10;
    const MONEY: u32 = 150;
}

impl Default for Game {
    fn default() -> Self {
        Self { phase: Phase::Running, money: Self::MONEY, base_hp: Self::BASE_HP, wave: 0, kills: 0 }
    }
}

/// Ticks since the program began.
#[derive(Resource, Default, Clone, Copy)]
pub struct Tick(pub u32);

impl Tick {
    pub fn seconds(self) -> f32 {
        self.0 as f32 / TICKS_PER_SECOND as f32
    }
}

/// All chance in the rules of the game.
#[derive(Resource)]
pub struct Dice(pub fastrand::Rng);

/// A number for everything that is spawned, so that ties are broken by age, not by the order in memory.
#[derive(Resource, Default)]
pub struct Serials(u32);

/// The age of a virus or tower, in spawns.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Serial(pub u32);

impl Serials {
    pub fn next(&mut self) -> Serial {
        self.0 += 1;
        Serial(self.0)
    }
}

/// Whatever a game puts on the board, to be cleared away before the next.
#[derive(Component, Default)]
pub struct Piece;

/// What the viruses are after.
#[derive(Component)]
pub struct Base;

/// What happens in a tick, in order. The plugin finds the ways and moves the viruses between `Orders` and `Resolve`.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameSystems {
    /// The next virus of the wave comes in.
    Wave,
    /// A script may give its orders here.
    Script,
    /// Orders are carried out, and viruses told where to go.
    Orders,
    /// Viruses bite, towers shoot, and what has no hit points left is gone.
    Resolve,
}

/// The rules of the game, with or without a window.
pub struct GamePlugin {
    pub board: Board,
    pub seed: u64,
}

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(PathfindingPlugin::in_schedule(FixedUpdate))
            .insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)))
            .insert_resource(self.board.clone())
            .insert_resource(Dice(fastrand::Rng::with_seed(self.seed)))
            .init_resource::<Game>()
            .init_resource::<Tick>()
            .init_resource::<Serials>()
            .init_resource::<Waves>()
            .init_resource::<Orders>()
            .init_resource::<Fear>()
            .add_observer(virus::enter_base)
            .add_observer(virus::give_up_hunt)
            .add_systems(Startup, spawn_base);
        add_tick(app);
    }
}

/// All that happens in a tick. Every system has its place in one chain, so that equal seeds give equal games.
fn add_tick(app: &mut App) {
    app.configure_sets(
        FixedUpdate,
        (GameSystems::Wave, GameSystems::Script, GameSystems::Orders, PathfindingSystems::SyncGrid).chain(),
    );
    app.configure_sets(FixedUpdate, GameSystems::Resolve.after(PathfindingSystems::FollowPath));
    let carry_out = (orders::clear_board, orders::change_fear, orders::sell, orders::build);
    let resolve = (virus::bite, tower::shoot, bullet::fly, virus::die, tower::fall, judge);
    app.add_systems(FixedPreUpdate, |mut tick: ResMut<Tick>| tick.0 += 1).add_systems(
        FixedUpdate,
        (
            waves::spawn_wave.in_set(GameSystems::Wave),
            (carry_out.chain(), virus::order_viruses).chain().in_set(GameSystems::Orders),
            resolve.chain().in_set(GameSystems::Resolve),
        ),
    );
}

fn spawn_base(mut commands: Commands, board: Res<Board>) {
    let at = board.center_of(board.base).extend(0.0);
    commands.spawn((Base, Transform::from_translation(at), Visibility::default()));
}

/// The base without hit points is lost; the last wave without a survivor is won.
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
