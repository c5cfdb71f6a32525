//! Which agents share a goal field, and that sharing changes no answer.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::SearchTrace;
use bevy_tilepath::prelude::*;
use bevy_tilepath::tilepath::NavMap;

fn stats(app: &App) -> &PathfindingStats {
    app.world().resource::<PathfindingStats>()
}

fn settings(app: &mut App) -> Mut<'_, PathfindingSettings> {
    app.world_mut().resource_mut::<PathfindingSettings>()
}

/// An app with a map that does not come from a tilemap.
fn app_on(grid: Grid) -> App {
    let mut app = app();
    app.insert_resource(NavGrid::from_grid(grid, CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap()));
    app
}

fn open_grid(side: u32) -> Grid {
    Grid::new(UVec2::splat(side), 1).unwrap()
}

/// Ground of cost 1 to 4 in which about every sixth cell is a wall.
fn rough_grid(side: u32, random: &mut fastrand::Rng) -> Grid {
    Grid::from_fn(UVec2::splat(side), |_| if random.u8(..6) == 0 { 0 } else { random.u8(1..5) }).unwrap()
}

fn spawn(app: &mut App, at: IVec2, request: PathRequest) -> Entity {
    app.world_mut().spawn(walker(middle(at.x, at.y), request)).id()
}

fn spawn_row(app: &mut App, count: i32, request: &PathRequest) -> Vec<Entity> {
    (0..count).map(|x| spawn(app, cell(x, 0), request.clone())).collect()
}

fn shared(app: &App, agents: &[Entity]) -> usize {
    agents.iter().filter(|&&agent| result(app, agent).is_shared()).count()
}

fn edit(app: &mut App, edit: impl FnOnce(&mut NavMap)) {
    edit(app.world_mut().resource_mut::<NavGrid>().map_mut().unwrap());
}

fn run(app: &mut App, frames: usize) {
    (0..frames).for_each(|_| app.update());
}

#[test]
fn few_get_searches_and_four_share_one_field() {
    for count in [1, 3, 4, 12] {
        let mut app = app_on(open_grid(16));
        let agents = spawn_row(&mut app, count, &PathRequest::to_cell(cell(9, 9)));
        app.update();
        let expected = if count < 4 { 0 } else { agents.len() };
        assert_eq!((shared(&app, &agents), stats(&app).fields as usize), (expected, expected.min(1)));
        assert_eq!(diary(&app).found, agents, "in the order of the queue, in the first frame");
    }
}

#[test]
fn a_larger_map_takes_more_agents_to_share_a_field() {
    for (count, expected) in [(31, 0), (32, 32)] {
        let mut app = app_on(open_grid(512));
        let agents = spawn_row(&mut app, count, &PathRequest::to_cell(cell(500, 500)));
        run(&mut app, 2);
        assert_eq!(shared(&app, &agents), expected);
    }
}

#[test]
fn agents_with_another_request_do_not_share_the_field() {
    let mut app = app_on(open_grid(16));
    let flyer = app.world_mut().resource_mut::<CostProfiles>().add(CostProfile::default().with_cost(0, 1));
    let to = || PathRequest::to_cell(cell(9, 9));
    let agents = spawn_row(&mut app, 6, &to());
    let others = [
        to().with_profile(flyer),
        to().with_danger_aversion(2.0),
        to().within(1.0),
        to().allow_partial(),
        to().with_heuristic(Heuristic::Zero),
        to().with_inflation(1.5),
        to().with_max_expansions(1000),
        PathRequest::to_cell(cell(9, 8)),
    ]
    .map(|request| spawn(&mut app, cell(2, 2), request));
    app.update();
    assert_eq!((shared(&app, &agents), shared(&app, &others)), (6, 0));
    assert!(others.iter().all(|&agent| result(&app, agent).status() == PathStatus::Found));
}

