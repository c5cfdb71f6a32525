//! What must hold in every frame of a storm.

use super::{
    model::{Model, Pricing},
    site::{Site, place},
};
use crate::support::{Diary, TILE, nav};
use bevy::ecs::{change_detection::Tick, entity::EntityHashMap, entity_disabling::Disabled};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use core::mem::{Discriminant, discriminant};

/// The greatest distance between neighbouring cells, also across a corner, in tiles.
const BESIDE: f32 = 1.5;

/// What is known of the frame before, and of each agent.
#[derive(Default)]
pub struct Checks {
    model: Option<Model>,
    stats: PathfindingStats,
    before: EntityHashMap<Before>,
    memories: EntityHashMap<Memory>,
    /// The number of frames since the budgets were small.
    rich_frames: u32,
    /// The number of frames since the map, the profiles or a target changed.
    quiet_frames: u32,
    profiles: Vec<CostProfile>,
    goals: Vec<Option<Vec2>>,
}

/// An agent before a frame.
struct Before {
    at: Vec2,
    status: PathStatus,
    arrived: bool,
    answered: Tick,
    goals: Vec<IVec2>,
}

/// A kind of failure, whatever values it names.
type ReasonKind = (Discriminant<FailureReason>, Option<Discriminant<PathError>>);

fn kind_of(reason: FailureReason) -> ReasonKind {
    let of_path = match &reason {
        FailureReason::Path(error) => Some(discriminant(error)),
        _ => None,
    };
    (discriminant(&reason), of_path)
}

/// What is remembered of an agent.
#[derive(Default)]
struct Memory {
    /// The kind of failure that was reported last, until there is a path.
    reported: Option<ReasonKind>,
    /// The seconds that the agent is in a wall, and after how many it must be out, while nothing changes.
    in_wall: Option<(f32, f32)>,
    /// Whether it asked for almost the same, which may or may not report a failure again.
    is_unsure: bool,
    /// The seconds for which its shared path has no waypoints.
    lost_for: f32,
}

type Verdict = Result<(), String>;

fn holds(condition: bool, what: impl FnOnce() -> String) -> Verdict {
    if condition { Ok(()) } else { Err(what()) }
}

impl Checks {
    /// Notes everything that the frame may change.
    pub fn look_before(&mut self, site: &mut Site) {
        let map = site.map;
        let model = Model::of(site.world(), map);
        let world = site.app.world();
        let settings = world.resource::<PathfindingSettings>();
        let rich = settings.expansions_per_frame > 1000 && settings.field_cells_per_frame > 1000;
        self.rich_frames = if rich { self.rich_frames + 1 } else { 0 };
        let profiles: Vec<CostProfile> = world.resource::<CostProfiles>().iter().cloned().collect();
        let goals = site.targets.iter().map(|&target| position(world, target)).collect();
        let is_quiet = model == self.model && profiles == self.profiles && goals == self.goals;
        self.quiet_frames = if is_quiet { self.quiet_frames + 1 } else { 0 };
        (self.model, self.profiles, self.goals) = (model, profiles, goals);
        self.stats = *world.resource();
        self.memories.retain(|&agent, _| world.get_entity(agent).is_ok());
        self.before.clear();
        for &agent in &site.agents {
            if site.asked.contains(&agent) {
                self.memories.entry(agent).or_default().reported = None;
            }
            self.memories.entry(agent).or_default().is_unsure |= site.asked_alike.contains(&agent);
            let Some(result) = world.get_entity(agent).unwrap().get_ref::<PathResult>() else { continue };
            let request = world.get::<PathRequest>(agent).unwrap();
            let goals = self.goal_cells(world, agent, request);
            let arrived = world.get::<PathFollower>(agent).is_some_and(PathFollower::has_arrived);
            let at = place(world, agent).unwrap();
            let before =
                Before { at, status: result.status(), arrived, answered: result.last_changed(), goals };
            self.before.insert(agent, before);
        }
        *site.app.world_mut().resource_mut::<Diary>() = Diary::default();
    }

