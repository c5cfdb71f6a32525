//! Without the feature `bevy` there are no followers.

/// An empty table.
pub(crate) const fn table(_rounds: usize) -> &'static str {
    ""
}
