//! Search cell by cell over a cost field, with the successors that are worth looking at.
//!
//! Where jump points are dense, a jump leads no further than a step, and costs more. Here a step costs as little as possible: what is
//! known of a cell is one number, an entry of the open list is eight bytes, and whether a successor is reached at a lower cost decides by
//! how much the length of a bucket grows, not whether code is run.

use super::{field_engine::FieldEngine, lower_bound::LowerBound, octile::Octile, space::JumpSpace};
use crate::{
    astar::{Labelling, NodeId, SearchState, SearchStatus},
    bucket_queue::{BucketQueue, LabelledCell},
    cost::Cost,
    cost_field::{CostField, NeighbourWeights, StepGround},
    ground::{
        Rule, by_rule,
        directions::{DX, DY, HEX_PRIMARY},
    },
};
use glam::IVec2;

/// A search cell by cell, on the memory of a [`SearchState`].
#[derive(Clone, Default, Debug)]
pub(super) struct StepSearch {
    /// `None` before the first search and while a search runs.
    open: Option<BucketQueue>,
    taken: Taken,
    /// The cheapest goal that the search has reached, and the cost of the path there.
    goal: Option<(NodeId, Cost)>,
    ground: Weights,
}

/// What the weights are like where the current search goes, and by what it is guided.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Weights {
    /// They differ nearly everywhere: hardly any two paths cost the same.
    #[default]
    Mixed,
    /// Most are the same: many paths cost the same, and the distance over open ground says nearly all.
    Even,
    /// As before, but landmarks say more.
    EvenByLandmarks,
}

/// The search treats weights as [`Weights::Mixed`] if at least one free cell in eight is mixed.
const FREE_PER_MIXED: usize = 8;

/// The most entries that are taken from the queue at once.
const AHEAD: usize = 8;

/// The entries that were taken from the queue at once, the next one last.
#[derive(Clone, Copy, Default, Debug)]
struct Taken {
    entries: [LabelledCell; AHEAD],
    /// The number of entries that were not expanded yet.
    left: usize,
    /// How many entries are taken at once, at most. With 1, the entry that was pushed last always comes first.
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

/// Set in the direction of a cell from which to look in all legal directions: the start, and the neighbours of a start that is a wall to
/// others, as what is known of them counts it as one.
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
    /// The padded index that the step leads to from a cell, and its coordinates.
    #[inline(always)]
    fn from(&self, cell: usize, (x, y): (usize, usize)) -> (usize, usize, usize) {
        let next = cell.wrapping_add_signed(self.offset);
        (next, x.wrapping_add_signed(self.dx), y.wrapping_add_signed(self.dy))
    }
}

/// The greatest cost stands for all that are greater.
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

/// Reads what expanding the cells of these entries will need first. All of them wait for memory at the same time, not one after the other.
#[inline(always)]
fn touch_ahead(
    ground: StepGround,
    steps: &[Step; 8],
    labels: &[u64],
    entries: &[LabelledCell],
    touch: impl Fn(usize) -> u32,
) {
    let mut touched = 0;
    for entry in entries {
        let cell = entry.cell as usize;
        let direction = Labelling::direction(labels[cell]) & 7;
        let next = cell.wrapping_add_signed(steps[direction].offset);
        touched ^= labels[next] as u32 ^ ground.touch(next) ^ touch(next);
    }
    core::hint::black_box(touched);
}

impl FieldEngine for StepSearch {
    fn begin(&mut self, state: &mut SearchState, space: &JumpSpace, start: (usize, usize)) {
        let field = space.field;
        let node = field.index(start.0, start.1);
        let f = space.estimate_of_start(start).units();
        state.begin_labels(field.padded_len());
        let tile = field.topology().lengths().straight().saturating_mul(field.cheapest());
        self.ground = if field.mixed_count() * FREE_PER_MIXED >= field.free_count() {
            Weights::Mixed
        } else if f > space.bound.over_open_ground(start.0, start.1) {
            Weights::EvenByLandmarks
        } else {
            Weights::Even
        };
        let (width, most) = if self.ground == Weights::Mixed {
            (bucket_width(tile, &space.bound), AHEAD as u32)
        } else {
            // Many nodes have the same f. The last of them is the furthest, and may be the first at the goal.
            (tile / 8, 1)
        };
        let open = self.open.get_or_insert_default();
        open.reset(f, width);
        open.push_if(f, LabelledCell { label: 0, cell: node as u32 }, true);
        self.taken = Taken { most, ..Taken::default() };
        self.goal = None;
        let (labels, labelling) = state.pool.labels();
        labels[node] = labelling.label(0, LOOK_AROUND);
    }

