//! Search cell by cell between hexagons of many weights, from both ends at once.
//!
//! All steps are equally long, so that a path costs the other way what it costs this way, but for the weights of its two ends: both searches
//! are the same. Two circles of half the radius hold half the cells. Each search knows the lowest cost of all cells whose key is less than the
//! least on its list. A path that neither can know costs at least the sum of both.
//!
//! *Source:* Ikeda, Hsu, Imai, Nishimura, Shimoura, Hashimoto, Tenmoku, Mitoh, "A Fast Algorithm for Finding Better Routes by AI SearchScratch
//! Techniques" (1994): the potential of the one search is that of the other with the other sign. Here it is the distance along a line.

use super::{
    lower_bound::LowerBound,
    short_labels::{COST_LIMIT, EXPANDED, Marks, ShortLabelling, ShortLabels},
    space::JumpSpace,
    step_queue::{AHEAD, StepQueue},
};
use crate::{
    astar::{NodeId, SearchState, SearchStatus},
    cost::Cost,
    cost_field::{CostField, NeighbourWeights},
    ground::{
        Hex,
        directions::{DX, DY, HEX_CIRCLE, HEX_PLACE},
    },
};
use glam::IVec2;

/// A search from both ends. Costs to cells are counted in weights, keys in cost units.
#[derive(Clone, Default, Debug)]
pub(super) struct TwoSidedSearch {
    /// The start and the goal, as entries.
    ends: [u64; 2],
    /// The open lists: from the start, and from the goal.
    open: [StepQueue; 2],
    labels: [ShortLabels; 2],
    /// About how many cells are on each list.
    sizes: [u32; 2],
    found: Meeting,
    /// Which side goes on.
    side: usize,
}

/// What both searches have found out.
#[derive(Clone, Copy, Default, Debug)]
struct Meeting {
    expanded: u32,
    generated: u32,
    /// The cell where the two met at the lowest cost so far, and that cost.
    meeting: Option<(NodeId, u32)>,
    /// A cell was left out because its label could not hold the cost.
    is_short: bool,
    /// How many cells the side whose turn it is has expanded since then.
    round: u32,
    /// The entry to expand next, before those on the list.
    follow: Option<u64>,
    /// How many cells in a row were followed.
    followed: u32,
}

/// A start looks as if it were arrived at east, and then west.
const BACK: usize = HEX_CIRCLE[3];
/// Where in an entry the place of a cell is, above its index.
const Y: u32 = 32;
const X: u32 = 48;
/// About how many cells one side expands before the other goes on.
const ROUND: u32 = 64;
/// With fewer cells on its list a search is in corridors. There it follows the only way on, whatever the keys: that takes no list, what it reads
/// is near in memory, and few cells are expanded in vain.
const NARROW: u32 = 512;
/// The most cells that are followed before the list is asked again.
const MOST_FOLLOWED: u32 = 8;

/// The entry of a cell at padded coordinates.
const fn entry(field: &CostField, (x, y): (usize, usize)) -> u64 {
    (x as u64) << X | (y as u64) << Y | field.index(x, y) as u64
}

/// The cell of an entry.
#[inline(always)]
const fn cell_of(entry: u64) -> usize {
    entry as u32 as usize
}

/// The place of an entry.
#[inline(always)]
const fn place_of(entry: u64) -> [i64; 2] {
    [(entry >> X) as i64, (entry >> Y & 0xffff) as i64]
}

/// A direction to look in.
#[derive(Clone, Copy)]
struct ScanDirection {
    /// What a step changes the index of a cell by.
    offset: isize,
    /// What it adds to an entry.
    change: u64,
    direction: u32,
    /// Its progress towards the other end, in cost units.
    progress: i64,
}

/// How a search looks at the ground.
struct SearchSide<'a> {
    field: &'a CostField,
    /// The place of the end where the search began.
    origin: [i64; 2],
    /// The progress of a step along x and along y. No step is more than one of the least cost, and the way to the other end is as many as it
    /// has steps.
    slope: [i64; 2],
    /// For each direction of arrival those that may be worth looking at: straight on and beside that.
    turns: [[ScanDirection; 3]; 8],
    /// The length of a step.
    length: i64,
    /// The weight of the goal.
    last_weight: u32,
    /// The most cells to have expanded.
    limit: u32,
}

