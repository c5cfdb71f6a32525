//! Agents on waypoints.

use super::*;
use crate::waypoints::site::*;
use bevy_tilepath::{AgentState, PlanCause};

#[test]
fn a_path_over_waypoints_is_all_length() {
    let (mut app, [_, _, _, d]) = line();
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(d));
    app.update();
    let explanation = explain(&mut app, agent);
    let path = explanation.path.as_ref().unwrap();
    assert_eq!(explanation.state, AgentState::Walking);
    assert_eq!((path.in_tiles(path.cost), path.split.unwrap().total()), (30.0, path.remaining));
    assert!(explanation.answer.unwrap().nodes_expanded > 0);
    (0..15).for_each(|_| app.update());
    let explanation = explain(&mut app, agent);
    let path = explanation.path.as_ref().unwrap();
    assert_eq!((path.in_tiles(path.remaining), path.steps), (10.0, 2), "{explanation}");
    assert!(
        explanation.to_string().starts_with(&format!("{agent} walks to the entity {d}.")),
        "{explanation}"
    );
    assert_eq!(path.target, Some(PathTarget::Entity(d)));
}

#[test]
fn failures_and_causes_over_waypoints_are_named() {
    let (mut app, [_, b, c]) = line();
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(c));
    app.update();
    assert_eq!(explain(&mut app, agent).plan.unwrap().cause, PlanCause::Requested);
    part(&mut app, b, c);
    app.update();
    let explanation = explain(&mut app, agent);
    assert_eq!(explanation.plan.unwrap().cause, PlanCause::LinksChanged);
    let sentence = format!("{agent} has no path: no links lead from waypoint {b} to waypoint {c}.");
    assert!(explanation.to_string().starts_with(&sentence), "{explanation}");
    assert_eq!(explanation.cut_off, None);
    join(&mut app, b, c);
    (0..20).for_each(|_| app.update());
    assert_eq!(explain(&mut app, agent).plan.unwrap().cause, PlanCause::Retried);
    app.world_mut().entity_mut(agent).remove::<OnWaypoints>();
    app.update();
    assert_eq!(explain(&mut app, agent).plan.unwrap().cause, PlanCause::ChangedGround);
}

#[test]
fn a_target_that_moves_to_another_waypoint_and_a_push_are_causes() {
    let (mut app, [_, _, c, d]) = line();
    let target = app.world_mut().spawn(place(30.0, 0.0)).id();
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(target));
    app.update();
    *app.world_mut().get_mut::<Transform>(target).unwrap() = place(21.0, 0.0);
    app.update();
    // What is no waypoint itself is looked for again when the graph changes.
    part(&mut app, c, d);
    app.update();
    assert_eq!(explain(&mut app, agent).plan.unwrap().cause, PlanCause::TargetMoved);
    app.update();
    *app.world_mut().get_mut::<Transform>(agent).unwrap() = place(19.0, 5.0);
    app.update();
    assert_eq!(explain(&mut app, agent).plan.unwrap().cause, PlanCause::PushedOff);
}
