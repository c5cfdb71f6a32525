//! Who counts, for how much and for how long.

use crate::gates::*;
use bevy::ecs::{entity_disabling::Disabled, system::RunSystemOnce};
use bevy::prelude::*;
use bevy_tilepath::{OnWaypoints, prelude::*};

/// The least danger of a level is 1 tile.
const TILE_OF_DANGER: u32 = 16;

/// Counts in every frame and forgets at once.
fn at_once() -> Congestion {
    Congestion { per_agent: 4.5, half_life_secs: 0.0, interval_secs: 0.0, ..default() }
}

/// Nine agents that stand, one on each cell of a patch of an open map. They have paths.
fn standing(congestion: Congestion) -> Gates {
    let mut gates = Gates::new(squares(), Some(congestion));
    for cell in (9..12).flat_map(|y| (9..12).map(move |x| IVec2::new(x, y))) {
        gates.spawn(cell, 0.0, &to_goal());
    }
    gates
}

fn danger_at(gates: &Gates, cell: IVec2) -> f32 {
    gates.app.world().resource::<NavGrid>().danger(cell).unwrap()
}

const MIDDLE: IVec2 = IVec2::new(10, 10);

#[test]
fn the_danger_is_that_of_the_others_for_each_open_cell_and_fades_to_the_next_patch() {
    let mut gates = standing(at_once());
    gates.frame();
    assert!(is_safe(&gates.app), "they are counted before they have their first path");
    gates.frame();
    // 8 others on 9 cells at 4.5 are 4.
    assert_eq!(danger_at(&gates, MIDDLE), 4.0);
    assert!((danger_at(&gates, MIDDLE + IVec2::X) - 4.0 * 2.0 / 3.0).abs() < 0.2);
    assert_eq!(danger_at(&gates, MIDDLE + IVec2::X * 3), 0.0);
    // On half the cells the same crowd is twice as dense, and more: 8 others on 3 cells.
    for cell in (9..12).flat_map(|y| [9, 11].map(|x| IVec2::new(x, y))) {
        gates.app.world_mut().resource_mut::<NavGrid>().map_mut().unwrap().block(cell);
    }
    gates.agents.clone().into_iter().for_each(|agent| {
        let at = Transform::from_translation((MIDDLE.as_vec2() * TILE).extend(0.0));
        gates.app.world_mut().entity_mut(agent).insert(at);
    });
    gates.frame();
    // 12 lies between the levels 8 and 16.
    assert_eq!(danger_at(&gates, MIDDLE), 8.0);
}

/// So no agent avoids itself.
#[test]
fn an_agent_alone_is_never_dangerous() {
    let mut gates = Gates::new(squares(), Some(Congestion { per_agent: 4000.0, patch_size: 2, ..at_once() }));
    gates.spawn(IVec2::new(3, 20), 5.0, &to_goal());
    let before = revision(&gates.app);
    gates.run_seconds(15);
    assert!(gates.app.world().get::<PathFollower>(gates.agents[0]).unwrap().has_arrived());
    assert_eq!(revision(&gates.app), before);
    // Two are, as long as they share a patch.
    gates.spawn(IVec2::new(3, 20), 5.0, &to_goal());
    gates.spawn(IVec2::new(3, 20), 5.0, &to_goal());
    gates.run_seconds(1);
    assert!(!is_safe(&gates.app));
}

#[test]
fn danger_rises_and_fades_with_the_half_life_however_often_it_is_counted() {
    for (every, half_life) in [(0.0, 2.0), (0.5, 2.0), (1.0, 2.0), (0.25, 6.0)] {
        let mut gates = standing(Congestion {
            per_agent: 1000.0,
            half_life_secs: half_life,
            interval_secs: every,
            ..default()
        });
        let mut seconds_until = |enough: &dyn Fn(f32) -> bool| {
            let frames = (0..60 * FRAMES_PER_SECOND).find(|_| {
                gates.frame();
                enough(danger_at(&gates, MIDDLE))
            });
            frames.unwrap() as f32 / FRAMES_PER_SECOND as f32
        };
        // 8 others are 889, the highest level is 512. It is reached when the average has risen to 5.6 of 9.
        let risen = seconds_until(&|danger| danger == 512.0);
        let expected = half_life * (9.0_f32 / (9.0 - 5.608)).log2();
        assert!((risen - expected).abs() <= every + 0.1, "{risen} s instead of {expected}");
    }
}