#[test]
fn each_profile_and_aversion_has_a_field_of_its_own() {
    let mut app = app_on(open_grid(16));
    let mut kinds = vec![PathRequest::to_cell(cell(9, 9)), PathRequest::to_cell(cell(9, 9)).within(2.0)];
    for cost in 2..4 {
        let profile =
            app.world_mut().resource_mut::<CostProfiles>().add(CostProfile::default().with_cost(1, cost));
        kinds.push(PathRequest::to_cell(cell(9, 9)).with_profile(profile));
    }
    kinds.push(PathRequest::to_cell(cell(9, 9)).with_danger_aversion(0.5));
    let agents: Vec<Entity> = kinds.iter().flat_map(|request| spawn_row(&mut app, 5, request)).collect();
    run(&mut app, 4);
    assert_eq!((stats(&app).complete_fields as usize, shared(&app, &agents)), (5, 25));
    let costs: Vec<Cost> =
        agents.iter().step_by(5).map(|&agent| result(&app, agent).cost(nav(&app))).collect();
    assert!(
        costs[1] < costs[0] && costs[0] < costs[2] && costs[2] < costs[3] && costs[4] == costs[0],
        "{costs:?}"
    );
}

#[test]
fn all_are_answered_with_more_profiles_than_the_map_can_be_prepared_for() {
    let mut app = app_on(open_grid(16));
    let aversion = |nth: i32| PathRequest::to_cell(cell(9, 9)).with_danger_aversion(nth as f32);
    let agents: Vec<Entity> = (0..12).flat_map(|nth| spawn_row(&mut app, 6, &aversion(nth))).collect();
    run(&mut app, 40);
    assert_eq!(diary(&app).found.len(), agents.len());
    // One of the aversions is that of the default profile.
    assert_eq!(stats(&app).complete_fields as usize, 5);
    run(&mut app, 200);
    assert!(agents.iter().all(|&agent| cell_of(&app, agent) == cell(9, 9)));
}

#[test]
fn agents_exchange_their_own_paths_for_the_field_without_an_event() {
    let mut app = app_on(open_grid(16));
    let request = PathRequest::to_cell(cell(15, 9));
    let mut agents = spawn_row(&mut app, 3, &request);
    run(&mut app, 5);
    assert_eq!(shared(&app, &agents), 0);
    let before: Vec<Vec3> = agents.iter().map(|&agent| place(&app, agent)).collect();
    agents.push(spawn(&mut app, cell(8, 3), request));
    run(&mut app, 2);
    assert_eq!(shared(&app, &agents), 4);
    for (&agent, before) in agents.iter().zip(before) {
        assert!(
            (place(&app, agent).distance(before) - 2.0).abs() < 1e-3,
            "it walks on at its speed: {before} {}",
            place(&app, agent)
        );
    }
    run(&mut app, 200);
    assert!(diary(&app).replanned.is_empty());
    assert_eq!(diary(&app).reached.len(), 4);
}

fn place(app: &App, agent: Entity) -> Vec3 {
    app.world().get::<Transform>(agent).unwrap().translation
}

/// What the result of an agent says about its path, except its danger.
fn summary(app: &App, agent: Entity) -> (PathStatus, Cost, Option<PathTarget>, usize) {
    let result = result(app, agent);
    let path = result.cells(nav(app));
    let centers = path.iter().map(|&cell| nav(app).center_of(cell).unwrap());
    assert!(result.points(nav(app)).eq(centers));
    (result.status(), result.cost(nav(app)), result.target(nav(app)), path.len())
}

