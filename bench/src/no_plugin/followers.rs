//! Followers of goal fields: none.

/// An empty table.
pub(crate) const fn table(_rounds: usize) -> &'static str {
    ""
}
