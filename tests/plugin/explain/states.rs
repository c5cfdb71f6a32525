//! What an agent does, in every state.

use super::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy_tilepath::{
    AgentState, AnswerSource,
    tilepath::{Engine, EngineReason},
};

/// The sentences begin with this.
fn says(app: &mut App, agent: Entity, state: AgentState, sentence: &str) {
    let explanation = explain(app, agent);
    // By their texts, because NaN is not equal to itself.
    assert_eq!(format!("{:?}", explanation.state), format!("{state:?}"));
    let expected = sentence.replace('@', &agent.to_string());
    let text = explanation.to_string();
    assert!(text.starts_with(&expected), "{text:?} does not begin with {expected:?}");
}

#[test]
fn entities_that_are_no_agents_are_said_to_be_none() {
    let mut app = open(4, 4);
    let entity = app.world_mut().spawn_empty().id();
    says(&mut app, entity, AgentState::NoRequest, "@ stands still: it has no PathRequest.");
    app.world_mut().despawn(entity);
    says(&mut app, entity, AgentState::Gone, "There is no entity @.");
}

#[test]
fn an_agent_waits_walks_and_arrives() {
    let mut app = open(6, 3);
    let agent = spawn_walker(&mut app, cell(0, 0), PathRequest::to_cell(cell(3, 0)));
    says(&mut app, agent, AgentState::Waiting { before: 0 }, "@ waits for a path: it is the next");
    assert!(explain(&mut app, agent).answer.is_none());
    app.update();
    says(&mut app, agent, AgentState::Walking, "@ walks to the cell (3, 0).");
    let explanation = explain(&mut app, agent);
    let answer = explanation.answer.unwrap();
    assert_eq!((answer.source, answer.frames_ago), (AnswerSource::Search, 0));
    assert!(answer.nodes_expanded > 0 && answer.microseconds > 0.0, "{answer:?}");
    (0..40).for_each(|_| app.update());
    says(&mut app, agent, AgentState::Arrived, "@ has arrived at the end of its path.");
    let answer = explain(&mut app, agent).answer.unwrap();
    assert_eq!(answer.frames_ago, 40);
    assert!((answer.seconds_ago - 4.0).abs() < 0.01, "{answer:?}");
}

#[test]
fn an_agent_that_does_not_move_says_what_it_lacks() {
    let mut app = open(6, 3);
    let request = || PathRequest::to_cell(cell(5, 2));
    let lazy = app.world_mut().spawn((middle(0, 0), request())).id();
    let slow = [0.0, -3.0, f32::NAN]
        .map(|speed| app.world_mut().spawn((middle(0, 1), request(), PathFollower::with_speed(speed))).id());
    let disabled = app.world_mut().spawn((walker(middle(0, 2), request()), Disabled)).id();
    app.update();
    says(&mut app, lazy, AgentState::NoFollower, "@ has a path, but no PathFollower");
    for slow in slow {
        says(&mut app, slow, AgentState::NoSpeed, "@ stands still: the speed of its PathFollower is not");
    }
    says(&mut app, disabled, AgentState::Disabled, "@ stands still: it is disabled.");
}

#[test]
fn an_agent_says_which_engine_searches_for_it_and_why() {
    let mut app = open(6, 3);
    let request = || PathRequest::to_cell(cell(5, 2));
    let plain = spawn_walker(&mut app, cell(0, 0), request());
    let own = spawn_walker(&mut app, cell(0, 1), request().with_heuristic(Heuristic::Manhattan));
    app.update();
    let engine = |app: &mut App, agent| explain(app, agent).answer.and_then(|answer| answer.engine);
    let (by_jumps, by_astar) = (engine(&mut app, plain).unwrap(), engine(&mut app, own).unwrap());
    assert_eq!((by_jumps.engine, by_jumps.reason), (Engine::Jumps, EngineReason::LongJumps));
    assert_eq!((by_astar.engine, by_astar.reason), (Engine::AStar, EngineReason::OwnEstimate));
    let text = explain(&mut app, own).to_string();
    assert!(text.contains("Its searches use A* without prepared costs, because the request sets"), "{text}");
}