#[test]
fn shared_answers_have_the_status_and_cost_of_searches() {
    let mut random = fastrand::Rng::with_seed(5);
    for round in 0..12 {
        let grid = rough_grid(24, &mut random);
        let kinds: Vec<PathRequest> = (0..5)
            .map(|_| {
                let goals = [0; 3].map(|_| cell(random.i32(-1..25), random.i32(-1..25)));
                let request = PathRequest::to_nearest(goals);
                match random.u8(..4) {
                    0 => request.within(random.f32() * 4.0),
                    1 => request.with_danger_aversion(random.f32() * 2.0),
                    2 => PathRequest::to_cell(goals[0]),
                    _ => request,
                }
            })
            .collect();
        let starts: Vec<IVec2> = (0..60).map(|_| cell(random.i32(0..24), random.i32(0..24))).collect();
        let towers = [cell(5, 6), cell(17, 11)];
        let [with, without] = [usize::MAX, 0].map(|max_field_bytes| {
            let mut app = app_on(grid.clone());
            settings(&mut app).max_field_bytes = max_field_bytes;
            settings(&mut app).diagonals = DiagonalRule::ALL[round % 4];
            for tower in towers {
                app.world_mut().spawn((middle(tower.x, tower.y), DangerSource::new(4.0, 3.0)));
            }
            let ask = |(nth, &at): (usize, &IVec2)| {
                let bundle = (middle(at.x, at.y), kinds[nth % kinds.len()].clone());
                app.world_mut().spawn(bundle).id()
            };
            let agents: Vec<Entity> = starts.iter().enumerate().map(ask).collect();
            run(&mut app, 3);
            let summaries: Vec<_> = agents.iter().map(|&agent| (agent, summary(&app, agent))).collect();
            let danger: Vec<f64> =
                agents.iter().map(|&agent| result(&app, agent).danger(nav(&app))).collect();
            (summaries, danger, shared(&app, &agents))
        });
        assert!(with.2 > 10 && without.2 == 0, "{} share", with.2);
        for ((with, without), start) in with.0.iter().zip(&without.0).zip(&starts) {
            assert_eq!(with.1.0, without.1.0, "from {start}");
            assert_eq!(with.1.1, without.1.1, "from {start}");
        }
        // Another path of the same cost may be taken, with another danger and to another target.
        let same = |nth: &usize| with.0[*nth] == without.0[*nth] && with.1[*nth] == without.1[*nth];
        assert!((0..starts.len()).filter(same).count() > starts.len() / 2);
    }
}

#[test]
fn a_shared_path_is_legal_costs_what_it_says_and_ends_at_its_target() {
    let mut app = app_on(rough_grid(30, &mut fastrand::Rng::with_seed(8)));
    app.world_mut().spawn((middle(9, 9), DangerSource::new(5.0, 2.0)));
    let goals = [cell(3, 25), cell(28, 2), cell(15, 15)];
    edit(&mut app, |map| goals.iter().for_each(|&goal| map.set_terrain(goal, 1).unwrap()));
    let ask = |x: i32| (middle(x, 12), PathRequest::to_nearest(goals));
    let agents: Vec<Entity> = (0..30).map(|x| app.world_mut().spawn(ask(x)).id()).collect();
    run(&mut app, 2);
    assert!(shared(&app, &agents) > 15);
    for &agent in agents.iter().filter(|&&agent| result(&app, agent).is_shared()) {
        let found = result(&app, agent);
        let path = found.cells(nav(&app));
        let map = nav(&app).map().unwrap();
        assert_eq!(map.priced(&CostProfile::default()).path_cost(&path), Some(found.cost(nav(&app))));
        assert_eq!(path[0], cell_of(&app, agent));
        assert_eq!(found.target(nav(&app)), path.last().map(|&end| PathTarget::Cell(end)));
        let danger: f64 = path.iter().skip(1).map(|&at| f64::from(nav(&app).danger(at).unwrap())).sum();
        assert!((danger - found.danger(nav(&app))).abs() < 1e-3);
        assert_eq!(found.nodes_expanded(), 0);
    }
}

#[test]
fn until_the_field_is_complete_requests_are_searched() {
    let mut app = app_on(open_grid(40));
    settings(&mut app).field_cells_per_frame = 1;
    let agents = spawn_row(&mut app, 10, &PathRequest::to_cell(cell(30, 30)));
    app.update();
    assert_eq!((stats(&app).fields as usize, stats(&app).complete_fields as usize), (1, 0));
    assert_eq!(diary(&app).found, agents, "nobody waits for the field");
    for frame in 0.. {
        assert!(frame < 2000, "it is never complete");
        app.update();
        if stats(&app).complete_fields as usize == 1 {
            break;
        }
    }
    app.update();
    assert_eq!(shared(&app, &agents), 10);
    assert_eq!(diary(&app).found.len(), 10);
}

