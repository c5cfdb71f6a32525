//! A scripted player: workers gather, and two squads of soldiers and one of tanks go from post to post, against each other through every pass.

use crate::{
    board::Board,
    orders::{Orders, Task},
    plugin::GameSystems,
    unit::{Unit, UnitKind},
};
use bevy::prelude::*;

/// When workers are sent, and how long squads stay, in seconds.
const START: f32 = 1.0;
const PATROL: f32 = 22.0;

/// The posts to which tanks go: not those behind a pass of one cell.
pub const TANK_POSTS: [usize; 3] = [0, 3, 2];

/// What the script has done so far.
#[derive(Resource, Default)]
struct Script {
    has_begun: bool,
    patrols: usize,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Script>().add_systems(Update, play.in_set(GameSystems::Script));
}

fn play(
    mut script: ResMut<Script>,
    mut orders: ResMut<Orders>,
    time: Res<Time>,
    board: Res<Board>,
    units: Query<(Entity, &Unit)>,
) {
    let now = time.elapsed_secs();
    let mut all: Vec<(u32, UnitKind, Entity)> =
        units.iter().map(|(entity, unit)| (unit.serial, unit.kind, entity)).collect();
    all.sort_unstable_by_key(|unit| unit.0);
    let of = |kind: UnitKind| all.iter().filter(move |unit| unit.1 == kind).map(|unit| unit.2);
    if now >= START && !script.has_begun {
        script.has_begun = true;
        orders.give(of(UnitKind::Worker).collect(), Task::Gather(None));
    }
    if now < START + PATROL * script.patrols as f32 {
        return;
    }
    let soldiers: Vec<Entity> = of(UnitKind::Soldier).collect();
    let (left, right) = soldiers.split_at(soldiers.len() / 2);
    let count = board.posts.len();
    let post = |nth: usize| Task::Go(board.posts[nth % count]);
    orders.give(left.to_vec(), post(script.patrols));
    // The other way round.
    orders.give(right.to_vec(), post(count + 1 - script.patrols % count));
    orders.give(of(UnitKind::Tank).collect(), post(TANK_POSTS[script.patrols % TANK_POSTS.len()]));
    script.patrols += 1;
}
