//! The cost profile of a request.

use super::{path_request::PathRequest, profiles::CostProfiles};
use std::borrow::Cow;
use tilepath::{Aversion, CostProfile};

/// The profile of a request, with the request's own danger aversion if it has one. `None` if the profile or the aversion is
/// invalid.
pub(crate) fn profile_of<'a>(
    profiles: &'a CostProfiles,
    request: &PathRequest,
) -> Option<Cow<'a, CostProfile>> {
    let profile = profiles.get(request.profile)?;
    let Some(aversion) = request.danger_aversion else {
        return Some(Cow::Borrowed(profile));
    };
    let mut own = profile.clone();
    own.set_aversion_to_all(Aversion::new(aversion).ok()?);
    Some(Cow::Owned(own))
}
