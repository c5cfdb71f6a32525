//! A* from cell to cell over a cost field, with the pruned successors of jump point search.
//!
//! Where jump points are dense, a jump is no longer than a step, and takes more time. This search makes a step as cheap as possible: the
//! label of a cell is one number, an entry of the open list takes eight bytes, and the test for a lower cost is not a branch, but decides
//! by how much a bucket grows.

use super::{field_engine::FieldEngine, foot_bound::FootBound, octile::Octile, space::FieldSpace};
use crate::{
    astar::{Labelling, NodeId, SearchState, SearchStatus},
    bucket_queue::{BucketQueue, LabelledCell},
    cost::Cost,
    cost_field::{CostField, Crossing, StepGround},
    ground::{
        Rule, by_rule,
        directions::{DX, DY, HEX_PRIMARY},
    },
    landmarks::{KnownRest, LandmarkBound},
};
use glam::IVec2;

/// A* from cell to cell, on the memory of a [`SearchState`].
#[derive(Clone, Default, Debug)]
pub(super) struct StepSearch {
    /// `None` before the first search and while a search runs.
    open: Option<BucketQueue>,
    taken: Taken,
    /// The end of the cheapest path that the search has found.
    end: Option<PathEnd>,
    /// The cells from which a path to a goal is known.
    rest: KnownRest,
    weights: Weights,
}

/// The goal to which a path leads, its cost, and where the path meets the known rest, if it does.
#[derive(Clone, Copy, Debug)]
struct PathEnd {
    goal: NodeId,
    cost: Cost,
    met: Option<usize>,
}

/// How the weights vary on the current field, and which estimate guides the search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Weights {
    /// Weights differ nearly everywhere: hardly any two paths cost the same.
    #[default]
    Mixed,
    /// Most weights are equal: many paths cost the same, and the distance over open ground is a good estimate.
    Even,
    /// Most weights are equal, but landmarks give a better estimate.
    EvenByLandmarks,
}

/// The maximum number of entries that are taken from the queue at once.
const AHEAD: usize = 8;

/// The entries that were taken from the queue at once, the next one last.
#[derive(Clone, Copy, Default, Debug)]
struct Taken {
    entries: [LabelledCell; AHEAD],
    /// The number of entries that were not expanded yet.
    left: usize,
    /// The maximum number of entries that are taken at once. With 1, the entry that was pushed last always comes first.
    most: u32,
}

impl Taken {
    #[inline(always)]
    fn next(&mut self) -> Option<LabelledCell> {
        self.left = self.left.checked_sub(1)?;
        Some(self.entries[self.left % AHEAD])
    }

    /// Takes the next entries of the current bucket, and returns them.
    #[inline(always)]
    fn take_from(&mut self, open: &mut BucketQueue) -> &[LabelledCell] {
        (self.entries, self.left) = open.take_array(self.most);
        &self.entries[..self.left]
    }
}

/// A flag in the direction of a cell: expand it in all legal directions. Set for the start, and for the neighbours of a start that is a
/// wall to other agents: their stored successors count the start as a wall.
const LOOK_AROUND: usize = 8;

/// A step in one of the eight directions: how a padded index and its coordinates change, and how long it is.
#[derive(Clone, Copy)]
struct Step {
    offset: isize,
    dx: isize,
    dy: isize,
    length: u64,
}

impl Step {
    /// The padded index and the coordinates of the cell to which the step leads.
    #[inline(always)]
    fn from(&self, cell: usize, (x, y): (usize, usize)) -> (usize, usize, usize) {
        let next = cell.wrapping_add_signed(self.offset);
        (next, x.wrapping_add_signed(self.dx), y.wrapping_add_signed(self.dy))
    }
}

/// Limits a cost to the greatest number, which stands for all greater costs.
#[inline(always)]
fn clip(cost: u64) -> u32 {
    cost.min(u32::MAX.into()) as u32
}

fn steps(field: &CostField) -> [Step; 8] {
    let stride = field.offset(1);
    core::array::from_fn(|direction| {
        let (dx, dy) = (DX[direction], DY[direction]);
        Step { offset: dx + dy * stride, dx, dy, length: field.topology().length(direction).into() }
    })
}

