//! The rest of every agent's path, each step of it drawn once however many agents take it, and the selected agent with its own and the doors
//! on it.

use super::{
    drawing::{DebugDrawing, Pen},
    settings::PathfindingDebug,
    shapes::{Shapes, ink},
    steps::Steps,
    view::{View, Views, inner_radius},
};
use crate::{
    fleet::AgentFleet,
    follower::PathFollower,
    map::{NavGrid, has_door},
    request::{FoundPath, Locator, PathResult},
    waypoints::{OnWaypoints, WaypointGraph},
};
use bevy::{
    ecs::{query::QueryData, system::SystemParam},
    prelude::*,
};
use tilepath::{
    NavMap,
    fleet::{
        CellStep, StepState,
        engine::{FieldId, NextCell},
    },
};

/// No more lines than this are drawn.
const MAX_LINES: usize = 50_000;

/// More lines than this are drawn again only in every fourth frame.
const MANY_LINES: usize = 4000;

/// For how many frames the lines that were drawn stay.
#[derive(Resource, Default)]
pub(super) struct PathState {
    stay: u32,
}

/// An agent with a path.
#[derive(QueryData)]
pub(super) struct DrawnAgent {
    entity: Entity,
    result: &'static PathResult,
    follower: Option<&'static PathFollower>,
    on_waypoints: Has<OnWaypoints>,
}

/// Where agents are and go.
#[derive(SystemParam)]
pub(super) struct PathScene<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    graph: Res<'w, WaypointGraph>,
    fleet: Res<'w, AgentFleet>,
    locator: Locator<'w, 's>,
    agents: Query<'w, 's, DrawnAgent>,
    views: Views<'w, 's>,
}

/// Draws the paths, if they are shown, and the selected agent with its path, if its search is.
pub(super) fn draw_paths(
    debug: Res<PathfindingDebug>,
    scene: PathScene,
    (mut state, mut steps): (ResMut<PathState>, ResMut<Steps>),
    mut pen: Pen,
) {
    state.stay = state.stay.saturating_sub(1);
    if state.stay > 0 && !debug.is_changed() && scene.nav_grid.map().is_some() {
        return;
    }
    let selected = debug.selected.filter(|_| debug.layers.paths || debug.layers.any_of_search());
    let mut shapes = Shapes::default();
    let view = scene.views.get();
    if debug.layers.paths {
        let lines = scene.lines(&mut steps);
        state.stay = if lines.len() > MANY_LINES { 4 } else { 0 };
        scene.draw(&mut shapes, &view, &lines, 1.0, [debug.colors.edge, debug.colors.path]);
        scene.draw(&mut shapes, &view, &scene.planned_lines(), 1.0, [debug.colors.edge, debug.colors.plan]);
    }
    if let Some(agent) = selected.and_then(|agent| scene.agents.get(agent).ok()) {
        let colors = [debug.colors.edge, debug.colors.selected];
        let points = scene.points_of(&agent);
        let lines: Vec<_> = points.iter().copied().zip(points.iter().copied().skip(1)).collect();
        scene.draw(&mut shapes, &view, &lines, 1.5, colors);
        let around = scene.cell_radius();
        for door in scene.doors_of(&agent) {
            ring(&mut shapes, door, around * 0.9, around * 0.3, ink(colors[0]));
            ring(&mut shapes, door, around * 0.85, around * 0.2, ink(colors[1]));
        }
        if let Some(at) = scene.locator.position(agent.entity) {
            let radius = view.line_width(scene.cell_radius(), 1.0, 7.0);
            ring(&mut shapes, at, radius, radius * 0.45, ink(colors[0]));
            ring(&mut shapes, at, radius * 0.95, radius * 0.25, ink(colors[1]));
        }
    }
    pen.draw(DebugDrawing::Paths, &debug, shapes);
}

impl PathScene<'_, '_> {
    /// The distance from the middle of a cell to its edge; of a world without cells it is that of lines.
    fn cell_radius(&self) -> f32 {
        self.nav_grid.geometry().map_or(0.0, inner_radius)
    }

    fn draw(&self, shapes: &mut Shapes, view: &View, lines: &[(Vec2, Vec2)], wide: f32, colors: [Color; 2]) {
        let width = view.line_width(self.cell_radius(), 0.14 * wide, 1.5 * wide);
        shapes.reserve(2 * lines.len());
        for (color, width) in colors.into_iter().zip([width * 1.8, width]) {
            let ink = ink(color);
            lines.iter().for_each(|&(from, to)| shapes.line(from, to, width, ink));
        }
    }

