//! The jumps of a jump point search as lines over the board, as the playback advances.

use super::{
    cameras::pane_layer,
    palette::Swatch,
    ribbon::Figure,
    stage::{Canvas, Stage},
};
use crate::{
    action::Page,
    board::TILE,
    pane::{Pane, PaneId},
};
use bevy::prelude::*;

/// The jumps of a pane: those of the last expansion, or all before.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct JumpLine {
    pub pane: PaneId,
    pub is_last: bool,
}

/// What the lines show.
#[derive(Default, PartialEq)]
pub struct Shown {
    revisions: [u64; 2],
    step: usize,
    scale: f32,
    both: bool,
}

/// Draws the jumps again when they, the step or the zoom have changed.
pub fn draw(stage: Stage, mut canvas: Canvas, lines: Query<Entity, With<JumpLine>>, mut shown: Local<Shown>) {
    let now = Shown {
        revisions: PaneId::ALL.map(|pane| stage.panes.get(pane).revision()),
        step: stage.playback.step(),
        scale: stage.sight.scale,
        both: stage.panes.shows_both(),
    };
    if *shown == now {
        return;
    }
    *shown = now;
    lines.iter().for_each(|line| canvas.commands.entity(line).despawn());
    for (id, pane) in stage.panes.shown() {
        for is_last in [false, true] {
            let figure = figure(&stage, pane, is_last);
            if !figure.is_empty() {
                let (colour, height) = (Swatch::Jump.colour(), if is_last { 2.5 } else { 0.5 });
                let colour = if is_last { colour } else { colour.with_alpha(0.75) };
                let layer = pane_layer(Page::Grid, id);
                canvas.add(JumpLine { pane: id, is_last }, figure.mesh(), colour.into(), height, layer);
            }
        }
    }
}

/// Lines along the cells of the jumps, with a disc at the jump point.
fn figure(stage: &Stage, pane: &Pane, is_last: bool) -> Figure {
    let mut figure = Figure::default();
    let geometry = stage.document.board().layout().geometry();
    let scale = stage.sight.scale;
    let width = (TILE * if is_last { 0.15 } else { 0.09 }).clamp(1.2 * scale, 5.0 * scale);
    for cells in pane.run().recording.jumps(stage.playback.step(), is_last) {
        let points: Vec<Vec2> = cells.iter().map(|&cell| geometry.center_of(cell)).collect();
        figure.line(&points, width);
        if let Some(&end) = points.last() {
            figure.disc(end, width * 1.6);
        }
    }
    figure
}
