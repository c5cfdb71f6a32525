//! The jump lists of the maps and profiles that a scratch was last used for.

use super::jump_lists::JumpLists;
use crate::cost_field::CostField;

/// Jump lists, those of the search under way first, those not used for longest last.
#[derive(Clone, Default, Debug)]
pub(super) struct JumpMemory(Vec<JumpLists>);

/// For how many cost fields lists are kept.
const MAX_FIELDS: usize = 4;

impl JumpMemory {
    /// The lists of a field, if need be in place of those not used for longest.
    pub(super) fn choose(&mut self, field: &CostField) -> &mut JumpLists {
        let known = self.0.iter().position(|graph| graph.is_of(field));
        let place = known.unwrap_or_else(|| {
            if self.0.len() < MAX_FIELDS {
                self.0.push(JumpLists::default());
            }
            self.0.len() - 1
        });
        self.0[..=place].rotate_right(1);
        &mut self.0[0]
    }

    /// The lists that were chosen last.
    #[inline]
    pub(super) fn chosen(&mut self) -> &mut JumpLists {
        if self.0.is_empty() {
            self.0.push(JumpLists::default());
        }
        &mut self.0[0]
    }
}
