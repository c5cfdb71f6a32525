//! The profile by which a request is priced.

use super::{path_request::PathRequest, profiles::CostProfiles};
use std::borrow::Cow;
use tilepath::{Aversion, CostProfile};

/// The profile of a request, with the request's own aversion if it has one. `None` if one of them is invalid.
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
