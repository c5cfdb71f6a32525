//! Agents that share a field, while the map and their target change.

use crate::{
    crowd::{CORRIDOR, Crowd, rough_grid},
    support::*,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use bevy_tilepath::tilepath::{NavMap, PathQuery};

#[test]
fn walls_and_danger_come_and_go_and_every_path_stays_the_cheapest() {
    let mut random = fastrand::Rng::with_seed(12);
    let mut crowd = Crowd::on(rough_grid(32, &mut random));
    let goals = [cell(0, 31), cell(31, 0), cell(0, 0)];
    crowd.edit(|map| goals.iter().for_each(|&goal| map.set_terrain(goal, 1).unwrap()));
    let mut towers = Vec::new();
    for round in 0..25 {
        crowd.run_outside_walls(4);
        if round == 0 {
            // Agents start only where the goals can be reached.
            let reachable = |at: IVec2| {
                let query = PathQuery::to_nearest(at, goals);
                nav(&crowd.app).find_path(&CostProfile::default(), query).is_ok()
            };
            let starts: Vec<IVec2> =
                (0..1024).map(|at| cell(at % 32, at / 32)).filter(|&at| reachable(at)).collect();
            for _ in 0..60 {
                let start = *random.choice(&starts).unwrap();
                crowd.spawn(start, &PathRequest::to_nearest(goals));
            }
            crowd.run(2);
            assert_eq!(crowd.shared(), 60);
        }
        crowd.verify_paths(&goals);
        let at = middle(random.i32(0..32), random.i32(0..32));
        towers.push(crowd.app.world_mut().spawn((at, DangerSource::new(4.0, 3.0))).id());
        if towers.len() > 4 {
            let sold = towers.swap_remove(random.usize(..towers.len()));
            crowd.app.world_mut().entity_mut(sold).despawn();
        }
        let opened = cell(random.i32(0..32), random.i32(0..32));
        crowd.edit(|map| map.set_terrain(opened, random.u8(1..4)).unwrap());
    }
    assert!(diary(&crowd.app).replanned.is_empty(), "repairs send no event");
    towers.into_iter().for_each(|tower| crowd.app.world_mut().entity_mut(tower).despawn());
    crowd.run_outside_walls(600);
    assert_eq!(diary(&crowd.app).reached.len(), 60);
}

#[test]
fn nobody_walks_into_a_wall_however_much_is_built() {
    for rule in DiagonalRule::ALL {
        let mut random = fastrand::Rng::with_seed(3);
        let mut crowd = Crowd::on(Grid::new(UVec2::splat(20), 1).unwrap());
        crowd.settings().diagonals = rule;
        let goal = cell(18, 10);
        for _ in 0..40 {
            crowd.spawn(cell(random.i32(0..4), random.i32(0..20)), &PathRequest::to_cell(goal));
        }
        crowd.run(2);
        assert_eq!(crowd.shared(), 40);
        let mut walls = Vec::new();
        for _ in 0..200 {
            for _ in 0..3 {
                let at = cell(random.i32(0..20), random.i32(0..20));
                if at != goal && !crowd.is_occupied(at) {
                    crowd.edit(|map| map.block(at));
                    walls.push(at);
                }
            }
            while walls.len() > 120 {
                let at = walls.swap_remove(random.usize(..walls.len()));
                crowd.edit(|map| map.unblock(at));
            }
            crowd.run_outside_walls(1);
        }
        crowd.edit(|map| walls.iter().for_each(|&at| map.unblock(at)));
        crowd.run_outside_walls(250);
        assert!(crowd.all_at(goal), "{rule:?}");
    }
}

#[test]
fn a_wall_on_top_of_agents_is_walked_out_of() {
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(13), 1).unwrap());
    for x in 0..5 {
        crowd.spawn(cell(x, 6), &PathRequest::to_cell(cell(12, 6)));
    }
    crowd.run(10);
    crowd.edit(|map| (0..8).for_each(|x| (5..8).for_each(|y| map.block(cell(x, y)))));
    crowd.run(20);
    crowd.run_outside_walls(150);
    assert!(crowd.all_at(cell(12, 6)));
}

