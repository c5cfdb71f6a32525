//! The leaps that a scratch remembers, for the maps and profiles that it was last used for.

use super::known_leaps::KnownLeaps;
use crate::cost_field::CostField;

/// Known leaps field by field: those of the current search first, those not used for longest last.
#[derive(Clone, Default, Debug)]
pub(super) struct JumpMemory(Vec<KnownLeaps>);

/// The most cost fields whose leaps are remembered: as many as a map keeps ready at a time.
const MAX_FIELDS: usize = 8;

impl JumpMemory {
    /// Makes the leaps of a field ready for a search, if need be in place of those not used for longest.
    pub(super) fn begin(&mut self, field: &CostField) {
        let known = self.0.iter().position(|lists| lists.is_of(field));
        let place = known.unwrap_or_else(|| {
            if self.0.len() < MAX_FIELDS {
                self.0.push(KnownLeaps::default());
            }
            self.0.len() - 1
        });
        self.0[..=place].rotate_right(1);
        self.0[0].begin(field);
    }

    /// The number of cells from which the leaps of all fields were looked for so far.
    pub(super) fn looks(&self) -> u64 {
        self.0.iter().map(KnownLeaps::looks).sum()
    }

    /// The leaps that were made ready last, if they are of this field.
    pub(super) fn of(&mut self, field: &CostField) -> Option<&mut KnownLeaps> {
        self.0.first_mut().filter(|lists| lists.is_of(field))
    }
}
