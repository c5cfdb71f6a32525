//! Areas with a picture of their own, and what the pointer does in them: every sample in order, so that no drag is too fast.

use crate::{action::Action, pane::PaneId};
use bevy::{
    input::mouse::MouseScrollUnit,
    picking::{
        hover::Hovered,
        pointer::{PointerButton, PointerLocation},
    },
    prelude::*,
    ui::UiGlobalTransform,
    ui_widgets::MenuPopup,
    window::WindowEvent,
};

/// A part of the window with a picture of its own, on which one paints, drags or looks.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
#[require(Hovered)]
pub enum Area {
    /// The board in a pane.
    Board(PaneId),
    /// The graph in a pane of the other page.
    Graph(PaneId),
    /// The game of the third page.
    Replay,
}

/// What the pointer does in an area.
#[derive(Message, Clone, Copy, PartialEq, Debug)]
pub struct Gesture {
    pub area: Area,
    /// Where, in logical pixels from the middle of the area, y up.
    pub at: Vec2,
    pub phase: Phase,
}

/// The phases of a gesture: down, any number of moves, then up or out, or a turn of the wheel at any time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Phase {
    Down(PointerButton),
    Move,
    Up,
    /// The pointer has left the area, the window has lost the focus, or another button was pressed. There will be no `Up`.
    Out,
    /// The wheel was turned. The value is the number of lines.
    Wheel(f32),
}

/// The gesture under way: the area that was pressed and not let go of.
#[derive(Resource, Default, Debug)]
pub struct Held(Option<Grip>);

#[derive(Clone, Copy, Debug)]
struct Grip {
    node: Entity,
    area: Area,
    button: PointerButton,
    /// The last place in it.
    at: Vec2,
}

impl Held {
    fn end(&mut self, phase: Phase, gestures: &mut MessageWriter<Gesture>) {
        if let Some(Grip { area, at, .. }) = self.0.take() {
            gestures.write(Gesture { area, at, phase });
        }
    }
}

type Areas<'w, 's> = Query<'w, 's, (&'static Area, &'static ComputedNode, &'static UiGlobalTransform)>;

/// A point of the window in a node: from its middle, in logical pixels, y up.
#[must_use]
pub fn place_in(node: &ComputedNode, transform: &UiGlobalTransform, at: Vec2) -> Vec2 {
    (at - transform.translation * node.inverse_scale_factor) * Vec2::new(1.0, -1.0)
}

/// A press begins a gesture. While a menu is open it only closes the menu.
pub fn begin(
    press: On<Pointer<Press>>,
    areas: Areas,
    menus: Query<&Visibility, With<MenuPopup>>,
    mut held: ResMut<Held>,
    mut gestures: MessageWriter<Gesture>,
) {
    let Ok((&area, node, transform)) = areas.get(press.entity) else { return };
    // A second button ends what the first one does.
    held.end(Phase::Out, &mut gestures);
    if menus.iter().any(|menu| *menu == Visibility::Visible) {
        return;
    }
    let at = place_in(node, transform, press.pointer_location.position);
    gestures.write(Gesture { area, at, phase: Phase::Down(press.button) });
    held.0 = Some(Grip { node: press.entity, area, button: press.button, at });
}

/// A drag goes on with it, up to the edge of the area.
pub fn go_on(
    drag: On<Pointer<Drag>>,
    areas: Areas,
    mut held: ResMut<Held>,
    mut gestures: MessageWriter<Gesture>,
) {
    let is_held = |grip: &&mut Grip| grip.node == drag.entity && grip.button == drag.button;
    let Some(grip) = held.0.as_mut().filter(is_held) else { return };
    let Ok((&area, node, transform)) = areas.get(drag.entity) else { return };
    let at = place_in(node, transform, drag.pointer_location.position);
    let half = node.size * node.inverse_scale_factor / 2.0;
    if at.abs().cmple(half).all() {
        grip.at = at;
        gestures.write(Gesture { area, at, phase: Phase::Move });
    } else {
        grip.at = exit(grip.at, at, half);
        held.end(Phase::Out, &mut gestures);
    }
}

/// The last point of a straight line that is still in a box round the origin, given half its size.
fn exit(from: Vec2, to: Vec2, half: Vec2) -> Vec2 {
    let along = to - from;
    // Along an axis without any way this is no number or infinite, and does not count.
    let share = (half * along.signum() - from) / along;
    from + along * share.x.min(share.y).clamp(0.0, 1.0)
}

pub fn turn_wheel(scroll: On<Pointer<Scroll>>, areas: Areas, mut gestures: MessageWriter<Gesture>) {
    let Ok((&area, node, transform)) = areas.get(scroll.entity) else { return };
    let lines = match scroll.unit {
        MouseScrollUnit::Line => scroll.y,
        MouseScrollUnit::Pixel => scroll.y / 50.0,
    };
    let at = place_in(node, transform, scroll.pointer_location.position);
    gestures.write(Gesture { area, at, phase: Phase::Wheel(lines) });
}

/// Ends the gesture when its button is let go of, wherever that is, and when the pointer leaves the window or the window loses the focus,
/// which picking does not say. Files that are dropped on the window are loaded.
pub fn let_go(
    mut events: MessageReader<WindowEvent>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut held: ResMut<Held>,
    mut pointers: Query<&mut PointerLocation>,
    mut gestures: MessageWriter<Gesture>,
    mut actions: MessageWriter<Action>,
) {
    let mut has_left = false;
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(_) => has_left = false,
            WindowEvent::CursorLeft(_) => {
                has_left = true;
                held.end(Phase::Out, &mut gestures);
            }
            WindowEvent::WindowFocused(focus) if !focus.focused => held.end(Phase::Out, &mut gestures),
            WindowEvent::FileDragAndDrop(FileDragAndDrop::DroppedFile { path_buf, .. }) => {
                actions.write(Action::LoadFile(path_buf.clone()));
            }
            _ => {}
        }
    }
    if has_left {
        pointers.iter_mut().for_each(|mut pointer| pointer.location = None);
    }
    let button = held.0.map(|grip| match grip.button {
        PointerButton::Primary => MouseButton::Left,
        PointerButton::Secondary => MouseButton::Right,
        PointerButton::Middle => MouseButton::Middle,
    });
    if button.is_some_and(|button| !buttons.pressed(button)) {
        held.end(Phase::Up, &mut gestures);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_leaves_a_box_at_its_edge() {
        let half = Vec2::new(10.0, 5.0);
        assert_eq!(exit(Vec2::ZERO, Vec2::new(40.0, 0.0), half), Vec2::new(10.0, 0.0));
        assert_eq!(exit(Vec2::new(2.0, 1.0), Vec2::new(2.0, -9.0), half), Vec2::new(2.0, -5.0));
        assert_eq!(exit(Vec2::ZERO, Vec2::new(10.0, 10.0), half), Vec2::splat(5.0));
        assert_eq!(exit(Vec2::new(10.0, 0.0), Vec2::new(11.0, 0.0), half), Vec2::new(10.0, 0.0));
    }
}
