//! Turn by turn: all cells that a unit can reach with the movement points of one turn. Run: cargo run --example movement_range
//!
//! Point at a framed cell to see the path to it and its price, and click to move there. Mud costs 3 points.

mod look;

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Terrain classes: 0 is a wall, 1 is floor, 3 is mud. The top row comes first, so the last row is y = 0.
const MAP: [[u8; 16]; 8] = [
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 3, 3, 3, 1, 1, 1],
    [1, 1, 1, 1, 0, 1, 1, 1, 1, 3, 3, 3, 3, 1, 1, 1],
    [1, 1, 1, 1, 0, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
];
const TILE: f32 = 75.0;
/// The movement points of a turn, in tiles of plain ground. A diagonal step costs 1.41 points.
const POINTS: f64 = 4.0;

fn main() -> AppExit {
    App::new().add_plugins((look::window("Movement range"), look::map, game)).add_systems(Update, point).run()
}

/// Everything that works without a window.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .init_resource::<Range>()
        .add_observer(begin_turn)
        .add_observer(go)
        .add_systems(Startup, setup);
}

/// The cells in reach. Empty while the unit walks.
#[derive(Resource, Default)]
pub struct Range(pub Reachable);

/// The player sends the unit to this cell.
#[derive(Event)]
pub struct Go(pub IVec2);

fn setup(mut commands: Commands) -> Result {
    commands.spawn(look::bar(""));
    let grid = Grid::from_rows(MAP)?;
    let geometry = CellGeometry::squares(TILE)?.centered(grid.size());
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    let start = IVec2::new(7, 4);
    let place = Transform::from_translation(geometry.center_of(start).extend(1.0));
    // A unit that is sent to its own cell arrives at once: the first turn begins.
    let walk = (PathRequest::to_cell(start), PathFollower::with_speed(240.0));
    commands.spawn((Sprite::from_color(look::YELLOW, Vec2::splat(36.0)), place, walk));
    Ok(())
}

/// Finds the cells in reach. The cost of a path is in small units, so the budget is converted from tiles.
fn begin_turn(
    _: On<GoalReached>,
    unit: Single<&Transform, With<PathFollower>>,
    nav_grid: Res<NavGrid>,
    mut range: ResMut<Range>,
) -> Result {
    let here = nav_grid.cell_at(unit.translation.truncate()).ok_or("the unit is outside the map")?;
    let budget = StepLengths::default().cost_of_tiles(POINTS);
    nav_grid.reachable(&CostProfile::default(), here, budget, &mut range.0)?;
    Ok(())
}

fn go(to: On<Go>, mut range: ResMut<Range>, unit: Single<(Entity, &PathFollower)>, mut commands: Commands) {
    if range.0.cost(to.0).is_some_and(|cost| cost > Cost::ZERO) {
        range.0.clear();
        commands.entity(unit.0).insert(PathRequest::to_cell(to.0));
    }
}

fn point(
    mouse: look::Mouse,
    nav_grid: Res<NavGrid>,
    range: Res<Range>,
    mut line: Single<&mut Text>,
    mut gizmos: Gizmos,
    mut commands: Commands,
) {
    for center in range.0.cells().filter_map(|(cell, _)| nav_grid.center_of(cell)) {
        gizmos.rect_2d(center, Vec2::splat(TILE - 10.0), look::GREEN);
    }
    let cell = mouse.at().and_then(|point| nav_grid.cell_at(point)).unwrap_or(IVec2::NEG_ONE);
    line.0 = match range.0.cost(cell).map(|cost| StepLengths::default().in_tiles(cost)) {
        Some(price) => format!("This cell costs {price:.2} of {POINTS} points."),
        None => "Framed cells are in reach in this turn. Click one.".into(),
    };
    let path = shown_path(&nav_grid, &range.0, cell);
    gizmos.linestrip_2d(path.iter().filter_map(|&cell| nav_grid.center_of(cell)), look::YELLOW);
    if mouse.is_clicked() {
        commands.trigger(Go(cell));
    }
}

/// The path that the unit will walk to a cell. `Reachable::path_to` would be faster, but several paths may be the cheapest, and the unit may
/// take another one.
pub fn shown_path(nav_grid: &NavGrid, range: &Reachable, to: IVec2) -> Vec<IVec2> {
    let start = range.cells().next().filter(|_| range.cost(to).is_some());
    let query = start.map(|(start, _)| PathQuery::new(start, to));
    let path = query.and_then(|query| nav_grid.find_path(&CostProfile::default(), query).ok());
    path.map(|path| path.cells().to_vec()).unwrap_or_default()
}