#[test]
fn agents_that_are_cut_off_fail_and_go_on_when_the_path_is_open() {
    let mut crowd = Crowd::on_rows(&CORRIDOR);
    let walkers = [1, 2, 3, 4].map(|x| crowd.spawn(cell(x, 0), &PathRequest::to_cell(cell(8, 6))));
    let stands = crowd.spawn(cell(0, 0), &PathRequest::to_cell(cell(8, 6)));
    crowd.app.world_mut().entity_mut(stands).insert(PathFollower::with_speed(0.0));
    let watches = crowd.app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(8, 6)))).id();
    crowd.run(3);
    assert_eq!(crowd.shared(), 5);
    crowd.edit(|map| map.block(cell(4, 2)));
    crowd.run_outside_walls(60);
    for agent in walkers.into_iter().chain([stands, watches]) {
        assert!(
            matches!(failure(&crowd.app, agent), Some(FailureReason::Path(PathError::Unreachable { .. }))),
            "{agent}"
        );
        assert!(result(&crowd.app, agent).cells(nav(&crowd.app)).is_empty());
    }
    assert_eq!(diary(&crowd.app).failed.len(), 6);
    crowd.edit(|map| map.unblock(cell(4, 2)));
    crowd.run_outside_walls(400);
    assert!(walkers.iter().all(|&agent| cell_of(&crowd.app, agent) == cell(8, 6)));
    assert_eq!(result(&crowd.app, watches).status(), PathStatus::Found);
}

#[test]
fn a_target_that_moves_is_followed_and_the_last_field_serves_until_the_next_is_built() {
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(30), 1).unwrap());
    let prey = crowd.app.world_mut().spawn(middle(20, 3)).id();
    let mut random = fastrand::Rng::with_seed(1);
    crowd.spawn_anywhere(20, &PathRequest::to_entity(prey), &mut random);
    crowd.run(200);
    assert!(crowd.all_at(cell(20, 3)));
    assert_eq!(diary(&crowd.app).reached.len(), 20);
    crowd.settings().field_cells_per_frame = 100;
    crowd.app.world_mut().entity_mut(prey).insert(middle(2, 28));
    crowd.run(3);
    assert!(crowd.all_at(cell(20, 3)), "the last field serves");
    assert_eq!(crowd.shared(), 20);
    crowd.run(300);
    assert!(crowd.all_at(cell(2, 28)));
    assert_eq!(diary(&crowd.app).reached.len(), 40);
    assert!(diary(&crowd.app).replanned.is_empty());
}

#[test]
fn prey_on_the_run_is_caught_however_slowly_fields_are_built() {
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(30), 1).unwrap());
    let prey = crowd.app.world_mut().spawn(middle(20, 3)).id();
    crowd.spawn_anywhere(20, &PathRequest::to_entity(prey).within(1.5), &mut fastrand::Rng::with_seed(1));
    crowd.settings().field_cells_per_frame = 60;
    let mut moved = 0;
    for frame in 0..150 {
        crowd.run(1);
        crowd.app.world_mut().entity_mut(prey).insert(middle(20 - frame / 15, 3 + frame / 10));
        moved += usize::from(crowd.shared() == 20);
    }
    assert!(moved > 50, "they were on a field in {moved} frames");
    crowd.run(150);
    let goal = cell(20 - 149 / 15, 3 + 149 / 10);
    for &agent in &crowd.agents {
        assert!((cell_of(&crowd.app, agent) - goal).abs().max_element() <= 1);
    }
}

#[test]
fn a_target_that_is_gone_fails_its_requests() {
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(16), 1).unwrap());
    let prey = crowd.app.world_mut().spawn(middle(12, 3)).id();
    crowd.spawn_anywhere(9, &PathRequest::to_entity(prey), &mut fastrand::Rng::with_seed(1));
    crowd.run(3);
    assert_eq!(crowd.shared(), 9);
    crowd.app.world_mut().entity_mut(prey).despawn();
    crowd.run(2);
    for &agent in &crowd.agents {
        assert_eq!(failure(&crowd.app, agent), Some(FailureReason::GoalGone(prey)));
    }
    assert_eq!(crowd.app.world().resource::<PathfindingStats>().field_bytes, 0);
}

