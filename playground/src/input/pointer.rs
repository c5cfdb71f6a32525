//! The one place that reads the pointer: events in the order in which they came, each given to the node that it hits.

use super::target::{Area, Gesture, Phase, Target};
use crate::action::Action;
use bevy::{
    ecs::{query::QueryData, system::SystemParam},
    input::{
        ButtonState,
        mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel},
    },
    prelude::*,
    ui::{ComputedStackIndex, UiGlobalTransform},
    window::{PrimaryWindow, WindowEvent},
};

/// Where the pointer is, and what holds it.
#[derive(Resource, Default, Debug)]
pub struct Pointer {
    /// In logical pixels of the window, y down; `None` outside the window.
    pub at: Option<Vec2>,
    /// What is under it.
    pub over: Option<Entity>,
    /// The node that was pressed and not let go of.
    pub captured: Option<Captured>,
}

/// A press that goes on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Captured {
    pub node: Entity,
    pub button: MouseButton,
    /// The last place in it, in logical pixels of the window.
    at: Vec2,
}

/// A node that the pointer can hit: what it is, where it is, and how far up.
#[derive(QueryData)]
struct Hittable {
    entity: Entity,
    target: &'static Target,
    node: &'static ComputedNode,
    place: &'static UiGlobalTransform,
    height: &'static ComputedStackIndex,
    visible: &'static InheritedVisibility,
}

/// The nodes of the interface.
#[derive(SystemParam)]
pub struct Nodes<'w, 's> {
    nodes: Query<'w, 's, Hittable>,
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
}

impl Nodes<'_, '_> {
    /// Physical pixels in a logical one.
    fn scale(&self) -> f32 {
        self.window.single().map_or(1.0, Window::scale_factor)
    }

    /// The topmost node under a point.
    fn hit(&self, at: Vec2) -> Option<(Entity, Target)> {
        let point = at * self.scale();
        let under = self.nodes.iter().filter(|hit| {
            hit.visible.get()
                && hit.node.size.min_element() > 0.0
                && hit.node.contains_point(*hit.place, point)
        });
        let top = under.max_by_key(|hit| hit.height.0)?;
        Some((top.entity, top.target.clone()))
    }

    /// What a node is.
    fn target(&self, node: Entity) -> Option<&Target> {
        self.nodes.get(node).ok().map(|hit| hit.target)
    }

    /// The middle of a node and half its size, in logical pixels of the window.
    fn frame(&self, node: Entity) -> Option<[Vec2; 2]> {
        let hit = self.nodes.get(node).ok()?;
        Some([hit.place.translation / self.scale(), hit.node.size / self.scale() / 2.0])
    }

    /// A point as a share of the width of a node, from left to right.
    fn share(&self, node: Entity, at: Vec2) -> Option<f32> {
        let [middle, half] = self.frame(node)?;
        Some(((at.x - middle.x + half.x) / (2.0 * half.x)).clamp(0.0, 1.0))
    }

    /// A point from the middle of a node, in logical pixels, y up.
    fn off_middle(&self, node: Entity, at: Vec2) -> Option<Vec2> {
        let [middle, _] = self.frame(node)?;
        Some((at - middle) * Vec2::new(1.0, -1.0))
    }

    /// The last point of a straight line that is still in a node, to a fraction of a pixel.
    fn exit(&self, node: Entity, from: Vec2, to: Vec2) -> Vec2 {
        let Some([middle, half]) = self.frame(node) else { return from };
        let inside = |at: Vec2| (at - middle).abs().cmple(half).all();
        let (mut near, mut far) = (0.0, 1.0);
        for _ in 0..24 {
            let share = (near + far) / 2.0;
            if inside(from.lerp(to, share)) {
                near = share;
            } else {
                far = share;
            }
        }
        from.lerp(to, near)
    }
}

/// Where routed events go.
#[derive(SystemParam)]
pub struct Routed<'w> {
    actions: MessageWriter<'w, Action>,
    gestures: MessageWriter<'w, Gesture>,
}

