//! Placement checks for all agents at once.

use crate::support::*;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy_tilepath::{
    NavId, PlacementReport,
    prelude::*,
    tilepath::{NavMap, PathQuery, SearchScratch},
};

fn check(app: &mut App, cells: &[IVec2]) -> PlacementReport {
    check_routes(app, cells, &[])
}

fn check_routes(app: &mut App, cells: &[IVec2], routes: &[Route]) -> PlacementReport {
    let (cells, routes) = (cells.to_vec(), routes.to_vec());
    let system = move |mut check: PlacementCheck| check.check(&cells, &routes);
    app.world_mut().run_system_once(system).unwrap()
}

fn inside(app: &mut App, cells: &[IVec2]) -> Vec<Entity> {
    let cells = cells.to_vec();
    app.world_mut().run_system_once(move |check: PlacementCheck| check.agents_inside(&cells)).unwrap()
}

/// Two rooms and the gap between them, at (4, 0).
fn rooms() -> App {
    let mut app = open_map(9, 5);
    app.world_mut().spawn((middle(4, 3), NavObstacle::rect(Vec2::new(1.0, 5.0))));
    app.update();
    app
}

const GAP: [IVec2; 1] = [IVec2::new(4, 0)];

#[test]
fn agents_that_would_be_cut_off_are_named_and_nothing_is_changed() {
    let mut app = rooms();
    let to_right = PathRequest::to_cell(cell(8, 4));
    let across = app.world_mut().spawn(walker(middle(0, 0), to_right.clone())).id();
    let there = app.world_mut().spawn(walker(middle(6, 2), to_right)).id();
    let home = app.world_mut().spawn(walker(middle(2, 2), PathRequest::to_entity(there))).id();
    app.world_mut().spawn((middle(2, 3), PathRequest::to_cell(cell(0, 4))));
    app.update();
    let routes = [Route::new(cell(0, 4), cell(3, 4)), Route::new(cell(0, 4), cell(8, 4))];
    let report = check_routes(&mut app, &GAP, &routes);
    assert_eq!(report.cut_off, [across, home]);
    assert_eq!(report.routes.first_cut(), Some(1));
    assert!(!report.is_legal());
    assert!(!nav(&app).is_blocked(GAP[0]));
    assert!(check_routes(&mut app, &[cell(2, 1)], &routes).is_legal());
}

#[test]
fn an_agent_on_the_cells_is_named_apart_because_it_walks_out() {
    let mut app = rooms();
    let agent = app.world_mut().spawn((middle(2, 3), PathRequest::to_cell(cell(0, 0)))).id();
    let parent = app.world_mut().spawn(middle(1, 1)).id();
    let child = (Transform::from_xyz(TILE, TILE, 0.0), PathRequest::to_cell(cell(0, 0)), ChildOf(parent));
    let child = app.world_mut().spawn(child).id();
    app.update();
    let tower = [cell(2, 2), cell(2, 3)];
    assert!(check(&mut app, &tower).is_legal());
    assert_eq!(inside(&mut app, &tower), [agent, child]);
    assert_eq!(inside(&mut app, &tower[..1]), [child], "the place of a child depends on its parent");
    assert!(inside(&mut app, &GAP).is_empty());
    assert!(inside(&mut app, &[]).is_empty());
}

#[test]
fn an_agent_wider_than_a_cell_is_on_all_cells_that_it_covers() {
    let mut app = open_map(9, 5);
    let elephant = CostProfile::default().with_size(2).unwrap();
    let profile = app.world_mut().resource_mut::<CostProfiles>().add(elephant);
    let request = PathRequest::to_cell(cell(8, 0)).with_profile(profile);
    let agent = app.world_mut().spawn(walker(middle(2, 2), request)).id();
    app.update();
    let covered = [cell(2, 2), cell(3, 2), cell(2, 3), cell(3, 3)];
    let is_inside = |app: &mut App, at: IVec2| inside(app, &[at]) == [agent];
    for y in 0..5 {
        for at in (0..9).map(|x| cell(x, y)) {
            assert_eq!(is_inside(&mut app, at), covered.contains(&at), "{at}");
        }
    }
    // A column with a gap of one cell stops it.
    let column = [cell(5, 0), cell(5, 1), cell(5, 2), cell(5, 4)];
    assert_eq!(check(&mut app, &column).cut_off, [agent]);
    assert!(check(&mut app, &column[..2]).is_legal());
}

