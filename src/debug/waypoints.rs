//! The graph of waypoints: its links with their directions, and those that the traced search of the selected agent examined.

use super::{
    colors::of_ramp,
    drawing::{DebugDrawing, Pen},
    settings::PathfindingDebug,
    shapes::{Shapes, ink},
    view::{View, Views},
};
use crate::{fleet::SearchTrace, waypoints::WaypointGraph};
use bevy::prelude::*;

/// The graph as it was drawn last.
#[derive(Resource, Default)]
pub(super) struct WaypointState {
    revision: u64,
    view: View,
    is_drawn: bool,
}

/// Draws the graph again if it, the trace or the camera has changed.
pub(super) fn draw_waypoints(
    debug: Res<PathfindingDebug>,
    graph: Res<WaypointGraph>,
    trace: Option<Res<SearchTrace>>,
    views: Views,
    mut state: ResMut<WaypointState>,
    mut pen: Pen,
) {
    if !debug.layers.waypoints {
        pen.erase(DebugDrawing::Waypoints);
        return;
    }
    let view = views.get();
    let is_same = (graph.nav_graph().revision(), view) == (state.revision, state.view);
    let is_traced = trace.as_ref().is_some_and(|trace| trace.is_changed());
    let is_lost = pen.has_lost(DebugDrawing::Waypoints, state.is_drawn);
    if is_same && !is_traced && !is_lost && !debug.is_changed() {
        return;
    }
    (state.revision, state.view) = (graph.nav_graph().revision(), view);
    let mut shapes = Shapes::default();
    let link = |shapes: &mut Shapes, from: Vec2, to: Vec2, wide: f32, color: Color| {
        let width = view.line_width(0.0, 0.0, 1.5 * wide).max(from.distance(to) / 200.0 * wide);
        let along = (to - from).normalize_or_zero();
        shapes.line(from, to, width, ink(color));
        // The head of the arrow is short of the middle, so that those of two directions lie apart.
        let head = from.lerp(to, 0.6);
        let across = along.perp() * width * 2.5;
        shapes.polygon([head + along * width * 6.0, head + across, head - across], ink(color));
    };
    let shown = |from: Vec2, to: Vec2| view.contains(from) || view.contains(to);
    for (waypoint, from) in graph.iter() {
        for (to, _) in graph.links(waypoint) {
            if let Some(to) = graph.position(to).filter(|&to| shown(from, to)) {
                link(&mut shapes, from, to, 1.0, debug.colors.waypoint);
            }
        }
    }
    let selected =
        trace.as_ref().filter(|trace| trace.entity().is_some() && trace.entity() == debug.selected);
    if let Some(trace) = selected {
        let count = trace.links().len() as f32;
        for (nth, examined) in trace.links().iter().enumerate() {
            if let Some((from, to)) = graph.position(examined.from).zip(graph.position(examined.to)) {
                link(&mut shapes, from, to, 2.0, of_ramp(&debug.colors.search, nth as f32 / count));
            }
        }
    }
    let radius = view.line_width(0.0, 0.0, 4.0).max(f32::MIN_POSITIVE);
    for (_, at) in graph.iter().filter(|&(_, at)| view.contains(at)) {
        let corners = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y];
        shapes.polygon(corners.map(|corner| at + corner * radius * 1.6), ink(debug.colors.edge));
        shapes.polygon(corners.map(|corner| at + corner * radius), ink(debug.colors.waypoint));
    }
    state.is_drawn = !shapes.is_empty();
    pen.draw(DebugDrawing::Waypoints, &debug, shapes);
}
