//! What lies between cells: walls on edges, and links.

use super::{
    drawing::{DebugDrawing, Pen},
    settings::PathfindingDebug,
    shapes::{Shapes, ink},
    view::{View, Views},
};
use crate::map::NavGrid;
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{CellGeometry, EdgeWall, MapRevision};

/// What was drawn last.
#[derive(Resource, Default)]
pub(super) struct BorderState {
    revision: MapRevision,
    view: View,
    geometry: Option<CellGeometry>,
    is_drawn: bool,
}

/// Draws walls on edges and links again, if the map or the camera has changed.
pub(super) fn draw_borders(
    debug: Res<PathfindingDebug>,
    grid: Res<NavGrid>,
    views: Views,
    mut state: ResMut<BorderState>,
    mut pen: Pen,
) {
    let is_shown = debug.layers.terrain || debug.layers.regions;
    let Some((map, geometry)) = grid.map().zip(grid.geometry()).filter(|_| is_shown) else {
        pen.erase(DebugDrawing::Borders);
        return;
    };
    let view = views.get();
    let is_same =
        (map.revision(), view) == (state.revision, state.view) && Some(geometry) == state.geometry.as_ref();
    let is_lost = pen.has_lost(DebugDrawing::Borders, state.is_drawn);
    if is_same && !is_lost && !debug.is_changed() && !grid.is_added() {
        return;
    }
    (state.revision, state.view, state.geometry) = (map.revision(), view, Some(*geometry));
    let mut shapes = Shapes::default();
    let width = view.line_width(0.0, 0.0, 3.0);
    for (wall, _) in map.edge_walls() {
        let [from, to] = [wall.from(), wall.to()].map(|cell| geometry.center_of(cell));
        if view.contains(from) || view.contains(to) {
            draw_wall(&mut shapes, geometry, wall, width, ink(debug.colors.selected));
        }
    }
    for (link, _) in map.links() {
        let [from, to] = [link.from(), link.to()].map(|cell| geometry.center_of(cell));
        if view.contains(from) || view.contains(to) {
            let color = ink(debug.colors.waypoint);
            shapes.line(from, to, width / 2.0, color);
            draw_tip(&mut shapes, from.lerp(to, 0.6), to - from, width, color);
            if link.is_two_way() {
                draw_tip(&mut shapes, to.lerp(from, 0.6), from - to, width, color);
            }
        }
    }
    state.is_drawn = !shapes.is_empty();
    pen.draw(DebugDrawing::Borders, &debug, shapes);
}

/// A line along the edge. Of a one-way wall, a tip points in the direction in which agents step freely.
fn draw_wall(shapes: &mut Shapes, geometry: &CellGeometry, wall: EdgeWall, width: f32, color: [f32; 4]) {
    let [from, to] = [wall.from(), wall.to()].map(|cell| geometry.center_of(cell));
    let near = from.distance(to) / 100.0;
    let others: SmallVec<[Vec2; 6]> = geometry.corners_of(wall.to()).collect();
    let is_common = |corner: &Vec2| others.iter().any(|other| other.distance(*corner) < near);
    let ends: SmallVec<[Vec2; 2]> = geometry.corners_of(wall.from()).filter(is_common).collect();
    if let [start, end] = ends[..] {
        shapes.line(start, end, width, color);
    }
    if wall.is_one_way() {
        draw_tip(shapes, from.midpoint(to), to - from, width, color);
    }
}

/// The head of an arrow.
fn draw_tip(shapes: &mut Shapes, at: Vec2, along: Vec2, width: f32, color: [f32; 4]) {
    let along = along.normalize_or_zero();
    let across = along.perp() * width * 2.0;
    shapes.polygon([at + along * width * 4.0, at + across, at - across], color);
}