#[test]
fn building_on_a_goal_cuts_its_agents_off() {
    let mut app = rooms();
    let goal = cell(1, 4);
    let onto = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(goal))).id();
    let beside = PathRequest::to_cell(goal).within(1.0);
    app.world_mut().spawn(walker(middle(0, 0), beside));
    let either = PathRequest::to_nearest([goal, cell(3, 4)]);
    app.world_mut().spawn(walker(middle(0, 0), either));
    app.update();
    assert_eq!(check(&mut app, &[goal]).cut_off, [onto]);
}

#[test]
fn each_agent_counts_by_its_own_profile() {
    let mut app = rooms();
    let mut profiles = app.world_mut().resource_mut::<CostProfiles>();
    let breaker = profiles.add(CostProfile::default().with_cost(0, 5));
    let request = PathRequest::to_cell(cell(8, 0));
    let walks = app.world_mut().spawn(walker(middle(0, 0), request.clone())).id();
    app.world_mut().spawn(walker(middle(0, 0), request.with_profile(breaker)));
    app.update();
    assert_eq!(check(&mut app, &GAP).cut_off, [walks]);
}

#[test]
fn requests_that_are_replaced_or_gone_are_forgotten() {
    let mut app = rooms();
    let spawn =
        |app: &mut App| app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(8, 0)))).id();
    let (replaced, removed, gone) = (spawn(&mut app), spawn(&mut app), spawn(&mut app));
    let all = [replaced, removed, gone];
    assert_eq!(check(&mut app, &GAP).cut_off, all, "before their first search");
    app.world_mut().entity_mut(replaced).insert(PathRequest::to_cell(cell(0, 4)));
    app.world_mut().entity_mut(removed).remove::<PathRequest>();
    app.world_mut().entity_mut(gone).despawn();
    assert!(check(&mut app, &GAP).is_legal());
    assert_eq!(check(&mut app, &[cell(0, 4)]).cut_off, [replaced]);
}

#[test]
fn before_there_is_a_map_nothing_is_cut() {
    let mut app = app();
    app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(8, 0))));
    assert_eq!(check(&mut app, &GAP), PlacementReport::default());
    assert!(inside(&mut app, &[cell(0, 0)]).is_empty());
}

/// The agents without a path on a map, except those that stand on these cells.
fn without_a_path(app: &mut App, map: &NavMap, cells: &[IVec2]) -> Vec<Entity> {
    let mut agents = app.world_mut().query::<(Entity, &PathRequest, &Transform)>();
    let geometry = *nav(app).geometry().unwrap();
    let has_path = |request: &PathRequest, start: IVec2| {
        let goals = request.targets().iter().map(|target| match target {
            PathTarget::Cell(cell) => *cell,
            _ => unreachable!("all targets are cells"),
        });
        let query = PathQuery::to_nearest(start, goals);
        map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ()).is_ok()
    };
    let mut found = Vec::new();
    for (entity, request, transform) in agents.iter(app.world()) {
        let start = geometry.cell_at(transform.translation.truncate()).unwrap();
        if !cells.contains(&start) && !has_path(request, start) {
            found.push(entity);
        }
    }
    found.sort_unstable_by_key(|&agent| *app.world().get::<NavId>(agent).unwrap());
    found
}

