//! What agents on waypoints may ask for.

use super::site::*;
use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::{SearchTrace, prelude::*};

#[test]
fn a_path_leads_to_a_waypoint_along_its_links() {
    let (mut app, [a, b, c, d]) = line();
    let agent = asker(&mut app, [2.0, 5.0], PathRequest::to_entity(d));
    app.update();
    assert_eq!(path(&app, agent), [a, b, c, d]);
    let answer = result(&app, agent);
    assert_eq!((answer.status(), answer.target(nav(&app))), (PathStatus::Found, Some(PathTarget::Entity(d))));
    assert_eq!((cost(&app, agent), answer.is_shared()), (30.0, false));
    assert_eq!(diary(&app).found, [agent]);
}

#[test]
fn links_have_a_direction() {
    let (mut app, [a, b]) = waypoints([[0.0, 0.0], [10.0, 0.0]]);
    command(&mut app, |commands| {
        commands.entity(a).link_to(b);
    });
    let there = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(b));
    let back = asker(&mut app, [10.0, 0.0], PathRequest::to_entity(a));
    app.update();
    assert_eq!(path(&app, there), [a, b]);
    assert_eq!(failure(&app, back), Some(FailureReason::NoLinks { start: b, goal: a }));
}

#[test]
fn a_dear_link_is_avoided_and_a_cheap_one_taken() {
    let (mut app, [a, b, c]) = waypoints([[0.0, 0.0], [5.0, 20.0], [10.0, 0.0]]);
    for (from, to) in [(a, b), (b, c)] {
        join(&mut app, from, to);
    }
    command(&mut app, |commands| {
        commands.entity(a).link_to_at_cost(c, 100.0);
    });
    let agent = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(c));
    app.update();
    assert_eq!(path(&app, agent), [a, b, c]);
    command(&mut app, |commands| {
        commands.entity(a).link_to_at_cost(c, 0.0);
    });
    app.update();
    assert_eq!((path(&app, agent), cost(&app, agent)), (&[a, c][..], 0.0));
    assert_eq!(diary(&app).replanned, [agent]);
}

#[test]
fn of_several_targets_the_cheapest_to_reach_counts_in_one_search() {
    let (mut app, all) = line::<30>();
    let targets = [all[2], all[29], all[20]];
    let agent = asker(&mut app, [140.0, 0.0], PathRequest::to_nearest(targets));
    let many =
        asker(&mut app, [140.0, 0.0], PathRequest::to_nearest(all[..9].iter().chain(&all[19..]).copied()));
    app.update();
    assert_eq!(result(&app, agent).target(nav(&app)), Some(PathTarget::Entity(all[20])));
    assert_eq!(path(&app, many).last(), Some(&all[19]));
    assert_eq!(app.world().resource::<PathfindingStats>().searches, 2);
    app.world_mut().entity_mut(all[20]).despawn();
    app.update();
    assert_eq!(result(&app, agent).target(nav(&app)), Some(PathTarget::Entity(all[2])));
}

#[test]
fn a_position_and_an_entity_stand_for_the_nearest_waypoint() {
    let (mut app, all) = line::<5>();
    let quarry = app.world_mut().spawn(place(33.0, 4.0)).id();
    let hunter = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(quarry));
    let other = asker(&mut app, [0.0, 0.0], PathRequest::to_position(Vec2::new(22.0, -7.0)));
    app.update();
    assert_eq!((path(&app, hunter).last(), path(&app, other).last()), (Some(&all[3]), Some(&all[2])));
    app.world_mut().entity_mut(quarry).insert(place(34.9, 0.0));
    app.update();
    assert!(diary(&app).replanned.is_empty(), "it is still the nearest");
    app.world_mut().entity_mut(quarry).insert(place(35.1, 0.0));
    app.update();
    assert_eq!(path(&app, hunter).last(), Some(&all[4]));
    assert_eq!(diary(&app).replanned, [hunter]);
}

#[test]
fn dijkstra_and_a_star_pay_the_same_and_a_star_examines_less() {
    let mut app = app();
    let grid = WaypointGrid::new(Rect::new(0.0, 0.0, 300.0, 300.0), 10.0).unwrap().with_eight_links();
    let all = command(&mut app, |commands| grid.spawn(commands));
    app.init_resource::<SearchTrace>();
    app.update();
    let mut examined = Vec::new();
    for heuristic in [Heuristic::Zero, Heuristic::Auto] {
        let request = PathRequest::to_entity(all[29]).with_heuristic(heuristic);
        let agent = asker(&mut app, [0.0, 0.0], request);
        app.update();
        assert_eq!(cost(&app, agent), 290.0);
        let trace = app.world().resource::<SearchTrace>();
        assert_eq!((trace.entity(), trace.cells()), (Some(agent), &[][..]));
        assert!(trace.links().iter().all(|link| graph(&app).link_cost(link.from, link.to).is_some()));
        examined.push((trace.links().len(), result(&app, agent).nodes_expanded()));
    }
    assert!(examined[1].0 * 4 < examined[0].0 && examined[1].1 * 4 < examined[0].1, "{examined:?}");
}

#[test]
fn options_do_what_they_do_on_tiles() {
    let (mut app, all) = line::<9>();
    part(&mut app, all[5], all[6]);
    let partial = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(all[8]).allow_partial());
    let limited = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(all[5]).with_max_expansions(5));
    let enough = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(all[5]).with_max_expansions(6));
    let inflated = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(all[5]).with_inflation(0.5));
    app.update();
    assert_eq!((result(&app, partial).status(), path(&app, partial)), (PathStatus::Partial, &all[..6]));
    assert_eq!(failure(&app, limited), Some(FailureReason::Path(PathError::ExpansionLimit(5))));
    assert_eq!(result(&app, enough).nodes_expanded(), 6);
    assert_eq!(failure(&app, inflated), Some(FailureReason::Path(PathError::InvalidInflation(0.5))));
    join(&mut app, all[5], all[6]);
    update(&mut app, 10);
    assert_eq!((result(&app, partial).status(), path(&app, partial)), (PathStatus::Found, &all[..]));
}

#[test]
fn requests_of_higher_priority_are_searched_first() {
    let (mut app, all) = line::<9>();
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 9;
    let request = || PathRequest::to_entity(all[8]);
    let agents: Vec<Entity> =
        [0, 5, -1].map(|priority| asker(&mut app, [0.0, 0.0], request().with_priority(priority))).into();
    update(&mut app, 3);
    assert_eq!(diary(&app).found, [agents[1], agents[0], agents[2]]);
}

#[test]
fn two_agents_that_ask_for_each_other_meet() {
    let (mut app, all) = line::<8>();
    let first = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(all[0]));
    let second = hiker(&mut app, [70.0, 0.0], PathRequest::to_entity(first));
    app.world_mut().entity_mut(first).insert(PathRequest::to_entity(second));
    update(&mut app, 200);
    assert!(at(&app, first).distance(at(&app, second)) < 1e-3, "{} {}", at(&app, first), at(&app, second));
    assert!(app.world().get::<PathFollower>(first).unwrap().has_arrived());
    assert!(app.world().get::<PathFollower>(second).unwrap().has_arrived());
}