/// Prefetches what the expansion of these entries reads first, so that all of it is loaded at the same time.
#[inline(always)]
fn prefetch_ahead(
    ground: StepGround,
    steps: &[Step; 8],
    labels: &[u64],
    entries: &[LabelledCell],
    prefetch: impl Fn(usize) -> u32,
) {
    let mut read = 0;
    for entry in entries {
        let cell = entry.cell as usize;
        let direction = Labelling::direction(labels[cell]) & 7;
        let next = cell.wrapping_add_signed(steps[direction].offset);
        read ^= labels[next] as u32 ^ ground.prefetch(next) ^ prefetch(next);
    }
    core::hint::black_box(read);
}

impl FieldEngine for StepSearch {
    fn begin(&mut self, state: &mut SearchState, space: &FieldSpace, start: (usize, usize)) {
        let field = space.field;
        let node = field.index(start.0, start.1);
        let f = space.estimate_of_start(start).units();
        state.begin_labels(field.padded_len());
        let tile = field.topology().lengths().straight().saturating_mul(field.cheapest());
        self.weights = if field.has_mixed_ground() {
            Weights::Mixed
        } else if f > space.bound.over_open_ground(start.0, start.1) {
            Weights::EvenByLandmarks
        } else {
            Weights::Even
        };
        let (width, most) = if self.weights == Weights::Mixed {
            (bucket_width(tile, &space.bound.afoot), AHEAD as u32)
        } else {
            // Many nodes have the same f. Ties go to the last one that was pushed: it is the furthest, and may be the first at the goal.
            (tile / 8, 1)
        };
        self.rest.clear();
        let weight = field.weight(node);
        let bounds = guides(space);
        // A start that is a wall to other agents has no distances from landmarks.
        if weight != 0 && bounds.iter().any(LandmarkBound::is_exact) {
            self.find_rest(space, bounds, node);
        }
        // By the estimate that guides the search. If the queue began above the f of other nodes, they would be taken in any order.
        let f = match bounds {
            [_] if weight == 0 => 0,
            [bound] if bound.is_exact() => bound.of(node),
            [bound] => clip(bound.rounded(node, weight)),
            _ => f,
        };
        let open = self.open.get_or_insert_default();
        open.reset(f, width);
        open.push_if(f, LabelledCell { label: 0, cell: node as u32 }, true);
        self.taken = Taken { most, ..Taken::default() };
        self.end = None;
        let (labels, labelling) = state.pool.labels();
        labels[node] = labelling.label(0, LOOK_AROUND);
    }

    fn run(&mut self, state: &mut SearchState, space: &FieldSpace, slice: u32) -> Option<SearchStatus> {
        if space.field.topology().shape().is_hex() {
            Some(self.run_in_order::<HEX_PRIMARY>(state, space, slice))
        } else {
            Some(self.run_in_order::<0>(state, space, slice))
        }
    }

    fn write_path(
        &mut self,
        state: &mut SearchState,
        field: &CostField,
        goal: NodeId,
        cells: &mut Vec<IVec2>,
        costs: &mut Vec<Cost>,
    ) {
        let begin = cells.len();
        let steps = steps(field);
        let (labels, labelling) = state.pool.labels();
        let mut at = goal as usize;
        if let Some(PathEnd { cost: total, met: Some(met), .. }) = self.end {
            let after_it = self.rest.after(met).split_last().map_or(&[][..], |(_, after)| after);
            for &(cell, rest) in after_it {
                cells.push(field.lattice().cell(cell as usize));
                costs.push(Cost::from_units(total.units() - rest));
            }
            at = met;
        }
        loop {
            let g = Labelling::g(labels[at]);
            cells.push(field.lattice().cell(at));
            costs.push(g);
            if g == Cost::ZERO {
                break;
            }
            if field.has_crossings()
                && let Some(entrance) = entrance_of(field, labels, labelling, at)
            {
                at = entrance;
                continue;
            }
            at = at.wrapping_add_signed(-steps[Labelling::direction(labels[at]) & 7].offset);
        }
        cells[begin..].reverse();
        costs[begin..].reverse();
    }
}

