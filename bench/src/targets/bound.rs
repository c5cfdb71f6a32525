//! What a figure must be.

/// The side of a number on which a figure must be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

impl Bound {
    pub(super) fn is_met(self, value: f64) -> bool {
        match self {
            Self::AtLeast(least) => value >= least,
            Self::AtMost(most) => value <= most,
        }
    }

    pub(super) fn text(self) -> String {
        match self {
            Self::AtLeast(least) => format!(">={least}"),
            Self::AtMost(most) => format!("<={most}"),
        }
    }
}
