//! The requests of one frame: many threads, one order, one budget.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::SearchTrace;
use bevy_tilepath::prelude::*;

/// An app with a map of its own making, and the settings for its searches.
fn app_with(grid: Grid, expansions_per_frame: u32, max_threads: usize) -> App {
    let mut app = app();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    app.insert_resource(NavGrid::from_grid(grid, geometry)).insert_resource(PathfindingSettings {
        expansions_per_frame,
        max_threads,
        ..default()
    });
    app
}

/// All results and events, frame by frame.
type Record = Vec<(Vec<(Entity, PathResult)>, Vec<Entity>, Vec<(Entity, FailureReason)>)>;

/// Runs frames until no agent waits. `between` runs after each of them.
fn play(app: &mut App, agents: &[Entity], between: impl Fn(&mut App, usize)) -> Record {
    let mut record = Record::new();
    while record.len() < 500 {
        app.update();
        let results: Vec<(Entity, PathResult)> = agents
            .iter()
            .filter_map(|&agent| Some((agent, app.world().get::<PathResult>(agent)?.clone())))
            .collect();
        let done = results.iter().all(|(_, result)| result.status() != PathStatus::Pending);
        record.push((results, diary(app).found.clone(), diary(app).failed.clone()));
        if done {
            return record;
        }
        between(app, record.len());
    }
    panic!("somebody waits for ever");
}

const SIDE: u32 = 512;

/// Rough ground with walls, and rooms without a door along its upper edge.
fn rough_grid(random: &mut fastrand::Rng) -> Grid {
    Grid::from_fn(UVec2::splat(SIDE), |cell| {
        let in_room = cell.y >= 500;
        match random.u8(..20) {
            _ if cell.y == 500 || (in_room && cell.x % 8 == 0) => 0,
            0..3 => 0,
            3..6 => 4,
            _ => 1,
        }
    })
    .unwrap()
}

/// Agents with requests of every kind: most for a target near by, some for one far away, some for one out of reach.
fn spawn_crowd(app: &mut App, count: usize, random: &mut fastrand::Rng) -> Vec<Entity> {
    let mut profiles = app.world_mut().resource_mut::<CostProfiles>();
    let flyer = profiles.add(CostProfile::default().with_cost(0, 1));
    for _ in 0..12 {
        let at = middle(random.i32(0..512), random.i32(0..512));
        app.world_mut().spawn((at, DangerSource::new(12.0, 3.0)));
    }
    let anywhere = |random: &mut fastrand::Rng| cell(random.i32(0..512), random.i32(0..500));
    let mut spawn = |nth: usize| {
        let from = anywhere(random);
        let reach = if nth.is_multiple_of(16) { 511 } else { 60 };
        let near = |random: &mut fastrand::Rng| {
            let away = cell(random.i32(-reach..=reach), random.i32(-reach..=reach));
            (from + away).clamp(IVec2::ZERO, cell(511, 499))
        };
        let to = PathRequest::to_cell(near(random)).with_priority(random.i32(-1..2));
        let request = match nth % 10 {
            0 => to.with_profile(flyer),
            1 => to.with_danger_aversion([0.0, 0.5, 3.0][random.usize(..3)]),
            2 => PathRequest::to_nearest([near(random), near(random), near(random)]),
            3 => to.within(3.0),
            4 => PathRequest::to_cell(cell(random.i32(0..512), 505)), // in a room without a door
            5 if nth % 40 == 5 => PathRequest::to_cell(cell(random.i32(0..512), 500)).allow_partial(),
            5 => PathRequest::to_cell(cell(random.i32(0..512), 500)), // a wall
            6 => PathRequest::to_cell(cell(-5, 0)),
            7 => to.with_max_expansions(random.u32(1..300)),
            8 => to.with_heuristic(Heuristic::Zero),
            _ => to,
        };
        app.world_mut().spawn((middle(from.x, from.y), request)).id()
    };
    (0..count).map(&mut spawn).collect()
}