impl StepSearch {
    fn run_in_order<const LATER: u8>(
        &mut self,
        state: &mut SearchState,
        space: &FieldSpace,
        slice: u32,
    ) -> SearchStatus {
        let (bound, has_crossings) = (&space.bound.afoot, space.field.has_crossings());
        if let [bound] = guides(space) {
            let rounded = (|_, _, cell, weight| bound.rounded(cell, weight), |_, _| 0);
            let exact = (|_, _, cell, weight| bound.with_weight(cell, weight), |_, _| 0);
            let (read, read_whole) = (|cell| bound.prefetch(cell), |cell| bound.prefetch_whole(cell));
            // A search without crossings does not look for any. Landmarks are measured over links.
            return match (bound.is_exact(), has_crossings) {
                (true, false) => self.run_by::<LATER, false, false>(state, space, slice, exact, read_whole),
                (true, true) => self.run_by::<LATER, false, true>(state, space, slice, exact, read_whole),
                (false, false) => self.run_by::<LATER, false, false>(state, space, slice, rounded, read),
                (false, true) => self.run_by::<LATER, false, true>(state, space, slice, rounded, read),
            };
        }
        match (bound, self.weights, has_crossings) {
            (FootBound::Landmarks(octile, bound), Weights::EvenByLandmarks, false) => {
                let refined = |cell, _| bound.of(cell).into();
                let estimates = (|x, y, _, _| over_open_ground::<LATER>(octile, x, y), refined);
                self.run_by::<LATER, true, false>(state, space, slice, estimates, |cell| bound.prefetch(cell))
            }
            (FootBound::Octile(octile) | FootBound::Landmarks(octile, _), _, false) => {
                let estimates = (|x, y, _, _| over_open_ground::<LATER>(octile, x, y), |_, _| 0);
                self.run_by::<LATER, false, false>(state, space, slice, estimates, |_| 0)
            }
            (bound, _, false) => {
                let estimates = (|x, y, cell, _| bound.of(x, y, cell).into(), |_, _| 0);
                self.run_by::<LATER, false, false>(state, space, slice, estimates, |_| 0)
            }
            (_, _, true) => {
                let estimates = (|x, y, cell, _| space.bound.of(x, y, cell).into(), |_, _| 0);
                self.run_by::<LATER, false, true>(state, space, slice, estimates, |_| 0)
            }
        }
    }

    /// Finds the known rest of the paths to the group of goals that is nearest by its landmarks. `bounds` are those of all groups.
    fn find_rest(&mut self, space: &FieldSpace, bounds: &[LandmarkBound], start: usize) {
        let groups = bounds.iter().zip(space.goal_groups());
        let Some((bound, group)) = groups.min_by_key(|(bound, _)| bound.of(start)) else { return };
        let goals = space.cells_of(group).iter().map(|&[x, y]| space.field.index(x as usize, y as usize));
        self.rest.find(bound, start, goals);
    }

