//! How danger fades with distance.

#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;

/// How the danger of a source decreases from the middle of the source to its radius.
///
/// In the formulas, `t` is the distance from the middle divided by the radius: 0 in the middle, 1 at the radius.
#[derive(Clone, Copy, Default, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, Default, PartialEq)
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
pub enum Falloff {
    /// Full strength from the middle up to the radius.
    Flat,
    /// Decreases evenly: `1 - t`, where `t` is the distance divided by the radius. The default.
    #[default]
    Linear,
    /// Decreases slowly near the middle and near the edge: `1 - 3t² + 2t³`, where `t` is the distance divided by the radius.
    Smooth,
    /// Your own function. The function gets `t`, the distance divided by the radius, and returns the share of the strength at
    /// this distance. Results are clamped to 0..=1, and NaN counts as 0.
    ///
    /// serde can't write a `Custom` falloff. Reflection can't set the function: a `Custom` made by an inspector or a scene fades
    /// as [`Falloff::Linear`].
    #[cfg_attr(feature = "serde", serde(skip))]
    Custom(
        #[cfg_attr(feature = "bevy_reflect", reflect(ignore, default = "super::reflected::linear_share"))]
        fn(f32) -> f32,
    ),
}

impl Falloff {
    /// The share of the strength at `t`, from 0 to 1. `t` is the distance divided by the radius: 0 in the middle, 1 at the edge.
    #[must_use]
    pub fn share(self, t: f32) -> f32 {
        let share = match self {
            Self::Flat => 1.0,
            Self::Linear => 1.0 - t,
            Self::Smooth => 1.0 - t * t * (3.0 - 2.0 * t),
            Self::Custom(function) => function(t),
        };
        if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
    }
}

impl PartialEq for Falloff {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Custom(a), Self::Custom(b)) => core::ptr::fn_addr_eq(*a, *b),
            _ => core::mem::discriminant(self) == core::mem::discriminant(other),
        }
    }
}
