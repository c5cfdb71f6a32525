//! serde for the targets of a request: a plain list.

use super::target::PathTarget;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

pub(super) fn serialize<S: Serializer>(targets: &[PathTarget], serializer: S) -> Result<S::Ok, S::Error> {
    targets.serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<SmallVec<[PathTarget; 1]>, D::Error> {
    Vec::deserialize(deserializer).map(SmallVec::from_vec)
}