#[test]
fn the_nearest_of_many_targets_is_taken_and_the_next_when_it_is_gone() {
    let mut random = fastrand::Rng::with_seed(21);
    let mut crowd = Crowd::on(Grid::from_fn(UVec2::splat(40), |_| random.u8(1..4)).unwrap());
    let place = |random: &mut fastrand::Rng| cell(random.i32(0..40), random.i32(0..40));
    let mut resources: Vec<(Entity, IVec2)> = (0..12)
        .map(|_| {
            let at = place(&mut random);
            (crowd.app.world_mut().spawn(middle(at.x, at.y)).id(), at)
        })
        .collect();
    let request = PathRequest::to_nearest(resources.iter().map(|&(entity, _)| entity));
    crowd.spawn_anywhere(30, &request, &mut random);
    for &agent in &crowd.agents {
        crowd.app.world_mut().entity_mut(agent).insert(PathFollower::with_speed(1.0));
    }
    crowd.run(2);
    while resources.len() > 1 {
        assert_eq!(crowd.shared(), 30);
        crowd.verify_paths(&resources.iter().map(|&(_, at)| at).collect::<Vec<_>>());
        for &agent in &crowd.agents {
            let found = result(&crowd.app, agent);
            let end = *found.cells(nav(&crowd.app)).last().unwrap();
            let target =
                resources.iter().find(|&&(_, at)| at == end).map(|&(entity, _)| PathTarget::Entity(entity));
            assert_eq!(found.target(nav(&crowd.app)), target);
        }
        let (gone, _) = resources.swap_remove(random.usize(..resources.len()));
        crowd.app.world_mut().entity_mut(gone).despawn();
        crowd.run(1);
    }
}

#[test]
fn a_map_that_replaces_another_is_walked_by_its_own_fields() {
    let wall =
        |at: i32, gap: i32| Grid::from_fn(UVec2::new(19, 19), move |c| u8::from(c.x != at || c.y == gap));
    let mut crowd = Crowd::on(wall(9, 0).unwrap());
    for y in 0..9 {
        crowd.spawn(cell(0, y), &PathRequest::to_cell(cell(18, 9)));
    }
    crowd.run(5);
    assert_eq!(crowd.shared(), 9);
    crowd.edit(|map| *map = NavMap::new(wall(9, 18).unwrap(), default()));
    crowd.run_outside_walls(3);
    assert_eq!(crowd.shared(), 9);
    for &agent in &crowd.agents {
        assert!(result(&crowd.app, agent).cells(nav(&crowd.app)).contains(&cell(9, 18)));
    }
    crowd.app.world_mut().resource_mut::<NavGrid>().unload();
    crowd.run(2);
    assert!(crowd.agents.iter().all(|&agent| failure(&crowd.app, agent) == Some(FailureReason::NoMap)));
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    crowd.app.insert_resource(NavGrid::from_grid(wall(14, 4).unwrap(), geometry));
    crowd.run_outside_walls(600);
    assert!(crowd.all_at(cell(18, 9)));
}

#[test]
fn a_changed_profile_or_rule_applies_at_once() {
    let mut crowd = Crowd::on_rows(&[[1, 1, 1, 1, 1], [1, 2, 0, 2, 1], [1, 2, 0, 2, 1], [1, 2, 2, 2, 1]]);
    for _ in 0..6 {
        crowd.spawn(cell(0, 0), &PathRequest::to_cell(cell(4, 0)));
    }
    let swampy = |crowd: &Crowd| {
        let path = result(&crowd.app, crowd.agents[0]).cells(nav(&crowd.app));
        path.iter().filter(|&&at| nav(&crowd.app).class(at) == Some(2)).count()
    };
    crowd.run(1);
    assert_eq!((crowd.shared(), swampy(&crowd)), (6, 3));
    let id = ProfileId::default();
    *crowd.app.world_mut().resource_mut::<CostProfiles>().get_mut(id).unwrap() =
        CostProfile::default().with_cost(2, 0);
    crowd.run_outside_walls(2);
    assert_eq!((crowd.shared(), swampy(&crowd)), (6, 0));
    crowd.settings().diagonals = DiagonalRule::Never;
    crowd.run_outside_walls(2);
    let path = result(&crowd.app, crowd.agents[0]).cells(nav(&crowd.app));
    assert_eq!(crowd.shared(), 6);
    assert!(path.windows(2).all(|step| (step[1] - step[0]).abs().element_sum() == 1), "{path:?}");
    drop(path);
    crowd.run_outside_walls(100);
    assert!(crowd.all_at(cell(4, 0)));
}

#[test]
fn walls_built_while_agents_are_paused_are_respected_afterwards() {
    #[derive(Resource)]
    struct Paused(bool);
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(16), 1).unwrap());
    crowd
        .app
        .insert_resource(Paused(false))
        .configure_sets(Update, PathfindingSystems::FollowPath.run_if(|paused: Res<Paused>| !paused.0));
    for y in 0..16 {
        crowd.spawn(cell(0, y), &PathRequest::to_cell(cell(15, 8)));
    }
    crowd.run(3);
    crowd.app.insert_resource(Paused(true));
    for x in 3..6 {
        crowd.edit(|map| (0..15).for_each(|y| map.block(cell(x, y))));
        crowd.run(2);
    }
    crowd.app.insert_resource(Paused(false));
    crowd.run_outside_walls(300);
    assert!(crowd.all_at(cell(15, 8)));
}

