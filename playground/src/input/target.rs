//! What the pointer can hit.

use crate::{
    action::{Action, Slider},
    pane::PaneId,
};
use bevy::{input::mouse::MouseButton, math::Vec2, prelude::*};

/// What a node of the interface is to the pointer. The topmost node under it counts.
#[derive(Component, Clone, PartialEq, Debug)]
pub enum Target {
    /// A button.
    Press(Action),
    /// A slider: the share of its width, 0 to 1.
    Slide(Slider),
    /// A pane on which one paints, drags or looks.
    Area(Area),
    /// Nothing, but it covers what is below.
    Shield,
}

/// A part of the window with a picture of its own.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Area {
    /// The board in a pane.
    Board(PaneId),
    /// The graph in a pane of the other page.
    Graph(PaneId),
}

impl Area {
    /// The pane that the area is in.
    #[must_use]
    pub const fn pane(self) -> PaneId {
        match self {
            Self::Board(pane) | Self::Graph(pane) => pane,
        }
    }
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
    Down(MouseButton),
    Move,
    Up,
    /// The pointer has left the area, the window has lost the focus, or another button was pressed. There will be no `Up`.
    Out,
    /// The wheel was turned by so many lines.
    Wheel(f32),
}
