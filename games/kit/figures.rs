//! Figures in a bar: a label, and behind it a value that a function of the game's state says.

use super::hud::{self, VALUE};
use bevy::{
    ecs::system::{StaticSystemParam, SystemParam, SystemParamItem},
    prelude::*,
};

/// What a figure says, by what its value is made of: a system parameter.
pub type Says<S> = for<'a, 'w, 's> fn(&'a SystemParamItem<'w, 's, S>) -> Said;

/// What a figure says, and in which colour.
pub struct Said(Color, String);

/// The value of a figure.
#[derive(Component)]
pub struct Value<S: SystemParam + 'static>(Says<S>);

impl<T: ToString> From<T> for Said {
    fn from(value: T) -> Self {
        Self(VALUE, value.to_string())
    }
}

impl Said {
    /// What is said in another colour.
    pub fn colored(color: Color, value: impl ToString) -> Self {
        Self(color, value.to_string())
    }
}

/// A figure with its label, in a font of this size.
pub fn figure<S: SystemParam + 'static>(label: &str, says: Says<S>, size: f32) -> impl Bundle {
    hud::figure(label, Value(says), size)
}

/// Writes the values.
pub fn update<S: SystemParam + 'static>(
    state: StaticSystemParam<S>,
    mut values: Query<(&Value<S>, &mut TextSpan, &mut TextColor)>,
) {
    let state = state.into_inner();
    for (value, mut span, mut color) in &mut values {
        let Said(new, words) = value.0(&state);
        hud::say((&mut span, &mut color), (new, words));
    }
}
