//! Sliders.

use super::{button::Hint, theme};
use crate::{action::Slider, input::Target, playback::Playback};
use bevy::prelude::*;

/// The part of a slider that is filled up to its value.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knob(pub Slider);

/// A slider that takes the room that is left, or `width` pixels.
pub fn slider(slider: Slider, width: Option<f32>, hint: &'static str) -> impl Bundle {
    let node = Node {
        height: px(theme::HEIGHT),
        width: width.map_or(Val::Auto, Val::Px),
        flex_grow: if width.is_some() { 0.0 } else { 1.0 },
        min_width: px(40),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(4)),
        ..default()
    };
    let fill = Node {
        height: percent(100),
        width: percent(0),
        border: UiRect::right(px(5)),
        border_radius: BorderRadius::all(px(3)),
        ..default()
    };
    (
        node,
        Target::Slide(slider),
        Hint(hint.into()),
        BackgroundColor(theme::GROUND),
        BorderColor::all(theme::EDGE),
        children![(Knob(slider), fill, BackgroundColor(theme::BUTTON_ON), BorderColor::all(theme::TEXT))],
    )
}

/// Puts the knobs where their values are.
pub fn move_knobs(playback: Res<Playback>, mut knobs: Query<(&Knob, &mut Node)>) {
    for (knob, mut node) in &mut knobs {
        let share = match knob.0 {
            Slider::Step => playback.progress(),
            Slider::Speed => playback.speed_share(),
        };
        let width = percent(share * 100.0);
        if node.width != width {
            node.width = width;
        }
    }
}
