//! Entities that saved components name, entities without a place, and entities that have got a number since the save.

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_tilepath::{NavId, load_pathfinding, prelude::*, save_pathfinding, save_pathfinding_prepared};
use core::time::Duration;

const TILE: f32 = 10.0;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, PathfindingPlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
    app.update();
    app
}

fn open_map(side: u32) -> App {
    let mut app = app();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::splat(side), 1).unwrap(), geometry));
    app.update();
    app
}

fn at(x: i32, y: i32) -> Transform {
    Transform::from_xyz(x as f32 * TILE, y as f32 * TILE, 0.0)
}

fn update(app: &mut App, frames: usize) {
    (0..frames).for_each(|_| app.update());
}

fn save(app: &mut App, prepared: bool) -> Vec<u8> {
    let save = if prepared { save_pathfinding_prepared } else { save_pathfinding };
    save(app.world_mut()).unwrap()
}

fn number(app: &App, entity: Entity) -> u64 {
    app.world().get::<NavId>(entity).map_or(0, |id| id.get())
}

fn by_number(app: &mut App, number: u64) -> Entity {
    let mut all = app.world_mut().query::<(Entity, &NavId)>();
    all.iter(app.world()).find(|(_, id)| id.get() == number).unwrap().0
}

/// What the graph is made of, by the numbers of the entities.
fn graph(app: &App) -> Vec<(u64, Vec<(u64, Cost)>)> {
    let graph = app.world().resource::<WaypointGraph>();
    let links = |waypoint| {
        let mut links: Vec<_> = graph.links(waypoint).map(|(to, cost)| (number(app, to), cost)).collect();
        links.sort_unstable();
        links
    };
    let mut all: Vec<_> =
        graph.iter().map(|(waypoint, _)| (number(app, waypoint), links(waypoint))).collect();
    all.sort_unstable();
    all
}

/// When the links to places that are no waypoints yet are made.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Linked {
    Spawned,
    ByCommand,
    ByComponent,
    JustBeforeTheSave,
}

/// A waypoint with links to a place where a bridge is built later.
#[test]
fn a_link_to_an_entity_that_is_no_waypoint_yet_is_kept() {
    use Linked::{ByCommand, ByComponent, JustBeforeTheSave, Spawned};
    let all = [Spawned, ByCommand, ByComponent, JustBeforeTheSave];
    for (how, same_app) in all.into_iter().flat_map(|how| [(how, true), (how, false)]) {
        let mut app = app();
        let [near, far] = [at(3, 0), at(6, 0)].map(|place| app.world_mut().spawn(place).id());
        let links = if how == Spawned { WaypointLinks::to([near, far]) } else { WaypointLinks::default() };
        let first = app.world_mut().spawn((Waypoint, at(0, 0), links)).id();
        let second = app.world_mut().spawn((Waypoint, at(0, 5))).id();
        update(&mut app, 2);
        let link = |app: &mut App| {
            let mut links = app.world_mut().get_mut::<WaypointLinks>(first).unwrap();
            links.add(near);
            links.add_at_cost(far, 3.0);
        };
        match how {
            Spawned => {}
            ByCommand => {
                let mut commands = app.world_mut().commands();
                commands.entity(first).link_to(near).link_to_at_cost(far, 3.0);
                app.world_mut().flush();
            }
            ByComponent => link(&mut app),
            JustBeforeTheSave => {}
        }
        app.world_mut().get_mut::<WaypointLinks>(second).unwrap().add(far);
        update(&mut app, 2);
        if how == JustBeforeTheSave {
            link(&mut app);
        }
        let before = app.world().get::<WaypointLinks>(first).unwrap().clone();
        let bytes = save(&mut app, false);
        let numbers = [first, near, far].map(|entity| number(&app, entity));
        assert!(numbers.iter().all(|&number| number > 0), "{how:?}: {numbers:?}");
        let mut loaded = if same_app { None } else { Some(self::app()) };
        let loaded = loaded.as_mut().unwrap_or(&mut app);
        load_pathfinding(loaded.world_mut(), &bytes).unwrap();
        let [first, near, far] = numbers.map(|number| by_number(loaded, number));
        if same_app {
            assert_eq!(loaded.world().get(first), Some(&before), "{how:?}");
        }
        update(loaded, 2);
        for place in [near, far] {
            loaded.world_mut().entity_mut(place).insert(Waypoint);
        }
        update(loaded, 2);
        let links: Vec<usize> = graph(loaded).iter().map(|(_, links)| links.len()).collect();
        assert_eq!(links.iter().sum::<usize>(), 3, "{how:?}, the same app: {same_app}");
        assert_eq!(loaded.world().resource::<WaypointGraph>().len(), 4);
    }
}

