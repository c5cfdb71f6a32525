//! Jump point search over a cost field: runs straight on where costs are uniform, steps cell by cell where they are not.
//!
//! *Source:* Harabor, Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (AAAI 2011), with the pruning of intermediate
//! turning points and the scan of whole words of "Improving Jump Point Search" (ICAPS 2014); mixed weights after Carlson, Moghadam,
//! Harabor, Stuckey, Ebrahimi, "Optimal Pathfinding on Weighted Grid Maps" (AAAI 2023).

use super::{
    astar::{Search, SearchStatus},
    bucket_queue::BucketQueue,
    lower_bound::LowerBound,
    node_pool::NodePool,
    pruning::{Around, NO_DIRECTION},
    rule::{Always, IfAtMostOneObstacle, Never, OnlyWhenNoObstacles, Rule},
};
use crate::{
    cost::Cost,
    cost_field::CostField,
    directions::{DIAGONALS, DX, DY, bit, sides},
    neighbours::NodeId,
    topology::DiagonalRule,
};
use core::marker::PhantomData;
use glam::IVec2;

/// How many cells a sweep crosses before it rests: the rest of it is then searched in its turn, or never.
const SWEEP: usize = 32;

/// A cell as a jump point search knows it: padded coordinates and padded index.
#[derive(Clone, Copy)]
struct At {
    x: usize,
    y: usize,
    index: usize,
}

impl At {
    #[inline]
    fn new(field: &CostField, index: usize) -> Self {
        let (x, y) = field.coordinates(index);
        Self { x, y, index }
    }

    #[inline]
    fn moved(self, field: &CostField, direction: usize, steps: usize) -> Self {
        let (dx, dy) = (DX[direction] * steps as isize, DY[direction] * steps as isize);
        Self {
            x: self.x.wrapping_add_signed(dx),
            y: self.y.wrapping_add_signed(dy),
            index: self.index.wrapping_add_signed(dx + dy * field.offset(1)),
        }
    }
}

/// What stays the same during a search.
pub(crate) struct JumpSpace<'a> {
    field: &'a CostField,
    /// The goal's padded coordinates and index.
    goal: (usize, usize),
    goal_index: usize,
    bound: LowerBound<'a>,
}

impl<'a> JumpSpace<'a> {
    /// A search for a goal at padded coordinates.
    pub(crate) const fn new(field: &'a CostField, bound: LowerBound<'a>, goal: (usize, usize)) -> Self {
        Self { field, goal, goal_index: field.index(goal.0, goal.1), bound }
    }

    #[inline]
    fn estimate(&self, at: At) -> Cost {
        Cost::from_units(self.bound.of(at.x, at.y, at.index))
    }

    /// How many steps away the goal is, straight in a direction; a huge number where it is not there.
    #[inline]
    fn steps_to_goal(&self, at: At, direction: usize) -> usize {
        let (dx, dy) = (self.goal.0.wrapping_sub(at.x), self.goal.1.wrapping_sub(at.y));
        let (along, across) = if direction.is_multiple_of(2) { (dx, dy) } else { (dy, dx) };
        let along = if direction < 2 { along } else { along.wrapping_neg() };
        if across == 0 { along.wrapping_sub(1) } else { usize::MAX }
    }
}

impl JumpSpace<'_> {
    /// After how many steps in a direction a sweep is in the goal's column and in its row; 0 where it never is.
    #[inline]
    fn crossings(&self, from: At, direction: usize) -> [usize; 2] {
        let ahead = |from: usize, to: usize, step: isize| (to as isize - from as isize) * step;
        let crossings =
            [ahead(from.x, self.goal.0, DX[direction]), ahead(from.y, self.goal.1, DY[direction])];
        crossings.map(|steps| steps.max(0) as usize)
    }
}