#[test]
fn on_random_maps_the_agents_that_lose_their_path_are_named() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut cut = 0;
    for _ in 0..40 {
        let mut app = app();
        let side = random.i32(6..24);
        let walls = random.u8(10..40);
        let grid = Grid::from_fn(UVec2::splat(side as u32), |_| u8::from(random.u8(..100) >= walls)).unwrap();
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
        app.insert_resource(NavGrid::from_grid(grid, geometry));
        let some_cell = |random: &mut fastrand::Rng| cell(random.i32(0..side), random.i32(0..side));
        let goals: Vec<IVec2> = (0..4).map(|_| some_cell(&mut random)).collect();
        for _ in 0..40 {
            let at = some_cell(&mut random);
            let wanted = (0..random.usize(1..3)).map(|_| goals[random.usize(..4)]).collect::<Vec<_>>();
            app.world_mut().spawn((middle(at.x, at.y), PathRequest::to_nearest(wanted)));
        }
        app.update();
        for _ in 0..5 {
            let corner = some_cell(&mut random);
            let cells: Vec<IVec2> = (0..9).map(|nth| corner + cell(nth % 3, nth / 3)).collect();
            let report = check(&mut app, &cells);
            let before = nav(&app).map().unwrap().clone();
            let mut after = before.clone();
            cells.iter().for_each(|&cell| after.block(cell));
            let lost = without_a_path(&mut app, &before, &cells);
            let mut expected = without_a_path(&mut app, &after, &cells);
            expected.retain(|agent| !lost.contains(agent));
            assert_eq!(report.cut_off, expected);
            cut += expected.len();
        }
    }
    assert!(cut > 100, "only {cut} were cut off");
}

#[test]
fn a_building_is_refused_for_the_first_reason() {
    let mut app = open_map(7, 3);
    app.world_mut().spawn((middle(3, 0), NavObstacle::default()));
    let agent = app.world_mut().spawn(walker(middle(1, 1), PathRequest::to_cell(cell(6, 1)))).id();
    app.update();
    let check = move |mut check: PlacementCheck| {
        let routes = [Route::new(cell(0, 0), cell(0, 2)), Route::new(cell(0, 2), cell(6, 2))];
        let mut ask = |cells: &[IVec2], routes: &[Route]| check.can_build(cells, routes);
        assert_eq!(ask(&[cell(5, 1)], &routes), Ok(()));
        assert_eq!(ask(&[cell(3, 0), cell(7, 0)], &routes), Err(BuildRefusal::Outside(cell(7, 0))));
        assert_eq!(ask(&[cell(5, 1), cell(3, 0)], &routes), Err(BuildRefusal::Blocked(cell(3, 0))));
        assert_eq!(ask(&[cell(5, 1), cell(1, 1)], &routes), Err(BuildRefusal::Occupied(agent)));
        // Each alone is legal, both together are not.
        let towers = [cell(3, 1), cell(3, 2)];
        assert!(towers.iter().all(|&tower| ask(&[tower], &routes).is_ok()));
        assert_eq!(ask(&towers, &routes), Err(BuildRefusal::CutsRoute(1)));
        assert_eq!(ask(&towers, &[]), Err(BuildRefusal::CutsOff(agent)));
        assert!(BuildRefusal::Blocked(cell(3, 0)).to_string().contains("(3, 0)"));
    };
    app.world_mut().run_system_once(check).unwrap();
    app.world_mut().insert_resource(NavGrid::default());
    let check = |mut check: PlacementCheck| assert_eq!(check.can_build(&[], &[]), Err(BuildRefusal::NoMap));
    app.world_mut().run_system_once(check).unwrap();
}

#[test]
fn a_profile_can_be_named_by_its_index() {
    let mut profiles = CostProfiles::default();
    let added = profiles.add(CostProfile::default());
    assert_eq!((ProfileId::new(1), added.index()), (added, 1));
    assert_eq!(ProfileId::new(0), ProfileId::default());
}
