//! Why a state can't be restored.

/// Why a snapshot can't be restored. Nothing has changed then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// After the snapshot was taken, an earlier snapshot was restored. Snapshots of the time between both are lost.
    #[error("an earlier snapshot was restored since this one was taken")]
    Passed,
    /// The snapshot belongs to another state: of another map, of other agents, or of a clone.
    #[error("the snapshot was taken of another state")]
    OtherState,
}
