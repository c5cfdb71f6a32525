//! Building a goal field, in one go or in slices.

use super::{
    GOAL, GoalField, GoalFieldError, GoalFieldScratch, UNREACHED, WALL,
    flood::Flood,
    queue::{CostQueue, Entry},
    steps::by_rule,
};
use crate::{cost_field::CostField, nav_map::NavMap, profile::CostProfile, search::Rule};
use glam::IVec2;

impl NavMap {
    /// Builds the field of the costs to the nearest of these goals, by Dijkstra's algorithm from the goals outwards.
    /// Of several goals only those count that are on the map and free, and the field stays ready for the others to become free.
    ///
    /// The map must be [prepared](NavMap::prepare) for the profile. Costs O(cells) with the memory of `scratch`.
    ///
    /// # Errors
    /// [`GoalFieldError::NotPrepared`], or [`GoalFieldError::Goals`] where no goal is legal.
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

    /// Checks the goals and begins a field that is built in slices.
    ///
    /// # Errors
    /// As [`NavMap::goal_field`].
    pub fn begin_goal_field(
        &self,
        profile: &CostProfile,
        goals: &[IVec2],
    ) -> Result<GoalFieldTask, GoalFieldError> {
        let mut field = GoalField::without_labels(self, profile, goals)?;
        let mut queue = CostQueue::default();
        field.begin(field.weights(self)?, &mut queue);
        Ok(GoalFieldTask { field: Some(field), queue, revision: self.revision(), edited: false })
    }
}

/// A goal field that is being built slice by slice. It owns what it needs, so that several can be under way.
///
/// Edits of the map between slices are allowed: give all of them to [`GoalField::repair`] when the field is there.
///
/// ```
/// use tilepath::{CostProfile, Grid, NavMap, Topology};
/// let mut map = NavMap::new(Grid::new([40, 40].into(), 1)?, Topology::default());
/// let profile = CostProfile::default();
/// map.prepare(&profile);
/// let mut task = map.begin_goal_field(&profile, &[[3, 3].into()])?;
/// let field = loop {
///     if let Some(field) = task.run(&map, 100)? {
///         break field;
///     }
///     // ... the next frame
/// };
/// assert!(field.cost([39, 39].into()).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GoalFieldTask {
    field: Option<GoalField>,
    queue: CostQueue,
    /// The state of the map that the field is built on.
    revision: u64,
    /// Whether the map was edited under way.
    edited: bool,
}

impl GoalFieldTask {
    /// Goes on until `slice` cells were labelled, or some more: what can be seen from one cell is labelled in one go. `None` means
    /// that the slice is used up, or that the field was handed out already.
    ///
    /// # Errors
    /// [`GoalFieldError::OtherMap`], or [`GoalFieldError::NotPrepared`] where the map was given another topology or is no longer prepared:
    /// begin anew.
    pub fn run(&mut self, map: &NavMap, slice: u32) -> Result<Option<GoalField>, GoalFieldError> {
        let Some(field) = &mut self.field else { return Ok(None) };
        let weights = field.weights(map)?;
        if weights.topology() != field.topology {
            return Err(GoalFieldError::NotPrepared);
        }
        if self.revision != map.revision() && !self.edited {
            // Leaps that were taken trust in leaps yet to be taken, which may be other ones now.
            self.edited = true;
            field.push_labelled(weights, &mut self.queue);
        }
        let labelled = run(weights, &mut field.labels, &mut self.queue, slice, field.leaps && !self.edited);
        Ok(if labelled < slice { self.field.take() } else { None })
    }
}

impl GoalField {
    /// Forgets all costs and finds them anew on the same map. Tells how many cells were labelled.
    pub(super) fn rebuild(&mut self, weights: &CostField, scratch: &mut GoalFieldScratch) -> usize {
        self.topology = weights.topology();
        self.exact = true;
        self.begin(weights, &mut scratch.queue);
        run(weights, &mut self.labels, &mut scratch.queue, u32::MAX, self.leaps) as usize
    }

    /// Labels the walls and pushes the goals.
    fn begin(&mut self, weights: &CostField, queue: &mut CostQueue) {
        queue.reset(bucket_width(weights));
        self.labels.clear();
        let (mut free, mut mixed) = (0_u32, 0_u32);
        self.labels.extend(weights.weights_and_mixed().map(|(weight, is_mixed)| {
            free += u32::from(weight != 0);
            mixed += u32::from(is_mixed);
            if weight == 0 { WALL } else { UNREACHED }
        }));
        self.leaps = u64::from(mixed) * MIXED_SHARE.1 <= u64::from(free) * MIXED_SHARE.0;
        for &goal in &self.goal_cells {
            if self.labels[goal as usize] != WALL {
                self.labels[goal as usize] = GOAL;
                queue.push(Entry { label: GOAL, cell: goal });
            }
        }
    }

    /// Pushes every cell that has a cost.
    fn push_labelled(&self, weights: &CostField, queue: &mut CostQueue) {
        queue.reset(bucket_width(weights));
        for (cell, &label) in self.labels.iter().enumerate() {
            if label != WALL && label != UNREACHED {
                queue.push(Entry { label, cell: cell as u32 });
            }
        }
    }
}

/// Where more than 2 in 5 of the free cells are to be left cell by cell, leaps are so short that they do not pay.
const MIXED_SHARE: (u64, u64) = (2, 5);

/// The cheapest step that any map can have for this topology: within a bucket of this width no cell improves another.
pub(super) fn bucket_width(weights: &CostField) -> u32 {
    weights.topology().lengths().straight() * crate::cost::UNITS_PER_TILE
}

/// Expands what was pushed until `slice` cells were labelled or some more. Tells how many; fewer where nothing is left.
pub(super) fn run(
    weights: &CostField,
    labels: &mut [u32],
    queue: &mut CostQueue,
    slice: u32,
    leaps: bool,
) -> u32 {
    by_rule!(weights, run_by(weights, labels, queue, slice, leaps))
}

fn run_by<R: Rule>(
    weights: &CostField,
    labels: &mut [u32],
    queue: &mut CostQueue,
    slice: u32,
    leaps: bool,
) -> u32 {
    Flood::<R>::new(weights, labels, queue, leaps).run(slice)
}
