//! Goal fields: one answer for all who ask the same.

mod answer;
mod build;
mod disturbance;
mod follow;
mod group;
mod shared;
mod steps;
mod upkeep;
mod walk;

pub(crate) use answer::{Asking, answer_from_fields};
pub(crate) use build::build_fields;
pub(crate) use follow::follow_fields;
pub(crate) use group::{FieldKey, Group};
pub(crate) use shared::SharedWay;
pub(crate) use upkeep::keep_up_fields;
pub(crate) use walk::OnField;

use crate::{places::Goals, request::PathTarget};
use bevy::prelude::*;
use build::Build;
use group::Groups;
use shared::SharedField;
use smallvec::SmallVec;
use std::sync::Arc;
use tilepath::{CostProfile, FieldScratch, NavMap, PathQuery, Repair, Topology};

/// The goal fields that agents share: exact costs from every cell of the map to the nearest target, one field for all who ask the
/// same.
///
/// **Who asks the same.** Requests with the same targets in the same order, the same range, profile and aversion. Those that are
/// partial, inflated, limited to so many expansions, guided by a heuristic of their own, watched by a
/// [`SearchTrace`](crate::SearchTrace), or of a range beyond 64 tiles always get a search of their own.
///
/// **When a field is built.** As soon as at least four agents ask the same, and `spent + agents · mean` is at least the number of cells
/// of the map. `spent` is the work of the searches made for them so far, counted in cells of a field that could have been labelled
/// instead: 16 for each node expanded, 1 for each waypoint. `mean` is that of one search; before there was any, 16 times the longer
/// side of the map in cells. So a lone agent is searched for, and so are a few on a large map. While a field is built (see
/// [`field_cells_per_frame`](crate::PathfindingSettings::field_cells_per_frame)) requests are searched as without it. Once it is there
/// those who wait are answered from it in the same frame, those to come at once, and those that have a way of their own give it up
/// for the field in the next. Where the field knows no way, a search tells why.
///
/// **What it is worth.** An agent on a field holds no waypoints, and is looked at only where it moves on. Its way costs exactly what a
/// search finds, also when the map changes: fields are repaired in place. When a target moves, a new field is built while the last one
/// serves. For changes of either kind agents on a field are not told [`PathReplanned`](crate::PathReplanned); one that is halfway
/// between two cells goes on to the next before it turns.
///
/// **What is kept.** Five bytes a cell and field, ten while its successor is built, and
/// [`max_field_bytes`](crate::PathfindingSettings::max_field_bytes) altogether. A field without agents is kept in step for 600 frames,
/// and then kept until the map changes; if its targets move it is dropped. Where room is needed, the one without agents that was used
/// longest ago is dropped first. Where there is no room, requests are searched for.
#[derive(Resource, Default, Debug)]
pub struct GoalFields {
    groups: Groups,
    fields: Vec<Option<Field>>,
    /// Groups that are worth a field, and the profiles among theirs that the map is not ready for.
    wanted: Vec<Arc<Group>>,
    unready: Vec<CostProfile>,
    /// Agents that want to be answered this frame.
    asking: Vec<Asking>,
    scratch: FieldScratch,
    /// The repairs of this frame that have not been counted yet.
    repairs: Vec<Repair>,
    /// Counts frames, and the builds that were begun.
    frame: u64,
    builds: u64,
    /// Whether a field was put in place of another that may not know a way for all whom the other served.
    shaken: bool,
}

/// A field for one group.
#[derive(Debug)]
struct Field {
    key: FieldKey,
    targets: SmallVec<[PathTarget; 1]>,
    basis: Basis,
    shared: Arc<SharedField>,
    /// The field that will take the place of the shared one.
    build: Option<Build>,
    /// The frame in which an agent was last on it.
    last_used: u64,
}

/// What a field is built on. Where it is another, the field is worth nothing.
#[derive(Clone, PartialEq, Debug)]
struct Basis {
    map: u64,
    topology: Topology,
    profile: CostProfile,
}

