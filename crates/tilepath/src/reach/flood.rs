//! Dijkstra's algorithm from a start outwards, up to a cost.

use super::{
    reachable::{Reachable, number},
    steps::{FieldSteps, NO_ARRIVAL, PricedSteps, SquareSteps, Steps},
    window::Window,
};
use crate::{
    cost::{Cost, step_units},
    cost_field::CostField,
    goal_field::{BATCH, LabelledCell, StepList},
    ground::{
        CostProfile, Lattice, Rule, Shape, UNITS_PER_TILE, by_rule,
        directions::{DX, DY},
    },
    map::NavMap,
    path::PathError,
};
use glam::IVec2;

impl NavMap {
    /// Finds all cells that an agent of a profile can reach from a start at a cost of at most `budget`, with the cheapest path to each:
    /// the movement range of a tactics game. [`StepLengths::cost_of_tiles`](crate::StepLengths::cost_of_tiles) is the budget for a number
    /// of tiles; [`Cost::INFINITE`] finds everything that can be reached. The start itself costs nothing.
    ///
    /// The costs are those that [`NavMap::find_path`] finds. Of several cheapest paths one is given, always the same one on equal maps.
    /// The time grows with the cells in reach, not with the map. It is several times shorter if the map is
    /// [prepared](NavMap::prepare) for the profile.
    ///
    /// *Source:* Dijkstra, "A note on two problems in connexion with graphs" (1959), with the queue of Dial, "Algorithm 360" (1969), and the
    /// successors that jump point search leaves after pruning (Harabor, Grastien, AAAI 2011).
    ///
    /// # Errors
    /// [`PathError::StartOutside`] or [`PathError::StartBlocked`]. `reachable` is left empty.
    pub fn reachable(
        &self,
        profile: &CostProfile,
        start: IVec2,
        budget: Cost,
        reachable: &mut Reachable,
    ) -> Result<(), PathError> {
        reachable.clear();
        if !self.grid().contains(start) {
            return Err(PathError::StartOutside(start));
        }
        if !self.is_free(profile, start) {
            return Err(PathError::StartBlocked(start));
        }
        let straight = self.topology().lengths().straight();
        // No step costs less than a straight one onto the cheapest ground that there can be.
        reachable.queue.reset(straight * UNITS_PER_TILE);
        let window = |lattice: &Lattice, cheapest: u32| {
            let radius =
                u64::from(budget.units()) / step_units(straight.into(), cheapest.max(UNITS_PER_TILE));
            Window::new(lattice, start, radius as u32)
        };
        if let Some(weights) = self.cost_field(profile) {
            reachable.reset(window(weights.lattice(), weights.cheapest()));
            by_rule!(self.topology().moves(), flood_field(reachable, weights, start, budget));
        } else {
            let priced = self.priced(profile);
            let lattice = Lattice::new(self.topology().shape(), self.grid().size());
            reachable.reset(window(&lattice, priced.cheapest()));
            match lattice.shape() {
                Shape::Square => {
                    reachable.flood(&SquareSteps::new(&priced, reachable.window), start, budget);
                }
                _ => reachable.flood(&PricedSteps::new(&priced, reachable.window), start, budget),
            }
        }
        Ok(())
    }
}

fn flood_field<R: Rule>(reachable: &mut Reachable, weights: &CostField, start: IVec2, budget: Cost) {
    reachable.flood(&FieldSteps::<R>::new(weights, reachable.window), start, budget);
}

impl Reachable {
    fn flood(&mut self, ground: &impl Steps, start: IVec2, budget: Cost) {
        let Self { window, found, costs, arrivals, queue } = self;
        let Some(start) = window.index(start) else { return };
        let offsets: [isize; 8] =
            core::array::from_fn(|direction| window.offset(DX[direction], DY[direction]));
        let beyond = budget.units().saturating_add(1);
        let (mut places, mut steps) = ([0; BATCH], StepList::default());
        costs[start] = 0;
        queue.push(LabelledCell { label: 0, cell: (start * 16) as u32 | u32::from(NO_ARRIVAL) });
        loop {
            // No cell of a bucket improves another: all of them are settled before the first is expanded.
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
                // Which step improves a cost can't be predicted: none is a branch.
                for (nth, direction) in steps.iter() {
                    let from = batch[nth];
                    let cost = u64::from(from.label) + ground.step(places[nth % BATCH], direction);
                    let next = number(from).wrapping_add_signed(offsets[direction]);
                    let known = costs[next];
                    let better = cost < known.min(beyond).into();
                    costs[next] = core::hint::select_unpredictable(better, cost as u32, known);
                    queue.push_if(
                        LabelledCell { label: cost as u32, cell: (next * 16 + direction) as u32 },
                        better,
                    );
                }
            }
        }
    }
}

/// Drops the entries from `first` on that are out of date, and sorts the others by cost and index.
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
