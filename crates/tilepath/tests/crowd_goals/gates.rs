//! Agents of one goal behind a wall all go through its gates before they rest.

use crate::scene::{Scene, Way, topologies};
use fastrand::Rng;
use glam::IVec2;
use tilepath::Topology;

/// A wall with gates, and a goal behind it.
struct Wall {
    name: &'static str,
    size: [u32; 2],
    wall: i32,
    gates: &'static [i32],
    goal: IVec2,
    /// Agents start in these columns and rows.
    from: [[i32; 2]; 2],
    count: usize,
}

const WALLS: [Wall; 4] = [
    Wall {
        name: "small",
        size: [24, 15],
        wall: 12,
        gates: &[7],
        goal: IVec2::new(18, 7),
        from: [[0, 10], [0, 15]],
        count: 60,
    },
    Wall {
        name: "one gate",
        size: [60, 41],
        wall: 30,
        gates: &[20],
        goal: IVec2::new(50, 20),
        from: [[2, 26], [8, 33]],
        count: 300,
    },
    Wall {
        name: "three gates",
        size: [60, 41],
        wall: 30,
        gates: &[8, 20, 32],
        goal: IVec2::new(56, 20),
        from: [[2, 28], [8, 33]],
        count: 300,
    },
    Wall {
        name: "near",
        size: [60, 41],
        wall: 30,
        gates: &[8, 20, 32],
        goal: IVec2::new(40, 20),
        from: [[2, 28], [8, 33]],
        count: 300,
    },
];

impl Wall {
    fn scene(&self, topology: Topology, way: Way, is_congested: bool, seed: u64) -> Scene {
        let mut random = Rng::with_seed(seed);
        let is_free = |cell: IVec2| cell.x != self.wall || self.gates.contains(&cell.y);
        let scene = Scene::new(topology, self.size, is_free, way);
        let mut scene = if is_congested { scene.congested() } else { scene };
        let [columns, rows] = self.from;
        let rows = rows[0]..rows[1];
        let mut cells: Vec<IVec2> =
            rows.flat_map(|y| (columns[0]..columns[1]).map(move |x| IVec2::new(x, y))).collect();
        random.shuffle(&mut cells);
        for &cell in &cells[..self.count] {
            scene.spawn(cell, 2.0 + 2.0 * random.f32(), self.goal, way);
        }
        scene
    }

    /// Runs until all rest. Says what is wrong then.
    fn check(&self, topology: Topology, way: Way, is_congested: bool, seed: u64) -> Option<String> {
        let mut scene = self.scene(topology, way, is_congested, seed);
        let last = scene.run(300);
        let cells = || scene.agents.iter().map(|&agent| scene.cell(agent));
        let through = cells().filter(|cell| cell.x > self.wall).count();
        // A goal near the wall has less room behind it: some rest in the gate and before it, as near as the others.
        let far = |is_through: bool| {
            let steps = |cell| scene.steps(cell, self.goal);
            cells().filter(|cell| (cell.x > self.wall) == is_through).map(steps).max()
        };
        let arrived = scene.arrived();
        let is_wrong = far(false) > far(true) || arrived < self.count || scene.reached != self.count;
        let about = format!(
            "{} {topology:?} {way:?} congested {is_congested} seed {seed}: {through} through, {arrived} arrived, {} reached, {} stuck, last {last} s",
            self.name, scene.reached, scene.stuck
        );
        println!("{}{about}", if is_wrong { "! " } else { "  " });
        is_wrong.then_some(about)
    }
}

#[test]
fn all_go_through_the_gates_before_they_rest() {
    let mut wrong = Vec::new();
    for (topology, way) in topologies().flat_map(|topology| Way::ALL.map(|way| (topology, way))) {
        let is_common = matches!(way, Way::Field | Way::Own | Way::Partial);
        for wall in WALLS.iter().take(if is_common { WALLS.len() } else { 1 }) {
            for is_congested in [false, true] {
                wrong.extend(wall.check(topology, way, is_congested, 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{} {wrong:#?}", wrong.len());
}
