//! What buttons, menus and sliders show: what is set, and what is possible.

use super::{menus::Menu, state::State};
use crate::{
    action::Slider,
    widgets::{Does, Mark, Slides, Swatched, theme},
};
use bevy::{
    feathers::controls::ButtonVariant,
    picking::hover::Hovered,
    prelude::*,
    ui::InteractionDisabled,
    ui_widgets::{SliderRange, SliderValue},
};

/// A button or a menu that may do nothing now.
type Control = (Entity, AnyOf<(&'static Does, &'static Menu)>, Has<InteractionDisabled>);

/// Shows which buttons are set, and which do nothing now.
pub fn show_buttons(
    state: State,
    mut commands: Commands,
    mut buttons: Query<(&Does, &mut ButtonVariant)>,
    mut swatches: Query<(&Does, &Hovered, &mut BorderColor), With<Swatched>>,
    controls: Query<Control>,
) {
    for (does, mut variant) in &mut buttons {
        let is_set = state.is_set(does);
        variant.set_if_neq(if is_set { ButtonVariant::Primary } else { ButtonVariant::Normal });
    }
    for (does, hovered, mut edge) in &mut swatches {
        edge.set_if_neq(BorderColor::all(match (state.is_set(does), hovered.0) {
            (true, _) => theme::TEXT,
            (false, true) => theme::FAINT,
            (false, false) => Color::NONE,
        }));
    }
    for (button, (does, menu), is_disabled) in &controls {
        let is_possible = does.is_none_or(|does| state.is_possible(does))
            && menu.is_none_or(|menu| state.is_menu_possible(*menu));
        if is_possible == is_disabled {
            match is_possible {
                true => commands.entity(button).remove::<InteractionDisabled>(),
                false => commands.entity(button).insert(InteractionDisabled),
            };
        }
    }
}

/// Marks the lines of menus whose value is set.
pub fn show_lines(
    state: State,
    lines: Query<&Does>,
    mut marks: Query<(&ChildOf, &mut Visibility), With<Mark>>,
) {
    for (line, mut visibility) in &mut marks {
        let is_set = lines.get(line.parent()).is_ok_and(|does| state.is_set(does));
        visibility.set_if_neq(if is_set { Visibility::Inherited } else { Visibility::Hidden });
    }
}

/// Brings sliders to their values, with a text that says more than the number of the widget.
pub fn show_sliders(
    state: State,
    mut commands: Commands,
    sliders: Query<(Entity, &Slides, &SliderValue, &SliderRange)>,
    children: Query<&Children>,
    mut texts: Query<&mut Text>,
) {
    let playback = &*state.playback;
    for (node, slides, value, range) in &sliders {
        let (now, end, text) = match slides.0 {
            Slider::Step => {
                let [step, steps] = [playback.step(), playback.steps()];
                (step as f32, steps.max(1) as f32, format!("{} {step} of {steps}", state.name_of_steps()))
            }
            Slider::Speed => (playback.speed_share(), 1.0, format!("{:.0} / s", playback.speed())),
        };
        if range.end() != end {
            commands.entity(node).insert(SliderRange::new(0.0, end));
        }
        if value.0 != now {
            commands.entity(node).insert(SliderValue(now));
        }
        for child in children.iter_descendants(node) {
            if let Ok(mut shown) = texts.get_mut(child) {
                shown.set_if_neq(Text(text.clone()));
            }
        }
    }
}
