//! The second half of the small examples, without a window.

use super::{app, cell_of, has_arrived, only, press, run_until};
use bevy::prelude::*;
use bevy_tilepath::{BuildRefusal, prelude::*};

#[expect(dead_code, reason = "main and what it shows need a window")]
#[path = "../../examples/bsn.rs"]
mod bsn;
#[expect(dead_code, reason = "main and what it shows need a window")]
#[path = "../../examples/explain.rs"]
mod explain;
#[expect(dead_code, reason = "main and what it shows need a window")]
#[path = "../../examples/floors.rs"]
mod floors;
#[expect(dead_code, reason = "main and what it shows need a window")]
#[path = "../../examples/graph.rs"]
mod graph;
#[expect(dead_code, reason = "main and what it shows need a window")]
#[path = "../../examples/hexagons.rs"]
mod hexagons;
#[expect(dead_code, reason = "main and what it shows need a window")]
#[path = "../../examples/isometric_map.rs"]
mod isometric_map;
#[expect(dead_code, reason = "main and what it shows need a window")]
#[path = "../../examples/movement_range.rs"]
mod movement_range;
#[expect(dead_code, reason = "main and what it shows need a window")]
#[path = "../../examples/own_movement.rs"]
mod own_movement;
#[expect(dead_code, reason = "main and what it shows need a window")]
#[path = "../../examples/placement.rs"]
mod placement;
#[expect(dead_code, reason = "main and what it shows need a window")]
#[path = "../../examples/plane_xz.rs"]
mod plane_xz;
#[expect(dead_code, reason = "main and what it shows need a window")]
#[path = "../../examples/velocity.rs"]
mod velocity;
#[expect(dead_code, reason = "main and what it shows need a window")]
#[path = "../../examples/world.rs"]
mod world;

fn nav_grid(app: &App) -> &NavGrid {
    app.world().resource()
}

#[test]
fn placement_refuses_walls_agents_and_the_last_gap() {
    let mut app = app(placement::game);
    let ghost = only::<placement::Ghost>(&mut app);
    let refusal = |app: &mut App, cell: IVec2| {
        app.world_mut().get_mut::<placement::Ghost>(ghost).expect("a ghost").cell = cell;
        app.update();
        app.world().get::<placement::Ghost>(ghost).expect("a ghost").refusal
    };
    let [wall, upper_gap, lower_gap] = [(8, 7), (8, 6), (8, 2)].map(IVec2::from);
    assert_eq!(refusal(&mut app, wall), Some(BuildRefusal::Blocked(wall)));
    assert_eq!(refusal(&mut app, upper_gap), None);

    run_until(&mut app, 3, |app| app.world_mut().query::<&PathFollower>().iter(app.world()).next().is_some());
    let agent = only::<PathFollower>(&mut app);
    let here = cell_of(&app, agent);
    assert_eq!(refusal(&mut app, here), Some(BuildRefusal::Occupied(agent)));

    app.world_mut().trigger(placement::Build(upper_gap));
    assert_eq!(refusal(&mut app, lower_gap), Some(BuildRefusal::CutsRoute(0)));
    app.world_mut().trigger(placement::Build(lower_gap));
    app.update();
    assert!(nav_grid(&app).is_blocked(upper_gap) && !nav_grid(&app).is_blocked(lower_gap));
    // Agents that arrive are despawned.
    run_until(&mut app, 20, |app| app.world().get_entity(agent).is_err());
}