#[test]
fn a_traced_agent_shares_the_field_too_and_leaves_no_record() {
    let mut app = app_on(open_grid(16));
    let agents = spawn_row(&mut app, 6, &PathRequest::to_cell(cell(9, 9)));
    app.init_resource::<SearchTrace>();
    app.world_mut().resource_mut::<SearchTrace>().only = Some(agents[2]);
    app.update();
    assert_eq!(shared(&app, &agents), 6);
    assert_eq!(app.world().resource::<SearchTrace>().entity(), None);
}

#[test]
fn agents_for_whom_the_field_has_no_path_get_the_reason() {
    let mut app = app_on(Grid::from_fn(UVec2::splat(16), |at| u8::from(at.x != 12)).unwrap());
    let request = PathRequest::to_cell(cell(3, 9));
    let agents = spawn_row(&mut app, 6, &request);
    let pocket = spawn(&mut app, cell(14, 3), request.clone());
    let wall = app.world_mut().spawn((middle(12, 3), request.clone())).id();
    let outside = app.world_mut().spawn((middle(40, 3), request)).id();
    app.update();
    assert_eq!(shared(&app, &agents), 6);
    assert_eq!(
        failure(&app, pocket),
        Some(FailureReason::Path(PathError::Unreachable { start: cell(14, 3), goal: cell(3, 9) }))
    );
    assert_eq!(failure(&app, wall), Some(FailureReason::Path(PathError::StartBlocked(cell(12, 3)))));
    assert_eq!(failure(&app, outside), Some(FailureReason::Path(PathError::StartOutside(cell(40, 3)))));
}

#[test]
fn a_goal_in_a_wall_fails_and_is_reached_once_it_is_free() {
    let mut app = app_on(open_grid(16));
    let goal = cell(9, 9);
    edit(&mut app, |map| map.block(goal));
    let agents = spawn_row(&mut app, 6, &PathRequest::to_cell(goal));
    app.update();
    assert!(
        agents
            .iter()
            .all(|&agent| failure(&app, agent) == Some(FailureReason::Path(PathError::GoalBlocked(goal))))
    );
    edit(&mut app, |map| map.unblock(goal));
    run(&mut app, 10);
    assert_eq!(shared(&app, &agents), 6);
    edit(&mut app, |map| map.block(goal));
    run(&mut app, 20);
    assert!(
        agents
            .iter()
            .all(|&agent| failure(&app, agent) == Some(FailureReason::Path(PathError::GoalBlocked(goal))))
    );
    edit(&mut app, |map| map.unblock(goal));
    run(&mut app, 300);
    assert!(agents.iter().all(|&agent| cell_of(&app, agent) == goal));
}

#[test]
fn memory_is_bounded_and_unused_fields_make_room_first() {
    let mut app = app_on(open_grid(30));
    let one = 32 * 32 * 4 + 30 * 30 * 2;
    settings(&mut app).max_field_bytes = 2 * one;
    let request = |y| PathRequest::to_cell(cell(15, y));
    let first = spawn_row(&mut app, 5, &request(10));
    let second = spawn_row(&mut app, 5, &request(12));
    let third = spawn_row(&mut app, 5, &request(14));
    run(&mut app, 3);
    assert_eq!((stats(&app).fields as usize, stats(&app).field_bytes as usize), (2, 2 * one));
    assert_eq!([&first, &second, &third].map(|agents| shared(&app, agents)), [5, 5, 0]);
    assert_eq!(diary(&app).found.len(), 15, "the others are searched for");
    for agent in first {
        app.world_mut().entity_mut(agent).despawn();
    }
    let fourth = spawn_row(&mut app, 5, &request(16));
    run(&mut app, 3);
    assert_eq!([&second, &third, &fourth].map(|agents| shared(&app, agents)), [5, 0, 5]);
    assert_eq!(stats(&app).field_bytes as usize, 2 * one);
    settings(&mut app).max_field_bytes = 0;
    run(&mut app, 300);
    assert_eq!(stats(&app).field_bytes as usize, 0);
    for (agents, y) in [(second, 12), (third, 14), (fourth, 16)] {
        assert!(agents.iter().all(|&agent| cell_of(&app, agent) == cell(15, y)));
    }
}

