//! The target `floats`: any number as position, speed, radius, strength, range, aversion or time.

use super::{
    game::{Game, Tracked},
    input::Input,
};
use core::time::Duration;
use glam::{Affine2, IVec2, UVec2, Vec2};
use tilepath::{
    Aversion, CellGeometry, DangerStamp, Falloff, Graph, PathQuery, SearchScratch, StepLengths,
    batch::ScopedThreads,
    fleet::{Fleet, FleetSettings, FleetWorld, GroundKind, Pace, Request, Target},
};

/// The most operations: a game of NaN is as good as a longer one.
const MAX_OPERATIONS: u32 = 80;

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    match input.below(4) {
        0 => geometries(&mut input),
        1 => crowds(&mut input),
        _ => games(&mut input),
    }
}

/// Any time. A time that is no time counts as none.
fn time(input: &mut Input) -> Duration {
    Duration::try_from_secs_f32(input.float()).unwrap_or_default()
}

fn games(input: &mut Input) {
    let mut game = Game::new(input);
    // Whether all positions of the input were finite.
    let mut is_finite = true;
    for _ in 0..MAX_OPERATIONS {
        if input.is_empty() {
            break;
        }
        is_finite &= operate(&mut game, input);
        let positions = game.agents.iter().filter_map(|agent| game.world.fleet.position(agent.id));
        for at in positions {
            assert!(at.is_finite() || !is_finite, "an agent at {at}");
        }
    }
}

/// Does one thing. Returns whether all positions in it were finite.
fn operate(game: &mut Game, input: &mut Input) -> bool {
    let nth = input.below(game.agents.len());
    let agent = game.agents.get(nth).map(|agent| agent.id);
    let point = input.point();
    match (input.below(12), agent) {
        (0 | 1, Some(agent)) => {
            game.world.fleet.set_position(agent, Some(point));
            return point.is_finite();
        }
        (2, Some(agent)) => {
            let pace = Pace { speed: point.x, is_slowed_by_terrain: input.flag() };
            game.world.fleet.set_pace(agent, Some(pace));
        }
        (3 | 4, Some(agent)) => {
            let cell = input.cell(game.size);
            let target = input.one_of(&[Target::Position(point), Target::Cell(cell), Target::Cell(cell)]);
            let mut request = Request::to(target);
            match input.below(5) {
                0 => request = request.within(input.float()),
                1 => request = request.with_danger_aversion(input.float()),
                2 => request = request.with_inflation(input.float()),
                3 => request = request.within(input.float()).in_sight(),
                _ => {}
            }
            game.ask(agent, request);
        }
        (5, _) => {
            let (map, cell) = (&mut game.world.map, input.cell(game.size));
            let falloff = input.one_of(&[Falloff::Flat, Falloff::Linear, Falloff::Smooth]);
            if let Ok(stamp) = DangerStamp::new(point.x, point.y, falloff) {
                map.add_danger(0, &stamp, cell).unwrap();
                assert!(map.danger_layers()[0].units().len() == map.grid().len());
            }
        }
        (6, Some(agent)) => {
            game.world.fleet.confirm_position(agent, point);
            return point.is_finite();
        }
        (7, _) => _ = game.world.graph.add_waypoint(point),
        (8, _) => {
            if let Ok(aversion) = Aversion::new(point.x) {
                let mut profile = game.profiles[0].clone();
                profile.set_aversion(0, aversion);
                game.profiles[0] = profile;
                game.world.set_profiles(game.profiles.clone());
            }
        }
        (9..=11, _) => {
            let time = time(input);
            game.world.update(time, &ScopedThreads(1));
        }
        _ => return join(game, input, point),
    }
    true
}

fn join(game: &mut Game, input: &mut Input, point: Vec2) -> bool {
    let ground = if input.below(5) == 4 { GroundKind::Waypoints } else { GroundKind::Tiles };
    let at = if input.flag() { point } else { game.world.geometry.center_of(input.cell(game.size)) };
    let id = game.world.fleet.insert(Some(at), ground);
    game.agents.push(Tracked { id, profile: 0, is_caught: true });
    game.world.fleet.set_pace(id, Some(Pace::new(input.float())));
    game.world.fleet.set_crowd(id, input.one_of(&[None, Some(0)]));
    let to = game.world.geometry.center_of(input.cell(game.size));
    game.ask(id, Request::to(to));
    at.is_finite()
}

