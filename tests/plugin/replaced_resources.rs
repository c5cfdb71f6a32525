//! Public resources that the game replaces by new ones, at once or after a while: the game goes on.

use crate::support::*;
use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

/// How a resource is replaced.
#[derive(Clone, Copy, PartialEq, Debug)]
enum How {
    /// A new one is inserted over the old one.
    Insert,
    /// The old one is overwritten.
    Overwrite,
    /// The old one is removed, and a new one comes some frames later.
    Remove,
    /// The old one is removed, and comes back some frames later.
    TakeAndPutBack,
    /// The old one is removed, a new one comes, and then the old one again.
    Swap,
}

const ALL: [How; 5] = [How::Insert, How::Overwrite, How::Remove, How::TakeAndPutBack, How::Swap];

/// A game of walkers and a crowd on tiles, beside a chain of waypoints with a hiker.
struct Game {
    app: App,
    agents: Vec<Entity>,
    hiker: Entity,
    waypoints: Vec<Entity>,
}

impl Game {
    fn new() -> Self {
        let mut app = app();
        let row = [1, 1, 1, 1, 0, 1, 1, 1, 1, 1];
        spawn_map(&mut app, &[row, row, [1; 10], row, row]);
        app.world_mut().spawn((middle(7, 2), NavObstacle::default(), DangerSource::new(2.0, 1.0)));
        let waypoints: Vec<Entity> =
            (0..6).map(|x| app.world_mut().spawn((Waypoint, middle(x, 8))).id()).collect();
        for pair in waypoints.windows(2) {
            app.world_mut().get_mut::<WaypointLinks>(pair[0]).unwrap().add(pair[1]);
        }
        // The numbers of nodes are not those of a new graph.
        app.update();
        app.world_mut().entity_mut(waypoints[2]).remove::<Waypoint>();
        app.update();
        app.world_mut().entity_mut(waypoints[2]).insert(Waypoint);
        let to = PathRequest::to_entity(waypoints[5]);
        let hiker = (middle(0, 8), OnWaypoints, to, PathFollower::with_speed(0.6 * TILE));
        let hiker = app.world_mut().spawn(hiker).id();
        let mut agents = Vec::new();
        for y in 0..5 {
            for request in [PathRequest::to_cell(cell(9, 2)), PathRequest::to_cell(cell(9, y))] {
                agents.push(app.world_mut().spawn(walker(middle(agents.len() as i32 % 3, y), request)).id());
            }
        }
        for &agent in agents.iter().skip(5) {
            app.world_mut().entity_mut(agent).insert(CrowdAgent::default());
        }
        (0..12).for_each(|_| app.update());
        Self { app, agents, hiker, waypoints }
    }

    fn run(&mut self, frames: usize) {
        for _ in 0..frames {
            self.app.update();
            let map = nav(&self.app);
            for &agent in &self.agents {
                let at = self.app.world().get::<Transform>(agent).unwrap().translation.truncate();
                assert!(map.map().is_none() || !map.is_blocked(map.cell_at(at).unwrap()), "in a wall");
            }
        }
    }

    /// What must hold again some time after a resource came back.
    fn assert_goes_on(&mut self, what: &str) {
        self.run(400);
        let Self { app, agents, hiker, waypoints } = self;
        let map = nav(app);
        assert!(map.map().is_some() && !map.is_loading(), "{what}: there is a map");
        for (x, y) in (0..5).flat_map(|y| (0..10).map(move |x| (x, y))) {
            let is_wall = x == 4 && y != 2 || (x, y) == (7, 2) || (x, y) == (0, 0);
            assert_eq!(map.is_blocked(cell(x, y)), is_wall, "{what}: {x}, {y}");
        }
        assert!(map.danger(cell(7, 3)).unwrap() > 0.0, "{what}: danger");
        for &agent in agents.iter().chain([&*hiker]) {
            let is_there = app.world().get::<PathFollower>(agent).unwrap().has_arrived();
            assert!(is_there, "{what}: {:?}", result(app, agent).status());
        }
        let graph = app.world().resource::<WaypointGraph>();
        assert_eq!(graph.len(), 6, "{what}");
        for pair in waypoints.windows(2) {
            assert!(graph.link_cost(pair[0], pair[1]).is_some(), "{what}: a link");
        }
        let at = app.world().get::<Transform>(*hiker).unwrap().translation;
        assert!(at.distance(middle(5, 8).translation) < 0.1, "{what}: the hiker is at {at}");
    }

    /// What a game does while a resource may be gone: tiles, obstacles, waypoints and agents change.
    fn change(&mut self) {
        let tile = tile_at(&mut self.app, 0, 0);
        self.app.world_mut().entity_mut(tile).insert(TileTextureIndex(0));
        for &agent in &self.agents {
            let at = self.app.world().get::<Transform>(agent).unwrap().translation.truncate();
            if at.length() < TILE {
                self.app.world_mut().entity_mut(agent).insert(middle(1, 1));
            }
        }
        self.app.world_mut().entity_mut(self.waypoints[4]).insert(middle(4, 9));
        self.app.world_mut().entity_mut(self.agents[1]).insert(PathRequest::to_cell(cell(8, 4)));
    }
}

