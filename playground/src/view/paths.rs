//! The paths of each pane as lines over the board.

use super::{
    cameras::pane_layer,
    palette::Swatch,
    ribbon::{Dashes, ribbon},
    stage::{Canvas, Stage},
};
use crate::{action::Page, board::TILE, pane::PaneId};
use bevy::prelude::*;

/// A line over the board: the path of a pane, or that of the other attitude to danger.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathLine {
    pub pane: PaneId,
    pub is_other: bool,
}

/// What the lines show.
#[derive(Default, PartialEq)]
pub struct Shown {
    revisions: [u64; 2],
    is_at_end: [bool; 2],
    scale: f32,
    both: bool,
}

/// Draws the paths again when they, the step or the zoom have changed. A path shows as soon as its search has found it.
pub fn draw(stage: Stage, mut canvas: Canvas, lines: Query<Entity, With<PathLine>>, mut shown: Local<Shown>) {
    let is_at_end = |pane| stage.playback.step() >= stage.panes.get(pane).run().recording.len();
    let now = Shown {
        revisions: PaneId::ALL.map(|pane| stage.panes.get(pane).revision()),
        is_at_end: PaneId::ALL.map(is_at_end),
        scale: stage.sight.scale,
        both: stage.panes.shows_both(),
    };
    if *shown == now && stage.change.0.is_none() {
        return;
    }
    *shown = now;
    lines.iter().for_each(|line| canvas.commands.entity(line).despawn());
    for (id, pane) in stage.panes.shown().filter(|(id, _)| is_at_end(*id)) {
        let run = pane.run();
        for (cells, is_other) in [(run.other_cells(), true), (run.cells(), false)] {
            if !cells.is_empty() {
                draw_path(&stage, &mut canvas, cells, PathLine { pane: id, is_other });
            }
        }
    }
}

/// Draws a path with a white rim; that of the other attitude dashed, and below.
fn draw_path(stage: &Stage, canvas: &mut Canvas, cells: &[IVec2], line: PathLine) {
    let geometry = stage.document.board().layout().geometry();
    let points: Vec<Vec2> = cells.iter().map(|&cell| geometry.center_of(cell)).collect();
    let scale = stage.sight.scale;
    // Never thinner than two pixels, and not so thick that it hides the numbers.
    let width = (TILE * 0.16).clamp(2.2 * scale, 6.0 * scale);
    let (swatch, height) = if line.is_other { (Swatch::OtherPath, 1.0) } else { (Swatch::Path, 3.0) };
    let dashes = line.is_other.then_some(Dashes { stroke: width * 2.6, gap: width * 1.7 });
    let layer = pane_layer(Page::Grid, line.pane);
    let rim = width + 2.0 * scale.min(TILE * 0.05);
    canvas.add(line, ribbon(&points, rim, None), Color::WHITE, height, layer.clone());
    canvas.add(line, ribbon(&points, width, dashes), swatch.colour().into(), height + 1.0, layer);
}