/// A geometry of any numbers, if there is one. Otherwise squares.
fn any_geometry(input: &mut Input) -> CellGeometry {
    let (origin, size) = (input.point(), input.point());
    let geometry = match input.below(6) {
        0 => CellGeometry::squares(size.x),
        1 => CellGeometry::new(origin, size),
        2 => CellGeometry::hex(input.one_of(&tilepath::HexLayout::ALL), origin, size),
        3 => CellGeometry::diamond(origin, size),
        4 => CellGeometry::staggered(origin, size),
        _ => CellGeometry::axial_columns(origin, size),
    };
    let geometry = geometry.unwrap_or_else(|_| CellGeometry::squares(4.0).unwrap());
    let by = Affine2::from_cols(input.point(), input.point(), input.point());
    if input.flag() { geometry.transformed(by).unwrap_or(geometry) } else { geometry }
}

fn geometries(input: &mut Input) {
    let geometry = any_geometry(input);
    for _ in 0..6 {
        let (at, other) = (input.point(), input.point());
        let cell = geometry.cell_at(at);
        assert!(cell.is_none() || at.is_finite(), "{cell:?} at {at}");
        let cell = cell.unwrap_or(input.cell(UVec2::splat(9)));
        _ = (geometry.center_of(cell), geometry.tiles_at(at), geometry.tiles_of(cell));
        _ = (geometry.corners_of(cell).count(), geometry.centered(UVec2::new(9, 4)));
        // A rectangle or circle of more cells than there are on any map takes too long.
        let tiles = other.abs().min(Vec2::splat(200.0));
        _ = (geometry.cells_in_rect(at, tiles).len(), geometry.cells_in_circle(at, tiles.x).len());
        _ = (Graph::cost_of_distance(at.x.into()), StepLengths::EUCLIDEAN.cost_of_tiles(at.y.into()));
    }
    queries(input);
}

/// Queries with any range and inflation.
fn queries(input: &mut Input) {
    let game = Game::new(input);
    let (start, goal) = (input.cell(game.size), input.near_cell(game.size));
    for _ in 0..4 {
        let mut query = PathQuery::new(start, goal).within(input.float()).with_inflation(input.float());
        query.options.in_sight = input.flag();
        query.options.allow_partial = input.flag();
        _ = game.world.map.find_path(&game.profiles[0], query, &mut SearchScratch::new(), &mut ());
    }
}

/// A crowd whose agents have any speed and any position, on cells of any shape and size.
fn crowds(input: &mut Input) {
    let (game, geometry) = (Game::new(input), any_geometry(input));
    let mut world = FleetWorld::new(game.world.map, geometry);
    let settings = FleetSettings { cell_capacity: 1 + input.below(2) as u8, ..FleetSettings::default() };
    world.fleet = Fleet::new(settings);
    let mut agents = Vec::new();
    for _ in 0..40 {
        if input.is_empty() {
            break;
        }
        let (at, cell, speed) = (input.point(), input.near_cell(game.size), input.float());
        let agent = agents.get(input.below(agents.len())).copied();
        match (input.below(5), agent) {
            (0, Some(agent)) => world.fleet.set_pace(agent, Some(Pace::new(speed))),
            (1, Some(agent)) => world.fleet.set_position(agent, Some(at)),
            (2 | 3, _) => world.update(time(input), &ScopedThreads(1)),
            _ => {
                let at = if input.flag() { at } else { geometry.center_of(cell) };
                let agent = world.fleet.insert(Some(at), GroundKind::Tiles);
                world.fleet.set_pace(agent, Some(Pace::new(speed)));
                world.fleet.set_crowd(agent, Some(0));
                world.ask(agent, Request::to(IVec2::ZERO));
                agents.push(agent);
            }
        }
    }
}
