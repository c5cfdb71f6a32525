//! What agents remember of the costs round them.

use super::bare::Bare;
use crate::{
    cost::Cost,
    crowd::{Crowd, CrowdEnvironment, MemberId},
    ground::{CostProfile, Grid, Shape, Topology},
    map::NavMap,
};
use fastrand::Rng;
use glam::{IVec2, UVec2};

/// Agents want to go to a column that moves.
struct To {
    column: i32,
    revision: u64,
}

impl CrowdEnvironment for To {
    fn cost(&self, _: MemberId, cell: IVec2) -> Option<Cost> {
        Some(Cost::from_units(cell.x.abs_diff(self.column)))
    }

    fn revision(&self, _: MemberId) -> Option<u64> {
        Some(self.revision)
    }

    fn duration(&self, _: MemberId, _: IVec2, _: IVec2) -> u64 {
        100_000
    }
}

#[test]
fn one_that_rests_sets_out_when_the_revision_of_its_costs_is_another() {
    let map = NavMap::new(Grid::new([12, 3].into(), 1).unwrap(), Topology::default());
    let mut crowd = Crowd::new(&map, &CostProfile::default(), 1);
    let agent = crowd.insert([4, 1].into(), 0, 0);
    let walk = |crowd: &mut Crowd, from: u64, guide: &To| {
        for tick in from..from + 60 {
            crowd.arrive(agent);
            crowd.decide(tick * 100_000, guide);
        }
    };
    walk(&mut crowd, 0, &To { column: 4, revision: 0 });
    assert!(crowd.is_resting(agent));
    walk(&mut crowd, 60, &To { column: 9, revision: 1 });
    assert!(crowd.is_resting(agent) && crowd.cell(agent).unwrap().x == 9, "{:?}", crowd.cell(agent));
}

#[test]
fn crowds_that_remember_costs_answer_as_those_that_ask_each_time() {
    for seed in 0..40 {
        let mut random = Rng::with_seed(seed);
        let size = UVec2::new(random.u32(6..16), random.u32(6..16));
        let mut any_cell =
            |size: UVec2| IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
        let goals = [vec![any_cell(size)], vec![any_cell(size)]];
        let starts: Vec<IVec2> = (0..size.x * size.y / 3).map(|_| any_cell(size)).collect();
        let edits: Vec<IVec2> = (0..50).map(|_| any_cell(size)).collect();
        let topology = Topology::default().with_shape(Shape::ALL[seed as usize % 7]);
        let map = NavMap::new(Grid::new(size, 1).unwrap(), topology);
        let mut crowds = [false, true].map(|remembers| {
            let mut bare = Bare::new(map.clone(), &goals);
            bare.members.remembers = remembers;
            for (nth, &start) in starts.iter().enumerate() {
                bare.insert(start, nth % 2, 2.0 + (nth % 5) as f64 / 2.0);
            }
            bare
        });
        for tick in 0..600 {
            for bare in &mut crowds {
                if let Some(&cell) =
                    edits.get(tick / 12).filter(|cell| tick % 12 == 0 && !goals.concat().contains(cell))
                {
                    bare.toggle(cell);
                }
                bare.tick_for(16_667, &mut Rng::with_seed(tick as u64));
            }
            let [forgetful, remembering] = &crowds;
            assert_eq!(forgetful.crowd.answers(), remembering.crowd.answers(), "seed {seed}, tick {tick}");
        }
    }
}
