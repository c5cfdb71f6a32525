//! Agents that walk by a field: a velocity and a distance left for each, and a look at the field where a cell's centre is reached.

use super::{GoalFields, shared::Served};
use crate::{
    agent::{PathFollower, first_waypoint},
    events::Outbox,
    geometry::CellGeometry,
    nav_grid::NavGrid,
    planning::LatestChanges,
    result::{PathResult, Way},
};
use bevy::ecs::{query::QueryData, system::SystemParam};
use bevy::math::I16Vec2;
use bevy::prelude::*;
use smallvec::SmallVec;
use std::sync::RwLockReadGuard;
use tilepath::{CellRect, Changes, Cost, CostProfile, FieldReader, NavMap};

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

    fn from(&self) -> IVec2 {
        self.from.as_ivec2()
    }

    fn to(&self) -> IVec2 {
        self.to.as_ivec2()
    }

    /// The cells that it may be in on this step.
    fn step(&self) -> CellRect {
        CellRect::of_cell(self.from()).union(CellRect::of_cell(self.to()))
    }
}

/// A field that serves, and what it is read with.
struct Readable<'a> {
    reader: FieldReader<'a>,
    profile: &'a CostProfile,
}

impl<'a> Readable<'a> {
    fn of(map: &'a NavMap, served: &'a Served) -> Option<Self> {
        Some(Self { reader: map.read_field(&served.field)?, profile: served.field.profile() })
    }
}

/// Where on the map steps may have become illegal since agents walked last.
enum Disturbance {
    Nowhere,
    /// In rectangles, which are grown by the cells beside steps, and in the one round all of them.
    In(CellRect, SmallVec<[CellRect; 8]>),
    Everywhere,
}

impl Disturbance {
    fn of(changes: &Changes) -> Self {
        let Some(rects) = changes.terrain_rects() else { return Self::Everywhere };
        let rects: SmallVec<[CellRect; 8]> = rects.map(|rect| rect.grown(1)).collect();
        let all = rects.iter().copied().reduce(CellRect::union);
        all.map_or(Self::Nowhere, |all| Self::In(all, rects))
    }

    const fn is_nowhere(&self) -> bool {
        matches!(self, Self::Nowhere)
    }

    fn concerns(&self, on: &OnField) -> bool {
        let touches = |rect: &CellRect| rect.contains(on.from()) || rect.contains(on.to());
        match self {
            Self::Nowhere => false,
            Self::In(all, rects) => touches(all) && rects.iter().any(touches),
            Self::Everywhere => true,
        }
    }
}

/// The map as agents saw it when they walked last.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Seen {
    map: u64,
    revision: u64,
    geometry: CellGeometry,
}

/// What walking by fields reads.
#[derive(SystemParam)]
pub(crate) struct FollowContext<'w, 's> {
    time: Res<'w, Time>,
    nav_grid: Res<'w, NavGrid>,
    latest: Res<'w, LatestChanges>,
    fields: Res<'w, GoalFields>,
    parents: Query<'w, 's, &'static GlobalTransform>,
}

/// An agent that walks by a field.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct Walker {
    entity: Entity,
    on: &'static mut OnField,
    follower: &'static mut PathFollower,
    result: &'static mut PathResult,
    transform: &'static mut Transform,
}

/// Moves every agent that is on a field.
pub(crate) fn follow_fields(
    context: FollowContext,
    mut seen: Local<Option<Seen>>,
    mut outbox: ResMut<Outbox>,
    mut commands: Commands,
    mut walkers: Query<Walker, Without<ChildOf>>,
    mut children: Query<(Walker, &ChildOf)>,
    others: Query<(Entity, &OnField, &PathResult), Without<PathFollower>>,
) {
    let Some((map, geometry)) = context.nav_grid.map().zip(context.nav_grid.geometry()) else { return };
    let now = Seen { map: map.id(), revision: map.revision(), geometry: *geometry };
    let disturbance = context.disturbance(seen.replace(now), now);
    let guards: SmallVec<[Option<RwLockReadGuard<Option<Served>>>; 16]> =
        context.fields.fields.iter().map(|field| field.as_ref().map(|field| field.shared.read())).collect();
    let fields: SmallVec<[Option<Readable>; 16]> =
        guards.iter().map(|guard| Readable::of(map, guard.as_ref()?.as_ref()?)).collect();
    let ground = Ground { map, geometry, fields: &fields, disturbance };
    let seconds = context.time.delta_secs();
    let mut tell = |entity, news| match news {
        News::Nothing => {}
        News::Reached => outbox.reached(entity),
        News::Pushed => outbox.replanned(entity),
        News::Lost => {
            commands.entity(entity).try_remove::<OnField>();
        }
    };
    let calm = ground.disturbance.is_nowhere();
    for mut walker in &mut walkers {
        let travel = walker.follower.travel(seconds);
        let on = walker.on.bypass_change_detection();
        if calm && travel < on.left && travel > 0.0 && walker.transform.translation.truncate() == on.at {
            on.left -= travel;
            on.at += on.velocity * travel;
            walker.transform.translation.x = on.at.x;
            walker.transform.translation.y = on.at.y;
        } else {
            let at = walker.transform.translation.truncate();
            let (at_last, news) = ground.walk(&mut walker, at, travel);
            if at_last != at {
                walker.transform.translation = at_last.extend(walker.transform.translation.z);
            }
            tell(walker.entity, news);
        }
    }
    for (mut walker, child_of) in &mut children {
        let parent = context.parents.get(child_of.parent()).map(GlobalTransform::affine).unwrap_or_default();
        let world = parent.transform_point3(walker.transform.translation);
        let travel = walker.follower.travel(seconds);
        let (at_last, news) = ground.walk(&mut walker, world.truncate(), travel);
        let local = parent.inverse().transform_point3(at_last.extend(world.z));
        if at_last != world.truncate() && local.is_finite() {
            walker.transform.translation = local;
        }
        tell(walker.entity, news);
    }
    if !calm {
        let is_lost = |&(_, on, result): &(Entity, &OnField, &PathResult)| ground.knows_no_way(on, result);
        others.iter().filter(is_lost).for_each(|(entity, ..)| tell(entity, News::Lost));
    }
}

