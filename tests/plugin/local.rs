//! Local requests: answers that are no part of the game.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::{NavId, prelude::*};
use tilepath::PathError;

fn ask(app: &mut App, at: Transform, request: PathRequest) -> Entity {
    app.world_mut().spawn((at, LocalPathRequest(request))).id()
}

fn result(app: &App, asker: Entity) -> &PathResult {
    app.world().get::<LocalPathResult>(asker).unwrap()
}

fn cells(app: &App, asker: Entity) -> Vec<IVec2> {
    result(app, asker).cells(app.world().resource()).into_owned()
}

fn map(app: &mut App) -> Mut<'_, NavGrid> {
    app.world_mut().resource_mut::<NavGrid>()
}

#[test]
fn the_answer_is_the_cheapest_path_and_follows_the_map_and_the_target() {
    let mut app = open_map(12, 9);
    let target = app.world_mut().spawn(middle(9, 4)).id();
    let asker = ask(&mut app, middle(1, 4), PathRequest::to_entity(target));
    app.update();
    assert_eq!((result(&app, asker).status(), cells(&app, asker).len()), (PathStatus::Found, 9));
    assert_eq!(result(&app, asker).target(app.world().resource()), Some(PathTarget::Entity(target)));
    // A wall comes into the way, and leaves again.
    (2..7).for_each(|y| map(&mut app).map_mut().unwrap().block(cell(5, y)));
    app.update();
    let path = cells(&app, asker);
    assert!(!path.is_empty() && path.iter().all(|at| at.x != 5 || !(2..7).contains(&at.y)), "{path:?}");
    (2..7).for_each(|y| map(&mut app).map_mut().unwrap().unblock(cell(5, y)));
    app.update();
    assert_eq!(cells(&app, asker).len(), 9);
    // The target and the entity itself move.
    app.world_mut().entity_mut(target).insert(middle(9, 8));
    app.world_mut().entity_mut(asker).insert(middle(3, 8));
    app.update();
    assert_eq!(cells(&app, asker), (3..=9).map(|x| cell(x, 8)).collect::<Vec<_>>());
    // An edit elsewhere leaves the answer alone; a request that goes takes it along.
    app.world_mut().entity_mut(asker).remove::<LocalPathRequest>();
    assert_eq!(result(&app, asker), &PathResult::default());
    assert!(app.world().get::<NavId>(asker).is_none() && app.world().get::<NavId>(target).is_none());
}

#[test]
fn what_no_path_answers_fails_for_the_reason_that_a_request_gets() {
    let mut app = open_map(9, 9);
    map(&mut app).map_mut().unwrap().block(cell(4, 4));
    let gone = app.world_mut().spawn_empty().id();
    app.world_mut().despawn(gone);
    let asks = [
        (PathRequest::to_cell(cell(40, 4)), FailureReason::Path(PathError::GoalOutside(cell(40, 4)))),
        (PathRequest::to_cell(cell(4, 4)), FailureReason::Path(PathError::GoalBlocked(cell(4, 4)))),
        (PathRequest::to_entity(gone), FailureReason::GoalGone(gone)),
        (PathRequest::to_position(Vec2::INFINITY), FailureReason::GoalNotFinite(Vec2::INFINITY)),
        (PathRequest::to_nearest::<IVec2>([]), FailureReason::Path(PathError::NoGoal)),
        (
            PathRequest::to_cell(cell(1, 1)).with_profile(ProfileId::new(9)),
            FailureReason::UnknownProfile(ProfileId::new(9)),
        ),
        (PathRequest::to_cell(cell(1, 1)).within(-1.0), FailureReason::Path(PathError::InvalidRange(-1.0))),
    ];
    for (request, reason) in asks {
        let local = ask(&mut app, middle(2, 2), request.clone());
        let agent = app.world_mut().spawn((middle(2, 2), request)).id();
        (0..2).for_each(|_| app.update());
        assert_eq!(result(&app, local).failure(), Some(reason));
        assert_eq!(failure(&app, agent), Some(reason));
    }
    let nowhere = app.world_mut().spawn(LocalPathRequest(PathRequest::to_cell(cell(1, 1)))).id();
    app.update();
    assert_eq!(result(&app, nowhere).failure(), Some(FailureReason::NoTransform));
}

#[test]
fn a_small_budget_makes_answers_late_but_loses_none() {
    let mut app = open_map(40, 40);
    app.world_mut().resource_mut::<PathfindingSettings>().local_expansions_per_frame = 30;
    let query = |nth: i32| PathRequest::to_cell(cell(39, nth)).with_heuristic(Heuristic::Zero);
    let askers: Vec<Entity> = (0..20).map(|nth| ask(&mut app, middle(0, nth), query(nth))).collect();
    let found = |app: &App| askers.iter().filter(|&&asker| result(app, asker).has_path()).count();
    app.update();
    assert_eq!(found(&app), 0, "each needs more than that");
    let mut last = 0;
    for _ in 0..4000 {
        app.update();
        let now = found(&app);
        assert!(now >= last);
        last = now;
        // They are answered in the order in which they came.
        assert!(askers.iter().take(now).all(|&asker| result(&app, asker).has_path()));
    }
    assert_eq!(last, 20);
    let stats = *app.world().resource::<PathfindingStats>();
    assert_eq!((stats.searches, stats.expansions), (0, 0));
}

#[test]
fn an_agent_may_ask_beside_its_request_and_its_own_obstacle_does_not_block_it() {
    let mut app = open_map(12, 9);
    let request = PathRequest::to_cell(cell(9, 1));
    let agent = app.world_mut().spawn((walker(middle(1, 1), request), NavObstacle::default())).id();
    app.update();
    app.world_mut().entity_mut(agent).insert(LocalPathRequest(PathRequest::to_cell(cell(1, 7))));
    app.update();
    assert_eq!(cells(&app, agent).last(), Some(&cell(1, 7)));
    let own = app.world().get::<PathResult>(agent).unwrap().cells(app.world().resource()).into_owned();
    assert_eq!(own.last(), Some(&cell(9, 1)));
    (0..200).for_each(|_| app.update());
    assert_eq!(cell_of(&app, agent), cell(9, 1));
    assert_eq!(cells(&app, agent).first(), Some(&cell(9, 1)), "the preview begins where the agent is");
}
