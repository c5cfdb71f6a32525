//! The bars: what the search of the white agent cost by either algorithm, and the keys.

use super::{Leader, leader};
use crate::{agents::Orders, comparison::Comparison};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::prelude::*;
use kit::{
    clock::speed_text,
    hud::{self, ACCENT, BAD, GOOD, LABEL},
};

/// One figure in the upper bar.
#[derive(Component, Clone, Copy, PartialEq)]
enum Figure {
    Graph,
    Algorithm,
    Cost,
    Examined,
    Checked,
    Arrivals,
    Speed,
}

const FIGURES: [(&str, Figure); 7] = [
    ("GRAPH", Figure::Graph),
    ("SEARCH", Figure::Algorithm),
    ("PATH COST", Figure::Cost),
    ("LINKS EXAMINED", Figure::Examined),
    ("CHECKED", Figure::Checked),
    ("ARRIVED", Figure::Arrivals),
    ("SPEED", Figure::Speed),
];

const KEYS: &str = "left click: send all there      right click: cut or mend a road      W: wander      D: A* or Dijkstra      \
                    Space: pause      + and -: speed";

/// What each colour means, in the lower bar.
const LEGEND: &str = "white: path of the white agent      red: examined for it      amber: one-way      brown: mud, three times the cost";

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(PostUpdate, update);
}

fn spawn(mut commands: Commands) {
    let bar = commands.spawn(hud::top_bar(40.0)).id();
    let row = commands.spawn(hud::row(bar)).id();
    for (label, figure) in FIGURES {
        commands.spawn((ChildOf(row), hud::figure(label, figure, 13.0)));
    }
    let bar = commands.spawn(hud::bottom_bar(52.0)).id();
    for (text, color) in [(LEGEND, ACCENT), (KEYS, LABEL)] {
        let row = commands.spawn(hud::row(bar)).id();
        commands.spawn((
            ChildOf(row),
            Text::new(text),
            hud::font(13.0),
            TextColor(color),
            TextLayout::no_wrap(),
        ));
    }
}

/// What the figures show.
#[derive(SystemParam)]
struct Shown<'w, 's> {
    graph: Res<'w, WaypointGraph>,
    orders: Res<'w, Orders>,
    comparison: Res<'w, Comparison>,
    clock: Res<'w, Time<Virtual>>,
    agents: Query<'w, 's, Leader>,
}

impl Shown<'_, '_> {
    fn text(&self, figure: Figure) -> String {
        let Comparison { paths, mismatches, examined: [a_star, dijkstra], .. } = *self.comparison;
        match figure {
            Figure::Graph => {
                let links: usize =
                    self.graph.iter().map(|(waypoint, _)| self.graph.links(waypoint).count()).sum();
                format!("{} waypoints, {links} links", self.graph.len())
            }
            Figure::Algorithm => self.orders.algorithm().to_string(),
            Figure::Cost => match leader(&self.agents) {
                Some((result, _)) if result.has_path() => {
                    format!("{:.1}", WaypointGraph::in_world_units(result.cost()))
                }
                _ => "none".to_string(),
            },
            Figure::Examined => format!("A* {a_star}, Dijkstra {dijkstra}"),
            Figure::Checked if mismatches == 0 => format!("{paths} paths, equal costs"),
            Figure::Checked => format!("{mismatches} of {paths} paths differ"),
            Figure::Arrivals => self.orders.arrivals.to_string(),
            Figure::Speed => speed_text(&self.clock),
        }
    }
}

fn update(shown: Shown, mut figures: Query<(&Figure, &mut TextSpan, &mut TextColor)>) {
    for (&figure, mut span, mut color) in &mut figures {
        hud::write(&mut span, shown.text(figure));
        match figure {
            Figure::Algorithm => drop(color.set_if_neq(TextColor(ACCENT))),
            Figure::Checked if shown.comparison.mismatches == 0 => drop(color.set_if_neq(TextColor(GOOD))),
            Figure::Checked => drop(color.set_if_neq(TextColor(BAD))),
            _ => {}
        }
    }
}
