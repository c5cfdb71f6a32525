//! The graph in both panes: edges plain, examined and on the path, and nodes.

use super::{
    drag::GraphHand,
    model::GraphDocument,
    runs::{EdgeState, GraphRun, GraphRuns},
};
use crate::{
    action::Page,
    pane::PaneId,
    playback::Playback,
    view::{Canvas, Figure, pane_layer},
    window_state::CurrentPage,
};
use bevy::prelude::*;
use tilepath::NodeId;

/// A mesh of the picture of a graph.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphPart(pub PaneId);

/// The radius of a node in world units.
pub const RADIUS: f32 = 1.7;

/// What is drawn, to draw it again only when it changes.
#[derive(Default, PartialEq)]
pub struct Drawn {
    revisions: [u64; 2],
    step: usize,
    is_shown: bool,
    pull: Option<(NodeId, Vec2)>,
}

/// The colours and heights of the parts, from below.
const PLAIN: u32 = 0xA3_A8_AE;
const EXAMINED: u32 = 0xD5_2B_1E;
const PATH: u32 = 0x00_00_00;
const RIM: u32 = 0x3A_3F_46;
const UNSEEN: u32 = 0xFF_FF_FF;
const OPEN: u32 = 0xF0_E4_42;
const EXPANDED: u32 = 0x56_B4_E9;

/// Draws the graph again when it, the step or the edge in hand have changed.
pub fn draw(
    document: Res<GraphDocument>,
    runs: Res<GraphRuns>,
    playback: Res<Playback>,
    page: Res<CurrentPage>,
    hand: Res<GraphHand>,
    mut canvas: Canvas,
    (parts, mut drawn): (Query<Entity, With<GraphPart>>, Local<Drawn>),
) {
    let now = Drawn {
        revisions: [document.revision(), runs.revision()],
        step: playback.step(),
        is_shown: page.0 == Page::Graph,
        pull: hand.pull,
    };
    if *drawn == now {
        return;
    }
    let is_shown = now.is_shown;
    *drawn = now;
    parts.iter().for_each(|part| canvas.commands.entity(part).despawn());
    for pane in PaneId::ALL.into_iter().filter(|_| is_shown) {
        let figures = figures(&document, runs.get(pane), playback.step(), &hand);
        for (height, (colour, figure)) in (0_u8..).zip(figures) {
            let [_, red, green, blue] = colour.to_be_bytes();
            let colour = Color::srgb_u8(red, green, blue);
            let layer = pane_layer(Page::Graph, pane);
            canvas.add(GraphPart(pane), figure.mesh(), colour, f32::from(height), layer);
        }
    }
}

/// The figures of a pane, each of one colour, from below.
fn figures(document: &GraphDocument, run: &GraphRun, step: usize, hand: &GraphHand) -> Vec<(u32, Figure)> {
    let scene = document.scene();
    let mut edges: [Figure; 3] = Default::default();
    for edge in scene.edges() {
        let places = scene.graph.position(edge.0).zip(scene.graph.position(edge.1));
        let Some((from, to)) = places else { continue };
        let is_two_way = scene.graph.edge_cost(edge.1, edge.0).is_some();
        let state = run.edge(edge, step);
        let width = match state {
            EdgeState::Plain => 0.34,
            EdgeState::Examined => 0.5,
            EdgeState::Path => 0.95,
        };
        add_edge(&mut edges[state as usize], [from, to], is_two_way, width);
    }
    if let Some((from, to)) = hand.pull.and_then(|(node, at)| Some((scene.graph.position(node)?, at))) {
        edges[EdgeState::Plain as usize].arrow(from, to, 0.5, 1.6);
    }
    let mut nodes: [Figure; 4] = Default::default();
    for (node, at) in scene.graph.nodes() {
        nodes[0].disc(at, RADIUS + 0.3);
        let state = run.recording.state(node as usize, step);
        nodes[1 + state as usize].disc(at, RADIUS);
    }
    let [plain, examined, path] = edges;
    let [rims, unseen, open, expanded] = nodes;
    let mut figures = vec![
        (PLAIN, plain),
        (EXAMINED, examined),
        (PATH, path),
        (RIM, rims),
        (UNSEEN, unseen),
        (OPEN, open),
        (EXPANDED, expanded),
    ];
    figures.retain(|(_, figure)| !figure.is_empty());
    figures
}

/// An arrow from node to node. Of two that join the same nodes each keeps to its right.
fn add_edge(figure: &mut Figure, [from, to]: [Vec2; 2], is_two_way: bool, width: f32) {
    let along = (to - from).normalize_or_zero();
    let aside = if is_two_way { -along.perp() * 0.6 } else { Vec2::ZERO };
    let gap = along * (RADIUS + 0.3);
    figure.arrow(from + gap + aside, to - gap + aside, width, 1.2 + width);
}