    /// The lines of all paths, each step once.
    fn lines(&self, steps: &mut Steps) -> Vec<(Vec2, Vec2)> {
        let mut lines = Vec::new();
        let mut shared: Vec<(FieldId, IVec2)> = Vec::new();
        steps.begin(self.nav_grid.bounds());
        for agent in &self.agents {
            if lines.len() >= MAX_LINES {
                break;
            }
            if agent.on_waypoints {
                let points = self.points_of(&agent);
                lines.extend(points.iter().copied().zip(points.iter().copied().skip(1)));
                continue;
            }
            if self.has_plan(agent.entity) {
                continue;
            }
            let Some(cell) = self.next_cell(&agent) else { continue };
            if let Some(line) = self.locator.position(agent.entity).zip(self.nav_grid.center_of(cell)) {
                lines.push(line);
            }
            match &agent.result.path {
                FoundPath::Shared(path) => shared.push((path.shared.field, cell)),
                FoundPath::Own(own) => steps.take(own.path.cells().iter().copied().skip(waypoint(&agent))),
                FoundPath::None | FoundPath::OverWaypoints(_) => {}
            }
        }
        // Side by side, so that each field is walked over once.
        shared.sort_by_key(|&(field, _)| field.slot());
        if let Some((map, geometry)) = self.nav_grid.parts() {
            for same in shared.chunk_by(|a, b| a.0 == b.0) {
                walk_field(&self.nav_grid, map, same, steps);
            }
            steps.lines(geometry, MAX_LINES, &mut lines);
        }
        lines.truncate(MAX_LINES);
        lines
    }

    /// The lines of the plans of all jams.
    fn planned_lines(&self) -> Vec<(Vec2, Vec2)> {
        let mut lines = Vec::new();
        for agent in self.agents.iter().filter(|agent| self.has_plan(agent.entity)) {
            let points = self.points_of(&agent);
            lines.extend(points.iter().copied().zip(points.iter().copied().skip(1)));
        }
        lines
    }

    /// Whether an agent walks by a plan.
    fn has_plan(&self, agent: Entity) -> bool {
        self.fleet.fleet().jams() > 0 && self.fleet.jam(agent).is_some_and(|jam| jam.has_plan)
    }

    /// The cell to which an agent walks. `None` if it has no path over cells.
    fn next_cell(&self, agent: &DrawnAgentItem) -> Option<IVec2> {
        match &agent.result.path {
            FoundPath::Own(own) => own.path.cells().get(waypoint(agent)).copied(),
            FoundPath::Shared(path) => match self.fleet.step(agent.entity) {
                Some(step) if step.state != StepState::New => Some(step.to()),
                _ => Some(path.shared.start),
            },
            FoundPath::None | FoundPath::OverWaypoints(_) => None,
        }
    }

    /// The middles of the cells on an agent's path that are under obstacles: doors, for the agent.
    fn doors_of(&self, agent: &DrawnAgentItem) -> Vec<Vec2> {
        let Some((map, geometry)) = self.nav_grid.parts() else { return Vec::new() };
        let cells = agent.result.cells(&self.nav_grid);
        let rest = cells.iter().skip(waypoint(agent)).filter(|&&cell| has_door(map, cell));
        rest.map(|&cell| geometry.center_of(cell)).collect()
    }

    /// The points of an agent's path, from where it is. By its plan, if it has one.
    fn points_of(&self, agent: &DrawnAgentItem) -> Vec<Vec2> {
        let here = self.locator.position(agent.entity);
        let rest: Vec<Vec2> = if self.has_plan(agent.entity) {
            let next = self.fleet.step(agent.entity).map(CellStep::to);
            let planned = |id| self.fleet.fleet().planned_cells(id);
            let cells = next.into_iter().chain(self.fleet.id(agent.entity).into_iter().flat_map(planned));
            cells.filter_map(|cell| self.nav_grid.center_of(cell)).collect()
        } else if agent.on_waypoints {
            let waypoints = agent.result.waypoint_entities().iter().skip(waypoint(agent));
            waypoints.filter_map(|&waypoint| self.graph.position(waypoint)).collect()
        } else {
            let cells = agent.result.cells(&self.nav_grid);
            cells.iter().skip(waypoint(agent)).filter_map(|&cell| self.nav_grid.center_of(cell)).collect()
        };
        here.into_iter().chain(rest).collect()
    }
}

/// The index of the first waypoint that is still to be walked to.
fn waypoint(agent: &DrawnAgentItem) -> usize {
    agent.follower.map_or(0, PathFollower::next_index)
}

/// Takes the steps from these cells on along their goal field.
fn walk_field(nav_grid: &NavGrid, map: &NavMap, starts: &[(FieldId, IVec2)], steps: &mut Steps) {
    let Some(&(field, _)) = starts.first() else { return };
    let Some(ready) = nav_grid.fields().ready(field) else { return };
    let Some(reader) = ready.reader(map) else { return };
    // Agents have looked up most of these cells.
    let next = |cell| match ready.next_cells(map) {
        Some(known) => known.next(&reader, cell, NextCell::default()),
        None => reader.next(cell),
    };
    steps.begin_field();
    for &(_, start) in starts {
        steps.walk(start, next);
    }
}

/// A ring of eight corners.
fn ring(shapes: &mut Shapes, middle: Vec2, radius: f32, width: f32, ink: [f32; 4]) {
    let corner = |nth: u8, radius: f32| {
        middle + Vec2::from_angle(f32::from(nth) * core::f32::consts::TAU / 16.0) * radius
    };
    let inner = radius - width;
    for nth in 0..16 {
        let corners =
            [corner(nth, inner), corner(nth, radius), corner(nth + 1, radius), corner(nth + 1, inner)];
        shapes.polygon(corners, ink);
    }
}
