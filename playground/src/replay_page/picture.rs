//! The picture of the game: the map, waypoints, paths and agents.

use super::{game::ReplayedGame, look::tile_of};
use crate::{
    action::Page,
    board::Cell,
    pane::{CellState, PaneId},
    view::{Canvas, Figure, Swatch, colour_of, pane_layer},
    window_state::CurrentPage,
};
use bevy::prelude::*;
use std::collections::BTreeMap;
use tilepath::{
    MapRevision, NavMap, PLAIN_WEIGHT,
    fleet::{AgentId, AnswerStatus, FleetWorld},
};

/// A mesh of the picture.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayPart {
    /// Of the map.
    Map,
    /// Of agents, their paths, and waypoints.
    Agents,
}

/// What is drawn, to draw it again only when it changes.
#[derive(Default, PartialEq)]
pub struct Drawn {
    map: Option<(usize, u64, MapRevision)>,
    agents: Option<([usize; 2], Option<AgentId>)>,
}

/// The colours of agents: without a request, waiting for an answer, on the way, on the way to a place nearby, without a path.
const IDLE: Srgba = Srgba::rgb(0.45, 0.47, 0.5);
const WAITS: Srgba = Srgba::rgb(0.95, 0.87, 0.2);
const WALKS: Srgba = Srgba::rgb(0.0, 0.45, 0.75);
const PARTIAL: Srgba = Srgba::rgb(0.35, 0.7, 0.9);
const FAILED: Srgba = Srgba::rgb(0.84, 0.15, 0.1);

/// Draws what has changed.
pub fn draw(
    game: Res<ReplayedGame>,
    page: Res<CurrentPage>,
    mut canvas: Canvas,
    (parts, mut drawn): (Query<(Entity, &ReplayPart)>, Local<Drawn>),
) {
    let world = game.world().filter(|_| page.0 == Page::Replay);
    let [opened, _] = game.revision();
    let now = Drawn {
        map: world.map(|world| (opened, world.map.id(), world.map.revision())),
        agents: world.map(|_| (game.revision(), game.chosen)),
    };
    let (draws_map, draws_agents) = (drawn.map != now.map, drawn.agents != now.agents);
    *drawn = now;
    for (entity, part) in &parts {
        if matches!(
            (part, draws_map, draws_agents),
            (ReplayPart::Map, true, _) | (ReplayPart::Agents, _, true)
        ) {
            canvas.commands.entity(entity).despawn();
        }
    }
    let Some(world) = world else { return };
    let mut add = |part, figures: Vec<(Srgba, Figure)>, height: f32| {
        for (nth, (colour, figure)) in (0_u8..).zip(figures) {
            if !figure.is_empty() {
                let height = height + f32::from(nth) / 16.0;
                let layer = pane_layer(Page::Replay, PaneId::Left);
                canvas.add(part, figure.mesh(), colour.into(), height, layer);
            }
        }
    };
    if draws_map {
        add(ReplayPart::Map, cells(world), 0.0);
    }
    if draws_agents {
        add(ReplayPart::Agents, bodies(&game, world), 20.0);
    }
}

/// The cells of the map, those of each colour as one figure.
fn cells(world: &FleetWorld) -> Vec<(Srgba, Figure)> {
    let profiles = world.grounds().profiles;
    let profile = profiles.first().cloned().unwrap_or_default();
    let grid = world.map.grid();
    let mut figures: BTreeMap<[u8; 4], Figure> = BTreeMap::new();
    for index in 0..grid.len() {
        let cell = grid.cell(index);
        let cost = world.map.cell_cost(&profile, cell).unwrap_or(0).min(9) as u8;
        let shown = Cell { terrain: cost, danger: danger(&world.map, index) };
        let corners: Vec<Vec2> = world.geometry.corners_of(cell).collect();
        figures.entry(colour_of(shown, CellState::Unseen)).or_default().polygon(&corners);
    }
    figures.into_iter().map(|(colour, figure)| (Srgba::from_u8_array(colour), figure)).collect()
}

/// The danger of a cell, in tiles of detour.
fn danger(map: &NavMap, index: usize) -> u8 {
    let units = map.danger_layers().iter().filter_map(|layer| layer.units().get(index));
    let units: u64 = units.map(|&units| u64::from(units)).sum();
    units.div_ceil(u64::from(PLAIN_WEIGHT)).min(9) as u8
}

/// Waypoints, paths and agents, from below.
fn bodies(game: &ReplayedGame, world: &FleetWorld) -> Vec<(Srgba, Figure)> {
    let tile = tile_of(world);
    let [mut links, mut paths, mut path, mut ring] = [(); 4].map(|()| Figure::default());
    let graph = world.graph.graph();
    for (node, at) in graph.nodes() {
        links.disc(at, 0.18 * tile);
        for &(to, _) in graph.edges(node) {
            if let Some(to) = graph.position(to) {
                links.bar(at, to, 0.05 * tile);
            }
        }
    }
    let mut discs: [Figure; 5] = Default::default();
    for (id, agent) in world.fleet.agents() {
        let Some(at) = game.position(id) else { continue };
        let is_chosen = game.chosen == Some(id);
        let line = path_ahead(game, world, id, at);
        let target = if is_chosen { &mut path } else { &mut paths };
        target.line(&line, if is_chosen { 0.2 } else { 0.07 } * tile);
        if is_chosen {
            ring.disc(at, 0.48 * tile);
        }
        let state = match (agent.request(), agent.status()) {
            (None, _) => 0,
            (_, AnswerStatus::Pending) => 1,
            (_, AnswerStatus::Found) => 2,
            (_, AnswerStatus::Partial) => 3,
            (_, AnswerStatus::Failed(_)) => 4,
        };
        discs[state].disc(at, 0.34 * tile);
    }
    let colours = [IDLE, WAITS, WALKS, PARTIAL, FAILED];
    let mut figures =
        vec![(IDLE, links), (WALKS, paths), (Swatch::Path.colour(), path), (Swatch::Path.colour(), ring)];
    figures.extend(colours.into_iter().zip(discs));
    figures
}

/// The rest of the path of an agent, as a line from its position.
fn path_ahead(game: &ReplayedGame, world: &FleetWorld, agent: AgentId, at: Vec2) -> Vec<Vec2> {
    let cells: Vec<Vec2> =
        world.path_cells(agent).into_iter().map(|cell| world.geometry.center_of(cell)).collect();
    // The path that is known may have begun earlier, or may be that of another cell on the same goal field.
    let nearest =
        (0..cells.len()).min_by(|&one, &other| cells[one].distance(at).total_cmp(&cells[other].distance(at)));
    let on_cells = cells.iter().copied().skip(nearest.map_or(0, |nearest| nearest + 1));
    let on_waypoints = world.fleet.agent(agent).and_then(|agent| agent.waypoint_path());
    let waypoints = on_waypoints
        .into_iter()
        .flat_map(|path| path.waypoints.iter().skip(game.progress(agent).next_index()));
    let waypoints = waypoints.filter_map(|&waypoint| world.graph.position(waypoint));
    let rest: Vec<Vec2> = on_cells.chain(waypoints).collect();
    if rest.is_empty() { rest } else { core::iter::once(at).chain(rest).collect() }
}