/// Links to entities that are gone stay different, and lead nowhere.
#[test]
fn links_and_targets_that_are_gone_stay_different() {
    let mut app = open_map(9);
    let gone = [(); 2].map(|()| app.world_mut().spawn(at(1, 1)).id());
    let first = app.world_mut().spawn((Waypoint, at(0, 0), WaypointLinks::to(gone))).id();
    let agent = app.world_mut().spawn((at(2, 2), PathRequest::to_nearest(gone))).id();
    update(&mut app, 2);
    gone.into_iter().for_each(|entity| _ = app.world_mut().despawn(entity));
    update(&mut app, 2);
    for _ in 0..2 {
        let bytes = save(&mut app, false);
        load_pathfinding(app.world_mut(), &bytes).unwrap();
        let links = app.world().get::<WaypointLinks>(first).unwrap().as_slice();
        assert_ne!(links[0].to, links[1].to);
        let targets = app.world().get::<PathRequest>(agent).unwrap().targets();
        assert_ne!(targets[0], targets[1]);
        update(&mut app, 2);
    }
}

/// A target that was spawned after the request that names it, and one whose number the game has taken away.
#[test]
fn every_target_has_a_number_in_a_save() {
    let mut app = open_map(9);
    let mut commands = app.world_mut().commands();
    let agent = commands.spawn_empty().id();
    let target = commands.spawn_empty().id();
    commands.entity(agent).insert((at(0, 0), PathRequest::to_entity(target), PathFollower::with_speed(20.0)));
    commands.entity(target).insert(at(8, 8));
    app.world_mut().flush();
    update(&mut app, 5);
    app.world_mut().entity_mut(target).remove::<NavId>();
    let bytes = save(&mut app, false);
    let numbers = [agent, target].map(|entity| number(&app, entity));
    let mut loaded = self::app();
    load_pathfinding(loaded.world_mut(), &bytes).unwrap();
    let [agent_then, target_then] = numbers.map(|number| by_number(&mut loaded, number));
    for frame in 0..30 {
        let place = at(8, 8 - frame / 5);
        app.world_mut().entity_mut(target).insert(place);
        loaded.world_mut().entity_mut(target_then).insert(place);
        update(&mut app, 1);
        update(&mut loaded, 1);
        let [found, expected] = [(&loaded, agent_then), (&app, agent)]
            .map(|(app, agent)| app.world().get::<Transform>(agent).copied());
        assert_eq!(found, expected, "frame {frame}");
    }
}

/// A search takes many frames, and is paid for in part when the game is saved.
#[test]
fn a_search_under_way_ends_in_the_frame_in_which_it_would_have_ended() {
    for (budget, saved_after, is_prepared) in
        [1, 5, 37].into_iter().flat_map(|budget| (1..8).map(move |after| (budget, after, after % 2 == 0)))
    {
        let mut app = open_map(12);
        app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = budget;
        let request = PathRequest::to_cell(IVec2::splat(11)).with_heuristic(Heuristic::Zero);
        let agent = app.world_mut().spawn((at(0, 0), request)).id();
        update(&mut app, saved_after);
        let bytes = save(&mut app, is_prepared);
        let mut loaded = self::app();
        let loaded_agent = load_pathfinding(loaded.world_mut(), &bytes).unwrap()[0];
        let status = |app: &App, agent| {
            let status = app.world().get::<PathResult>(agent).unwrap().status();
            (status, *app.world().resource::<PathfindingStats>())
        };
        for frame in 0..160 {
            update(&mut app, 1);
            update(&mut loaded, 1);
            let (found, expected) = (status(&loaded, loaded_agent), status(&app, agent));
            assert_eq!(found, expected, "budget {budget}, {saved_after} frames, {frame} frames later");
        }
        assert_eq!(status(&app, agent).0, PathStatus::Found);
    }
}

/// A kind of unit, as the game spawns it.
type Spawn = fn(&mut World) -> Entity;

