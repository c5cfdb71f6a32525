//! The bound by landmarks is admissible and consistent, whatever is edited and when.

use super::{Landmarks, lines::LOWER_BITS, metric::Metric};
use crate::{
    budget::Budget,
    ground::{CellRect, CostProfile, DangerStamp, DiagonalRule, Falloff, Grid, HexLayout, Topology},
    map::NavMap,
    path::PathQuery,
    search::SearchScratch,
};
use fastrand::Rng;
use glam::{IVec2, UVec2};

/// Makes a random edit. Danger is removed where it was stamped.
fn edit(map: &mut NavMap, random: &mut Rng, stamp: &DangerStamp, stamped: &mut Vec<IVec2>) {
    let size = map.grid().size().as_ivec2();
    let at = IVec2::new(random.i32(0..size.x), random.i32(0..size.y));
    match random.u8(..6) {
        0 => map.block(at),
        1 => map.unblock(at),
        2 | 3 => map.set_terrain(at, random.u8(..4)).unwrap(),
        4 => {
            map.add_danger(0, stamp, at).unwrap();
            stamped.push(at);
        }
        _ => {
            if let Some(cell) = stamped.pop() {
                map.remove_danger(0, stamp, cell).unwrap();
            }
        }
    }
}

fn any_goals(map: &NavMap, random: &mut Rng) -> Vec<IVec2> {
    let size = map.grid().size().as_ivec2();
    (0..random.usize(1..4)).map(|_| IVec2::new(random.i32(0..size.x), random.i32(0..size.y))).collect()
}

/// For any goals, the bound at u exceeds the bound at v by at most the cost of the step from u to v, and the bound at a goal is 0. The
/// rounded bound is hardly lower.
fn assert_consistent(map: &NavMap, landmarks: &Landmarks, goals: Vec<IVec2>) {
    let profile = CostProfile::default();
    let priced = map.priced(&profile);
    let field = map.cost_field(&profile).unwrap();
    let index = |cell: IVec2| field.lattice().of_inside(cell);
    let goals: Vec<IVec2> = goals.into_iter().filter(|&goal| map.is_free(&profile, goal)).collect();
    let bound = landmarks.bound(field, goals.iter().map(|&goal| index(goal)));
    // In halves of cost units.
    let upper = (1_u64 << LOWER_BITS >> landmarks.lines.scale()).max(1);
    let rounding = 3 * u64::from(Metric::of(map.topology()).unit()) * upper;
    let all = CellRect { min: IVec2::ZERO, max: map.grid().size().as_ivec2() - 1 };
    for from in all.cells().filter(|_| !goals.is_empty()) {
        for to in CellRect::of_cell(from).grown(1).cells() {
            if let Some(cost) = priced.step_cost(from, to) {
                let [here, there] = [from, to].map(|cell| bound.of(index(cell)));
                let rounded = bound.rounded(index(from), field.weight(index(from)));
                let exact = u64::from(here);
                assert!(rounded <= exact && 2 * rounded + rounding + 1 >= 2 * exact, "{rounded} for {exact}");
                assert!(here <= there + cost.units(), "from {from} to {to}: {here}, {there} and {cost}");
            }
        }
    }
    assert!(goals.iter().all(|&goal| bound.of(index(goal)) == 0));
}

/// A map with a few open cells among walls, or with many, in several parts.
fn any_map(random: &mut Rng, round: usize) -> NavMap {
    let size = UVec2::new(random.u32(2..40), random.u32(2..40));
    let grid = Grid::from_fn(size, |_| random.u8(..5).min(random.u8(..5))).unwrap();
    let hex = HexLayout::ALL[random.usize(..HexLayout::ALL.len())];
    NavMap::new(
        grid,
        DiagonalRule::ALL.get(round % 6).map_or(Topology::hex(hex), |&rule| Topology::square(rule)),
    )
}

#[test]
fn the_bound_is_consistent_after_any_edits() {
    let mut random = Rng::with_seed(9);
    let stamp = DangerStamp::new(3.0, 2.0, Falloff::Linear).unwrap();
    let profile = CostProfile::default();
    for round in 0..120 {
        let mut map = any_map(&mut random, round);
        let mut stamped = Vec::new();
        (0..10).for_each(|_| edit(&mut map, &mut random, &stamp, &mut stamped));
        map.prepare_landmarks(&profile);
        (0..10).for_each(|_| edit(&mut map, &mut random, &stamp, &mut stamped));
        assert!(map.has_landmarks(&profile));
        assert_consistent(&map, map.landmarks(&profile).unwrap(), any_goals(&map, &mut random));
    }
}

