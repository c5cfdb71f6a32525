//! A thousand agents cross a map to its far side. Meanwhile gates close and open. No engine: the program prints what happens.
//!
//! Run it with `cargo run -p tilepath --example fleet`.

use glam::{IVec2, UVec2, Vec2};
use std::time::Duration;
use tilepath::{
    CellGeometry, Grid, NavMap, Topology,
    batch::ScopedThreads,
    fleet::{AnswerStatus, FleetEvent, FleetWorld, GroundKind, Pace, Request},
};

const SIZE: u32 = 96;
const AGENTS: u32 = 1000;
const FRAME: Duration = Duration::from_millis(50);

/// A map of rooms: a wall at every sixteenth column, with three gates each.
fn rooms() -> Grid {
    let is_gate = |cell: IVec2| (cell.y + cell.x) % 32 < 2;
    let class = |cell: IVec2| u8::from(cell.x % 16 != 15 || is_gate(cell));
    Grid::from_fn(UVec2::splat(SIZE), class).expect("a small map")
}

/// The cells of all gates of a wall.
fn gates(column: i32) -> impl Iterator<Item = IVec2> {
    (0..SIZE as i32).map(move |y| IVec2::new(column, y)).filter(|cell| (cell.y + cell.x) % 32 < 2)
}

fn main() {
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(16.0)).expect("square cells");
    let mut world = FleetWorld::new(NavMap::new(rooms(), Topology::default()), geometry);
    for nth in 0..AGENTS {
        let start = IVec2::new((nth % 14) as i32, (nth / 14) as i32);
        let agent = world.fleet.insert(Some(geometry.center_of(start)), GroundKind::Tiles);
        world.fleet.set_pace(agent, Some(Pace::new(60.0 + (nth % 40) as f32)));
        // Most go to one of two cells; every tenth has a target of its own.
        let goal = match nth % 10 {
            0 => IVec2::new(80 + (nth % 13) as i32, (nth * 7 % SIZE) as i32),
            nth => IVec2::new(90, if nth < 5 { 8 } else { 88 }),
        };
        world.ask(agent, Request::to(goal));
    }
    let (mut arrived, mut replanned, mut failed) = (0, 0, 0);
    let mut seconds = 0;
    while arrived < AGENTS {
        for _ in 0..Duration::from_secs(1).as_millis() / FRAME.as_millis() {
            world.update(FRAME, &ScopedThreads(2));
            for event in world.fleet.events() {
                match event {
                    FleetEvent::Replanned(_) => replanned += 1,
                    FleetEvent::Failed(..) => failed += 1,
                    FleetEvent::Reached(_) => arrived += 1,
                    _ => {}
                }
            }
        }
        seconds += 1;
        match seconds {
            5 => world.map.edit(|map| gates(47).skip(2).for_each(|gate| map.block(gate))),
            10 => world.map.edit(|map| gates(47).take(2).for_each(|gate| map.block(gate))),
            15 => world.map.edit(|map| gates(47).for_each(|gate| map.unblock(gate))),
            _ => {}
        }
        if seconds % 5 == 0 {
            println!("{seconds:3} s: {arrived:4} arrived, {replanned} other paths, {failed} failures");
        }
        assert!(seconds < 200, "somebody never arrives");
    }
    let stats = world.fleet.stats();
    println!(
        "all {arrived} arrived after {seconds} s: {} searches, {} answers from goal fields",
        stats.searches, stats.shared
    );
    assert!(
        world
            .fleet
            .off_field()
            .all(|id| world.fleet.agent(id).is_some_and(|agent| agent.status() == AnswerStatus::Found))
    );
}