const UNITS: [(&str, Spawn); 7] = [
    ("alone", |world| {
        let request = PathRequest::to_cell(IVec2::new(8, 3));
        world.spawn((at(0, 3), request, PathFollower::with_speed(20.0))).id()
    }),
    ("in a crowd", |world| {
        let request = PathRequest::to_cell(IVec2::new(8, 4));
        world.spawn((at(0, 4), request, PathFollower::with_speed(20.0), CrowdAgent::default())).id()
    }),
    ("without a follower", |world| world.spawn((at(0, 5), PathRequest::to_cell(IVec2::new(8, 5)))).id()),
    ("without a request", |world| world.spawn((at(0, 6), PathFollower::with_speed(20.0))).id()),
    ("over waypoints", |world| {
        let ends = [at(0, 7), at(8, 7)].map(|place| world.spawn((Waypoint, place)).id());
        world.get_mut::<WaypointLinks>(ends[0]).unwrap().add(ends[1]);
        let request = PathRequest::to_entity(ends[1]);
        world.spawn((at(0, 7), request, PathFollower::with_speed(20.0), OnWaypoints)).id()
    }),
    ("an obstacle", |world| {
        world.spawn((at(4, 4), NavObstacle::default(), DangerSource::new(2.0, 1.0))).id()
    }),
    ("a waypoint", |world| world.spawn((at(4, 4), Waypoint)).id()),
];

/// What a player sees.
fn seen(app: &mut App) -> Vec<String> {
    let mut all =
        app.world_mut().query::<(&NavId, Option<&Transform>, Option<&PathResult>, Option<&PathFollower>)>();
    let mut lines: Vec<(NavId, String)> = all
        .iter(app.world())
        .map(|(&id, place, result, follower)| {
            let status = result.map(|result| (result.status(), result.is_shared()));
            let place = place.map(|place| place.translation.to_array().map(f32::to_bits));
            (id, format!("{id:?} {place:?} {status:?} {:?}", follower.map(PathFollower::has_arrived)))
        })
        .collect();
    lines.sort_unstable();
    let mut lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
    let nav_grid = app.world().resource::<NavGrid>();
    lines.push(format!("{:?} {:?}", nav_grid.map().map(|map| map.revision().number()), graph(app)));
    let cells = (0..9).flat_map(|y| (0..9).map(move |x| IVec2::new(x, y)));
    lines.push(
        cells.map(|cell| format!("{}{:?}", nav_grid.is_blocked(cell), nav_grid.danger(cell))).collect(),
    );
    lines
}

/// A unit inside a building has no `Transform`. After loading it has none, either, and stands nowhere.
#[test]
fn a_unit_without_a_place_has_none_after_loading() {
    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Into {
        SameApp,
        Fresh,
        /// The game spawns the entity, with something that requires a `Transform`.
        Spawned,
    }
    for ((kind, spawn), many) in UNITS.into_iter().flat_map(|unit| [(unit, false), (unit, true)]) {
        for into in [Into::SameApp, Into::Fresh, Into::Spawned] {
            let what = format!("{kind}, many: {many}, {into:?}");
            let mut app = open_map(9);
            let unit = spawn(app.world_mut());
            // Agents with one goal share a field.
            for y in 0..if many { 6 } else { 0 } {
                let request = PathRequest::to_cell(IVec2::new(8, 3));
                app.world_mut().spawn((at(0, y), request, PathFollower::with_speed(10.0)));
            }
            update(&mut app, 4);
            app.world_mut().entity_mut(unit).remove::<(Transform, GlobalTransform)>();
            update(&mut app, 3);
            let before = seen(&mut app);
            let bytes = save(&mut app, many);
            let id = *app.world().get::<NavId>(unit).unwrap();
            let mut loaded = match into {
                Into::SameApp => None,
                _ => Some(self::app()),
            };
            if into == Into::Spawned {
                loaded.as_mut().unwrap().world_mut().spawn((id, at(3, 3)));
            }
            if let Some(loaded) = &mut loaded {
                load_pathfinding(loaded.world_mut(), &bytes).unwrap();
                assert_eq!(seen(loaded), before, "{what}");
                let unit = by_number(loaded, id.get());
                assert!(!loaded.world().entity(unit).contains::<Transform>(), "{what}");
                if into == Into::Fresh {
                    assert!(!loaded.world().entity(unit).contains::<GlobalTransform>(), "{what}");
                }
            } else {
                app.world_mut().entity_mut(unit).insert(at(2, 2));
                update(&mut app, 3);
                load_pathfinding(app.world_mut(), &bytes).unwrap();
                assert_eq!(seen(&mut app), before, "{what}");
                continue;
            }
            let mut loaded = loaded.unwrap();
            for frame in 0..60 {
                if frame == 30 {
                    for app in [&mut app, &mut loaded] {
                        let unit = by_number(app, id.get());
                        app.world_mut().entity_mut(unit).insert(at(1, 2));
                    }
                }
                update(&mut app, 1);
                update(&mut loaded, 1);
                assert_eq!(seen(&mut loaded), seen(&mut app), "{what}, frame {frame}");
            }
        }
    }
}

