//! Expanding a node: finding its successors and pushing them on the open list.

use super::{
    goal_group::GoalGroup,
    goal_sight::{GoalSight, SeenGoal},
    known_leaps::{KnownLeaps, Successors},
    leap_table::LeapList,
    node::JumpNode,
    scan::{Landing, MAX_SWEEP, SweepReach, look, moved, reach},
    space::FieldSpace,
};
use crate::{
    astar::{Generation, NodeId, NodePool, Recorder, Visitor},
    bucket_queue::{BucketQueue, LabelledCell},
    cost::{Cost, step_units},
    ground::{
        Rule,
        directions::{between, bit, hex_parts},
    },
};
use core::marker::PhantomData;

/// The direction east or west and the direction north or south that an offset points to.
#[inline]
const fn towards((east, north): (isize, isize)) -> (usize, usize) {
    (if east > 0 { 0 } else { 2 }, if north > 0 { 1 } else { 3 })
}

/// The node that is being expanded.
#[derive(Clone, Copy)]
struct Parent {
    node: NodeId,
    at: (usize, usize),
    g: u64,
}

/// Expands nodes.
pub(super) struct Expander<'a, R> {
    pub(super) space: &'a FieldSpace<'a>,
    /// The known leaps of the field. `None` if it does not pay to remember them.
    pub(super) lists: Option<&'a mut KnownLeaps>,
    pub(super) pool: &'a mut NodePool,
    pub(super) open: &'a mut BucketQueue,
    pub(super) generated: &'a mut u32,
    pub(super) too_costly: &'a mut bool,
    pub(super) seen: Option<&'a mut Recorder>,
    /// The lengths of a straight and of a diagonal step.
    pub(super) straight: u64,
    pub(super) diagonal: u64,
    pub(super) rule: PhantomData<R>,
}

