//! What is counted of the agents in every frame.

use crate::{
    agent::{Progress, Stuck, Then},
    choice::Choice,
    stage::Stage,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// The names of the plugin's system sets, in order.
pub const SETS: [&str; 4] = ["sync grid", "update fields", "search", "follow path"];

/// The figures of a run.
#[derive(Resource, Default, Clone, Debug)]
pub struct Figures {
    pub agents: usize,
    /// How many rest at their last goals now. Of the horde: how often one has reached the base.
    pub arrived: usize,
    /// How many were reported as stuck, and have neither rested nor come nearer since. Of the horde: how many reports there were.
    pub stuck: usize,
    /// How many stand still now, but have not arrived.
    pub blocked: usize,
    /// Seconds since the start, or until all had arrived.
    pub seconds: f32,
    /// Whether all have arrived.
    pub is_over: bool,
    /// The least distance of two agents in tiles: now, and ever since the start.
    pub nearest: f32,
    pub nearest_ever: f32,
    /// Agents that stood in a cell that was full of others, summed over all frames.
    pub above_capacity: u64,
}

/// Who is where. Kept from frame to frame for its memory.
#[derive(Default)]
pub struct Places {
    /// Of each agent the number of its cell, its place in tiles, and whether it stands.
    all: Vec<(i32, Vec2, bool)>,
}

/// Two agents further apart than this, in tiles, are not looked at.
const FAR: f32 = 2.0;

/// Starts to count anew.
pub fn reset(mut figures: ResMut<Figures>) {
    *figures = Figures { nearest: FAR, nearest_ever: FAR, ..default() };
}

/// What is counted of an agent.
type Counted = (&'static mut Progress, &'static Transform, &'static PathFollower, Has<Stuck>, Has<Then>);

/// Counts the agents of an arrangement.
pub fn count(
    mut figures: ResMut<Figures>,
    mut places: Local<Places>,
    time: Res<Time>,
    choice: Res<Choice>,
    stage: Res<Stage>,
    mut agents: Query<Counted>,
) {
    let width = stage.terrain.size().x as i32;
    let has_time_passed = !time.delta().is_zero();
    let (mut arrived, mut stuck, mut blocked) = (0, 0, 0);
    places.all.clear();
    for (mut progress, transform, follower, is_stuck, goes_on) in &mut agents {
        let at = transform.translation.truncate();
        let has_arrived = follower.has_arrived() && !goes_on;
        arrived += usize::from(has_arrived);
        stuck += usize::from(is_stuck && !has_arrived);
        let stands = at == progress.before;
        blocked += usize::from(stands && !has_arrived);
        if has_time_passed {
            progress.before = at;
        }
        let cell = stage.geometry.cell_at(at).unwrap_or(IVec2::NEG_ONE);
        places.all.push((cell.y * width + cell.x, stage.geometry.tiles_at(at), stands));
    }
    let figures = &mut *figures;
    (figures.agents, figures.arrived, figures.stuck) = (places.all.len(), arrived, stuck);
    if has_time_passed {
        figures.blocked = blocked;
    }
    figures.is_over = arrived == figures.agents;
    if !figures.is_over || figures.seconds == 0.0 {
        figures.seconds = time.elapsed_secs() - stage.since;
    }
    let (nearest, above) = places.look(width, choice.capacity);
    figures.nearest = nearest;
    figures.nearest_ever = figures.nearest_ever.min(nearest);
    figures.above_capacity += above;
}

/// What happened before agents began to keep their cells does not count.
pub fn forget(mut figures: ResMut<Figures>) {
    figures.nearest_ever = FAR;
    figures.above_capacity = 0;
}

impl Places {
    /// The least distance of two agents in tiles, and how many stand in a cell in which as many others stand as it holds. Who passes over
    /// the edge of a cell does not stand in it.
    fn look(&mut self, width: i32, capacity: u8) -> (f32, u64) {
        self.all.sort_unstable_by_key(|place| place.0);
        let standing: Vec<i32> = self.all.iter().filter(|place| place.2).map(|place| place.0).collect();
        let too_many = |cell: &[i32]| cell.len().saturating_sub(usize::from(capacity)) as u64;
        let above = standing.chunk_by(|a, b| a == b).map(too_many).sum();
        let mut least = FAR * FAR;
        for (number, &(cell, at, _)) in self.all.iter().enumerate() {
            let later = &self.all[number + 1..];
            // Its own cell and the next one, then three in the row above.
            let beside = later.iter().take_while(|other| other.0 <= cell + 1);
            let first = later.partition_point(|other| other.0 < cell + width - 1);
            let above = later[first..].iter().take_while(|other| other.0 <= cell + width + 1);
            least = beside.chain(above).map(|other| at.distance_squared(other.1)).fold(least, f32::min);
            if least == 0.0 {
                break;
            }
        }
        (least.sqrt(), above)
    }
}