    /// The cells of the targets that exist. Of two agents that ask for each other, the one with the greater entity waits for the other
    /// when that is in a neighbouring cell.
    fn goal_cells(&self, world: &World, agent: Entity, request: &PathRequest) -> Vec<IVec2> {
        let Some(model) = &self.model else { return Vec::new() };
        if let [PathTarget::Entity(target)] = *request.targets()
            && agent > target
            && world
                .get::<PathRequest>(target)
                .is_some_and(|other| other.targets() == [PathTarget::Entity(agent)])
            && let Some(at) = position(world, target)
        {
            let here = model.cell_at(place(world, agent).unwrap());
            let there = model.cell_at(at);
            let is_close = model.distance(here, there) < 1.5;
            return vec![if is_close { here } else { there }];
        }
        let cell = |target: &PathTarget| match *target {
            PathTarget::Cell(cell) => Some(cell),
            PathTarget::Position(at) => Some(model.cell_at(at)),
            PathTarget::Entity(entity) => position(world, entity).map(|at| model.cell_at(at)),
        };
        request.targets().iter().filter_map(cell).collect()
    }

    /// Compares what the frame did with the model.
    pub fn look_after(&mut self, site: &mut Site) -> Verdict {
        self.check_map(site)?;
        self.check_stats(site)?;
        let agents: Vec<Entity> = site.agents.clone();
        for agent in agents {
            if site.app.world().get::<Disabled>(agent).is_some() {
                continue;
            }
            self.check_agent(site, agent).map_err(|what| {
                let world = site.app.world();
                let parts = world.entity(agent).get_components::<(
                    &Transform,
                    Option<&PathRequest>,
                    Option<&PathResult>,
                    Option<&PathFollower>,
                )>();
                let from = self.before.get(&agent).map(|before| (before.at, before.status));
                format!("{agent}: {what}\nbefore: {from:?}\n{parts:?}")
            })?;
        }
        Ok(())
    }

    fn check_map(&self, site: &Site) -> Verdict {
        let (nav, map) = (nav(&site.app), nav(&site.app).map());
        holds(map.is_some() == self.model.is_some(), || "the map is there or not".into())?;
        let (Some(map), Some(model)) = (map, &self.model) else { return Ok(()) };
        // Below a wall, the class of a door does not count.
        let class = |(cell, class): (IVec2, u8)| {
            if map.obstacle_classes(cell).any(|(class, _)| class == 0) { 0 } else { class }
        };
        let classes: Vec<u8> = map.grid().cells().map(class).collect();
        holds(classes == model.classes, || format!("other classes: {classes:?} but {:?}", model.classes))?;
        holds(map.topology() == model.topology, || "another topology".into())?;
        holds(
            nav.center_of(IVec2::ZERO).unwrap().abs_diff_eq(model.geometry.center_of(IVec2::ZERO), 0.001),
            || "another place".into(),
        )?;
        let zeros = vec![0; model.classes.len()];
        let layers = map.danger_layers().len().max(model.danger.len());
        let seen = |layer: usize| map.danger_layers().get(layer).map_or(&zeros[..], |layer| layer.units());
        let expected = |layer: usize| model.danger.get(layer).unwrap_or(&zeros);
        holds((0..layers).all(|layer| seen(layer) == expected(layer)), || "other danger".into())
    }

    fn check_stats(&self, site: &Site) -> Verdict {
        let figures = |stats: &PathfindingStats| {
            let PathfindingStats { searches, expansions, refused, shared, field_builds, .. } = *stats;
            [searches, expansions, refused, shared, field_builds, stats.field_repairs, stats.repaired_cells]
        };
        let now = figures(site.app.world().resource());
        let grows = figures(&self.stats).into_iter().zip(now).all(|(before, now)| before <= now);
        holds(grows, || format!("stats decrease: {:?}, {now:?}", self.stats))
    }

