//! The graph in both panes: edges plain, examined and on the path, and nodes.

use super::{
    drag::{GraphHand, scale},
    model::GraphDocument,
    runs::{EdgeState, GraphRun, GraphRuns},
};
use crate::{
    action::Page,
    input::{Area, Target},
    pane::PaneId,
    playback::Playback,
    view::{Canvas, Figure, Swatch, pane_layer},
    widgets::theme,
    window_state::CurrentPage,
};
use bevy::prelude::*;
use tilepath::NodeId;

/// A mesh of the picture of a graph.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphPart(pub PaneId);

/// The radius of a node in world units.
const RADIUS: f32 = 1.7;

/// What is drawn, to draw it again only when it changes.
#[derive(Default, PartialEq)]
pub struct Drawn {
    revision: u64,
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
        revision: document.revision(),
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
    let mut edges = [Figure::default(), Figure::default(), Figure::default()];
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
    let mut nodes = [Figure::default(), Figure::default(), Figure::default()];
    let expanded: Vec<NodeId> = run.expanded(step).collect();
    for (node, at) in scene.graph.nodes() {
        nodes[0].disc(at, RADIUS + 0.3);
        nodes[if expanded.contains(&node) { 2 } else { 1 }].disc(at, RADIUS);
    }
    let [plain, examined, path] = edges;
    let [rims, unseen, seen] = nodes;
    let mut figures = vec![
        (PLAIN, plain),
        (EXAMINED, examined),
        (PATH, path),
        (RIM, rims),
        (UNSEEN, unseen),
        (EXPANDED, seen),
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

/// The letter of start or goal in a pane.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphLetter {
    Start,
    Goal,
}

/// Spawns the letters into the areas of the page.
pub fn spawn_letters(mut commands: Commands, areas: Query<(Entity, &Target)>) {
    for (area, target) in &areas {
        if !matches!(target, Target::Area(Area::Graph(_))) {
            continue;
        }
        for (letter, text, swatch) in
            [(GraphLetter::Start, "S", Swatch::Start), (GraphLetter::Goal, "G", Swatch::Goal)]
        {
            commands.spawn((
                ChildOf(area),
                letter,
                theme::disc(),
                BackgroundColor(swatch.colour().into()),
                BorderColor::all(Color::WHITE),
                children![(Text::new(text), theme::font(11.0), TextColor(Color::WHITE))],
            ));
        }
    }
}

/// Puts the letters on their nodes.
pub fn place_letters(
    document: Res<GraphDocument>,
    areas: Query<&ComputedNode, With<Target>>,
    mut letters: Query<(&GraphLetter, &ChildOf, &mut Node)>,
) {
    let scene = document.scene();
    for (letter, child, mut node) in &mut letters {
        let Ok(area) = areas.get(child.parent()) else { continue };
        let size = area.size * area.inverse_scale_factor;
        let wanted = match letter {
            GraphLetter::Start => scene.start,
            GraphLetter::Goal => scene.goal,
        };
        let place = wanted.and_then(|node| scene.graph.position(node));
        let mut next = node.clone();
        next.display = if place.is_some() { Display::Flex } else { Display::None };
        if let Some(place) = place {
            let side = (3.0 * RADIUS / scale(size)).clamp(17.0, 30.0);
            let corner = size / 2.0 + place / scale(size) * Vec2::new(1.0, -1.0) - side / 2.0;
            (next.left, next.top) = (px(corner.x.round()), px(corner.y.round()));
            (next.width, next.height) = (px(side.round()), px(side.round()));
        }
        node.set_if_neq(next);
    }
}
