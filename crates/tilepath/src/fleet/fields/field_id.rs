//! The names of goal fields.

/// The name of a goal field. No other field ever has the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FieldId {
    pub(super) slot: u16,
    pub(super) number: u32,
}

impl FieldId {
    /// The place of the field in lists of all fields. It is given again when the field is dropped.
    #[must_use]
    pub const fn slot(self) -> u16 {
        self.slot
    }
}