    fn check_agent(&mut self, site: &Site, agent: Entity) -> Verdict {
        let world = site.app.world();
        let Some(before) = self.before.get(&agent) else { return Ok(()) };
        let result = world.get_entity(agent).unwrap().get_ref::<PathResult>().unwrap();
        let request = world.get::<PathRequest>(agent).unwrap();
        let follower = world.get::<PathFollower>(agent);
        let status = result.status();
        let rich = self.rich_frames > 2;
        holds(!rich || status != PathStatus::Pending, || "pending".into())?;
        let arrived = follower.is_some_and(PathFollower::has_arrived);
        // An equal request keeps the agent where it is while it waits for its turn.
        let has_path =
            (result.has_path() && status != PathStatus::Pending) || (!rich && status == PathStatus::Pending);
        holds(!arrived || has_path, || format!("arrived, but {status:?}"))?;
        let memory = self.memories.entry(agent).or_default();
        check_events(world.resource(), agent, before, &result, arrived, memory)?;
        let Some(model) = &self.model else {
            return holds(!rich || status == PathStatus::Failed(FailureReason::NoMap), || "no map".into());
        };
        if let Some(follower) = follower {
            let profile = world.resource::<CostProfiles>();
            let profile = profile.get(request.profile()).unwrap_or(profile.default_profile());
            // Where budgets are spent, an agent with a path waits in the queue for one that leads out.
            let is_still = rich
                && self.quiet_frames > 0
                && !site.teleported.contains(&agent)
                && !site.asked.contains(&agent);
            check_walk(site, model, agent, before, follower, profile)?;
            check_exit(site, model, agent, follower, profile, memory, is_still)?;
        }
        let answered = result.last_changed() != before.answered;
        let case = Case { site, model, agent, before, request, result: &result, walks: follower.is_some() };
        if let (Some(follower), true) = (follower, result.is_shared()) {
            // An agent whose field knows no path any more goes on to the next cell's centre before it notices.
            let is_lost = rich && self.quiet_frames > 3 && result.cells(nav(&site.app)).is_empty();
            let seconds = world.resource::<Time>().delta_secs();
            memory.lost_for = if is_lost { memory.lost_for + seconds } else { 0.0 };
            let slowest = if follower.slowed_by_terrain { 9.0 } else { 1.0 };
            let step = 1.5 * TILE * slowest / follower.speed;
            holds(memory.lost_for <= step + seconds, || "a shared path without waypoints".into())?;
        }
        // The path of an earlier request is no answer.
        if result.is_shared() && status != PathStatus::Pending {
            return case.check_shared(rich && self.quiet_frames > 3);
        }
        if answered { case.check_answer(rich) } else { Ok(()) }
    }

    /// Compares every answer with the model, after many frames without events.
    pub fn after_the_storm(&self, site: &mut Site) -> Verdict {
        let world = site.app.world();
        for (&agent, before) in &self.before {
            if world.get::<Disabled>(agent).is_some() || self.model.is_none() {
                continue;
            }
            let result = world.get::<PathResult>(agent).unwrap();
            let request = world.get::<PathRequest>(agent).unwrap();
            let follower = world.get::<PathFollower>(agent);
            let model = self.model.as_ref().unwrap();
            let targets = request.targets();
            // Agents that follow agents may walk for ever.
            let moves = |target: &PathTarget| matches!(target, PathTarget::Entity(target) if world.get::<PathFollower>(*target).is_some());
            if targets.iter().any(moves) || request.options().max_expansions.is_some() {
                continue;
            }
            // An agent that does not walk keeps the path from where it asked, wherever the storm moved it.
            if follower.is_none() {
                continue;
            }
            let case = Case { site, model, agent, before, request, result, walks: true };
            case.check_reachable()
                .map_err(|what| format!("{agent} at the end: {what}\n{request:?}\n{result:?}"))?;
            let arrives = follower.is_none_or(|follower| follower.has_arrived() || !result.has_path());
            holds(arrives, || {
                format!(
                    "{agent} never arrives from {:?}, {:?}: {follower:?}\n{request:?}\n{result:?}",
                    before.at,
                    world.get::<ChildOf>(agent)
                )
            })?;
        }
        Ok(())
    }
}

