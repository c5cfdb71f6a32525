//! Crowds and walking crowds of any bytes.

use super::{game::geometry, game::topology, input::Input, mutation::mutated};
use glam::{IVec2, UVec2};
use tilepath::{
    Cost, CostProfile, Grid, NavMap,
    agents::{CrowdGuide, CrowdMover},
    crowd::{Crowd, CrowdEnvironment, MemberId},
};

/// The time of a frame in microseconds.
const FRAME: u64 = 50_000;

/// Agents that go to a cell over everything.
struct Straight(IVec2);

impl Straight {
    fn cost(&self, cell: IVec2) -> Option<Cost> {
        let steps = (cell - self.0).abs().element_sum().unsigned_abs();
        Some(Cost::from_units(steps.min(1 << 20) * 1000))
    }
}

impl CrowdGuide for Straight {
    fn cost(&self, _: MemberId, cell: IVec2) -> Option<Cost> {
        self.cost(cell)
    }

    fn is_free(&self, _: MemberId, _: IVec2) -> bool {
        true
    }
}

impl CrowdEnvironment for Straight {
    fn cost(&self, _: MemberId, cell: IVec2) -> Option<Cost> {
        self.cost(cell)
    }

    fn duration(&self, _: MemberId, _: IVec2, _: IVec2) -> u64 {
        300_000
    }
}

/// A crowd that has walked for some frames, and its time.
fn walked(input: &mut Input) -> (CrowdMover, u64) {
    let size = UVec2::new(1 + input.below(12) as u32, 1 + input.below(12) as u32);
    let topology = topology(input);
    let walls = input.below(80) as i32;
    let class = |cell: IVec2| u8::from((cell.x * 37 + cell.y * 91) % 100 >= walls);
    let map = NavMap::new(Grid::from_fn(size, class).unwrap(), topology);
    let geometry = geometry(topology.shape());
    let mut mover = CrowdMover::new(&map, geometry, &CostProfile::default(), input.one_of(&[1, 1, 2, 0, 9]));
    let mut guide = Straight((size / 2).as_ivec2());
    for _ in 0..input.below(20) {
        let cell = input.near_cell(size);
        let agent = mover.insert(geometry.center_of(cell), cell, input.below(2) as u64, 0);
        mover.set_speed(agent, input.one_of(&[30.0, 60.0, 0.0, 200.0]), 1.0, 0);
    }
    let mut now = 0;
    for _ in 0..input.below(30) {
        mover.run(now, now + FRAME, &mut guide);
        now += FRAME;
    }
    (mover, now)
}

fn run_mover(bytes: &[u8], mut now: u64) {
    let Ok(mut mover) = postcard::from_bytes::<CrowdMover>(bytes) else { return };
    let again = postcard::to_allocvec(&mover).expect("a crowd that was read");
    postcard::from_bytes::<CrowdMover>(&again).expect("a crowd that was read and written");
    for nth in 0..20 {
        if nth % 9 == 0 {
            let agent = mover.insert(mover.geometry().center_of(IVec2::ONE), IVec2::ONE, 1, now);
            mover.set_speed(agent, 40.0, 1.0, now);
        }
        mover.run(now, now.saturating_add(FRAME), &mut Straight(IVec2::new(2, 1)));
        now = now.saturating_add(FRAME);
    }
}

fn run_crowd(bytes: &[u8], mut now: u64) {
    let Ok(mut crowd) = postcard::from_bytes::<Crowd>(bytes) else { return };
    let again = postcard::to_allocvec(&crowd).expect("a crowd that was read");
    postcard::from_bytes::<Crowd>(&again).expect("a crowd that was read and written");
    for nth in 0..20 {
        if nth % 9 == 0 {
            crowd.insert(IVec2::ONE, 1, now);
        }
        now = now.saturating_add(FRAME);
        _ = crowd.settle_paces(now);
        crowd.decide(now, &Straight(IVec2::new(2, 1)));
    }
}

/// Reads crowds of any bytes, or changes a crowd that has walked.
pub fn run(mut input: Input) {
    let (is_mover, is_raw) = (input.flag(), input.flag());
    let run = if is_mover { run_mover } else { run_crowd };
    if is_raw {
        return run(input.rest(), 0);
    }
    let (mover, now) = walked(&mut input);
    let bytes = if is_mover { postcard::to_allocvec(&mover) } else { postcard::to_allocvec(mover.crowd()) };
    run(&mutated(&bytes.expect("a crowd can be written"), 0, &mut input), now);
}
