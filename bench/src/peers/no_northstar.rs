//! Without the feature `northstar` there is no `bevy_northstar`.

use crate::entrant::Entrant;

/// None.
pub(super) const ENTRANTS: &[Entrant] = &[];
