//! Agents of three kinds stream from the spawns to the base. Each kind has its own costs for danger and slow ground.

use super::board::{Base, Board};
use crate::{
    agent::Agent,
    choice::{Choice, TILE},
    figures::Figures,
    stage::Stage,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// A kind of agent, which decides what danger and terrain cost it.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Takes long detours round towers.
    Coward,
    Normal,
    /// Runs past towers and straight through slow ground.
    Berserker,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Coward, Self::Normal, Self::Berserker];

    /// The aversion to danger, in tiles of detour for each unit of danger.
    const fn aversion(self) -> f32 {
        match self {
            Self::Coward => 4.0,
            Self::Normal => 1.0,
            Self::Berserker => 0.0,
        }
    }

    fn profile(self) -> CostProfile {
        let profile = CostProfile::default().with_aversion(0, self.aversion());
        let profile = profile.expect("all aversions are in range");
        if self == Self::Berserker { profile.with_cost(2, 1).with_cost(3, 1) } else { profile }
    }

    /// Of ten agents, two are cowards and three are berserkers.
    const fn of(number: u32) -> Self {
        match number % 10 {
            0 | 5 => Self::Coward,
            2 | 6 | 8 => Self::Berserker,
            _ => Self::Normal,
        }
    }
}

/// The agent reached the base in this tick, and has not started again.
#[derive(Component, Clone, Copy)]
pub struct Arrived(pub u32);

/// The cost profile of each kind.
#[derive(Resource)]
pub struct Profiles([ProfileId; 3]);

impl Profiles {
    pub const fn of(&self, kind: Kind) -> ProfileId {
        self.0[kind as usize]
    }
}

impl FromWorld for Profiles {
    fn from_world(world: &mut World) -> Self {
        let mut profiles = world.resource_mut::<CostProfiles>();
        Self(Kind::ALL.map(|kind| profiles.add(kind.profile())))
    }
}

/// Frames in which time advanced since the program started.
#[derive(Resource, Default, Clone, Copy)]
pub struct Tick(u32);

/// Whether agents start again once they reach the base.
#[derive(Resource, Clone, Copy)]
pub struct Endless(pub bool);

/// The stream from the spawns: how many agents are out, what part of the next one is due, and their random numbers.
#[derive(Resource)]
pub struct Stream {
    out: u32,
    due: f32,
    dice: fastrand::Rng,
}

impl Stream {
    /// Before the first agent has come.
    pub fn new(seed: u64) -> Self {
        Self { out: 0, due: 0.0, dice: fastrand::Rng::with_seed(seed) }
    }
}

/// Seconds until all agents are out.
const SECONDS_TO_SPAWN: f32 = 30.0;
/// The range of speeds on plain ground, in world units per second.
const SPEED: core::ops::Range<f32> = 8.0 * TILE..13.0 * TILE;

/// Where agents come in, and what they request there.
#[derive(SystemParam)]
pub struct Entrance<'w, 's> {
    choice: Res<'w, Choice>,
    board: Res<'w, Board>,
    profiles: Res<'w, Profiles>,
    stream: ResMut<'w, Stream>,
    base: Single<'w, 's, Entity, With<Base>>,
}

impl Entrance<'_, '_> {
    /// A random place on a spawn.
    fn place(&mut self) -> Transform {
        let dice = &mut self.stream.dice;
        let spawn = dice.choice(&self.board.spawns).expect("every board has spawns");
        let cell = dice.choice(&spawn.cells).expect("every spawn has cells");
        Transform::from_translation(Board::geometry().center_of(*cell).extend(0.0))
    }

    fn request(&self, kind: Kind) -> PathRequest {
        let profile = self.profiles.of(kind);
        PathRequest::to_entity(*self.base).within(Board::BASE_RANGE).with_profile(profile)
    }
}

/// Spawns the agents that are due.
pub fn stream_in(mut commands: Commands, mut entrance: Entrance, time: Res<Time>) {
    let agents = entrance.choice.agents;
    let stream = &mut *entrance.stream;
    stream.due += agents as f32 / SECONDS_TO_SPAWN * time.delta_secs();
    let count = (stream.due as u32).min(agents - stream.out);
    stream.due = stream.due.fract();
    let first = stream.out;
    stream.out += count;
    for number in first..first + count {
        let kind = Kind::of(number);
        let speed = SPEED.start + entrance.stream.dice.f32() * (SPEED.end - SPEED.start);
        commands.spawn((
            Agent(number),
            kind,
            entrance.place(),
            entrance.request(kind),
            PathFollower::with_speed(speed).slowed_by_terrain(),
        ));
    }
}

/// Notes that an agent reached the base. If the run has an end it stays there, where it takes no room.
pub fn arrive(
    reached: On<GoalReached>,
    mut commands: Commands,
    endless: Res<Endless>,
    mut figures: ResMut<Figures>,
    tick: Res<Tick>,
    agents: Query<(), With<Kind>>,
) {
    if !agents.contains(reached.entity) {
        return;
    }
    figures.arrived += 1;
    let mut entity = commands.entity(reached.entity);
    entity.try_insert(Arrived(tick.0));
    if !endless.0 {
        entity.try_remove::<(PathRequest, PathFollower, CrowdAgent)>();
    }
}

/// Sends agents that reached the base back to a spawn. They come in with the others, before the plugin finds room for
/// each.
pub fn start_again(
    mut commands: Commands,
    mut entrance: Entrance,
    mut agents: Query<(Entity, &Kind, &mut Transform), With<Arrived>>,
) {
    for (entity, &kind, mut transform) in &mut agents {
        *transform = entrance.place();
        commands.entity(entity).try_remove::<Arrived>().try_insert(entrance.request(kind));
    }
}

/// Counts reports of agents that come no nearer.
pub fn note_stuck(stuck: On<AgentStuck>, mut figures: ResMut<Figures>, agents: Query<(), With<Kind>>) {
    figures.stuck += usize::from(agents.contains(stuck.entity));
}

/// Counts the agents, and how long the horde has been on its way.
pub fn count(
    mut figures: ResMut<Figures>,
    stage: Res<Stage>,
    time: Res<Time>,
    agents: Query<(), With<Kind>>,
) {
    figures.agents = agents.iter().len();
    figures.seconds = time.elapsed_secs() - stage.since;
}

pub fn count_ticks(mut tick: ResMut<Tick>, time: Res<Time>) {
    tick.0 += u32::from(!time.delta().is_zero());
}