/// Each frame has more edits than a repair can take: fields are rebuilt in slices, again and again.
#[test]
fn a_map_that_changes_all_over_every_frame_keeps_nobody_waiting() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(64), 1).unwrap());
    crowd.settings().field_cells_per_frame = 500;
    crowd.spawn_anywhere(30, &PathRequest::to_cell(cell(60, 60)), &mut random);
    let mut complete = 0;
    for _ in 0..150 {
        for _ in 0..400 {
            let at = cell(random.i32(0..64), random.i32(0..64));
            if !crowd.is_occupied(at) && at != cell(60, 60) {
                let class = if random.u8(..8) == 0 { 0 } else { random.u8(1..5) };
                crowd.edit(|map| map.set_terrain(at, class).unwrap());
            }
        }
        crowd.run_outside_walls(1);
        complete += crowd.app.world().resource::<PathfindingStats>().complete_fields;
    }
    assert!(complete > 10, "a field was complete in {complete} frames");
    let arrived = crowd.agents.iter().filter(|&&agent| cell_of(&crowd.app, agent) == cell(60, 60)).count();
    assert!(arrived > 0, "some agents arrive");
    crowd.edit(|map| (0..64 * 64).for_each(|at| map.set_terrain(cell(at % 64, at / 64), 1).unwrap()));
    crowd.run_outside_walls(500);
    assert!(crowd.all_at(cell(60, 60)));
}

/// No agent walks after an edit by what was looked up before it.
#[test]
fn the_path_walked_costs_what_the_result_said_after_every_edit() {
    let mut random = fastrand::Rng::with_seed(40);
    let goal = cell(29, 15);
    let request = PathRequest::to_cell(goal);
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(30), 1).unwrap());
    for round in 0..6 {
        for y in 0..30 {
            crowd.spawn(cell(0, y), &request);
        }
        crowd.run(2);
        let costs: Vec<Cost> =
            crowd.agents.iter().map(|&agent| result(&crowd.app, agent).cost(nav(&crowd.app))).collect();
        let mut walked: Vec<Vec<IVec2>> = crowd
            .agents
            .iter()
            .map(|&agent| result(&crowd.app, agent).cells(nav(&crowd.app))[..1].to_vec())
            .collect();
        for _ in 0..400 {
            crowd.run_outside_walls(1);
            for (&agent, walked) in crowd.agents.iter().zip(&mut walked) {
                let at = result(&crowd.app, agent).cells(nav(&crowd.app))[0];
                if walked.last() != Some(&at) {
                    walked.push(at);
                }
            }
        }
        for (walked, expected) in walked.iter().zip(costs) {
            let map = nav(&crowd.app).map().unwrap();
            assert_eq!(walked.last(), Some(&goal));
            let cost = map.priced(&CostProfile::default()).path_cost(walked);
            assert_eq!(cost, Some(expected), "round {round}: {walked:?}");
        }
        for agent in core::mem::take(&mut crowd.agents) {
            crowd.app.world_mut().entity_mut(agent).despawn();
        }
        crowd.edit(|map| {
            for _ in 0..60 {
                let at = cell(random.i32(1..29), random.i32(0..30));
                map.set_terrain(at, random.u8(0..3)).unwrap();
            }
        });
    }
}

#[test]
fn a_diagonal_step_does_not_cut_the_corner_of_a_new_wall() {
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(5), 1).unwrap());
    for _ in 0..5 {
        crowd.spawn(cell(0, 0), &PathRequest::to_cell(cell(4, 4)));
    }
    crowd.run(3);
    assert!(crowd.agents.iter().all(|&agent| crowd.place(agent).x > 2.0), "on the step to the next cell");
    crowd.edit(|map| map.block(cell(1, 0)));
    let mut visited = Vec::new();
    for _ in 0..60 {
        crowd.run_outside_walls(1);
        visited.push(cell_of(&crowd.app, crowd.agents[0]));
    }
    assert!(visited.contains(&cell(0, 1)) && crowd.all_at(cell(4, 4)), "{visited:?}");
}

