//! Begins goal fields, continues unfinished builds, and grows fields to the cells of their agents.

use super::{
    field_build::{FieldBuild, bytes_for},
    field_id::FieldId,
    groups::{GroupId, RequestGroups},
    growth::Wanted,
    ready_field::{ReadyField, TargetCells},
    shared_fields::{FieldBasis, SharedField, SharedFields},
};
use crate::{
    budget::Budget, fleet::walking::NextCells, goal_field::GoalField, ground::CostProfile, map::NavMap,
    path::Contact,
};
use core::task::Poll;
use glam::IVec2;

/// A field grows over the whole map if the map has at most this many cells for each agent on the field.
const CELLS_PER_AGENT: usize = 16;

impl SharedFields {
    /// Begins to build the field of a group. Does nothing if all fields together would need more than `max_bytes`, or
    /// if no path can lead to a goal. The map must be [prepared](NavMap::is_prepared) for the profile.
    pub(in crate::fleet) fn begin<K: Clone + Ord>(
        &mut self,
        groups: &mut RequestGroups<K>,
        group: GroupId,
        (map, profile): (&NavMap, &CostProfile),
        (goals, contact): (TargetCells, Contact),
        max_bytes: usize,
    ) {
        if !self.make_room(groups, bytes_for(map), max_bytes) {
            return;
        }
        let number = self.next_build();
        let Some(build) = FieldBuild::begin(map, profile, goals, contact, number, None) else { return };
        let field = SharedField {
            id: FieldId { slot: 0, number: 0 },
            group,
            contact,
            basis: FieldBasis::new(map, profile),
            ready: None,
            build: Some(build),
            split_mark: None,
            last_used: self.frame,
        };
        self.add(groups, field);
    }

    /// Begins to collect the cells that fields must know in this frame.
    pub fn begin_growth<K: Clone + Ord>(&mut self, groups: &RequestGroups<K>, map: &NavMap) {
        let Self { fields, wanted, frame, .. } = self;
        wanted.resize_with(fields.len(), Wanted::default);
        for (wanted, field) in wanted.iter_mut().zip(&*fields) {
            let cells = core::mem::take(&mut wanted.cells);
            let agents = field.as_ref().map_or(0, |field| field.agents(groups));
            *wanted = wanted_of(field.as_ref(), agents, map, *frame, cells);
        }
    }

    /// Whether a field must know the cells of agents that ask for an answer from it.
    #[must_use]
    pub fn takes_asking(&self, slot: u16) -> bool {
        self.wanted.get(usize::from(slot)).is_some_and(|wanted| wanted.takes_asking)
    }

    /// Whether a field must know the cells of the agents that read their paths from it.
    #[must_use]
    pub fn takes_readers(&self, slot: u16) -> bool {
        self.wanted.get(usize::from(slot)).is_some_and(|wanted| wanted.takes_on_field)
    }

    /// Whether any field must know the cells of the agents that read their paths from it.
    #[must_use]
    pub fn any_takes_readers(&self) -> bool {
        self.wanted.iter().any(|wanted| wanted.takes_on_field)
    }

    /// Makes a field grow to these cells as soon as the budget allows.
    pub fn want(&mut self, slot: u16, cells: impl IntoIterator<Item = IVec2>) {
        if let Some(wanted) = self.wanted.get_mut(usize::from(slot)) {
            wanted.cells.extend(cells);
        }
    }

    /// Grows fields and continues builds, as far as the budget of cells goes. Returns the number of completed builds.
    pub fn grow(&mut self, map: &NavMap, budget: &mut Budget) -> u64 {
        // A cell takes longer to repair than to build, so it counts twice. A quarter of the budget is left for growth in every frame.
        budget.spend((2 * self.repaired).min(budget.left() / 4 * 3));
        self.grow_ready(map, budget);
        self.continue_builds(map, budget)
    }

