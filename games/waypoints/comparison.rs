//! A new search for every path, by A* and by Dijkstra's algorithm: both must pay the same.

use crate::agents::Agent;
use bevy::prelude::*;
use bevy_tilepath::{
    prelude::*,
    tilepath::{GraphQuery, Recorder, SearchScratch},
};

/// What both algorithms say of the paths so far.
#[derive(Resource, Default)]
pub struct Comparison {
    pub paths: u32,
    pub mismatches: u32,
    /// Links examined for the last path of the first agent, by A* and by Dijkstra's algorithm.
    pub examined: [usize; 2],
    search: SearchScratch,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Comparison>()
        .add_observer(|found: On<PathFound>, comparer: Comparer| comparer.compare(found.entity))
        .add_observer(|replanned: On<PathReplanned>, comparer: Comparer| comparer.compare(replanned.entity));
}

#[derive(bevy::ecs::system::SystemParam)]
struct Comparer<'w, 's> {
    graph: Res<'w, WaypointGraph>,
    nav_grid: Res<'w, NavGrid>,
    comparison: ResMut<'w, Comparison>,
    agents: Query<'w, 's, (&'static Agent, &'static PathResult)>,
}

impl Comparer<'_, '_> {
    fn compare(mut self, agent: Entity) {
        let Ok((&Agent(number), result)) = self.agents.get(agent) else { return };
        let path = result.waypoint_entities();
        let node = |waypoint: Option<&Entity>| self.graph.node(*waypoint?);
        let Some((start, goal)) = node(path.first()).zip(node(path.last())) else { return };
        let comparison = &mut *self.comparison;
        let mut examined = [0; 2];
        for (heuristic, examined) in [Heuristic::Auto, Heuristic::Zero].into_iter().zip(&mut examined) {
            let mut seen = Recorder::default();
            let query = GraphQuery::new(start, goal).with_heuristic(heuristic);
            let found = self.graph.graph().find_path(&query, &mut comparison.search, &mut seen);
            let is_same = found.is_ok_and(|found| found.cost == result.cost(&self.nav_grid));
            comparison.mismatches += u32::from(!is_same);
            *examined = seen.examined.len();
        }
        comparison.paths += 1;
        if number == 0 {
            comparison.examined = examined;
        }
    }
}
