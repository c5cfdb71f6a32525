//! The place of a recorder in a build that can't record.

/// Records nothing.
#[derive(Clone, Default, Debug)]
pub(in crate::fleet) struct Recorder(());

/// No place in a recording.
#[derive(Clone, Debug)]
pub(in crate::fleet) struct Mark;

impl Recorder {
    /// No place.
    #[inline(always)]
    pub(super) const fn mark(&self) -> Option<Mark> {
        None
    }
}