/// Measures in slices, with edits between them: before the first, in the middle of each landmark, and while it is stored.
#[test]
fn the_bound_is_consistent_whatever_is_edited_while_it_is_measured() {
    let mut random = Rng::with_seed(10);
    let stamp = DangerStamp::new(3.0, 2.0, Falloff::Linear).unwrap();
    let profile = CostProfile::default();
    let (mut edits, mut slices) = (0, 0);
    for round in 0..200 {
        let mut map = any_map(&mut random, round);
        let mut stamped = Vec::new();
        let (longest, odds) = (random.u64(1..200), random.u8(1..20));
        while map.measure_landmarks(&profile, &mut Budget::new(random.u64(..=longest))).is_pending() {
            assert!(!map.has_landmarks(&profile));
            slices += 1;
            if random.u8(..odds) == 0 {
                edit(&mut map, &mut random, &stamp, &mut stamped);
                edits += 1;
            }
        }
        assert_consistent(&map, map.landmarks(&profile).unwrap(), any_goals(&map, &mut random));
        (0..5).for_each(|_| edit(&mut map, &mut random, &stamp, &mut stamped));
        assert_consistent(&map, map.landmarks(&profile).unwrap(), any_goals(&map, &mut random));
    }
    assert!(edits > 2000 && slices > 10_000, "{edits} edits in {slices} slices");
}

/// However great distances are, their upper halves say nearly all.
#[test]
fn the_bound_is_consistent_and_good_however_far_landmarks_are() {
    let stamp = DangerStamp::new(2.0, 1.3, Falloff::Linear).unwrap();
    let mut random = Rng::with_seed(12);
    // A corridor that winds through rows, and what its terrain costs.
    let topologies = [Topology::hex(HexLayout::OddRows), Topology::default()];
    let mut scales = Vec::new();
    for (topology, class) in
        topologies.into_iter().flat_map(|topology| [1, 30, 80].map(|class| (topology, class)))
    {
        let wall = |cell: IVec2| cell.y % 2 == 1 && cell.x != if cell.y % 4 == 1 { 39 } else { 0 };
        let grid = Grid::from_fn([40, 40].into(), |cell| if wall(cell) { 0 } else { class }).unwrap();
        let mut map = NavMap::new(grid, topology);
        let profile = CostProfile::default();
        for _ in 0..20 {
            map.add_danger(0, &stamp, IVec2::new(random.i32(0..40), random.i32(0..40))).unwrap();
        }
        map.prepare_landmarks(&profile);
        let landmarks = map.landmarks(&profile).unwrap();
        scales.push(landmarks.lines.scale());
        let goals = any_goals(&map, &mut random);
        assert_consistent(&map, landmarks, goals);
        let field = map.cost_field(&profile).unwrap();
        let [start, goal] = [IVec2::ZERO, IVec2::new(0, 38)];
        let bound = landmarks.bound(field, [field.lattice().of_inside(goal)]);
        let path =
            map.find_path(&profile, PathQuery::new(start, goal), &mut SearchScratch::new(), &mut ()).unwrap();
        let known = bound.of(field.lattice().of_inside(start));
        assert!(known <= path.cost().units() && u64::from(known) * 20 > u64::from(path.cost().units()) * 19);
    }
    assert!(scales.iter().any(|&scale| scale < 4) && scales.iter().any(|&scale| scale > 10), "{scales:?}");
}

#[test]
fn slices_measure_what_one_go_measures() {
    let mut random = Rng::with_seed(11);
    let profile = CostProfile::default();
    for round in 0..60 {
        let mut whole = any_map(&mut random, round);
        let mut sliced = whole.clone();
        whole.prepare_landmarks(&profile);
        while sliced.measure_landmarks(&profile, &mut Budget::new(random.u64(1..50))).is_pending() {}
        let [whole, sliced] = [&whole, &sliced].map(|map| map.landmarks(&profile).unwrap());
        let cells = 0..whole.lines.len();
        assert!(cells.clone().count() > 0);
        for cell in cells {
            assert_eq!(whole.lines.line(cell), sliced.lines.line(cell));
        }
    }
}

