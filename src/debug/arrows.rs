//! The arrows of a goal field: from each cell in view in the direction of the next.

use super::{
    drawing::{DebugDrawing, Pen},
    field::{SeenField, ShownField},
    search::DebugSearch,
    settings::PathfindingDebug,
    shapes::{Shapes, ink},
    view::{View, Views, inner_radius},
};
use crate::map::NavGrid;
use bevy::prelude::*;
use tilepath::CellGeometry;

/// The arrows as they were drawn last.
#[derive(Resource, Default)]
pub(super) struct ArrowState {
    field: SeenField,
    view: View,
    geometry: Option<CellGeometry>,
    search: u64,
    is_drawn: bool,
}

/// Draws the arrows again if the field, the map or the camera has changed. Cells with numbers have none.
pub(super) fn draw_arrows(
    (debug, nav_grid, search): (Res<PathfindingDebug>, Res<NavGrid>, Res<DebugSearch>),
    shown: ShownField,
    views: Views,
    mut state: ResMut<ArrowState>,
    mut pen: Pen,
) {
    let (field, parts) = (shown.get().filter(|_| debug.layers.arrows), nav_grid.parts());
    let is_another = state.field.note(field);
    let Some((field, (map, geometry))) = field.zip(parts) else {
        pen.erase(DebugDrawing::Arrows);
        return;
    };
    let view = views.get();
    let seen = (view, Some(*geometry), search.version());
    let is_same = (state.view, state.geometry, state.search) == seen;
    let is_lost = pen.has_lost(DebugDrawing::Arrows, state.is_drawn);
    if !is_another && is_same && !is_lost && !debug.is_changed() {
        return;
    }
    (state.view, state.geometry, state.search) = seen;
    let reader = field.ready().and_then(|ready| ready.reader(map));
    let mut shapes = Shapes::default();
    if let Some(reader) = reader {
        let (cells, stride) = view.cells(geometry, map.grid().bounds(), debug.max_marks);
        let length = inner_radius(geometry) * 1.15 * stride as f32;
        let has_numbers = |cell| {
            let index = map.grid().index(cell).filter(|_| debug.layers.numbers);
            index.is_some_and(|index| search.share_at(index).is_some())
        };
        let [edge, arrow] = [debug.colors.edge, debug.colors.arrow].map(ink);
        for cell in cells.into_iter().filter(|&cell| !has_numbers(cell)) {
            let Some(next) = reader.next(cell) else { continue };
            let from = geometry.center_of(cell);
            let Some(along) = (geometry.center_of(next) - from).try_normalize() else { continue };
            dart(&mut shapes, from, along * length * 0.60, edge);
            dart(&mut shapes, from, along * length * 0.45, arrow);
        }
    }
    state.is_drawn = !shapes.is_empty();
    pen.draw(DebugDrawing::Arrows, &debug, shapes);
}

/// An arrow head round a point; `along` leads from there to its tip.
fn dart(shapes: &mut Shapes, at: Vec2, along: Vec2, ink: [f32; 4]) {
    let (back, across) = (at - along, along.perp() * 0.7);
    let notch = at - along * 0.5;
    shapes.polygon([at + along, back + across, notch], ink);
    shapes.polygon([at + along, notch, back - across], ink);
}