#[test]
fn agents_that_share_a_field_say_so() {
    let mut app = open(8, 8);
    let agents: Vec<Entity> =
        (0..5).map(|x| spawn_walker(&mut app, cell(x, 0), PathRequest::to_cell(cell(7, 7)))).collect();
    app.update();
    let explanation = explain(&mut app, agents[0]);
    assert_eq!(explanation.answer.unwrap().source, AnswerSource::Field { agents: 5 });
    assert!(explanation.to_string().contains("It shares a goal field with 4 agents."), "{explanation}");
}

#[test]
fn requests_beyond_the_budget_say_how_many_are_before_them() {
    let mut app = open(30, 30);
    app.insert_resource(PathfindingSettings { expansions_per_frame: 1, ..default() });
    let agents: Vec<Entity> = (0..3)
        .map(|y| spawn_walker(&mut app, cell(0, y), PathRequest::to_cell(cell(29, 20 + y)).allow_partial()))
        .collect();
    app.update();
    says(&mut app, agents[0], AgentState::Waiting { before: 0 }, "@ waits for a path: it is the next");
    says(&mut app, agents[1], AgentState::Waiting { before: 1 }, "@ waits for a path: 1 request is");
    says(&mut app, agents[2], AgentState::Waiting { before: 2 }, "@ waits for a path: 2 requests are");
}

#[test]
fn while_the_map_is_read_agents_wait_for_it() {
    let mut app = app();
    app.world_mut().resource_mut::<NavGrid>().set_loading(true);
    let agent = spawn_walker(&mut app, cell(0, 0), PathRequest::to_cell(cell(3, 0)));
    app.update();
    says(&mut app, agent, AgentState::Loading, "@ waits for the map, which is being read.");
}

#[test]
fn an_agent_in_a_wall_walks_out_of_it() {
    let mut app = app_on(&[[1, 1, 1, 1], [0, 0, 1, 1], [0, 0, 1, 1]]);
    let agent = spawn_walker(&mut app, cell(0, 0), PathRequest::to_cell(cell(3, 0)));
    app.update();
    says(&mut app, agent, AgentState::WalkingOut, "@ is in a wall and walks out to the nearest free cell.");
}

#[test]
fn every_failure_is_a_sentence_with_its_reason() {
    let mut app = app_on(&[[1, 0, 1], [1, 0, 1]]);
    let ask = |app: &mut App, request: PathRequest| {
        let agent = app.world_mut().spawn((middle(0, 0), request)).id();
        app.update();
        agent
    };
    let gone = app.world_mut().spawn_empty().id();
    app.world_mut().despawn(gone);
    let to = || PathRequest::to_cell(cell(0, 1));
    let requests = [
        PathRequest::to_nearest::<IVec2>([]),
        PathRequest::to_entity(gone),
        PathRequest::to_position(Vec2::NAN),
        PathRequest::to_cell(cell(9, 9)),
        PathRequest::to_cell(cell(1, 1)),
        PathRequest::to_cell(cell(2, 1)),
        to().with_max_expansions(0),
        to().within(-1.0),
        to().with_inflation(0.5),
        to().with_danger_aversion(-1.0),
    ];
    for request in requests {
        let agent = ask(&mut app, request);
        let reason = failure(&app, agent).unwrap();
        says(&mut app, agent, AgentState::Failed(reason), &format!("@ has no path: {reason}."));
        let explanation = explain(&mut app, agent);
        assert!(explanation.failure().is_some());
        assert!(explanation.retry_in.is_some() && explanation.path.is_none());
    }
    let unplaced = app.world_mut().spawn(to()).id();
    let lost = app.world_mut().spawn((Transform::from_xyz(f32::NAN, 0.0, 0.0), to())).id();
    app.update();
    for agent in [unplaced, lost] {
        let reason = failure(&app, agent).unwrap();
        says(&mut app, agent, AgentState::Failed(reason), &format!("@ has no path: {reason}."));
    }
    app.world_mut().resource_mut::<NavGrid>().unload();
    app.update();
    says(&mut app, unplaced, AgentState::Failed(FailureReason::NoMap), "@ has no path: there is no map.");
}
