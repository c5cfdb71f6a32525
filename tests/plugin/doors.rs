//! Obstacles with a class: doors, gates, walls that break, bridges.

use crate::support::*;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

const DOOR: u8 = 200;
const GATE: u8 = 201;

/// How agents find their way and walk.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Alone,
    OnField,
    InCrowd,
}

const KINDS: [Kind; 3] = [Kind::Alone, Kind::OnField, Kind::InCrowd];

/// A wall at x = 6 has a door in the middle and a gap at its upper end. The default profile can't enter doors; the other three pay 1, 5 and 60
/// tiles for a door.
fn scene(kind: Kind) -> (App, [ProfileId; 4], Entity) {
    let mut app = open_map(13, 9);
    let map = app.world_mut().resource_mut::<NavGrid>().into_inner().map_mut().unwrap();
    (0..8).filter(|&y| y != 3).for_each(|y| map.block(cell(6, y)));
    if kind == Kind::Alone {
        app.world_mut().resource_mut::<PathfindingSettings>().max_field_bytes = 0;
    }
    let mut profiles = app.world_mut().resource_mut::<CostProfiles>();
    profiles.get_mut(ProfileId::default()).unwrap().set_cost(DOOR, 0);
    let opening = [1, 5, 60].map(|turns| profiles.add(CostProfile::default().with_cost(DOOR, turns)));
    let door =
        app.world_mut().spawn((middle(6, 3), NavObstacle::default().with_class(DOOR), Name::new("door")));
    let door = door.id();
    app.update();
    (app, [ProfileId::default(), opening[0], opening[1], opening[2]], door)
}

fn agent(app: &mut App, kind: Kind, at: Transform, request: PathRequest) -> Entity {
    let mut agent = app.world_mut().spawn(walker(at, request));
    if kind == Kind::InCrowd {
        agent.insert(CrowdAgent::default());
    }
    agent.id()
}

/// What agents are told of obstacles ahead.
#[derive(Resource, Default)]
struct Told(Vec<ObstacleAhead>);

fn note_told(app: &mut App) {
    app.init_resource::<Told>()
        .add_observer(|ahead: On<ObstacleAhead>, mut told: ResMut<Told>| told.0.push(*ahead));
}

fn state(app: &mut App, agent: Entity) -> AgentState {
    app.world_mut().run_system_once(move |mut explain: Explain| explain.agent(agent).state).unwrap()
}

/// Which of these cells the agent enters until it arrives.
fn passes(app: &mut App, agent: Entity, cells: [IVec2; 2]) -> [bool; 2] {
    let mut passed = [false; 2];
    for _ in 0..600 {
        app.update();
        let at = cell_of(app, agent);
        cells.iter().zip(&mut passed).for_each(|(&cell, passed)| *passed |= cell == at);
        if app.world().get::<PathFollower>(agent).unwrap().has_arrived() {
            return passed;
        }
    }
    panic!("not there, but at {}", cell_of(app, agent));
}

#[test]
fn a_door_costs_each_agent_what_its_profile_says() {
    for kind in KINDS {
        let (mut app, profiles, _) = scene(kind);
        for (profile, by_door) in profiles.into_iter().zip([false, true, true, false]) {
            let request = PathRequest::to_cell(cell(9, 3)).with_profile(profile);
            let agent = agent(&mut app, kind, middle(3, 3), request);
            let passed = passes(&mut app, agent, [cell(6, 3), cell(6, 8)]);
            assert_eq!(passed, [by_door, !by_door], "{kind:?} {profile:?}");
            app.world_mut().despawn(agent);
        }
    }
}

fn lengths(app: &App) -> StepLengths {
    nav(app).map().unwrap().topology().lengths()
}

#[test]
fn a_door_that_opens_closes_or_weakens_changes_the_path() {
    for kind in KINDS {
        let (mut app, profiles, door) = scene(kind);
        let cost = |app: &mut App, agent| {
            (0..40).for_each(|_| app.update());
            lengths(app).in_tiles(result(app, agent).cost(nav(app))).round() as u32
        };
        let request = PathRequest::to_cell(cell(9, 3)).with_profile(profiles[3]);
        let agent = app.world_mut().spawn((middle(3, 3), request)).id();
        let round = cost(&mut app, agent);
        assert!(round > 9, "{kind:?}: {round} round the wall");
        app.world_mut().entity_mut(door).remove::<NavObstacle>();
        assert_eq!(cost(&mut app, agent), 6, "{kind:?}: open");
        app.world_mut().entity_mut(door).insert(NavObstacle::default().with_class(DOOR));
        assert_eq!(cost(&mut app, agent), round, "{kind:?}: closed");
        app.world_mut().entity_mut(door).insert(NavObstacle::default().with_class(3));
        assert_eq!(cost(&mut app, agent), 8, "{kind:?}: nearly broken");
        app.world_mut().entity_mut(door).insert(NavObstacle::default());
        assert_eq!(cost(&mut app, agent), round, "{kind:?}: a wall");
    }
}

