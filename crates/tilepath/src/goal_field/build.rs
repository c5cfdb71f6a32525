//! Building a goal field in one go, and the memory for this.

use super::{
    error::GoalFieldError,
    field::GoalField,
    flood::{Flood, Ran},
    frontier::ALL_KNOWN,
};
use crate::{
    bucket_queue::{BucketQueue, LabelledCell},
    cost_field::{
        CostField,
        labels::{GOAL, UNREACHED, WALL},
    },
    ground::{CellRect, CostProfile, PLAIN_WEIGHT, Rule, by_rule},
    map::NavMap,
    undo::{CellsMut, Lasting},
};
use glam::IVec2;

/// Reusable memory for building and repairing goal fields. Keep one scratch and pass it to every call, so that later calls
/// allocate less.
#[derive(Default, Debug)]
pub struct GoalFieldScratch {
    pub(super) queue: BucketQueue,
    pub(super) raised: Vec<LabelledCell>,
    pub(super) lowered: Vec<u32>,
    /// The cells that became walls or free, with their old labels.
    pub(super) walls: Vec<LabelledCell>,
    /// The rectangles that were edited.
    pub(super) edited: Vec<CellRect>,
}

impl Clone for GoalFieldScratch {
    /// A scratch that has not grown yet.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl NavMap {
    /// Builds the field of the costs from all cells to the nearest of these goals, with Dijkstra's algorithm. The map must be
    /// [prepared](NavMap::prepare) for the profile.
    ///
    /// Goals outside the map or in walls don't count. The field keeps these goals: if their cells become free, a
    /// [repair](GoalField::repair) makes them count.
    ///
    /// Takes O(cells of the map). `scratch` is reused memory.
    ///
    /// # Errors
    /// [`GoalFieldError::NotPrepared`]. [`GoalFieldError::Goals`] if no goal is a free cell of the map.
    pub fn goal_field(
        &self,
        profile: &CostProfile,
        goals: &[IVec2],
        scratch: &mut GoalFieldScratch,
    ) -> Result<GoalField, GoalFieldError> {
        let mut field = GoalField::without_labels(self, profile, goals)?;
        field.rebuild(field.weights(self)?, scratch);
        Ok(field)
    }
}

impl GoalField {
    /// Rebuilds all costs on the same map. Returns the number of cells that were labelled.
    pub(super) fn rebuild(&mut self, weights: &CostField, scratch: &mut GoalFieldScratch) -> usize {
        self.topology = weights.topology();
        self.known = ALL_KNOWN;
        self.frontier = None;
        self.begin(weights, &mut scratch.queue);
        run(weights, self.labels.cells(), &mut scratch.queue, self.scans) as usize
    }

    /// Labels the walls and pushes the goals.
    pub(super) fn begin(&mut self, weights: &CostField, queue: &mut BucketQueue) {
        queue.reset(0, bucket_width(weights));
        self.label_ground(weights);
        for &goal in &self.goal_cells {
            if self.labels[goal as usize] != WALL {
                self.labels.set(goal as usize, GOAL);
                queue.push(LabelledCell { label: GOAL, cell: goal });
            }
        }
    }

    /// Labels only the walls.
    pub(super) fn label_ground(&mut self, weights: &CostField) {
        if self.lattice != *weights.lattice() {
            // The map was given cells of another shape.
            self.lattice = *weights.lattice();
        }
        let (mut free, mut mixed) = (0_u32, 0_u32);
        let ground = weights.weights_and_mixed().map(|(weight, is_mixed)| {
            free += u32::from(weight != 0);
            mixed += u32::from(is_mixed);
            if weight == 0 { WALL } else { UNREACHED }
        });
        if self.labels.len() == weights.padded_len() {
            self.labels.all_mut().iter_mut().zip(ground).for_each(|(label, ground)| *label = ground);
        } else {
            self.labels = Lasting::new(ground.collect::<Vec<u32>>().into());
        }
        self.scans = u64::from(mixed) * MIXED_SHARE.1 <= u64::from(free) * MIXED_SHARE.0;
    }
}

/// Scans are used if at most this share of the free cells is *mixed*: 2 in 5. A scan finds the costs of all cells in sight of one
/// cell at once. A cell is mixed if a free neighbour has another weight. No scan can start at a mixed cell.
const MIXED_SHARE: (u64, u64) = (2, 5);

/// The cost of the cheapest possible step under this topology: in a bucket of this width, no cell improves another cell.
pub(super) fn bucket_width(weights: &CostField) -> u32 {
    weights.topology().lengths().straight() * PLAIN_WEIGHT
}

/// Expands everything that was pushed. Returns the number of cells that were labelled.
pub(super) fn run(
    weights: &CostField,
    labels: CellsMut<'_, u32>,
    queue: &mut BucketQueue,
    scans: bool,
) -> u32 {
    by_rule!(weights.topology().moves(), run_by(weights, labels, queue, u32::MAX, scans, u32::MAX)).labelled
}

/// Does the same as [`run`] without scans, but stops when at least `slice` cells are labelled, or when no bucket that begins below `limit`
/// is left.
pub(super) fn run_up_to(
    weights: &CostField,
    labels: CellsMut<'_, u32>,
    queue: &mut BucketQueue,
    slice: u32,
    limit: u32,
) -> Ran {
    by_rule!(weights.topology().moves(), run_by(weights, labels, queue, slice, false, limit))
}

fn run_by<R: Rule>(
    weights: &CostField,
    labels: CellsMut<'_, u32>,
    queue: &mut BucketQueue,
    slice: u32,
    scans: bool,
    limit: u32,
) -> Ran {
    if labels.are_kept() {
        Flood::<R, true>::new(weights, labels, queue, scans).run(slice, limit)
    } else {
        Flood::<R, false>::new(weights, labels, queue, scans).run(slice, limit)
    }
}
