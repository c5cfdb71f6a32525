//! Jump point search over a cost field: runs straight on where costs are uniform, steps cell by cell where they are not.
//!
//! *Source:* Harabor, Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (AAAI 2011), with the pruning of intermediate
//! turning points and the scan of whole words of "Improving Jump Point Search" (ICAPS 2014); mixed weights after Carlson, Moghadam,
//! Harabor, Stuckey, Ebrahimi, "Optimal Pathfinding on Weighted Grid Maps" (AAAI 2023).

use super::{
    astar::{Search, SearchStatus},
    bucket_queue::BucketQueue,
    jump_lists::{JumpLists, Key, Landing, Leaps, REST, Reach, Ways, look, moved},
    lower_bound::LowerBound,
    node_pool::NodePool,
    pruning::Around,
    rule::{Always, IfAtMostOneObstacle, Never, OnlyWhenNoObstacles, Rule},
};
use crate::{
    cost::Cost,
    cost_field::CostField,
    directions::{between, bit},
    neighbours::NodeId,
    topology::DiagonalRule,
};
use core::marker::PhantomData;
use glam::IVec2;

/// What stays the same during a search.
pub(crate) struct JumpSpace<'a> {
    field: &'a CostField,
    /// The goal's padded coordinates.
    goal: (usize, usize),
    goal_node: NodeId,
    goal_block: [u8; 2],
    bound: LowerBound<'a>,
}

impl<'a> JumpSpace<'a> {
    /// A search for a goal at padded coordinates.
    pub(crate) const fn new(field: &'a CostField, bound: LowerBound<'a>, goal: (usize, usize)) -> Self {
        let goal_node = field.index(goal.0, goal.1) as NodeId;
        Self { field, goal, goal_node, goal_block: field.clock().block(goal.0, goal.1), bound }
    }

    #[inline]
    fn estimate(&self, (x, y): (usize, usize)) -> Cost {
        Cost::from_units(self.bound.of(x, y, self.field.index(x, y)))
    }

    /// How far east and north of a cell the goal is.
    #[inline]
    const fn ahead(&self, (x, y): (usize, usize)) -> (isize, isize) {
        (self.goal.0 as isize - x as isize, self.goal.1 as isize - y as isize)
    }
}

/// The direction east or west, and that north or south, to what is so far ahead.
#[inline]
const fn towards((east, north): (isize, isize)) -> (usize, usize) {
    (if east > 0 { 0 } else { 2 }, if north > 0 { 1 } else { 3 })
}

/// A node that is expanded.
#[derive(Clone, Copy)]
struct Parent {
    node: NodeId,
    at: (usize, usize),
    g: u64,
}

/// Expands nodes: finds where their successors go.
struct Expander<'a, R> {
    space: &'a JumpSpace<'a>,
    /// What was learnt of the field, where that pays.
    lists: Option<&'a mut JumpLists>,
    pool: &'a mut NodePool,
    open: &'a mut BucketQueue,
    generated: &'a mut u32,
    too_costly: &'a mut bool,
    /// What a straight and a diagonal step are long.
    straight: u64,
    diagonal: u64,
    rule: PhantomData<R>,
}

