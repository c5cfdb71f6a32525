//! Why: what the plugin says of agents and cells.

mod causes;
mod cells;
mod cut_off;
mod paths;
mod states;
mod waypoints;

use crate::support::*;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy_tilepath::Explanation;
use bevy_tilepath::prelude::*;
use bevy_tilepath::tilepath::NavMap;

/// An app on a grid whose top row comes first.
fn app_on<const W: usize>(rows: &[[u8; W]]) -> App {
    on_grid(Grid::from_rows(rows.iter().copied()).unwrap())
}

fn on_grid(grid: Grid) -> App {
    let mut app = app();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    app.insert_resource(NavGrid::from_grid(grid, geometry));
    app
}

fn open(width: u32, height: u32) -> App {
    on_grid(Grid::new(UVec2::new(width, height), 1).unwrap())
}

fn spawn_walker(app: &mut App, at: IVec2, request: PathRequest) -> Entity {
    app.world_mut().spawn(walker(middle(at.x, at.y), request)).id()
}

fn edit(app: &mut App, edit: impl FnOnce(&mut NavMap)) {
    edit(app.world_mut().resource_mut::<NavGrid>().map_mut().unwrap());
}

fn explain(app: &mut App, agent: Entity) -> Explanation {
    app.world_mut().run_system_once(move |mut explain: Explain| explain.agent(agent)).unwrap()
}

fn explain_cell(app: &mut App, at: IVec2) -> CellExplanation {
    app.world_mut().run_system_once(move |explain: Explain| explain.cell(at)).unwrap()
}
