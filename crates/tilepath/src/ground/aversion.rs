//! Aversion: how much danger costs an agent.

#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;

/// How much danger costs an agent: the factor that multiplies the danger of each cell. 0 ignores danger, 1 (the default) counts
/// danger as it is, 2 counts danger twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(opaque, Clone, Debug, Default, Hash, PartialEq)
)]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
pub struct Aversion(u32);

impl Aversion {
    /// Aversion 1, the default: a danger of 3 adds 3 to the terrain cost of a cell.
    pub const ONE: Self = Self(256);
    /// The greatest aversion that [`Aversion::new`] accepts.
    pub const MAX: f32 = 65_535.0;
    /// The maximum number of danger layers of a map.
    pub const MAX_LAYERS: usize = 64;

    /// An aversion, rounded to a multiple of 1/256.
    ///
    /// # Errors
    /// [`InvalidAversion`] if the value is negative, NaN or above [`Aversion::MAX`].
    pub fn new(aversion: f32) -> Result<Self, InvalidAversion> {
        if (0.0..=Self::MAX).contains(&aversion) {
            Ok(Self((aversion * 256.0).round() as u32))
        } else {
            Err(InvalidAversion(aversion))
        }
    }

    /// The aversion as a number, after the rounding of [`Aversion::new`].
    #[must_use]
    pub const fn get(self) -> f32 {
        // At most 24 bits, which a float holds.
        self.0 as f32 / 256.0
    }

    /// The cost of a danger with this aversion: the danger times the aversion, rounded. Both `units` (the danger) and the
    /// result are in sixteenths of the cost of a tile of plain ground.
    #[must_use]
    #[inline]
    pub const fn weigh(self, units: u32) -> u64 {
        (units as u64 * self.0 as u64 + 128) >> 8
    }
}

impl Default for Aversion {
    fn default() -> Self {
        Self::ONE
    }
}

/// An aversion that [`Aversion::new`] refused: negative, NaN or too large.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, PartialEq)
)]
#[error("danger aversion {0} is out of range (0 to {max})", max = Aversion::MAX)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InvalidAversion(
    /// The value that was given.
    pub f32,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_aversion_is_a_number_exactly() {
        for aversion in [Aversion(0), Aversion(1), Aversion::ONE, Aversion::new(Aversion::MAX).unwrap()] {
            assert_eq!(Aversion::new(aversion.get()), Ok(aversion));
        }
    }

    #[test]
    fn aversion_is_rounded_and_never_negative_or_nan() {
        assert_eq!(Aversion::new(0.5).unwrap().weigh(48), 24);
        assert_eq!(Aversion::new(0.0).unwrap().weigh(u32::MAX), 0);
        for value in [-0.1, f32::NAN, f32::INFINITY, 1e9] {
            let error = Aversion::new(value).unwrap_err();
            assert!(error.to_string().contains(&value.to_string()));
        }
    }
}