    /// `estimate` is the h of a node when it is pushed. With `REFINED`, `refined` is another h, computed when the node is popped; the
    /// larger one counts. Successors in the directions of the set `LATER` are generated after the others. Without `LINKS`, there
    /// are no crossings.
    // Not inlined: the kinds of searches together in one function leave none of them enough registers.
    #[inline(never)]
    fn run_by<const LATER: u8, const REFINED: bool, const LINKS: bool>(
        &mut self,
        state: &mut SearchState,
        space: &FieldSpace,
        slice: u32,
        (estimate, refined): (impl Fn(usize, usize, usize, u32) -> u64, impl Fn(usize, u32) -> u64),
        prefetch: impl Fn(usize) -> u32,
    ) -> SearchStatus {
        let field = space.field;
        let (ground, steps, limit) =
            (field.step_ground(), steps(field), state.expanded.saturating_add(slice));
        let (mut expanded, mut generated, mut overflow) = (state.expanded, state.generated, 0);
        let (labels, labelling) = state.pool.labels();
        // Both have the same length, so that one bounds check serves both.
        let labels = &mut labels[..ground.len()];
        let f_of = |cell: usize, g: u32| {
            let ((x, y), weight) = (field.coordinates(cell), ground.weight(cell));
            clip(u64::from(g) + estimate(x, y, cell, weight).max(refined(cell, weight)))
        };
        // Local variables are faster to access than fields of `self`.
        let (mut list, mut taken) = (self.open.take().unwrap_or_default(), self.taken);
        let (mut end, rest) = (self.end, &self.rest);
        let status = 'search: loop {
            let Some(open) = taken.next() else {
                prefetch_ahead(ground, &steps, labels, taken.take_from(&mut list), &prefetch);
                match leave_bucket(&mut list, &taken, end) {
                    Some(status) => break 'search status,
                    None => continue,
                }
            };
            let (cell, g) = (open.cell as usize, open.label);
            let label = labels[cell];
            if !labelling.is(label, g) || end.is_some_and(|end| f_of(cell, g) >= end.cost.units()) {
                continue;
            }
            if REFINED && list.postpone(clip(u64::from(g) + refined(cell, ground.weight(cell))), open) {
                continue;
            }
            if expanded == limit {
                taken.left += 1; // The next slice begins with this entry.
                break 'search SearchStatus::Paused;
            }
            expanded += 1;
            if (rest.contains(cell) || space.is_goal(cell as NodeId))
                && let Some(found) = reach(rest, (cell, g, f_of(cell, g)), space)
            {
                end = Some(found);
                continue;
            }
            let (directions, look_around) = directions(field, ground, cell, Labelling::direction(label));
            let (x, y) = field.coordinates(cell);
            for directions in [directions & !LATER, directions & LATER] {
                let mut left = directions;
                while left != 0 {
                    let direction = left.trailing_zeros() as usize & 7;
                    left &= left - 1;
                    let step = &steps[direction];
                    let (next, x, y) = step.from(cell, (x, y));
                    let known = labels[next];
                    let weight = ground.weight(next);
                    let next_g = u64::from(g) + step.length * u64::from(weight);
                    let f = next_g + estimate(x, y, next, weight);
                    // An estimate is a lower bound: a path of this cost or more can't be represented.
                    overflow |= f + 1;
                    let label = labelling.label(next_g, direction | look_around);
                    let better = Labelling::is_lower(label, known) & (f < u64::from(u32::MAX));
                    labels[next] = core::hint::select_unpredictable(better, label, known);
                    generated += u32::from(better);
                    list.push_if(f as u32, LabelledCell { label: next_g as u32, cell: next as u32 }, better);
                }
            }
            if LINKS {
                let sum = (overflow, generated);
                (overflow, generated) = cross(field, (cell, g), labels, labelling, &mut list, &estimate, sum);
            }
        };
        state.too_costly |= overflow > u64::from(u32::MAX);
        (state.expanded, state.generated) = (expanded, generated);
        (self.open, self.taken, self.end) = (Some(list), taken, end);
        status
    }
}

/// The end of a path that has reached a goal or a cell of the known rest. `None` if another goal may be nearer than the one to which the
/// known rest leads.
#[cold]
#[inline(never)]
fn reach(known: &KnownRest, (cell, g, f): (usize, u32, u32), space: &FieldSpace) -> Option<PathEnd> {
    if space.is_goal(cell as NodeId) {
        return Some(PathEnd { goal: cell as NodeId, cost: Cost::from_units(g), met: None });
    }
    // The greatest number stands for all greater costs.
    let goal = known.goal().filter(|_| f < u32::MAX && known.is_rest(cell, f - g))?;
    Some(PathEnd { goal, cost: Cost::from_units(f), met: Some(cell) })
}

