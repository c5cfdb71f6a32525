//! Search cell by cell over a cost field, with the successors that are worth looking at.
//!
//! Where jump points are dense, a jump leads no further than a step, and costs more. Here a step costs as little as possible: what is
//! known of a cell is one number, an entry of the open list is another, and whether a successor is reached at a lower cost decides by
//! how much the length of a bucket grows, not whether code is run.

use super::{
    engine::has_many_mixed,
    lower_bound::LowerBound,
    space::JumpSpace,
    step_queue::{AHEAD, StepQueue, entry, of_entry},
};
use crate::{
    astar::{Labelling, NodeId, SearchState, SearchStatus},
    cost::{Cost, step_units},
    cost_field::{CostField, NeighbourWeights},
    ground::{
        Rule, by_rule,
        directions::{DX, DY, HEX_PRIMARY},
    },
    landmarks::LandmarkBound,
};
use glam::IVec2;

/// A search cell by cell, on the memory of a [`SearchState`].
#[derive(Clone, Default, Debug)]
pub(super) struct StepSearch {
    open: StepQueue,
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

/// Set in the direction of a cell from which to look in all legal directions: the start, and the neighbours of a start that is a wall to
/// others, as what is known of them counts it as one.
const LOOK_AROUND: usize = 8;

/// The steps in the eight directions: how a padded index changes, and how long they are.
struct DirectionSteps {
    offsets: [isize; 8],
    lengths: [u64; 8],
}

impl DirectionSteps {
    fn new(field: &CostField) -> Self {
        let stride = field.offset(1);
        let length = |direction| field.topology().length(direction);
        Self {
            offsets: core::array::from_fn(|direction| DX[direction] + DY[direction] * stride),
            lengths: core::array::from_fn(|direction| length(direction).into()),
        }
    }
}

/// Reads what expanding the cells of these entries will need first. All of them wait for memory at the same time, not one after the other.
#[inline(always)]
fn touch_ahead(
    field: &CostField,
    steps: &DirectionSteps,
    labels: &[u64],
    entries: &[u64],
    touch: impl Fn(usize) -> u32,
) {
    let mut touched = 0;
    for &open in entries {
        let cell = of_entry(open).0;
        let direction = Labelling::direction(labels[cell]) & 7;
        let next = cell.wrapping_add_signed(steps.offsets[direction]);
        touched ^= labels[next] as u32 ^ field.weight(next) ^ touch(next);
        touched ^= u32::from(field.successors(cell, direction));
    }
    core::hint::black_box(touched);
}

impl StepSearch {
    /// Begins a search at padded coordinates.
    pub(super) fn begin(&mut self, state: &mut SearchState, space: &JumpSpace, start: (usize, usize)) {
        let field = space.field;
        let node = field.index(start.0, start.1);
        let f = space.estimate_of_start(start).units();
        state.begin_labels(field.padded_len());
        let tile = field.topology().lengths().straight().saturating_mul(field.cheapest());
        self.ground = if has_many_mixed(field) {
            Weights::Mixed
        } else if f > space.bound.over_open_ground(start.0, start.1) {
            Weights::EvenByLandmarks
        } else {
            Weights::Even
        };
        if self.ground == Weights::Mixed {
            self.open.reset(f, bucket_width(tile, &space.bound), AHEAD);
        } else {
            // Many nodes have the same f. The last of them is the furthest, and may be the first at the goal.
            self.open.reset(f, tile / 8, 1);
        }
        self.goal = None;
        let (labels, labelling) = state.pool.labels();
        labels[node] = labelling.label(0, LOOK_AROUND);
        self.open.push(f, entry(node, 0), true);
    }

    /// Continues the search, for at most `slice` expansions.
    pub(super) fn run(&mut self, state: &mut SearchState, space: &JumpSpace, slice: u32) -> SearchStatus {
        match (&space.bound, self.ground) {
            (LowerBound::Landmarks(_, LandmarkBound::Long(bound)), Weights::Mixed) => {
                let estimates = (|_, _, cell| bound.of(cell), |_| 0);
                self.run_by::<false>(state, space, slice, estimates, |cell| bound.touch(cell))
            }
            (LowerBound::Landmarks(_, LandmarkBound::Short(bound)), Weights::Mixed) => {
                let estimates = (|_, _, cell| bound.of(cell), |_| 0);
                self.run_by::<false>(state, space, slice, estimates, |cell| bound.touch(cell))
            }
            (LowerBound::Landmarks(octile, LandmarkBound::Long(bound)), Weights::EvenByLandmarks) => {
                let estimates = (|x, y, _| octile.of(x, y), |cell| bound.of(cell));
                self.run_by::<true>(state, space, slice, estimates, |cell| bound.touch(cell))
            }
            (LowerBound::Landmarks(octile, LandmarkBound::Short(bound)), Weights::EvenByLandmarks) => {
                let estimates = (|x, y, _| octile.of(x, y), |cell| bound.of(cell));
                self.run_by::<true>(state, space, slice, estimates, |cell| bound.touch(cell))
            }
            (LowerBound::Octile(octile) | LowerBound::Landmarks(octile, _), _) => {
                self.run_by::<false>(state, space, slice, (|x, y, _| octile.of(x, y), |_| 0), |_| 0)
            }
            (bound, _) => {
                self.run_by::<false>(state, space, slice, (|x, y, cell| bound.of(x, y, cell), |_| 0), |_| 0)
            }
        }
    }