impl FollowContext<'_, '_> {
    /// What changed for agents that saw the map last as it was `before`.
    fn disturbance(&self, before: Option<Seen>, now: Seen) -> Disturbance {
        let Some(before) = before.filter(|before| before.map == now.map && before.geometry == now.geometry)
        else {
            return Disturbance::Everywhere;
        };
        if self.fields.shaken {
            return Disturbance::Everywhere;
        }
        if before.revision == now.revision {
            return Disturbance::Nowhere;
        }
        let changes = self.latest.between(before.revision, now.revision);
        changes.map_or(Disturbance::Everywhere, Disturbance::of)
    }
}

/// What became of an agent's walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum News {
    Nothing,
    /// It has come to the end of its way.
    Reached,
    /// It was pushed off its way, and goes on from where it is.
    Pushed,
    /// Its field knows no way from where it is: it must be answered anew.
    Lost,
}

/// The map and the fields that agents walk by.
struct Ground<'a> {
    map: &'a NavMap,
    geometry: &'a CellGeometry,
    fields: &'a [Option<Readable<'a>>],
    disturbance: Disturbance,
}

impl Ground<'_> {
    /// Where an agent at `at` is after it has travelled so far. Where its field can't be read it waits.
    #[inline(never)]
    fn walk(&self, walker: &mut WalkerItem, at: Vec2, travel: f32) -> (Vec2, News) {
        let Some(Some(field)) = self.fields.get(usize::from(walker.on.number)) else {
            return (at, News::Nothing);
        };
        let on = walker.on.bypass_change_detection();
        let mut step = Step { ground: self, field, follower: &walker.follower, on };
        let (at, news) = step.walk(at, travel);
        let arrived = on.state == State::Arrived;
        let next = usize::from(arrived || on.from != on.to);
        if arrived && !walker.follower.has_arrived() {
            walker.follower.arrive(next);
        } else if !arrived && (walker.follower.next_waypoint() != next || walker.follower.has_arrived()) {
            walker.follower.start(next);
        }
        let start = if on.state == State::WalkingOut { on.to() } else { on.from() };
        if let Way::Shared(way) = &mut walker.result.bypass_change_detection().way {
            way.start = start;
        }
        (at, news)
    }

    /// Whether the field of an agent that does not walk knows no way any more.
    fn knows_no_way(&self, on: &OnField, result: &PathResult) -> bool {
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
}

impl Step<'_> {
    fn walk(&mut self, at: Vec2, travel: f32) -> (Vec2, News) {
        let news = match self.set_out(at) {
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
    fn set_out(&mut self, at: Vec2) -> News {
        let disturbed = self.ground.disturbance.concerns(self.on);
        let cut_off =
            |step: &Self| !step.ground.disturbance.is_nowhere() && step.cost(step.on.to()).is_none();
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
        let next = self.field.reader.next(here);
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
        if !legal || self.cost(to).is_none() || ((here == from || here == to) && !self.is_free(here)) {
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
        // Where it has not been put anywhere the distance is NaN.
        !(cells(at).distance(cells(self.on.at)) < 0.01)
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
        let goal = self.ground.geometry.center_of(to);
        let slowness = self.follower.slowness(self.ground.map, self.field.profile, to);
        let left = at.distance(goal) * slowness;
        let on = &mut *self.on;
        on.at = at;
        on.velocity = if left > 0.0 { (goal - at) / left } else { Vec2::ZERO };
        on.left = left;
        (on.from, on.to) = (from.as_i16vec2(), to.as_i16vec2());
        on.state = State::Walking;
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
            match self.field.reader.next(here) {
                Some(next) => self.head(at, here, next),
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