/// Every part of a map has landmarks of its own: between two cells at the ends of a part, the bound is nearly the cost of the path.
#[test]
fn landmarks_are_in_every_part() {
    let grid = Grid::from_fn([41, 41].into(), |cell| u8::from(cell.x % 4 != 3)).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let profile = CostProfile::default();
    map.prepare_landmarks(&profile);
    let field = map.cost_field(&profile).unwrap();
    for x in (0..41).filter(|x| x % 4 != 3) {
        let bound = map.landmarks(&profile).unwrap().bound(field, [field.index(x + 1, 41)]);
        let cells: Vec<IVec2> = (0..41).map(|y| IVec2::new(x as i32, y)).collect();
        let cost = map.priced(&profile).path_cost(&cells).unwrap();
        assert!(bound.of(field.index(x + 1, 1)) * 10 > cost.units() * 9, "column {x}");
    }
}

#[test]
fn so_many_edits_that_bounds_are_loose_make_landmarks_be_measured_again() {
    let grid = Grid::new([30, 30].into(), 1).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let profile = CostProfile::default();
    map.prepare_landmarks(&profile);
    let id = map.landmarks(&profile).unwrap().id();
    let mut edits = 0;
    while map.measure_landmarks(&profile, &mut Budget::new(10)).is_ready() {
        let cell = IVec2::new(edits % 30, 5);
        map.set_terrain(cell, if map.terrain(cell) == Some(1) { 3 } else { 1 }).unwrap();
        edits += 1;
    }
    assert!((400..600).contains(&edits), "{edits}");
    assert_eq!(map.landmarks(&profile).unwrap().id(), id, "until then the landmarks of before serve");
    while map.measure_landmarks(&profile, &mut Budget::new(10)).is_pending() {}
    assert_ne!(map.landmarks(&profile).unwrap().id(), id);
    assert!(map.measure_landmarks(&profile, &mut Budget::new(10)).is_ready());
    map.drop_landmarks(&profile);
    assert!(!map.has_landmarks(&profile));
}

/// Rows, blocks and scattered cells become cheaper. What an edit does not correct at once is corrected in slices, and no distance is too
/// high while its landmark is in use.
#[test]
fn landmarks_last_through_edits_that_make_many_cells_nearer() {
    let mut random = Rng::with_seed(13);
    let profile = CostProfile::default();
    let (mut out, mut back) = (0, 0);
    for round in 0..24 {
        let hex = HexLayout::ALL[round % HexLayout::ALL.len()];
        let topology =
            DiagonalRule::ALL.get(round % 6).map_or(Topology::hex(hex), |&rule| Topology::square(rule));
        let grid = Grid::from_fn([130, 130].into(), |_| random.u8(..4)).unwrap();
        let mut map = NavMap::new(grid, topology);
        map.prepare_landmarks(&profile);
        for nth in 0..6 {
            let row = random.i32(0..130);
            map.edit(|edits| {
                for x in 0..130 {
                    let any = IVec2::new(random.i32(0..130), random.i32(0..130));
                    let cell = [IVec2::new(x, row), IVec2::new(row, x), any][nth % 3];
                    edits.set_terrain(cell, 1 + random.u8(..3) / 2).unwrap();
                }
            });
            assert!(map.has_landmarks(&profile), "an edit of one row of {row}");
            let landmarks = map.landmarks(&profile).unwrap();
            let (lanes, id) = (landmarks.correction.out_of_use(), landmarks.id());
            out += u32::from(lanes != 0);
            let lines: Vec<_> = (0..landmarks.lines.len()).map(|cell| landmarks.lines.line(cell)).collect();
            let same = map.terrain(IVec2::ZERO).unwrap();
            map.edit(|edits| edits.set_terrain(IVec2::ZERO, same)).unwrap();
            let landmarks = map.landmarks(&profile).unwrap();
            assert_eq!((landmarks.correction.out_of_use(), landmarks.id()), (lanes, id), "nothing changed");
            assert!(lines.iter().enumerate().all(|(cell, line)| *line == landmarks.lines.line(cell)));
            if random.bool() {
                assert_consistent(&map, landmarks, any_goals(&map, &mut random));
            }
            if random.bool() {
                let budget = random.u64(1..2_000);
                while map.measure_landmarks(&profile, &mut Budget::new(budget)).is_pending() {}
                let landmarks = map.landmarks(&profile).unwrap();
                assert_eq!(landmarks.correction.out_of_use(), 0);
                assert!((landmarks.id() != id) == (lanes != 0), "searches see that landmarks came back");
                back += u32::from(lanes != 0);
            }
        }
        while map.measure_landmarks(&profile, &mut Budget::new(5_000)).is_pending() {}
        assert_consistent(&map, map.landmarks(&profile).unwrap(), any_goals(&map, &mut random));
    }
    assert!(out > 40 && back > 15, "{out} {back}");
}

