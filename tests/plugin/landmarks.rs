//! Landmarks change how much is searched, and nothing else.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::{
    prelude::*,
    tilepath::{self, Budget},
};

/// Rooms of 7 × 7 cells with doors in the middle of most of their walls: paths across wind, and many rooms are dead ends.
fn rooms() -> Grid {
    let mut random = fastrand::Rng::with_seed(5);
    Grid::from_fn(UVec2::new(129, 129), |cell| {
        let in_wall = IVec2::new(cell.x % 8, cell.y % 8);
        let door = (in_wall.x == 4 || in_wall.y == 4) && random.u8(..20) < 11;
        u8::from((in_wall.x != 0 && in_wall.y != 0) || door)
    })
    .unwrap()
}

/// Returns the costs of paths across the rooms before and after walls are torn down, and the nodes expanded for them.
fn across(max_landmark_bytes: usize) -> (Vec<Cost>, u32) {
    let mut app = app();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    app.insert_resource(NavGrid::from_grid(rooms(), geometry))
        .insert_resource(PathfindingSettings { max_landmark_bytes, ..default() });
    let mut costs = Vec::new();
    let mut expanded = 0;
    (0..200).for_each(|_| app.update());
    for _ in 0..2 {
        let agents: Vec<Entity> = (0..3)
            .map(|nth| {
                let center = geometry.center_of(IVec2::new(10 + nth, 60));
                let transform = Transform::from_translation(center.extend(0.0));
                app.world_mut().spawn((transform, PathRequest::to_cell(IVec2::new(121 + nth, 65)))).id()
            })
            .collect();
        app.update();
        app.update();
        for agent in agents {
            let result = app.world().get::<PathResult>(agent).unwrap();
            assert_eq!(result.status(), PathStatus::Found);
            costs.push(result.cost(nav(&app)));
            expanded += result.nodes_expanded();
            app.world_mut().despawn(agent);
        }
        let mut nav_grid = app.world_mut().resource_mut::<NavGrid>();
        let corridor = (60..=102).map(|x| IVec2::new(x, 62)).chain((62..=102).map(|y| IVec2::new(102, y)));
        corridor.for_each(|cell| nav_grid.map_mut().unwrap().set_terrain(cell, 1).unwrap());
    }
    (costs, expanded)
}

#[test]
fn with_landmarks_paths_cost_the_same_and_take_fewer_expansions() {
    let (without, expanded_without) = across(0);
    let (with, expanded_with) = across(PathfindingSettings::default().max_landmark_bytes);
    assert_eq!(with, without);
    assert!(without[3..] < without[..3], "the walls that are torn down shorten the paths: {without:?}");
    assert!(expanded_with * 2 < expanded_without, "{expanded_with} of {expanded_without}");
}

/// An app with a map of rooms for which a user has set nothing, or only the memory for landmarks.
fn app_with_rooms(profiles: usize, max_landmark_bytes: Option<usize>) -> App {
    let mut app = app();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    app.insert_resource(NavGrid::from_grid(rooms(), geometry));
    if let Some(max_landmark_bytes) = max_landmark_bytes {
        app.insert_resource(PathfindingSettings { max_landmark_bytes, ..default() });
    }
    for nth in 1..profiles {
        app.world_mut().resource_mut::<CostProfiles>().add(profile(nth));
    }
    app
}

/// The nth profile, none of whose landmarks serve another.
fn profile(nth: usize) -> CostProfile {
    if nth == 0 { CostProfile::default() } else { CostProfile::default().with_cost(9, nth as u16) }
}

/// Which of the first profiles have landmarks.
fn with_landmarks(app: &App, profiles: usize) -> Vec<bool> {
    let map = app.world().resource::<NavGrid>().map().unwrap();
    (0..profiles).map(|nth| map.has_landmarks(&profile(nth))).collect()
}