#[test]
fn agents_that_stand_still_fail_when_their_target_goes_where_nobody_can_follow() {
    // The upper row is out of reach.
    for count in [1, 3] {
        let mut crowd = Crowd::on(Grid::from_fn(UVec2::splat(12), |at| u8::from(at.y != 10)).unwrap());
        let prey: Vec<Entity> = (0..count).map(|x| crowd.app.world_mut().spawn(middle(x, 5)).id()).collect();
        let request = PathRequest::to_nearest(prey.iter().copied());
        for x in 0..6 {
            crowd.spawn(cell(x, 0), &request);
        }
        let stands = crowd.agents[0];
        crowd.app.world_mut().entity_mut(stands).insert(PathFollower::with_speed(0.0));
        let watches = crowd.app.world_mut().spawn((middle(3, 3), request)).id();
        crowd.run(3);
        assert_eq!(crowd.shared(), 6);
        for (x, &prey) in prey.iter().enumerate() {
            crowd.app.world_mut().entity_mut(prey).insert(middle(x as i32, 11));
            crowd.run(2);
        }
        crowd.run(2);
        for agent in [stands, watches] {
            let failure = failure(&crowd.app, agent);
            assert!(
                matches!(failure, Some(FailureReason::Path(PathError::Unreachable { .. }))),
                "{count}: {failure:?}"
            );
        }
    }
}

#[test]
fn edits_made_while_a_field_is_built_are_in_it() {
    let mut random = fastrand::Rng::with_seed(14);
    let mut crowd = Crowd::on(rough_grid(32, &mut random));
    crowd.settings().field_cells_per_frame = 60;
    let goal = cell(0, 0);
    for x in 0..10 {
        crowd.spawn(cell(0, 31 - x), &PathRequest::to_cell(goal));
    }
    for &agent in &crowd.agents {
        crowd.app.world_mut().entity_mut(agent).insert(PathFollower::with_speed(1.0));
    }
    let mut frames = 0;
    while crowd.app.world().resource::<PathfindingStats>().complete_fields == 0 {
        frames += 1;
        assert!(frames < 500);
        // On the cells ahead of the agents.
        let at = cell(random.i32(0..3), random.i32(1..20));
        crowd.edit(|map| map.set_terrain(at, random.u8(1..6)).unwrap());
        crowd.run(1);
    }
    assert!(frames > 5, "built in {frames} frames");
    crowd.run(2);
    assert_eq!(crowd.shared(), 10);
    crowd.verify_paths(&[goal]);
}

#[test]
fn agents_on_a_field_fail_in_the_frame_in_which_their_goal_becomes_a_wall() {
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(40), 1).unwrap());
    let mut random = fastrand::Rng::with_seed(5);
    let goal = cell(20, 20);
    crowd.spawn_anywhere(30, &PathRequest::to_cell(goal), &mut random);
    crowd.run_outside_walls(8);
    let shared =
        |crowd: &Crowd| crowd.agents.iter().filter(|&&agent| result(&crowd.app, agent).is_shared()).count();
    assert_eq!(shared(&crowd), 30);
    crowd.edit(|map| map.block(goal));
    crowd.app.update();
    for &agent in &crowd.agents {
        assert_eq!(failure(&crowd.app, agent), Some(FailureReason::Path(PathError::GoalBlocked(goal))));
        assert!(result(&crowd.app, agent).cells(nav(&crowd.app)).is_empty());
    }
    crowd.edit(|map| map.unblock(goal));
    crowd.run_outside_walls(600);
    assert!(crowd.agents.iter().all(|&agent| cell_of(&crowd.app, agent) == goal));
}

#[test]
fn agents_on_a_field_that_are_cut_off_fail_in_the_same_frame() {
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(40), 1).unwrap());
    let mut random = fastrand::Rng::with_seed(7);
    let goal = cell(35, 20);
    crowd.spawn_anywhere(40, &PathRequest::to_cell(goal), &mut random);
    crowd.run_outside_walls(8);
    crowd.edit(|map| (0..40).for_each(|y| map.block(cell(20, y))));
    crowd.app.update();
    let mut cut_off = 0;
    for &agent in &crowd.agents {
        if cell_of(&crowd.app, agent).x < 20 {
            cut_off += 1;
            assert!(
                matches!(
                    failure(&crowd.app, agent),
                    Some(FailureReason::Path(PathError::Unreachable { .. }))
                ),
                "{agent}"
            );
        } else if cell_of(&crowd.app, agent).x > 20 {
            assert!(!result(&crowd.app, agent).cells(nav(&crowd.app)).is_empty(), "{agent}");
        }
    }
    assert!(cut_off > 10);
}
