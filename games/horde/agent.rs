//! Agents of three kinds stream from the spawns to the base. Each kind has its own costs for danger and slow ground.

use crate::{
    board::{Board, CELL},
    rules::{Base, Rules, Tick},
    tally::Tally,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// A kind of agent, which decides what danger and terrain cost it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    const fn of(serial: u32) -> Self {
        match serial % 10 {
            0 | 5 => Self::Coward,
            2 | 6 | 8 => Self::Berserker,
            _ => Self::Normal,
        }
    }
}

/// An agent of the horde.
#[derive(Component, Clone, Copy)]
pub struct Agent {
    /// Its number, in the order in which agents first came in.
    pub serial: u32,
    pub kind: Kind,
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

/// The random numbers of the agents.
#[derive(Resource)]
pub struct Dice(pub fastrand::Rng);

/// The stream from the spawns: how many agents are out, and what part of the next one is due.
#[derive(Resource, Default)]
pub struct Stream {
    out: u32,
    due: f32,
}

/// Seconds until all agents are out.
const SECONDS_TO_SPAWN: f32 = 30.0;
/// The range of speeds on plain ground, in world units per second.
const SPEED: core::ops::Range<f32> = 8.0 * CELL..13.0 * CELL;

/// Where agents come in, and what they request there.
#[derive(SystemParam)]
pub struct Entrance<'w, 's> {
    rules: Res<'w, Rules>,
    board: Res<'w, Board>,
    profiles: Res<'w, Profiles>,
    dice: ResMut<'w, Dice>,
    tally: ResMut<'w, Tally>,
    base: Single<'w, 's, Entity, With<Base>>,
}

impl Entrance<'_, '_> {
    /// A random place on a spawn.
    fn place(&mut self) -> Transform {
        let spawn = self.dice.0.choice(&self.board.spawns).expect("every board has spawns");
        let cell = self.dice.0.choice(&spawn.cells).expect("every spawn has cells");
        Transform::from_translation(Board::geometry().center_of(*cell).extend(0.0))
    }

    fn request(&self, kind: Kind) -> PathRequest {
        let profile = self.profiles.of(kind);
        PathRequest::to_entity(*self.base).within(Board::BASE_RANGE).with_profile(profile)
    }
}

/// Spawns the agents that are due.
pub fn stream_in(
    mut commands: Commands,
    mut stream: ResMut<Stream>,
    mut entrance: Entrance,
    time: Res<Time>,
) {
    let agents = entrance.rules.agents;
    stream.due += agents as f32 / SECONDS_TO_SPAWN * time.delta_secs();
    let count = (stream.due as u32).min(agents - stream.out);
    stream.due = stream.due.fract();
    for serial in stream.out..stream.out + count {
        let kind = Kind::of(serial);
        let speed = SPEED.start + entrance.dice.0.f32() * (SPEED.end - SPEED.start);
        commands.spawn((
            Agent { serial, kind },
            entrance.place(),
            entrance.request(kind),
            PathFollower::with_speed(speed).slowed_by_terrain(),
        ));
    }
    stream.out += count;
    entrance.tally.spawned += u64::from(count);
}

/// Notes that an agent reached the base. If the run has an end it stays there, where it takes no room.
pub fn arrive(
    reached: On<GoalReached>,
    mut commands: Commands,
    rules: Res<Rules>,
    mut tally: ResMut<Tally>,
    tick: Res<Tick>,
) {
    tally.arrived += 1;
    let mut entity = commands.entity(reached.entity);
    entity.try_insert(Arrived(tick.0));
    if !rules.endless {
        entity.try_remove::<(PathRequest, PathFollower, CrowdAgent)>();
    }
}

/// Sends agents that reached the base back to a spawn. They come in with the others, before the plugin finds room for
/// each.
pub fn start_again(
    mut commands: Commands,
    mut entrance: Entrance,
    mut agents: Query<(Entity, &Agent, &mut Transform), With<Arrived>>,
) {
    for (entity, agent, mut transform) in &mut agents {
        entrance.tally.spawned += 1;
        *transform = entrance.place();
        commands.entity(entity).try_remove::<Arrived>().try_insert(entrance.request(agent.kind));
    }
}

/// Counts reports of agents that come no nearer.
pub fn note_stuck(_: On<AgentStuck>, mut tally: ResMut<Tally>) {
    tally.stuck += 1;
}
