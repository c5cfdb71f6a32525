//! The map of an arrangement, with its agents.

use crate::{
    agent::{Agent, Progress, Then},
    choice::{Choice, Scene, TILE},
    stage::Stage,
};
use arrangements::JAMS;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Sets up the arrangement that is chosen.
pub fn set_up(mut commands: Commands, choice: Res<Choice>, time: Res<Time>) {
    let mut dice = fastrand::Rng::with_seed(choice.seed);
    let arena = match choice.scene {
        Scene::Arrangement(index) => (arrangements::ALL[index].make)(choice.agents as usize, &mut dice),
        Scene::Jam(index) => JAMS[index].make(choice.agents, &mut dice),
        Scene::Horde => return,
    };
    let geometry = choice.tiles.geometry();
    let class = |cell| u8::from(arena.is_free(cell));
    let terrain = Grid::from_fn(arena.size.as_uvec2(), class).expect("the size is in range");
    commands.insert_resource(NavGrid::from_grid(terrain.clone(), geometry));
    // In a jam, each agent must have the very cell of its goal.
    let request = |cells: &Vec<IVec2>| {
        let request = PathRequest::to_nearest(cells.iter().copied());
        if choice.scene.is_jam() { request.in_cell() } else { request }
    };
    let requests: Vec<PathRequest> = arena.goals.iter().map(request).collect();
    for (number, walker) in (0..).zip(&arena.agents) {
        let at = geometry.center_of(walker.start);
        let mut agent = commands.spawn((
            Agent(number),
            Progress::from(at),
            Transform::from_translation(at.extend(0.0)),
            requests[walker.goal].clone(),
            PathFollower::with_speed(walker.speed as f32 * TILE),
        ));
        let mut then = arena.then.get(number as usize).cloned().unwrap_or_default();
        then.reverse();
        if !then.is_empty() {
            agent.insert(Then(then));
        }
    }
    let goal_of = arena.agents.iter().map(|walker| walker.goal).collect();
    let stage = Stage::new(terrain, geometry, arena.goals, time.elapsed_secs());
    commands.insert_resource(Stage { goal_of, ..stage });
}

/// Gives agents that have arrived their next goals.
pub fn go_on(
    mut commands: Commands,
    mut stage: ResMut<Stage>,
    mut agents: Query<(Entity, &Agent, &mut Then, &PathFollower)>,
) {
    for (entity, &Agent(number), mut then, follower) in &mut agents {
        if !follower.has_arrived() {
            continue;
        }
        if let Some(goal) = then.0.pop() {
            let request = PathRequest::to_nearest(stage.goals[goal].iter().copied()).in_cell();
            commands.entity(entity).insert(request);
            // What is drawn of the map does not change.
            stage.bypass_change_detection().goal_of[number as usize] = goal;
        }
        if then.0.is_empty() {
            commands.entity(entity).remove::<Then>();
        }
    }
}
