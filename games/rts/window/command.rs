//! What the player orders: the right button sends the selected units, keys let them gather and stop.

use super::{
    camera::{HOLD, Held},
    cursor::Cursor,
    select::Selected,
};
use crate::{
    orders::{Orders, Task},
    plugin::GameSystems,
    site::Mine,
    unit::Unit,
};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;

/// The place of the last order, to be shown.
#[derive(Event, Clone, Copy, Debug)]
pub struct Ordered {
    pub at: Vec2,
    pub task: Task,
    /// Whether units can stand there.
    pub is_free: bool,
}

/// A click on a wall means the nearest free cell within this radius, in cells.
const CLICK: i32 = 1;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (by_mouse, by_keys).after(super::select::by_keys).in_set(GameSystems::Input));
}

/// The selected units in the order of their numbers.
fn in_order(selected: Query<(Entity, &Unit), With<Selected>>) -> Vec<Entity> {
    let mut units: Vec<(u32, Entity)> = selected.iter().map(|(entity, unit)| (unit.serial, entity)).collect();
    units.sort_unstable();
    units.into_iter().map(|(_, entity)| entity).collect()
}

/// The free cell that a click on a cell means, or the cell itself if there is none near it.
fn meant(nav_grid: &NavGrid, cell: IVec2) -> IVec2 {
    let near = crate::board::square(cell, CLICK).filter(|&near| !nav_grid.is_blocked(near));
    near.min_by_key(|near| near.distance_squared(cell)).unwrap_or(cell)
}

fn by_mouse(
    mut commands: Commands,
    mut orders: ResMut<Orders>,
    cursor: Res<Cursor>,
    buttons: Res<ButtonInput<MouseButton>>,
    nav_grid: Res<NavGrid>,
    selected: Query<(Entity, &Unit), With<Selected>>,
    mines: Query<(), With<Mine>>,
) {
    let Some(cell) = cursor.cell.filter(|_| buttons.just_pressed(MouseButton::Right)) else { return };
    let units = in_order(selected);
    if units.is_empty() {
        return;
    }
    let (task, at) = match cursor.site {
        Some(mine) if mines.contains(mine) => (Task::Gather(Some(mine)), cell),
        Some(building) => (Task::Deliver(building), cell),
        None => {
            let cell = meant(&nav_grid, cell);
            (Task::Go(cell), cell)
        }
    };
    let is_free = cursor.site.is_some() || !nav_grid.is_blocked(at);
    if let Some(at) = nav_grid.center_of(at) {
        commands.trigger(Ordered { at, task, is_free });
    }
    orders.give(units, task);
}

fn by_keys(
    mut orders: ResMut<Orders>,
    keys: Res<ButtonInput<KeyCode>>,
    held: Res<Held>,
    selected: Query<(Entity, &Unit), With<Selected>>,
) {
    let task = if keys.just_pressed(KeyCode::KeyG) {
        Task::Gather(None)
    } else if keys.just_released(KeyCode::KeyS) && held.0 <= HOLD {
        Task::Stop
    } else {
        return;
    };
    orders.give(in_order(selected), task);
}