#[test]
fn explain_names_the_gate_the_tower_and_the_missing_follower() {
    let mut app = app(explain::game);
    app.update();
    let mut why = |x, y| {
        app.world_mut().resource_mut::<explain::Pointed>().0 = IVec2::new(x, y);
        app.update();
        let why = app.world().resource::<explain::Why>();
        (why.agent.clone(), why.cell.clone())
    };
    let (prisoner, cell) = why(9, 1);
    assert!(prisoner.starts_with("Prisoner") && prisoner.contains("cut off by Gate"), "{prisoner}");
    assert!(cell.contains("costs 1.00"), "{cell}");
    let (statue, _) = why(2, 1);
    assert!(statue.starts_with("Statue") && statue.contains("no PathFollower"), "{statue}");
    let (walker, _) = why(0, 4);
    assert!(walker.starts_with("Walker") && walker.contains(" walks to the cell (15, 4)"), "{walker}");
    let (nobody, mud) = why(5, 4);
    assert!(nobody.is_empty() && mud.contains("costs 3.00"), "{nobody}{mud}");
    let (_, beside_tower) = why(8, 4);
    assert!(beside_tower.contains("from Tower"), "{beside_tower}");
    let (_, gate) = why(8, 1);
    assert!(gate.contains("under Gate"), "{gate}");
}

#[test]
fn movement_range_counts_mud_and_ends_where_the_points_end() {
    use movement_range::{Go, Range};
    let mut app = app(movement_range::game);
    let unit = only::<PathFollower>(&mut app);
    let price = |app: &App, x, y| {
        let cost = app.world().resource::<Range>().0.cost(IVec2::new(x, y));
        cost.map(|cost| StepLengths::default().in_tiles(cost))
    };
    let turn_begins = |app: &mut App| app.world().resource::<Range>().0.cells().len() > 0;
    run_until(&mut app, 1, turn_begins);
    assert_eq!(price(&app, 7, 0), Some(4.0), "four tiles of floor");
    assert_eq!(price(&app, 6, 0), None, "three tiles of floor and a diagonal step");
    assert_eq!(price(&app, 9, 4), Some(4.0), "a tile of floor and a tile of mud");
    assert_eq!(price(&app, 10, 4), None, "a tile of floor and two of mud");
    assert_eq!(price(&app, 4, 4), None, "a wall");

    app.world_mut().trigger(Go(IVec2::new(15, 7)));
    assert!(turn_begins(&mut app), "too far: the unit stays");
    app.world_mut().trigger(Go(IVec2::new(7, 1)));
    assert!(!turn_begins(&mut app), "the unit walks");
    run_until(&mut app, 5, turn_begins);
    assert_eq!(cell_of(&app, unit), IVec2::new(7, 1));
    assert_eq!(price(&app, 7, 1), Some(0.0));
}

#[test]
fn movement_range_shows_the_path_that_the_unit_walks() {
    use movement_range::{Go, Range};
    let mut app = app(movement_range::game);
    let unit = only::<PathFollower>(&mut app);
    let reach = |app: &App| app.world().resource::<Range>().0.clone();
    for turn in 0..7 {
        run_until(&mut app, 5, |app| reach(app).cells().len() > 0);
        // Landmarks are measured.
        (0..10).for_each(|_| app.update());
        let range = reach(&app);
        let (to, _) = range.cells().nth(range.cells().len() - 1 - 3 * turn).expect("a cell in reach");
        let shown = movement_range::shown_path(nav_grid(&app), &range, to);
        app.world_mut().trigger(Go(to));
        app.update();
        let path = app.world().get::<PathResult>(unit).expect("a result").cells(nav_grid(&app)).into_owned();
        assert_eq!(path, shown, "turn {turn}");
    }
}

#[test]
fn own_movement_hops_from_goal_to_goal_and_round_a_new_stone() {
    use own_movement::{GOALS, Hop};
    let mut app = app(own_movement::game);
    let frog = only::<Hop>(&mut app);
    assert!(app.world().get::<PathFollower>(frog).is_none());
    run_until(&mut app, 2, |app| app.world().get::<PathResult>(frog).is_some_and(PathResult::has_path));
    let path = app.world().get::<PathResult>(frog).expect("a result").cells(nav_grid(&app)).into_owned();
    let stone = path[path.len() / 2];
    let place = nav_grid(&app).center_of(stone).expect("on the map").extend(0.0);
    app.world_mut().spawn((NavObstacle::default(), Transform::from_translation(place)));
    for goal in [GOALS[0], GOALS[1]] {
        run_until(&mut app, 20, |app| {
            let here = cell_of(app, frog);
            let hop = app.world().get::<Hop>(frog).expect("a hop");
            let step = (hop.to - hop.from).abs().max_element();
            assert!(step <= 1, "it leaps from {} to {}", hop.from, hop.to);
            assert!(!nav_grid(app).is_blocked(hop.to), "it hops into the wall at {}", hop.to);
            here == goal
        });
    }
}