impl<R: Rule> Expander<'_, R> {
    /// Expands a node that was reached at a cost of `g`.
    #[inline(always)]
    fn expand(&mut self, key: Key, g: Cost) {
        let field = self.space.field;
        let index = key.node() as usize;
        let parent = Parent { node: key.node(), at: field.coordinates(index), g: u64::from(g.units()) };
        if g == Cost::ZERO {
            self.expand_start(parent);
        } else if key.is_mixed() {
            self.step(parent, field.successors(index, key.arrival()));
        } else {
            match self.lists.as_mut().map(|lists| lists.ways::<R>(field, key, self.space.goal_block)) {
                Some(Ways::Leaps(leaps)) => self.leap(parent, leaps),
                Some(Ways::Jumps(leaps, reach)) => {
                    self.leap(parent, leaps);
                    self.look_for_goal(parent, leaps.left, reach, leaps.weight);
                }
                None => self.jump(parent, field.successors(index, key.arrival()), field.weight(index)),
            }
        }
    }

    #[inline(never)]
    fn expand_start(&mut self, parent: Parent) {
        let field = self.space.field;
        let index = parent.node as usize;
        let left = Around::<R>::new(field.nine(index)).legal();
        let (weight, mixed) = field.weight_and_mixed(index);
        if mixed {
            self.step(parent, left);
        } else {
            self.jump(parent, left, weight);
        }
    }

    /// Goes on by one cell in each direction of a set, or by a leap where the next cell is the first of an open area.
    #[inline]
    fn step(&mut self, parent: Parent, mut left: u8) {
        let field = self.space.field;
        while left != 0 {
            let direction = left.trailing_zeros() as usize;
            left &= left - 1;
            let next = moved(parent.at, direction, 1);
            let index = field.index(next.0, next.1);
            let (weight, mixed) = field.weight_and_mixed(index);
            if mixed {
                let length = if direction < 4 { self.straight } else { self.diagonal };
                let g = parent.g + length * u64::from(weight);
                self.push(parent.node, Key::of_mixed(index as NodeId, direction), g);
            } else {
                self.jump(parent, bit(direction), weight);
            }
        }
    }

    /// Goes on as far as costs are uniform in a set of directions, over cells of one weight.
    #[inline(never)]
    fn jump(&mut self, parent: Parent, left: u8, weight: u32) {
        let field = self.space.field;
        let reach = look::<R>(field, parent.at, left, |Landing { x, y, arrival, length }| {
            self.push(
                parent.node,
                Key::at(field, x, y, arrival),
                parent.g + u64::from(weight) * u64::from(length),
            );
        });
        self.look_for_goal(parent, left, reach, weight);
    }

    #[inline(always)]
    fn look_for_goal(&mut self, parent: Parent, left: u8, reach: Reach, weight: u32) {
        let ahead = self.space.ahead(parent.at);
        let (east, north) = (ahead.0.unsigned_abs(), ahead.1.unsigned_abs());
        if (if R::STRAIGHT_ONLY { north } else { east.min(north) }) <= REST {
            self.jump_to_goal(parent, left, reach, weight);
        }
    }

    /// Goes on by leaps that are known.
    #[inline(always)]
    fn leap(&mut self, parent: Parent, leaps: Leaps) {
        let Some(lists) = self.lists.take() else { return };
        for place in leaps.places() {
            let leap = lists.leap(place);
            let g = parent.g + u64::from(leaps.weight) * u64::from(leap.length);
            self.push(parent.node, leap.to, g);
        }
        self.lists = Some(lists);
    }

    /// Goes to the goal where a sweep and a run lead there.
    #[inline(never)]
    fn jump_to_goal(&mut self, parent: Parent, left: u8, reach: Reach, weight: u32) {
        let field = self.space.field;
        let ahead = self.space.ahead(parent.at);
        let (row, column) = towards(ahead);
        let (east, north) = (ahead.0.unsigned_abs(), ahead.1.unsigned_abs());
        let (sweep, swept, step) = if R::STRAIGHT_ONLY {
            (column, north, self.straight)
        } else {
            (between(row, column), east.min(north), self.diagonal)
        };
        let leaves = |direction| left & bit(direction) != 0;
        let mut at = parent.at;
        if swept > 0 {
            if !leaves(sweep) || reach.of(sweep) < swept {
                return;
            }
            at = moved(at, sweep, swept);
        }
        let ahead = self.space.ahead(at);
        let run = if ahead.0 == 0 { towards(ahead).1 } else { towards(ahead).0 };
        let steps = ahead.0.unsigned_abs() + ahead.1.unsigned_abs();
        if steps > 0 {
            if swept == 0 && !leaves(run) {
                return;
            }
            // A run may end at the goal, but not go past a place where it must stop.
            let (stop, wall) = field.run(at.0, at.1, run);
            if steps > stop || (steps == stop && wall) {
                return;
            }
        }
        let length = step * swept as u64 + self.straight * steps as u64;
        let arrival = if steps > 0 { run } else { sweep };
        let g = parent.g + u64::from(weight) * length;
        self.push(parent.node, Key::new(self.space.goal_node, arrival), g);
    }

    #[inline(always)]
    fn push(&mut self, parent: NodeId, to: Key, g: u64) {
        // A cost that can't be represented is not below any.
        if g < u64::from(self.pool.g(to.node()).units()) {
            self.improve(parent, to, Cost::from_units(g as u32));
        } else if g >= u64::from(u32::MAX) {
            *self.too_costly = true;
        }
    }

    #[inline]
    fn improve(&mut self, parent: NodeId, to: Key, g: Cost) {
        *self.generated = self.generated.saturating_add(1);
        self.pool.set(to.node(), g, parent, to.bits());
        let estimate = self.space.estimate(self.space.field.coordinates(to.node() as usize));
        self.open.push(g.saturating_add(estimate), g, to.0);
    }
}

