//! Overlays over the board, which number keys show and hide.

use bevy::prelude::*;
use std::str::FromStr;

/// The overlays of an example.
pub trait Overlay: Copy + PartialEq + Send + Sync + 'static {
    /// All overlays with their names in the HUD. The first has key 1.
    const ALL: &'static [(Self, &'static str)];
}

/// The overlays that are shown.
#[derive(Resource, Clone)]
pub struct Shown<O>(Vec<O>);

const KEYS: [[KeyCode; 2]; 5] = [
    [KeyCode::Digit1, KeyCode::Numpad1],
    [KeyCode::Digit2, KeyCode::Numpad2],
    [KeyCode::Digit3, KeyCode::Numpad3],
    [KeyCode::Digit4, KeyCode::Numpad4],
    [KeyCode::Digit5, KeyCode::Numpad5],
];

/// Shows and hides overlays with their keys.
pub fn toggle<O: Overlay>(keys: Res<ButtonInput<KeyCode>>, mut shown: ResMut<Shown<O>>) {
    for (&(overlay, _), key) in O::ALL.iter().zip(KEYS) {
        if keys.any_just_pressed(key) {
            shown.toggle(overlay);
        }
    }
}

impl<O: Overlay> Shown<O> {
    /// Whether this overlay is shown.
    pub fn contains(&self, overlay: O) -> bool {
        self.0.contains(&overlay)
    }

    /// Shows a hidden overlay, and hides a shown one.
    pub fn toggle(&mut self, overlay: O) {
        if self.contains(overlay) {
            self.0.retain(|&shown| shown != overlay);
        } else {
            self.0.push(overlay);
        }
    }
}

impl<O> Default for Shown<O> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<O: Overlay> FromStr for Shown<O> {
    type Err = String;

    /// Reads overlays by their keys, such as `1,3`.
    fn from_str(text: &str) -> Result<Self, String> {
        let keys: Vec<String> = (1..=O::ALL.len()).map(|key| key.to_string()).collect();
        let overlay = |text: &str| {
            let at = keys.iter().position(|key| key == text.trim());
            at.map(|at| O::ALL[at].0)
                .ok_or_else(|| format!("there is no overlay {text:?}: give some of {}", keys.join(",")))
        };
        text.split(',').map(overlay).collect::<Result<_, _>>().map(Self)
    }
}
