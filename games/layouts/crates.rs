//! Crates block cells. A right click puts one there, or takes it away.

use crate::{layout::Layouts, tour::Piece};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Something that blocks a cell.
#[derive(Component)]
pub struct Crate;

/// The cells with crates in every layout.
#[derive(Resource)]
struct Crates(Vec<IVec2>);

/// Puts crates on these cells of every layout.
pub fn plugin(app: &mut App, cells: Vec<IVec2>) {
    app.insert_resource(Crates(cells)).add_systems(
        Update,
        (spawn.run_if(resource_changed::<Layouts>), click).chain().before(PathfindingSystems::SyncGrid),
    );
}

/// What blocks a cell.
pub fn obstacle(layouts: &Layouts, cell: IVec2) -> impl Bundle {
    let at = layouts.shown().center_of(cell).extend(1.5);
    (Piece, Crate, Transform::from_translation(at), NavObstacle::default())
}

fn spawn(mut commands: Commands, layouts: Res<Layouts>, crates: Res<Crates>) {
    for &cell in &crates.0 {
        commands.spawn(obstacle(&layouts, cell));
    }
}

fn click(
    mut commands: Commands,
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    nav_grid: Res<NavGrid>,
    layouts: Res<Layouts>,
    crates: Query<(Entity, &Transform), With<Crate>>,
) {
    let (camera, transform) = *camera;
    let point = |cursor| camera.viewport_to_world_2d(transform, cursor).ok();
    let at = window.cursor_position().and_then(point).filter(|_| buttons.just_pressed(MouseButton::Right));
    let Some(cell) = at.and_then(|at| nav_grid.cell_at(at)) else { return };
    let there = crates.iter().find(|(_, at)| nav_grid.cell_at(at.translation.truncate()) == Some(cell));
    if let Some((entity, _)) = there {
        commands.entity(entity).despawn();
    } else if !nav_grid.is_blocked(cell) {
        commands.spawn(obstacle(&layouts, cell));
    }
}
