//! Colours the cells, a few in each frame: those that were edited first, then those whose colours may be out of date.

use super::{
    canvas::{Canvas, CanvasAssets, common},
    field::{SeenField, ShownField},
    fill::{CellLook, ColorTables, Painter},
    search::DebugSearch,
    settings::PathfindingDebug,
};
use crate::{map::NavGrid, request::CostProfiles};
use bevy::{ecs::system::SystemParam, prelude::*};
use tilepath::{
    CellRect, Cost, CostProfile, GoalField, MapRevision, NavMap,
    fleet::engine::{ReadyField, SharedField},
};

/// What the cells show, as it was seen last.
#[derive(Resource, Default)]
pub(super) struct CellState {
    canvas: Option<Canvas>,
    look: Option<(CellLook, ColorTables)>,
    revision: MapRevision,
    field: SeenField,
    /// The greatest cost of the field, and for how many frames it holds.
    farthest: (f32, u32),
    search: u64,
    /// For each cell, how fresh its last edit is.
    fresh: Vec<f32>,
    fading: Vec<(CellRect, f32)>,
}

/// What is read to colour cells.
#[derive(SystemParam)]
pub(super) struct CellScene<'w> {
    debug: Res<'w, PathfindingDebug>,
    nav_grid: Res<'w, NavGrid>,
    profiles: Res<'w, CostProfiles>,
    field: ShownField<'w>,
    search: Res<'w, DebugSearch>,
}

impl CellScene<'_> {
    /// The profile by whose prices cells are coloured. The default profile if the one that is set does not exist.
    fn profile(&self) -> &CostProfile {
        self.profiles.get(self.debug.profile).unwrap_or(self.profiles.default_profile())
    }
}

/// The greatest cost of a field is looked up at most this often, in frames: costs change with every edit.
const FARTHEST_HOLDS: u32 = 30;

/// Colours the cells, if a layer is shown that does.
pub(super) fn paint_cells(scene: CellScene, mut state: ResMut<CellState>, mut assets: CanvasAssets) {
    let parts = scene.nav_grid.parts().filter(|_| scene.debug.layers.any_of_cells());
    let Some((map, geometry)) = parts else {
        if let Some(canvas) = state.canvas.take() {
            canvas.remove(&mut assets);
            *state = CellState::default();
        }
        return;
    };
    let CellState { canvas, look, .. } = &mut *state;
    if canvas.as_ref().is_none_or(|canvas| !canvas.serves(map, geometry, &assets)) {
        if let Some(old) = canvas.take() {
            old.remove(&mut assets);
        }
        *canvas = Some(Canvas::new(map, geometry, &mut assets));
        *look = None;
    }
    let may_differ = scene.debug.is_changed() || scene.profiles.is_changed() || scene.nav_grid.is_changed();
    if may_differ || look.is_none() {
        let new = CellLook::of(&scene.debug, scene.profile(), map);
        if look.as_ref().is_none_or(|(old, _)| *old != new) {
            let tables = ColorTables::new(&new);
            *look = Some((new, tables));
            state.begin(map);
        }
    }
    let edits = state.note_edits(map, &scene.debug);
    state.note_changes(&scene);
    state.paint(&scene, map, edits, &mut assets);
}

impl CellState {
    /// Every cell is to be coloured, and nothing was edited yet.
    fn begin(&mut self, map: &NavMap) {
        self.revision = map.revision();
        self.fresh.clear();
        self.fading.clear();
        self.mark_all();
    }

    fn mark_all(&mut self) {
        if let Some(canvas) = &mut self.canvas {
            canvas.mark_all();
        }
    }

    /// Notes what was edited since the last frame, and lets the marks of older edits fade. Returns the rectangles that look different.
    fn note_edits(&mut self, map: &NavMap, debug: &PathfindingDebug) -> Vec<CellRect> {
        let changes = map.changes_since(self.revision);
        self.revision = map.revision();
        let whole = map.grid().bounds();
        let mut rects: Vec<CellRect> = match changes.rects() {
            Some(rects) => rects.filter_map(|rect| common(rect, whole)).collect(),
            None => vec![whole],
        };
        // Where one cell was walled up, a region may have split.
        let terrain_changed = changes.terrain_rects().is_none_or(|mut rects| rects.next().is_some());
        if terrain_changed && debug.layers.regions {
            self.mark_all();
        }
        if !debug.layers.edits || debug.edit_frames == 0 {
            return rects;
        }
        self.fresh.resize(map.grid().len(), 0.0);
        let by = 1.0 / f32::from(debug.edit_frames);
        let mut fading = core::mem::take(&mut self.fading);
        fading.iter_mut().for_each(|(_, fresh)| *fresh -= by);
        // Old marks first: a cell that is edited again is fresh again.
        fading.extend(rects.iter().map(|&rect| (rect, 1.0)));
        for &(rect, fresh) in &fading {
            let cells = rect.cells().filter_map(|cell| map.grid().index(cell));
            for index in cells {
                if let Some(known) = self.fresh.get_mut(index) {
                    *known = fresh.max(0.0);
                }
            }
        }
        rects.extend(fading.iter().map(|&(rect, _)| rect));
        fading.retain(|&(_, fresh)| fresh > 0.0);
        self.fading = fading;
        rects
    }

    /// Notes a field or a search that is another than before.
    fn note_changes(&mut self, scene: &CellScene) {
        let field = scene.field.get();
        let another_field = self.field.note(field);
        let holds = &mut self.farthest.1;
        *holds = holds.saturating_sub(1);
        if another_field || core::mem::replace(&mut self.search, scene.search.version()) != self.search {
            self.mark_all();
        }
    }

    fn paint(&mut self, scene: &CellScene, map: &NavMap, edits: Vec<CellRect>, assets: &mut CanvasAssets) {
        let (Some(canvas), Some((_, tables))) = (&mut self.canvas, &self.look) else { return };
        let field = scene.field.get().and_then(SharedField::ready).map(ReadyField::field);
        let field = field.filter(|field| field.is_of(map));
        if let (Some(field), (_, 0)) = (field, self.farthest) {
            self.farthest = (farthest(field, map), FARTHEST_HOLDS);
        }
        let painter = Painter {
            layers: scene.debug.layers,
            tables,
            map,
            seen: map.seen_by(scene.profile()),
            regions: map.regions(scene.profile()),
            field: field.map(|field| (field, self.farthest.0)),
            search: &scene.search,
            edits: &self.fresh,
        };
        // A body wider than a cell sees an edit from the places around it, too.
        let reach = 2 * (i32::from(scene.profile().size()) - 1);
        let edits: Vec<CellRect> = edits.into_iter().map(|rect| rect.grown(reach)).collect();
        canvas.paint(&painter, &edits, scene.debug.cells_per_frame, assets);
    }
}

/// The greatest cost of a field.
fn farthest(field: &GoalField, map: &NavMap) -> f32 {
    let cells = (0..map.grid().len()).map(|index| map.grid().cell(index));
    cells.filter_map(|cell| field.cost(cell)).max().map_or(0.0, |cost: Cost| cost.units() as f32)
}
