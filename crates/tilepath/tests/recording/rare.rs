//! Calls that games make seldom, and that a storm does not make.

use crate::storm::{Game, SMALL};
use glam::{IVec2, Vec2};
use tilepath::{
    Budget, CostProfile, DiagonalRule, Graph, Grid, NavMap, SampleSearches, Topology,
    crowd::CrowdRules,
    fleet::{Fleet, FleetSettings, Pace},
};

/// Makes some rare calls. `may_replace`: also replaces the map, the graph or the fleet as a whole.
pub fn play(game: &mut Game, frame: u32, may_replace: bool) {
    match game.random.u8(..12) {
        0..=2 => prepare(game),
        3..=5 => change_agents(game),
        6..=8 => change_graph(game),
        9 => {
            game.world.map.seal_changes();
            if game.world.map.topology().shape() == tilepath::Shape::Square {
                let rule = DiagonalRule::ALL[game.random.u64(..4) as usize];
                game.world.map.set_topology(Topology::square(rule));
            }
        }
        10 => change_rules(game),
        _ if may_replace && frame % 40 > 20 => replace(game),
        _ => {}
    }
}

fn prepare(game: &mut Game) {
    let cost = game.random.u16(1..4);
    let (profile, units) = (CostProfile::default().with_cost(77, cost), game.random.u64(1..4000));
    let map = &mut game.world.map;
    match game.random.u8(..6) {
        0 => map.prepare(&profile),
        1 => _ = map.prepare_some(&profile, &mut Budget::new(units)),
        2 => map.prepare_landmarks(&profile),
        3 => _ = map.measure_landmarks(&profile, &mut Budget::new(units)),
        4 => _ = map.compare_engines(&profile, &mut SampleSearches::default(), &mut Budget::new(units)),
        _ => map.drop_landmarks(&profile),
    }
}

fn change_agents(game: &mut Game) {
    let agent = game.agents[game.random.u64(..game.agents.len() as u64) as usize];
    let cell = game.anywhere();
    let fleet = &mut game.world.fleet;
    match game.random.u8(..6) {
        0 => {
            let at = fleet.position(agent).unwrap_or_default();
            fleet.confirm_position(agent, at + Vec2::splat(1e-3));
        }
        1 => {
            let waypoint = game.waypoints[game.random.u64(..game.waypoints.len() as u64) as usize];
            fleet.set_waypoint(agent, Some(waypoint).filter(|_| game.random.bool()));
        }
        2 => fleet.set_steered(agent, game.random.bool()),
        3 => _ = fleet.standing_cells(),
        4 => fleet.set_newly_standing([cell, cell + 1]),
        // Agents that stand for good.
        _ => fleet.set_pace(agent, Some(Pace::new(0.0))),
    }
}

fn change_graph(game: &mut Game) {
    let cell = game.anywhere();
    let at = game.world.geometry.center_of(cell);
    let nth = game.random.u64(..game.waypoints.len() as u64) as usize;
    let graph = &mut game.world.graph;
    match game.random.u8(..3) {
        0 if game.waypoints.len() > 5 => {
            assert!(graph.remove_waypoint(game.waypoints.swap_remove(nth)));
        }
        1 => _ = graph.move_waypoint(game.waypoints[nth], at),
        _ => {
            let new = graph.add_waypoint(at).unwrap();
            let cost = Graph::cost_of_distance(f64::from(game.random.f32()) * 90.0);
            graph.set_edges(new, &[(game.waypoints[nth], cost)]);
            graph.set_edges(game.waypoints[nth], &[(new, cost)]);
            game.waypoints.push(new);
        }
    }
}

fn change_rules(game: &mut Game) {
    let doublings = game.random.u32(1..5);
    let rules = CrowdRules { return_doublings: doublings, ..CrowdRules::default() };
    game.world.fleet.set_crowd_rules(&rules).unwrap();
    let settings = FleetSettings { retry_delay: game.random.f32(), ..FleetSettings::default() };
    game.world.fleet.set_settings(settings);
    game.world.set_profiles(game.profiles.clone());
}

/// Replaces a part of the game by a copy, which has the same future, or by another one.
fn replace(game: &mut Game) {
    match game.random.u8(..4) {
        0 => game.world.map = game.world.map.clone(),
        1 => game.world.graph = game.world.graph.clone(),
        2 => {
            let copy = game.world.fleet.clone();
            let mut old = core::mem::replace(&mut game.world.fleet, copy);
            // A fleet that is no longer in the game, and comes back or not.
            old.cancel(game.agents[0]);
            if game.random.bool() {
                game.world.fleet = old;
            }
        }
        _ => {
            let old = &game.world.map;
            // Of other cells, so that it does not begin like the map that it replaces.
            let first = old.grid().bounds().min;
            let class =
                |cell| old.terrain(cell).map_or(0, |class| if cell == first { class ^ 1 } else { class });
            let grid = Grid::from_fn_in(old.grid().bounds(), class).unwrap();
            let mut map = NavMap::new(grid, old.topology());
            map.block(game.origin + IVec2::splat(SMALL / 2));
            game.world.map = map;
            game.towers.clear();
            game.blocked.clear();
            game.links.clear();
        }
    }
    // What is done with the new part before it is noticed is in its bytes.
    game.world.fleet.set_newly_standing([]);
    _ = game.world.map.set_terrain(game.origin + 3, 1);
}

/// A fleet without agents is no game, but it can be recorded.
#[test]
fn a_fleet_that_was_replaced_by_a_new_one_is_noticed() {
    let mut game = Game::new(1, false);
    let recording = crate::recorded(&mut game, 30, |game, frame| {
        if frame == 10 {
            game.world.fleet = Fleet::new(FleetSettings::default());
            game.agents.clear();
        }
        match frame {
            0..10 => drop(game.step()),
            _ => drop(game.update()),
        }
        if frame == 15 {
            (0..5).for_each(|_| {
                let agent = game.world.fleet.insert(Some(Vec2::ONE), tilepath::fleet::GroundKind::Tiles);
                game.agents.push(agent);
                game.ask(agent);
            });
        }
    });
    let replay = crate::assert_plays(&recording, 1, "replaced");
    assert_eq!(replay.world().fleet.len(), 5);
}