#[test]
fn velocity_slides_from_buoy_to_buoy_and_never_over_a_quay() {
    use velocity::Craft;
    let mut app = app(velocity::game);
    let mut fleet = app.world_mut().query_filtered::<Entity, With<Craft>>();
    app.update();
    let fleet: Vec<Entity> = fleet.iter(app.world()).collect();
    assert_eq!(fleet.len(), 8);
    let request = |app: &App, craft| app.world().get::<PathRequest>(craft).cloned();
    let mut sent = vec![0; fleet.len()];
    let mut before: Vec<_> = fleet.iter().map(|&craft| request(&app, craft)).collect();
    run_until(&mut app, 90, |app| {
        for (nth, &craft) in fleet.iter().enumerate() {
            assert!(!nav_grid(app).is_blocked(cell_of(app, craft)), "on the quay at {}", cell_of(app, craft));
            let now = request(app, craft);
            if now != before[nth] {
                sent[nth] += 1;
                before[nth] = now;
            }
        }
        sent.iter().all(|&sent| sent >= 4)
    });
}

#[test]
fn graph_takes_the_bridge_the_ford_and_never_jumps_up_the_cliff() {
    use graph::{Bridge, ToggleBridge};
    let mut app = app(graph::game);
    let agent = only::<OnWaypoints>(&mut app);
    let named = |app: &mut App, name: &str| {
        let mut named = app.world_mut().query_filtered::<(Entity, &Name), With<Waypoint>>();
        named.iter(app.world()).find(|(_, known)| known.as_str() == name).expect("a waypoint").0
    };
    let [ford, cliff, castle] = ["Ford", "Cliff", "Castle"].map(|name| named(&mut app, name));
    let west = app.world().resource::<Bridge>().0;
    let path =
        |app: &App| app.world().get::<PathResult>(agent).expect("a result").waypoint_entities().to_vec();
    run_until(&mut app, 1, |app| path(app).contains(&west));
    assert!(!path(&app).contains(&ford), "the bridge is shorter");

    app.world_mut().trigger(ToggleBridge);
    run_until(&mut app, 1, |app| path(app).ends_with(&[ford, cliff, castle]));
    run_until(&mut app, 30, |app| has_arrived(app, agent));
    let at = app.world().get::<Transform>(agent).expect("a place").translation.truncate();
    assert_eq!(app.world().resource::<WaypointGraph>().nearest(at), Some(castle));

    app.world_mut().entity_mut(agent).insert(PathRequest::to_entity(cliff));
    app.update();
    assert!(path(&app).len() > 2, "there is no link from the castle up to the cliff");
    run_until(&mut app, 30, |app| has_arrived(app, agent));
}

#[test]
fn hexagons_have_six_neighbours_and_agents_step_from_one_to_the_next() {
    let mut app = app(hexagons::game);
    let agent = only::<PathFollower>(&mut app);
    let goal = IVec2::new(11, 5);
    run_until(&mut app, 1, |app| app.world().get::<PathResult>(agent).is_some_and(PathResult::has_path));
    let path = app.world().get::<PathResult>(agent).expect("a result").cells(nav_grid(&app)).into_owned();
    let geometry = nav_grid(&app).geometry().expect("a map");
    let tiles = |from: IVec2, to: IVec2| geometry.tiles_of(from).distance(geometry.tiles_of(to));
    assert!(path.is_sorted_by(|&from, &to| (tiles(from, to) - 1.0).abs() < 1e-3), "{path:?}");
    assert!(path.iter().all(|&cell| !nav_grid(&app).is_blocked(cell)));
    let middle = IVec2::new(6, 3);
    let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| middle + IVec2::new(x, y)));
    assert_eq!(around.filter(|&cell| (tiles(middle, cell) - 1.0).abs() < 1e-3).count(), 6);
    run_until(&mut app, 20, |app| has_arrived(app, agent));
    assert_eq!(cell_of(&app, agent), goal);
}

