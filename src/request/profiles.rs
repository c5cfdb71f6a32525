//! The cost profiles of the game's kinds of agents.

use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use tilepath::CostProfile;

/// All kinds of agents: what terrain and danger cost each of them.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// fn setup(mut profiles: ResMut<CostProfiles>, mut commands: Commands) {
///     let boat = profiles.add(CostProfile::blocked().with_cost(7, 1)); // class 7 is water
///     commands.spawn((Transform::default(), PathRequest::to_cell(IVec2::new(9, 3)).with_profile(boat)));
/// }
/// ```
#[derive(Resource, Clone, Debug, Reflect)]
#[reflect(opaque, Resource, Clone, Debug, Default)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct CostProfiles {
    profiles: Vec<CostProfile>,
}

/// The number of a profile in [`CostProfiles`]. The default is the number of the default profile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug, Reflect)]
#[reflect(Clone, Debug, Default, Hash, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct ProfileId(u16);

impl ProfileId {
    /// The profile at `index`, in the order in which profiles were [added](CostProfiles::add); 0 is the default profile. A request with an
    /// index that has no profile fails.
    #[must_use]
    pub const fn new(index: u16) -> Self {
        Self(index)
    }

    /// The index of the profile, in the order in which profiles were added.
    #[must_use]
    pub const fn index(self) -> u16 {
        self.0
    }
}

impl CostProfiles {
    /// The maximum number of profiles.
    pub const MAX_PROFILES: usize = 65_536;

    /// The profiles of a list, the default profile first. `None` for an empty list, and for a list longer than
    /// [`CostProfiles::MAX_PROFILES`].
    #[must_use]
    pub fn from_list(profiles: Vec<CostProfile>) -> Option<Self> {
        (1..=Self::MAX_PROFILES).contains(&profiles.len()).then_some(Self { profiles })
    }

    /// Adds a profile. Profiles can be changed, but not removed.
    ///
    /// # Panics
    /// If there would be more than [`CostProfiles::MAX_PROFILES`] profiles.
    pub fn add(&mut self, profile: CostProfile) -> ProfileId {
        let id = u16::try_from(self.profiles.len()).expect("more than 65,536 cost profiles");
        self.profiles.push(profile);
        ProfileId(id)
    }

    /// A profile by its number. `None` if this app has no such profile, for example because the number comes from another app.
    #[must_use]
    pub fn get(&self, id: ProfileId) -> Option<&CostProfile> {
        self.profiles.get(usize::from(id.0))
    }

    /// A profile, to change it. Afterwards all paths are priced again.
    #[must_use]
    pub fn get_mut(&mut self, id: ProfileId) -> Option<&mut CostProfile> {
        self.profiles.get_mut(usize::from(id.0))
    }

    /// The profile of requests that name no profile. Unless the app changes it, terrain class n costs n and class 0 is a wall.
    #[must_use]
    pub fn default_profile(&self) -> &CostProfile {
        &self.profiles[0]
    }

    /// A profile by its number, or the default profile if there is none of that number.
    pub(crate) fn get_or_default(&self, id: ProfileId) -> &CostProfile {
        self.get(id).unwrap_or(self.default_profile())
    }

    /// All profiles with their numbers.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (ProfileId, &CostProfile)> {
        (0..=u16::MAX).map(ProfileId).zip(&self.profiles)
    }

    /// All profiles, the default profile first.
    pub fn iter(&self) -> impl Iterator<Item = &CostProfile> {
        self.profiles.iter()
    }
}

impl Default for CostProfiles {
    fn default() -> Self {
        Self { profiles: vec![CostProfile::default()] }
    }
}
