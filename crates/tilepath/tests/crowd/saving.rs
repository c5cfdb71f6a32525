//! Crowds that are saved in mid-walk and loaded again go on as before.

use core::time::Duration;
use fastrand::Rng;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, Grid, HexLayout, NavMap, Topology,
    batch::ScopedThreads,
    fleet::{AgentId, Fleet, FleetSettings, FleetWorld, GroundKind, Pace, Request},
};

const FRAME: Duration = Duration::from_micros(16_667);
/// In world units.
const SIDE: f32 = 8.0;
/// How many frames a copy is compared.
const COMPARED: u32 = 250;
const SIZE: UVec2 = UVec2::new(14, 5);

/// A crowd, and copies of it with the frame in which each was saved.
struct Copies {
    all: Vec<(FleetWorld, u32)>,
}

impl Copies {
    fn new(geometry: CellGeometry, capacity: u8) -> Self {
        let grid = Grid::from_fn(SIZE, |cell| u8::from(cell.x != 6 || cell.y == 2)).unwrap();
        let map = NavMap::new(grid, Topology::default().with_shape(geometry.shape()));
        let settings = FleetSettings { cell_capacity: capacity, ..FleetSettings::default() };
        let mut world = FleetWorld::new(map, geometry);
        world.fleet = Fleet::new(settings);
        Self { all: vec![(world, u32::MAX / 2)] }
    }

    /// Does the same with all, which must return the same.
    fn each<T: PartialEq + core::fmt::Debug>(&mut self, mut call: impl FnMut(&mut FleetWorld) -> T) -> T {
        let mut answers = self.all.iter_mut().map(|(world, _)| call(world));
        let expected = answers.next().expect("the crowd itself");
        answers.for_each(|answer| assert_eq!(answer, expected));
        expected
    }

    fn save(&mut self, frame: u32) {
        let world = FleetWorld::load(&self.all[0].0.save_prepared().unwrap()).unwrap();
        self.all.push((world, frame));
    }

    fn run(&mut self, frame: u32, agents: &[AgentId]) {
        self.each(|world| {
            world.update(FRAME, &ScopedThreads(1));
            let fleet = &world.fleet;
            let seen = |&agent: &AgentId| {
                let place = fleet.position(agent).map(|at| at.to_array().map(f32::to_bits));
                (place, fleet.cell_in_crowd(agent), fleet.progress(agent))
            };
            (agents.iter().map(seen).collect::<Vec<_>>(), fleet.events().to_vec())
        });
        let expected = self.all[0].0.save_prepared().unwrap();
        self.all.retain(|(world, saved)| {
            let ends = *saved + COMPARED == frame;
            assert!(!ends || world.save_prepared().unwrap() == expected, "{frame}");
            !ends
        });
    }
}

#[test]
fn copies_are_at_the_same_places_in_every_frame() {
    let size = Vec2::splat(SIDE);
    let geometries = [
        CellGeometry::squares(SIDE),
        CellGeometry::hex(HexLayout::OddRows, Vec2::ONE, size),
        CellGeometry::axial_columns(Vec2::ZERO, size),
        CellGeometry::staggered(Vec2::ZERO, size),
    ];
    for (nth, geometry) in geometries.into_iter().map(Result::unwrap).enumerate() {
        for capacity in [1, 2] {
            walk(Copies::new(geometry, capacity), geometry, nth as u64);
        }
    }
}

fn walk(mut copies: Copies, geometry: CellGeometry, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let goals = [IVec2::new(13, 2), IVec2::new(0, 2)];
    let mut agents: Vec<AgentId> = Vec::new();
    for frame in 0..900 {
        let cell = IVec2::new(random.i32(0..14), random.i32(0..5));
        let speed = SIDE * random.f32() * 6.0 - SIDE;
        let at = geometry.center_of(cell) + Vec2::new(random.f32() - 0.5, random.f32() - 0.5) * SIDE / 2.0;
        if frame < 30 || random.u8(..) == 0 {
            agents.push(copies.each(|world| {
                let agent = world.fleet.insert(Some(at), GroundKind::Tiles);
                world.fleet.set_crowd(agent, Some(3));
                world.fleet.set_pace(agent, Some(Pace::new(speed.max(SIDE))));
                world.ask(agent, Request::to(goals[frame as usize % 2]));
                agent
            }));
        }
        let agent = agents[random.usize(..agents.len())];
        match random.u8(..60) {
            0 => _ = copies.each(|world| world.fleet.remove(agent)),
            1..3 => copies.each(|world| world.fleet.set_pace(agent, Some(Pace::new(speed)))),
            3..5 => copies.each(|world| world.fleet.set_position(agent, Some(at))),
            5 => copies.each(|world| world.fleet.set_crowd(agent, Some(frame as u8 % 2))),
            6 if !goals.contains(&cell) => copies.each(|world| {
                let class = world.map.grid().class(cell).unwrap();
                world.map.set_terrain(cell, 1 - class).unwrap();
            }),
            7..10 => copies.save(frame),
            _ => {}
        }
        copies.run(frame, &agents);
    }
}