#[test]
fn isometric_map_finds_diamonds_under_the_mouse_and_sorts_agents_by_depth() {
    let mut app = app(isometric_map::game);
    let agent = only::<PathFollower>(&mut app);
    let center = nav_grid(&app).center_of(IVec2::new(5, 5)).expect("on the map");
    assert_eq!(nav_grid(&app).cell_at(center + Vec2::new(40.0, 0.0)), Some(IVec2::new(5, 5)));
    // Beyond the lower right edge of the diamond, though still in its box.
    assert_eq!(nav_grid(&app).cell_at(center + Vec2::new(40.0, -20.0)), Some(IVec2::new(6, 5)));

    let place = |app: &App| app.world().get::<Transform>(agent).expect("a place").translation;
    let (mut highest, mut lowest) = (place(&app), place(&app));
    run_until(&mut app, 30, |app| {
        let here = place(app);
        highest = if here.y > highest.y { here } else { highest };
        lowest = if here.y < lowest.y { here } else { lowest };
        assert!(!nav_grid(app).is_blocked(cell_of(app, agent)));
        has_arrived(app, agent)
    });
    assert_eq!(cell_of(&app, agent), IVec2::new(11, 8));
    assert!(highest.y > lowest.y && highest.z < lowest.z, "further down is further in front");
}

#[test]
fn plane_xz_walks_round_the_walls_of_a_3d_board_and_keeps_heights() {
    let mut app = app(plane_xz::game);
    let places = |app: &mut App| -> Vec<Vec3> {
        let mut agents = app.world_mut().query_filtered::<&Transform, With<PathFollower>>();
        agents.iter(app.world()).map(|at| at.translation).collect()
    };
    let cells = |app: &mut App| -> Vec<IVec2> {
        let places = places(app);
        places.iter().map(|&at| nav_grid(app).cell_at(Plane::Xz.flat(at)).expect("on the map")).collect()
    };
    assert_eq!(cells(&mut app), plane_xz::STARTS.map(IVec2::from));
    run_until(&mut app, 20, |app| {
        assert!(places(app).iter().all(|at| at.y == plane_xz::HEIGHT));
        let cells = cells(app);
        assert!(cells.iter().all(|&cell| !nav_grid(app).is_blocked(cell)));
        // They stand in their cells around the goal.
        cells.contains(&plane_xz::GOAL)
            && cells.iter().all(|&cell| (cell - plane_xz::GOAL).abs().max_element() <= 2)
    });
}

