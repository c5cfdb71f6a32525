//! What is under the mouse.

use super::layout;
use crate::{
    board::CELL,
    plugin::GameSystems,
    site::{DropOff, Mine, RADIUS},
    unit::{Unit, UnitKind},
};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;
use kit::camera::world_at;

/// What is under the mouse.
#[derive(Resource, Default, Clone, Copy, PartialEq, Debug)]
pub struct Cursor {
    /// The point of the window; `None` outside.
    pub screen: Option<Vec2>,
    /// The point of the world; `None` on the bars.
    pub world: Option<Vec2>,
    pub cell: Option<IVec2>,
    /// The nearest unit in reach.
    pub unit: Option<Entity>,
    /// The mine or building.
    pub site: Option<Entity>,
    /// Whether the mouse is ignored.
    ignored: bool,
}

/// How far from the middle of a unit of one cell the mouse still means it, in cells.
const REACH: f32 = 0.6;

/// Adds the mouse; `ignored` ignores it.
pub fn plugin(app: &mut App, ignored: bool) {
    app.insert_resource(Cursor { ignored, ..default() })
        .add_systems(Update, point.in_set(GameSystems::Input));
}

/// A mine or a building.
type Site = Or<(With<Mine>, With<DropOff>)>;

pub fn point(
    mut cursor: ResMut<Cursor>,
    nav_grid: Res<NavGrid>,
    window: Single<&Window>,
    camera: Single<(&Projection, &Transform), With<Camera2d>>,
    units: Query<(Entity, &Unit, &Transform)>,
    sites: Query<(Entity, &Transform), Site>,
) {
    let (projection, transform) = camera.into_inner();
    let screen = window.cursor_position().filter(|_| !cursor.ignored);
    let on_board = screen.filter(|&at| layout::is_on_board(&window, at));
    let world = on_board.map(|at| world_at(projection, transform, &window, at));
    let distance = |kind: UnitKind, at: &Transform| {
        let middle = at.translation.truncate() + kind.middle() * CELL;
        world.map(|world| middle.distance(world)).filter(|&far| far < REACH * f32::from(kind.size()) * CELL)
    };
    let near = units.iter().filter_map(|(entity, unit, at)| Some((entity, distance(unit.kind, at)?)));
    let unit = near.min_by(|a, b| a.1.total_cmp(&b.1));
    let covers = |at: &Transform| {
        let off = world.map(|world| (at.translation.truncate() - world).abs().max_element());
        off.is_some_and(|off| off <= (RADIUS as f32 + 0.5) * CELL)
    };
    let site = sites.iter().find(|(_, at)| covers(at)).map(|(site, _)| site);
    let cell = world.and_then(|world| nav_grid.cell_at(world));
    let next = Cursor { screen, world, cell, unit: unit.map(|(unit, _)| unit), site, ..*cursor };
    cursor.set_if_neq(next);
}
