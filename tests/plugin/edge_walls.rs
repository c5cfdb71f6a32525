//! Walls on the edges of cells: fences, ledges, gates between cells.

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

/// A map with a line of walls from top to bottom, at the right sides of the cells at x = 6.
fn scene(kind: Kind, wall: EdgeWall) -> (App, Vec<Entity>) {
    let mut app = open_map(13, 9);
    if kind == Kind::Alone {
        app.world_mut().resource_mut::<PathfindingSettings>().max_field_bytes = 0;
    }
    let walls = (0..9).map(|y| app.world_mut().spawn((middle(6, y), wall)).id()).collect();
    app.update();
    (app, walls)
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
fn a_fence_stands_while_its_entities_do_and_a_gate_opens_and_closes() {
    for kind in KINDS {
        let (mut app, walls) = scene(kind, EdgeWall::towards(Vec2::X));
        let agent = agent(&mut app, kind, middle(1, 4), PathRequest::to_cell(cell(11, 4)).allow_partial());
        // It does not move, so that it does not come through.
        app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = 0.0;
        let status = |app: &mut App| {
            (0..25).for_each(|_| app.update());
            result(app, agent).status()
        };
        assert_eq!(status(&mut app), PathStatus::Partial, "{kind:?}");
        app.world_mut().get_mut::<EdgeWall>(walls[4]).unwrap().is_open = true;
        assert_eq!(status(&mut app), PathStatus::Found, "{kind:?}: a gate");
        app.world_mut().get_mut::<EdgeWall>(walls[4]).unwrap().is_open = false;
        assert_eq!(status(&mut app), PathStatus::Partial, "{kind:?}: closed again");
        app.world_mut().get_mut::<Transform>(walls[2]).unwrap().translation.y += 10.0;
        assert_eq!(status(&mut app), PathStatus::Found, "{kind:?}: moved");
        app.world_mut().get_mut::<Transform>(walls[2]).unwrap().translation.y -= 10.0;
        assert_eq!(status(&mut app), PathStatus::Partial, "{kind:?}: moved back");
        app.world_mut().entity_mut(walls[0]).remove::<EdgeWall>();
        assert_eq!(status(&mut app), PathStatus::Found, "{kind:?}: removed");
        app.world_mut().entity_mut(walls[0]).insert(EdgeWall::to_cell(cell(7, 0)));
        assert_eq!(status(&mut app), PathStatus::Partial, "{kind:?}: built again");
        app.world_mut().despawn(walls[8]);
        assert_eq!(status(&mut app), PathStatus::Found, "{kind:?}: gone");
        app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = 40.0;
        assert!(arrives(&mut app, agent), "{kind:?}");
    }
}

#[test]
fn agents_go_down_a_ledge_and_not_up() {
    for kind in KINDS {
        let (mut app, _) = scene(kind, EdgeWall::towards(Vec2::X).one_way());
        let agent = agent(&mut app, kind, middle(1, 4), PathRequest::to_cell(cell(11, 4)));
        assert!(arrives(&mut app, agent), "{kind:?}");
        app.world_mut().entity_mut(agent).insert(PathRequest::to_cell(cell(1, 4)));
        (0..30).for_each(|_| app.update());
        assert!(matches!(result(&app, agent).status(), PathStatus::Failed(_)), "{kind:?}");
        assert_eq!(cell_of(&app, agent), cell(11, 4));
    }
}

#[test]
fn a_class_with_a_price_is_a_key() {
    const KEY: u8 = 210;
    for kind in KINDS {
        let (mut app, _) = scene(kind, EdgeWall::towards(Vec2::X).with_class(KEY).with_length(3.0));
        let mut profiles = app.world_mut().resource_mut::<CostProfiles>();
        profiles.get_mut(ProfileId::default()).unwrap().set_cost(KEY, 0);
        let with_key = profiles.add(CostProfile::default().with_cost(KEY, 1));
        let [without, with] = [ProfileId::default(), with_key].map(|profile| {
            agent(&mut app, kind, middle(1, 4), PathRequest::to_cell(cell(11, 4)).with_profile(profile))
        });
        assert!(arrives(&mut app, with), "{kind:?}");
        assert!(matches!(result(&app, without).status(), PathStatus::Failed(_)), "{kind:?}");
    }
}

#[test]
fn a_wall_that_no_map_can_have_is_refused_and_may_be_mended() {
    for wrong in [
        EdgeWall::towards(Vec2::ZERO),
        EdgeWall::towards(Vec2::NAN),
        EdgeWall::to_cell(cell(9, 9)),
        EdgeWall::towards(Vec2::X).with_length(-1.0),
    ] {
        let (mut app, walls) = scene(Kind::Alone, EdgeWall::towards(Vec2::new(0.9, 0.3)));
        app.world_mut().entity_mut(walls[4]).insert(wrong);
        let agent =
            agent(&mut app, Kind::Alone, middle(1, 4), PathRequest::to_cell(cell(11, 4)).allow_partial());
        app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = 0.0;
        (0..5).for_each(|_| app.update());
        assert_eq!(result(&app, agent).status(), PathStatus::Found, "{wrong:?} is not there");
        app.world_mut().entity_mut(walls[4]).insert(EdgeWall::towards(Vec2::X));
        (0..25).for_each(|_| app.update());
        assert_eq!(result(&app, agent).status(), PathStatus::Partial, "mended");
    }
}