#[test]
fn a_user_who_sets_nothing_gets_landmarks_after_a_counted_number_of_frames() {
    let frames = |edited: bool| {
        let mut app = app_with_rooms(1, None);
        let mut frames = 0;
        while with_landmarks(&app, 1) == [false] {
            app.update();
            frames += 1;
            if edited {
                let mut nav_grid = app.world_mut().resource_mut::<NavGrid>();
                nav_grid.map_mut().unwrap().set_terrain(IVec2::new(frames % 129, 64), 1).unwrap();
            }
            assert!(frames < 1000, "no landmarks");
        }
        frames
    };
    // Practice searches take up to half of the 3,000 expansions of a frame.
    let alone = |units: u64| {
        let mut map = tilepath::NavMap::new(rooms(), PathfindingSettings::default().topology(Shape::Square));
        map.prepare(&profile(0));
        (1..).find(|_| map.measure_landmarks(&profile(0), &mut Budget::new(units)).is_ready()).unwrap()
    };
    let (least, most) = (alone(3000), alone(1500));
    assert!((30..=160).contains(&least) && (60..=320).contains(&most), "{least}, {most} frames");
    let (still, edited) = (frames(false), frames(true));
    assert_eq!(still, frames(false));
    assert!((least..=most).contains(&still), "{still} frames of {least} to {most}");
    // Corrections come before measuring.
    assert!((least..=4 * most).contains(&edited), "{edited} frames with edits of {least} to {most}");
}

#[test]
fn landmarks_take_no_more_memory_than_is_allowed() {
    let bytes = app_with_rooms(1, None).world().resource::<NavGrid>().map().unwrap().landmark_bytes();
    assert_eq!(bytes, 36 * 131 * 131);
    for (allowed, expected) in
        [(bytes - 1, [false; 3]), (bytes, [true, false, false]), (2 * bytes, [true, true, false])]
    {
        let mut app = app_with_rooms(3, Some(allowed));
        (0..600).for_each(|_| app.update());
        assert_eq!(with_landmarks(&app, 3), expected);
        app.world_mut().resource_mut::<PathfindingSettings>().max_landmark_bytes = 3 * bytes;
        (0..600).for_each(|_| app.update());
        assert_eq!(with_landmarks(&app, 3), [true; 3]);
        app.world_mut().resource_mut::<PathfindingSettings>().max_landmark_bytes = allowed;
        app.update();
        assert_eq!(with_landmarks(&app, 3), expected);
    }
}

/// A search that is under way when landmarks become ready, and many that come after: equal answers in equal frames on any number of threads.
#[test]
fn landmarks_that_become_ready_in_mid_run_change_no_cost_and_depend_on_no_thread() {
    let run = |max_threads: usize, max_landmark_bytes: usize| {
        let mut app = app_with_rooms(1, None);
        app.insert_resource(PathfindingSettings {
            max_threads,
            max_landmark_bytes,
            expansions_per_frame: 30,
            ..default()
        });
        let geometry = *app.world().resource::<NavGrid>().geometry().unwrap();
        let agents: Vec<Entity> = (0..40)
            .map(|nth| {
                let transform = Transform::from_translation(
                    geometry.center_of(IVec2::new(9 + nth % 7, 57 + nth / 7)).extend(0.0),
                );
                let goal = IVec2::new(121 + nth % 7, 65 + nth / 7);
                app.world_mut().spawn((transform, PathRequest::to_cell(goal))).id()
            })
            .collect();
        let mut answers = vec![None; agents.len()];
        for frame in 0..4000 {
            app.update();
            for (agent, answer) in agents.iter().zip(&mut answers).filter(|(_, answer)| answer.is_none()) {
                let result = app.world().get::<PathResult>(*agent).unwrap();
                if result.status() != PathStatus::Pending {
                    *answer = Some((frame, result.cost(nav(&app)), result.nodes_expanded()));
                }
            }
            if answers.iter().all(Option::is_some) {
                break;
            }
        }
        answers.into_iter().map(|answer| answer.expect("an answer")).collect::<Vec<_>>()
    };
    let bytes = PathfindingSettings::default().max_landmark_bytes;
    let one = run(1, bytes);
    assert_eq!(one, run(2, bytes));
    let without = run(1, 0);
    let costs = |answers: &[(i32, Cost, u32)]| answers.iter().map(|answer| answer.1).collect::<Vec<_>>();
    assert_eq!(costs(&one), costs(&without));
    assert_eq!(one[0].2, without[0].2, "the first search is under way before there are landmarks");
    let expanded = |answers: &[(i32, Cost, u32)]| answers.iter().map(|answer| answer.2).sum::<u32>();
    assert!(expanded(&one) * 3 < expanded(&without) * 2, "later ones expand less: {one:?} {without:?}");
}