    /// Grows the fields from which agents read their paths.
    fn grow_ready(&mut self, map: &NavMap, budget: &mut Budget) {
        let Self { fields, wanted, scratch, frame, .. } = self;
        for (field, wanted) in fields.iter_mut().zip(wanted).filter(|(_, wanted)| !wanted.is_empty()) {
            let ready = field.as_mut().and_then(|field| field.ready.as_mut());
            let Some(ready) = ready.filter(|ready| ready.in_step && !ready.field.is_complete()) else {
                continue;
            };
            // An edit that came after the changes of this frame were noted belongs to the next frame. Until then, the
            // field does not grow.
            if ready.field.is_current(map) {
                // A field that can't grow now is brought up to date or dropped in the next frame.
                let _ = wanted.grow(&mut ready.field, map, budget, scratch);
                ready.grew_in = *frame;
            }
        }
    }

    /// Continues builds, in the order in which they began.
    fn continue_builds(&mut self, map: &NavMap, budget: &mut Budget) -> u64 {
        let mut completed = 0;
        while !budget.is_spent() {
            let fields = self.fields.iter().enumerate();
            let under_way =
                fields.filter_map(|(at, field)| Some((field.as_ref()?.build.as_ref()?.number, at)));
            let Some((_, at)) = under_way.min() else { break };
            let Some(field) = &mut self.fields[at] else { break };
            let Some(build) = &mut field.build else { break };
            match build.run(map, self.frame, &self.wanted[at], budget, &mut self.scratch) {
                Poll::Ready(Ok(())) => {
                    completed += 1;
                    self.may_have_lost_paths |= field.complete_build(map, self.frame, &mut self.spare);
                }
                Poll::Pending => {}
                Poll::Ready(Err(_)) => field.build = None,
            }
        }
        completed
    }
}

/// How a field must grow in this frame. Reuses the memory of `cells`.
fn wanted_of(
    field: Option<&SharedField>,
    agents: u32,
    map: &NavMap,
    frame: u64,
    mut cells: Vec<IVec2>,
) -> Wanted {
    cells.clear();
    let Some(field) = field else { return Wanted { cells, ..Wanted::default() } };
    let is_building = field.build.is_some();
    let is_growing = field.ready.as_ref().is_some_and(|ready| !ready.field.is_complete());
    let has_changed = field.ready.as_ref().is_some_and(|ready| ready.changed_in == frame);
    let everywhere = agents as usize * CELLS_PER_AGENT >= map.grid().len();
    Wanted {
        cells,
        everywhere,
        takes_asking: !everywhere && (is_building || is_growing),
        takes_on_field: !everywhere && (is_building || is_growing && has_changed),
    }
}

impl SharedField {
    /// Replaces the old field by the new one, and keeps the old one as a spare. Returns whether the new field may
    /// have no path for some agents of the old field.
    fn complete_build(&mut self, map: &NavMap, frame: u64, spare: &mut Option<ReadyField>) -> bool {
        let Some(FieldBuild { field, goals, bytes, next_cells, .. }) = self.build.take() else {
            return false;
        };
        let mut next_cells =
            next_cells.unwrap_or_else(|| NextCells::new(map.grid().bounds(), map.revision()));
        next_cells.clear(map.revision());
        let is_edited = self.ready.as_ref().is_some_and(|last| last.goals == goals);
        let ready = ReadyField {
            field,
            goals,
            contact: self.contact,
            bytes,
            next_cells,
            changed_in: frame,
            is_edited,
            grew_in: frame,
            in_step: true,
        };
        let reaches_as_far =
            self.ready.as_ref().is_none_or(|last| reaches_as_far(map, &last.field, &ready.field));
        *spare = self.ready.replace(ready).or_else(|| spare.take());
        !reaches_as_far
    }
}

/// Whether the new field certainly has a path from every cell from which the old field had a path. This is so if each
/// field has one goal and these goals are connected.
fn reaches_as_far(map: &NavMap, last: &GoalField, next: &GoalField) -> bool {
    match (last.goals(), next.goals(), map.regions(next.profile())) {
        // Whatever leads to the old goal leads on to the new one.
        (&[from], &[to], Some(regions)) => map.leads(next.profile(), regions, from, to),
        _ => false,
    }
}
