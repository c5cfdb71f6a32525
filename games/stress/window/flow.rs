//! Where the horde goes: the path of each kind from the cursor to the base, and a stroke along the next step of each cell near the cursor.

use super::{colors, mouse::Cursor};
use crate::{
    choice::{TILE, is_horde},
    horde::{
        board::Board,
        stream::{Kind, Profiles},
    },
    overlay::Overlay,
    systems::StressSystems,
};
use bevy::prelude::*;
use bevy_tilepath::{
    CostProfiles, NavGrid,
    tilepath::{CellRect, GoalField, GoalFieldReader, GoalFieldScratch, MapRevision, NavMap, PathQuery},
};
use kit::overlays::Shown;

/// A goal field of each kind, only to be drawn: the plugin has its own.
#[derive(Resource, Default)]
struct Flow {
    fields: Vec<GoalField>,
    scratch: GoalFieldScratch,
    /// The revision of the map that the fields belong to.
    revision: Option<MapRevision>,
}

/// The radius round the cursor in which strokes are drawn, in cells.
const STROKES: i32 = 12;
/// The least side of a cell for strokes to be drawn, in pixels.
const PIXELS: f32 = 7.0;

pub fn plugin(app: &mut App) {
    app.init_resource::<Flow>().add_systems(
        Update,
        (keep_up, draw)
            .chain()
            .run_if(is_horde)
            .run_if(|shown: Res<Shown<Overlay>>| shown.contains(Overlay::Paths))
            .in_set(StressSystems::Show),
    );
}

/// Rebuilds the fields after a change of the map.
fn keep_up(
    mut flow: ResMut<Flow>,
    nav_grid: Res<NavGrid>,
    board: Res<Board>,
    kinds: Res<Profiles>,
    profiles: Res<CostProfiles>,
) {
    let Some(map) = nav_grid.map() else { return };
    if flow.revision == Some(map.revision()) {
        return;
    }
    let flow = &mut *flow;
    let query = PathQuery::to_nearest(board.base, []).within(Board::BASE_RANGE);
    let goals: Vec<IVec2> =
        query.cells_of_goal(board.base, map.topology().shape(), map.grid().size()).collect();
    let mut field = |kind| map.goal_field(profiles.get(kinds.of(kind))?, &goals, &mut flow.scratch).ok();
    let fields = Kind::ALL.into_iter().filter_map(&mut field).collect();
    flow.fields = fields;
    flow.revision = Some(map.revision());
}

fn draw(
    flow: Res<Flow>,
    cursor: Res<Cursor>,
    nav_grid: Res<NavGrid>,
    projection: Single<&Projection, With<Camera2d>>,
    mut gizmos: Gizmos,
) {
    let (Some(map), Some(cell)) = (nav_grid.map(), cursor.cell) else { return };
    let Projection::Orthographic(orthographic) = *projection else { return };
    let pixel = orthographic.scale;
    let readers = flow.fields.iter().filter_map(|field| map.read_goal_field(field));
    for ((kind, reader), aside) in Kind::ALL.into_iter().zip(readers).zip([-1.0, 0.0, 1.0]) {
        let color = colors::of_kind(kind);
        if let Ok(path) = reader.path_from(cell) {
            // Paths that run together are drawn side by side.
            let by = Vec2::splat(2.5 * aside * pixel);
            let points = path.cells().iter().filter_map(|&cell| nav_grid.center_of(cell)).map(|at| at + by);
            gizmos.linestrip_2d(points, color);
        }
        if TILE / pixel >= PIXELS {
            draw_strokes(&mut gizmos, (map, &reader), cell, aside, color.with_alpha(0.8));
        }
    }
}

/// Draws a stroke on each cell near this one, along the step that an agent takes there, brightest at its end.
fn draw_strokes(
    gizmos: &mut Gizmos,
    (map, reader): (&NavMap, &GoalFieldReader),
    cell: IVec2,
    aside: f32,
    color: Color,
) {
    let geometry = Board::geometry();
    let is_near = |at: &IVec2| at.distance_squared(cell) <= STROKES * STROKES && map.grid().contains(*at);
    for at in CellRect::of_cell(cell).grown(STROKES).cells().filter(is_near) {
        let Some(next) = reader.next(at) else { continue };
        let along = (geometry.center_of(next) - geometry.center_of(at)).normalize_or_zero();
        let from = geometry.center_of(at) + along.perp() * aside * 0.22 * TILE;
        let (tail, head) = (from - along * 0.35 * TILE, from + along * 0.35 * TILE);
        gizmos.line_gradient_2d(tail, head, color.with_alpha(0.0), color);
    }
}