/// Reads all events of the window in order.
pub fn route(
    mut events: MessageReader<WindowEvent>,
    mut pointer: ResMut<Pointer>,
    nodes: Nodes,
    mut routed: Routed,
) {
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => move_to(&mut pointer, moved.position, &nodes, &mut routed),
            WindowEvent::CursorLeft(_) => {
                leave(&mut pointer, None, &nodes, &mut routed);
                pointer.at = None;
                pointer.over = None;
            }
            WindowEvent::WindowFocused(focus) if !focus.focused => {
                leave(&mut pointer, None, &nodes, &mut routed);
            }
            WindowEvent::MouseButtonInput(MouseButtonInput { button, state, .. }) => match state {
                ButtonState::Pressed => press(&mut pointer, *button, &nodes, &mut routed),
                ButtonState::Released => release(&mut pointer, *button, &nodes, &mut routed),
            },
            WindowEvent::MouseWheel(wheel) => turn_wheel(&pointer, wheel, &nodes, &mut routed),
            WindowEvent::FileDragAndDrop(FileDragAndDrop::DroppedFile { path_buf, .. }) => {
                routed.actions.write(Action::LoadFile(path_buf.clone()));
            }
            _ => {}
        }
    }
    // What is under the pointer also changes when the interface does.
    let over = pointer.at.and_then(|at| nodes.hit(at)).map(|(node, _)| node);
    if pointer.over != over {
        pointer.over = over;
    }
}

fn move_to(pointer: &mut Pointer, at: Vec2, nodes: &Nodes, routed: &mut Routed) {
    pointer.at = Some(at);
    let Some(captured) = &mut pointer.captured else { return };
    let node = captured.node;
    match nodes.target(node) {
        Some(&Target::Slide(slider)) => {
            if let Some(share) = nodes.share(node, at) {
                routed.actions.write(Action::Slide(slider, share));
            }
        }
        Some(&Target::Area(area)) => {
            if nodes.hit(at).is_some_and(|(hit, _)| hit == node) {
                captured.at = at;
                send(area, node, at, Phase::Move, nodes, routed);
            } else {
                leave(pointer, Some(at), nodes, routed);
            }
        }
        _ => {}
    }
}

fn press(pointer: &mut Pointer, button: MouseButton, nodes: &Nodes, routed: &mut Routed) {
    // A second button ends what the first one does.
    leave(pointer, None, nodes, routed);
    let Some(at) = pointer.at else { return };
    let hit = nodes.hit(at);
    let is_menu = |action: &Action| matches!(action, Action::Menu(_));
    if !matches!(&hit, Some((_, Target::Press(action))) if is_menu(action)) {
        routed.actions.write(Action::CloseMenu);
    }
    let Some((node, target)) = hit else { return };
    match target {
        Target::Press(action) if button == MouseButton::Left => {
            routed.actions.write(action);
        }
        Target::Slide(slider) if button == MouseButton::Left => {
            if let Some(share) = nodes.share(node, at) {
                routed.actions.write(Action::Slide(slider, share));
            }
            pointer.captured = Some(Captured { node, button, at });
        }
        Target::Area(area) => {
            send(area, node, at, Phase::Down(button), nodes, routed);
            pointer.captured = Some(Captured { node, button, at });
        }
        _ => {}
    }
}

fn release(pointer: &mut Pointer, button: MouseButton, nodes: &Nodes, routed: &mut Routed) {
    let Some(captured) = pointer.captured.filter(|captured| captured.button == button) else { return };
    pointer.captured = None;
    if let Some(&Target::Area(area)) = nodes.target(captured.node) {
        send(area, captured.node, captured.at, Phase::Up, nodes, routed);
    }
}

/// Ends a gesture without a release, at the edge of its area if the pointer went on to a place outside.
fn leave(pointer: &mut Pointer, to: Option<Vec2>, nodes: &Nodes, routed: &mut Routed) {
    let Some(captured) = pointer.captured.take() else { return };
    if let Some(&Target::Area(area)) = nodes.target(captured.node) {
        let at = to.map_or(captured.at, |to| nodes.exit(captured.node, captured.at, to));
        send(area, captured.node, at, Phase::Out, nodes, routed);
    }
}

fn turn_wheel(pointer: &Pointer, wheel: &MouseWheel, nodes: &Nodes, routed: &mut Routed) {
    let Some(at) = pointer.at else { return };
    if let Some((node, Target::Area(area))) = nodes.hit(at) {
        let lines = match wheel.unit {
            MouseScrollUnit::Line => wheel.y,
            MouseScrollUnit::Pixel => wheel.y / 50.0,
        };
        send(area, node, at, Phase::Wheel(lines), nodes, routed);
    }
}

fn send(area: Area, node: Entity, at: Vec2, phase: Phase, nodes: &Nodes, routed: &mut Routed) {
    if let Some(at) = nodes.off_middle(node, at) {
        routed.gestures.write(Gesture { area, at, phase });
    }
}
