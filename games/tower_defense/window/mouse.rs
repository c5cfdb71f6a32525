//! The mouse: the cell under it, and what a click orders.

use super::screen::Screen;
use crate::{
    orders::{Order, Orders},
    tower::{Tower, TowerKind},
    virus::Virus,
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::{NavGrid, SearchTrace};

/// The cell under the cursor.
#[derive(Resource, Default, Clone, Copy, PartialEq, Debug)]
pub struct Hover {
    pub cell: Option<IVec2>,
    /// The tower on that cell.
    pub tower: Option<Entity>,
    /// The virus on that cell.
    pub virus: Option<Entity>,
    /// The cell that the cursor is held over, wherever the mouse is.
    held: Option<IVec2>,
    /// Whether the mouse is ignored.
    ignored: bool,
}

/// The kind of tower that a click builds.
#[derive(Resource, Default, Clone, Copy)]
pub struct Chosen(pub TowerKind);

/// Adds the mouse. `held` holds the cursor over a cell, wherever the mouse is; `ignored` ignores the mouse.
pub fn plugin(app: &mut App, held: Option<IVec2>, ignored: bool) {
    app.insert_resource(Hover { held, ignored, ..default() })
        .init_resource::<Chosen>()
        .add_systems(Update, (point, click, choose).chain());
}

/// The cursor of the mouse.
#[derive(SystemParam)]
struct Cursor<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    window: Query<'w, 's, &'static Window>,
    camera: Query<'w, 's, (&'static Camera, &'static GlobalTransform)>,
    surfaces: Query<'w, 's, &'static Interaction>,
}

impl Cursor<'_, '_> {
    /// The cell under it, unless a bar or button is above the board there.
    fn cell(&self) -> Option<IVec2> {
        let is_covered = self.surfaces.iter().any(|interaction| *interaction != Interaction::None);
        let (camera, transform) = self.camera.single().ok()?;
        let cursor = self.window.single().ok()?.cursor_position().filter(|_| !is_covered)?;
        self.nav_grid.cell_at(camera.viewport_to_world_2d(transform, cursor).ok()?)
    }
}

fn point(
    mut hover: ResMut<Hover>,
    cursor: Cursor,
    towers: Query<(Entity, &Transform), With<Tower>>,
    viruses: Query<(Entity, &Transform), With<Virus>>,
    screen: Res<State<Screen>>,
) {
    let Hover { held, ignored, .. } = *hover;
    let nav_grid = &cursor.nav_grid;
    let pointed = held.or_else(|| if ignored { None } else { cursor.cell() });
    let cell = pointed.filter(|_| *screen.get() == Screen::Play);
    let is_there = |transform: &Transform| nav_grid.cell_at(transform.translation.truncate()) == cell;
    let tower = towers.iter().find(|(_, transform)| is_there(transform)).map(|(tower, _)| tower);
    let virus = viruses.iter().find(|(_, transform)| is_there(transform)).map(|(virus, _)| virus);
    let on_board = cell.is_some();
    let (tower, virus) = (tower.filter(|_| on_board), virus.filter(|_| on_board));
    hover.set_if_neq(Hover { cell, tower, virus, held, ignored });
}

/// Left builds, or picks the virus whose search is shown; right sells.
fn click(
    hover: Res<Hover>,
    chosen: Res<Chosen>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    mut orders: ResMut<Orders>,
    trace: Option<ResMut<SearchTrace>>,
) {
    let Some(cell) = hover.cell else { return };
    if buttons.just_pressed(MouseButton::Left) {
        match (hover.virus, trace) {
            (Some(virus), Some(mut trace)) => trace.only = Some(virus),
            _ => orders.give(Order::Build { cell, kind: chosen.0 }),
        }
    }
    let sells = buttons.just_pressed(MouseButton::Right)
        || keys.any_just_pressed([KeyCode::KeyS, KeyCode::KeyX, KeyCode::Delete]);
    if let Some(tower) = hover.tower.filter(|_| sells) {
        orders.give(Order::Sell(tower));
    }
}

fn choose(keys: Res<ButtonInput<KeyCode>>, mut chosen: ResMut<Chosen>) {
    if keys.just_pressed(KeyCode::KeyT) {
        chosen.0 = chosen.0.next();
    }
}
