//! One agent on a field: a velocity and a distance left, and a look at the field where a cell's centre is reached.

use super::{
    disturbance::Disturbance,
    shared::Served,
    steps::{Ahead, KnownSteps},
};
use crate::{
    agent::{PathFollower, first_waypoint},
    geometry::CellGeometry,
    result::{PathResult, Way},
};
use bevy::math::I16Vec2;
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{CellRect, Cost, CostProfile, FieldReader, NavMap};

/// An agent that is answered from a field, and where it is on its way.
#[derive(Component, Clone, PartialEq, Debug)]
pub(crate) struct OnField {
    /// Where it was put last, in the world.
    at: Vec2,
    /// World units that it moves for each unit that it travels; slow ground makes it shorter than 1.
    velocity: Vec2,
    /// How far it travels to the centre of `to`; nothing where it does not walk.
    left: f32,
    /// The cell that it has left last, and the one that it is heading for.
    from: I16Vec2,
    to: I16Vec2,
    /// The number of its field.
    number: u16,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// It has yet to take its first step.
    New,
    /// It is on a step that it set out on before.
    Joining,
    /// On the step from one cell to the next, or to the centre of its own.
    Walking,
    /// On its way out of a wall, to the centre of a free cell.
    WalkingOut,
    Arrived,
}

impl OnField {
    /// An agent in the cell `here`, whose way begins at `start`: the same cell, unless it must walk out of a wall first.
    pub(crate) fn new(number: u16, here: IVec2, start: IVec2) -> Self {
        let [from, to] = [here, start].map(IVec2::as_i16vec2);
        let state = if here == start { State::New } else { State::WalkingOut };
        Self { at: Vec2::NAN, velocity: Vec2::ZERO, left: 0.0, from, to, number, state }
    }

    /// An agent at `at` on the step between two cells.
    pub(crate) fn on_step(number: u16, at: Vec2, from: IVec2, to: IVec2) -> Self {
        Self { at, state: State::Joining, ..Self::new(number, from, to) }
    }

    pub(crate) const fn number(&self) -> u16 {
        self.number
    }

    /// Goes on for so far, if that does not take it to the end of its step and nothing else has moved it from `place`. Tells whether it
    /// did.
    #[inline]
    pub(super) fn go_on(&mut self, travel: f32, place: &mut Vec3) -> bool {
        let is_there = [place.x.to_bits(), place.y.to_bits()] == self.at.to_array().map(f32::to_bits);
        let goes_on = travel > 0.0 && travel < self.left && is_there;
        if goes_on {
            self.left -= travel;
            self.at += self.velocity * travel;
            (place.x, place.y) = self.at.into();
        }
        goes_on
    }

    /// Tells where the way begins by now.
    pub(super) fn tell(&self, result: &mut PathResult) {
        if let Way::Shared(way) = &mut result.way {
            way.start = if self.state == State::WalkingOut { self.to() } else { self.from() };
        }
    }

    pub(super) fn from(&self) -> IVec2 {
        self.from.as_ivec2()
    }

    pub(super) fn to(&self) -> IVec2 {
        self.to.as_ivec2()
    }

    /// The cells that it may be in on this step.
    fn step(&self) -> CellRect {
        CellRect::of_cell(self.from()).union(CellRect::of_cell(self.to()))
    }
}

/// A field that serves, and what it is read with.
pub(super) struct Readable<'a> {
    reader: FieldReader<'a>,
    profile: &'a CostProfile,
    /// Steps that are known, where they are those of the map as it is.
    steps: Option<&'a KnownSteps>,
    /// Whether it is as it was when agents walked last.
    is_unchanged: bool,
}

impl<'a> Readable<'a> {
    pub(super) fn of(map: &'a NavMap, served: &'a Served, frame: u64) -> Option<Self> {
        let steps = Some(&served.steps).filter(|steps| steps.are_of(map.revision()));
        let reader = map.read_field(&served.field)?;
        let is_unchanged = served.changed < frame && steps.is_some();
        Some(Self { reader, profile: served.field.profile(), steps, is_unchanged })
    }

    /// The cell to step to from a cell of the map, of which so much is known.
    fn next(&self, cell: IVec2, ahead: Ahead) -> Option<IVec2> {
        match self.steps {
            Some(steps) => steps.next(&self.reader, cell, ahead),
            None => self.reader.next(cell),
        }
    }
}

/// What became of an agent's walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum News {
    Nothing,
    /// It has come to the end of its way.
    Reached,
    /// It was pushed off its way, and goes on from where it is.
    Pushed,
    /// Its field knows no way from where it is: it must be answered anew.
    Lost,
}

/// The map and the fields that agents walk by.
pub(super) struct Ground<'a> {
    map: &'a NavMap,
    geometry: &'a CellGeometry,
    fields: &'a [Option<Readable<'a>>],
    pub(super) disturbance: Disturbance,
    /// The time since agents walked last.
    pub(super) seconds: f32,
    /// How far it is to the centre of each neighbour, in rows of three, the lowest first, and in what direction.
    strides: [(Vec2, f32); 9],
}

