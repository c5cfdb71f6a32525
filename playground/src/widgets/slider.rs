//! Sliders.

use super::button::{Hint, with};
use crate::action::{Action, Slider};
use bevy::{
    feathers::controls::FeathersSlider,
    prelude::*,
    ui_widgets::{self, SliderPrecision, SliderRange, SliderStep, SliderValue, TrackClick, ValueChange},
};

/// What a slider sets.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slides(pub Slider);

/// A slider, with the step that an arrow key makes. A press on it sets the value to that place.
pub fn slider(slider: Slider, step: f32, hint: &'static str) -> impl Scene {
    let hint = Hint(hint.into());
    bsn! {
        @FeathersSlider
        ui_widgets::Slider { track_click: TrackClick::Snap }
        SliderPrecision(3)
        SliderStep(step)
        Node { flex_basis: px(0), min_width: px(90) }
        with(Slides(slider))
        with(hint)
    }
}

/// Asks for the value to which a slider is brought. The slider shows it at once: a drag goes on from there in the same frame.
pub fn slide(
    change: On<ValueChange<f32>>,
    sliders: Query<(&Slides, &SliderRange)>,
    mut commands: Commands,
    mut actions: MessageWriter<Action>,
) {
    if let Ok((slides, range)) = sliders.get(change.source) {
        commands.entity(change.source).insert(SliderValue(change.value));
        actions.write(Action::Slide(slides.0, range.thumb_position(change.value)));
    }
}
