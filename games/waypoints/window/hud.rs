//! The bars: what the search of the white agent cost by either algorithm, and the keys.

use crate::{
    agents::{Leader, Orders, leader},
    comparison::Comparison,
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::prelude::*;
use kit::{
    clock::speed_text,
    figures::{self, Said, Says},
    hud::{self, ACCENT, BAD, GOOD, LABEL},
};

/// What the figures show.
#[derive(SystemParam)]
struct Shown<'w, 's> {
    graph: Res<'w, WaypointGraph>,
    orders: Res<'w, Orders>,
    comparison: Res<'w, Comparison>,
    clock: Res<'w, Time<Virtual>>,
    nav_grid: Res<'w, NavGrid>,
    agents: Query<'w, 's, Leader>,
}

const FIGURES: [(&str, Says<Shown<'static, 'static>>); 7] = [
    ("GRAPH", |shown| {
        let links: usize = shown.graph.iter().map(|(waypoint, _)| shown.graph.links(waypoint).count()).sum();
        format!("{} waypoints, {links} links", shown.graph.len()).into()
    }),
    ("SEARCH", |shown| Said::colored(ACCENT, shown.orders.algorithm())),
    ("PATH COST", |shown| match leader(&shown.agents) {
        Some((result, _)) if result.has_path() => {
            format!("{:.1}", WaypointGraph::in_world_units(result.cost(&shown.nav_grid))).into()
        }
        _ => "none".into(),
    }),
    ("LINKS EXAMINED", |shown| {
        let [a_star, dijkstra] = shown.comparison.examined;
        format!("A* {a_star}, Dijkstra {dijkstra}").into()
    }),
    ("CHECKED", |shown| match *shown.comparison {
        Comparison { paths, mismatches: 0, .. } => Said::colored(GOOD, format!("{paths} paths, equal costs")),
        Comparison { paths, mismatches, .. } => {
            Said::colored(BAD, format!("{mismatches} of {paths} paths differ"))
        }
    }),
    ("ARRIVED", |shown| shown.orders.arrivals.into()),
    ("SPEED", |shown| speed_text(&shown.clock).into()),
];

const KEYS: &str = "left click: send all there      right click: cut or mend a road      W: wander      D: A* or Dijkstra      \
                    Space: pause      + and -: speed";

/// What each colour means, in the lower bar.
const LEGEND: &str = "white: path of the white agent      red: examined for it      amber: one-way      brown: mud, three times the cost";

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(PostUpdate, figures::update::<Shown>);
}

fn spawn(mut commands: Commands) {
    let bar = commands.spawn(hud::top_bar(40.0)).id();
    let row = commands.spawn(hud::row(bar)).id();
    for (label, says) in FIGURES {
        commands.spawn((ChildOf(row), figures::figure::<Shown>(label, says, 13.0)));
    }
    let bar = commands.spawn(hud::bottom_bar(52.0)).id();
    for (text, color) in [(LEGEND, ACCENT), (KEYS, LABEL)] {
        let row = commands.spawn(hud::row(bar)).id();
        commands.spawn((ChildOf(row), hud::text(text, 13.0, color)));
    }
}