impl Search {
    /// Begins a jump point search at padded coordinates.
    pub(crate) fn begin_jump(&mut self, space: &JumpSpace, start: (usize, usize)) {
        let field = space.field;
        self.leaps = field.leaps_pay();
        if self.leaps {
            self.jumps.begin(field);
        }
        let node = field.index(start.0, start.1) as NodeId;
        let f = space.estimate(start);
        self.pool.reset(field.padded_len());
        // A sixth of a tile: few buckets are empty, and few nodes of a bucket are out of order.
        let tile = field.topology().lengths().straight().saturating_mul(field.cheapest());
        self.jump_open.reset(f, tile / 6);
        self.expanded = 0;
        self.generated = 1;
        self.too_costly = false;
        self.jump_goal = None;
        self.pool.set(node, Cost::ZERO, node, 0);
        self.jump_open.push(f, Cost::ZERO, Key::new(node, 0).0);
    }

    /// Goes on with the jump point search that was begun, for at most `slice` expansions.
    pub(crate) fn run_jump(&mut self, space: &JumpSpace, slice: u32) -> SearchStatus {
        match space.field.topology().diagonals() {
            DiagonalRule::Never => self.run_jump_by::<Never>(space, slice),
            DiagonalRule::OnlyWhenNoObstacles => self.run_jump_by::<OnlyWhenNoObstacles>(space, slice),
            DiagonalRule::IfAtMostOneObstacle => self.run_jump_by::<IfAtMostOneObstacle>(space, slice),
            DiagonalRule::Always => self.run_jump_by::<Always>(space, slice),
        }
    }

    fn run_jump_by<R: Rule>(&mut self, space: &JumpSpace, slice: u32) -> SearchStatus {
        let last = self.expanded.saturating_add(slice);
        let lengths = space.field.topology().lengths();
        let (straight, diagonal) = (u64::from(lengths.straight()), u64::from(lengths.diagonal()));
        let goal = space.goal_node;
        let mut lists = self.jumps.of(space.field).filter(|_| self.leaps);
        while self.expanded != last {
            let Some(entry) = self.jump_open.pop_from_bucket() else {
                // All that could undercut the cost of the goal was in its bucket.
                if let Some(cost) = self.jump_goal {
                    return SearchStatus::Found { goal, cost };
                }
                if self.jump_open.next_bucket() {
                    continue;
                }
                return SearchStatus::Exhausted;
            };
            let key = Key(entry.item);
            let node = key.node();
            if entry.g != self.pool.g(node) || self.jump_goal.is_some_and(|cost| entry.f >= cost) {
                continue;
            }
            self.expanded += 1;
            if node == goal {
                self.jump_goal = Some(entry.g);
                continue;
            }
            Expander::<R> {
                space,
                lists: lists.as_deref_mut(),
                pool: &mut self.pool,
                open: &mut self.jump_open,
                generated: &mut self.generated,
                too_costly: &mut self.too_costly,
                straight,
                diagonal,
                rule: PhantomData,
            }
            .expand(key, entry.g);
        }
        SearchStatus::Paused
    }

