//! What a game does at run time: settings change, go wrong and go, maps are replaced.

use crate::gates::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

fn crowd(congestion: Congestion) -> Gates {
    Gates::new(squares(), Some(congestion)).with_crowd(&to_goal())
}

/// Counts often and forgets soon.
fn quick() -> Congestion {
    Congestion { half_life_secs: 0.1, interval_secs: 0.05, ..default() }
}

#[test]
fn it_can_be_switched_on_and_off() {
    let mut gates = Gates::new(squares(), None).with_crowd(&to_goal());
    for _ in 0..2 {
        gates.run_seconds(2);
        assert!(is_safe(&gates.app));
        gates.app.insert_resource(Congestion::default());
        gates.run_seconds(2);
        assert!(!is_safe(&gates.app));
        gates.app.world_mut().remove_resource::<Congestion>();
        gates.frame();
        assert!(is_safe(&gates.app), "the danger has gone in the same frame");
    }
    let before = revision(&gates.app);
    gates.run_seconds(2);
    assert_eq!(revision(&gates.app), before);
}

/// Nothing of the game's own danger on the layer is touched.
#[test]
fn the_danger_of_others_on_the_layer_stays() {
    let mut gates = crowd(Congestion::default());
    let source = DangerSource::new(4.0, 3.0).on_layer(1);
    gates.app.world_mut().spawn((Transform::from_xyz(10.0 * TILE, 20.0 * TILE, 0.0), source));
    gates.frame();
    let alone = danger(&gates.app, 1).to_vec();
    gates.run_seconds(4);
    assert_ne!(danger(&gates.app, 1), alone);
    gates.app.world_mut().remove_resource::<Congestion>();
    gates.frame();
    assert_eq!(danger(&gates.app, 1), alone);
}

#[test]
fn changed_settings_take_effect_at_the_next_count() {
    let mut gates = crowd(Congestion::default());
    gates.run_seconds(3);
    let most = |gates: &Gates, layer| danger(&gates.app, layer).iter().copied().max().unwrap_or(0);
    let before = most(&gates, 1);
    assert!(before > 0);
    gates.app.world_mut().resource_mut::<Congestion>().per_agent *= 10.0;
    gates.run_seconds(2);
    assert!(most(&gates, 1) > 4 * before);
    gates.app.world_mut().resource_mut::<Congestion>().layer = 3;
    gates.run_seconds(2);
    assert!(most(&gates, 1) == 0 && most(&gates, 3) > 0);
    gates.app.world_mut().resource_mut::<Congestion>().patch_size = 6;
    gates.run_seconds(2);
    assert!(most(&gates, 1) == 0 && most(&gates, 3) > 0);
    gates.app.world_mut().resource_mut::<Congestion>().per_agent = 0.0;
    gates.run_seconds(2);
    assert!(is_safe(&gates.app));
}

#[test]
fn another_map_begins_without_danger_and_a_map_that_is_gone_does_no_harm() {
    let mut gates = crowd(quick());
    gates.run_seconds(3);
    assert!(!is_safe(&gates.app));
    let grid = Grid::new(UVec2::new(40, 41), 1).unwrap();
    gates.app.insert_resource(NavGrid::from_grid(grid, squares()));
    gates.app.world_mut().remove_resource::<Congestion>();
    gates.frame();
    assert!(is_safe(&gates.app));
    gates.app.insert_resource(quick());
    for (agent, goal) in gates.agents.clone().into_iter().zip((0..41).cycle()) {
        let request = PathRequest::to_cell(IVec2::new(39, goal));
        gates.app.world_mut().entity_mut(agent).insert(request);
    }
    gates.run_seconds(1);
    assert!(!is_safe(&gates.app));
    gates.app.world_mut().resource_mut::<NavGrid>().unload();
    gates.app.update();
    let grid = Grid::new(UVec2::new(40, 41), 1).unwrap();
    gates.app.insert_resource(NavGrid::from_grid(grid, squares()));
    gates.app.update();
    gates.app.world_mut().remove_resource::<Congestion>();
    gates.app.update();
    assert!(is_safe(&gates.app));
}

#[test]
fn a_map_that_gets_another_shape_or_place_keeps_no_danger_of_the_last() {
    let mut gates = crowd(quick());
    let hexagons = CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    let moved = CellGeometry::new(Vec2::splat(-30.0 * TILE), Vec2::splat(TILE)).unwrap();
    for geometry in [hexagons, moved, squares()] {
        gates.run_seconds(3);
        assert!(!is_safe(&gates.app));
        gates.app.world_mut().resource_mut::<NavGrid>().set_geometry(geometry);
        gates.run_seconds(3);
        assert!(!is_safe(&gates.app));
    }
    gates.app.world_mut().remove_resource::<Congestion>();
    gates.frame();
    assert!(is_safe(&gates.app));
}

/// A value out of range switches it off, until it is replaced.
#[test]
fn bad_values_mean_no_danger() {
    let good = quick();
    let bad = [
        Congestion { layer: 64, ..good },
        Congestion { layer: usize::MAX, ..good },
        Congestion { per_agent: f32::NAN, ..good },
        Congestion { per_agent: -1.0, ..good },
        Congestion { per_agent: 5000.0, ..good },
        Congestion { patch_size: 0, ..good },
        Congestion { patch_size: 65, ..good },
        Congestion { patch_size: u32::MAX, ..good },
        Congestion { half_life_secs: -1.0, ..good },
        Congestion { half_life_secs: f32::INFINITY, ..good },
        Congestion { half_life_secs: f32::NAN, ..good },
        Congestion { interval_secs: -0.1, ..good },
        Congestion { interval_secs: f32::NAN, ..good },
        Congestion { interval_secs: f32::INFINITY, ..good },
    ];
    let mut gates = crowd(good);
    for bad in bad {
        gates.app.insert_resource(good);
        (0..5).for_each(|_| gates.frame());
        assert!(!is_safe(&gates.app), "before {bad:?}");
        gates.app.insert_resource(bad);
        (0..5).for_each(|_| gates.frame());
        assert!(is_safe(&gates.app), "{bad:?}");
    }
}

/// The ends of the ranges.
#[test]
fn extreme_values_are_valid() {
    let good = Congestion::default();
    let extreme = [
        Congestion { per_agent: 0.0, ..good },
        Congestion { per_agent: 4095.0, half_life_secs: 0.0, interval_secs: 0.0, ..good },
        Congestion { per_agent: 4095.0, half_life_secs: 0.0, interval_secs: 0.0, patch_size: 1, ..good },
        Congestion { patch_size: 64, interval_secs: 0.0, ..good },
        Congestion { patch_size: 2, interval_secs: 0.0, half_life_secs: 1e-30, ..good },
        Congestion { half_life_secs: f32::MAX, interval_secs: 0.0, ..good },
        Congestion { interval_secs: f32::MAX, ..good },
        Congestion { layer: 3, half_life_secs: -0.0, ..good },
    ];
    for congestion in extreme {
        let mut gates = crowd(congestion);
        gates.run_seconds(5);
        let highest = (0..4).flat_map(|layer| danger(&gates.app, layer)).copied().max();
        let patch = 2048 * 16;
        assert!(highest <= Some(4 * patch), "{congestion:?}: {highest:?}");
        gates.app.world_mut().remove_resource::<Congestion>();
        gates.frame();
        assert!(is_safe(&gates.app), "{congestion:?}");
    }
}
