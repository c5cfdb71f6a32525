//! Adding, moving, linking and removing nodes by the pointer.

use super::{
    model::{GraphDocument, HALF_WIDTH},
    tool::GraphTool,
};
use crate::{
    action::{Action, Page},
    input::{Area, Gesture, Phase},
    window_state::CurrentPage,
};
use bevy::{picking::pointer::PointerButton, prelude::*};
use tilepath::NodeId;

/// The tool in hand, and the node that it holds.
#[derive(Resource, Default, Debug)]
pub struct GraphHand {
    pub tool: GraphTool,
    held: Option<NodeId>,
    /// Where the pointer is while it draws an edge.
    pub pull: Option<(NodeId, Vec2)>,
}

/// How near to a node or an edge one must press, in logical pixels.
const GRASP: f32 = 14.0;

/// World units in a logical pixel, in a pane of this size.
#[must_use]
pub fn scale(pane: Vec2) -> f32 {
    (Vec2::new(2.0, 1.5) * HALF_WIDTH / pane.max(Vec2::ONE)).max_element()
}

/// Obeys the controls of the page.
pub fn act(
    mut actions: MessageReader<Action>,
    page: Res<CurrentPage>,
    mut hand: ResMut<GraphHand>,
    mut document: ResMut<GraphDocument>,
) {
    for action in actions.read() {
        match *action {
            Action::GraphTool(tool) => hand.tool = tool,
            Action::NextGraph => document.next_example(),
            Action::Undo if page.0 == Page::Graph => document.undo(),
            Action::Redo if page.0 == Page::Graph => document.redo(),
            _ => {}
        }
    }
}

/// Follows the gestures on the graph.
pub fn drag(
    mut gestures: MessageReader<Gesture>,
    areas: Query<(&Area, &ComputedNode)>,
    mut hand: ResMut<GraphHand>,
    mut document: ResMut<GraphDocument>,
) {
    for gesture in gestures.read().filter(|gesture| matches!(gesture.area, Area::Graph(_))) {
        let size = areas.iter().find(|(area, _)| **area == gesture.area);
        let Some(size) = size.map(|(_, node)| node.size * node.inverse_scale_factor) else { continue };
        let (at, grasp) = (gesture.at * scale(size), GRASP * scale(size));
        match gesture.phase {
            Phase::Down(button) => press(&mut hand, &mut document, button, at, grasp),
            Phase::Move => match hand.held {
                Some(node) => document.go_on(|scene| scene.shift(node, at)),
                None => hand.pull = hand.pull.map(|(node, _)| (node, at)),
            },
            Phase::Up | Phase::Out => {
                let pulled = hand.pull.take().filter(|_| gesture.phase == Phase::Up);
                let to = document.scene().node_at(at, grasp);
                if let (Some((from, _)), Some(to)) = (pulled, to) {
                    let both = hand.tool == GraphTool::LinkBothWays;
                    document.edit(|scene| {
                        scene.link(from, to);
                        if both {
                            scene.link(to, from);
                        }
                    });
                }
                hand.held = None;
            }
            Phase::Wheel(_) => {}
        }
    }
}

fn press(hand: &mut GraphHand, document: &mut GraphDocument, button: PointerButton, at: Vec2, grasp: f32) {
    let node = document.scene().node_at(at, grasp);
    let tool = match button {
        PointerButton::Primary => hand.tool,
        PointerButton::Secondary => GraphTool::Remove,
        PointerButton::Middle => return,
    };
    match (tool, node) {
        (GraphTool::Move, Some(node)) => {
            // A drag is one edit, even one that moves nothing.
            document.edit(|_| {});
            hand.held = Some(node);
        }
        (GraphTool::Move, None) => {
            document.edit(|scene| {
                scene.add(at);
            });
            hand.held = document.scene().node_at(at, grasp);
        }
        (GraphTool::Link | GraphTool::LinkBothWays, Some(node)) => hand.pull = Some((node, at)),
        (GraphTool::Remove, Some(node)) => document.edit(|scene| scene.remove(node)),
        (GraphTool::Remove, None) => {
            if let Some((from, to)) = document.scene().edge_at(at, grasp) {
                document.edit(|scene| scene.graph.disconnect(from, to));
            }
        }
        (GraphTool::Start, Some(node)) => document.edit(|scene| scene.start = Some(node)),
        (GraphTool::Goal, Some(node)) => document.edit(|scene| scene.goal = Some(node)),
        (GraphTool::Link | GraphTool::LinkBothWays | GraphTool::Start | GraphTool::Goal, None) => {}
    }
}
