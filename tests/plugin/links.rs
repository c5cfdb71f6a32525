//! Links between cells: stairs, portals, ledges.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// How agents find their way and walk.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Alone,
    OnField,
    InCrowd,
}

const KINDS: [Kind; 3] = [Kind::Alone, Kind::OnField, Kind::InCrowd];

/// What agents are told at links.
#[derive(Resource, Default, PartialEq, Debug)]
struct Told {
    entered: Vec<LinkEntered>,
    finished: Vec<LinkFinished>,
}

/// Two floors: a wall at x = 6 has no gap. A stair leads from (2, 7) to (10, 1).
fn scene(kind: Kind, link: NavLink) -> (App, Entity) {
    let mut app = open_map(13, 9);
    let map = app.world_mut().resource_mut::<NavGrid>().into_inner().map_mut().unwrap();
    (0..9).for_each(|y| map.block(cell(6, y)));
    if kind == Kind::Alone {
        app.world_mut().resource_mut::<PathfindingSettings>().max_field_bytes = 0;
    }
    app.init_resource::<Told>()
        .add_observer(|event: On<LinkEntered>, mut told: ResMut<Told>| told.entered.push(*event))
        .add_observer(|event: On<LinkFinished>, mut told: ResMut<Told>| told.finished.push(*event));
    let link = app.world_mut().spawn((middle(2, 7), link)).id();
    app.update();
    (app, link)
}

fn agent(app: &mut App, kind: Kind, at: Transform, request: PathRequest) -> Entity {
    let mut agent = app.world_mut().spawn(walker(at, request));
    if kind == Kind::InCrowd {
        agent.insert(CrowdAgent::default());
    }
    agent.id()
}

fn arrives(app: &mut App, agent: Entity) -> bool {
    (0..500).any(|_| {
        app.update();
        app.world().get::<PathFollower>(agent).unwrap().has_arrived()
    })
}

#[test]
fn agents_are_told_of_the_link_that_they_cross() {
    for kind in KINDS {
        let (mut app, link) = scene(kind, NavLink::to_cell(cell(10, 1)).two_way().with_seconds(0.5));
        let agents =
            [0, 4].map(|y| agent(&mut app, kind, middle(1, y), PathRequest::to_cell(cell(11, 4 + y))));
        for agent in agents {
            assert!(arrives(&mut app, agent), "{kind:?}");
        }
        let told = app.world().resource::<Told>();
        for entity in agents {
            let (link, from, to) = (Some(link), cell(2, 7), cell(10, 1));
            let entered: Vec<_> = told.entered.iter().filter(|event| event.entity == entity).collect();
            assert_eq!(entered, [&LinkEntered { entity, link, from, to }], "{kind:?}");
            let finished: Vec<_> = told.finished.iter().filter(|event| event.entity == entity).collect();
            assert_eq!(finished, [&LinkFinished { entity, link, from, to }], "{kind:?}");
        }
    }
}

#[test]
fn a_link_that_is_closed_moved_or_gone_leads_nowhere() {
    for kind in KINDS {
        let (mut app, link) = scene(kind, NavLink::to_position(Vec2::new(100.0, 10.0)));
        let agent = agent(&mut app, kind, middle(1, 1), PathRequest::to_cell(cell(11, 4)).allow_partial());
        let status = |app: &mut App| {
            (0..25).for_each(|_| app.update());
            result(app, agent).status()
        };
        // The agent does not move, so that it does not cross.
        app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = 0.0;
        assert_eq!(status(&mut app), PathStatus::Found, "{kind:?}");
        app.world_mut().get_mut::<NavLink>(link).unwrap().is_open = false;
        assert_eq!(status(&mut app), PathStatus::Partial, "{kind:?}: closed");
        app.world_mut().get_mut::<NavLink>(link).unwrap().is_open = true;
        assert_eq!(status(&mut app), PathStatus::Found, "{kind:?}: open again");
        app.world_mut().get_mut::<Transform>(link).unwrap().translation.x = 90.0;
        assert_eq!(status(&mut app), PathStatus::Partial, "{kind:?}: moved to the other floor");
        app.world_mut().get_mut::<Transform>(link).unwrap().translation.x = 30.0;
        assert_eq!(status(&mut app), PathStatus::Found, "{kind:?}: moved back");
        app.world_mut().despawn(link);
        assert_eq!(status(&mut app), PathStatus::Partial, "{kind:?}: gone");
    }
}

#[test]
fn the_game_may_move_an_agent_on_a_link() {
    for kind in KINDS {
        let (mut app, _) = scene(kind, NavLink::to_cell(cell(10, 1)).with_seconds(1.0));
        let agent = agent(&mut app, kind, middle(2, 6), PathRequest::to_cell(cell(11, 4)));
        let is_on_link = |app: &App| {
            let told = app.world().resource::<Told>();
            told.entered.len() > told.finished.len()
        };
        while !is_on_link(&app) {
            app.update();
        }
        while is_on_link(&app) {
            // It flies.
            app.world_mut().get_mut::<Transform>(agent).unwrap().translation.y += 35.0;
            app.update();
        }
        assert_eq!(cell_of(&app, agent), cell(10, 1), "{kind:?}");
        assert!(arrives(&mut app, agent), "{kind:?}");
    }
}

#[test]
fn a_link_that_no_map_can_have_is_refused_and_may_be_mended() {
    let (mut app, link) = scene(Kind::Alone, NavLink::to_cell(cell(10, 1)).with_length(-1.0));
    let agent = agent(&mut app, Kind::Alone, middle(1, 1), PathRequest::to_cell(cell(11, 4)));
    (0..5).for_each(|_| app.update());
    assert!(matches!(result(&app, agent).status(), PathStatus::Failed(_)));
    app.world_mut().entity_mut(link).insert(NavLink::to_cell(cell(10, 1)).with_length(1.0));
    assert!(arrives(&mut app, agent));
}
