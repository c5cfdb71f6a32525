//! The map of the chosen arrangement, with its agents.

use crate::{
    agent::Agent,
    choice::{Choice, TILE},
};
use arrangements::Arena;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// What is on show.
#[derive(Resource)]
pub struct Stage {
    pub arena: Arena,
    pub geometry: CellGeometry,
    /// The map in the world.
    pub bounds: Rect,
    /// The side of the place of an agent in world units.
    pub place: f32,
    /// When it was set up, in game seconds.
    pub since: f32,
}

impl Stage {
    /// The cells to which the agent of a number wants to go.
    pub fn goal_of(&self, agent: u32) -> &[IVec2] {
        let walker = self.arena.agents.get(agent as usize);
        walker.map_or(&[], |walker| &self.arena.goals[walker.goal])
    }
}

/// Sets up what is chosen.
pub fn set_up(
    mut commands: Commands,
    choice: Res<Choice>,
    mut settings: ResMut<PathfindingSettings>,
    time: Res<Time>,
    old: Query<Entity, With<Agent>>,
) {
    settings.cell_capacity = choice.capacity;
    for agent in &old {
        commands.entity(agent).despawn();
    }
    let mut dice = fastrand::Rng::with_seed(choice.seed);
    let arena = (arrangements::ALL[choice.arrangement].make)(choice.agents as usize, &mut dice);
    let geometry = choice.tiles.geometry();
    let class = |cell| u8::from(arena.is_free(cell));
    let grid = Grid::from_fn(arena.size.as_uvec2(), class).expect("the size is in range");
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    let requests: Vec<PathRequest> =
        arena.goals.iter().map(|cells| PathRequest::to_nearest(cells.iter().copied())).collect();
    for (number, walker) in (0..).zip(&arena.agents) {
        let at = geometry.center_of(walker.start);
        commands.spawn((
            Agent::new(number, at),
            Transform::from_translation(at.extend(0.0)),
            requests[walker.goal].clone(),
            PathFollower::with_speed(walker.speed as f32 * TILE),
        ));
    }
    let bounds = bounds_of(&arena, &geometry);
    commands.insert_resource(Stage {
        arena,
        geometry,
        bounds,
        place: choice.place(),
        since: time.elapsed_secs(),
    });
}

/// The rectangle of a map in the world.
fn bounds_of(arena: &Arena, geometry: &CellGeometry) -> Rect {
    let corners = arena.cells().flat_map(|cell| geometry.corners_of(cell));
    let nothing = Rect { min: Vec2::MAX, max: Vec2::MIN };
    corners.fold(nothing, |bounds, corner| bounds.union_point(corner))
}
