//! Keys that show and hide layers.

use super::layers::DebugLayer;
use bevy::prelude::*;

/// The key of each layer of the overlay. Pressing the key shows or hides the layer. A layer without a key is shown and hidden
/// only through [`PathfindingDebug::layers`](crate::PathfindingDebug::layers).
#[derive(Clone, PartialEq, Eq, Debug, Reflect)]
#[reflect(Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct DebugKeys {
    keys: Vec<(DebugLayer, KeyCode)>,
}

impl Default for DebugKeys {
    /// The keys F1 to F10 for the layers in the order of [`DebugLayer::ALL`].
    fn default() -> Self {
        let keys = [
            KeyCode::F1,
            KeyCode::F2,
            KeyCode::F3,
            KeyCode::F4,
            KeyCode::F5,
            KeyCode::F6,
            KeyCode::F7,
            KeyCode::F8,
            KeyCode::F9,
            KeyCode::F10,
        ];
        Self { keys: DebugLayer::ALL.into_iter().zip(keys).collect() }
    }
}

impl DebugKeys {
    /// No keys: the game shows and hides layers itself.
    #[must_use]
    pub const fn none() -> Self {
        Self { keys: Vec::new() }
    }

    /// Sets the key of a layer, in place of its old key.
    #[must_use]
    pub fn with(mut self, layer: DebugLayer, key: KeyCode) -> Self {
        self.keys.retain(|&(other, _)| other != layer);
        self.keys.push((layer, key));
        self
    }

    /// The layers whose keys are among those for which this holds.
    pub(super) fn layers_of(&self, is_pressed: impl Fn(KeyCode) -> bool) -> Vec<DebugLayer> {
        self.keys.iter().filter(|&&(_, key)| is_pressed(key)).map(|&(layer, _)| layer).collect()
    }

    /// The key of a layer, or `None` if the layer has no key.
    #[must_use]
    pub fn key(&self, layer: DebugLayer) -> Option<KeyCode> {
        self.keys.iter().find(|&&(other, _)| other == layer).map(|&(_, key)| key)
    }
}
