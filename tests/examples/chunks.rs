//! The example of Bevy's own tilemap without a window. A test of its own, because it needs no other tilemap crate.

#[expect(dead_code, reason = "main and what it shows need a window")]
#[path = "../../examples/chunks.rs"]
mod chunks;

use bevy::{
    prelude::*,
    sprite_render::{TilemapChunkMaterial, TilemapChunkMeshCache},
    time::TimeUpdateStrategy,
};
use bevy_tilepath::prelude::*;
use std::time::Duration;

/// An agent that arrived: where it stood, and whether its path led through the gate.
#[derive(Resource, Default)]
struct Arrivals(Vec<(Vec2, bool)>);

const GATE: IVec2 = IVec2::new(9, 1);

fn note(
    reached: On<GoalReached>,
    agents: Query<(&Transform, &PathResult)>,
    nav_grid: Res<NavGrid>,
    mut arrivals: ResMut<Arrivals>,
) {
    let (at, result) = agents.get(reached.entity).expect("an agent");
    arrivals.0.push((at.translation.truncate(), result.cells(&nav_grid).contains(&GATE)));
}

/// The places of all agents that arrive within 20 seconds, and whether any came through the gate.
fn arrivals(app: &mut App) -> (Vec<Vec2>, bool) {
    app.world_mut().resource_mut::<Arrivals>().0.clear();
    (0..20 * 60).for_each(|_| app.update());
    let arrivals = &app.world().resource::<Arrivals>().0;
    (arrivals.iter().map(|arrival| arrival.0).collect(), arrivals.iter().any(|arrival| arrival.1))
}

#[test]
fn agents_cross_four_chunks_and_take_the_gate_while_it_is_open() {
    let mut app = App::new();
    app.add_plugins(MinimalPlugins)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)))
        .init_resource::<ButtonInput<KeyCode>>()
        // What chunks ask for when they are inserted. Bevy's renderer brings it along.
        .init_resource::<TilemapChunkMeshCache>()
        .init_resource::<Assets<Mesh>>()
        .init_resource::<Assets<Image>>()
        .init_resource::<Assets<TilemapChunkMaterial>>()
        .init_resource::<Arrivals>()
        .add_observer(note)
        .add_plugins(chunks::game);
    let (places, by_the_gate) = arrivals(&mut app);
    assert!(!places.is_empty() && !by_the_gate, "the gate is shut: {places:?}");
    let nav_grid = app.world().resource::<NavGrid>();
    for place in places {
        let center = nav_grid.cell_at(place).and_then(|cell| nav_grid.center_of(cell)).expect("on the map");
        assert!(center.distance(place) < 0.5, "{place} is beside the centre of its tile");
    }
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::Space);
    app.update();
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().reset_all();
    assert!(arrivals(&mut app).1, "the gate is open");
}