fn replace<R: Resource<Mutability = Mutable> + Default>(how: How, has_changes: bool) {
    let what = format!("{} {how:?} {has_changes}", core::any::type_name::<R>());
    let mut game = Game::new();
    let mut old = None;
    match how {
        How::Insert => _ = game.app.insert_resource(R::default()),
        How::Overwrite => *game.app.world_mut().resource_mut::<R>() = R::default(),
        How::Remove | How::TakeAndPutBack | How::Swap => old = game.app.world_mut().remove_resource::<R>(),
    }
    if how == How::Swap {
        game.app.insert_resource(R::default());
    }
    if old.is_some() && how != How::Swap {
        (0..3).for_each(|_| game.app.update());
    } else {
        game.run(3);
    }
    if has_changes {
        game.change();
        (0..2).for_each(|_| game.app.update());
    }
    match (how, old) {
        (How::Insert | How::Overwrite, _) => {}
        (How::TakeAndPutBack | How::Swap, Some(old)) => _ = game.app.insert_resource(old),
        _ => _ = game.app.insert_resource(R::default()),
    }
    if !has_changes {
        game.change();
    }
    game.assert_goes_on(&what);
}

macro_rules! public_resources {
    ($($name:ident: $resource:ty, $all:expr;)+) => {
        $(#[test]
        fn $name() {
            for how in $all {
                [false, true].into_iter().for_each(|has_changes| replace::<$resource>(how, has_changes));
            }
        })+
    };
}

public_resources! {
    // Marks of the time between would stay on a grid that comes back.
    a_new_grid_is_filled_by_the_tilemap: NavGrid, ALL.into_iter().filter(|how| *how != How::Swap);
    a_new_graph_is_that_of_the_waypoints: WaypointGraph, ALL.into_iter().filter(|how| *how != How::Overwrite);
    new_profiles_are_taken: CostProfiles, ALL;
    new_settings_are_taken: PathfindingSettings, ALL;
    statistics_begin_again: PathfindingStats, ALL;
    a_new_layer_rule_is_taken: LayerRule, ALL;
}

/// Resources that are there only if the game wants them.
#[test]
fn optional_resources_come_and_go() {
    fn come_and_go<R: Resource + Default>() {
        let mut game = Game::new();
        for _ in 0..3 {
            game.app.insert_resource(R::default());
            game.run(4);
            game.app.insert_resource(R::default());
            game.run(4);
            game.app.world_mut().remove_resource::<R>();
            game.run(4);
        }
        game.change();
        game.assert_goes_on(core::any::type_name::<R>());
    }
    come_and_go::<Congestion>();
    come_and_go::<SearchTrace>();
}

/// The agents of a graph that was replaced go on with their paths: the waypoints have kept their names.
#[test]
fn a_hiker_keeps_its_path_when_the_graph_is_replaced() {
    let mut game = Game::new();
    let path = result(&game.app, game.hiker).waypoint_entities().to_vec();
    assert!(path.len() > 2);
    let events = |game: &Game| {
        let diary = diary(&game.app);
        diary.found.iter().chain(&diary.replanned).filter(|&&agent| agent == game.hiker).count()
    };
    assert_eq!(events(&game), 1);
    for how in [true, false] {
        if how {
            game.app.world_mut().remove_resource::<WaypointGraph>();
            game.app.update();
        }
        game.app.insert_resource(WaypointGraph::default());
        game.app.update();
        assert_eq!(result(&game.app, game.hiker).waypoint_entities(), path);
    }
    assert_eq!(events(&game), 1);
}

/// `unload` says that the game wants no map, until another tilemap comes.
#[test]
fn a_map_that_the_game_has_unloaded_does_not_come_back_by_itself() {
    let mut app = open_map(3, 3);
    app.world_mut().resource_mut::<NavGrid>().unload();
    (0..3).for_each(|_| app.update());
    assert!(nav(&app).map().is_none());
    let mut maps = app.world_mut().query_filtered::<Entity, With<NavTilemap>>();
    let old = maps.single(app.world()).unwrap();
    app.world_mut().despawn(old);
    app.update();
    spawn_map(&mut app, &[[1; 4]; 4]);
    app.update();
    assert_eq!(nav(&app).size(), UVec2::splat(4));
    app.world_mut().resource_mut::<NavGrid>().unload();
    app.update();
    app.insert_resource(NavGrid::default());
    app.update();
    assert_eq!(nav(&app).size(), UVec2::splat(4), "a new grid is another wish");
}

/// A grid that the game has marked as loading, or which has a map of the game, is the game's.
#[test]
fn a_grid_of_the_game_is_not_filled() {
    let mut app = open_map(3, 3);
    let mut loading = NavGrid::default();
    loading.set_loading(true);
    app.insert_resource(loading);
    (0..3).for_each(|_| app.update());
    assert!(nav(&app).map().is_none() && nav(&app).is_loading());
    let grid = Grid::new(UVec2::new(7, 2), 3).unwrap();
    app.insert_resource(NavGrid::from_grid(grid, CellGeometry::squares(TILE).unwrap()));
    let tile = tile_at(&mut app, 2, 2);
    app.world_mut().entity_mut(tile).insert(TileTextureIndex(0));
    (0..3).for_each(|_| app.update());
    assert_eq!(nav(&app).size(), UVec2::new(7, 2));
    assert!(
        nav(&app).map().unwrap().terrain_classes().iter().all(|&class| class == 3),
        "no tile of another map"
    );
}
