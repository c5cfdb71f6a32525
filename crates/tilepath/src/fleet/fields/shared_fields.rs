//! The goal fields that agents share.

use super::{
    field_build::FieldBuild,
    field_id::FieldId,
    groups::{GroupId, RequestGroups},
    growth::Wanted,
    ready_field::ReadyField,
};
use crate::{
    goal_field::{GoalFieldRepair, GoalFieldScratch},
    ground::{CellRect, CostProfile, MapRevision, Topology, UniqueId},
    map::NavMap,
    path::Contact,
    undo::{Lasting, Timeline},
};
use smallvec::SmallVec;

/// The goal fields that agents share. A field holds the exact cost from every cell that it knows to the nearest
/// target. A group of agents has a field if that is cheaper than searches.
#[derive(Clone, Default, Debug)]
pub struct SharedFields {
    pub(in crate::fleet) id: UniqueId,
    /// The fields by their slots. A new field uses a free slot.
    pub(in crate::fleet) fields: Vec<Option<SharedField>>,
    /// How far each field must grow in this frame.
    pub(in crate::fleet) wanted: Vec<Wanted>,
    /// The field that was replaced last. The next field reuses its memory.
    pub(in crate::fleet) spare: Option<ReadyField>,
    pub(in crate::fleet) scratch: GoalFieldScratch,
    /// The repairs of this frame.
    pub(in crate::fleet) repairs: Vec<GoalFieldRepair>,
    /// The number of cells that repairs have looked at in this frame.
    pub(in crate::fleet) repaired: u64,
    /// The number of this frame.
    pub(in crate::fleet) frame: u64,
    /// The number of fields (`made`) and of builds (`builds`) so far.
    pub(in crate::fleet) made: u32,
    pub(in crate::fleet) builds: u64,
    /// Whether some agents may have lost their paths in this frame, because their field was replaced, its goals
    /// moved, or a region was split.
    pub(in crate::fleet) may_have_lost_paths: bool,
    /// The snapshots of the fields.
    pub(in crate::fleet) timeline: Lasting<Timeline>,
}

/// The field of one group.
#[derive(Clone, Debug)]
pub struct SharedField {
    pub(in crate::fleet) id: FieldId,
    pub(in crate::fleet) group: GroupId,
    pub(in crate::fleet) contact: Contact,
    pub(in crate::fleet) basis: FieldBasis,
    /// The field from which agents read their paths.
    pub(in crate::fleet) ready: Option<ReadyField>,
    /// The field that is being built and will replace the ready field.
    pub(in crate::fleet) build: Option<FieldBuild>,
    /// The last [mark](crate::Regions::split_mark) of the regions that the field has seen. If the mark changes, some
    /// agents may have lost their paths.
    pub(in crate::fleet) split_mark: Option<u64>,
    /// The last frame in which the group had agents.
    pub(in crate::fleet) last_used: u64,
}

/// What a field depends on. If it changes, the field is dropped.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct FieldBasis {
    /// The revision of the map when the field was begun.
    map: MapRevision,
    topology: Topology,
    bounds: CellRect,
    pub(in crate::fleet) profile: CostProfile,
}

impl FieldBasis {
    pub(in crate::fleet) fn new(map: &NavMap, profile: &CostProfile) -> Self {
        let (topology, bounds) = (map.topology(), map.grid().bounds());
        Self { map: map.revision(), topology, bounds, profile: profile.clone() }
    }

    pub(in crate::fleet) fn matches(&self, map: &NavMap, profile: &CostProfile) -> bool {
        self.map.has_same_origin(map.revision())
            && self.topology == map.topology()
            && self.bounds == map.grid().bounds()
            && self.profile == *profile
    }
}

impl SharedFields {
    /// The fields by their slots.
    pub fn iter(&self) -> impl Iterator<Item = Option<&SharedField>> + Clone {
        self.fields.iter().map(Option::as_ref)
    }

    /// A field. `None` if it was dropped.
    #[must_use]
    pub fn get(&self, id: FieldId) -> Option<&SharedField> {
        self.fields.get(usize::from(id.slot))?.as_ref().filter(|field| field.id == id)
    }

    /// The field in a slot.
    #[must_use]
    pub fn in_slot(&self, slot: u16) -> Option<&SharedField> {
        self.fields.get(usize::from(slot))?.as_ref()
    }

    /// The field from which agents read their paths. `None` if the field was dropped or is still being built.
    #[must_use]
    pub fn ready(&self, id: FieldId) -> Option<&ReadyField> {
        self.get(id)?.ready.as_ref()
    }

    /// The id of these fields. Their clones have the same id, but no other `SharedFields` has it.
    #[must_use]
    pub const fn id(&self) -> u64 {
        self.id.get()
    }

    /// The number of this frame.
    #[must_use]
    pub const fn frame(&self) -> u64 {
        self.frame
    }

    /// Whether some agents may have lost their paths in this frame, because their field was replaced, its goals
    /// moved, or a region was split.
    #[must_use]
    pub const fn may_have_lost_paths(&self) -> bool {
        self.may_have_lost_paths
    }

