//! All goal fields of the app.

use super::{field_build::FieldBuild, growth::Wanted};
use crate::{
    request::{CompleteField, PathTarget, RequestGroup, SharedField},
    stats::PathfindingStats,
};
use bevy::prelude::*;
use smallvec::SmallVec;
use std::sync::Arc;
use tilepath::{CostProfile, GoalFieldRepair, GoalFieldScratch, NavMap, Topology, fleet::QueueKey};

/// The goal fields that agents share: the exact cost from every cell of the map to the nearest target, one field for each group of
/// agents for which that is cheaper than searches.
///
/// The crate documentation says when a field is built and how long it is kept.
#[derive(Resource, Default, Debug)]
pub(crate) struct GoalFields {
    /// The fields by their numbers. A number that is free is used again.
    pub(super) fields: Vec<Option<Field>>,
    /// Groups that need a field and have none.
    pub(super) wanting: Vec<Arc<RequestGroup>>,
    /// Profiles of wanting groups for which the map is not prepared.
    pub(super) unprepared: Vec<CostProfile>,
    /// Agents that want to be answered in this frame.
    pub(super) asking: Vec<AskingAgent>,
    /// How far each field must grow in this frame.
    pub(super) wanted: Vec<Wanted>,
    /// The last field that was replaced: its memory is used again for the next one.
    pub(super) spare: Option<CompleteField>,
    pub(super) scratch: GoalFieldScratch,
    /// The repairs of this frame that are not yet in the statistics.
    pub(super) repairs: Vec<GoalFieldRepair>,
    /// The number of this frame.
    pub(crate) frame: u64,
    /// The number of builds so far.
    pub(super) builds: u64,
    /// Whether in this frame a field may have lost the paths of some agents: it was replaced, its goals moved, or a region was split.
    pub(crate) may_have_lost_paths: bool,
}

/// An agent that wants to be answered from the field of its group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct AskingAgent {
    /// Its place in the queue. `None` for an agent that has a path of its own and would only replace it.
    pub(super) key: Option<QueueKey>,
    pub(super) agent: Entity,
}

/// The field of one group.
#[derive(Debug)]
pub(crate) struct Field {
    pub(super) group: Arc<RequestGroup>,
    pub(super) targets: SmallVec<[PathTarget; 1]>,
    pub(super) basis: FieldBasis,
    pub(crate) shared: Arc<SharedField>,
    /// The field that will replace the shared one.
    pub(super) build: Option<FieldBuild>,
    /// The [mark](tilepath::Regions::split_mark) of the regions for which every agent was known to have a path or to be looked at.
    pub(super) split_mark: Option<u32>,
    /// The last frame in which the group had agents.
    pub(super) last_used: u64,
}

/// What a field is built on. If it changes, the field is dropped.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct FieldBasis {
    map: u64,
    topology: Topology,
    pub(super) profile: CostProfile,
}

impl FieldBasis {
    pub(super) fn new(map: &NavMap, profile: &CostProfile) -> Self {
        Self { map: map.id(), topology: map.topology(), profile: profile.clone() }
    }

    pub(super) fn matches(&self, map: &NavMap, profile: &CostProfile) -> bool {
        self.map == map.id() && self.topology == map.topology() && self.profile == *profile
    }
}

impl GoalFields {
    /// The fields by their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Option<&Field>> {
        self.fields.iter().map(Option::as_ref)
    }

    /// Whether any field is complete, so that agents can be answered from it.
    pub(super) fn any_complete(&self) -> bool {
        self.fields.iter().flatten().any(Field::is_complete)
    }

    /// The memory of all fields and of the spare one, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let spare = self.spare.as_ref().map_or(0, |spare| spare.bytes);
        self.fields.iter().flatten().map(Field::bytes).sum::<usize>() + spare
    }

    /// The field of a group.
    pub(super) fn field_of(&self, group: &RequestGroup) -> Option<&Field> {
        self.fields.get(usize::from(group.field()?))?.as_ref()
    }

    /// Adds a field at a free number.
    pub(super) fn add(&mut self, field: Field) {
        let free = self.fields.iter().position(Option::is_none);
        let number = free.unwrap_or_else(|| {
            self.fields.push(None);
            self.fields.len() - 1
        });
        field.group.set_field(u16::try_from(number).ok());
        self.fields[number] = Some(field);
    }

    /// Drops a field.
    pub(super) fn drop_field(&mut self, number: usize) {
        if let Some(field) = self.fields.get_mut(number).and_then(Option::take) {
            field.group.set_field(None);
            // Results that the game has copied may outlive it.
            field.shared.change(|complete| *complete = None);
        }
    }

    /// Makes room for this many bytes by dropping fields without agents, the least recently used first. Returns whether there is room.
    pub(super) fn make_room(&mut self, bytes: usize, max_bytes: usize) -> bool {
        if self.bytes().saturating_add(bytes) > max_bytes {
            self.spare = None;
        }
        let mut used = self.bytes();
        while used.saturating_add(bytes) > max_bytes {
            let numbered = self.fields.iter().enumerate();
            let unused = numbered.filter_map(|(number, field)| Some((number, field.as_ref()?)));
            let unused = unused.filter(|(_, field)| field.agents() == 0);
            let Some((oldest, field)) = unused.min_by_key(|(_, field)| field.last_used) else {
                return false;
            };
            used -= field.bytes();
            self.drop_field(oldest);
        }
        true
    }

    /// The number that the next build gets, and the frame in which it begins.
    pub(super) const fn next_build(&mut self) -> (u64, u64) {
        self.builds += 1;
        (self.builds, self.frame)
    }

    /// Brings the figures of the fields in the statistics up to date.
    pub(super) fn write_figures(&self, stats: &mut ResMut<PathfindingStats>) {
        let fields = self.fields.iter().flatten();
        let (count, complete) = (fields.clone().count(), fields.filter(|field| field.is_complete()).count());
        let figures = (count as u64, complete as u64, self.bytes() as u64);
        // Only real changes may mark the statistics as changed.
        if (stats.fields, stats.complete_fields, stats.field_bytes) != figures {
            (stats.fields, stats.complete_fields, stats.field_bytes) = figures;
        }
    }
}

impl Field {
    /// The number of agents of its group.
    pub(crate) fn agents(&self) -> u32 {
        self.group.agents()
    }

    pub(super) fn is_complete(&self) -> bool {
        self.shared.read().is_some()
    }

    /// Whether agents can be answered from it.
    pub(super) fn is_in_step(&self) -> bool {
        self.shared.read().as_ref().is_some_and(|complete| complete.in_step)
    }

    /// Whether every goal has become a wall since the field was complete, so that a search must say why.
    pub(super) fn has_lost_its_goals(&self) -> bool {
        let complete = self.shared.read();
        complete.as_ref().filter(|complete| complete.in_step).is_some_and(|complete| {
            let field = &complete.field;
            field.goals().iter().all(|&goal| field.cost(goal).is_none())
        })
    }

    pub(super) fn bytes(&self) -> usize {
        let complete = self.shared.read().as_ref().map_or(0, |complete| complete.bytes);
        complete + self.build.as_ref().map_or(0, |build| build.bytes)
    }
}