#[test]
fn agents_that_have_gone_arrived_or_do_not_take_part_do_not_count() {
    type Change = fn(&mut EntityCommands);
    let changes: [Change; 6] = [
        |agent| _ = agent.insert(Disabled),
        |agent| _ = agent.remove::<PathFollower>(),
        |agent| _ = agent.remove::<PathRequest>(),
        |agent| _ = agent.insert(PathRequest::to_cell(MIDDLE).within(3.0)),
        |agent| _ = agent.insert(OnWaypoints),
        |agent| _ = agent.insert(Transform::from_xyz(f32::NAN, 0.0, 0.0)),
    ];
    for (nth, change) in changes.into_iter().enumerate() {
        let mut gates = standing(at_once());
        gates.run_seconds(1);
        assert!(!is_safe(&gates.app));
        for &agent in &gates.agents {
            change(&mut gates.app.world_mut().commands().entity(agent));
        }
        gates.run_seconds(1);
        assert!(is_safe(&gates.app), "change {nth}");
    }
    let mut gates = standing(at_once());
    gates.run_seconds(1);
    for agent in gates.agents.clone() {
        gates.app.world_mut().despawn(agent);
    }
    gates.run_seconds(1);
    assert!(is_safe(&gates.app));
}

#[test]
fn children_count_where_they_are_in_the_world() {
    let mut gates = standing(at_once());
    let parent = Transform::from_xyz(12.0 * TILE, 0.0, 0.0);
    let parent = gates.app.world_mut().spawn(parent).id();
    for agent in gates.agents.clone() {
        gates.app.world_mut().entity_mut(agent).insert(ChildOf(parent));
    }
    gates.run_seconds(1);
    assert_eq!(danger_at(&gates, MIDDLE + IVec2::X * 12), 4.0);
    assert_eq!(danger_at(&gates, MIDDLE), 0.0);
}

#[test]
fn an_explanation_names_the_crowd_beside_other_danger_of_the_layer() {
    let mut gates = standing(at_once());
    let at = Transform::from_translation((MIDDLE.as_vec2() * TILE).extend(0.0));
    let source = gates.app.world_mut().spawn((at, DangerSource::new(5.0, 2.0).on_layer(1))).id();
    let stamp = DangerStamp::new(5.0, 7.0, Falloff::Linear).unwrap();
    gates.run_seconds(1);
    let mut nav_grid = gates.app.world_mut().resource_mut::<NavGrid>();
    nav_grid.map_mut().unwrap().add_danger(1, &stamp, MIDDLE).unwrap();
    let explain = move |explain: Explain| {
        let cell = explain.cell(MIDDLE);
        let parts = cell.dangers.iter();
        let parts =
            parts.map(|part| (part.source.as_ref().map(|named| named.entity), part.is_crowd, part.units));
        (parts.collect::<Vec<_>>(), cell.to_string())
    };
    let (parts, text) = gates.app.world_mut().run_system_once(explain).unwrap();
    assert_eq!(parts, [(Some(source), false, 32), (None, true, 64), (None, false, 112)]);
    assert!(text.contains("4.00 from a crowd, 7.00 that the game has added"), "{text}");
}

/// The danger follows the crowd at once, so that this is no matter of time.
#[test]
fn the_level_holds_until_the_crowd_has_shrunk_by_a_whole_step() {
    let mut gates = standing(Congestion { per_agent: 9.0, ..at_once() });
    let mut levels = Vec::new();
    for gone in 0..9 {
        gates.run_seconds(1);
        levels.push(danger(&gates.app, 1)[(MIDDLE.y * 60 + MIDDLE.x) as usize] / TILE_OF_DANGER);
        gates.app.world_mut().despawn(gates.agents[gone]);
    }
    // 8 to 0 others on 9 cells at 9.
    assert_eq!(levels, [8, 8, 8, 8, 8, 4, 4, 2, 0]);
}

#[test]
fn when_all_have_gone_the_danger_is_zero_and_an_idle_frame_does_nothing() {
    #[derive(Resource, Default)]
    struct Changed(u32);
    let mut gates = Gates::new(squares(), Some(Congestion::default())).with_crowd(&to_goal());
    gates.run();
    assert!(!is_safe(&gates.app));
    gates.run_seconds(40);
    assert!(is_safe(&gates.app));
    let before = revision(&gates.app);
    gates.app.init_resource::<Changed>().add_systems(
        PostUpdate,
        |nav_grid: Res<NavGrid>, mut changed: ResMut<Changed>| {
            changed.0 += u32::from(nav_grid.is_changed());
        },
    );
    gates.frame();
    gates.app.world_mut().resource_mut::<Changed>().0 = 0;
    gates.run_seconds(10);
    assert_eq!((revision(&gates.app), gates.app.world().resource::<Changed>().0), (before, 0));
}
