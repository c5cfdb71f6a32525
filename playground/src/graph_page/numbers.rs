//! g, h and f beside the nodes.

use super::{
    drag::scale,
    model::GraphDocument,
    runs::{GraphRun, GraphRuns},
    tool::GraphAlgorithm,
};
use crate::{
    action::Page,
    input::Area,
    playback::Playback,
    view::{Labels, Note, Numbers},
    window_state::CurrentPage,
};
use bevy::prelude::*;
use tilepath::{GraphQuery, NodeId, StepLengths};

/// The height of the letters, in logical pixels.
const SIZE: f32 = 10.0;

/// Writes the numbers of the nodes that were reached by this step.
pub fn show(
    document: Res<GraphDocument>,
    runs: Res<GraphRuns>,
    playback: Res<Playback>,
    (page, numbers): (Res<CurrentPage>, Res<Numbers>),
    areas: Query<(Entity, &Area, &ComputedNode)>,
    mut labels: Labels,
) {
    for (area, shown, node) in &areas {
        let &Area::Graph(pane) = shown else { continue };
        let size = node.size * node.inverse_scale_factor;
        let is_shown = numbers.0 && page.0 == Page::Graph;
        let nodes = document.scene().graph.nodes().filter(|_| is_shown);
        let notes: Vec<Note> = nodes
            .filter_map(|(node, at)| {
                let text = text(runs.get(pane), runs.algorithm(pane), node, playback.step())?;
                let below = SIZE * 0.6 * (1 + text.lines().count()) as f32 + 5.0;
                let middle = at / scale(size) - Vec2::new(0.0, below);
                let ground = Color::srgba(0.955, 0.945, 0.915, 0.85);
                Some(Note { text, middle, width: 46.0, size: SIZE, ground })
            })
            .collect();
        labels.show(area, size, &notes);
    }
}

/// What the search knows of a node: an estimate only if it has one.
fn text(run: &GraphRun, algorithm: GraphAlgorithm, node: NodeId, step: usize) -> Option<String> {
    let numbers = run.recording.numbers(node as usize, step)?;
    let [g, h, f] = [numbers.g, numbers.h, numbers.f].map(|cost| StepLengths::EUCLIDEAN.in_tiles(cost));
    Some(match algorithm {
        GraphAlgorithm::Dijkstra => format!("g {g:.1}"),
        GraphAlgorithm::AStar | GraphAlgorithm::Weighted => format!("g {g:.1}\nh {h:.1}\nf {f:.1}"),
        GraphAlgorithm::Greedy => format!("h {:.1}", h / f64::from(GraphQuery::MAX_INFLATION)),
    })
}
