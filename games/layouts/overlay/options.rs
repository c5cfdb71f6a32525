//! Options of the command line.

use bevy_tilepath::{DebugLayer, DebugLayers};
use std::str::FromStr;

/// The number of a virus, from 1.
pub type Selection = usize;

/// Layers of the overlay by the numbers of their keys.
pub struct Layers(pub DebugLayers);

impl FromStr for Layers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self(DebugLayers::ALL));
        }
        let layer = |number: &str| {
            let index = number.trim().parse::<usize>().ok()?.checked_sub(1)?;
            DebugLayer::ALL.get(index).copied()
        };
        let mut layers = DebugLayers::NONE;
        for number in text.split(',').filter(|number| !number.is_empty()) {
            let layer = layer(number)
                .ok_or_else(|| format!("there is no layer {number:?}: give numbers from 1 to 10, or all"))?;
            layers = layers.with(layer);
        }
        Ok(Self(layers))
    }
}
