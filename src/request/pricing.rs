//! The profile by which a request is priced.

use super::{
    failure::FailureReason,
    path_request::PathRequest,
    profiles::{CostProfiles, ProfileId},
};
use std::borrow::Cow;
use tilepath::{Aversion, CostProfile};

/// The profile of a request, with the request's own aversion if it has one.
pub(crate) fn profile_of<'a>(
    profiles: &'a CostProfiles,
    request: &PathRequest,
) -> Result<Cow<'a, CostProfile>, FailureReason> {
    profile_by_id(profiles, request.profile, request.danger_aversion)
}

/// A profile by its number, with another aversion to every danger layer if one is given.
pub(crate) fn profile_by_id(
    profiles: &CostProfiles,
    id: ProfileId,
    aversion: Option<f32>,
) -> Result<Cow<'_, CostProfile>, FailureReason> {
    let profile = profiles.get(id).ok_or(FailureReason::UnknownProfile(id))?;
    let Some(aversion) = aversion else {
        return Ok(Cow::Borrowed(profile));
    };
    let aversion = Aversion::new(aversion)?;
    let mut own = profile.clone();
    own.set_aversion_to_all(aversion);
    Ok(Cow::Owned(own))
}