impl<'a> SearchSide<'a> {
    /// The views from the start and from the goal.
    fn of_both(field: &'a CostField, ends: [u64; 2], limit: u32) -> [Self; 2] {
        let tile = i64::from(field.topology().lengths().straight()) * i64::from(field.cheapest());
        let [start, goal] = ends.map(place_of);
        let way = [goal[0] - start[0], goal[1] - start[1]];
        // All that are no more than one in any direction.
        let slopes = [[1, 1], [1, 0], [0, -1], [-1, -1], [-1, 0], [0, 1]];
        let steps = |[along, up]: &[i64; 2]| along * way[0] + up * way[1];
        let slope = slopes.into_iter().max_by_key(steps).unwrap_or_default().map(|slope| slope * tile);
        let last_weight = field.weight(cell_of(ends[1]));
        let view = |origin, slope| Self::new(field, origin, slope, last_weight, limit);
        [view(start, slope), view(goal, slope.map(|slope| -slope))]
    }

    fn new(field: &'a CostField, origin: [i64; 2], slope: [i64; 2], last_weight: u32, limit: u32) -> Self {
        let length = i64::from(field.topology().lengths().straight());
        let turn = |direction: usize| {
            let (dx, dy) = (DX[direction] as i64, DY[direction] as i64);
            let offset = DX[direction] + DY[direction] * field.offset(1);
            let change = ((dx << X) + (dy << Y) + offset as i64) as u64;
            ScanDirection {
                offset,
                change,
                direction: direction as u32,
                progress: dx * slope[0] + dy * slope[1],
            }
        };
        let turns = core::array::from_fn(|arrival| {
            let place = HEX_PLACE[arrival];
            [5, 0, 1].map(|by| turn(HEX_CIRCLE[(place + by) % 6]))
        });
        Self { field, origin, slope, turns, length, last_weight, limit }
    }

    /// The progress of a cell.
    #[inline(always)]
    fn progress(&self, entry: u64) -> i64 {
        let [x, y] = place_of(entry);
        self.slope[0] * (x - self.origin[0]) + self.slope[1] * (y - self.origin[1])
    }

    /// The key of a cell by the cost to it.
    #[inline(always)]
    const fn key(&self, g: u32, progress: i64) -> u32 {
        (self.length * g as i64 - progress) as u32
    }

    /// The directions to look in from a cell at a cost.
    #[inline(always)]
    fn directions(&self, cell: usize, g: u32, arrival: usize) -> u8 {
        if g == 0 {
            return NeighbourWeights::<Hex>::new(self.field.nine(cell)).legal();
        }
        self.field.successors(cell, arrival)
    }
}

impl TwoSidedSearch {
    /// Returns whether such a search may find the path: between two hexagons that are no walls, not too far from each other.
    pub(super) fn serves(space: &JumpSpace, (x, y): (usize, usize)) -> bool {
        let field = space.field;
        let (Some(goal), LowerBound::Octile(octile)) = (space.single, &space.bound) else { return false };
        if !field.topology().shape().is_hex() {
            return false;
        }
        let (width, height) = field.lattice().extent();
        let length = field.topology().lengths().straight();
        let is_light = |(x, y)| (1..COST_LIMIT).contains(&field.weight(field.index(x, y)));
        is_light((x, y))
            && is_light(goal)
            && goal != (x, y)
            && width.max(height) <= 1 << (X - Y)
            // Labels hold some times the least cost, and keys some times what labels hold.
            && octile.of(x, y) / length < COST_LIMIT / 4
            && length < u32::MAX / COST_LIMIT / 4
    }

    /// Begins a search at padded coordinates.
    pub(super) fn begin(&mut self, state: &mut SearchState, space: &JumpSpace, start: (usize, usize)) {
        let field = space.field;
        let Some(goal) = space.single else { return };
        self.ends = [start, goal].map(|place| entry(field, place));
        let tile = field.topology().lengths().straight().saturating_mul(field.cheapest());
        for (end, (open, known)) in self.ends.into_iter().zip(self.open.iter_mut().zip(&mut self.labels)) {
            // Two tiles: few buckets are empty, and few cells are out of order.
            open.reset(0, tile.saturating_mul(2), AHEAD as u32);
            open.push(0, end, true);
            known.reset(field.padded_len());
            let (labels, labelling, mut marks) = known.labels_mut();
            labels[cell_of(end)] = labelling.label(0, 0);
            marks.set(cell_of(end));
        }
        state.begin_counts();
        (self.sizes, self.found, self.side) = ([1; 2], Meeting::default(), 0);
    }

    /// The padded coordinates of the start.
    pub(super) fn start(&self, field: &CostField) -> (usize, usize) {
        field.coordinates(cell_of(self.ends[0]))
    }

