//! One agent's walk of one frame.

use super::{
    ground::WalkGround,
    next_cells::NextCell,
    pace::Pace,
    progress::Progress,
    source::Source,
    step::{CellStep, StepState},
    walker::{CellWalker, WalkOutcome, WalkRequest},
};
use crate::{ground::CostProfile, map::MapWithoutObstacles};
use glam::{IVec2, Vec2};

impl WalkGround<'_> {
    /// Walks an agent that is at `at` and for which [`WalkGround::pass_center`] is not enough. Returns its new position. An agent without a
    /// source only walks out of walls.
    #[inline(never)]
    pub fn walk(
        &self,
        walker: CellWalker<impl WalkRequest>,
        at: Vec2,
        known: NextCell,
    ) -> (Vec2, WalkOutcome) {
        let CellWalker { own, step, pace, progress, request } = walker;
        let Some(source) = self.source(step, progress, request) else {
            let walker = CellWalker { own, step, pace, progress, request };
            return (self.walk_without_path(walker, at), WalkOutcome::Nothing);
        };
        let is_unchanged = match &source {
            Source::Field(field) => field.is_unchanged && self.disturbance.is_nowhere(),
            Source::Path(_) => !self.disturbance.concerns(step),
        };
        if step.state == StepState::Arrived && progress.has_arrived() && step.is_at(at) && is_unchanged {
            return (at, WalkOutcome::Nothing);
        }
        let (travel, had_arrived) = (pace.travel(self.seconds), progress.has_arrived());
        let map = self.map.without_obstacles(own);
        let mut walk = CellWalk { ground: self, map, source, pace, step, request, known };
        let (end, outcome) = walk.run(at, travel);
        let CellWalk { source, step, .. } = walk;
        source.note_progress(progress, step, step.state == StepState::Arrived);
        if step.state == StepState::Waiting && self.is_in_wall(map, source.profile(), end) {
            // Until its search is due, an agent with a path of its own that leads nowhere walks out as one without a path does.
            let walker = CellWalker { own, step, pace, progress, request };
            return (self.walk_without_path(walker, end), outcome);
        }
        match (step.state, outcome) {
            // A follower that was inserted again has not arrived yet, although its agent is at the end.
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
    pub fn pass_center(
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
        let (direction, distance) = self.stride(here, next);
        let (velocity, distance) = (direction / slowness, distance * slowness);
        let rest = pace.travel(self.seconds) - step.left;
        let passes = step.state == StepState::Walking
            && next != step.from()
            && step.is_at(at)
            && rest > 0.0
            && rest < distance
            && !self.disturbance.concerns(step);
        if !passes {
            return None;
        }
        step.at = self.geometry.center_of(here) + velocity * rest;
        step.velocity = velocity;
        step.left = distance - rest;
        step.set_cells(here, next);
        progress.head_for(1);
        Some(step.at)
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
    /// What is remembered of the next cell of the cell to which the agent walks.
    known: NextCell,
}

/// What an agent does after it has checked its step.
enum Decision {
    /// It walks.
    Walk,
    /// It walks by another path than before.
    WalkElsewhere,
    /// Pushes have taken it to the end of its path, or keep it from walking there.
    Arrive,
    /// It stands still.
    Stay,
    /// It must be answered again.
    AskAgain,
}

impl<R: WalkRequest> CellWalk<'_, R> {
    fn run(&mut self, at: Vec2, travel: f32) -> (Vec2, WalkOutcome) {
        let pushed = match self.check_step(at, travel) {
            Decision::AskAgain => return (at, WalkOutcome::Lost),
            Decision::Stay => return (at, WalkOutcome::Nothing),
            Decision::Arrive => return self.arrive(at),
            Decision::WalkElsewhere => WalkOutcome::Pushed,
            Decision::Walk => WalkOutcome::Nothing,
        };
        let (end, outcome) = self.advance(at, travel);
        self.step.at = end;
        (end, if outcome == WalkOutcome::Nothing { pushed } else { outcome })
    }

    /// Makes sure that the agent is on a step that it may take.
    fn check_step(&mut self, at: Vec2, travel: f32) -> Decision {
        let is_disturbed = !self.step.is_at(at) || self.ground.disturbance.concerns(self.step);
        match self.step.state {
            StepState::New => self.begin(at),
            StepState::Waiting | StepState::InCrowd => self.resume(at),
            StepState::Arrived => self.leave_end(at),
            StepState::WalkingOut if is_disturbed => self.resume_walking_out(at),
            StepState::Walking | StepState::Approaching if is_disturbed => self.resume(at),
            // An agent that walks notices at the next centre.
            _ if travel == 0.0 && self.is_cut_off() => Decision::AskAgain,
            _ => Decision::Walk,
        }
    }

    /// Whether the goal field knows no path any more from where the agent walks to.
    fn is_cut_off(&self) -> bool {
        matches!(self.source, Source::Field(_))
            && self.ground.may_have_lost_paths()
            && !self.leads_on(self.step.to())
    }

    fn leads_on(&self, cell: IVec2) -> bool {
        self.source.leads_on(self.map, cell)
    }

    fn is_free(&self, cell: IVec2) -> bool {
        self.map.is_free(self.source.profile(), cell)
    }

    fn allows_step(&self, from: IVec2, to: IVec2) -> bool {
        self.map.allows_step(self.source.profile(), from, to)
    }

    /// Takes the first step of a new path. If the new path goes on as the old one did, the agent stays on its line.
    fn begin(&mut self, at: Vec2) -> Decision {
        let Some(here) = self.ground.geometry.cell_at(at) else { return self.stop() };
        let (from, to) = (self.step.from(), self.step.to());
        let is_on_step = self.step.is_at(at) && from != to && (here == from || here == to);
        let goes_on = || here == to || self.source.next(self.map, from, NextCell::default()) == Some(to);
        let stays_out = here == to || self.is_line_free(at, from, to);
        if is_on_step && stays_out && self.allows_step(from, to) && self.leads_on(to) && goes_on() {
            self.head_for(at, from, to);
            return Decision::Walk;
        }
        match self.request.start() {
            // Something may have moved the agent while its search was under way: then another cell is the nearest.
            Some(start) if start != here && !self.is_free(here) && self.exit_of(here) == Some(start) => {
                self.walk_out(at, here, start);
                Decision::Walk
            }
            _ => self.begin_here(at, here),
        }
    }

    /// Takes the first step from the cell in which the agent is: to the next cell if the line there is free from anywhere in the cell,
    /// otherwise to the centre of the cell.
    fn begin_here(&mut self, at: Vec2, here: IVec2) -> Decision {
        if !self.leads_on(here) {
            return self.stop();
        }
        let next = self.source.next(self.map, here, NextCell::default());
        let to = match next {
            Some(next) if self.is_line_free(at, here, next) => next,
            Some(_) => here,
            None if self.source.is_end(self.map, here) => here,
            None => return self.stop(),
        };
        match self.point_in(here) {
            Some(point) if next.is_none() => self.approach(at, here, point),
            _ => self.head_for(at, here, to),
        }
        Decision::Walk
    }

    /// Continues a step after something else moved the agent or something was built near it.
    fn resume(&mut self, at: Vec2) -> Decision {
        let (from, to) = (self.step.from(), self.step.to());
        let Some(here) = self.step.cell_at(self.ground.geometry, at) else { return self.leave_path(at) };
        let is_legal = if from == to { self.is_free(to) } else { self.allows_step(from, to) };
        let is_pushed_aside =
            here == from && from != to && (self.is_far_off(at) || !self.is_line_free(at, from, to));
        if !is_legal || !self.leads_on(to) || is_pushed_aside {
            return self.begin_here(at, here);
        }
        let is_pushed = !self.step.is_at(at);
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

    /// Whether an agent that was pushed within the cell to which it walks counts as past the centre, so that it goes on from where it is:
    /// an agent that is pushed about hardly ever reaches the centre itself. It also does if the centre lies more to its side than ahead,
    /// because others may keep it from coming any nearer.
    fn has_passed_center(&self, at: Vec2) -> bool {
        let (from, to) = (self.step.from(), self.step.to());
        let Some(next) = self.source.next(self.map, to, NextCell::default()) else { return false };
        let geometry = self.ground.geometry;
        let (at, center) = (geometry.tiles_at(at), geometry.tiles_of(to));
        let ahead = (center - at).dot((center - geometry.tiles_of(from)).normalize_or_zero());
        // It heads for the centre of its own cell only until the line to the next cell is free.
        from == to
            || ahead <= at.distance(center) / 2.0
            || at.distance_squared(geometry.tiles_of(next))
                <= center.distance_squared(geometry.tiles_of(next))
    }

    /// Continues in the last cell. The end counts as reached as soon as the agent is pushed a little past it, or pushes have kept it from
    /// coming nearer too often.
    fn go_on_in_end(&mut self, at: Vec2, last: IVec2) -> Decision {
        let end = self.point_in(last).unwrap_or_else(|| self.ground.geometry.center_of(last));
        let walk = self.step.velocity.length() * self.pace.travel(self.ground.seconds);
        if self.step.setbacks.end_the_walk(end, self.step.at, at, walk) {
            return Decision::Arrive;
        }
        self.begin_here(at, last)
    }

    /// Decides for an agent at the end of its path: it stays, unless the end moved or something moved the agent.
    fn leave_end(&mut self, at: Vec2) -> Decision {
        let end = self.step.to();
        if self.ground.geometry.cell_at(at) != Some(end) {
            return self.leave_path(at);
        }
        if self.source.is_end(self.map, end) { Decision::Stay } else { self.begin_here(at, end) }
    }

    /// Decides for an agent that is off its path. A goal field knows a path from everywhere; an agent with an own path needs a new
    /// search.
    fn leave_path(&mut self, at: Vec2) -> Decision {
        let here = self.ground.geometry.cell_at(at);
        match (&self.source, here) {
            (Source::Field(_), Some(here)) => match self.begin_here(at, here) {
                Decision::Walk => Decision::WalkElsewhere,
                decision => decision,
            },
            _ => self.stop(),
        }
    }

    /// Stands still until there is another path.
    fn stop(&mut self) -> Decision {
        self.step.left = 0.0;
        match self.source {
            Source::Field(_) => {
                // It may be answered from a field again, which lets it go on with its step.
                self.step.state = StepState::New;
                Decision::AskAgain
            }
            Source::Path(_) => {
                self.step.state = StepState::Waiting;
                Decision::Stay
            }
        }
    }

    /// Whether the agent is so far from where the walk put it that its line may cross what is beside the step.
    fn is_far_off(&self, at: Vec2) -> bool {
        // Where the walk put it is NaN before the first walk.
        !self.ground.geometry.is_same_point(at, self.step.at)
    }

    /// Whether an agent in the cell `from` touches no wall on the line to the centre of a neighbour.
    fn is_line_free(&self, at: Vec2, from: IVec2, to: IVec2) -> bool {
        let geometry = self.ground.geometry;
        let is_off_line = |&cell: &IVec2| self.is_free(cell) || geometry.is_beyond_line(at, from, to, cell);
        geometry.beside_step(from, to).iter().all(is_off_line) || geometry.is_on_line(at, from, to)
    }

    /// Chooses the exit of a wall again after something else moved the agent, the map moved, or something was built near it.
    fn resume_walking_out(&mut self, at: Vec2) -> Decision {
        let Some(here) = self.ground.geometry.cell_at(at) else { return self.stop() };
        if self.is_free(here) {
            return self.begin_here(at, here);
        }
        match self.exit_of(here) {
            Some(exit) => {
                self.walk_out(at, here, exit);
                Decision::Walk
            }
            None => self.stop(),
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
        let (direction, distance) = (self.ground.geometry.center_of(to) - at).normalize_and_length();
        self.head_along(direction, distance, at, from, to);
    }

    fn head_along(&mut self, direction: Vec2, distance: f32, at: Vec2, from: IVec2, to: IVec2) {
        let slowness = self.pace.slowness(self.map, self.source.profile(), to);
        self.step.set_out(at, direction / slowness, distance * slowness, StepState::Walking);
        self.step.set_cells(from, to);
        self.known = NextCell::default();
    }

    /// Walks `travel` along the path. Returns the new position.
    fn advance(&mut self, mut at: Vec2, mut travel: f32) -> (Vec2, WalkOutcome) {
        let mut outcome = WalkOutcome::Nothing;
        // An agent at a centre has completed its step even if no time passes.
        loop {
            if travel < self.step.left {
                self.step.left -= travel;
                return (at + self.step.velocity * travel, outcome);
            }
            travel -= self.step.left;
            let (last, here) = (self.step.from(), self.step.to());
            if self.step.state == StepState::Approaching {
                let point = self.point_in(here);
                return self.arrive(point.unwrap_or(at));
            }
            at = self.ground.geometry.center_of(here);
            self.step.complete(at);
            match self.source.next(self.map, here, self.known) {
                Some(next) => {
                    if self.source.turns_back(last, next) {
                        outcome = WalkOutcome::TurnedBack;
                    }
                    let (direction, distance) = self.ground.stride(here, next);
                    self.head_along(direction, distance, at, here, next);
                }
                None if self.source.is_end(self.map, here) => match self.point_in(here) {
                    Some(point) if point != at => self.approach(at, here, point),
                    _ => return self.arrive(at),
                },
                None => {
                    let is_lost = matches!(self.stop(), Decision::AskAgain);
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

    /// The point in the last cell to which the request asks to go, if it is the only target and counts exactly.
    fn point_in(&self, last: IVec2) -> Option<Vec2> {
        let point = self.request.end_point()?;
        (self.ground.geometry.cell_at(point) == Some(last)).then_some(point)
    }

    /// Walks within the last cell to a point.
    fn approach(&mut self, at: Vec2, last: IVec2, point: Vec2) {
        let (direction, distance) = (point - at).normalize_and_length();
        self.head_along(direction, distance, at, last, last);
        self.step.state = StepState::Approaching;
    }
}
