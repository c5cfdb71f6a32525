//! Crowds that walk and their saved copies are at the same places at every time.

use crate::march::{World, drawn};
use fastrand::Rng;
use glam::{IVec2, Vec2};
use tilepath::{
    CellGeometry, Cost, CostProfile, HexLayout,
    agents::{CrowdGuide, CrowdMover},
    crowd::{CrowdEnvironment, MemberId},
};

const FRAME: u64 = 16_667;
/// In world units.
const SIDE: f32 = 8.0;
/// How many frames a copy is compared.
const COMPARED: u64 = 250;

impl CrowdGuide for World {
    fn cost(&self, agent: MemberId, cell: IVec2) -> Option<Cost> {
        CrowdEnvironment::cost(self, agent, cell)
    }

    fn revision(&self, agent: MemberId) -> Option<u64> {
        CrowdEnvironment::revision(self, agent)
    }

    fn is_free(&self, _: MemberId, cell: IVec2) -> bool {
        self.map.is_free(&CostProfile::default(), cell)
    }

    fn exit(&self, _: MemberId, wall: IVec2) -> Option<IVec2> {
        Some(wall + IVec2::X)
    }
}

fn write(mover: &CrowdMover) -> String {
    serde_json::to_string(mover).unwrap()
}

/// The mover, and its copies with the frame in which each was saved.
struct Movers {
    world: World,
    all: Vec<(CrowdMover, u64)>,
    now: u64,
}

impl Movers {
    /// Does the same with all, which must return the same.
    fn each<T: PartialEq + core::fmt::Debug>(
        &mut self,
        mut call: impl FnMut(&mut CrowdMover, &mut World) -> T,
    ) -> T {
        let Self { all, world, now } = self;
        let mut answers = all.iter_mut().map(|(mover, _)| call(mover, world));
        let expected = answers.next().expect("the mover itself");
        answers.for_each(|answer| assert_eq!(answer, expected, "{now}"));
        expected
    }

    fn save(&mut self, frame: u64) {
        let text = write(&self.all[0].0);
        let copy: CrowdMover = serde_json::from_str(&text).unwrap();
        assert_eq!(write(&copy), text);
        self.all.push((copy, frame));
    }

    fn run(&mut self, frame: u64) {
        let (now, until) = (self.now, self.now + FRAME);
        self.each(|mover, world| {
            mover.run(now, until, world);
            let stuck = mover.newly_stuck().to_vec();
            (mover.changed().to_vec(), stuck, mover.newly_resting().to_vec())
        });
        self.now = until;
        let middle = until + FRAME / 2;
        self.each(|mover, _| {
            let seen = mover.walkers().map(|walker| (walker.id(), walker.to(), walker.motion().at(middle)));
            seen.collect::<Vec<_>>()
        });
        let expected = write(&self.all[0].0);
        self.all.retain(|(mover, saved)| {
            let ends = *saved + COMPARED == frame;
            assert!(!ends || write(mover) == expected, "{frame}");
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
    let rows = ["......#.......", "......#.......", "..............", "......#.......", "......#......."];
    for (nth, geometry) in geometries.into_iter().map(Result::unwrap).enumerate() {
        for capacity in [1, 2] {
            let map = drawn(&rows, tilepath::Topology::default().with_shape(geometry.shape()));
            let goals = [IVec2::new(13, 2), IVec2::new(0, 2)];
            let mover = CrowdMover::new(&map, geometry, &CostProfile::default(), capacity);
            walk(
                Movers { world: World::new(map, &goals), all: vec![(mover, u64::MAX / 2)], now: 0 },
                nth as u64,
            );
        }
    }
}

fn walk(mut movers: Movers, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let geometry = *movers.all[0].0.geometry();
    let mut agents = Vec::new();
    for frame in 0..900 {
        let cell = IVec2::new(random.i32(0..14), random.i32(0..5));
        let (now, speed) = (movers.now, SIDE * random.f32() * 6.0 - SIDE);
        let at = geometry.center_of(cell) + Vec2::new(random.f32() - 0.5, random.f32() - 0.5) * SIDE / 2.0;
        if frame < 30 || random.u8(..) == 0 {
            let agent = movers.each(|mover, _| mover.insert(at, cell, frame % 2, now));
            movers.each(|mover, _| mover.set_speed(agent, speed.max(SIDE), 1.0, now));
            let body = crate::march::Body { goal: frame as usize % 2, pace: 0, ends: None };
            movers.world.bodies.insert(agent, body);
            agents.push(agent);
        }
        let agent = agents[random.usize(..agents.len())];
        match random.u8(..60) {
            0 => movers.each(|mover, _| mover.remove(agent, now)),
            1..3 => _ = movers.each(|mover, _| mover.set_speed(agent, speed, 1.5, now)),
            3..5 => _ = movers.each(|mover, _| mover.move_to(agent, at, cell, 1.0, now)),
            5 => movers.each(|mover, _| mover.displace(agent, cell, now)),
            6 if !movers.world.goals.contains(&cell) => {
                movers.world.toggle(cell);
                movers.each(|mover, world| mover.sync(&world.map, now));
            }
            7..10 => movers.save(frame),
            _ => {}
        }
        movers.run(frame);
    }
}
