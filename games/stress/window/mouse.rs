//! The mouse: the cell under it, and what a click orders.

use super::layout::map_area;
use crate::{
    choice::is_horde,
    horde::{
        orders::{Order, Orders},
        tower::Tower,
    },
    systems::StressSystems,
};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;
use kit::camera::world_at;

/// What is under the cursor.
#[derive(Resource, Default, Clone, Copy, PartialEq, Debug)]
pub struct Cursor {
    /// The point of the world; `None` on the bars and the panel.
    pub world: Option<Vec2>,
    pub cell: Option<IVec2>,
    /// The tower that covers the cell.
    pub tower: Option<Entity>,
    /// The cell that the cursor is held over, wherever the mouse is.
    held: Option<IVec2>,
    /// Whether the mouse is ignored.
    ignored: bool,
}

/// Adds the mouse. `held` holds the cursor over a cell, wherever the mouse is; `ignored` ignores the mouse.
pub fn plugin(app: &mut App, held: Option<IVec2>, ignored: bool) {
    app.insert_resource(Cursor { held, ignored, ..default() })
        .add_systems(Update, (point, click.run_if(is_horde)).chain().in_set(StressSystems::Input));
}

pub fn point(
    mut cursor: ResMut<Cursor>,
    nav_grid: Option<Res<NavGrid>>,
    window: Single<&Window>,
    camera: Single<(&Projection, &Transform), With<Camera2d>>,
    towers: Query<(Entity, &Tower)>,
) {
    let (projection, transform) = camera.into_inner();
    let under_mouse = || {
        let at = window.cursor_position().filter(|_| !cursor.ignored)?;
        map_area(window.size()).contains(at).then(|| world_at(projection, transform, &window, at))
    };
    let Some(nav_grid) = nav_grid else { return };
    let world = cursor.held.and_then(|cell| nav_grid.center_of(cell)).or_else(under_mouse);
    let cell = world.and_then(|world| nav_grid.cell_at(world));
    let covers =
        |tower: &Tower| cell.is_some_and(|cell| (cell - tower.cell).abs().max_element() <= Tower::REACH);
    let tower = towers.iter().find(|(_, tower)| covers(tower)).map(|(entity, _)| entity);
    let next = Cursor { world, cell, tower, ..*cursor };
    cursor.set_if_neq(next);
}

/// Left builds a tower, right removes it.
fn click(
    cursor: Res<Cursor>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    orders: Option<ResMut<Orders>>,
) {
    let (Some(cell), Some(mut orders)) = (cursor.cell, orders) else { return };
    match cursor.tower {
        None if buttons.just_pressed(MouseButton::Left) => {
            orders.give(Order::Build { cell, spare_agents: false });
        }
        Some(tower) if buttons.just_pressed(MouseButton::Right) || keys.just_pressed(KeyCode::Delete) => {
            orders.give(Order::Remove(tower));
        }
        _ => {}
    }
}