    /// Continues the search, for at most `slice` expansions. Returns `None` if costs are higher than labels can hold.
    pub(super) fn run(
        &mut self,
        state: &mut SearchState,
        space: &JumpSpace,
        slice: u32,
    ) -> Option<SearchStatus> {
        let field = space.field;
        (self.found.expanded, self.found.generated) = (state.expanded, state.generated);
        let views = SearchSide::of_both(field, self.ends, state.expanded.saturating_add(slice));
        let (length, last_weight) = (views[0].length, views[0].last_weight);
        // A path beyond both lists costs at least the sum of their keys and this. All progress on the way is that from end to end, and the
        // two searches may have passed each other by a step.
        let rest =
            views[0].progress(self.ends[1]) + length * (i64::from(last_weight) - i64::from(field.cheapest()));
        let status = loop {
            let [from_start, from_goal] = &mut self.labels;
            let labels = match self.side {
                0 => (from_start, &*from_goal),
                _ => (from_goal, &*from_start),
            };
            let list = (&mut self.open[self.side], &mut self.sizes[self.side]);
            let left = OneSide::new(&views[self.side], list, labels, &mut self.found).run();
            if left == Left::Paused {
                break Some(SearchStatus::Paused);
            }
            let keys = self.open.each_ref().map(StepQueue::least);
            let least = (keys[0] + keys[1]) as i64 + rest;
            let is_least = |(_, cost)| least >= length * i64::from(cost);
            if left == Left::Exhausted || self.found.meeting.is_some_and(is_least) {
                break self.answer(length);
            }
            self.side = usize::from(self.sizes[1] < self.sizes[0]);
        };
        (state.expanded, state.generated) = (self.found.expanded, self.found.generated);
        status
    }

    /// What was found, unless a cell was left out that a cheaper path may pass.
    fn answer(&self, length: i64) -> Option<SearchStatus> {
        let least = self.found.meeting.map(|(_, cost)| cost);
        if self.found.is_short && least.is_none_or(|cost| cost >= COST_LIMIT - 1) {
            return None;
        }
        let Some(cost) = least else { return Some(SearchStatus::Exhausted) };
        let cost = Cost::from_units((length * i64::from(cost)) as u32);
        Some(SearchStatus::Found { goal: cell_of(self.ends[1]) as NodeId, cost })
    }

    /// Writes down the cells of the path through the cell where both searches met, with the cost to each.
    pub(super) fn write_path(&self, field: &CostField, cells: &mut Vec<IVec2>, costs: &mut Vec<Cost>) {
        let Some((meeting, _)) = self.found.meeting else { return };
        let begin = cells.len();
        let [start, goal] = self.ends.map(cell_of);
        let length = field.topology().lengths().straight();
        let back = |label: u32| {
            let direction = ShortLabelling::direction(label);
            -(DX[direction] + DY[direction] * field.offset(1))
        };
        let [(from_start, _), (from_goal, _)] = self.labels.each_ref().map(ShortLabels::labels);
        let mut at = meeting as usize;
        loop {
            cells.push(field.lattice().cell(at));
            costs.push(Cost::from_units(length * ShortLabelling::g(from_start[at])));
            if at == start {
                break;
            }
            at = at.wrapping_add_signed(back(from_start[at]));
        }
        cells[begin..].reverse();
        costs[begin..].reverse();
        let mut at = meeting as usize;
        let mut g = ShortLabelling::g(from_start[at]);
        while at != goal {
            at = at.wrapping_add_signed(back(from_goal[at]));
            g += field.weight(at);
            cells.push(field.lattice().cell(at));
            costs.push(Cost::from_units(length * g));
        }
    }
}

/// How a search from one end was left.
#[derive(PartialEq, Eq)]
enum Left {
    /// It is the turn of the other side.
    Done,
    /// There is nothing more to expand.
    Exhausted,
    Paused,
}

/// A search from one end, while it goes on.
struct OneSide<'a> {
    view: &'a SearchSide<'a>,
    open: &'a mut StepQueue,
    size: &'a mut u32,
    labels: &'a mut [u32],
    labelling: ShortLabelling,
    marks: Marks<&'a mut [u8]>,
    other_labels: &'a [u32],
    other_labelling: ShortLabelling,
    other_marks: Marks<&'a [u8]>,
    found: &'a mut Meeting,
}

impl<'a> OneSide<'a> {
    #[inline(always)]
    fn new(
        view: &'a SearchSide,
        (open, size): (&'a mut StepQueue, &'a mut u32),
        (labels, other): (&'a mut ShortLabels, &'a ShortLabels),
        found: &'a mut Meeting,
    ) -> Self {
        let (labels, labelling, marks) = labels.labels_mut();
        let (other_labels, other_labelling) = other.labels();
        let other_marks = other.marks();
        Self { view, open, size, labels, labelling, marks, other_labels, other_labelling, other_marks, found }
    }

