//! Requests that change in every frame, results that are removed, and what events say about targets.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

fn asked(app: &App) -> u64 {
    app.world().resource::<PathfindingStats>().requests()
}

#[test]
fn a_mouse_that_moves_inside_a_cell_costs_no_search_and_is_followed() {
    for count in [1, 12] {
        let mut app = open_map(30, 20);
        let goal = |frame: u16| Vec2::new(200.0, 60.0) + Vec2::from_angle(f32::from(frame) / 20.0) * 4.0;
        let request = |frame| PathRequest::to_position(goal(frame));
        let agents: Vec<Entity> = (0..count)
            .map(|y| {
                let follower = PathFollower::with_speed(4.0 * TILE);
                app.world_mut().spawn((middle(2, y), request(0), follower)).id()
            })
            .collect();
        app.update();
        let before = (asked(&app), app.world().resource::<PathfindingStats>().field_builds);
        for frame in 1..300 {
            for &agent in &agents {
                app.world_mut().entity_mut(agent).insert(request(frame));
            }
            app.update();
            assert!(agents.iter().all(|&agent| result(&app, agent).status() == PathStatus::Found));
        }
        assert_eq!((asked(&app), app.world().resource::<PathfindingStats>().field_builds), before, "{count}");
        let diary = diary(&app);
        assert_eq!((diary.found.len(), diary.replanned.len()), (agents.len(), 0), "{count}");
        assert_eq!(diary.reached.len(), agents.len(), "{count}");
        for &agent in &agents {
            let at = app.world().get::<Transform>(agent).unwrap().translation.truncate();
            assert!(at.distance(goal(299)) < 1.0, "{count}: {at}");
            assert!(app.world().get::<PathFollower>(agent).unwrap().has_arrived());
            assert_eq!(result(&app, agent).target(nav(&app)), Some(PathTarget::Position(goal(299))));
        }
    }
}

#[test]
fn an_agent_walks_on_while_another_request_is_searched() {
    let mut app = open_map(60, 60);
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 1;
    let agent = app.world_mut().spawn(walker(middle(2, 2), PathRequest::to_cell(cell(2, 5)))).id();
    while result(&app, agent).status() == PathStatus::Pending {
        app.update();
    }
    for y in 0..50 {
        let tile = tile_at(&mut app, 30, y);
        app.world_mut().entity_mut(tile).despawn();
    }
    app.update();
    app.world_mut().entity_mut(agent).insert(PathRequest::to_cell(cell(50, 2)));
    let before = app.world().get::<Transform>(agent).unwrap().translation;
    (0..2).for_each(|_| app.update());
    let answer = result(&app, agent);
    assert_eq!((answer.status(), answer.has_path()), (PathStatus::Pending, true));
    assert_eq!(answer.cells(nav(&app)).last(), Some(&cell(2, 5)));
    assert!(app.world().get::<Transform>(agent).unwrap().translation.distance(before) > 0.15 * TILE);
    (0..1500).for_each(|_| app.update());
    assert_eq!(cell_of(&app, agent), cell(50, 2));
    assert_eq!((diary(&app).found.len(), diary(&app).reached.len()), (2, 1));
}

#[test]
fn an_agent_on_a_field_whose_result_was_removed_gets_it_back() {
    for count in [1, 8] {
        let mut app = open_map(20, 8);
        let spawn = |y: i32| walker(middle(0, y), PathRequest::to_cell(cell(9, 3)));
        let agents: Vec<Entity> = (0..count).map(|y| app.world_mut().spawn(spawn(y)).id()).collect();
        (0..5).for_each(|_| app.update());
        assert_eq!(result(&app, agents[0]).is_shared(), count > 1);
        app.world_mut().entity_mut(agents[0]).remove::<PathResult>();
        (0..2).for_each(|_| app.update());
        let answer = result(&app, agents[0]);
        assert_eq!((answer.status(), answer.is_shared()), (PathStatus::Found, count > 1));
        assert_eq!(answer.cells(nav(&app)).last(), Some(&cell(9, 3)));
        *app.world_mut().get_mut::<PathResult>(agents[0]).unwrap() = PathResult::default();
        (0..2).for_each(|_| app.update());
        assert_eq!(result(&app, agents[0]).status(), PathStatus::Found, "{count}");
        (0..150).for_each(|_| app.update());
        assert!(diary(&app).reached.contains(&agents[0]));
    }
}

/// The system of the guide's chapter about followers.
fn steer(
    mut agents: Query<(Entity, &mut Transform, &PathRequest, &PathResult), Without<PathFollower>>,
    nav_grid: Res<NavGrid>,
    time: Res<Time>,
    mut commands: Commands,
) {
    for (agent, mut transform, request, result) in &mut agents {
        let at = transform.translation.truncate();
        let cells = result.cells(&nav_grid);
        let Some(here) = cells.iter().position(|&cell| nav_grid.cell_at(at) == Some(cell)) else {
            commands.entity(agent).insert(request.clone());
            continue;
        };
        let next = cells.get(here + 1).or(cells.last());
        let Some(center) = next.and_then(|&next| nav_grid.center_of(next)) else { continue };
        transform.translation = at.move_towards(center, 80.0 * time.delta_secs()).extend(0.0);
    }
}