#[test]
fn a_thousand_mixed_requests_are_answered_alike_on_any_number_of_threads() {
    for expansions_per_frame in [u32::MAX, 400_000] {
        let answers = |max_threads| {
            let mut random = fastrand::Rng::with_seed(31);
            let mut app = app_with(rough_grid(&mut random), expansions_per_frame, max_threads);
            let agents = spawn_crowd(&mut app, 1000, &mut random);
            play(&mut app, &agents, |_, _| ())
        };
        let expected = answers(1);
        if expansions_per_frame == u32::MAX {
            assert_eq!(expected.len(), 1, "all in one frame");
        } else {
            assert!(expected.len() > 5, "many frames");
        }
        let (results, found, failed) = expected.last().unwrap();
        let partial = results.iter().filter(|(_, result)| result.status() == PathStatus::Partial).count();
        assert!(found.len() > 400 && failed.len() > 200 && partial >= 15, "a mixture");
        for threads in [2, 3] {
            assert!(answers(threads) == expected, "{threads} threads, {expansions_per_frame} expansions");
        }
    }
}

#[test]
fn edits_between_frames_find_the_same_searches_under_way_on_any_number_of_threads() {
    let answers = |max_threads| {
        let mut random = fastrand::Rng::with_seed(7);
        let grid = Grid::from_fn(UVec2::splat(64), |_| 1 + random.u8(..3)).unwrap();
        let mut app = app_with(grid, 3000, max_threads);
        let far = |y| PathRequest::to_cell(cell(63, 63 - y)).with_heuristic(Heuristic::Zero);
        let agents: Vec<Entity> =
            (0..64).map(|y| app.world_mut().spawn((middle(0, y), far(y))).id()).collect();
        play(&mut app, &agents, |app, frame| {
            if frame % 3 == 0 {
                let mut nav = app.world_mut().resource_mut::<NavGrid>();
                nav.map_mut().unwrap().block(cell(30 + (frame as i32) % 7, (frame as i32 * 11) % 64));
            }
        })
    };
    let expected = answers(1);
    assert!(expected.len() > 60);
    assert!(answers(2) == expected && answers(4) == expected);
}

/// An open map where a search for a corner expands all 1,600 cells.
fn open_app(expansions_per_frame: u32) -> App {
    let mut app = app_with(Grid::new(UVec2::splat(40), 1).unwrap(), expansions_per_frame, usize::MAX);
    app.update();
    app
}

fn to_corner() -> PathRequest {
    PathRequest::to_cell(cell(39, 39)).with_heuristic(Heuristic::Zero)
}

#[test]
fn answers_come_in_the_order_of_the_queue_in_the_frame_that_the_budget_says() {
    let budget = 700;
    let mut app = open_app(budget);
    let mut random = fastrand::Rng::with_seed(3);
    let mut agents: Vec<(i32, Entity)> = (0..80)
        .map(|_| {
            let priority = random.i32(0..3);
            let from = middle(random.i32(0..40), random.i32(0..40));
            let request = PathRequest::to_cell(cell(random.i32(0..40), random.i32(0..40)))
                .with_heuristic(Heuristic::Zero)
                .with_priority(priority);
            (priority, app.world_mut().spawn((from, request)).id())
        })
        .collect();
    agents.sort_by_key(|&(priority, _)| core::cmp::Reverse(priority));
    let order: Vec<Entity> = agents.iter().map(|&(_, agent)| agent).collect();
    let record = play(&mut app, &order, |_, _| ());
    assert_eq!(diary(&app).found, order);
    let mut charged = 0;
    for (nth, &agent) in order.iter().enumerate() {
        charged += result(&app, agent).nodes_expanded();
        let frame = record.iter().position(|(_, found, _)| found.len() > nth).unwrap();
        assert_eq!(frame as u32, (charged - 1) / budget, "answer {nth}");
    }
}

