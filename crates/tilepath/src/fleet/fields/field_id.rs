//! The ids of goal fields.

/// The id of a goal field. No other field ever has the same id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FieldId {
    pub(in crate::fleet) slot: u16,
    pub(in crate::fleet) number: u32,
}

impl FieldId {
    /// The index of the field in lists of all fields. A new field may get the slot of a dropped field.
    #[must_use]
    pub const fn slot(self) -> u16 {
        self.slot
    }
}
