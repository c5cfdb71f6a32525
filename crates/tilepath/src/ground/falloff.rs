//! How danger fades with distance.

#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;

/// How danger fades from the middle of a source to its radius.
///
/// `t` is the distance divided by the radius: 0 in the middle, 1 at the edge.
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
    /// Full strength everywhere, the edge included.
    Flat,
    /// `1 - t`. The default.
    #[default]
    Linear,
    /// `1 - 3t² + 2t³`: soft in the middle and at the edge.
    Smooth,
    /// Your own function from `t` to the share of the strength. Results are clamped to 0..=1; NaN counts as 0.
    ///
    /// serde refuses it. Reflection can't set the function: a `Custom` made by an inspector or a scene fades as [`Falloff::Linear`].
    #[cfg_attr(feature = "serde", serde(skip))]
    Custom(
        #[cfg_attr(feature = "bevy_reflect", reflect(ignore, default = "super::reflected::linear_share"))]
        fn(f32) -> f32,
    ),
}

impl Falloff {
    /// The share of the strength at `t`, in 0..=1.
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