/// A child is nowhere while its parent has no place.
#[test]
fn what_is_below_an_entity_without_a_place_is_nowhere() {
    let mut app = open_map(9);
    let ship = app.world_mut().spawn(at(2, 2)).id();
    let crate_on_it =
        app.world_mut().spawn((at(1, 1), NavObstacle::default(), DangerSource::new(1.0, 1.0))).id();
    let pier = app.world_mut().spawn((at(3, 0), Waypoint)).id();
    for child in [crate_on_it, pier] {
        app.world_mut().entity_mut(child).insert(ChildOf(ship));
    }
    let is_there = |app: &App| {
        let nav_grid = app.world().resource::<NavGrid>();
        let waypoints = app.world().resource::<WaypointGraph>().len();
        (nav_grid.is_blocked(IVec2::splat(3)), nav_grid.danger(IVec2::splat(3)) > Some(0.0), waypoints)
    };
    update(&mut app, 2);
    assert_eq!(is_there(&app), (true, true, 1));
    for _ in 0..2 {
        app.world_mut().entity_mut(ship).remove::<Transform>();
        update(&mut app, 1);
        assert_eq!(is_there(&app), (false, false, 0));
        app.world_mut().entity_mut(ship).insert(at(2, 2));
        update(&mut app, 1);
        assert_eq!(is_there(&app), (true, true, 1));
    }
}

/// A plain entity of the game becomes a target after the save: in the state of the save, it has no number.
#[test]
fn an_entity_that_has_got_a_number_since_the_save_loses_it() {
    let mut app = open_map(9);
    let plain = app.world_mut().spawn(at(7, 7)).id();
    let tower = app.world_mut().spawn((at(5, 5), NavObstacle::default())).id();
    update(&mut app, 3);
    let bytes = save(&mut app, false);
    let chaser = (at(0, 0), PathRequest::to_entity(plain), PathFollower::with_speed(20.0));
    let chaser = app.world_mut().spawn(chaser).id();
    update(&mut app, 3);
    let numbers = [tower, chaser, plain].map(|entity| number(&app, entity));
    assert_eq!(numbers, [1, 2, 3]);
    app.world_mut().despawn(chaser);
    load_pathfinding(app.world_mut(), &bytes).unwrap();
    let mut fresh = self::app();
    load_pathfinding(fresh.world_mut(), &bytes).unwrap();
    let plain_in_fresh = fresh.world_mut().spawn(at(7, 7)).id();
    assert_eq!(number(&app, plain), 0);
    // Both games give the same numbers from now on, and so are the same game.
    let play = |app: &mut App, plain: Entity| {
        let mut numbers = Vec::new();
        for y in 0..3 {
            let tower = app.world_mut().spawn((at(3, y), NavObstacle::default())).id();
            let agent = (at(0, y), PathRequest::to_entity(plain), PathFollower::with_speed(20.0));
            let agent = app.world_mut().spawn(agent).id();
            update(app, 2);
            numbers.extend([tower, agent, plain].map(|entity| number(app, entity)));
        }
        (numbers, seen(app))
    };
    assert_eq!(play(&mut app, plain), play(&mut fresh, plain_in_fresh));
}

/// An agent that is not in the save has a number that the save does not know, and which comes again.
#[test]
fn an_agent_that_is_not_in_the_save_takes_no_number_from_others() {
    let mut app = open_map(9);
    app.world_mut().spawn((at(5, 5), NavObstacle::default()));
    update(&mut app, 2);
    let bytes = save(&mut app, false);
    let request = || PathRequest::to_cell(IVec2::splat(8));
    let gone = app.world_mut().spawn((at(1, 0), request(), PathFollower::with_speed(20.0))).id();
    let stays = app.world_mut().spawn((at(0, 0), request(), PathFollower::with_speed(20.0))).id();
    app.world_mut().despawn(gone);
    update(&mut app, 2);
    load_pathfinding(app.world_mut(), &bytes).unwrap();
    let others = [(); 3].map(|()| app.world_mut().spawn(NavObstacle::default()).id());
    assert_eq!(number(&app, stays), 2, "the next number of the save");
    assert_eq!(others.map(|entity| number(&app, entity)), [3, 4, 5]);
    update(&mut app, 40);
    assert!(app.world().get::<PathResult>(stays).unwrap().has_path());
}