/// The position of a target. A target that is disabled is gone.
fn position(world: &World, entity: Entity) -> Option<Vec2> {
    let entity_ref = world.get_entity(entity).ok()?;
    if entity_ref.contains::<Disabled>() { None } else { place(world, entity) }
}

fn check_events(
    diary: &Diary,
    agent: Entity,
    before: &Before,
    result: &PathResult,
    arrived: bool,
    memory: &mut Memory,
) -> Verdict {
    let count = |list: &[Entity]| list.iter().filter(|&&entity| entity == agent).count();
    let had_path = matches!(before.status, PathStatus::Found | PathStatus::Partial);
    let has_answer = matches!(result.status(), PathStatus::Found | PathStatus::Partial);
    let found = usize::from(!had_path && has_answer);
    holds(count(&diary.found) == found, || format!("{} × PathFound", count(&diary.found)))?;
    let reached = usize::from(!before.arrived && arrived && result.status() == PathStatus::Found);
    holds(count(&diary.reached) == reached, || format!("{} × GoalReached", count(&diary.reached)))?;
    let kind = result.failure().map(kind_of);
    let failed: Vec<FailureReason> =
        diary.failed.iter().filter(|(entity, _)| *entity == agent).map(|&(_, reason)| reason).collect();
    let expected = usize::from(kind.is_some() && kind != memory.reported);
    let is_expected = failed.len() == expected || (memory.is_unsure && failed.len() <= 1);
    holds(is_expected, || format!("{failed:?}, {expected} expected"))?;
    holds(failed.iter().all(|reason| Some(*reason) == result.failure()), || format!("{failed:?}"))?;
    if result.status() != PathStatus::Pending {
        memory.reported = kind;
        memory.is_unsure = false;
    }
    Ok(())
}

/// Nobody is faster than its speed, and nobody walks into a wall.
fn check_walk(
    site: &Site,
    model: &Model,
    agent: Entity,
    before: &Before,
    follower: &PathFollower,
    profile: &CostProfile,
) -> Verdict {
    let world = site.app.world();
    let at = place(world, agent).unwrap();
    let travel = follower.speed * world.resource::<Time>().delta_secs();
    let distance = at.distance(before.at);
    holds(distance <= travel * 1.001 + 0.01, || format!("walked {distance}, but only {travel} were left"))?;
    let (from, to) = (model.cell_at(before.at), model.cell_at(at));
    if from == to || !model.is_free(profile, from) {
        return Ok(());
    }
    // Rounding a corner, a rounding error may put it in a cell beside the step.
    if model.is_near_corner(at) {
        return Ok(());
    }
    holds(model.is_free(profile, to), || format!("from {from} into the wall {to}, at {at}"))?;
    let pricing = Pricing::plain(profile);
    let reachable = model.costs_from(&pricing, from)[model.index(to).unwrap()].is_some();
    holds(reachable, || format!("from {from} through a wall to {to}"))
}