#[test]
fn the_steering_of_the_guide_goes_on_after_a_push_beside_the_path() {
    for count in [1, 8] {
        let mut app = open_map(20, 8);
        app.add_systems(Update, steer.after(PathfindingSystems::FollowPath));
        let request = PathRequest::to_cell(cell(18, 3));
        let agents: Vec<Entity> =
            (0..count).map(|y| app.world_mut().spawn((middle(0, y), request.clone())).id()).collect();
        for pushed in [cell(3, 7), cell(6, 0), cell(5, 4), cell(9, 5)] {
            (0..4).for_each(|_| app.update());
            *app.world_mut().get_mut::<Transform>(agents[0]).unwrap() = middle(pushed.x, pushed.y);
        }
        (0..40).for_each(|_| app.update());
        for &agent in &agents {
            let at = app.world().get::<Transform>(agent).unwrap().translation;
            assert_eq!(at, middle(18, 3).translation, "{count}");
        }
    }
}

/// What events have said about targets.
#[derive(Resource, Default)]
struct Targets {
    found: Vec<Option<PathTarget>>,
    reached: Vec<Option<PathTarget>>,
    entered: Vec<(Entity, Option<PathTarget>)>,
}

fn with_targets(app: &mut App) {
    app.init_resource::<Targets>();
    app.add_observer(|event: On<PathFound>, mut seen: ResMut<Targets>| seen.found.push(event.target));
    app.add_observer(|event: On<GoalReached>, mut seen: ResMut<Targets>| seen.reached.push(event.target));
    app.add_observer(|event: On<GoalEntered>, mut seen: ResMut<Targets>| {
        seen.entered.push((event.entity, event.target));
    });
}

#[test]
fn events_name_the_target() {
    for (count, crowd) in [(1, false), (8, false), (1, true), (8, true)] {
        let mut app = open_map(20, 20);
        with_targets(&mut app);
        let base = app.world_mut().spawn(middle(9, 3)).id();
        let targets: [PathTarget; 2] = [cell(19, 19).into(), base.into()];
        let near = Some(PathTarget::Entity(base));
        for y in 0..count {
            let mut agent = app.world_mut().spawn(walker(middle(0, y), PathRequest::to_nearest(targets)));
            if crowd {
                agent.insert(CrowdAgent::default());
            }
        }
        (0..200).for_each(|_| app.update());
        let seen = app.world().resource::<Targets>();
        assert_eq!((&seen.found, &seen.reached), (&vec![near; count as usize], &vec![near; count as usize]));
    }
    let mut app = open_map(9, 3);
    with_targets(&mut app);
    let tile = tile_at(&mut app, 8, 1);
    app.world_mut().entity_mut(tile).despawn();
    app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(8, 1)).allow_partial()));
    (0..20).for_each(|_| app.update());
    assert_eq!(app.world().resource::<Targets>().found, [None], "a partial path leads to no target");
}

#[test]
fn crowd_agents_enter_a_shop_one_after_the_other() {
    let mut app = open_map(20, 20);
    with_targets(&mut app);
    let shop = cell(10, 10);
    let agents: Vec<Entity> = (0..6)
        .map(|y| {
            let request = PathRequest::to_cell(shop).in_cell();
            let follower = PathFollower::with_speed(4.0 * TILE);
            app.world_mut().spawn((middle(0, 3 * y), request, follower, CrowdAgent::default())).id()
        })
        .collect();
    for nth in 0..6 {
        (0..150).for_each(|_| app.update());
        let served = diary(&app).reached.clone();
        assert_eq!(served.len(), nth + 1);
        assert_eq!(cell_of(&app, served[nth]), shop);
        app.world_mut().entity_mut(served[nth]).despawn();
    }
    let seen = app.world().resource::<Targets>();
    assert_eq!((seen.reached.len(), seen.entered.len(), agents.len()), (6, 0, 6));
}

#[test]
fn a_crowd_agent_that_moves_up_into_its_goal_says_so() {
    let mut app = open_map(20, 20);
    with_targets(&mut app);
    let agents: Vec<Entity> = (0..5)
        .map(|y| {
            let follower = PathFollower::with_speed(4.0 * TILE);
            let request = PathRequest::to_cell(cell(10, 10));
            app.world_mut().spawn((middle(0, 3 * y), request, follower, CrowdAgent::default())).id()
        })
        .collect();
    (0..150).for_each(|_| app.update());
    let first = *agents.iter().find(|&&agent| cell_of(&app, agent) == cell(10, 10)).unwrap();
    app.world_mut().entity_mut(first).despawn();
    (0..300).for_each(|_| app.update());
    let next = agents.iter().copied().filter(|&agent| agent != first);
    let next = next.into_iter().find(|&agent| cell_of(&app, agent) == cell(10, 10)).unwrap();
    let target = Some(PathTarget::Cell(cell(10, 10)));
    assert_eq!(app.world().resource::<Targets>().entered, [(next, target)]);
    assert_eq!(diary(&app).reached.len(), 5);
}
