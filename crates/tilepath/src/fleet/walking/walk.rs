//! One agent's walk of one frame.

use super::{
    ground::WalkGround,
    motion::Motion,
    next_cells::NextCell,
    pace::Pace,
    progress::Progress,
    setbacks::NEAR,
    source::Source,
    step::{CellStep, StepState},
    walk_clock::WalkClock,
    walker::{CellWalker, WalkOutcome, WalkRequest},
};
use crate::{
    ground::{CostProfile, LinkStep},
    map::MapWithoutObstacles,
};
use glam::{IVec2, Vec2};

impl WalkGround<'_> {
    /// Walks an agent that is at `at` and for which [`WalkGround::pass_center`] is not enough. Returns its new position. An agent without a
    /// source only walks out of walls.
    #[inline(never)]
    pub(crate) fn walk(
        &self,
        walker: CellWalker<impl WalkRequest>,
        at: Vec2,
        known: NextCell,
    ) -> (Vec2, WalkOutcome) {
        if walker.step.state == StepState::Crossing {
            return self.cross(walker, at);
        }
        let CellWalker { own, step, pace, progress, request } = walker;
        let Some(source) = self.source(step, progress, request) else {
            let walker = CellWalker { own, step, pace, progress, request };
            return (self.walk_without_path(walker, at), WalkOutcome::Nothing);
        };
        let is_unchanged = match &source {
            Source::Field(field) => field.is_unchanged && self.disturbance.is_nowhere(),
            Source::Path(_) => !self.disturbance.concerns(step),
        };
        if step.state == StepState::Arrived
            && progress.has_arrived()
            && step.is_at(at, self.clock.before)
            && is_unchanged
        {
            return (at, WalkOutcome::Nothing);
        }
        let had_arrived = progress.has_arrived();
        let map = self.map.without_obstacles(own);
        let had_stopped = step.state == StepState::Stopped;
        let mut walk = CellWalk { ground: self, map, source, pace, step, request, known, had_stopped };
        let (end, outcome) = walk.run(at);
        let CellWalk { source, step, .. } = walk;
        // An agent that goes to another point of its last cell has arrived there already.
        let is_in_end =
            |step: &CellStep| had_arrived && step.from() == step.to() && source.is_end(map, step.to());
        let has_arrived = step.state == StepState::Arrived || is_in_end(step);
        source.note_progress(progress, step, has_arrived && request.has_answer());
        if step.state == StepState::Waiting && self.is_in_wall(map, source.profile(), end) {
            // An agent whose own path leads nowhere walks out of a wall like an agent without a path, until its next
            // search.
            let walker = CellWalker { own, step, pace, progress, request };
            return (self.walk_without_path(walker, end), outcome);
        }
        match (step.state, outcome) {
            // An agent whose progress was reset at the end of its path arrives once more.
            (StepState::Arrived, _) if !had_arrived && request.leads_to_target() => {
                (end, WalkOutcome::GoalReached)
            }
            (_, WalkOutcome::GoalReached) => (end, WalkOutcome::Nothing),
            (_, outcome) => (end, outcome),
        }
    }

    fn is_in_wall(&self, map: MapWithoutObstacles, profile: &CostProfile, at: Vec2) -> bool {
        let here = self.geometry.cell_at(at).filter(|&here| map.class(here).is_some());
        here.is_some_and(|here| !map.is_free(profile, here))
    }

    /// The most frequent walk that ends a step, done fast: an undisturbed agent passes a cell's centre, whose next cell is remembered,
    /// and stays on the step to that one. Returns the new position, or `None` if the walk is of another kind.
    #[inline(always)]
    pub(crate) fn pass_center(
        &self,
        pace: Pace,
        step: &mut CellStep,
        progress: &mut Progress,
        at: Vec2,
        known: NextCell,
    ) -> Option<Vec2> {
        let here = step.to();
        let next = here + known.offset()?;
        let slowness = match pace.is_slowed_by_terrain {
            true => pace.slowness(self.map.without_obstacles(&[]), self.field(step.field()?)?.profile, next),
            false => 1.0,
        };
        let distance = self.stride(here, next);
        let starts = step.motion.ends();
        let ends = pace.ends(distance * slowness, starts);
        let WalkClock { before, now, .. } = self.clock;
        let passes = step.state == StepState::Walking
            && next != step.from()
            && starts <= now
            && now < ends
            && ends != Motion::NEVER
            && before < now
            && step.is_paced(pace)
            && step.is_at(at, before)
            && !self.disturbance.concerns(step);
        if !passes {
            return None;
        }
        let center = self.geometry.center_of(here);
        let motion = Motion::straight(center, self.geometry.center_of(next), starts, ends);
        step.set_out(motion, pace.speed, StepState::Walking);
        step.set_cells(here, next);
        progress.head_for(1);
        Some(motion.at(now))
    }
}