/// Expands nodes: finds where their successors go.
struct Expander<'a, R> {
    space: &'a JumpSpace<'a>,
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
    fn expand(&mut self, node: NodeId, at: At, g: Cost) {
        let field = self.space.field;
        let arrival = self.pool.direction(node);
        let left = if arrival == NO_DIRECTION {
            Around::<R>::new(field.nine(at.index)).legal()
        } else {
            field.successors(at.index, arrival)
        };
        let (weight, mixed) = field.weight_and_mixed(at.index);
        let g = u64::from(g.units());
        if mixed {
            self.step(node, at, g, left);
        } else {
            self.leap(node, at, g, weight, left);
        }
    }

    /// Goes on by one cell in each direction of a set, or by a leap where the next cell is the first of an open area.
    #[inline]
    fn step(&mut self, node: NodeId, at: At, g: u64, mut left: u8) {
        let field = self.space.field;
        while left != 0 {
            let direction = left.trailing_zeros() as usize;
            left &= left - 1;
            let next = at.moved(field, direction, 1);
            let (weight, mixed) = field.weight_and_mixed(next.index);
            if mixed {
                let length = if direction < 4 { self.straight } else { self.diagonal };
                self.push(node, next, g + length * u64::from(weight), direction);
            } else {
                self.leap(node, at, g, weight, bit(direction));
            }
        }
    }

    /// Goes on as far as costs are uniform in each direction of a set.
    #[inline(never)]
    fn leap(&mut self, node: NodeId, at: At, g: u64, weight: u32, mut left: u8) {
        while left != 0 {
            let direction = left.trailing_zeros() as usize;
            left &= left - 1;
            if direction >= 4 || (R::STRAIGHT_ONLY && direction % 2 == 1) {
                self.sweep(node, at, g, u64::from(weight), direction);
            } else {
                self.run(node, at, g, u64::from(weight) * self.straight, direction);
            }
        }
    }

    /// Runs straight on to the next cell where a search must stop. All cells of a run weigh the same: it stops at the first that is
    /// mixed, and that one weighs as much as those before it.
    #[inline(always)]
    fn run(&mut self, parent: NodeId, from: At, g: u64, step: u64, direction: usize) {
        let (steps, wall) = self.space.field.run(from.x, from.y, direction);
        let before_goal = self.space.steps_to_goal(from, direction);
        let steps = if before_goal < steps && (before_goal + 1 < steps || !wall) {
            before_goal + 1
        } else if wall {
            return;
        } else {
            steps
        };
        self.push(parent, from.moved(self.space.field, direction, steps), g + step * steps as u64, direction);
    }

    /// Goes on diagonally, or up or down a column, and runs off to the sides where that leads anywhere. The first step is legal.
    #[inline]
    fn sweep(&mut self, parent: NodeId, from: At, g: u64, weight: u64, direction: usize) {
        let field = self.space.field;
        let (straight, step) =
            (weight * self.straight, weight * if R::STRAIGHT_ONLY { self.straight } else { self.diagonal });
        let crossings = self.space.crossings(from, direction);
        let mut at = from;
        let mut steps = 0;
        loop {
            let mut next = steps + field.sweep(at.x, at.y, direction);
            for crossing in crossings {
                if crossing > steps {
                    next = next.min(crossing);
                }
            }
            steps = next.min(SWEEP);
            at = from.moved(field, direction, steps);
            let g = g + step * steps as u64;
            let successors = field.successors(at.index, direction);
            if steps == SWEEP
                || at.index == self.space.goal_index
                || field.is_mixed_at(at.x, at.y)
                || (R::CUTS_CORNERS && successors & DIAGONALS & !bit(direction) != 0)
            {
                self.push(parent, at, g, direction);
                return;
            }
            let beside_goal = crossings.contains(&steps);
            for side in sides(direction) {
                if beside_goal || field.is_live(at.x, at.y, side) {
                    self.run(parent, at, g, straight, side);
                }
            }
            if successors & bit(direction) == 0 {
                return;
            }
        }
    }

    #[inline]
    fn push(&mut self, parent: NodeId, at: At, g: u64, direction: usize) {
        let g = match u32::try_from(g) {
            Ok(g) if g < u32::MAX => Cost::from_units(g),
            _ => {
                *self.too_costly = true;
                return;
            }
        };
        let node = at.index as NodeId;
        if g < self.pool.g(node) {
            *self.generated = self.generated.saturating_add(1);
            self.pool.set(node, g, parent, direction);
            self.open.push(g.saturating_add(self.space.estimate(at)), g, node);
        }
    }
}

impl Search {
    /// Begins a jump point search at padded coordinates.
    pub(crate) fn begin_jump(&mut self, space: &JumpSpace, start: (usize, usize)) {
        let field = space.field;
        let node = field.index(start.0, start.1) as NodeId;
        let f = space.estimate(At::new(field, node as usize));
        self.pool.reset(field.padded_len());
        // A sixth of a tile: few buckets are empty, and few nodes of a bucket are out of order.
        let tile = field.topology().lengths().straight().saturating_mul(field.cheapest());
        self.jump_open.reset(f, tile / 6);
        self.expanded = 0;
        self.generated = 1;
        self.too_costly = false;
        self.jump_goal = None;
        self.pool.set(node, Cost::ZERO, node, NO_DIRECTION);
        self.jump_open.push(f, Cost::ZERO, node);
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
        while self.expanded != last {
            let Some(entry) = self.jump_open.pop_from_bucket() else {
                // All that could undercut the cost of the goal was in its bucket.
                if let Some(cost) = self.jump_goal {
                    return SearchStatus::Found { goal: space.goal_index as NodeId, cost };
                }
                if self.jump_open.next_bucket() {
                    continue;
                }
                return SearchStatus::Exhausted;
            };
            if entry.g != self.pool.g(entry.node) || self.jump_goal.is_some_and(|cost| entry.f >= cost) {
                continue;
            }
            self.expanded += 1;
            let at = At::new(space.field, entry.node as usize);
            if at.index == space.goal_index {
                self.jump_goal = Some(entry.g);
                continue;
            }
            Expander::<R> {
                space,
                pool: &mut self.pool,
                open: &mut self.jump_open,
                generated: &mut self.generated,
                too_costly: &mut self.too_costly,
                straight,
                diagonal,
                rule: PhantomData,
            }
            .expand(entry.node, at, entry.g);
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
        for &node in &self.chain[1..] {
            walk.to(field.coordinates(node as usize));
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

    fn go(&mut self, dx: isize, dy: isize, steps: isize, length: u32) {
        for _ in 0..steps {
            (self.x, self.y) = (self.x.wrapping_add_signed(dx), self.y.wrapping_add_signed(dy));
            let weight = self.field.weight(self.field.index(self.x, self.y));
            self.cost = self.cost.saturating_add(Cost::of_step(length, weight));
            self.note();
        }
    }
}
