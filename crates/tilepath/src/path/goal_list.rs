//! The goals of a query as serde writes them: a plain list.

use glam::IVec2;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

pub(super) fn serialize<S: Serializer>(goals: &[IVec2], serializer: S) -> Result<S::Ok, S::Error> {
    goals.serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<SmallVec<[IVec2; 1]>, D::Error> {
    Vec::deserialize(deserializer).map(SmallVec::from_vec)
}