    /// The first estimate of a node is for when it is put on the list. If it is to be `REFINED`, the second is for when it comes off it, and
    /// the larger of both counts.
    fn run_by<const REFINED: bool>(
        &mut self,
        state: &mut SearchState,
        space: &JumpSpace,
        slice: u32,
        (estimate, refined): (impl Fn(usize, usize, usize) -> u32, impl Fn(usize) -> u32),
        touch: impl Fn(usize) -> u32,
    ) -> SearchStatus {
        let field = space.field;
        let steps = DirectionSteps::new(field);
        let limit = state.expanded.saturating_add(slice);
        let (mut expanded, mut generated, mut greatest) = (state.expanded, state.generated, 0);
        let (labels, labelling) = state.pool.labels();
        let last = if field.topology().shape().is_hex() { HEX_PRIMARY } else { 0 };
        let f_of = |open: u64| {
            let (cell, g) = of_entry(open);
            let (x, y) = field.coordinates(cell);
            g.saturating_add(estimate(x, y, cell).max(refined(cell)))
        };
        let status = 'search: loop {
            let Some(open) = self.open.next() else {
                let ahead = self.open.look_ahead();
                touch_ahead(field, &steps, labels, ahead, &touch);
                if ahead.is_empty() {
                    // Everything that could undercut the cost of the goal was in its bucket.
                    if let Some((goal, cost)) = self.goal {
                        break 'search SearchStatus::Found { goal, cost };
                    }
                    if !self.open.next_bucket(f_of) {
                        break 'search SearchStatus::Exhausted;
                    }
                }
                continue;
            };
            let (cell, g) = of_entry(open);
            let label = labels[cell];
            if !labelling.is(label, g) || self.goal.is_some_and(|(_, cost)| f_of(open) >= cost.units()) {
                continue;
            }
            if REFINED && self.open.postpone(g.saturating_add(refined(cell)), open) {
                continue;
            }
            if expanded == limit {
                self.open.put_back(open);
                break 'search SearchStatus::Paused;
            }
            expanded += 1;
            if space.is_goal(cell as NodeId) {
                self.goal = Some((cell as NodeId, Cost::from_units(g)));
                continue;
            }
            let arrival = Labelling::direction(label);
            let mut look_around = 0;
            let directions = if arrival & LOOK_AROUND == 0 {
                field.successors(cell, arrival)
            } else {
                look_around = if field.weight(cell) == 0 { LOOK_AROUND } else { 0 };
                by_rule!(field.topology().moves(), legal(field, cell))
            };
            let (x, y) = field.coordinates(cell);
            for direction in in_order(directions, last) {
                let next = cell.wrapping_add_signed(steps.offsets[direction]);
                let known = labels[next];
                let next_g = u64::from(g) + step_units(steps.lengths[direction], field.weight(next));
                let (x, y) = (x.wrapping_add_signed(DX[direction]), y.wrapping_add_signed(DY[direction]));
                let f = next_g + u64::from(estimate(x, y, next));
                greatest = f.max(greatest);
                let label = labelling.label(next_g, direction | look_around);
                let better = Labelling::is_lower(label, known) & (f < u64::from(u32::MAX));
                labels[next] = core::hint::select_unpredictable(better, label, known);
                generated += u32::from(better);
                self.open.push(f as u32, entry(next, next_g as u32), better);
            }
        };
        // An estimate is a lower bound: no path there can be represented.
        state.too_costly |= greatest >= u64::from(u32::MAX);
        (state.expanded, state.generated) = (expanded, generated);
        status
    }

    /// Writes down the cells of the path to a node that such a search has reached, with the cost to each.
    pub(super) fn write_path(
        state: &mut SearchState,
        field: &CostField,
        goal: NodeId,
        cells: &mut Vec<IVec2>,
        costs: &mut Vec<Cost>,
    ) {
        let begin = cells.len();
        let steps = DirectionSteps::new(field);
        let (labels, _) = state.pool.labels();
        let mut at = goal as usize;
        loop {
            let g = Labelling::g(labels[at]);
            cells.push(field.lattice().cell(at));
            costs.push(g);
            if g == Cost::ZERO {
                break;
            }
            at = at.wrapping_add_signed(-steps.offsets[Labelling::direction(labels[at]) & 7]);
        }
        cells[begin..].reverse();
        costs[begin..].reverse();
    }
}

/// The directions of a set, those of another set last: of many nodes with the same f the last is expanded first, and it should be the one
/// that goes straight on.
#[inline(always)]
fn in_order(directions: u8, last: u8) -> impl Iterator<Item = usize> {
    let (mut now, mut later) = (directions & !last, directions & last);
    core::iter::from_fn(move || {
        if now == 0 {
            now = core::mem::take(&mut later);
        }
        let direction = (now != 0).then_some(now.trailing_zeros() as usize & 7)?;
        now &= now - 1;
        Some(direction)
    })
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
