//! The cost profiles of the game, one for each kind of agent.

use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use tilepath::CostProfile;

/// The cost profiles of the app, one for each kind of agent. A profile says what terrain and danger cost.
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

/// The id of a cost profile in [`CostProfiles`]. `ProfileId::default()` is the id of the default profile.
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
    /// The id of the profile with this index. Index 0 is the default profile; profiles that you [add](CostProfiles::add) get 1, 2
    /// and so on. If no profile has this index, a request with the id fails.
    #[must_use]
    pub const fn new(index: u16) -> Self {
        Self(index)
    }

    /// The index of the profile: 0 is the default profile, the others follow in the order in which they were added.
    #[must_use]
    pub const fn index(self) -> u16 {
        self.0
    }
}

impl CostProfiles {
    /// The maximum number of profiles, the default profile included.
    pub const MAX_PROFILES: usize = 65_536;

    /// Makes the resource from a list, whose first profile is the default profile. `None` if the list is empty or longer than
    /// [`CostProfiles::MAX_PROFILES`].
    #[must_use]
    pub fn from_list(profiles: Vec<CostProfile>) -> Option<Self> {
        (1..=Self::MAX_PROFILES).contains(&profiles.len()).then_some(Self { profiles })
    }

    /// Adds a profile and returns its id, for [`PathRequest::with_profile`](crate::PathRequest::with_profile). Profiles can be
    /// changed, but not removed.
    ///
    /// # Panics
    /// If there are [`CostProfiles::MAX_PROFILES`] profiles already.
    #[expect(clippy::expect_used, reason = "documented above: there is no id for one profile more")]
    pub fn add(&mut self, profile: CostProfile) -> ProfileId {
        let id = u16::try_from(self.profiles.len()).expect("more than 65,536 cost profiles");
        self.profiles.push(profile);
        ProfileId(id)
    }

    /// The profile with this id. `None` if this app has no such profile, for example because the id comes from another app.
    #[must_use]
    pub fn get(&self, id: ProfileId) -> Option<&CostProfile> {
        self.profiles.get(usize::from(id.0))
    }

    /// The profile with this id, to change it; `None` if there is none. After a change the plugin searches for paths again.
    #[must_use]
    pub fn get_mut(&mut self, id: ProfileId) -> Option<&mut CostProfile> {
        self.profiles.get_mut(usize::from(id.0))
    }

    /// The profile of requests without [`with_profile`](crate::PathRequest::with_profile). Unless the app changes this profile,
    /// terrain class n costs n, and class 0 is a wall.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        reason = "`from_list` refuses an empty list, and no profile can be removed"
    )]
    pub fn default_profile(&self) -> &CostProfile {
        &self.profiles[0]
    }

    /// All profiles, in the order of their ids.
    pub(crate) fn as_slice(&self) -> &[CostProfile] {
        &self.profiles
    }

    /// All profiles with their ids.
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