/// Steps over the links that begin in a cell, which was reached at a cost of `g`. Returns the two sums of the search: the first is too great for a
/// cost if a step leads to a cost that can't be represented, the second counts the nodes that were generated.
#[cold]
#[inline(never)]
fn cross(
    field: &CostField,
    (cell, g): (usize, u32),
    labels: &mut [u64],
    labelling: Labelling,
    list: &mut BucketQueue,
    estimate: &impl Fn(usize, usize, usize, u32) -> u64,
    (mut overflow, mut generated): (u64, u32),
) -> (u64, u32) {
    for crossing in field.crossings_out_of(cell) {
        let Some(units) = field.crossing_units(crossing) else { continue };
        let next = crossing.to as usize;
        let (x, y) = field.coordinates(next);
        let next_g = u64::from(g) + units;
        let f = next_g + estimate(x, y, next, field.step_ground().weight(next));
        // An estimate is a lower bound: a path of this cost or more can't be represented.
        overflow |= f + 1;
        let label = labelling.label(next_g.min(u32::MAX.into()), 0);
        if Labelling::is_lower(label, labels[next]) && f < u64::from(u32::MAX) {
            labels[next] = label;
            generated += 1;
            list.push_if(f as u32, LabelledCell { label: next_g as u32, cell: next as u32 }, true);
        }
    }
    (overflow, generated)
}

/// The cell from which the search has come to a cell over a link. `None` if it has come by a step between neighbours.
fn entrance_of(field: &CostField, labels: &[u64], labelling: Labelling, at: usize) -> Option<usize> {
    let g = u64::from(Labelling::g(labels[at]).units());
    let leads_here = |crossing: &&Crossing| {
        let label = labels[crossing.from as usize];
        let paid = Labelling::g(label).units();
        let units = field.crossing_units(crossing);
        labelling.is(label, paid) && units.is_some_and(|units| u64::from(paid) + units <= g)
    };
    field.crossings_into(at).iter().find(leads_here).map(|crossing| crossing.from as usize)
}

/// The bounds by landmarks for all groups of goals, if they guide the search: where most weights are equal, the distance over open ground does.
fn guides<'a>(space: &'a FieldSpace) -> &'a [LandmarkBound<'a>] {
    if space.field.has_mixed_ground() { space.bound.afoot.landmark_bounds() } else { &[] }
}

/// Moves on to the next bucket if no entry is left. Returns the final status if the search ends.
#[inline(always)]
fn leave_bucket(list: &mut BucketQueue, taken: &Taken, end: Option<PathEnd>) -> Option<SearchStatus> {
    if taken.left > 0 {
        return None;
    }
    // Every entry that could lead to a cheaper goal was in the current bucket, which is empty now.
    if let Some(PathEnd { goal, cost, .. }) = end {
        return Some(SearchStatus::Found { goal, cost });
    }
    (!list.next_bucket()).then_some(SearchStatus::Exhausted)
}

/// The successor directions of a cell with an arrival direction, as a set of bits, and the flag to store in the direction of these
/// successors.
#[inline(always)]
fn directions(field: &CostField, ground: StepGround, cell: usize, arrival: usize) -> (u8, usize) {
    if arrival & LOOK_AROUND == 0 {
        (ground.successors(cell, arrival), 0)
    } else {
        all_directions(field, cell)
    }
}

#[cold]
#[inline(never)]
fn all_directions(field: &CostField, cell: usize) -> (u8, usize) {
    let look_around = if field.weight(cell) == 0 { LOOK_AROUND } else { 0 };
    (by_rule!(field.topology().moves(), legal(field, cell)), look_around)
}

/// The distance over open ground: on hexagons if `LATER` is not empty, else on squares.
#[inline(always)]
fn over_open_ground<const LATER: u8>(octile: &Octile, x: usize, y: usize) -> u64 {
    if LATER == 0 { octile.of_square(x, y) } else { octile.of_hex(x, y) }
}

/// Two tiles, or half a tile with landmarks, which leave few nodes on the list: few buckets are empty, and few nodes are out of order.
fn bucket_width(tile: u32, bound: &FootBound) -> u32 {
    match bound {
        FootBound::Octile(_) | FootBound::Groups(_) => tile.saturating_mul(2),
        _ => tile / 2,
    }
}

fn legal<R: Rule>(field: &CostField, cell: usize) -> u8 {
    field.legal::<R>(cell)
}
