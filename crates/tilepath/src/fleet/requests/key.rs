//! What requests must have in common to share a group.

use super::{request::Request, target::Target};
use crate::{fleet::agent_id::AgentId, geometry::CellGeometry, path::Contact};
use smallvec::SmallVec;

/// What requests must have in common to share a group: the profile, the targets in the same order, the range and
/// what it is measured from, the line of sight, the danger aversion, and whether a goal field may answer the requests. Floats are stored as bits.
///
/// A position counts as the cell that contains it, because all points of a cell have the same path. After the map has
/// moved in the world, positions are in other cells: [`Fleet::begin`](crate::fleet::Fleet::begin) then forms the groups again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RequestKey {
    profile: u16,
    targets: SmallVec<[TargetKey; 1]>,
    range: u32,
    by_middle: bool,
    in_sight: bool,
    aversion: Option<u32>,
    may_share_field: bool,
}

/// A target as a key. Floats are stored as bits, so that keys with equal bits are equal, even with NaN.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum TargetKey {
    Cell([i32; 2]),
    Position([u32; 2]),
    Agent(AgentId),
}

impl Request {
    /// The key of the request: what it has in common with the other requests of its group. `geometry` is `None` while
    /// there is no map: positions are then in no cell.
    #[must_use]
    pub fn key(&self, geometry: Option<&CellGeometry>) -> RequestKey {
        let cell_of = |target| match target {
            Target::Position(at) => geometry.and_then(|geometry| geometry.cell_at(at)).map(Target::Cell),
            Target::Cell(_) | Target::Agent(_) => None,
        };
        RequestKey::new(self, |target| cell_of(target).unwrap_or(target))
    }
}

impl RequestKey {
    fn new(request: &Request, cell_of: impl Fn(Target) -> Target) -> Self {
        let Request { targets, options, profile, danger_aversion, .. } = request;
        Self {
            profile: *profile,
            targets: targets.iter().map(|&target| TargetKey::from(cell_of(target))).collect(),
            range: options.range.to_bits(),
            by_middle: options.by_middle,
            in_sight: options.in_sight,
            aversion: danger_aversion.map(f32::to_bits),
            may_share_field: options.served_by().goal_field && !targets.is_empty(),
        }
    }

    /// The smallest key with this profile: no other key of the profile comes before it.
    pub(in crate::fleet) fn first_of(profile: u16) -> Self {
        Self {
            profile,
            targets: SmallVec::new(),
            range: 0,
            by_middle: false,
            in_sight: false,
            aversion: None,
            may_share_field: false,
        }
    }

    /// The number of the profile.
    #[must_use]
    pub const fn profile(&self) -> u16 {
        self.profile
    }

    /// The targets.
    #[must_use]
    pub fn targets(&self) -> SmallVec<[Target; 1]> {
        self.targets.iter().copied().map(Target::from).collect()
    }

    /// The range, in tiles.
    #[must_use]
    pub const fn range(&self) -> f32 {
        f32::from_bits(self.range)
    }

    /// Whether the range is measured from the middle of an agent wider than a cell.
    #[must_use]
    pub const fn by_middle(&self) -> bool {
        self.by_middle
    }

    /// When a target counts as reached.
    pub(in crate::fleet) const fn contact(&self) -> Contact {
        Contact { range: self.range(), by_middle: self.by_middle }
    }

    pub(in crate::fleet) fn aversion(&self) -> Option<f32> {
        self.aversion.map(f32::from_bits)
    }

    /// Whether this may be the key of a request, wherever the cells of the map are.
    #[cfg(feature = "serde")]
    pub(in crate::fleet) fn may_be_of(&self, request: &Request) -> bool {
        let other = request.key(None);
        let is_same = |(one, other): (&TargetKey, &TargetKey)| {
            one == other || matches!((one, other), (TargetKey::Cell(_), TargetKey::Position(_)))
        };
        let are_same =
            self.targets.len() == other.targets.len() && self.targets.iter().zip(&other.targets).all(is_same);
        are_same && *self == Self { targets: self.targets.clone(), ..other }
    }

    /// Whether a goal field may answer the requests. Otherwise, each request gets its own search.
    pub(in crate::fleet) const fn may_share_field(&self) -> bool {
        self.may_share_field
    }
}

impl From<Target> for TargetKey {
    fn from(target: Target) -> Self {
        match target {
            Target::Cell(cell) => Self::Cell(cell.to_array()),
            Target::Position(at) => Self::Position(at.to_array().map(f32::to_bits)),
            Target::Agent(agent) => Self::Agent(agent),
        }
    }
}

impl From<TargetKey> for Target {
    fn from(key: TargetKey) -> Self {
        match key {
            TargetKey::Cell(cell) => Self::Cell(cell.into()),
            TargetKey::Position(at) => Self::Position(at.map(f32::from_bits).into()),
            TargetKey::Agent(agent) => Self::Agent(agent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::Heuristic;
    use glam::{IVec2, Vec2};

    #[test]
    fn requests_with_options_of_their_own_share_no_field() {
        let request = || Request::to(IVec2::ZERO);
        assert!(request().key(None).may_share_field());
        for own in [
            request().allow_partial(),
            request().with_inflation(2.0),
            request().with_heuristic(Heuristic::Zero),
            request().with_max_expansions(9),
            request().within(3.0).in_sight(),
            request().within(f32::NAN),
            request().within(-1.0),
            request().within(f32::INFINITY),
            Request::to_nearest::<IVec2>([]),
        ] {
            assert!(!own.key(None).may_share_field(), "{own:?}");
        }
    }

    #[test]
    fn a_key_holds_what_decides_the_answer_and_returns_the_targets() {
        let request = || Request::to_nearest([Vec2::new(-0.5, 7.25), Vec2::NAN]);
        assert_eq!(request().key(None), request().with_priority(3).key(None));
        assert_ne!(request().key(None), request().within(1.0).key(None));
        assert_ne!(request().key(None), request().with_danger_aversion(1.0).key(None));
        assert_ne!(request().key(None), request().with_profile(1).key(None));
        let targets = request().key(None).targets();
        assert_eq!(targets[0], Target::Position(Vec2::new(-0.5, 7.25)));
        assert_eq!(targets.len(), 2);
    }

    #[test]
    fn all_points_of_a_cell_have_the_same_key() {
        let geometry = CellGeometry::squares(10.0).unwrap();
        let key = |target: Target| Request::to(target).key(Some(&geometry));
        let cell = key(IVec2::new(3, 1).into());
        assert_eq!(key(Vec2::new(28.0, 13.0).into()), cell);
        assert_eq!(key(Vec2::new(31.0, 9.0).into()), cell);
        assert_ne!(key(Vec2::new(41.0, 9.0).into()), cell);
        assert_eq!(key(Vec2::NAN.into()), Request::to(Vec2::NAN).key(None));
    }

    #[test]
    fn the_first_key_of_a_profile_is_not_above_any_other() {
        let first = RequestKey::first_of(0);
        for request in [Request::to(IVec2::MIN), Request::to_nearest::<IVec2>([])] {
            assert!(first <= request.key(None));
        }
    }
}