    fn run(&mut self, state: &mut SearchState, space: &JumpSpace, slice: u32) -> Option<SearchStatus> {
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
        let (labels, _) = state.pool.labels();
        let mut at = goal as usize;
        loop {
            let g = Labelling::g(labels[at]);
            cells.push(field.lattice().cell(at));
            costs.push(g);
            if g == Cost::ZERO {
                break;
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
        space: &JumpSpace,
        slice: u32,
    ) -> SearchStatus {
        match (&space.bound, self.ground) {
            (LowerBound::Landmarks(_, bound), Weights::Mixed) => {
                let estimates = (|_, _, cell, weight| bound.rounded(cell, weight), |_, _| 0);
                self.run_by::<LATER, false>(state, space, slice, estimates, |cell| bound.touch_rounded(cell))
            }
            (LowerBound::Landmarks(octile, bound), Weights::EvenByLandmarks) => {
                let refined = |cell, _| bound.of(cell).into();
                let estimates = (|x, y, _, _| over_open_ground::<LATER>(octile, x, y), refined);
                self.run_by::<LATER, true>(state, space, slice, estimates, |cell| bound.touch(cell))
            }
            (LowerBound::Octile(octile) | LowerBound::Landmarks(octile, _), _) => {
                let estimates = (|x, y, _, _| over_open_ground::<LATER>(octile, x, y), |_, _| 0);
                self.run_by::<LATER, false>(state, space, slice, estimates, |_| 0)
            }
            (bound, _) => {
                let estimates = (|x, y, cell, _| bound.of(x, y, cell).into(), |_, _| 0);
                self.run_by::<LATER, false>(state, space, slice, estimates, |_| 0)
            }
        }
    }

    /// Looks in the directions of the set `LATER` after the others. The first estimate of a node is for when it is put on the list. If it is to
    /// be `REFINED`, the second is for when it comes off it, and the larger of both counts.
    fn run_by<const LATER: u8, const REFINED: bool>(
        &mut self,
        state: &mut SearchState,
        space: &JumpSpace,
        slice: u32,
        (estimate, refined): (impl Fn(usize, usize, usize, u32) -> u64, impl Fn(usize, u32) -> u64),
        touch: impl Fn(usize) -> u32,
    ) -> SearchStatus {
        let field = space.field;
        let ground = field.step_ground();
        let steps = steps(field);
        let limit = state.expanded.saturating_add(slice);
        let (mut expanded, mut generated, mut overflow) = (state.expanded, state.generated, 0);
        let (labels, labelling) = state.pool.labels();
        // As long as the ground, so that one check serves both.
        let labels = &mut labels[..ground.len()];
        let f_of = |cell: usize, g: u32| {
            let (x, y) = field.coordinates(cell);
            let weight = ground.weight(cell);
            clip(u64::from(g) + estimate(x, y, cell, weight).max(refined(cell, weight)))
        };
        // Here its parts are at hand, wherever the entries are.
        let (mut list, mut taken) = (self.open.take().unwrap_or_default(), self.taken);
        let mut goal = self.goal;
        let status = 'search: loop {
            let Some(open) = taken.next() else {
                touch_ahead(ground, &steps, labels, taken.take_from(&mut list), &touch);
                match leave_bucket(&mut list, &taken, goal) {
                    Some(end) => break 'search end,
                    None => continue,
                }
            };
            let (cell, g) = (open.cell as usize, open.label);
            let label = labels[cell];
            if !labelling.is(label, g) || goal.is_some_and(|(_, cost)| f_of(cell, g) >= cost.units()) {
                continue;
            }
            if REFINED && list.postpone(clip(u64::from(g) + refined(cell, ground.weight(cell))), open) {
                continue;
            }
            if expanded == limit {
                // The next slice begins with this entry.
                taken.left += 1;
                break 'search SearchStatus::Paused;
            }
            expanded += 1;
            if space.is_goal(cell as NodeId) {
                goal = Some((cell as NodeId, Cost::from_units(g)));
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
        };
        state.too_costly |= overflow > u64::from(u32::MAX);
        (state.expanded, state.generated) = (expanded, generated);
        (self.open, self.taken, self.goal) = (Some(list), taken, goal);
        status
    }
}

/// Goes on to the next bucket if the last is empty. Returns how the search ends if it ends here.
#[inline(always)]
fn leave_bucket(list: &mut BucketQueue, taken: &Taken, goal: Option<(NodeId, Cost)>) -> Option<SearchStatus> {
    if taken.left > 0 {
        return None;
    }
    // Everything that could undercut the cost of the goal was in its bucket.
    if let Some((goal, cost)) = goal {
        return Some(SearchStatus::Found { goal, cost });
    }
    (!list.next_bucket()).then_some(SearchStatus::Exhausted)
}

/// The directions to look in from a cell, arrived at in a direction, as a set of bits, and what else to note in the direction of the cells
/// that they lead to.
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

/// The distance over open ground: between hexagons if there are directions to look in later.
#[inline(always)]
fn over_open_ground<const LATER: u8>(octile: &Octile, x: usize, y: usize) -> u64 {
    if LATER == 0 { octile.of_square(x, y) } else { octile.of_hex(x, y) }
}

/// Two tiles, or half a tile where a good estimate leaves few nodes on the list: few buckets are empty, and few nodes are out of order.
fn bucket_width(tile: u32, bound: &LowerBound) -> u32 {
    match bound {
        LowerBound::Octile(_) | LowerBound::Groups(_) => tile.saturating_mul(2),
        _ => tile / 2,
    }
}

fn legal<R: Rule>(field: &CostField, cell: usize) -> u8 {
    NeighbourWeights::<R>::new(field.nine(cell)).legal()
}
