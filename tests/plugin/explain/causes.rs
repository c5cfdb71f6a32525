//! Why a path was planned again, and when.

use super::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy_tilepath::{LastPlan, PlanCause};

fn plan(app: &mut App, agent: Entity) -> LastPlan {
    explain(app, agent).plan.unwrap()
}

fn cause(app: &mut App, agent: Entity) -> PlanCause {
    plan(app, agent).cause
}

fn run(app: &mut App, frames: usize) {
    (0..frames).for_each(|_| app.update());
}

/// An agent on an open map that walks from left to right.
fn walking() -> (App, Entity) {
    let mut app = open(10, 3);
    let agent = spawn_walker(&mut app, cell(0, 1), PathRequest::to_cell(cell(9, 1)));
    run(&mut app, 2);
    (app, agent)
}

#[test]
fn an_edit_of_the_path_is_named_by_its_cell_and_its_time() {
    let (mut app, agent) = walking();
    assert_eq!(cause(&mut app, agent), PlanCause::Requested);
    edit(&mut app, |map| map.set_terrain(cell(6, 1), 0).unwrap());
    run(&mut app, 4);
    let explanation = explain(&mut app, agent);
    let plan = explanation.plan.unwrap();
    assert_eq!((plan.cause, plan.frames_ago), (PlanCause::PathEdited { at: Some(cell(6, 1)) }, 3));
    assert!((plan.seconds_ago - 0.3).abs() < 0.001, "{plan:?}");
    let sentence =
        "It was last planned 0.3 s ago (3 frames), because the map changed at (6, 1), on its path.";
    assert!(explanation.to_string().ends_with(sentence), "{explanation}");
    run(&mut app, 10);
    assert_eq!(self::plan(&mut app, agent).frames_ago, 13, "nothing else happened since");
}

#[test]
fn a_tower_on_the_path_and_its_sale_are_named() {
    let (mut app, agent) = walking();
    let tower = app.world_mut().spawn((middle(5, 1), NavObstacle::rect(Vec2::new(1.0, 3.0)))).id();
    run(&mut app, 1);
    assert_eq!(cause(&mut app, agent), PlanCause::PathEdited { at: Some(cell(5, 1)) });
    assert!(explain(&mut app, agent).obstacle() == Some(tower));
    app.world_mut().despawn(tower);
    run(&mut app, 20);
    assert_eq!(cause(&mut app, agent), PlanCause::Retried);
}

#[test]
fn a_wall_that_opens_may_make_the_path_shorter() {
    let mut app = app_on(&[[1, 1, 1, 1, 1], [1, 0, 0, 0, 1], [1, 1, 0, 1, 1], [1, 0, 0, 0, 0]]);
    let agent = spawn_walker(&mut app, cell(0, 1), PathRequest::to_cell(cell(4, 1)));
    run(&mut app, 1);
    edit(&mut app, |map| map.set_terrain(cell(2, 1), 1).unwrap());
    run(&mut app, 1);
    assert_eq!(cause(&mut app, agent), PlanCause::MayBeShorter { at: Some(cell(2, 1)) });
}

#[test]
fn too_many_edits_at_once_have_no_cell() {
    let (mut app, agent) = walking();
    edit(&mut app, |map| {
        for round in 0..3 * 300 {
            map.set_terrain(cell(round % 2 * 7, 1 + round % 3 % 2), 1 + (round % 5) as u8).unwrap();
        }
    });
    run(&mut app, 1);
    assert_eq!(cause(&mut app, agent), PlanCause::PathEdited { at: None });
}

#[test]
fn a_target_that_moves_a_push_and_another_map_are_told_apart() {
    let mut app = open(10, 3);
    let target = app.world_mut().spawn(middle(9, 1)).id();
    let agent = spawn_walker(&mut app, cell(0, 1), PathRequest::to_entity(target));
    run(&mut app, 2);
    *app.world_mut().get_mut::<Transform>(target).unwrap() = middle(9, 2);
    run(&mut app, 1);
    assert_eq!(cause(&mut app, agent), PlanCause::TargetMoved);
    *app.world_mut().get_mut::<Transform>(agent).unwrap() = middle(7, 0);
    run(&mut app, 1);
    assert_eq!(cause(&mut app, agent), PlanCause::PushedOff);
    app.world_mut().resource_mut::<CostProfiles>().get_mut(default()).unwrap().set_cost(1, 2);
    run(&mut app, 1);
    assert_eq!(cause(&mut app, agent), PlanCause::MapReplaced);
    app.world_mut().entity_mut(agent).insert(PathRequest::to_cell(cell(0, 0)));
    run(&mut app, 1);
    assert_eq!(cause(&mut app, agent), PlanCause::Requested);
    app.world_mut().entity_mut(agent).insert(Disabled);
    run(&mut app, 2);
    app.world_mut().entity_mut(agent).remove::<Disabled>();
    run(&mut app, 1);
    assert_eq!(cause(&mut app, agent), PlanCause::Enabled);
}

#[test]
fn agents_without_a_follower_have_the_same_causes() {
    let mut app = open(10, 3);
    let agent = app.world_mut().spawn((middle(0, 1), PathRequest::to_cell(cell(9, 1)))).id();
    run(&mut app, 1);
    *app.world_mut().get_mut::<Transform>(agent).unwrap() = middle(3, 1);
    run(&mut app, 1);
    assert_eq!(cause(&mut app, agent), PlanCause::Requested, "it is still on its path");
    edit(&mut app, |map| map.set_terrain(cell(5, 1), 0).unwrap());
    run(&mut app, 1);
    assert_eq!(cause(&mut app, agent), PlanCause::PathEdited { at: Some(cell(5, 1)) });
}

#[test]
fn joining_and_leaving_a_goal_field_are_causes() {
    let mut app = app_on(&[[1; 12], [1; 12], [1; 12]]);
    let request = PathRequest::to_cell(cell(11, 1));
    let first = spawn_walker(&mut app, cell(0, 0), request.clone());
    run(&mut app, 1);
    let others: Vec<Entity> = (0..4).map(|x| spawn_walker(&mut app, cell(x, 1), request.clone())).collect();
    run(&mut app, 3);
    assert!(result(&app, first).is_shared() && result(&app, others[0]).is_shared());
    assert_eq!(cause(&mut app, first), PlanCause::FieldReady);
    assert_eq!(cause(&mut app, others[0]), PlanCause::Requested);
    *app.world_mut().get_mut::<Transform>(first).unwrap() = middle(6, 0);
    run(&mut app, 1);
    assert_eq!(cause(&mut app, first), PlanCause::PushedOff);
    edit(&mut app, |map| (0..3).for_each(|y| map.block(cell(10, y))));
    run(&mut app, 1);
    assert_eq!(cause(&mut app, others[1]), PlanCause::FieldLost);
    assert!(failure(&app, others[1]).is_some());
}

#[test]
fn an_agent_in_sight_of_its_target_looks_again_where_the_view_changes() {
    let mut app = open(8, 3);
    let agent = spawn_walker(&mut app, cell(0, 1), PathRequest::to_cell(cell(7, 1)).within(3.0).in_sight());
    run(&mut app, 1);
    edit(&mut app, |map| map.set_terrain(cell(6, 0), 0).unwrap());
    run(&mut app, 1);
    assert_eq!(cause(&mut app, agent), PlanCause::PathEdited { at: Some(cell(6, 0)) });
}