/// One agent's walk of one frame.
struct CellWalk<'a, R> {
    ground: &'a WalkGround<'a>,
    /// The map as the agent sees it.
    map: MapWithoutObstacles<'a>,
    source: Source<'a>,
    pace: Pace,
    step: &'a mut CellStep,
    request: &'a R,
    /// The remembered next cell after the cell to which the agent walks, or the default.
    known: NextCell,
    /// Whether the agent stood before an obstacle already.
    had_stopped: bool,
}

/// What an agent does after the check of its step.
enum Decision {
    /// The agent walks.
    Walk,
    /// The agent walks on another path than before.
    WalkElsewhere,
    /// The agent has arrived, because pushes moved it past the end of its path or keep it from getting there.
    Arrive,
    /// The agent stands still.
    Stay,
    /// The agent needs a new answer.
    AskAgain,
}

impl<R: WalkRequest> CellWalk<'_, R> {
    fn run(&mut self, at: Vec2) -> (Vec2, WalkOutcome) {
        let pushed = match self.check_step(at) {
            Decision::AskAgain => return (at, WalkOutcome::Lost),
            Decision::Stay => return (at, WalkOutcome::Nothing),
            Decision::Arrive => return self.arrive(at),
            Decision::WalkElsewhere => WalkOutcome::Pushed,
            Decision::Walk => WalkOutcome::Nothing,
        };
        let (end, outcome) = self.advance(at);
        (end, if outcome == WalkOutcome::Nothing { pushed } else { outcome })
    }

    /// Makes sure that the agent is on a legal step.
    fn check_step(&mut self, at: Vec2) -> Decision {
        let is_disturbed = !self.is_there(at) || self.ground.disturbance.concerns(self.step);
        match self.step.state {
            StepState::New => self.begin(at),
            StepState::Waiting | StepState::InCrowd | StepState::Stopped => self.resume(at),
            StepState::Arrived => self.leave_end(at),
            StepState::WalkingOut if is_disturbed => self.resume_walking_out(at),
            StepState::Walking | StepState::Approaching if is_disturbed => self.resume(at),
            // A moving agent checks this at the next cell centre.
            _ if !self.moves() && self.is_cut_off() => Decision::AskAgain,
            _ => {
                if !self.step.is_paced(self.pace) {
                    self.change_pace(at);
                }
                Decision::Walk
            }
        }
    }

    /// Whether the agent is where its last walk has put it.
    fn is_there(&self, at: Vec2) -> bool {
        self.step.is_at(at, self.ground.clock.before)
    }

    /// Whether time passes for an agent that has a speed.
    fn moves(&self) -> bool {
        self.pace.has_speed() && self.ground.clock.before < self.ground.clock.now
    }

    /// Goes on along the same line at another pace.
    fn change_pace(&mut self, at: Vec2) {
        let (from, to, state) = (self.step.from(), self.step.to(), self.step.state);
        match self.point_in(to).filter(|_| state == StepState::Approaching) {
            Some(point) => self.approach(at, to, point),
            None => self.head_for(at, from, to),
        }
        self.step.state = state;
    }

    /// Whether the goal field has no path any more from the cell to which the agent walks.
    fn is_cut_off(&self) -> bool {
        matches!(self.source, Source::Field(_))
            && self.ground.may_have_lost_paths()
            && !self.leads_on(self.step.to())
    }

    fn leads_on(&self, cell: IVec2) -> bool {
        self.source.leads_on(self.map, cell)
    }

    /// Whether the agent stops before a cell, because of an obstacle there.
    fn stops_before(&self, cell: IVec2) -> bool {
        self.request.obstacle_at(self.map.map(), cell).is_some()
    }

    fn is_free(&self, cell: IVec2) -> bool {
        self.map.is_free(self.source.profile(), cell)
    }

    fn crossing(&self, from: IVec2, to: IVec2) -> Option<LinkStep> {
        self.map.crossing(self.source.profile(), from, to)
    }

    fn allows_step(&self, from: IVec2, to: IVec2) -> bool {
        self.map.allows_step(self.source.profile(), from, to)
    }

    /// Takes the first step of a new path. If the agent's present step also belongs to the new path, the agent stays
    /// on its line.
    fn begin(&mut self, at: Vec2) -> Decision {
        let Some(here) = self.ground.geometry.cell_at(at) else { return self.stop(at) };
        let (from, to) = (self.step.from(), self.step.to());
        let is_on_step = self.is_there(at) && from != to && (here == from || here == to);
        let goes_on = || here == to || self.source.next(self.map, from, NextCell::default()) == Some(to);
        let stays_out = here == to || self.is_line_free(at, from, to);
        let may_enter = here == to || !self.stops_before(to);
        if is_on_step
            && stays_out
            && may_enter
            && self.allows_step(from, to)
            && self.leads_on(to)
            && goes_on()
        {
            self.head_for(at, from, to);
            return Decision::Walk;
        }
        match self.request.start() {
            // The agent may have moved during its search. Then another cell may be the exit, and the start of the
            // path is wrong.
            Some(start) if start != here && !self.is_free(here) && self.exit_of(here) == Some(start) => {
                self.walk_out(at, here, start);
                Decision::Walk
            }
            _ => self.begin_here(at, here),
        }
    }

    /// Takes the first step from the agent's own cell: straight to the next cell if no wall is in the way, otherwise
    /// to the centre of the own cell.
    fn begin_here(&mut self, at: Vec2, here: IVec2) -> Decision {
        if !self.leads_on(here) {
            return self.stop(at);
        }
        let next = self.source.next(self.map, here, NextCell::default());
        let to = match next {
            // A link begins in the middle of its cell.
            Some(next) if self.crossing(here, next).is_some() => here,
            Some(next) if self.is_line_free(at, here, next) && !self.stops_before(next) => next,
            Some(_) => here,
            None if self.source.is_end(self.map, here) => here,
            None => return self.stop(at),
        };
        match self.point_in(here) {
            Some(point) if next.is_none() => self.approach(at, here, point),
            _ => self.head_for(at, here, to),
        }
        Decision::Walk
    }

    /// Continues a step after something moved the agent, or after an edit near the step.
    fn resume(&mut self, at: Vec2) -> Decision {
        let (from, to) = (self.step.from(), self.step.to());
        let Some(here) = self.step.cell_at(self.ground.geometry, at) else { return self.leave_path(at) };
        let is_closed = here == from && from != to && self.stops_before(to);
        let is_legal = if from == to { self.is_free(to) } else { !is_closed && self.allows_step(from, to) };
        let is_pushed_aside =
            here == from && from != to && (self.is_far_off(at) || !self.is_line_free(at, from, to));
        if !is_legal || !self.leads_on(to) || is_pushed_aside {
            return self.begin_here(at, here);
        }
        let is_pushed = !self.is_there(at);
        if here == to && self.source.is_end(self.map, to) {
            if is_pushed || self.step.state == StepState::Approaching {
                return self.go_on_in_end(at, to);
            }
        } else if here == to && is_pushed && self.has_passed_center(at) {
            return self.begin_here(at, to);
        }
        self.head_for(at, from, to);
        Decision::Walk
    }

    /// Whether a pushed agent in the cell to which it walks counts as past the centre of this cell. Such an agent
    /// continues from where it is, because an agent that is pushed often hardly ever reaches the centre itself.
    ///
    /// An agent counts as past the centre if it is closer to the next cell than the centre is. It also does if the
    /// centre lies more to its side than ahead, because other agents may keep it from coming closer, and an agent that the game moves itself
    /// if it is near.
    fn has_passed_center(&self, at: Vec2) -> bool {
        let (from, to) = (self.step.from(), self.step.to());
        let Some(next) = self.source.next(self.map, to, NextCell::default()) else { return false };
        let geometry = self.ground.geometry;
        let (at, center) = (geometry.tiles_at(at), geometry.tiles_of(to));
        let ahead = (center - at).dot((center - geometry.tiles_of(from)).normalize_or_zero());
        // With `from == to`, the agent heads for the centre of its own cell only until the line to the next cell is
        // free.
        from == to
            || self.request.is_steered() && at.distance(center) <= NEAR
            || ahead <= at.distance(center) / 2.0
            || at.distance_squared(geometry.tiles_of(next))
                <= center.distance_squared(geometry.tiles_of(next))
    }

    /// Continues in the last cell of the path. The agent has arrived as soon as it is pushed a little past the end,
    /// or has been pushed back too often.
    fn go_on_in_end(&mut self, at: Vec2, last: IVec2) -> Decision {
        let end = self.point_in(last).unwrap_or_else(|| self.ground.geometry.center_of(last));
        let WalkClock { before, now, .. } = self.ground.clock;
        let walk = self.step.motion.velocity().length() * (now - before) as f32;
        let was_at = self.step.motion.at(before);
        if self.step.setbacks.end_the_walk(end, was_at, at, walk, self.request.is_steered()) {
            return Decision::Arrive;
        }
        self.begin_here(at, last)
    }

    /// Decides what an agent that has arrived does. It stays, even if it was pushed within its cell, unless the end has
    /// moved, something has moved the agent to another cell, or it rested beside the end and has left its crowd.
    fn leave_end(&mut self, at: Vec2) -> Decision {
        let end = self.step.to();
        if self.ground.geometry.cell_at(at) != Some(end) {
            return self.leave_path(at);
        }
        if self.source.is_end(self.map, end) { Decision::Stay } else { self.begin_here(at, end) }
    }

    /// Decides what an agent off its path does. A goal field knows another path from every cell. An agent with its
    /// own path waits for a new search.
    fn leave_path(&mut self, at: Vec2) -> Decision {
        let here = self.ground.geometry.cell_at(at);
        match (&self.source, here) {
            (Source::Field(_), Some(here)) => match self.begin_here(at, here) {
                Decision::Walk => Decision::WalkElsewhere,
                decision => decision,
            },
            _ => self.stop(at),
        }
    }

    /// Stops the agent until it gets another path.
    fn stop(&mut self, at: Vec2) -> Decision {
        self.step.motion = Motion::still(at);
        match self.source {
            Source::Field(_) => {
                // The next answer may come from a field again. The agent then continues its step.
                self.step.state = StepState::New;
                Decision::AskAgain
            }
            Source::Path(_) => {
                self.step.state = StepState::Waiting;
                Decision::Stay
            }
        }
    }

    /// Whether the agent is far from where the last walk put it. Its line may then cross cells beside the step.
    fn is_far_off(&self, at: Vec2) -> bool {
        // The motion is NaN before the first walk.
        !self.ground.geometry.is_same_point(at, self.step.motion.at(self.ground.clock.before))
    }

    /// Whether the line from an agent in the cell `from` to the centre of the neighbour `to` touches no wall.
    fn is_line_free(&self, at: Vec2, from: IVec2, to: IVec2) -> bool {
        let geometry = self.ground.geometry;
        let leads_by =
            |cell| self.is_free(cell) && self.map.leads_past_corner(self.source.profile(), from, cell, to);
        let is_off_line = |&cell: &IVec2| leads_by(cell) || geometry.is_beyond_line(at, from, to, cell);
        geometry.beside_step(from, to).iter().all(is_off_line) || geometry.is_on_line(at, from, to)
    }

    /// Chooses the exit of a wall again, after something moved the agent or the map, or after an edit nearby.
    fn resume_walking_out(&mut self, at: Vec2) -> Decision {
        let Some(here) = self.ground.geometry.cell_at(at) else { return self.stop(at) };
        if self.is_free(here) {
            return self.begin_here(at, here);
        }
        match self.exit_of(here) {
            Some(exit) => {
                self.walk_out(at, here, exit);
                Decision::Walk
            }
            None => self.stop(at),
        }
    }

    /// The cell at which the agent leaves a wall, if the path leads on from there.
    fn exit_of(&self, wall: IVec2) -> Option<IVec2> {
        let leads_on = |exit| self.leads_on(exit);
        self.map.exit_where(self.source.profile(), wall, leads_on).filter(|&exit| leads_on(exit))
    }

    /// Walks straight out of a wall, to the centre of a free cell.
    fn walk_out(&mut self, at: Vec2, wall: IVec2, exit: IVec2) {
        self.head_for(at, wall, exit);
        self.step.state = StepState::WalkingOut;
    }

    /// Walks to the centre of a cell.
    fn head_for(&mut self, at: Vec2, from: IVec2, to: IVec2) {
        let center = self.ground.geometry.center_of(to);
        self.head_along((at, center, at.distance(center)), self.ground.clock.before, from, to);
    }

    /// Walks from one point to another at this distance, from the time `starts` on.
    fn head_along(&mut self, (at, point, distance): (Vec2, Vec2, f32), starts: u64, from: IVec2, to: IVec2) {
        let slowness = self.pace.slowness(self.map, self.source.profile(), to);
        let motion = Motion::straight(at, point, starts, self.pace.ends(distance * slowness, starts));
        self.step.set_out(motion, self.pace.speed, StepState::Walking);
        self.step.set_cells(from, to);
        self.known = NextCell::default();
    }

    /// Walks along the path as far as the time goes. Returns the new position.
    fn advance(&mut self, mut at: Vec2) -> (Vec2, WalkOutcome) {
        let mut outcome = WalkOutcome::Nothing;
        let WalkClock { before, now, .. } = self.ground.clock;
        let mut when = before;
        // An agent at the centre of a cell has completed its step, even if no time passes.
        loop {
            let ends = self.step.motion.ends();
            if now < ends {
                return (self.step.motion.at(now), outcome);
            }
            when = when.max(ends);
            let (last, here) = (self.step.from(), self.step.to());
            if self.step.state == StepState::Approaching {
                let point = self.point_in(here);
                return self.arrive(point.unwrap_or(at));
            }
            at = self.ground.geometry.center_of(here);
            self.step.complete(at);
            let next = self.source.next(self.map, here, self.known);
            if let Some(obstacle) = next.and_then(|next| self.request.obstacle_at(self.map.map(), next)) {
                self.step.set_out(Motion::still(at), f32::NAN, StepState::Stopped);
                let is_new = !self.had_stopped || outcome != WalkOutcome::Nothing;
                return (at, if is_new { WalkOutcome::StoppedBefore(obstacle) } else { outcome });
            }
            match next {
                Some(next) => {
                    if let Some(link) = self.crossing(here, next) {
                        outcome = self.ground.begin_crossing(self.step, link, self.pace, when);
                        return (self.step.motion.at(now), outcome);
                    }
                    if last == next {
                        outcome = self.source.turn(self.map, here);
                    }
                    let (center, distance) =
                        (self.ground.geometry.center_of(next), self.ground.stride(here, next));
                    self.head_along((at, center, distance), when, here, next);
                }
                None if self.source.is_end(self.map, here) => match self.point_in(here) {
                    Some(point) if point != at => {
                        self.head_along((at, point, at.distance(point)), when, here, here);
                        self.step.state = StepState::Approaching;
                    }
                    _ => return self.arrive(at),
                },
                None => {
                    let is_lost = matches!(self.stop(at), Decision::AskAgain);
                    return (at, if is_lost { WalkOutcome::Lost } else { outcome });
                }
            }
        }
    }

    /// Stops at the end of the path.
    fn arrive(&mut self, at: Vec2) -> (Vec2, WalkOutcome) {
        self.step.complete(at);
        self.step.state = StepState::Arrived;
        (at, WalkOutcome::GoalReached)
    }

    /// The exact point at which the request asks to end, if this point is in the cell `last`.
    fn point_in(&self, last: IVec2) -> Option<Vec2> {
        let point = self.request.end_point()?;
        (self.ground.geometry.cell_at(point) == Some(last)).then_some(point)
    }

    /// Walks within the last cell to a point.
    fn approach(&mut self, at: Vec2, last: IVec2, point: Vec2) {
        self.head_along((at, point, at.distance(point)), self.ground.clock.before, last, last);
        self.step.state = StepState::Approaching;
    }
}