impl<'a> Ground<'a> {
    pub(super) fn new(
        map: &'a NavMap,
        geometry: &'a CellGeometry,
        fields: &'a [Option<Readable<'a>>],
        disturbance: Disturbance,
        seconds: f32,
    ) -> Self {
        let middle = geometry.center_of(IVec2::ZERO);
        let strides = core::array::from_fn(|place| {
            let offset = IVec2::new(place as i32 % 3 - 1, place as i32 / 3 - 1);
            let stride = geometry.center_of(offset) - middle;
            (stride.normalize_or_zero(), stride.length())
        });
        Self { map, geometry, fields, disturbance, seconds, strides }
    }

    /// How far it is from the centre of one cell to that of a neighbour, and in what direction.
    #[inline]
    fn stride(&self, from: IVec2, to: IVec2) -> (Vec2, f32) {
        let offset = to - from + 1;
        self.strides[(offset.y * 3 + offset.x) as usize]
    }

    /// What is known of the step on from the cell that an agent heads for.
    pub(super) fn look_ahead(&self, on: &OnField) -> Ahead {
        let steps = self.field_of(on).and_then(|field| field.steps);
        steps.map_or(default(), |steps| steps.look_ahead(on.to()))
    }

    fn field_of(&self, on: &OnField) -> Option<&Readable<'_>> {
        self.fields.get(usize::from(on.number))?.as_ref()
    }

    /// Where an agent at `at` is after its walk. Where its field can't be read it waits.
    pub(super) fn walk(
        &self,
        on: &mut OnField,
        follower: &mut PathFollower,
        at: Vec2,
        ahead: Ahead,
    ) -> (Vec2, News) {
        if let Some(end) = self.pass(on, follower, at, ahead) {
            return (end, News::Nothing);
        }
        let Some(field) = self.field_of(on) else { return (at, News::Nothing) };
        let stays = on.state == State::Arrived && follower.has_arrived() && at == on.at;
        if stays && field.is_unchanged && self.disturbance.is_nowhere() {
            return (at, News::Nothing);
        }
        let travel = follower.travel(self.seconds);
        let (at, news) = Step { ground: self, field, follower, on, ahead }.walk(at, travel);
        if on.state == State::Arrived {
            follower.arrive(1);
        } else {
            follower.start(usize::from(on.from != on.to));
        }
        (at, news)
    }

    /// What most walks are that end a step: an undisturbed agent passes the centre of a cell from which the next step is known, and
    /// stays on that one. Tells where it is then, or nothing where the walk is of another kind.
    #[inline]
    fn pass(&self, on: &mut OnField, follower: &mut PathFollower, at: Vec2, ahead: Ahead) -> Option<Vec2> {
        let here = on.to();
        let next = here + ahead.offset()?;
        let (direction, distance) = self.stride(here, next);
        let rest = follower.travel(self.seconds) - on.left;
        let passes = on.state == State::Walking
            && at == on.at
            && rest > 0.0
            && rest < distance
            && !follower.slowed_by_terrain
            && !self.disturbance.concerns(on);
        if !passes {
            return None;
        }
        on.at = self.geometry.center_of(here) + direction * rest;
        on.velocity = direction;
        on.left = distance - rest;
        (on.from, on.to) = (on.to, next.as_i16vec2());
        follower.start(1);
        Some(on.at)
    }

    /// Whether the field of an agent that does not walk knows no way any more.
    pub(super) fn knows_no_way(&self, on: &OnField, result: &PathResult) -> bool {
        match (self.fields.get(usize::from(on.number)), &result.way) {
            (Some(Some(field)), Way::Shared(way)) => field.reader.cost(way.start).is_none(),
            _ => false,
        }
    }
}

/// One agent's walk of one frame.
struct Step<'a> {
    ground: &'a Ground<'a>,
    field: &'a Readable<'a>,
    follower: &'a PathFollower,
    on: &'a mut OnField,
    /// Where to go on to from the cell that it heads for.
    ahead: Ahead,
}

