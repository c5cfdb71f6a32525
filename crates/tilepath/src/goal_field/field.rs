//! The field itself, and what can be read from it alone.

use super::{
    error::GoalFieldError,
    frontier::{ALL_KNOWN, Frontier},
};
use crate::{
    cost::Cost,
    cost_field::{CostField, labels},
    ground::{CostProfile, Lattice, MapRevision, Topology},
    map::NavMap,
    path::PathError,
    undo::{Image, Lasting, UndoArray, Visit},
};
use glam::IVec2;
use smallvec::SmallVec;
use std::sync::Arc;

/// The exact cost of the cheapest path from every cell to the nearest of the goals, for one [`CostProfile`]. Also known as an
/// integration field or Dijkstra map.
///
/// - [`GoalField::cost`] returns the same cost as a search with [`NavMap::find_path`].
/// - [`GoalFieldReader`](crate::GoalFieldReader) finds the next step of the path from a cell.
/// - [`GoalField::repair`] updates the field after edits of the map. Before the repair, paths never lead into walls, but may not
///   be the cheapest.
/// - [`NavMap::growing_goal_field`] begins a field that covers only the cells you need.
///
/// The field takes 4 bytes per cell of the map, plus a margin of one row or column on each side. The costs depend only on the
/// map, the goals and the profile, not on earlier edits and repairs.
///
/// ```
/// use tilepath::{CostProfile, GoalFieldScratch, Grid, NavMap, Topology};
/// let mut map = NavMap::new(Grid::new([20, 9].into(), 1)?, Topology::default());
/// let profile = CostProfile::default();
/// map.prepare(&profile);
/// let mut scratch = GoalFieldScratch::default();
/// let mut field = map.goal_field(&profile, &[[19, 4].into()], &mut scratch)?;
/// let straight = field.cost([0, 4].into()).unwrap();
/// map.block([10, 4].into());
/// field.repair(&map, &mut scratch)?;
/// assert!(field.cost([0, 4].into()).unwrap() > straight); // it bends round the obstacle
/// let reader = map.read_goal_field(&field).unwrap();
/// assert_eq!(reader.next([18, 4].into()), Some([19, 4].into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GoalField {
    /// Where the cells are in memory.
    pub(super) lattice: Lattice,
    pub(super) topology: Topology,
    pub(super) profile: CostProfile,
    pub(super) goals: Vec<IVec2>,
    /// The padded indices of the goals on the map in which paths may end, or which are walls, sorted.
    pub(super) goal_cells: SmallVec<[u32; 4]>,
    /// The [`labels`] of all cells and a margin of walls, by padded index.
    pub(super) labels: Lasting<UndoArray<u32>>,
    /// Whether scans paid when the field was built, see [`Flood`](super::flood::Flood). They do not change costs.
    pub(super) scans: bool,
    /// The revision of the map that the costs are in step with.
    pub(super) revision: MapRevision,
    /// The least label that is not final.
    pub(super) known: u32,
    /// Where a growing field continues. `None` for other fields.
    pub(super) frontier: Option<Arc<Frontier>>,
}

/// Fields are equal if they have the same costs for the same goals, profile and revision.
impl PartialEq for GoalField {
    fn eq(&self, other: &Self) -> bool {
        let basis = |field: &Self| (field.topology, field.revision, field.known);
        basis(self) == basis(other)
            && (&self.profile, &self.goals, &self.labels) == (&other.profile, &other.goals, &other.labels)
    }
}

impl GoalField {
    /// The cost from a cell to the nearest goal. `None` in these cases:
    ///
    /// - The cell is outside the map or a wall.
    /// - No path leads from the cell to a goal.
    /// - The cost is more than `u32::MAX - 2` units, which the field can't hold.
    /// - The field has not [grown](GoalField::grow) as far as the cell.
    #[must_use]
    #[inline]
    pub fn cost(&self, cell: IVec2) -> Option<Cost> {
        let label = self.padded(cell).map(|index| self.labels[index]).filter(|&label| label < self.known);
        label.map(labels::cost_of).filter(|&cost| cost != Cost::INFINITE)
    }

    /// Prefetches the costs of a cell and of the cells above and below it in memory.
    #[inline]
    pub(super) fn fetch(&self, cell: IVec2) {
        let step = if self.topology.shape().has_column_lines() { IVec2::X } else { IVec2::Y };
        for cell in [cell.wrapping_sub(step), cell, cell.wrapping_add(step)] {
            core::hint::black_box(self.padded(cell).map(|index| self.labels[index]));
        }
    }