/// The obstacles ahead of agents, as a system sees them.
#[derive(Resource, Default)]
struct Seen(Vec<(Entity, IVec2, usize)>, Vec<Entity>, String);

fn look(
    obstacles: NavObstacles,
    agents: Query<(Entity, &PathResult, &PathFollower)>,
    mut explain: Explain,
    mut seen: ResMut<Seen>,
) {
    for (agent, path, follower) in &agents {
        let ahead = obstacles.ahead(path, follower).into_iter();
        seen.0 = ahead.map(|ahead| (ahead.obstacle, ahead.cell, ahead.steps)).collect();
        seen.2 = explain.agent(agent).to_string();
    }
    seen.1 = obstacles.on_cell(cell(6, 3));
}

#[test]
fn the_doors_on_a_path_are_named_in_order_with_the_steps_to_them() {
    for kind in KINDS {
        let (mut app, profiles, door) = scene(kind);
        let gate = NavObstacle::rect(Vec2::new(1.0, 9.0)).with_class(GATE);
        let gate = app.world_mut().spawn((middle(8, 4), gate, Name::new("gate"))).id();
        app.init_resource::<Seen>().add_systems(PostUpdate, look);
        app.world_mut().resource_mut::<CostProfiles>().get_mut(profiles[1]).unwrap().set_cost(GATE, 2);
        let request = PathRequest::to_cell(cell(11, 3)).with_profile(profiles[1]);
        let agent = agent(&mut app, kind, middle(3, 3), request);
        (0..3).for_each(|_| app.update());
        let seen = app.world().resource::<Seen>();
        assert_eq!(seen.0, [(door, cell(6, 3), 3), (gate, cell(8, 3), 5)], "{kind:?}");
        assert_eq!(seen.1, [door]);
        let names = format!("The path leads through door ({door}), gate ({gate}).");
        assert!(seen.2.contains(&names), "{}", seen.2);
        let mut last = 3;
        while cell_of(&app, agent).x < 6 {
            app.update();
            let (_, _, steps) = app.world().resource::<Seen>().0[0];
            assert!(steps <= last && last - steps <= 1, "{kind:?}: {steps} after {last}");
            last = steps;
        }
        passes(&mut app, agent, [cell(6, 3); 2]);
        assert_eq!(app.world().resource::<Seen>().0, [], "{kind:?}: past both");
    }
}

#[test]
fn a_request_that_fails_because_of_a_door_names_the_door() {
    let (mut app, _, door) = scene(Kind::Alone);
    app.world_mut().resource_mut::<NavGrid>().into_inner().map_mut().unwrap().block(cell(6, 8));
    app.init_resource::<Seen>().add_systems(PostUpdate, look);
    let agent = agent(&mut app, Kind::Alone, middle(3, 3), PathRequest::to_cell(cell(9, 3)));
    (0..3).for_each(|_| app.update());
    assert!(failure(&app, agent).is_some());
    let line = &app.world().resource::<Seen>().2;
    assert!(line.contains(&format!("It is cut off by door ({door}) at (6, 3)")), "{line}");
    // As near as possible is the door.
    let request = PathRequest::to_cell(cell(9, 3)).allow_partial();
    app.world_mut().entity_mut(agent).insert(request);
    passes(&mut app, agent, [cell(6, 3); 2]);
    assert_eq!(cell_of(&app, agent), cell(5, 3), "before the door");
    app.world_mut().despawn(door);
    let open = |app: &mut App| (0..100).any(|_| (app.update(), cell_of(app, agent) == cell(9, 3)).1);
    assert!(open(&mut app), "it goes on as the door is gone");
}