    /// Goes on for a round of expansions, unless the limit is reached before.
    fn run(mut self) -> Left {
        loop {
            if self.found.follow.is_none() {
                self.found.followed = 0;
            }
            let Some(open) = self.found.follow.take().or_else(|| self.open.next()) else {
                if self.open.look_ahead().is_empty() {
                    if !self.next_bucket() {
                        return Left::Exhausted;
                    }
                    if self.found.round >= ROUND {
                        self.found.round = 0;
                        return Left::Done;
                    }
                }
                continue;
            };
            let label = self.labels[cell_of(open)];
            if label & EXPANDED != 0 {
                continue;
            }
            if self.found.expanded == self.view.limit {
                self.found.follow = Some(open);
                return Left::Paused;
            }
            self.found.expanded += 1;
            self.found.round += 1;
            *self.size = self.size.saturating_sub(1);
            let may_follow = (self.found.followed < MOST_FOLLOWED) & (*self.size < NARROW);
            self.found.follow = self.expand(open, label, may_follow);
            self.found.followed += 1;
        }
    }

    #[inline(always)]
    fn next_bucket(&mut self) -> bool {
        let (view, labels) = (self.view, &*self.labels);
        self.open.next_bucket(|open| view.key(ShortLabelling::g(labels[cell_of(open)]), view.progress(open)))
    }

    /// Expands a cell. If it `may_follow` the only way on, the entry of the next cell is returned and not put on the list.
    #[inline(always)]
    fn expand(&mut self, open: u64, label: u32, may_follow: bool) -> Option<u64> {
        let cell = cell_of(open);
        let mut arrival = ShortLabelling::direction(label);
        let g = ShortLabelling::g(label);
        self.labels[cell] = label | EXPANDED;
        let directions = self.view.directions(cell, g, arrival);
        let progress = self.view.progress(open);
        loop {
            let turns = &self.view.turns[arrival];
            // Which of them are better is found without a branch: only their number is hard to foresee.
            let (mut better, mut count) = ([0; 4], 0);
            for (nth, turn) in turns.iter().enumerate() {
                let next = cell.wrapping_add_signed(turn.offset);
                let known = self.labels[next];
                let next_g = g.saturating_add(self.view.field.weight(next)).min(COST_LIMIT - 1);
                let label = self.labelling.label(next_g, turn.direction);
                let looks = directions >> turn.direction & 1 != 0;
                let is_better = looks & ShortLabelling::is_lower(label, known);
                self.labels[next] = core::hint::select_unpredictable(is_better, label, known);
                better[count & 3] = nth;
                count += usize::from(is_better);
            }
            if may_follow && directions.is_power_of_two() && count == 1 && g != 0 {
                let turn = &turns[better[0] % 3];
                return self.reach(cell, turn).map(|_| open.wrapping_add(turn.change));
            }
            for &nth in &better[..count & 3] {
                let turn = &turns[nth % 3];
                if let Some(g) = self.reach(cell, turn) {
                    let key = self.view.key(g, progress + turn.progress);
                    self.open.push(key, open.wrapping_add(turn.change), true);
                }
            }
            if g != 0 || arrival == BACK {
                return None;
            }
            arrival = BACK;
        }
    }

    /// Notes that a cell was reached at a lower cost. Returns that cost if the label can hold it.
    #[inline(always)]
    fn reach(&mut self, cell: usize, turn: &ScanDirection) -> Option<u32> {
        let next = cell.wrapping_add_signed(turn.offset);
        let g = ShortLabelling::g(self.labels[next]);
        if g == COST_LIMIT - 1 {
            self.found.is_short = true;
            return None;
        }
        self.found.generated += 1;
        *self.size += 1;
        self.marks.set(next);
        if self.other_marks.get(next) && self.other_labelling.has(self.other_labels[next]) {
            self.meet(next, g);
        }
        Some(g)
    }

    /// Notes that both searches know a cell, to which this one leads at a cost.
    #[inline(never)]
    fn meet(&mut self, cell: usize, g: u32) {
        let other = ShortLabelling::g(self.other_labels[cell]);
        if other == COST_LIMIT - 1 {
            return;
        }
        // The cell counts on both sides, the goal on none.
        let cost = g + other + self.view.last_weight - self.view.field.weight(cell);
        if self.found.meeting.is_none_or(|(_, least)| cost < least) {
            self.found.meeting = Some((cell as NodeId, cost));
        }
    }
}
