//! g, h and f in the cells, where they are large enough.

use super::{
    labels::{Labels, Note},
    stage::Stage,
};
use crate::{
    action::Action,
    input::Area,
    pane::{Algorithm, Pane},
    sight::Sight,
};
use bevy::prelude::*;

/// Whether numbers are shown, in cells and at nodes.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers(pub bool);

impl Default for Numbers {
    fn default() -> Self {
        Self(true)
    }
}

impl Numbers {
    /// Whether cells are large enough for numbers.
    #[must_use]
    pub fn have_room(sight: &Sight) -> bool {
        sight.cell_pixels() >= LEAST_CELL
    }
}

/// Cells narrower than this have no numbers, in logical pixels.
const LEAST_CELL: f32 = 46.0;
/// At most this many cells of a pane have numbers.
const MOST_CELLS: usize = 700;

/// Obeys the control.
pub fn toggle(mut actions: MessageReader<Action>, mut numbers: ResMut<Numbers>) {
    if actions.read().filter(|action| **action == Action::ToggleNumbers).count() % 2 == 1 {
        numbers.0 = !numbers.0;
    }
}

/// Writes the numbers of the cells that are in sight.
pub fn show(
    stage: Stage,
    numbers: Res<Numbers>,
    areas: Query<(Entity, &Area, &ComputedNode)>,
    mut labels: Labels,
) {
    for (area, shown, node) in &areas {
        let &Area::Board(id) = shown else { continue };
        let size = node.size * node.inverse_scale_factor;
        let is_shown = numbers.0 && stage.panes.shown().any(|(shown, _)| shown == id);
        let cells = if is_shown { cells_in_sight(&stage, size) } else { Vec::new() };
        let pane = stage.panes.get(id);
        let notes: Vec<Note> = cells.into_iter().filter_map(|cell| note(&stage, pane, cell)).collect();
        labels.show(area, size, &notes);
    }
}

/// The cells in a pane of this size, if they are large enough for numbers.
fn cells_in_sight(stage: &Stage, size: Vec2) -> Vec<IVec2> {
    if !Numbers::have_room(&stage.sight) {
        return Vec::new();
    }
    let board = stage.document.board();
    let geometry = board.layout().geometry();
    let is_inside = |cell: &IVec2| stage.sight.place(geometry.center_of(*cell)).abs().cmplt(size / 2.0).all();
    // Start and goal have discs.
    let is_bare = |cell: &IVec2| *cell != board.start() && *cell != board.goal();
    let cells = (0..board.terrain().len()).map(|index| board.terrain().cell(index));
    cells.filter(is_bare).filter(is_inside).take(MOST_CELLS).collect()
}

/// The numbers of a cell, if it was reached by this step.
fn note(stage: &Stage, pane: &Pane, cell: IVec2) -> Option<Note> {
    let board = stage.document.board();
    let index = board.terrain().index(cell)?;
    let numbers = pane.run().recording.numbers(index, stage.playback.step())?;
    let lengths = pane.settings().lengths.pair();
    let [g, h, f] = [numbers.g, numbers.h, numbers.f].map(|cost| lengths.in_tiles(cost));
    let text = match pane.settings().algorithm {
        Algorithm::Greedy => format!("h {h:.1}"),
        Algorithm::GoalField | Algorithm::Dijkstra => format!("g {g:.1}"),
        _ => format!("g {g:.1}\nh {h:.1}\nf {f:.1}"),
    };
    let width = stage.sight.cell_pixels();
    Some(Note {
        text,
        middle: stage.sight.place(board.layout().geometry().center_of(cell)),
        width,
        size: (width * 0.2).clamp(9.0, 16.0).round(),
        ground: Color::NONE,
    })
}
