//! Finds what stands between an agent and its target.

use super::{
    explanation::CutOff,
    param::{Explain, LastCutOff},
};
use crate::{
    map::ObstacleMark,
    request::{PathRequest, profile_of},
};
use bevy::prelude::*;
use tilepath::{Barrier, CellGeometry, CostProfile, NavMap, PathQuery, fleet::engine::WayOut};

impl Explain<'_, '_> {
    /// What stands between an agent and its target.
    pub(super) fn cut_off(
        &mut self,
        agent: Entity,
        request: &PathRequest,
        own: &[IVec2],
        walks: bool,
    ) -> Option<CutOff> {
        let (map, geometry) = self.nav_grid.parts()?;
        let profile = profile_of(&self.profiles, request)?;
        let here = self.locator.cell(agent, geometry)?;
        let goals = self.fleet.fleet().goal_cells(self.fleet.id(agent)?, geometry)?;
        let way_out = if walks { WayOut::ByPath } else { WayOut::None };
        let start = way_out.path_start(map.without_obstacles(own), &profile, here, &goals)?;
        let query = PathQuery::to_nearest(start, goals)
            .with_options(request.options)
            .with_own_obstacles(own.iter().copied());
        let version = [self.obstacles.version(), self.edge_walls.version()];
        let question = (map.revision(), version, profile.into_owned(), query);
        if self.last_cut_off.question.as_ref() != Some(&question) {
            let (.., profile, query) = &question;
            let found = map.barrier(profile, query).ok().and_then(|barrier| {
                if barrier.separates() {
                    Some(self.through(map, geometry, &barrier, (here, profile)))
                } else {
                    query.options.in_sight.then_some(CutOff::OutOfSight)
                }
            });
            *self.last_cut_off = LastCutOff { question: Some(question), found };
        }
        self.last_cut_off.found.clone()
    }

    fn through(
        &self,
        map: &NavMap,
        geometry: &CellGeometry,
        barrier: &Barrier,
        (here, profile): (IVec2, &CostProfile),
    ) -> CutOff {
        let distance = |cell: IVec2| geometry.shape().distance_squared(here, cell);
        let nearest = |cells: &[IVec2]| {
            let on_map = cells.iter().filter(|&&cell| map.grid().contains(cell));
            on_map.map(|&cell| (distance(cell), cell.y, cell.x)).min()
        };
        let opens = |(_, mark): &(Entity, &ObstacleMark)| {
            barrier.is_opened_by(mark.cells.iter().map(|&cell| (cell, mark.class)))
        };
        let opening = self.obstacles.iter().filter(opens);
        let single = opening.filter_map(|(obstacle, mark)| Some((nearest(&mark.cells)?, obstacle))).min();
        if let Some(((_, y, x), obstacle)) = single {
            return CutOff::Obstacle { obstacle: self.named(obstacle), cell: IVec2::new(x, y) };
        }
        let cells = barrier.thinnest();
        let edges = if cells.is_empty() { barrier.thinnest_edges() } else { Vec::new() };
        if !edges.is_empty() {
            let walls = self.walls_on(&edges, profile);
            return CutOff::EdgeWalls { edges, walls };
        }
        let obstacles = self.obstacles_on(&cells);
        CutOff::Walls { cells, obstacles }
    }
}
