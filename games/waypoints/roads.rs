//! Roads that are cut and mended.

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// The roads that are cut.
#[derive(Resource, Default)]
pub struct CutRoads(pub Vec<CutRoad>);

/// The links between two waypoints as they were.
#[derive(Clone, Copy)]
pub struct CutRoad {
    pub ends: [Entity; 2],
    links: [Option<WaypointLink>; 2],
}

impl CutRoads {
    /// Removes the links between two waypoints.
    pub fn cut(&mut self, commands: &mut Commands, ends: [Entity; 2], links: &Query<&WaypointLinks>) {
        let [a, b] = ends;
        let link = |from, to| links.get(from).ok().and_then(|links| links.get(to)).copied();
        self.0.push(CutRoad { ends, links: [link(a, b), link(b, a)] });
        commands.entity(a).unlink_both_ways(b);
    }

    /// Puts the links of a cut road back.
    pub fn mend(&mut self, commands: &mut Commands, index: usize) {
        let CutRoad { ends: [a, b], links } = self.0.remove(index);
        for (from, link) in [a, b].into_iter().zip(links) {
            match link {
                Some(WaypointLink { to, cost: Some(cost) }) => {
                    commands.entity(from).link_to_at_cost(to, cost).id()
                }
                Some(WaypointLink { to, cost: None }) => commands.entity(from).link_to(to).id(),
                None => from,
            };
        }
    }
}