#[test]
fn a_field_takes_six_bytes_a_cell() {
    let mut app = app_on(open_grid(200));
    spawn_row(&mut app, 50, &PathRequest::to_cell(cell(150, 150)));
    run(&mut app, 3);
    assert_eq!(stats(&app).complete_fields as usize, 1);
    let margin = 4 * (4 * 200 + 4);
    assert!(
        stats(&app).field_bytes as usize <= 6 * 200 * 200 + margin,
        "{}",
        stats(&app).field_bytes as usize
    );
}

#[test]
fn an_unused_field_serves_the_next_agent_that_asks() {
    let mut app = app_on(open_grid(16));
    let request = PathRequest::to_cell(cell(9, 9));
    for agent in spawn_row(&mut app, 6, &request) {
        app.update();
        app.world_mut().entity_mut(agent).despawn();
    }
    app.update();
    assert_eq!(stats(&app).complete_fields as usize, 1);
    edit(&mut app, |map| map.block(cell(5, 5)));
    app.update();
    let late = spawn(&mut app, cell(0, 0), request);
    app.update();
    assert!(result(&app, late).is_shared());
    assert!(!result(&app, late).cells(nav(&app)).contains(&cell(5, 5)));
}

#[test]
fn cancelling_asking_again_and_despawning_leave_nothing_behind() {
    let mut app = app_on(open_grid(16));
    let agents = spawn_row(&mut app, 8, &PathRequest::to_cell(cell(9, 9)));
    run(&mut app, 3);
    let [despawned, cancelled, elsewhere, the_same] = [agents[0], agents[1], agents[2], agents[3]];
    app.world_mut().entity_mut(despawned).despawn();
    app.world_mut().entity_mut(cancelled).remove::<PathRequest>();
    let stays = place(&app, cancelled);
    app.world_mut().entity_mut(elsewhere).insert(PathRequest::to_cell(cell(0, 15)));
    app.world_mut().entity_mut(the_same).insert(PathRequest::to_cell(cell(9, 9)));
    app.update();
    assert!(app.world().get::<PathResult>(cancelled).is_none());
    assert!(!result(&app, elsewhere).is_shared() && result(&app, the_same).is_shared());
    run(&mut app, 200);
    assert_eq!(place(&app, cancelled), stays);
    assert_eq!(cell_of(&app, elsewhere), cell(0, 15));
    assert!(agents[3..].iter().all(|&agent| cell_of(&app, agent) == cell(9, 9)));
    assert_eq!(diary(&app).reached.len(), 6);
}

/// Swaps the grids of two apps that are equally old, each with agents on a field to a goal of their own.
#[test]
fn agents_read_no_field_of_another_grid_that_is_as_old() {
    let goals = [cell(9, 9), cell(0, 15)];
    let mut apps = [6, 0].map(|count| {
        let mut app = app_on(open_grid(16));
        let agents = spawn_row(&mut app, count, &PathRequest::to_cell(goals[0]));
        run(&mut app, 3);
        assert_eq!(shared(&app, &agents), agents.len());
        (app, agents)
    });
    let [(one, agents), (two, _)] = &mut apps;
    let later = spawn_row(two, 6, &PathRequest::to_cell(goals[1]));
    let mut grids = (one.world_mut().resource_mut(), two.world_mut().resource_mut());
    core::mem::swap::<NavGrid>(&mut grids.0, &mut grids.1);
    for (app, agents, goal) in [(one, &*agents, goals[0]), (two, &later, goals[1])] {
        for _ in 0..200 {
            app.update();
            let ends = |&agent: &Entity| result(app, agent).cells(nav(app)).last().copied();
            assert!(agents.iter().all(|agent| ends(agent) == Some(goal)));
        }
        assert!(agents.iter().all(|&agent| cell_of(app, agent) == goal));
    }
}
