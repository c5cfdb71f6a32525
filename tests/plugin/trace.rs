//! Traces of searches that take several frames.

use crate::{
    support::*,
    waypoints::site::{asker, join, line, spawn_waypoint, update},
};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::TileTextureIndex;
use bevy_tilepath::{SearchTrace, prelude::*};

/// An app with an open map of 10 × 1 cells, a chain of 30 waypoints, and 3 expansions a frame.
fn slow_app() -> (App, [Entity; 30]) {
    let mut app = open_map(10, 1);
    let all = core::array::from_fn(|index| spawn_waypoint(&mut app, Vec2::new(index as f32 * TILE, 50.0)));
    all.windows(2).for_each(|pair| join(&mut app, pair[0], pair[1]));
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 3;
    app.init_resource::<SearchTrace>();
    (app, all)
}

/// The traces of the next frames in order: the agent, and the numbers of cells and links in its trace.
fn traces(app: &mut App, frames: usize) -> Vec<(Entity, usize, usize)> {
    let mut seen = Vec::new();
    for _ in 0..frames {
        app.update();
        let trace = app.world().resource::<SearchTrace>();
        seen.extend(trace.entity().map(|agent| (agent, trace.cells().len(), trace.links().len())));
    }
    seen.dedup();
    seen
}

#[test]
fn searches_over_tiles_and_waypoints_that_are_under_way_together_are_traced_apart() {
    let (mut app, all) = slow_app();
    let on_tiles = || PathRequest::to_cell(cell(9, 0)).with_heuristic(Heuristic::Zero);
    let on_links = || PathRequest::to_entity(all[29]).with_heuristic(Heuristic::Zero);
    let both =
        [app.world_mut().spawn((middle(0, 0), on_tiles())).id(), asker(&mut app, [0.0, 50.0], on_links())];
    let seen = traces(&mut app, 20);
    assert_eq!(seen, [(both[0], 10, 0), (both[1], 0, 57)], "each shows its own search, once it has ended");
    assert!(both.iter().all(|&agent| result(&app, agent).status() == PathStatus::Found));
}

#[test]
fn a_search_that_begins_again_is_traced_from_its_beginning() {
    let (mut app, all) = slow_app();
    let request = PathRequest::to_cell(cell(9, 0)).with_heuristic(Heuristic::Zero);
    let agent = app.world_mut().spawn((middle(0, 0), request)).id();
    update(&mut app, 2);
    // One edit of the map and one of the graph.
    let tile = tile_at(&mut app, 9, 0);
    app.world_mut().entity_mut(tile).insert(TileTextureIndex(2));
    assert_eq!(traces(&mut app, 10), [(agent, 10, 0)]);
    let agent = asker(&mut app, [0.0, 50.0], PathRequest::to_entity(all[29]).with_heuristic(Heuristic::Zero));
    update(&mut app, 5);
    app.world_mut().entity_mut(all[29]).insert(middle(29, 6));
    let seen = traces(&mut app, 20);
    assert_eq!(seen.last(), Some(&(agent, 0, 57)));
}

#[test]
fn a_search_whose_map_is_edited_just_before_it_goes_on_is_traced_from_its_beginning() {
    let (mut app, _) = slow_app();
    let edit = |mut nav_grid: ResMut<NavGrid>, settings: Res<PathfindingSettings>| {
        if settings.expansions_per_frame > 3 {
            nav_grid.map_mut().unwrap().set_terrain(cell(9, 0), 2).unwrap();
        }
    };
    app.add_systems(Update, edit.after(PathfindingSystems::UpdateFields).before(PathfindingSystems::Search));
    let request = PathRequest::to_cell(cell(9, 0)).with_heuristic(Heuristic::Zero);
    let agent = app.world_mut().spawn((middle(0, 0), request)).id();
    update(&mut app, 2);
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 100;
    assert_eq!(traces(&mut app, 1), [(agent, 10, 0)]);
}

#[test]
fn a_search_that_spends_all_its_expansions_is_traced() {
    let (mut app, all) = line::<9>();
    app.init_resource::<SearchTrace>();
    let agent = asker(&mut app, [0.0, 0.0], PathRequest::to_entity(all[8]).with_max_expansions(5));
    assert_eq!(traces(&mut app, 2), [(agent, 0, 9)]);
    assert_eq!(failure(&app, agent), Some(FailureReason::Path(PathError::ExpansionLimit(5))));
}

/// Where the agents are, and what the plugin did, frame by frame.
fn game(trace: impl Fn(Entity) -> Option<SearchTrace>) -> Vec<String> {
    let mut app = app();
    let mut random = fastrand::Rng::with_seed(4);
    let rows: [[u32; 20]; 20] =
        core::array::from_fn(|_| core::array::from_fn(|_| [0, 1, 1, 1, 1, 2][random.usize(..6)]));
    spawn_map(&mut app, &rows);
    app.update();
    // Few enough that searches take several frames.
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 40;
    let agents: Vec<Entity> = (0..30)
        .map(|nth| {
            let [from, to] = [(); 2].map(|()| cell(random.i32(0..20), random.i32(0..20)));
            let request = PathRequest::to_cell(to).allow_partial();
            let agent = app.world_mut().spawn(walker(middle(from.x, from.y), request)).id();
            if nth % 3 == 0 {
                app.world_mut().entity_mut(agent).insert(CrowdAgent::default());
            }
            agent
        })
        .collect();
    if let Some(trace) = trace(agents[7]) {
        app.insert_resource(trace);
    }
    (0..120)
        .map(|frame| {
            if frame % 20 == 19 {
                let tile = tile_at(&mut app, random.u32(..20), random.u32(..20));
                app.world_mut().entity_mut(tile).insert(TileTextureIndex(random.u32(..3)));
            }
            app.update();
            let place = |&agent: &Entity| {
                let place = app.world().get::<Transform>(agent).unwrap().translation;
                (place.to_array().map(f32::to_bits), result(&app, agent).status())
            };
            let places: Vec<_> = agents.iter().map(place).collect();
            format!("{places:?} {:?}", app.world().resource::<PathfindingStats>())
        })
        .collect()
}

/// One of two machines may record searches.
#[test]
fn a_record_changes_nothing_else() {
    let plain = game(|_| None);
    let all = game(|_| Some(SearchTrace::default()));
    let one = game(|agent| {
        let mut trace = SearchTrace::default();
        trace.only = Some(agent);
        Some(trace)
    });
    for (frame, plain) in plain.iter().enumerate() {
        assert_eq!([&all[frame], &one[frame]], [plain; 2], "frame {frame}");
    }
}