    /// The memory that a growing field needs to continue.
    pub(super) fn frontier_mut(&mut self) -> Option<&mut Frontier> {
        self.frontier.as_mut().map(Arc::make_mut)
    }

    /// All goals that were given to the field, even goals outside the map or in walls.
    #[must_use]
    pub fn goals(&self) -> &[IVec2] {
        &self.goals
    }

    /// The profile that the costs are for.
    #[must_use]
    pub const fn profile(&self) -> &CostProfile {
        &self.profile
    }

    /// The cell shape, the diagonal rule and the step lengths that the costs are for.
    #[must_use]
    pub const fn topology(&self) -> Topology {
        self.topology
    }

    /// Returns whether the field was built for this map, or for a copy of it.
    #[must_use]
    pub const fn is_of(&self, map: &NavMap) -> bool {
        self.revision.has_same_origin(map.revision())
    }

    /// Returns whether the field belongs to this map and takes all edits of the map into account. Edits that only change the
    /// terrain under an obstacle don't count.
    #[must_use]
    pub fn is_current(&self, map: &NavMap) -> bool {
        map.looks_as_at(self.revision, &[])
    }

    /// The padded index of a cell on the map.
    #[inline]
    pub(super) fn padded(&self, cell: IVec2) -> Option<usize> {
        self.lattice.of_cell(cell)
    }

    /// A field without labels yet.
    ///
    /// # Errors
    /// The same as [`NavMap::goal_field`].
    pub(super) fn without_labels(
        map: &NavMap,
        profile: &CostProfile,
        goals: &[IVec2],
    ) -> Result<Self, GoalFieldError> {
        let field = Self::with_any_goals(map, profile, goals)?;
        field.legal_goals(map, field.weights(map)?, goals)?;
        Ok(field)
    }

    /// A field without labels yet, whose goals may all be walls.
    ///
    /// # Errors
    /// [`GoalFieldError::NotPrepared`].
    pub(super) fn with_any_goals(
        map: &NavMap,
        profile: &CostProfile,
        goals: &[IVec2],
    ) -> Result<Self, GoalFieldError> {
        let weights = map.cost_field(profile).ok_or(GoalFieldError::NotPrepared)?;
        Ok(Self {
            lattice: *weights.lattice(),
            topology: map.topology(),
            profile: profile.clone(),
            goals: goals.to_vec(),
            goal_cells: goal_cells(map, profile, weights.lattice(), goals),
            labels: Lasting::default(),
            scans: true,
            revision: map.revision(),
            known: ALL_KNOWN,
            frontier: None,
        })
    }

    /// The [`goal_cells`] of these goals, if at least one of them is free.
    pub(super) fn legal_goals(
        &self,
        map: &NavMap,
        weights: &CostField,
        goals: &[IVec2],
    ) -> Result<SmallVec<[u32; 4]>, GoalFieldError> {
        let first = *goals.first().ok_or(PathError::NoGoal)?;
        let lattice = weights.lattice();
        let on_map = |goal: &&IVec2| lattice.of_cell(**goal).is_some();
        let first_on_map = *goals.iter().find(on_map).ok_or(PathError::GoalOutside(first))?;
        let cells = goal_cells(map, &self.profile, lattice, goals);
        if cells.iter().all(|&cell| weights.weight(cell as usize) == 0) {
            return Err(PathError::GoalBlocked(first_on_map).into());
        }
        Ok(cells)
    }

    /// The cost field that the goal field is built on.
    pub(super) fn weights<'a>(&self, map: &'a NavMap) -> Result<&'a CostField, GoalFieldError> {
        if !self.is_of(map) {
            return Err(GoalFieldError::OtherMap);
        }
        map.cost_field(&self.profile).ok_or(GoalFieldError::NotPrepared)
    }
}

impl Image for GoalField {
    fn visit(&mut self, visit: &mut Visit) {
        self.labels.visit(visit);
    }
}

/// The padded indices of the goals that are on the map, sorted, each once. Without those through which agents may only pass.
pub(super) fn goal_cells(
    map: &NavMap,
    profile: &CostProfile,
    lattice: &Lattice,
    goals: &[IVec2],
) -> SmallVec<[u32; 4]> {
    let on_map = goals.iter().filter(|&&goal| !map.is_pass_through(profile, goal));
    let on_map = on_map.filter_map(|&goal| lattice.of_cell(goal));
    let mut padded: SmallVec<[u32; 4]> = on_map.map(|cell| cell as u32).collect();
    padded.sort_unstable();
    padded.dedup();
    padded
}