#[test]
fn of_several_obstacles_on_a_cell_the_dearest_counts_whichever_goes_first() {
    for order in [[0, 1], [1, 0]] {
        let (mut app, profiles, door) = scene(Kind::Alone);
        let tower = app.world_mut().spawn((middle(6, 3), NavObstacle::default().with_class(GATE))).id();
        let mut costs = app.world_mut().resource_mut::<CostProfiles>();
        costs.get_mut(profiles[1]).unwrap().set_cost(GATE, 4);
        costs.get_mut(profiles[2]).unwrap().set_cost(GATE, 2);
        app.update();
        let cell_cost = |app: &App| {
            let costs = app.world().resource::<CostProfiles>();
            [profiles[1], profiles[2]].map(|profile| {
                nav(app).map().unwrap().cell_cost(costs.get(profile).unwrap(), cell(6, 3)).unwrap()
            })
        };
        assert_eq!(cell_cost(&app), [4, 5]);
        assert!(nav(&app).is_blocked(cell(6, 3)));
        let obstacles = [door, tower];
        app.world_mut().despawn(obstacles[order[0]]);
        app.update();
        assert_eq!(cell_cost(&app), [[4, 2], [1, 5]][order[0]]);
        app.world_mut().despawn(obstacles[order[1]]);
        app.update();
        assert_eq!((cell_cost(&app), nav(&app).is_blocked(cell(6, 3))), ([1, 1], false));
    }
}

/// A bridge is an obstacle that is cheaper than what is below.
#[test]
fn a_bridge_leads_over_water() {
    let mut app = open_map(9, 3);
    let map = app.world_mut().resource_mut::<NavGrid>().into_inner().map_mut().unwrap();
    (0..3).for_each(|y| map.set_terrain(cell(4, y), 0).unwrap());
    let bridge = app.world_mut().spawn((middle(4, 1), NavObstacle::default().with_class(1))).id();
    let agent = agent(&mut app, Kind::Alone, middle(1, 1), PathRequest::to_cell(cell(7, 1)));
    assert_eq!(passes(&mut app, agent, [cell(4, 1), cell(4, 0)]), [true, false]);
    app.world_mut().despawn(bridge);
    app.world_mut().entity_mut(agent).insert(PathRequest::to_cell(cell(1, 1)));
    (0..3).for_each(|_| app.update());
    assert!(failure(&app, agent).is_some());
}

/// What may be built in the only gap of a wall.
#[derive(Resource, Default)]
struct Verdicts(Vec<Result<(), BuildRefusal>>);

fn judge(mut check: PlacementCheck, mut verdicts: ResMut<Verdicts>) {
    let (gap, route) = ([cell(6, 8)], [Route::new(cell(3, 3), cell(9, 3))]);
    verdicts.0 = [0, DOOR, GATE].map(|class| check.can_build_as(class, &gap, &route)).to_vec();
    verdicts.0.push(check.can_build(&[cell(6, 3)], &[]));
}

#[test]
fn a_planned_gate_cuts_off_only_those_who_can_not_pass_it() {
    let (mut app, profiles, _) = scene(Kind::Alone);
    app.init_resource::<Verdicts>().add_systems(PostUpdate, judge);
    app.update();
    // The default profile passes gates, but no doors.
    let refused = Err(BuildRefusal::CutsRoute(0));
    let on_a_door = Err(BuildRefusal::Blocked(cell(6, 3)));
    assert_eq!(app.world().resource::<Verdicts>().0, [refused, refused, Ok(()), on_a_door]);
    // This agent passes doors, but no gates: it still has the door.
    let mut costs = app.world_mut().resource_mut::<CostProfiles>();
    costs.get_mut(profiles[1]).unwrap().set_cost(GATE, 0);
    let request = PathRequest::to_cell(cell(9, 3)).with_profile(profiles[1]);
    let thief = agent(&mut app, Kind::Alone, middle(3, 3), request);
    app.update();
    assert_eq!(app.world().resource::<Verdicts>().0[2], Ok(()));
    // Now it has not.
    let mut costs = app.world_mut().resource_mut::<CostProfiles>();
    costs.get_mut(profiles[1]).unwrap().set_cost(DOOR, 0);
    app.update();
    assert_eq!(app.world().resource::<Verdicts>().0[2], Err(BuildRefusal::CutsOff(thief)));
}

