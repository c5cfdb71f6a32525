//! Dijkstra's algorithm from a start outwards, up to a cost.

use super::{
    reachable::{Reachable, number},
    steps::{FieldSteps, NO_ARRIVAL, OVER_LINK, PricedSteps, ReachSteps},
    window::ReachWindow,
};
use crate::{
    bucket_queue::{BATCH, LabelledCell},
    cost::{Cost, step_units},
    cost_field::CostField,
    goal_field::StepList,
    ground::{
        CostProfile, Heuristic, Lattice, PLAIN_WEIGHT, PricedGrid, Rule, Topology, by_rule,
        directions::{DX, DY},
    },
    map::{MapWithoutObstacles, NavMap},
    path::PathError,
};
use glam::IVec2;

impl NavMap {
    /// Finds all cells that an agent can reach from `start` at a cost of at most `budget`, and the cheapest path to each cell:
    /// the movement range of a tactics game. Writes the result into `reachable`.
    ///
    /// - For a budget in tiles, use [`StepLengths::cost_of_tiles`](crate::StepLengths::cost_of_tiles).
    /// - With [`Cost::INFINITE`] the budget has no limit.
    /// - The start cell itself costs nothing.
    ///
    /// The cost of a cell equals the cost of the path that [`NavMap::find_path`] finds. If several paths to a cell are the
    /// cheapest, the result holds one of them; equal maps give equal results.
    ///
    /// The time depends on the number of cells in reach, not on the size of the map. The search is several times faster if the
    /// map is [prepared](NavMap::prepare) for the profile.
    ///
    /// *Source:* Dijkstra, "A note on two problems in connexion with graphs" (1959); the queue of Dial, "Algorithm 360" (1969);
    /// the neighbour pruning of jump point search (Harabor, Grastien, AAAI 2011).
    ///
    /// # Errors
    /// [`PathError::StartOutside`] if the start is outside the map, [`PathError::StartBlocked`] if the agent can't enter the
    /// start cell. `reachable` is then empty.
    pub fn reachable(
        &self,
        profile: &CostProfile,
        start: IVec2,
        budget: Cost,
        reachable: &mut Reachable,
    ) -> Result<(), PathError> {
        self.without_obstacles(&[]).reachable(profile, start, budget, reachable)
    }
}

impl MapWithoutObstacles<'_> {
    /// Does the same as [`NavMap::reachable`], but the unit's own obstacles do not block the unit. Use it for a unit that is
    /// itself an obstacle.
    ///
    /// If the unit's obstacles block only the start cell, the search is as fast as [`NavMap::reachable`]. Otherwise the method
    /// also copies the grid.
    ///
    /// ```
    /// use tilepath::{Cost, CostProfile, Grid, NavMap, Reachable, Topology};
    /// let mut map = NavMap::new(Grid::new([5, 1].into(), 1)?, Topology::default());
    /// let (unit, mut reachable) = ([[2, 0].into()], Reachable::default());
    /// map.block(unit[0]);
    /// map.without_obstacles(&unit).reachable(&CostProfile::default(), unit[0], Cost::INFINITE, &mut reachable)?;
    /// assert_eq!(reachable.cells().count(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`NavMap::reachable`].
    pub fn reachable(
        &self,
        profile: &CostProfile,
        start: IVec2,
        budget: Cost,
        reachable: &mut Reachable,
    ) -> Result<(), PathError> {
        reachable.clear();
        let map = self.map();
        if !map.grid().contains(start) {
            return Err(PathError::StartOutside(start));
        }
        if !self.is_free(profile, start) {
            return Err(PathError::StartBlocked(start));
        }
        // No cheapest path returns to the start or cuts a corner there, so the class of the start makes no difference.
        let is_start = |&(index, _): &(usize, u8)| map.grid().cell(index) == start;
        if !self.uncovered(profile).iter().all(is_start) {
            let grid = self.grid(profile);
            let priced = PricedGrid::of_fitting(&grid, map.topology(), profile, map.danger_layers());
            reachable.flood_priced(&priced, start, budget);
        } else if let Some(weights) = map.cost_field(profile) {
            let entrances = weights.crossings().iter().filter(|crossing| crossing.is_link);
            let entrances = entrances.map(|link| weights.lattice().cell(link.from as usize));
            let ground = (weights.lattice(), weights.topology(), weights.cheapest());
            reachable.begin(ground, start, budget, entrances);
            by_rule!(map.topology().moves(), flood_field(reachable, weights, start, budget));
        } else {
            reachable.flood_priced(&map.priced(profile), start, budget);
        }
        if !profile.pass_through().is_empty() {
            reachable.retain(|cell| self.lets_end(profile, cell));
        }
        Ok(())
    }
}

fn flood_field<R: Rule>(reachable: &mut Reachable, weights: &CostField, start: IVec2, budget: Cost) {
    reachable.flood(&FieldSteps::<R>::new(weights, reachable.window), start, budget);
}