#[test]
fn an_urgent_request_overtakes_those_that_wait_but_not_the_one_under_way() {
    let mut app = open_app(1000);
    let [under_way, waiting] = [0, 1].map(|_| app.world_mut().spawn((middle(0, 0), to_corner())).id());
    app.update();
    let urgent = app.world_mut().spawn((middle(0, 0), to_corner().with_priority(9))).id();
    (0..5).for_each(|_| app.update());
    assert_eq!(diary(&app).found, [under_way, urgent, waiting]);
}

#[test]
fn requests_cancelled_despawned_or_replaced_between_frames_are_skipped() {
    let mut app = open_app(1000);
    let ask = |app: &mut App| app.world_mut().spawn((middle(0, 0), to_corner())).id();
    let [despawned, cancelled, asks_again, last] = [0; 4].map(|_| ask(&mut app));
    app.update();
    assert_eq!(result(&app, despawned).status(), PathStatus::Pending, "under way");
    app.world_mut().entity_mut(despawned).despawn();
    app.world_mut().entity_mut(cancelled).remove::<PathRequest>();
    app.world_mut().entity_mut(asks_again).insert(PathRequest::to_cell(cell(0, 5)));
    (0..2).for_each(|_| app.update());
    assert_eq!(diary(&app).found, [last, asks_again], "1,600 expansions and a few");
    assert_eq!(result(&app, last).nodes_expanded(), 1600);
    assert_eq!(result(&app, asks_again).cells(nav(&app)).last(), Some(&cell(0, 5)));
    assert!(app.world().get::<PathResult>(cancelled).is_none());
}

#[test]
fn a_search_under_way_is_not_restarted_by_what_others_do() {
    let mut app = open_app(400);
    let agent = app.world_mut().spawn((middle(0, 0), to_corner())).id();
    for _ in 0..3 {
        app.update();
        let other = app.world_mut().spawn((middle(5, 5), to_corner().with_priority(1))).id();
        app.world_mut().entity_mut(other).despawn();
    }
    assert_eq!(result(&app, agent).status(), PathStatus::Pending);
    app.update();
    assert_eq!(result(&app, agent).status(), PathStatus::Found, "1,600 expansions at 400 a frame");
}

#[test]
fn zero_threads_count_as_one() {
    let mut app = open_app(u32::MAX);
    app.world_mut().resource_mut::<PathfindingSettings>().max_threads = 0;
    let agents = [0, 3, 7].map(|y| app.world_mut().spawn((middle(0, y), to_corner())).id());
    app.update();
    assert_eq!(diary(&app).found, agents);
}

#[test]
fn requests_refused_without_a_search_take_nothing_from_the_others() {
    let mut app = open_app(1600);
    let refused = [0; 50].map(|_| app.world_mut().spawn(PathRequest::to_cell(cell(0, 0))).id());
    let agent = app.world_mut().spawn((middle(0, 0), to_corner())).id();
    app.update();
    assert!(refused.iter().all(|&agent| failure(&app, agent) == Some(FailureReason::NoTransform)));
    assert_eq!(diary(&app).failed.iter().map(|&(agent, _)| agent).collect::<Vec<_>>(), refused);
    assert_eq!(result(&app, agent).status(), PathStatus::Found);
}

#[test]
fn one_agent_watched_among_others_is_seen_in_full_and_changes_no_order() {
    let mut app = open_app(1000);
    let ask = |app: &mut App| app.world_mut().spawn((middle(0, 0), to_corner())).id();
    let agents = [0; 5].map(|_| ask(&mut app));
    let mut trace = SearchTrace::default();
    trace.only = Some(agents[2]);
    app.insert_resource(trace);
    (0..8).for_each(|_| app.update());
    assert_eq!(diary(&app).found, agents, "8,000 expansions at 1,000 a frame");
    let trace = app.world().resource::<SearchTrace>();
    assert_eq!((trace.entity(), trace.cells().len()), (Some(agents[2]), 1600));
}