#[test]
fn bsn_sends_every_soldier_of_the_scene_to_its_base() {
    let mut app = app(|app| {
        app.add_plugins((AssetPlugin::default(), bevy::scene::ScenePlugin, bsn::game));
    });
    app.update();
    let base = only::<bsn::Base>(&mut app);
    let soldiers = |app: &mut App| -> Vec<Entity> {
        app.world_mut().query_filtered::<Entity, With<bsn::Soldier>>().iter(app.world()).collect()
    };
    press(&mut app, KeyCode::Space);
    app.update();
    let all = soldiers(&mut app);
    assert_eq!(all.len(), 4);
    for &soldier in &all {
        let request = app.world().get::<PathRequest>(soldier).expect("a request");
        assert_eq!(request.targets(), [PathTarget::Entity(base)]);
    }
    // One of the four is fearless, and takes the shortest path.
    let length = |soldier: Entity| {
        let result = app.world().get::<PathResult>(soldier).expect("a result");
        result.cells(nav_grid(&app)).len()
    };
    let fearless = all.iter().filter(|&&soldier| {
        app.world().get::<PathRequest>(soldier).expect("a request").danger_aversion() == Some(0.0)
    });
    assert_eq!(fearless.map(|&soldier| length(soldier)).collect::<Vec<_>>(), [18]);
    let towers: Vec<DangerSource> =
        app.world_mut().query::<&DangerSource>().iter(app.world()).copied().collect();
    assert_eq!(towers.iter().map(|tower| tower.strength).collect::<Vec<_>>(), [6.0, 12.0]);
    run_until(&mut app, 20, |app| all.iter().all(|&soldier| has_arrived(app, soldier)));
}

#[test]
fn the_world_loads_around_the_player_who_walks_on_and_on() {
    let mut app = app(world::game);
    let player = only::<world::Player>(&mut app);
    let start = cell_of(&app, player);
    let id = nav_grid(&app).map().expect("a map").id();
    for _ in 0..600 {
        app.update();
        let here = cell_of(&app, player);
        let texture = world::texture_of(here);
        assert_eq!(nav_grid(&app).is_blocked(here), texture == 6, "{here}");
        let parts = app.world_mut().query_filtered::<(), With<NavTilemap>>().iter(app.world()).count();
        assert_eq!(parts, 9);
        assert!(nav_grid(&app).map().expect("a map").grid().len() <= 5 * 5 * 12 * 12);
    }
    let end = cell_of(&app, player);
    assert!((end - start).min_element() > 20, "from {start} to {end}");
    assert_eq!(nav_grid(&app).map().expect("a map").id(), id);
    let mut followers = app.world_mut().query_filtered::<&Transform, With<PathFollower>>();
    let at = app.world().get::<Transform>(player).expect("a place").translation;
    assert!(followers.iter(app.world()).all(|friend| friend.translation.distance(at) < 20.0 * 32.0));
}

#[test]
fn residents_walk_from_floor_to_floor_by_the_stairs_and_back() {
    use floors::cell_on;
    #[derive(Resource, Default)]
    struct Climbed(Vec<(Entity, [IVec2; 2])>);
    let [left, right] = [[cell_on(0, 1, 10), cell_on(1, 1, 10)], [cell_on(0, 12, 10), cell_on(1, 12, 10)]];
    let back = |[from, to]: [IVec2; 2]| [to, from];
    let mut app = app(floors::game);
    app.init_resource::<Climbed>().add_observer(|event: On<LinkFinished>, mut climbed: ResMut<Climbed>| {
        climbed.0.push((event.entity, [event.from, event.to]));
    });
    assert_eq!(app.world_mut().query_filtered::<(), With<NavTilemap>>().iter(app.world()).count(), 2);
    // What no tilemap covers is closed.
    assert!((0..12).all(|y| nav_grid(&app).is_blocked(cell_on(0, 14, y))));
    let mut residents = app.world_mut().query::<(Entity, &Name)>();
    let residents: Vec<(Entity, String)> =
        residents.iter(app.world()).map(|(resident, name)| (resident, name.to_string())).collect();
    for (name, stairs) in
        [("Yellow", vec![left, back(left)]), ("Blue", vec![back(right), left, back(left), right])]
    {
        let resident = residents.iter().find(|(_, known)| known == name).expect("a resident").0;
        let climbed = |app: &App| -> Vec<[IVec2; 2]> {
            let all = app.world().resource::<Climbed>().0.iter();
            all.filter(|(who, _)| *who == resident).map(|(_, stair)| *stair).collect()
        };
        run_until(&mut app, 120, |app| climbed(app).len() >= stairs.len());
        assert_eq!(climbed(&app)[..stairs.len()], stairs, "{name}");
    }
}