impl Reachable {
    /// Finds all cells in reach on a map that is not prepared.
    pub(crate) fn find_on(
        &mut self,
        priced: &PricedGrid,
        start: IVec2,
        budget: Cost,
    ) -> Result<(), PathError> {
        self.clear();
        if !priced.grid().contains(start) {
            return Err(PathError::StartOutside(start));
        }
        if !priced.is_free_cell(start) {
            return Err(PathError::StartBlocked(start));
        }
        self.flood_priced(priced, start, budget);
        if !priced.pass_through().is_empty() {
            self.retain(|cell| priced.grid().index(cell).is_some_and(|index| priced.lets_end(index)));
        }
        Ok(())
    }

    /// Reserves memory for all cells that the budget can reach at most. `entrances` are the cells where links begin.
    fn begin(
        &mut self,
        (lattice, topology, cheapest): (&Lattice, Topology, u32),
        start: IVec2,
        budget: Cost,
        mut entrances: impl Iterator<Item = IVec2>,
    ) {
        let straight = topology.lengths().straight();
        // No step costs less than a straight one onto the cheapest possible ground.
        self.queue.reset(0, straight * PLAIN_WEIGHT);
        let radius = u64::from(budget.units()) / step_units(straight.into(), cheapest.max(PLAIN_WEIGHT));
        let afoot = |cell| Heuristic::Auto.estimate(start, cell, topology, cheapest);
        // A link may lead anywhere.
        let radius =
            if entrances.any(|entrance| afoot(entrance) <= budget) { u32::MAX / 2 } else { radius as u32 };
        self.reset(ReachWindow::new(lattice, start, radius));
    }

    fn flood_priced(&mut self, priced: &PricedGrid, start: IVec2, budget: Cost) {
        let lattice = Lattice::new(priced.topology().shape(), priced.grid().bounds());
        let entrances = priced.link_steps().map(|step| step.from());
        self.begin((&lattice, priced.topology(), priced.cheapest()), start, budget, entrances);
        self.flood(&PricedSteps::new(priced, self.window), start, budget);
    }

    fn flood<S: ReachSteps>(&mut self, ground: &S, start: IVec2, budget: Cost) {
        let Self { window, found, costs, arrivals, over_links, queue } = self;
        let has_links = ground.has_links();
        let Some(start) = window.index(start) else { return };
        let offsets: [isize; 8] =
            core::array::from_fn(|direction| window.offset(DX[direction], DY[direction]));
        let beyond = budget.units().saturating_add(1);
        let (mut places, mut steps) = ([S::Place::default(); BATCH], StepList::default());
        costs[start] = 0;
        queue.push(LabelledCell { label: 0, cell: (start * 16) as u32 | u32::from(NO_ARRIVAL) });
        loop {
            // No cell of a bucket improves another cell of it: all are settled before the first is expanded.
            let first = found.len();
            if !queue.take_bucket(found) {
                return;
            }
            settle(found, first, costs);
            for batch in found[first..].chunks(BATCH) {
                steps.clear();
                for (nth, &entry) in batch.iter().enumerate() {
                    let (cell, arrival) = (number(entry), entry.cell as u8 % 16);
                    arrivals[cell] = arrival;
                    places[nth] = ground.place(cell);
                    steps.add(nth, ground.directions(places[nth], arrival).into());
                }
                // Whether a step improves a cost is hard to predict, so this is not a branch.
                for (nth, direction) in steps.iter() {
                    let from = batch[nth];
                    let cost = u64::from(from.label) + ground.step(places[nth % BATCH], direction);
                    let next = number(from).wrapping_add_signed(offsets[direction]);
                    let known = costs[next];
                    let better = cost < known.min(beyond).into();
                    costs[next] = core::hint::select_unpredictable(better, cost as u32, known);
                    let label = cost as u32;
                    let reached = LabelledCell { label, cell: (next * 16 + direction) as u32 };
                    queue.push_if(label, reached, better);
                }
                if has_links {
                    for (&entry, &place) in batch.iter().zip(&places) {
                        for (cell, step) in ground.links(place) {
                            let Some(next) = window.index(cell) else { continue };
                            let cost = u64::from(entry.label) + step;
                            if cost < costs[next].min(beyond).into() {
                                costs[next] = cost as u32;
                                over_links.push((next, number(entry)));
                                let cell = (next * 16) as u32 | u32::from(OVER_LINK);
                                queue.push(LabelledCell { label: cost as u32, cell });
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Removes outdated entries from `found`, beginning at index `first`, and sorts the remaining ones by cost and index. An entry
/// is outdated if its cell has been reached at a lower cost.
fn settle(found: &mut Vec<LabelledCell>, first: usize, costs: &[u32]) {
    let mut kept = first;
    for nth in first..found.len() {
        let entry = found[nth];
        found[kept] = entry;
        kept += usize::from(costs[number(entry)] == entry.label);
    }
    found.truncate(kept);
    found[first..].sort_unstable_by_key(|entry| u64::from(entry.label) << 32 | u64::from(entry.cell));
}
