//! Start, goal and soldier, as discs with letters over the board.

use super::{palette::Swatch, stage::Stage};
use crate::{
    input::{Area, Target},
    pane::PaneId,
    soldier::Soldier,
    widgets::theme,
};
use bevy::prelude::*;

/// A disc over the board of a pane.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marker {
    Start,
    Goal,
    Soldier,
    /// A ring round the cell that was expanded last.
    Current(PaneId),
}

/// The letter on a disc.
#[derive(Component)]
pub struct Letter;

/// Spawns the discs into the areas of the panes.
pub fn spawn(mut commands: Commands, areas: Query<(Entity, &Target)>) {
    for (area, target) in &areas {
        let &Target::Area(Area::Board(pane)) = target else { continue };
        for (marker, letter, swatch) in [
            (Marker::Current(pane), "", Swatch::Current),
            (Marker::Start, "S", Swatch::Start),
            (Marker::Goal, "G", Swatch::Goal),
            (Marker::Soldier, "", Swatch::Soldier),
        ] {
            let is_ring = matches!(marker, Marker::Current(_));
            let (fill, edge) =
                if is_ring { (Color::NONE, Color::BLACK) } else { (swatch.colour().into(), Color::WHITE) };
            commands.spawn((
                ChildOf(area),
                marker,
                theme::disc(),
                BackgroundColor(fill),
                BorderColor::all(edge),
                children![(Letter, Text::new(letter), theme::font(12.0), TextColor(Color::WHITE))],
            ));
        }
    }
}

/// Puts the discs where they belong, as large as the cells, but never too small to be seen.
pub fn place(
    stage: Stage,
    soldiers: Query<&Transform, With<Soldier>>,
    areas: Query<&ComputedNode, With<Target>>,
    mut markers: Query<(&Marker, &ChildOf, &Children, &mut Node)>,
    mut letters: Query<&mut TextFont, With<Letter>>,
) {
    let soldier = soldiers.single().ok().map(|at| at.translation.truncate());
    for (marker, child, children, mut node) in &mut markers {
        let place = place_of(*marker, &stage, soldier);
        let size = size_of(*marker, stage.sight.cell_pixels());
        let area = areas.get(child.parent());
        let area = area.map_or(Vec2::ZERO, |area| area.size * area.inverse_scale_factor);
        let mut next = node.clone();
        next.display = if place.is_some() { Display::Flex } else { Display::None };
        if let Some(world) = place {
            let corner = area / 2.0 + stage.sight.place(world) * Vec2::new(1.0, -1.0) - size / 2.0;
            (next.left, next.top) = (px(corner.x.round()), px(corner.y.round()));
            (next.width, next.height) = (px(size.round()), px(size.round()));
        }
        node.set_if_neq(next);
        for &letter in children {
            if let Ok(mut font) = letters.get_mut(letter) {
                font.set_if_neq(theme::font((size * 0.54).round().max(10.0)));
            }
        }
    }
}

/// The point of the world where a disc is, if it is shown.
fn place_of(marker: Marker, stage: &Stage, soldier: Option<Vec2>) -> Option<Vec2> {
    let board = stage.document.board();
    let geometry = board.layout().geometry();
    match marker {
        Marker::Start => Some(geometry.center_of(board.start())),
        Marker::Goal => Some(geometry.center_of(board.goal())),
        Marker::Soldier => soldier,
        Marker::Current(pane) => {
            let recording = &stage.panes.get(pane).run().recording;
            let step = stage.playback.step();
            let last = recording.expansion(step).filter(|_| step < recording.len())?;
            Some(geometry.center_of(board.terrain().cell(last.node as usize)))
        }
    }
}

/// The width of a disc, by that of a cell in pixels.
fn size_of(marker: Marker, cell: f32) -> f32 {
    match marker {
        Marker::Start | Marker::Goal => (cell * 0.8).clamp(19.0, 44.0),
        Marker::Soldier => (cell * 0.5).clamp(12.0, 30.0),
        Marker::Current(_) => (cell * 1.05).max(7.0),
    }
}
