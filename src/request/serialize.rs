//! serde for the cost profiles. Loading fails if the list is empty, or has more profiles than there are ids.

use super::profiles::CostProfiles;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use tilepath::CostProfile;

impl Serialize for CostProfiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CostProfiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list: Vec<CostProfile> = Vec::deserialize(deserializer)?;
        let (count, most) = (list.len(), Self::MAX_PROFILES);
        Self::from_list(list)
            .ok_or_else(|| D::Error::custom(format!("{count} cost profiles: must be 1 to {most}")))
    }
}