/// An agent in a wall walks out of it.
fn check_exit(
    site: &Site,
    model: &Model,
    agent: Entity,
    follower: &PathFollower,
    profile: &CostProfile,
    memory: &mut Memory,
    is_still: bool,
) -> Verdict {
    let world = site.app.world();
    let at = place(world, agent).unwrap();
    let here = model.cell_at(at);
    let nearest = model.nearest_free(profile, here).filter(|&tiles| tiles > 0.0);
    let (true, Some(tiles)) = (model.index(here).is_some(), nearest) else {
        memory.in_wall = None;
        return Ok(());
    };
    let seconds = world.resource::<Time>().delta_secs();
    let slowest = if follower.slowed_by_terrain { 9.0 } else { 1.0 };
    let limit = (tiles + 1.0) * TILE * slowest / follower.speed + 0.01;
    let (since, limit) = match memory.in_wall {
        Some((since, limit)) if is_still => (since + seconds, limit),
        _ => (0.0, limit),
    };
    memory.in_wall = Some((since, limit));
    holds(since <= limit, || format!("{since} s in a wall, {limit} at most"))
}

/// An agent with its request and its answer.
struct Case<'a> {
    site: &'a Site,
    model: &'a Model,
    agent: Entity,
    before: &'a Before,
    request: &'a PathRequest,
    result: &'a PathResult,
    walks: bool,
}