impl Step<'_> {
    fn walk(&mut self, at: Vec2, travel: f32) -> (Vec2, News) {
        let news = match self.set_out(at, travel) {
            News::Lost => return (at, News::Lost),
            news => news,
        };
        if self.on.state == State::Arrived {
            return (at, news);
        }
        let (end, reached) = self.advance(at, travel);
        self.on.at = end;
        (end, if reached == News::Nothing { news } else { reached })
    }

    /// Makes sure that the agent is on a step that it may take.
    fn set_out(&mut self, at: Vec2, travel: f32) -> News {
        let disturbed = self.ground.disturbance.concerns(self.on);
        // One that walks will see at the next centre.
        let cut_off = |step: &Self| {
            travel == 0.0 && !step.ground.disturbance.is_nowhere() && step.cost(step.on.to()).is_none()
        };
        match self.on.state {
            State::New => self.begin(at),
            State::Joining => self.resume(at),
            State::WalkingOut if at != self.on.at || disturbed => self.walk_out(at),
            State::Arrived => {
                let here = self.ground.geometry.cell_at(at);
                if here == Some(self.on.to()) && self.cost(self.on.to()) == Some(Cost::ZERO) {
                    News::Nothing
                } else if here == Some(self.on.to()) {
                    self.begin(at)
                } else {
                    self.begin_anew(at)
                }
            }
            _ if at != self.on.at || disturbed => self.resume(at),
            _ if cut_off(self) => News::Lost,
            _ => News::Nothing,
        }
    }

    fn cost(&self, cell: IVec2) -> Option<Cost> {
        self.field.reader.cost(cell).filter(|_| self.is_free(cell))
    }

    fn is_free(&self, cell: IVec2) -> bool {
        self.ground.map.is_free(self.field.profile, cell)
    }

    /// Takes the first step from where the agent is.
    fn begin(&mut self, at: Vec2) -> News {
        let here = self.ground.geometry.cell_at(at).filter(|&here| self.cost(here).is_some());
        let Some(here) = here else { return News::Lost };
        let next = self.field.next(here, Ahead::default());
        if next.is_none() && self.cost(here) != Some(Cost::ZERO) {
            return News::Lost;
        }
        let way: SmallVec<[IVec2; 2]> = core::iter::once(here).chain(next).collect();
        let to = way[first_waypoint(self.ground.map, self.field.profile, here, &way)];
        self.head(at, here, to);
        News::Nothing
    }

    fn begin_anew(&mut self, at: Vec2) -> News {
        match self.begin(at) {
            News::Nothing => News::Pushed,
            news => news,
        }
    }

    /// Goes on with a step after something else moved the agent, or something was built near it.
    fn resume(&mut self, at: Vec2) -> News {
        let (from, to) = (self.on.from(), self.on.to());
        let here = self.ground.geometry.cell_at(at).filter(|&here| self.on.step().contains(here));
        let Some(here) = here else { return self.begin_anew(at) };
        let legal = if from == to {
            self.is_free(to)
        } else {
            self.ground.map.allows_step(self.field.profile, from, to)
        };
        if !legal || self.cost(to).is_none() {
            return self.begin(at);
        }
        if here == from && from != to && self.is_far_off(at) {
            return self.begin(at);
        }
        self.head(at, from, to);
        News::Nothing
    }

    /// Whether the agent is so far from where it was put last that its line may cross what is beside the step.
    fn is_far_off(&self, at: Vec2) -> bool {
        let cells = |at| self.ground.geometry.cells_at(at);
        let distance = cells(at).distance(cells(self.on.at));
        // It is NaN where the agent has not been put anywhere.
        distance.is_nan() || distance > 0.01
    }

    /// Sets out for the free cell nearest to the wall that the agent is in.
    fn walk_out(&mut self, at: Vec2) -> News {
        let (from, to) = (self.on.from(), self.on.to());
        let here = self.ground.geometry.cell_at(at);
        let astray = !self.on.at.is_nan() && self.is_far_off(at);
        if self.cost(to).is_none() || (astray && here != Some(from)) {
            return News::Lost;
        }
        self.head(at, from, to);
        self.on.state = State::WalkingOut;
        News::Nothing
    }

    /// Heads for the centre of a cell.
    fn head(&mut self, at: Vec2, from: IVec2, to: IVec2) {
        let (direction, distance) = (self.ground.geometry.center_of(to) - at).normalize_and_length();
        self.head_along(direction, distance, at, from, to);
    }

    fn head_along(&mut self, direction: Vec2, distance: f32, at: Vec2, from: IVec2, to: IVec2) {
        let slowness = self.follower.slowness(self.ground.map, self.field.profile, to);
        let on = &mut *self.on;
        on.at = at;
        on.velocity = direction / slowness;
        on.left = distance * slowness;
        (on.from, on.to) = (from.as_i16vec2(), to.as_i16vec2());
        on.state = State::Walking;
        self.ahead = Ahead::default();
    }

    /// Where the agent is after it has travelled so far from `at`.
    fn advance(&mut self, mut at: Vec2, mut travel: f32) -> (Vec2, News) {
        while travel > 0.0 {
            if travel < self.on.left {
                self.on.left -= travel;
                return (at + self.on.velocity * travel, News::Nothing);
            }
            travel -= self.on.left;
            let here = self.on.to();
            at = self.ground.geometry.center_of(here);
            self.on.left = 0.0;
            self.on.from = self.on.to;
            self.on.at = at;
            match self.field.next(here, self.ahead) {
                Some(next) => {
                    let (direction, distance) = self.ground.stride(here, next);
                    self.head_along(direction, distance, at, here, next);
                }
                None if self.cost(here) == Some(Cost::ZERO) => {
                    self.on.state = State::Arrived;
                    return (at, News::Reached);
                }
                None => return (at, News::Lost),
            }
        }
        (at, News::Nothing)
    }
}