impl Basis {
    fn new(map: &NavMap, profile: &CostProfile) -> Self {
        Self { map: map.id(), topology: map.topology(), profile: profile.clone() }
    }

    fn is(&self, map: &NavMap, profile: &CostProfile) -> bool {
        self.map == map.id() && self.topology == map.topology() && self.profile == *profile
    }
}

/// For how many profiles beyond those that the map is always ready for there are fields.
const MAX_PROFILES: usize = 4;

/// The map is ready for so many of the first [`CostProfiles`](crate::CostProfiles) in any case.
pub(crate) const NAMED_PROFILES: usize = NavMap::MAX_PREPARED - MAX_PROFILES;

impl GoalFields {
    /// How many fields there are, built or being built.
    #[must_use]
    pub fn len(&self) -> usize {
        self.fields.iter().flatten().count()
    }

    /// Whether there is no field.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many fields are complete, so that agents can be answered from them.
    #[must_use]
    pub fn complete(&self) -> usize {
        self.fields.iter().flatten().filter(|field| field.is_complete()).count()
    }

    /// The memory that all fields take, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.fields.iter().flatten().map(Field::bytes).sum()
    }

    /// The group of those who ask the same, which is made where it is new.
    pub(crate) fn join(&mut self, key: FieldKey) -> Arc<Group> {
        let fields = &self.fields;
        self.groups.join(key, |key| {
            let has_key = |field: &Option<Field>| field.as_ref().is_some_and(|field| field.key == *key);
            fields.iter().position(has_key).map(|at| at as u16)
        })
    }

    /// Whether agents of a group can be answered from its field.
    pub(crate) fn serve(&self, group: &Group) -> bool {
        self.field_of(group).is_some_and(Field::is_in_step)
    }

    fn field_of(&self, group: &Group) -> Option<&Field> {
        self.fields.get(usize::from(group.field()?))?.as_ref()
    }

    /// Notes that an agent wants to be answered from the field of its group.
    pub(crate) fn ask(&mut self, asking: Asking) {
        self.asking.push(asking);
    }

    /// Notes whether a group wants a field.
    pub(crate) fn weigh(&mut self, group: &Arc<Group>, map: &NavMap) {
        if group.field().is_none() && Group::is_worth_a_field(group, map.grid()) && !group.want(true) {
            self.wanted.push(group.clone());
        }
    }

    /// The profiles that the map must be ready for: those of the fields there are.
    pub(crate) fn profiles(&self) -> impl Iterator<Item = &CostProfile> {
        self.fields.iter().flatten().map(|field| &field.basis.profile)
    }

    /// A profile that the map is to be made ready for, so that there can be a field for it.
    pub(crate) fn next_profile(&mut self) -> Option<CostProfile> {
        let next = self.unready.pop();
        self.unready.clear();
        next
    }

    fn drop_field(&mut self, number: usize) {
        if let Some(field) = self.fields.get_mut(number).and_then(Option::take) {
            if let Some(group) = self.groups.of(&field.key) {
                group.set_field(None);
            }
            // Results that the game has copied may outlive it.
            field.shared.change(|served| *served = None);
        }
    }
}

impl Field {
    fn is_complete(&self) -> bool {
        self.shared.read().is_some()
    }

    fn is_in_step(&self) -> bool {
        self.shared.read().as_ref().is_some_and(|served| served.in_step)
    }

    fn bytes(&self) -> usize {
        let complete = self.shared.read().as_ref().map_or(0, |served| served.bytes);
        complete + self.build.as_ref().map_or(0, |build| build.bytes)
    }
}

/// The cells that count as one of these targets: goals of a field.
fn goal_cells(goals: &Goals, range: f32, map: &NavMap) -> Vec<IVec2> {
    if range == 0.0 {
        return goals.iter().map(|&(cell, _)| cell).collect();
    }
    let query = PathQuery::to_nearest(IVec2::ZERO, []).within(range);
    let size = map.grid().size();
    let mut cells: Vec<IVec2> = goals.iter().flat_map(|&(cell, _)| query.cells_of_goal(cell, size)).collect();
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    cells.dedup();
    cells
}