impl Case<'_> {
    fn pricing(&self) -> Option<Pricing> {
        Pricing::of(self.site.app.world(), self.request)
    }

    /// The cost of the cheapest path from a cell, by brute force.
    fn best_from(&self, by: &Pricing, start: IVec2) -> Option<u64> {
        let costs = self.model.costs_from(by, start);
        let range = self.request.options().range;
        self.model.ends(&self.before.goals, range).filter_map(|end| costs[end]).min()
    }

    /// A shared path is legal, and the cheapest if nothing has changed for a while.
    fn check_shared(&self, is_settled: bool) -> Verdict {
        let path = self.result.cells(nav(&self.site.app));
        let Some(by) = self.pricing() else { return Err("an invalid request is Found".into()) };
        let Some(&start) = path.first() else {
            return holds(!is_settled || self.walks, || "a shared path without waypoints".into());
        };
        let price = self.model.price(&by, &path);
        holds(price.is_some(), || format!("an illegal shared path {path:?}"))?;
        if !is_settled {
            return Ok(());
        }
        let best = self.best_from(&by, start);
        let cost = u64::from(self.result.cost(nav(&self.site.app)).units());
        holds(price == best && Some(cost) == best, || {
            format!("{path:?} costs {price:?}, {cost}; best {best:?}")
        })
    }

    /// A new answer is that of the model.
    fn check_answer(&self, is_rich: bool) -> Verdict {
        let path = self.result.cells(nav(&self.site.app));
        let options = self.request.options();
        match self.result.status() {
            PathStatus::Pending => Ok(()),
            PathStatus::Failed(reason) if is_rich => self.check_failure(reason),
            PathStatus::Failed(_) => Ok(()),
            PathStatus::Found | PathStatus::Partial => {
                let Some(by) = self.pricing() else { return Err("an invalid request is Found".into()) };
                let price = self.model.price(&by, &path);
                let cost = u64::from(self.result.cost(nav(&self.site.app)).units());
                holds(price == Some(cost), || format!("{path:?} costs {price:?}, not {cost}"))?;
                if !is_rich {
                    return Ok(());
                }
                let start = path[0];
                self.check_start(&by, start)?;
                let best = self.best_from(&by, start);
                if self.result.status() == PathStatus::Partial {
                    return holds(options.allow_partial && best.is_none(), || {
                        format!("partial, but {best:?}")
                    });
                }
                let is_cheapest = match best {
                    Some(best) if options.inflation > 1.0 && cost >= best && cost <= best * 3 / 2 => true,
                    Some(best) => cost == best || self.keeps_on(&by, &path, (cost, best)),
                    None => false,
                };
                holds(is_cheapest, || format!("{path:?} costs {cost}, the cheapest {best:?}"))
            }
        }
    }

    /// Whether the agent keeps a path because it has just turned round: all cheapest paths lead back, and cost a quarter of it or more.
    fn keeps_on(&self, by: &Pricing, path: &[IVec2], (cost, best): (u64, u64)) -> bool {
        let &[start, next, ..] = path else { return false };
        let around = (-2..=2).flat_map(|y| (-2..=2).map(move |x| start + IVec2::new(x, y)));
        let is_best = |&cell: &IVec2| {
            let step = self.model.price(by, &[start, cell]).filter(|_| cell != start);
            step.is_some_and(|step| self.best_from(by, cell).is_some_and(|rest| step + rest == best))
        };
        let square = |a, b| self.model.distance(a, b).powi(2);
        let leads_back = |cell| square(cell, next) > square(start, cell) + square(start, next) + 0.001;
        self.walks && cost <= 4 * best && around.filter(is_best).all(leads_back)
    }

    /// A path begins where the agent was, or, if a wall is there, at the nearest free cell or at a cell beside the wall.
    fn check_start(&self, by: &Pricing, start: IVec2) -> Verdict {
        let here = self.model.cell_at(self.before.at);
        let tiles = self.model.distance(start, here);
        let nearest = self.model.nearest_free(&by.profile, here).unwrap_or_default();
        let reach = if nearest > 0.0 { nearest.max(BESIDE) } else { 0.0 };
        let begins = if self.walks { tiles <= reach + 0.001 } else { start == here };
        holds(begins, || format!("a path from {start} for an agent in {here}"))
    }

    /// A failure is that of the model.
    fn check_failure(&self, reason: FailureReason) -> Verdict {
        use PathError::*;
        let by = self.pricing();
        let here = self.model.cell_at(self.before.at);
        let is_inside = self.model.index(here).is_some();
        let agrees = match (reason, &by) {
            (FailureReason::Aversion(_) | FailureReason::UnknownProfile(_), by) => by.is_none(),
            (FailureReason::Path(ExpansionLimit(_)), _) => self.request.options().max_expansions.is_some(),
            (FailureReason::Path(StartOutside(_)), _) => !is_inside,
            (FailureReason::GoalGone(_), _) => self.before.goals.is_empty(),
            (FailureReason::Path(StartBlocked(_)), Some(by)) => {
                let nearest = self.model.nearest_free(&by.profile, here);
                nearest != Some(0.0) && (!self.walks || nearest.is_none())
            }
            (FailureReason::Path(Unreachable { .. } | GoalBlocked(_) | GoalOutside(_)), Some(_)) => {
                return self.check_reachable();
            }
            _ => false,
        };
        holds(agrees, || format!("{reason}"))
    }

    /// There is an answer if and only if brute force finds a path.
    fn check_reachable(&self) -> Verdict {
        let Some(by) = self.pricing() else {
            return holds(!self.result.has_path(), || "an invalid request has a path".into());
        };
        let here = self.model.cell_at(self.before.at);
        if self.model.index(here).is_none() {
            return holds(!self.result.has_path(), || "a path from outside".into());
        }
        let free = (0..self.model.classes.len()).map(|index| self.model.cell(index));
        let starts: Vec<IVec2> = free.filter(|&cell| self.model.is_free(&by.profile, cell)).collect();
        let nearest = self.model.nearest_free(&by.profile, here).unwrap_or_default();
        let reach = if nearest > 0.0 { nearest.max(BESIDE) } else { 0.0 };
        let is_exit = |cell: IVec2| self.model.distance(cell, here) <= reach + 0.001;
        let is_start = |cell: &&IVec2| if self.walks { is_exit(**cell) } else { **cell == here };
        let ways: Vec<bool> =
            starts.iter().filter(is_start).map(|&cell| self.best_from(&by, cell).is_some()).collect();
        // If there are several exits, any of them is right.
        let is_found = self.result.status() == PathStatus::Found;
        let agrees = if is_found { ways.contains(&true) } else { ways.is_empty() || ways.contains(&false) };
        holds(agrees, || {
            format!("{:?} of {}, but from the nearest cells {ways:?}", self.result.status(), self.agent)
        })
    }
}