impl<R: Rule> Expander<'_, R> {
    /// Expands a node that was reached at a cost of `g`.
    #[inline(always)]
    pub(super) fn expand(&mut self, key: JumpNode, g: Cost) {
        let field = self.space.field;
        let index = key.node() as usize;
        let parent = Parent { node: key.node(), at: field.coordinates(index), g: u64::from(g.units()) };
        if g == Cost::ZERO {
            self.expand_start(parent);
        } else if key.is_mixed() {
            self.step(parent, field.successors(index, key.arrival()));
            self.cross(parent);
        } else {
            match self.lists.as_mut().map(|lists| lists.successors::<R>(field, key, self.space.goal_blocks()))
            {
                Some(Successors::Leaps(leaps)) => self.leap(parent, leaps),
                Some(Successors::Jumps(leaps, reach)) => {
                    self.leap(parent, leaps);
                    self.look_for_goals(parent, leaps.directions, reach, leaps.weight);
                }
                None => self.jump(parent, field.successors(index, key.arrival()), field.weight(index)),
            }
        }
    }

    #[inline(never)]
    fn expand_start(&mut self, parent: Parent) {
        if self.space.field.weight(parent.node as usize) == 0 {
            self.leave_wall(parent);
        } else {
            self.look_around(parent);
        }
        self.cross(parent);
    }

    /// Steps over the links that begin in a cell.
    #[inline]
    fn cross(&mut self, parent: Parent) {
        let field = self.space.field;
        for crossing in field.crossings_out_of(parent.node as usize) {
            let Some(units) = field.crossing_units(crossing) else { continue };
            // The direction of arrival makes no difference: nothing is pruned where a link ends.
            self.push(parent.node, JumpNode::of_mixed(crossing.to, 0), parent.g + units);
        }
    }

    /// Expands a start that is a wall to other agents. The successors stored for its neighbours count the start as a wall, so each
    /// neighbour is expanded like a start.
    fn leave_wall(&mut self, start: Parent) {
        let field = self.space.field;
        let mut directions = field.legal::<R>(start.node as usize);
        while directions != 0 {
            let direction = directions.trailing_zeros() as usize;
            directions &= directions - 1;
            let at = moved(start.at, direction, 1);
            let length = if direction < 4 { self.straight } else { self.diagonal };
            let node = JumpNode::at(field, at.0, at.1, direction);
            let g = start.g + step_units(length, field.weight(node.node() as usize));
            self.push(start.node, node, g);
            if u64::from(self.pool.g(node.node()).units()) == g {
                self.look_around(Parent { node: node.node(), at, g });
            }
        }
    }

    /// Generates the successors in all legal directions, without pruning.
    fn look_around(&mut self, parent: Parent) {
        let field = self.space.field;
        let index = parent.node as usize;
        let directions = field.legal::<R>(index);
        let (weight, mixed) = field.weight_and_mixed(index);
        if mixed {
            self.step(parent, directions);
        } else {
            self.jump(parent, directions, weight);
        }
    }

    /// Steps to the next cell in each direction of a set.
    #[inline]
    fn step(&mut self, parent: Parent, mut directions: u8) {
        let field = self.space.field;
        while directions != 0 {
            let direction = directions.trailing_zeros() as usize;
            directions &= directions - 1;
            let next = moved(parent.at, direction, 1);
            let index = field.index(next.0, next.1);
            let (weight, mixed) = field.weight_and_mixed(index);
            let length = if direction < 4 { self.straight } else { self.diagonal };
            let g = parent.g + step_units(length, weight);
            let node = index as NodeId;
            let to = if mixed { JumpNode::of_mixed(node, direction) } else { JumpNode::new(node, direction) };
            self.push(parent.node, to, g);
        }
    }

    /// Jumps in a set of directions over cells of one weight.
    #[inline(never)]
    fn jump(&mut self, parent: Parent, directions: u8, weight: u32) {
        let field = self.space.field;
        if self.jumps_to_goal(parent, directions, weight) {
            return;
        }
        let (reach, _) = look::<R>(field, parent.at, directions, |Landing { x, y, arrival, length }| {
            self.push(
                parent.node,
                JumpNode::at(field, x, y, arrival),
                parent.g + step_units(length.into(), weight),
            );
            true
        });
        self.look_for_goals(parent, directions, reach, weight);
    }

    /// Looks for a goal, but only in the direction of the goals. If a goal is in sight at the cost of the estimate, pushes it and returns
    /// `true`: no other jump leads to a cheaper goal.
    fn jumps_to_goal(&mut self, parent: Parent, directions: u8, weight: u32) -> bool {
        let [group] = self.space.goal_groups() else { return false };
        let apart = group.apart(parent.at);
        // Without diagonals this does not pay: many other paths cost the same, and scans are short. Hexagons have other directions.
        if R::STRAIGHT_ONLY || R::IS_HEX || apart == (0, 0) || !Self::may_see(apart) {
            return false;
        }
        let ahead = match group.single() {
            Some(goal) => bit(Self::first_direction(parent.at, goal)),
            None => group.ahead(parent.at),
        };
        let directions = directions & ahead;
        let reach = reach::<R>(self.space.field, parent.at, directions);
        let Some(goal) = self.seen_goal(parent, directions, reach, group) else { return false };
        let f = parent.g + u64::from(self.space.estimate(parent.at).units());
        let is_nearest = parent.g + step_units(goal.length, weight) <= f;
        if is_nearest {
            self.push_goal(parent, weight, goal);
        }
        is_nearest
    }

    /// The first direction of the path that leads to a goal by a sweep and then a run.
    fn first_direction(from: (usize, usize), goal: (usize, usize)) -> usize {
        let ahead = (goal.0 as isize - from.0 as isize, goal.1 as isize - from.1 as isize);
        let (row, column) = towards(ahead);
        match ahead {
            (_, 0) => row,
            (0, _) => column,
            _ => between(row, column),
        }
    }

    /// The goal of a group to which sweeps and runs in a set of directions lead.
    #[inline]
    fn seen_goal(
        &self,
        parent: Parent,
        directions: u8,
        reach: SweepReach,
        group: &GoalGroup,
    ) -> Option<SeenGoal> {
        match group.single() {
            Some(goal) => self.only_goal(parent, directions, reach, goal),
            None => self.nearest_goal(parent, directions, reach, group),
        }
    }

    /// Pushes the goals to which sweeps and runs in a set of directions lead.
    #[inline(always)]
    fn look_for_goals(&mut self, parent: Parent, directions: u8, reach: SweepReach, weight: u32) {
        let Some(goal) = self.space.single else {
            return self.look_for_groups(parent, directions, reach, weight);
        };
        if Self::may_see((goal.0.abs_diff(parent.at.0), goal.1.abs_diff(parent.at.1)))
            && let Some(goal) = self.only_goal(parent, directions, reach, goal)
        {
            self.push_goal(parent, weight, goal);
        }
    }

    /// Returns whether a sweep can come to the row or the column of a goal at this distance.
    #[inline(always)]
    fn may_see((east, north): (usize, usize)) -> bool {
        R::IS_HEX || (if R::STRAIGHT_ONLY { north } else { east.min(north) }) <= MAX_SWEEP
    }

    #[inline(never)]
    fn look_for_groups(&mut self, parent: Parent, directions: u8, reach: SweepReach, weight: u32) {
        for group in self.space.goal_groups() {
            if !Self::may_see(group.apart(parent.at)) {
                continue;
            }
            if R::IS_HEX {
                for &[x, y] in self.space.cells_of(group) {
                    if let Some(goal) = self.only_goal(parent, directions, reach, (x as usize, y as usize)) {
                        self.push_goal(parent, weight, goal);
                    }
                }
            } else if let Some(goal) = self.seen_goal(parent, directions, reach, group) {
                self.push_goal(parent, weight, goal);
            }
        }
    }

    /// Pushes the ends of known leaps.
    #[inline(always)]
    fn leap(&mut self, parent: Parent, leaps: LeapList) {
        let Some(lists) = self.lists.take() else { return };
        for place in leaps.places() {
            let leap = lists.leap(place);
            let g = parent.g + step_units(leap.length.into(), leaps.weight);
            self.push(parent.node, leap.to, g);
        }
        self.lists = Some(lists);
    }

    /// The goal, if a sweep and then a run lead to it.
    #[inline(never)]
    fn only_goal(
        &self,
        parent: Parent,
        directions: u8,
        reach: SweepReach,
        goal: (usize, usize),
    ) -> Option<SeenGoal> {
        let field = self.space.field;
        if R::IS_HEX {
            return self.only_hexagon(parent, directions, reach, goal);
        }
        // The offset from a cell to the goal: east and north.
        let ahead =
            |from: (usize, usize)| (goal.0 as isize - from.0 as isize, goal.1 as isize - from.1 as isize);
        let (along, up) = ahead(parent.at);
        let (row, column) = towards((along, up));
        let (east, north) = (along.unsigned_abs(), up.unsigned_abs());
        let (sweep, swept, step) = if R::STRAIGHT_ONLY {
            (column, north, self.straight)
        } else {
            (between(row, column), east.min(north), self.diagonal)
        };
        let leaves = |direction| directions & bit(direction) != 0;
        let mut at = parent.at;
        if swept > 0 {
            if !leaves(sweep) || reach.of(sweep) < swept {
                return None;
            }
            at = moved(at, sweep, swept);
        }
        let (along, up) = ahead(at);
        let run = if along == 0 { towards((along, up)).1 } else { towards((along, up)).0 };
        let steps = along.unsigned_abs() + up.unsigned_abs();
        if steps > 0 {
            if swept == 0 && !leaves(run) {
                return None;
            }
            // A run may end at the goal, but not go past a place where it must stop.
            let (stop, wall) = field.run(at.0, at.1, run);
            if steps > stop || (steps == stop && wall) {
                return None;
            }
        }
        let length = step * swept as u64 + self.straight * steps as u64;
        let arrival = if steps > 0 { run } else { sweep };
        Some(SeenGoal { at: goal, arrival, length })
    }

    /// Does the same as `only_goal`, on hexagons.
    fn only_hexagon(
        &self,
        parent: Parent,
        directions: u8,
        reach: SweepReach,
        goal: (usize, usize),
    ) -> Option<SeenGoal> {
        let (dx, dy) = (goal.0 as isize - parent.at.0 as isize, goal.1 as isize - parent.at.1 as isize);
        let [(sweep, swept), (run, steps)] = hex_parts(dx, dy);
        let leaves = |direction| directions & bit(direction) != 0;
        if swept > 0 && (!leaves(sweep) || reach.of(sweep) < swept) || swept == 0 && !leaves(run) {
            return None;
        }
        if steps > 0 {
            let (x, y) = moved(parent.at, sweep, swept);
            let (stop, wall) = self.space.field.hex_run(x, y, run);
            if steps > stop || (steps == stop && wall) {
                return None;
            }
        }
        let length = self.straight * (swept + steps) as u64;
        let arrival = if steps > 0 { run } else { sweep };
        Some(SeenGoal { at: goal, arrival, length })
    }

    /// The nearest goal of a group to which a sweep and then a run lead. All other goals cost more from here, and no path continues past a
    /// goal.
    fn nearest_goal(
        &self,
        parent: Parent,
        directions: u8,
        reach: SweepReach,
        group: &GoalGroup,
    ) -> Option<SeenGoal> {
        let sight = GoalSight::<R> {
            field: self.space.field,
            group,
            from: parent.at,
            straight: self.straight,
            diagonal: self.diagonal,
            nearest: None,
            rule: PhantomData,
        };
        sight.look(directions, reach)
    }

    #[inline]
    fn push_goal(&mut self, parent: Parent, weight: u32, goal: SeenGoal) {
        let node = self.space.field.index(goal.at.0, goal.at.1) as NodeId;
        let g = parent.g + step_units(goal.length, weight);
        self.push(parent.node, JumpNode::new(node, goal.arrival), g);
    }

    #[inline(always)]
    fn push(&mut self, parent: NodeId, to: JumpNode, g: u64) {
        // A cost that can't be represented is not below any other.
        if g < u64::from(self.pool.g(to.node()).units()) {
            self.improve(parent, to, Cost::from_units(g as u32));
        } else if g >= u64::from(u32::MAX) {
            *self.too_costly = true;
        }
    }

    #[inline]
    fn improve(&mut self, parent: NodeId, to: JumpNode, g: Cost) {
        let estimate = self.space.estimate(self.space.field.coordinates(to.node() as usize));
        let f = g.saturating_add(estimate);
        if f == Cost::INFINITE {
            // The estimate is a lower bound: no path through here can be represented.
            *self.too_costly = true;
            return;
        }
        *self.generated = self.generated.saturating_add(1);
        if let Some(seen) = &mut self.seen {
            let is_new = self.pool.g(to.node()) == Cost::INFINITE;
            seen.generate(Generation { node: to.node(), from: parent, g, h: estimate, is_new });
        }
        self.pool.set(to.node(), g, parent, to.bits());
        self.open.push_if(f.units(), LabelledCell { label: g.units(), cell: to.0 }, true);
    }
}
