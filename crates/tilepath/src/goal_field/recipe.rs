//! The recipe of a goal field: enough to build it again, as far as it had grown.

use super::{build::bucket_width, error::GoalFieldError, field::GoalField, frontier::Frontier};
use crate::{
    bucket_queue::LabelledCell,
    byte_blocks::{ByteBlocks, Number},
    cost_field::{
        CostField,
        labels::{UNREACHED, WALL},
    },
    ground::{CostProfile, MapRevision},
    map::NavMap,
};
use glam::IVec2;
use std::sync::Arc;

/// What a goal field is made of, to build it again: a save may hold this instead of a cost for each cell.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct GoalFieldRecipe<'a> {
    profile: CostProfile,
    goals: Vec<IVec2>,
    /// The least label that was not final.
    known: u32,
    revision: MapRevision,
    frontier: Option<FrontierRecipe>,
    /// The labels themselves, from the first cell on that may be labelled.
    #[serde(borrow)]
    labels: Option<(u32, ByteBlocks<'a, u32>)>,
    /// Whether the labels are of all cells, and not those of the map.
    is_outdated: bool,
}

/// Where a growing field goes on. It is written as it is: which cells were expanded last decides how much a budget is worth.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct FrontierRecipe {
    /// The labels that are not final, with their cells.
    labels: Vec<(u32, u32)>,
    /// The label at which the lowest bucket of the queue begins.
    floor: u32,
    /// The entries of the queue as labels and cells.
    queue: Vec<(u32, u32)>,
}

impl<'a> GoalFieldRecipe<'a> {
    /// The recipe that builds a field again on this map. `with_labels`: so that the labels need not be found again. `is_in_step`: whether
    /// the costs are those of the map, but for edits since the last update.
    ///
    /// The labels of a field that is out of date don't follow from the map, so they are always written.
    pub(crate) fn of(field: &'a GoalField, is_in_step: bool, map: &NavMap, with_labels: bool) -> Self {
        let GoalField { profile, goals, known, revision, .. } = field;
        let is_outdated = !is_in_step || !field.is_current(map);
        let labels = match is_outdated {
            true => Some((0, &field.labels[..])),
            false => with_labels.then(|| field.touched_labels()),
        };
        let frontier = field.frontier.as_ref().filter(|_| !field.is_complete());
        Self {
            profile: profile.clone(),
            goals: goals.clone(),
            known: *known,
            revision: *revision,
            frontier: frontier.map(|frontier| FrontierRecipe::of(field, frontier)),
            labels: labels.map(|(first, labels)| (first, ByteBlocks::of(labels))),
            is_outdated,
        }
    }

    /// Builds the field again, as far as it had grown. If the map was edited after the last update of the field, the next repair reads
    /// these edits. All goals may be walls by now: the field then has no path, until a goal is free again.
    ///
    /// # Errors
    /// [`GoalFieldError::NotPrepared`].
    pub(crate) fn build(self, map: &NavMap) -> Result<GoalField, GoalFieldError> {
        let mut field = GoalField::with_any_goals(map, &self.profile, &self.goals)?;
        let weights = field.weights(map)?;
        field.begin_growing(weights);
        field.known = self.known;
        match &self.labels {
            Some((_, labels)) if self.is_outdated => field.take_outdated_labels(&labels.to_vec()),
            Some((first, labels)) => field.take_labels(*first as usize, labels),
            None => _ = field.grow_again(weights),
        }
        if let Some(frontier) = self.frontier {
            frontier.restore(&mut field, weights, self.known);
        }
        field.revision = self.revision;
        Ok(field)
    }
}

impl GoalField {
    /// The labels of all cells that may be labelled, and the first of these cells.
    fn touched_labels(&self) -> (u32, &[u32]) {
        let touched = self.frontier.as_ref().and_then(|frontier| frontier.touched);
        let (first, last) = touched.unwrap_or((0, self.labels.len() - 1));
        (first as u32, &self.labels[first..=last])
    }

    /// Takes the labels of some cells from a save. Walls stay what they are on this map, and so do cells that the field does not have.
    fn take_labels(&mut self, first: usize, labels: &ByteBlocks<'_, u32>) {
        let last = (first + labels.len()).min(self.labels.len()).saturating_sub(1);
        let mut places = self.labels.all_mut().iter_mut().skip(first);
        for block in labels.blocks() {
            for (label, place) in u32::of_bytes(&block).zip(places.by_ref()) {
                if *place != WALL && label != WALL {
                    *place = label;
                }
            }
        }
        self.begin_again(first.min(last), last);
    }

    /// Takes the labels of all cells from a save. A cell may have become a wall, or ceased to be one, since the field was updated. The margin
    /// around the map stays as it is.
    fn take_outdated_labels(&mut self, labels: &[u32]) {
        for cell in self.lattice.bounds().cells() {
            let label = self.padded(cell).and_then(|index| Some((index, *labels.get(index)?)));
            if let Some((index, label)) = label {
                self.labels.set(index, label);
            }
        }
        self.begin_again(0, self.labels.len() - 1);
    }

    /// Notes which cells may be labelled, and empties the queue.
    fn begin_again(&mut self, first: usize, last: usize) {
        if let Some(frontier) = self.frontier_mut() {
            frontier.touch(first, last);
            frontier.queue.reset(0, 1);
        }
    }
}

impl FrontierRecipe {
    fn of(field: &GoalField, frontier: &Frontier) -> Self {
        let (first, last) = frontier.touched.unwrap_or((1, 0));
        let labels = (first..=last).map(|cell| (field.labels[cell], cell as u32));
        let entries = frontier.queue.entries().into_iter();
        Self {
            labels: labels.filter(|&(label, _)| (field.known..UNREACHED).contains(&label)).collect(),
            floor: frontier.queue.floor(),
            queue: entries.map(|entry| (entry.label, entry.cell)).collect(),
        }
    }

    /// Gives a field that has grown again as far the same labels and the same queue.
    fn restore(self, field: &mut GoalField, weights: &CostField, known: u32) {
        let GoalField { labels, frontier: Some(frontier), .. } = field else { return };
        let frontier = Arc::make_mut(frontier);
        for LabelledCell { cell, .. } in frontier.queue.entries() {
            if labels[cell as usize] >= known {
                labels.set(cell as usize, UNREACHED);
            }
        }
        let is_free = |cell: u32| (cell as usize) < labels.len() && weights.weight(cell as usize) != 0;
        let mut written = self.labels;
        written.retain(|&(label, cell)| is_free(cell) && (known..UNREACHED).contains(&label));
        let mut queue = self.queue;
        queue.retain(|&(_, cell)| (cell as usize) < labels.len());
        for (label, cell) in written {
            labels.set(cell as usize, label);
            frontier.touch(cell as usize, cell as usize);
        }
        frontier.queue.reset(self.floor, bucket_width(weights));
        queue.into_iter().for_each(|(label, cell)| frontier.queue.push(LabelledCell { label, cell }));
        field.known = known;
    }
}
