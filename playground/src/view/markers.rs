//! Start, goal and soldier, as discs with letters over the pictures of both pages.

use super::{palette::Swatch, stage::Stage};
use crate::{
    graph_page::{GraphDocument, GraphRuns, RADIUS, scale},
    input::Area,
    pane::{PaneId, Recording},
    soldier::Soldier,
    widgets::theme,
};
use bevy::prelude::*;
use tilepath::NodeId;

/// A disc over a picture.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marker {
    Start,
    Goal,
    Soldier,
    /// A ring round the cell or the node that was expanded last.
    Current,
}

/// The letter on a disc.
#[derive(Component)]
pub struct Letter;

/// Spawns the discs into all areas.
pub fn spawn(mut commands: Commands, areas: Query<Entity, With<Area>>) {
    for area in &areas {
        for (marker, letter, fill, edge) in [
            (Marker::Current, "", Color::NONE, Color::BLACK),
            (Marker::Start, "S", Swatch::Start.colour().into(), Color::WHITE),
            (Marker::Goal, "G", Swatch::Goal.colour().into(), Color::WHITE),
            (Marker::Soldier, "", Swatch::Soldier.colour().into(), Color::WHITE),
        ] {
            let text = (Text::new(letter), theme::font(12.0), TextColor(Color::WHITE));
            commands.spawn((
                ChildOf(area),
                marker,
                theme::disc(),
                Pickable::IGNORE,
                BackgroundColor(fill),
                BorderColor::all(edge),
                children![(Letter, Pickable::IGNORE, text)],
            ));
        }
    }
}

/// Puts the discs where they belong, as large as the cells or nodes, but never too small to be seen.
pub fn place(
    stage: Stage,
    (graph, runs): (Res<GraphDocument>, Res<GraphRuns>),
    soldiers: Query<&Transform, With<Soldier>>,
    areas: Query<(&Area, &ComputedNode)>,
    mut markers: Query<(&Marker, &ChildOf, &Children, &mut Node)>,
    mut letters: Query<&mut TextFont, With<Letter>>,
) {
    let soldier = soldiers.single().ok().map(|at| at.translation.truncate());
    for (&marker, child, children, mut node) in &mut markers {
        let Ok((&area, computed)) = areas.get(child.parent()) else { continue };
        let room = computed.size * computed.inverse_scale_factor;
        // In pixels from the middle of the area, and the width of a cell.
        let (place, cell) = match area {
            Area::Board(pane) => {
                let world = on_board(marker, pane, &stage, soldier);
                (world.map(|world| stage.sight.place(world)), stage.sight.cell_pixels())
            }
            Area::Graph(pane) => {
                let at = on_graph(marker, &graph, &runs.get(pane).recording, stage.playback.step());
                (at.map(|at| at / scale(room)), 3.6 * RADIUS / scale(room))
            }
            // Its agents are drawn.
            Area::Replay => (None, 0.0),
        };
        let size = size_of(marker, cell);
        let mut next = node.clone();
        next.display = if place.is_some() { Display::Flex } else { Display::None };
        if let Some(place) = place {
            let corner = room / 2.0 + place * Vec2::new(1.0, -1.0) - size / 2.0;
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

/// The cell or the node that was expanded last, while the search goes on.
fn last_expanded(recording: &Recording, step: usize) -> Option<NodeId> {
    recording.expansion(step).filter(|_| step < recording.len()).map(|last| last.node)
}

/// The point of the world where a disc is on the board, if it is shown.
fn on_board(marker: Marker, pane: PaneId, stage: &Stage, soldier: Option<Vec2>) -> Option<Vec2> {
    let board = stage.document.board();
    let geometry = board.layout().geometry();
    match marker {
        Marker::Start => Some(geometry.center_of(board.start())),
        Marker::Goal => Some(geometry.center_of(board.goal())),
        Marker::Soldier => soldier,
        Marker::Current => {
            let last = last_expanded(&stage.panes.get(pane).run().recording, stage.playback.step())?;
            Some(geometry.center_of(board.terrain().cell(last as usize)))
        }
    }
}

/// The place of a disc in the graph, if it is shown.
fn on_graph(marker: Marker, graph: &GraphDocument, recording: &Recording, step: usize) -> Option<Vec2> {
    let scene = graph.scene();
    let node = match marker {
        Marker::Start => scene.start,
        Marker::Goal => scene.goal,
        Marker::Soldier => None,
        Marker::Current => last_expanded(recording, step),
    };
    scene.graph.position(node?)
}

/// The width of a disc, by that of a cell in pixels.
fn size_of(marker: Marker, cell: f32) -> f32 {
    match marker {
        Marker::Start | Marker::Goal => (cell * 0.8).clamp(19.0, 44.0),
        Marker::Soldier => (cell * 0.5).clamp(12.0, 30.0),
        Marker::Current => (cell * 1.05).max(7.0),
    }
}
