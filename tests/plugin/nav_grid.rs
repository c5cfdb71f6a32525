//! A grid that does not come from a tilemap.

use crate::support::*;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use bevy_tilepath::tilepath::PathError;

fn grid_of(side: u32) -> NavGrid {
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    NavGrid::from_grid(Grid::new(UVec2::splat(side), 1).unwrap(), geometry)
}

#[test]
fn settings_apply_to_a_grid_as_soon_as_it_is_inserted() {
    let mut app = app();
    app.world_mut().resource_mut::<PathfindingSettings>().diagonals = DiagonalRule::Never;
    app.world_mut().insert_resource(grid_of(5));
    assert_eq!(nav(&app).map().unwrap().topology().diagonals(), DiagonalRule::Never);
}

#[test]
fn settings_apply_to_a_grid_that_was_inserted_before_the_plugin() {
    let mut app = App::new();
    app.add_plugins(MinimalPlugins)
        .insert_resource(grid_of(5))
        .insert_resource(PathfindingSettings { diagonals: DiagonalRule::Never, ..default() })
        .add_plugins(PathfindingPlugin);
    app.update();
    assert_eq!(nav(&app).map().unwrap().topology().diagonals(), DiagonalRule::Never);
}

#[test]
fn edits_that_somebody_else_has_read_reach_the_agents_all_the_same() {
    let mut app = open_map(7, 3);
    let agent = app.world_mut().spawn(walker(middle(0, 1), PathRequest::to_cell(cell(6, 1)))).id();
    app.update();
    let mut nav_grid = app.world_mut().resource_mut::<NavGrid>();
    let map = nav_grid.map_mut().unwrap();
    let seen = map.revision();
    map.block(cell(3, 1));
    assert!(!map.changes_since(seen).is_empty());
    map.seal_changes();
    run_outside_walls(&mut app, agent, 120);
    assert_eq!(cell_of(&app, agent), cell(6, 1));
}

#[test]
fn a_placement_check_is_made_for_the_default_profile_of_the_app() {
    let mut app = open_map(5, 3);
    // To this app's agents obstacles are no walls.
    let profile = CostProfile::default().with_cost(0, 5);
    *app.world_mut().resource_mut::<CostProfiles>().get_mut(ProfileId::default()).unwrap() = profile;
    app.update();
    let column: Vec<IVec2> = (0..3).map(|y| cell(2, y)).collect();
    let check = move |mut check: PlacementCheck| {
        let routes = [Route::new(cell(0, 0), cell(4, 0))];
        assert!(check.check(&column, &routes).is_legal());
        assert!(!check.check_for(&CostProfile::default(), &column, &routes).is_legal());
    };
    app.world_mut().run_system_once(check).unwrap();
}

#[test]
fn an_obstacle_that_loses_its_parent_is_where_it_then_stands_in_the_same_frame() {
    let mut app = open_map(9, 3);
    let car = app.world_mut().spawn(middle(4, 1)).id();
    let gun = app.world_mut().spawn((middle(2, 0), NavObstacle::default(), ChildOf(car))).id();
    app.update();
    let seen = |app: &App| [cell(6, 1), cell(2, 0)].map(|at| nav(app).is_blocked(at));
    assert_eq!(seen(&app), [true, false]);
    app.update();
    app.world_mut().entity_mut(gun).remove::<ChildOf>();
    app.update();
    assert_eq!(seen(&app), [false, true]);
    app.update();
    app.world_mut().entity_mut(gun).insert(ChildOf(car));
    app.update();
    assert_eq!(seen(&app), [true, false]);
    app.update();
    // The car comes under a truck, and leaves it.
    let truck = app.world_mut().spawn(middle(-4, -1)).id();
    app.world_mut().entity_mut(car).insert(ChildOf(truck));
    app.update();
    assert_eq!(seen(&app), [false, true]);
    app.update();
    app.world_mut().entity_mut(car).remove::<ChildOf>();
    app.update();
    assert_eq!(seen(&app), [true, false]);
}

#[test]
fn cells_in_reach_are_those_of_the_map_and_none_before_there_is_one() {
    let mut app = app();
    let (profile, start) = (CostProfile::default(), cell(2, 2));
    let budget = StepLengths::default().cost_of_tiles(1.0);
    let mut reachable = Reachable::default();
    let refused = nav(&app).reachable(&profile, start, budget, &mut reachable);
    assert_eq!(refused, Err(PathError::StartOutside(start)));
    app.insert_resource(grid_of(5));
    app.world_mut().resource_mut::<NavGrid>().map_mut().unwrap().block(cell(1, 2));
    nav(&app).reachable(&profile, start, budget, &mut reachable).unwrap();
    let cells: Vec<IVec2> = reachable.cells().map(|(at, _)| at).collect();
    assert_eq!(cells, [start, cell(2, 1), cell(3, 2), cell(2, 3)]);
    app.world_mut().resource_mut::<NavGrid>().unload();
    assert!(nav(&app).reachable(&profile, start, budget, &mut reachable).is_err());
    assert_eq!(reachable.cells().len(), 0);
}

#[test]
fn requests_wait_for_a_map_that_a_game_makes_over_several_frames() {
    let mut app = app();
    app.world_mut().resource_mut::<NavGrid>().set_loading(true);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(4, 4)))).id();
    for _ in 0..3 {
        app.update();
        assert_eq!(result(&app, agent).status(), PathStatus::Pending);
    }
    app.insert_resource(grid_of(5));
    app.update();
    assert_eq!(result(&app, agent).status(), PathStatus::Found);
    assert!(!nav(&app).is_loading());
}