    /// Writes down the cells of the way to a node that a jump point search has reached, with the cost to each.
    pub(crate) fn jump_path(
        &mut self,
        field: &CostField,
        goal: NodeId,
        cells: &mut Vec<IVec2>,
        costs: &mut Vec<Cost>,
    ) {
        self.pool.chain(goal, &mut self.chain);
        let (x, y) = field.coordinates(self.chain[0] as usize);
        let mut walk = Walk { field, x, y, cost: Cost::ZERO, cells, costs };
        walk.note();
        let mut lists = self.jumps.of(field).filter(|_| self.leaps);
        for pair in self.chain.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(|node| Key::new(node, self.pool.direction(node)));
            let cost = self.pool.g(to.node()).units() - self.pool.g(from.node()).units();
            // Nothing is passed without a stop on the way from the start or from a mixed cell.
            if let Some(lists) = &mut lists
                && self.pool.g(from.node()) != Cost::ZERO
                && !from.is_mixed()
            {
                lists.pass(field, from, to, cost, |node| walk.to(field.coordinates(node as usize)));
            }
            walk.to(field.coordinates(to.node() as usize));
        }
    }
}

/// Walks from jump to jump and notes every cell.
struct Walk<'a> {
    field: &'a CostField,
    x: usize,
    y: usize,
    cost: Cost,
    cells: &'a mut Vec<IVec2>,
    costs: &'a mut Vec<Cost>,
}

impl Walk<'_> {
    fn note(&mut self) {
        self.cells.push(IVec2::new(self.x as i32 - 1, self.y as i32 - 1));
        self.costs.push(self.cost);
    }

    /// Goes to the end of a jump: diagonals first, or the column first where there are none.
    fn to(&mut self, (x, y): (usize, usize)) {
        let (along, up) = (x as isize - self.x as isize, y as isize - self.y as isize);
        let topology = self.field.topology();
        let lengths = topology.lengths();
        let diagonals = match topology.diagonals() {
            DiagonalRule::Never => 0,
            _ => along.abs().min(up.abs()),
        };
        self.go(along.signum(), up.signum(), diagonals, lengths.diagonal());
        self.go(0, up.signum(), up.abs() - diagonals, lengths.straight());
        self.go(along.signum(), 0, along.abs() - diagonals, lengths.straight());
    }

    /// Takes steps in one direction, all into cells of one weight.
    fn go(&mut self, dx: isize, dy: isize, steps: isize, length: u32) {
        if steps == 0 {
            return;
        }
        let at = |taken| (self.x.wrapping_add_signed(dx * taken), self.y.wrapping_add_signed(dy * taken));
        let weight = |taken| self.field.weight(self.field.index(at(taken).0, at(taken).1));
        debug_assert!((1..=steps).all(|taken| weight(taken) == weight(1) && weight(1) != 0));
        let step = Cost::of_step(length, weight(1)).units();
        let (from, by) = (IVec2::new(self.x as i32 - 1, self.y as i32 - 1), IVec2::new(dx as i32, dy as i32));
        let units = self.cost.units();
        self.cells.extend((1..steps as i32 + 1).map(|taken| from + by * taken));
        // The cost of the whole way is known to be one that can be represented.
        self.costs.extend((1..steps as u32 + 1).map(|taken| Cost::from_units(units + step * taken)));
        self.cost = Cost::from_units(units + step * steps as u32);
        (self.x, self.y) = (self.x.wrapping_add_signed(dx * steps), self.y.wrapping_add_signed(dy * steps));
    }
}
