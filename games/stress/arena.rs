//! The map of an arrangement, with its agents.

use crate::{
    agent::{Agent, Progress},
    choice::{Choice, Scene, TILE},
    stage::Stage,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Sets up the arrangement that is chosen.
pub fn set_up(mut commands: Commands, choice: Res<Choice>, time: Res<Time>) {
    let Scene::Arrangement(index) = choice.scene else { return };
    let mut dice = fastrand::Rng::with_seed(choice.seed);
    let arena = (arrangements::ALL[index].make)(choice.agents as usize, &mut dice);
    let geometry = choice.tiles.geometry();
    let class = |cell| u8::from(arena.is_free(cell));
    let terrain = Grid::from_fn(arena.size.as_uvec2(), class).expect("the size is in range");
    commands.insert_resource(NavGrid::from_grid(terrain.clone(), geometry));
    let requests: Vec<PathRequest> =
        arena.goals.iter().map(|cells| PathRequest::to_nearest(cells.iter().copied())).collect();
    for (number, walker) in (0..).zip(&arena.agents) {
        let at = geometry.center_of(walker.start);
        commands.spawn((
            Agent(number),
            Progress::from(at),
            Transform::from_translation(at.extend(0.0)),
            requests[walker.goal].clone(),
            PathFollower::with_speed(walker.speed as f32 * TILE),
        ));
    }
    let goal_of = arena.agents.iter().map(|walker| walker.goal).collect();
    let stage = Stage::new(terrain, geometry, arena.goals, time.elapsed_secs());
    commands.insert_resource(Stage { goal_of, ..stage });
}