    /// Whether there is a field from which agents can read their paths.
    #[must_use]
    pub fn is_any_ready(&self) -> bool {
        self.fields.iter().flatten().any(|field| field.ready.is_some())
    }

    /// The memory of all fields and of the spare one, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let spare = self.spare.as_ref().map_or(0, |spare| spare.bytes);
        self.fields.iter().flatten().map(SharedField::bytes).sum::<usize>() + spare
    }

    /// The profiles of the fields.
    pub fn profiles(&self) -> impl Iterator<Item = &CostProfile> {
        self.fields.iter().flatten().map(|field| &field.basis.profile)
    }

    /// Drops all fields, because there is no map. Returns their slots.
    pub fn drop_all<K: Clone + Ord>(&mut self, groups: &mut RequestGroups<K>) -> SmallVec<[u16; 8]> {
        self.frame += 1;
        let slots = (0..self.fields.len() as u16).filter(|&slot| self.in_slot(slot).is_some());
        let slots: SmallVec<[u16; 8]> = slots.collect();
        slots.iter().for_each(|&slot| self.drop_field(groups, slot.into()));
        self.spare = None;
        slots
    }

    /// Takes out the repairs that were made in this frame.
    pub fn take_repairs(&mut self) -> impl Iterator<Item = GoalFieldRepair> {
        self.repairs.drain(..)
    }

    /// Adds a field in a free slot.
    pub(in crate::fleet) fn add<K: Clone + Ord>(
        &mut self,
        groups: &mut RequestGroups<K>,
        mut field: SharedField,
    ) {
        let free = self.fields.iter().position(Option::is_none);
        let slot = free.unwrap_or_else(|| {
            self.fields.push(None);
            self.fields.len() - 1
        });
        // There are more slots than agents can name: the group gets no field.
        let Ok(number) = u16::try_from(slot) else { return };
        self.made += 1;
        field.id = FieldId { slot: number, number: self.made };
        if let Some(group) = groups.get_mut(field.group) {
            group.field = Some(field.id);
        }
        self.fields[slot] = Some(field);
    }

    /// Drops the field in a slot.
    pub(in crate::fleet) fn drop_field<K: Clone + Ord>(
        &mut self,
        groups: &mut RequestGroups<K>,
        slot: usize,
    ) {
        if let Some(field) = self.fields.get_mut(slot).and_then(Option::take)
            && let Some(group) = groups.get_mut(field.group)
        {
            group.field = None;
        }
    }

    /// Makes room for this many bytes by dropping fields without agents, the least recently used first. Returns whether there is room.
    pub(in crate::fleet) fn make_room<K: Clone + Ord>(
        &mut self,
        groups: &mut RequestGroups<K>,
        bytes: usize,
        max_bytes: usize,
    ) -> bool {
        if self.bytes().saturating_add(bytes) > max_bytes {
            self.spare = None;
        }
        let mut used = self.bytes();
        while used.saturating_add(bytes) > max_bytes {
            let numbered = self.fields.iter().enumerate();
            let unused = numbered.filter_map(|(slot, field)| Some((slot, field.as_ref()?)));
            let unused = unused.filter(|(_, field)| field.agents(groups) == 0);
            let Some((oldest, field)) = unused.min_by_key(|(_, field)| field.last_used) else {
                return false;
            };
            used -= field.bytes();
            self.drop_field(groups, oldest);
        }
        true
    }

    /// The number of the next build, and the frame in which it begins.
    pub(in crate::fleet) const fn next_build(&mut self) -> (u64, u64) {
        self.builds += 1;
        (self.builds, self.frame)
    }
}

impl SharedField {
    /// The id of the field.
    #[must_use]
    pub const fn id(&self) -> FieldId {
        self.id
    }

    /// The group whose agents share the field.
    #[must_use]
    pub const fn group(&self) -> GroupId {
        self.group
    }

    /// The field from which agents read their paths. `None` while the first field is still being built.
    #[must_use]
    pub const fn ready(&self) -> Option<&ReadyField> {
        self.ready.as_ref()
    }

    /// The profile of the agents.
    #[must_use]
    pub const fn profile(&self) -> &CostProfile {
        &self.basis.profile
    }

    /// The number of agents of the field's group.
    pub(in crate::fleet) fn agents<K: Clone + Ord>(&self, groups: &RequestGroups<K>) -> u32 {
        groups.get(self.group).map_or(0, |group| group.agents())
    }

    /// Whether agents can get answers from the field: it is built, and its costs are correct on the present map.
    #[must_use]
    pub fn is_in_step(&self) -> bool {
        self.ready.as_ref().is_some_and(|ready| ready.in_step)
    }

    /// Whether every goal has become a wall since the field was built. Then only a search can say why there is no
    /// path.
    pub(in crate::fleet) fn has_lost_its_goals(&self) -> bool {
        let ready = self.ready.as_ref().filter(|ready| ready.in_step);
        ready.is_some_and(|ready| ready.field.goals().iter().all(|&goal| ready.field.cost(goal).is_none()))
    }

    /// The memory of the field and of its successor, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let ready = self.ready.as_ref().map_or(0, |ready| ready.bytes);
        ready + self.build.as_ref().map_or(0, |build| build.bytes)
    }
}
