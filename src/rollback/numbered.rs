//! Components that are not part of snapshots, but whose entities have numbers.

use super::part::Part;
use bevy::prelude::*;

/// A component that games restore themselves. Its entities need a [`NavId`](crate::NavId).
pub(crate) const fn numbered<C: Component>() -> Part {
    Part {
        keep: |_, _| Box::new(()),
        check: |_, _| Ok(()),
        go_back: |_, _, _| (),
        is_on: |entity| entity.contains::<C>(),
    }
}
