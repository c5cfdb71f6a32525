//! Fields that grow only as far as their agents are. The budget of a frame never suffices for the whole map.

use crate::{
    crowd::{Crowd, rough_grid},
    support::*,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use bevy_tilepath::tilepath::CellRect;

const SIDE: i32 = 200;
/// A seventh of the cells of the map.
const BUDGET: u32 = 6_000;

/// A crowd on rough ground, with targets.
struct Chase {
    crowd: Crowd,
    targets: Vec<Entity>,
    random: fastrand::Rng,
}

impl Chase {
    /// Targets in these cells, and agents up to 20 tiles away from the first of them.
    fn new(targets: &[IVec2], agents: usize) -> Self {
        let mut random = fastrand::Rng::with_seed(31);
        let mut crowd = Crowd::on(rough_grid(SIDE as u32, &mut random));
        crowd.settings().field_cells_per_frame = BUDGET;
        let entity = |&at: &IVec2| crowd.app.world_mut().spawn(middle(at.x, at.y)).id();
        let entities: Vec<Entity> = targets.iter().map(entity).collect();
        let mut chase = Self { crowd, targets: entities, random };
        while chase.crowd.agents.len() < agents {
            let offset = cell(chase.random.i32(-20..=20), chase.random.i32(-20..=20));
            chase.spawn(targets[0] + offset);
        }
        chase
    }

    /// Spawns an agent if the cell is free and leads to the first target.
    fn spawn(&mut self, at: IVec2) {
        let goal = cell_of(&self.crowd.app, self.targets[0]);
        let query = PathQuery::new(at, goal);
        if nav(&self.crowd.app).find_path(&CostProfile::default(), query).is_ok() {
            let request = PathRequest::to_nearest(self.targets.iter().copied());
            self.crowd.spawn(at, &request);
        }
    }

    fn walk_to(&mut self, target: usize, at: IVec2) {
        self.crowd.app.world_mut().entity_mut(self.targets[target]).insert(middle(at.x, at.y));
    }

    /// Every agent shares a field, and its path is the cheapest to where the targets are now.
    fn verify(&self) {
        let goals: Vec<IVec2> = self.targets.iter().map(|&target| cell_of(&self.crowd.app, target)).collect();
        assert_eq!(self.crowd.shared(), self.crowd.agents.len());
        self.crowd.verify_paths(&goals);
    }

    fn replanned(&self) -> &[Entity] {
        &diary(&self.crowd.app).replanned
    }
}

#[test]
fn agents_near_a_walking_target_are_led_to_where_it_is_in_every_frame() {
    let mut chase = Chase::new(&[cell(60, 0)], 50);
    chase.crowd.run(1);
    for step in 0..30 {
        chase.verify();
        chase.walk_to(0, cell(61 + step, 0));
        chase.crowd.run_outside_walls(2);
    }
    assert!(chase.replanned().is_empty());
    let stats = chase.crowd.app.world().resource::<PathfindingStats>();
    assert_eq!((stats.field_builds, stats.searches), (31, 0));
    chase.crowd.run_outside_walls(900);
    assert!(chase.crowd.all_at(cell(90, 0)));
}

#[test]
fn a_target_that_runs_away_is_followed_and_paths_stay_the_cheapest() {
    let mut chase = Chase::new(&[cell(60, 0)], 20);
    chase.crowd.run(1);
    chase.verify();
    chase.walk_to(0, cell(0, 190));
    chase.crowd.run(1);
    assert_eq!(chase.crowd.shared(), 20, "the last field serves");
    chase.crowd.run_outside_walls(20);
    chase.verify();
    assert!(chase.replanned().is_empty());
    chase.crowd.run_outside_walls(2500);
    assert!(chase.crowd.all_at(cell(0, 190)));
}

#[test]
fn an_agent_far_away_is_answered_at_once_and_joins_the_field() {
    let mut chase = Chase::new(&[cell(60, 0)], 30);
    chase.crowd.run(1);
    chase.verify();
    chase.spawn(cell(0, SIDE - 1));
    let far = *chase.crowd.agents.last().unwrap();
    assert_eq!(chase.crowd.agents.len(), 31);
    chase.crowd.run(1);
    assert!(result(&chase.crowd.app, far).has_path() && !result(&chase.crowd.app, far).is_shared());
    assert_eq!(chase.crowd.shared(), 30);
    chase.crowd.run_outside_walls(10);
    chase.verify();
    assert!(chase.replanned().is_empty());
}

#[test]
fn an_agent_pushed_beyond_what_the_field_knows_asks_and_is_led_on() {
    let mut chase = Chase::new(&[cell(60, 0)], 30);
    chase.crowd.run(3);
    let pushed = chase.crowd.agents[7];
    // A little at first, so that the field grows to it; then so far that the budget does not suffice.
    for (x, y, frames) in [(0, 30, 2), (0, 190, 15)] {
        chase.crowd.app.world_mut().entity_mut(pushed).insert(middle(x, y));
        chase.crowd.run_outside_walls(frames);
        assert!(result(&chase.crowd.app, pushed).has_path());
        chase.verify();
    }
    assert_eq!(chase.replanned(), [pushed, pushed]);
    chase.crowd.run_outside_walls(2500);
    assert!(chase.crowd.all_at(cell(60, 0)));
}

#[test]
fn edits_inside_and_at_the_frontier_leave_every_path_the_cheapest() {
    let mut chase = Chase::new(&[cell(60, 0)], 40);
    chase.crowd.run(1);
    let stamp = DangerStamp::new(6.0, 5.0, Falloff::Linear).unwrap();
    let mut towers: Vec<IVec2> = Vec::new();
    for round in 0..40 {
        let at = cell(chase.random.i32(25..95), chase.random.i32(0..35));
        chase.crowd.edit(|map| map.add_danger(0, &stamp, at).unwrap());
        towers.push(at);
        if towers.len() > 6 {
            let sold = towers.swap_remove(chase.random.usize(..towers.len()));
            chase.crowd.edit(|map| map.remove_danger(0, &stamp, sold).unwrap());
        }
        // Walls with a gap, and gaps in walls.
        let (x, y) = (chase.random.i32(20..100), chase.random.i32(1..30));
        let class = chase.random.u8(0..4);
        for at in (CellRect { min: cell(x, y), max: cell(x, y + 12) }).cells() {
            let is_free = class > 0 || !chase.crowd.is_occupied(at);
            if is_free && chase.random.u8(..6) > 0 {
                chase.crowd.edit(|map| map.set_terrain(at, class).unwrap());
            }
        }
        let reaches = |&agent: &Entity| {
            let query = PathQuery::new(cell_of(&chase.crowd.app, agent), cell(60, 0));
            nav(&chase.crowd.app).find_path(&CostProfile::default(), query).is_ok()
        };
        let cut_off: Vec<Entity> =
            chase.crowd.agents.iter().copied().filter(|agent| !reaches(agent)).collect();
        for agent in cut_off {
            chase.crowd.app.world_mut().entity_mut(agent).despawn();
            chase.crowd.agents.retain(|&other| other != agent);
        }
        chase.crowd.run_outside_walls(1);
        chase.verify();
        assert!(chase.replanned().is_empty(), "in round {round}");
    }
    assert!(chase.crowd.agents.len() > 20, "{}", chase.crowd.agents.len());
}

#[test]
fn the_nearest_of_several_walking_targets_is_followed() {
    let starts = [cell(60, 0), cell(0, 20), cell(100, 0)];
    let mut chase = Chase::new(&starts, 40);
    chase.crowd.run(1);
    for step in 1..20 {
        chase.verify();
        let (target, to) = match step % 3 {
            0 => (0, cell(60 + step, 0)),
            1 => (1, cell(0, 20 + step)),
            _ => (2, cell(100 - 2 * step, 0)),
        };
        chase.walk_to(target, to);
        chase.crowd.run_outside_walls(1);
    }
    // All of them at once.
    for (target, to) in [cell(70, 0), cell(0, 10), cell(40, 0)].into_iter().enumerate() {
        chase.walk_to(target, to);
    }
    chase.crowd.run_outside_walls(1);
    chase.verify();
}
