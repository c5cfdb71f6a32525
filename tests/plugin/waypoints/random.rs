//! Random graphs with random edits: every answer is the one that a look at all paths finds.

use super::site::*;
use crate::support::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

const AREA: f32 = 200.0;

struct Storm {
    app: App,
    random: fastrand::Rng,
    waypoints: Vec<Entity>,
    disabled: Vec<Entity>,
    ship: Entity,
    /// Something that moves and is no waypoint.
    quarry: Entity,
    askers: Vec<Entity>,
    walkers: Vec<Entity>,
}

impl Storm {
    fn new(seed: u64) -> Self {
        let mut app = app();
        let mut settings = app.world_mut().resource_mut::<PathfindingSettings>();
        (settings.retry_delay_secs, settings.log_failures) = (0.0, false);
        let ship = app.world_mut().spawn(place(0.0, 0.0)).id();
        let quarry = app.world_mut().spawn(place(10.0, 10.0)).id();
        let random = fastrand::Rng::with_seed(seed);
        let (waypoints, disabled, askers, walkers) = default();
        let mut storm = Self { app, random, waypoints, disabled, ship, quarry, askers, walkers };
        (0..20).for_each(|_| storm.add_waypoint());
        (0..40).for_each(|_| storm.add_link());
        for index in 0..12 {
            let request = storm.any_request();
            let from = storm.any_place();
            if index % 2 == 0 {
                storm.askers.push(asker(&mut storm.app, from.into(), request));
            } else {
                storm.walkers.push(hiker(&mut storm.app, from.into(), request));
            }
        }
        storm
    }

    fn any_place(&mut self) -> Vec2 {
        Vec2::new(self.random.f32(), self.random.f32()) * AREA
    }

    fn any(&mut self) -> Entity {
        self.waypoints[self.random.usize(..self.waypoints.len())]
    }

    fn any_request(&mut self) -> PathRequest {
        let request = match self.random.u32(..4) {
            0 => PathRequest::to_entity(self.any()),
            1 => PathRequest::to_entity(self.quarry),
            2 => PathRequest::to_position(self.any_place()),
            _ => PathRequest::to_nearest([self.any(), self.any(), self.any()]),
        };
        let heuristics = Heuristic::BUILT_IN;
        request.with_heuristic(heuristics[self.random.usize(..heuristics.len())])
    }

    fn add_waypoint(&mut self) {
        let place = self.any_place();
        let waypoint = spawn_waypoint(&mut self.app, place);
        self.waypoints.push(waypoint);
    }

    fn add_link(&mut self) {
        let (a, b, cost) = (self.any(), self.any(), self.random.f32() * AREA);
        let kind = self.random.u32(..5);
        command(&mut self.app, |commands| {
            let mut waypoint = commands.entity(a);
            match kind {
                0 => waypoint.link_to(b),
                1 => waypoint.link_to_at_cost(b, cost),
                2 => waypoint.link_both_ways_at_cost(b, cost),
                _ => waypoint.link_both_ways(b),
            };
        });
    }

    fn edit(&mut self) {
        let (a, b, place) = (self.any(), self.any(), self.any_place());
        let world = self.app.world_mut();
        match self.random.u32(..12) {
            0 => self.add_waypoint(),
            1 if self.waypoints.len() > 8 => {
                world.entity_mut(a).despawn();
                self.waypoints.retain(|&waypoint| waypoint != a);
            }
            2 => {
                world.entity_mut(a).insert(Transform::from_translation(place.extend(1.0)));
            }
            3 | 4 => part(&mut self.app, a, b),
            5 if self.disabled.len() < 3 => {
                world.entity_mut(a).insert(Disabled);
                self.waypoints.retain(|&waypoint| waypoint != a);
                self.disabled.push(a);
            }
            6 => {
                if let Some(waypoint) = self.disabled.pop() {
                    world.entity_mut(waypoint).remove::<Disabled>();
                    self.waypoints.push(waypoint);
                }
            }
            7 => {
                world.entity_mut(a).insert(ChildOf(self.ship));
            }
            8 => {
                world.entity_mut(a).remove::<ChildOf>();
            }
            9 => world.get_mut::<Transform>(self.ship).unwrap().translation = (place * 0.2).extend(0.0),
            10 => world.get_mut::<Transform>(self.quarry).unwrap().translation = place.extend(0.0),
            _ => (0..3).for_each(|_| self.add_link()),
        }
    }