#[test]
fn an_obstacle_for_which_no_class_number_is_left_is_refused_whole() {
    let mut app = app();
    let all = Grid::from_fn(UVec2::splat(16), |cell| (cell.y * 16 + cell.x) as u8).unwrap();
    app.insert_resource(NavGrid::from_grid(all, CellGeometry::squares(TILE).unwrap()));
    app.world_mut().spawn((middle(4, 3), NavObstacle::default().with_class(DOOR)));
    let gate = NavObstacle::rect(Vec2::new(3.0, 1.0)).with_class(GATE);
    let gate = app.world_mut().spawn((middle(3, 3), gate)).id();
    app.update();
    let classes = |app: &App, x| nav(app).map().unwrap().obstacle_classes(cell(x, 3)).collect::<Vec<_>>();
    assert_eq!([2, 3, 4].map(|x| classes(&app, x)), [vec![], vec![], vec![(DOOR, 1)]]);
    // Beside the door there is room for it.
    app.world_mut().entity_mut(gate).insert(middle(2, 3));
    app.update();
    assert_eq!([1, 2, 3].map(|x| classes(&app, x)), [vec![(GATE, 1)], vec![(GATE, 1)], vec![(GATE, 1)]]);
}

/// How an agent that has stopped before a door is let on.
#[derive(Clone, Copy, PartialEq, Debug)]
enum LetOn {
    Open,
    Despawn,
    OtherClass,
    ToldTo,
}

#[test]
fn an_agent_stops_before_a_door_that_its_request_names_until_it_is_let_on() {
    for kind in KINDS {
        for let_on in [LetOn::Open, LetOn::Despawn, LetOn::OtherClass, LetOn::ToldTo] {
            let (mut app, [_, opens, ..], door) = scene(kind);
            note_told(&mut app);
            let request = || PathRequest::to_cell(cell(12, 3)).with_profile(opens);
            // As many as share a field.
            let agents: Vec<Entity> =
                (0..6).map(|y| agent(&mut app, kind, middle(1, y), request().stop_before([DOOR]))).collect();
            (0..200).for_each(|_| app.update());

            let what = format!("{kind:?}, {let_on:?}");
            assert!(agents.iter().all(|&agent| cell_of(&app, agent).x <= 5), "{what}");
            let told = app.world().resource::<Told>().0.clone();
            let stopped: Vec<Entity> = told.iter().map(|told| told.entity).collect();
            let first = stopped[0];
            // In a crowd, only one has room before the door.
            assert_eq!(stopped.len(), if kind == Kind::InCrowd { 1 } else { 6 }, "{what}");
            assert_eq!(
                told[0],
                ObstacleAhead { entity: first, obstacle: Some(door), cell: cell(6, 3) },
                "{what}"
            );
            assert_eq!(state(&mut app, first), AgentState::Stopped, "{what}");
            if kind == Kind::OnField {
                assert!(agents.iter().all(|&agent| result(&app, agent).is_shared()));
            }

            match let_on {
                LetOn::Open => _ = app.world_mut().entity_mut(door).remove::<NavObstacle>(),
                LetOn::Despawn => _ = app.world_mut().despawn(door),
                LetOn::OtherClass => {
                    app.world_mut().entity_mut(door).insert(NavObstacle::default().with_class(1));
                }
                LetOn::ToldTo => {
                    agents.iter().for_each(|&agent| _ = app.world_mut().entity_mut(agent).insert(request()));
                }
            }
            for _ in 0..400 {
                app.update();
            }
            let arrived = |agent| app.world().get::<PathFollower>(agent).unwrap().has_arrived();
            assert!(agents.iter().copied().all(arrived), "{what}");
            assert_eq!(app.world().resource::<Told>().0.len(), told.len(), "{what}");
        }
    }
}

#[test]
fn the_obstacle_ahead_is_the_first_of_the_classes_that_the_request_names() {
    let (mut app, [_, opens, ..], door) = scene(Kind::Alone);
    note_told(&mut app);
    let carpet = NavObstacle::default().with_class(1);
    app.world_mut().spawn((middle(6, 3), carpet));
    let request = PathRequest::to_cell(cell(12, 3)).with_profile(opens).stop_before([GATE, DOOR]);
    let walks = agent(&mut app, Kind::Alone, middle(1, 3), request);
    (0..100).for_each(|_| app.update());
    let expected = ObstacleAhead { entity: walks, obstacle: Some(door), cell: cell(6, 3) };
    assert_eq!(app.world().resource::<Told>().0, [expected]);

    // A cell that the game itself has blocked belongs to no entity.
    app.world_mut().despawn(door);
    let map = app.world_mut().resource_mut::<NavGrid>().into_inner().map_mut().unwrap();
    (0..9).filter(|&y| y != 3).for_each(|y| map.block(cell(9, y)));
    map.block_as(cell(9, 3), DOOR).unwrap();
    (0..100).for_each(|_| app.update());
    let by_the_game = ObstacleAhead { entity: walks, obstacle: None, cell: cell(9, 3) };
    assert_eq!(app.world().resource::<Told>().0, [expected, by_the_game]);
}