/// In slices or at once, distances become the same: those of the least steps to what the landmarks knew.
#[test]
fn a_correction_in_slices_is_one_at_once() {
    let mut random = Rng::with_seed(14);
    let stamp = DangerStamp::new(3.0, 2.0, Falloff::Linear).unwrap();
    let profile = CostProfile::default();
    for round in 0..60 {
        let (mut at_once, mut stamped) = (any_map(&mut random, round), Vec::new());
        (0..10).for_each(|_| edit(&mut at_once, &mut random, &stamp, &mut stamped));
        at_once.prepare_landmarks(&profile);
        let mut sliced = at_once.clone();
        for _ in 0..10 {
            let (mut other, mut also) = (random.clone(), stamped.clone());
            edit(&mut at_once, &mut random, &stamp, &mut stamped);
            edit(&mut sliced, &mut other, &stamp, &mut also);
        }
        while at_once.measure_landmarks(&profile, &mut Budget::unlimited()).is_pending() {}
        while sliced.measure_landmarks(&profile, &mut Budget::new(random.u64(1..40))).is_pending() {}
        let [at_once, sliced] = [&at_once, &sliced].map(|map| map.landmarks(&profile).unwrap());
        for cell in 0..at_once.lines.len() {
            assert_eq!(at_once.lines.line(cell), sliced.lines.line(cell), "round {round}");
        }
    }
}

/// However often large edits come, landmarks are measured to the end.
#[test]
fn large_edits_drop_landmarks_and_measuring_them_ends_all_the_same() {
    let grid = Grid::from_fn([200, 200].into(), |cell| u8::from(cell.x != 100 || cell.y == 7)).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let profile = CostProfile::default();
    map.prepare_landmarks(&profile);
    map.set_terrain(IVec2::new(40, 40), 3).unwrap();
    assert!(map.has_landmarks(&profile));
    let half = CellRect { min: IVec2::ZERO, max: IVec2::new(90, 199) };
    map.edit(|edits| half.cells().try_for_each(|cell| edits.set_terrain(cell, 3))).unwrap();
    assert!(!map.has_landmarks(&profile), "a large edit takes too long");
    let mut slices = 0;
    while map.measure_landmarks(&profile, &mut Budget::new(20_000)).is_pending() {
        slices += 1;
        let class = 1 + (slices % 4) as u8;
        map.edit(|edits| half.cells().try_for_each(|cell| edits.set_terrain(cell, class))).unwrap();
    }
    assert!(slices < 1000, "{slices} slices");
    assert_consistent(&map, map.landmarks(&profile).unwrap(), vec![IVec2::new(150, 20)]);
}

#[test]
fn along_a_corridor_the_bound_is_the_cost() {
    let grid = Grid::from_fn([30, 1].into(), |cell| 1 + (cell.x % 3) as u8).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let profile = CostProfile::default();
    map.prepare_landmarks(&profile);
    let landmarks = map.landmarks(&profile).unwrap();
    let priced = map.priced(&profile);
    let cells: Vec<IVec2> = (2..28).map(|x| IVec2::new(x, 0)).collect();
    let cost = priced.path_cost(&cells).unwrap();
    let stride = 32;
    let field = map.cost_field(&profile).unwrap();
    assert_eq!(landmarks.bound(field, [stride + 28]).of(stride + 3), cost.units());
}