    /// Every answer costs what the cheapest path costs, or there is none. Returns how many have a path.
    fn verify(&mut self) -> usize {
        let (places, links) = model(&mut self.app);
        assert_eq!(graph(&self.app).len(), places.len());
        let mut found = 0;
        for &agent in self.askers.iter().chain(&self.walkers) {
            let request = self.app.world().get::<PathRequest>(agent).unwrap();
            let goal = |target: &PathTarget| match *target {
                PathTarget::Entity(entity) if places.contains_key(&entity) => Some(entity),
                PathTarget::Entity(entity) if entity == self.quarry => {
                    nearest(&places, at(&self.app, entity))
                }
                PathTarget::Entity(entity) => {
                    // A waypoint that is gone; one that is disabled is no target either.
                    assert!(self.disabled.contains(&entity) || self.app.world().get_entity(entity).is_err());
                    None
                }
                PathTarget::Position(at) => nearest(&places, at),
                PathTarget::Cell(_) => unreachable!(),
            };
            let goals: Vec<Entity> = request.targets().iter().filter_map(goal).collect();
            let rest = brute_force(&links, &goals);
            let answer = result(&self.app, agent);
            let path = answer.waypoint_entities();
            let follower = self.app.world().get::<PathFollower>(agent);
            assert_ne!(answer.status(), PathStatus::Pending);
            match follower {
                _ if answer.failure().is_some() => {
                    // A walker is perhaps on a link.
                    let start = nearest(&places, at(&self.app, agent)).unwrap();
                    assert!(follower.is_some() || !rest.contains_key(&start), "{answer:?}");
                }
                Some(follower) => {
                    let next = follower.next_index().min(path.len() - 1);
                    let of_rest = path[next..].windows(2);
                    let costs = of_rest.map(|ends| graph(&self.app).link_cost(ends[0], ends[1]).unwrap());
                    let sum: u64 = costs.map(|cost| u64::from(cost.units())).sum();
                    // One that has arrived stays, whatever changes around it, until its goal is another.
                    assert!(rest.get(&path[next]) == Some(&sum), "{} of {path:?}", next);
                    found += 1;
                }
                None => {
                    let units = u64::from(answer.cost(nav(&self.app)).units());
                    assert_eq!(rest.get(&path[0]), Some(&units), "{path:?}");
                    found += 1;
                }
            }
        }
        found
    }
}

#[test]
fn answers_stay_the_cheapest_while_waypoints_and_links_come_and_go() {
    let mut found = 0;
    for seed in 0..6 {
        let mut storm = Storm::new(seed);
        for round in 0..120 {
            if round > 0 {
                storm.edit();
            }
            let before: Vec<Vec2> = storm.walkers.iter().map(|&agent| at(&storm.app, agent)).collect();
            storm.app.update();
            found += storm.verify();
            for (&agent, before) in storm.walkers.iter().zip(before) {
                let walked = at(&storm.app, agent).distance(before);
                assert!(walked < 1.0 + 1e-3, "{walked} in a frame");
            }
            if round % 40 == 39 {
                let (walker, request) = (storm.walkers[0], storm.any_request());
                storm.app.world_mut().entity_mut(walker).insert(request);
            }
        }
    }
    assert!(found > 4_000, "{found}");
}

#[test]
fn a_small_budget_gives_the_same_answers_in_more_frames() {
    let answers = |expansions_per_frame: u32| {
        let mut storm = Storm::new(99);
        storm.app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame =
            expansions_per_frame;
        let mut frames = 1;
        storm.app.update();
        while storm.askers.iter().any(|&agent| result(&storm.app, agent).status() == PathStatus::Pending) {
            storm.app.update();
            frames += 1;
        }
        let paths: Vec<_> = storm.askers.iter().map(|&agent| path(&storm.app, agent).to_vec()).collect();
        (paths, frames)
    };
    let (whole, sliced) = (answers(1_000_000), answers(3));
    assert_eq!(whole.0, sliced.0);
    assert!(whole.1 == 1 && sliced.1 > 5, "{} and {} frames", whole.1, sliced.1);
}

#[test]
fn a_graph_that_changes_in_every_frame_keeps_nobody_waiting() {
    let (mut app, all) = line::<60>();
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 5;
    let agent = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(all[59]));
    let mut frames = 0;
    while result(&app, agent).status() == PathStatus::Pending {
        let y = (frames % 2) as f32;
        app.world_mut().entity_mut(all[30]).insert(place(300.0, y));
        app.update();
        frames += 1;
        assert!(frames < 10);
    }
    assert!(frames > 2, "the search began again, {frames} frames");
}
