//! The bound by landmarks is admissible and consistent, whatever is edited and when.

use super::{
    KnownRest, Landmarks,
    lines::COUNT,
    metric::{Metric, MetricKind, for_each_step},
};
use crate::{
    budget::Budget,
    cost_field::CostField,
    ground::{
        CellRect, CostProfile, DangerStamp, DiagonalRule, Falloff, Grid, HexLayout, Rule, Topology, by_rule,
    },
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

/// No step is shorter than the difference of the distances of its ends, from no landmark that is in use. For any goals, the bound at u exceeds
/// the bound at v by at most the cost of the step from u to v, and the bound at a goal is 0. The rounded bound is not
/// greater.
fn assert_consistent(map: &NavMap, landmarks: &Landmarks, goals: Vec<IVec2>) {
    let profile = CostProfile::default();
    let priced = map.priced(&profile);
    let field = map.cost_field(&profile).unwrap();
    by_rule!(map.topology().moves(), assert_distances(field, landmarks));
    let index = |cell: IVec2| field.lattice().of_inside(cell);
    let goals: Vec<IVec2> = goals.into_iter().filter(|&goal| map.is_free(&profile, goal)).collect();
    let bound = landmarks.bound(field, goals.iter().map(|&goal| index(goal)));
    let all = CellRect { min: IVec2::ZERO, max: map.grid().size().as_ivec2() - 1 };
    for from in all.cells().filter(|_| !goals.is_empty()) {
        for to in CellRect::of_cell(from).grown(1).cells() {
            if let Some(cost) = priced.step_cost(from, to) {
                let [here, there] = [from, to].map(|cell| bound.of(index(cell)));
                if !bound.is_exact() {
                    let rounded = bound.rounded(index(from), field.weight(index(from)));
                    assert!(rounded <= here.into(), "{rounded} for {here}");
                }
                assert!(
                    here <= there.saturating_add(cost.units()),
                    "from {from} to {to}: {here}, {there} and {cost}"
                );
            }
        }
    }
    assert!(goals.iter().all(|&goal| bound.of(index(goal)) == 0));
}

fn assert_distances<R: Rule>(field: &CostField, landmarks: &Landmarks) {
    for cell in (0..field.padded_len()).filter(|&cell| field.weight(cell) > 0) {
        // In half cost units. By means, what a bound for one goal adds for the weights of both ends.
        let bound = landmarks.bound(field, [cell]);
        let [mean, exact] =
            [MetricKind::Mean, MetricKind::Exact].map(|kind| Metric::of(field.topology(), kind));
        let straight = i64::from(field.topology().lengths().straight());
        let mut longest = Vec::new();
        for_each_step::<R>(field, mean, cell, |next| {
            let ends = straight * (i64::from(field.weight(cell)) - i64::from(field.weight(next.cell)));
            longest.push(i64::from(next.back) * i64::from(mean.unit()) + ends);
        });
        let mut longest = longest.into_iter();
        for_each_step::<R>(field, exact, cell, |next| {
            let exactly = i64::from(next.back) * i64::from(exact.unit());
            let most = longest.next().unwrap().max(0).max(exactly);
            assert!(2 * i64::from(bound.of(next.cell)) <= most, "from {} to {cell}: {most}", next.cell);
        });
    }
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
        scales.push(landmarks.distances.lines.scale);
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
    assert!(scales.iter().any(|&scale| scale < 4) && scales.iter().any(|&scale| scale > 8), "{scales:?}");
}

/// From every cell of the known rest, the cheapest path to the nearest of the goals costs what the rest says, whatever was edited before.
#[test]
fn what_is_known_of_the_rest_of_a_path_is_a_cheapest_path() {
    let mut random = Rng::with_seed(14);
    let stamp = DangerStamp::new(3.0, 2.0, Falloff::Linear).unwrap();
    let profile = CostProfile::default();
    let (mut rest, mut scratch, mut known) = (KnownRest::default(), SearchScratch::new(), [0; 2]);
    for round in 0..120 {
        let mut map = any_map(&mut random, round);
        map.prepare_landmarks(&profile);
        let mut stamped = Vec::new();
        (0..random.usize(0..6)).for_each(|_| edit(&mut map, &mut random, &stamp, &mut stamped));
        for nth in 0..16 {
            let mut free = || {
                let mut cells = any_goals(&map, &mut random);
                cells.retain(|&cell| map.is_free(&profile, cell));
                cells
            };
            let (starts, mut goals) = (free(), free());
            goals.truncate(if nth % 2 == 0 { 1 } else { 3 });
            let Some(&start) = starts.first().filter(|_| !goals.is_empty()) else { continue };
            let field = map.cost_field(&profile).unwrap();
            let index = |cell: IVec2| field.lattice().of_inside(cell);
            let indices = || goals.iter().copied().map(index);
            let bound = map.landmarks(&profile).unwrap().bound(field, indices());
            rest.find(&bound, index(start), indices());
            for cell in (0..field.padded_len()).filter(|&cell| rest.contains(cell)) {
                let from = field.lattice().cell(cell);
                let query = PathQuery::to_nearest(from, goals.iter().copied());
                let path = map.find_path(&profile, query, &mut scratch, &mut ()).unwrap();
                assert!(indices().any(|goal| rest.goal() == Some(goal as u32)));
                assert!(rest.is_rest(cell, path.cost().units()), "{from} to {goals:?}");
                known[usize::from(goals.len() > 1)] += 1;
            }
        }
    }
    assert!(known.iter().all(|&known| known > 1000), "{known:?} cells");
}

/// A dear corridor makes distances so long that their upper halves say little about the ground before it.
#[test]
fn paths_are_the_cheapest_however_rounded_the_bound_is() {
    let mut random = Rng::with_seed(15);
    let (profile, mut scratch) = (CostProfile::default(), SearchScratch::new());
    let topologies =
        [Topology::hex(HexLayout::OddRows), Topology::square(DiagonalRule::Never), Topology::default()];
    for (topology, seed) in topologies.into_iter().flat_map(|topology| [1, 2].map(|seed| (topology, seed))) {
        let ground: Vec<u8> = (0..90 * 90).map(|_| random.u8(1..10)).collect();
        let class = |cell: IVec2| match cell.y {
            90 => u8::from(cell.x == 89),
            91.. if cell.y % 2 == 1 || cell.x == if cell.y % 4 == 0 { 0 } else { 89 } => 250,
            91.. => 0,
            y => ground[(y * 90 + cell.x) as usize],
        };
        let mut map = NavMap::new(Grid::from_fn([90, 98].into(), class).unwrap(), topology);
        map.prepare_landmarks(&profile);
        if seed == 2 {
            // Edits make exact distances be measured again by means.
            for nth in 0..200 {
                map.set_terrain(IVec2::new(nth % 90, 0), 1 + (nth % 9) as u8).unwrap();
            }
            while map.measure_landmarks(&profile, &mut Budget::new(10_000)).is_pending() {}
        }
        let mut plain = map.clone();
        plain.drop_landmarks(&profile);
        for _ in 0..150 {
            let [start, goal] = [(); 2].map(|()| IVec2::new(random.i32(0..90), random.i32(0..90)));
            let [found, cheapest] = [&map, &plain].map(|map| {
                let query = PathQuery::new(start, goal);
                map.find_path(&profile, query, &mut scratch, &mut ()).unwrap().cost()
            });
            assert_eq!(found, cheapest, "{topology:?}, {seed}: {start} to {goal}");
        }
    }
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
        assert!(whole.distances.lines.len() > 0);
        for cell in 0..whole.distances.lines.len() {
            assert_eq!(whole.distances.lines.line(cell), sliced.distances.lines.line(cell));
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
fn so_many_edits_that_bounds_are_loose_make_landmarks_be_chosen_again() {
    let grid = Grid::new([30, 30].into(), 1).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let profile = CostProfile::default();
    map.prepare_landmarks(&profile);
    let id = map.landmarks(&profile).unwrap().id();
    let mut edits = 0;
    // Only walls are built, so nothing is folded.
    while map.measure_landmarks(&profile, &mut Budget::new(10)).is_ready() {
        map.set_terrain(IVec2::new(edits % 30, 5), 2 + (edits / 30 % 250) as u8).unwrap();
        edits += 1;
    }
    assert!((1900..2300).contains(&edits), "{edits}");
    assert!(map.has_landmarks(&profile), "until then those of before serve");
    while map.measure_landmarks(&profile, &mut Budget::new(10)).is_pending() {}
    assert_ne!(map.landmarks(&profile).unwrap().id(), id);
    assert!(map.measure_landmarks(&profile, &mut Budget::new(10)).is_ready());
    map.drop_landmarks(&profile);
    assert!(!map.has_landmarks(&profile));
}

/// Rows, blocks and scattered cells become cheaper, and walls are removed, also while landmarks are measured again. No distance is too great at
/// any time, and all that is folded is measured again.
#[test]
fn landmarks_last_through_edits_that_make_many_cells_nearer() {
    let mut random = Rng::with_seed(13);
    let profile = CostProfile::default();
    let folded = |map: &NavMap| {
        (0..COUNT).map(|lane| map.landmarks(&profile).unwrap().distances.folds.loss(lane)).sum::<u32>()
    };
    let (mut in_course, mut lost) = (0, 0);
    for round in 0..24 {
        let hex = HexLayout::ALL[round % HexLayout::ALL.len()];
        let topology =
            DiagonalRule::ALL.get(round % 6).map_or(Topology::hex(hex), |&rule| Topology::square(rule));
        let grid = Grid::from_fn([60, 60].into(), |_| random.u8(..4)).unwrap();
        let mut map = NavMap::new(grid, topology);
        map.prepare_landmarks(&profile);
        for nth in 0..12 {
            let row = random.i32(0..60);
            map.edit(|edits| {
                for x in 0..random.i32(1..60) {
                    let any = IVec2::new(random.i32(0..60), random.i32(0..60));
                    let cell = [IVec2::new(x, row), IVec2::new(row, x), any][nth % 3];
                    edits.set_terrain(cell, 1 + random.u8(..3) / 2).unwrap();
                }
            });
            assert!(map.has_landmarks(&profile), "an edit of one row of {row}");
            assert_consistent(&map, map.landmarks(&profile).unwrap(), any_goals(&map, &mut random));
            lost += folded(&map);
            let is_pending =
                map.measure_landmarks(&profile, &mut Budget::new(random.u64(1..9_000))).is_pending();
            in_course += u32::from(is_pending);
            assert_consistent(&map, map.landmarks(&profile).unwrap(), any_goals(&map, &mut random));
        }
        while map.measure_landmarks(&profile, &mut Budget::new(5_000)).is_pending() {}
        assert_eq!(folded(&map), 0);
        assert_consistent(&map, map.landmarks(&profile).unwrap(), any_goals(&map, &mut random));
    }
    assert!(in_course > 100 && lost > 1000, "{in_course} {lost}");
}

/// Behind an opened door the bound is as good as before where it does not lead through the door, and as good as new when it is measured again.
#[test]
fn an_opened_door_costs_little_of_the_bound() {
    let profile = CostProfile::default();
    let is_free = |cell: IVec2| cell.x != 20 || cell.y == 2;
    let grid = Grid::from_fn([41, 41].into(), |cell| u8::from(is_free(cell))).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    map.prepare_landmarks(&profile);
    let bound = |map: &NavMap, from: [i32; 2], to: [i32; 2]| {
        let field = map.cost_field(&profile).unwrap();
        let [from, to] = [from, to].map(|cell| field.lattice().of_inside(cell.into()));
        map.landmarks(&profile).unwrap().bound(field, [to]).of(from)
    };
    let (along, across) = (([2, 2], [2, 38]), ([2, 38], [38, 38]));
    let before = [along, across].map(|(from, to)| bound(&map, from, to));
    map.set_terrain(IVec2::new(20, 38), 1).unwrap();
    let [near, through] = [along, across].map(|(from, to)| bound(&map, from, to));
    assert!(near * 10 >= before[0] * 9 && through * 2 < before[1], "{near} {through} of {before:?}");
    while map.measure_landmarks(&profile, &mut Budget::new(100)).is_pending() {}
    let straight = map.priced(&profile).path_cost(&(2..=38).map(|x| IVec2::new(x, 38)).collect::<Vec<_>>());
    let now = bound(&map, across.0, across.1);
    assert!(now * 10 >= straight.unwrap().units() * 9, "{now}");
}

/// However often large edits come, landmarks are measured to the end.
#[test]
fn measuring_landmarks_ends_however_often_large_edits_come() {
    let grid = Grid::from_fn([200, 200].into(), |cell| u8::from(cell.x != 100 || cell.y == 7)).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let profile = CostProfile::default();
    let half = CellRect { min: IVec2::ZERO, max: IVec2::new(90, 199) };
    let mut slices = 0;
    while map.measure_landmarks(&profile, &mut Budget::new(20_000)).is_pending()
        && !map.has_landmarks(&profile)
    {
        slices += 1;
        let class = 1 + (slices % 4) as u8;
        map.edit(|edits| half.cells().try_for_each(|cell| edits.set_terrain(cell, class))).unwrap();
        if let Some(landmarks) = map.landmarks(&profile).filter(|_| slices % 8 == 0) {
            assert_consistent(&map, landmarks, vec![IVec2::new(150, 20)]);
        }
    }
    assert!(slices < 1000, "{slices} slices");
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
    let bound = landmarks.bound(field, [stride + 28]).of(stride + 3);
    assert_eq!(bound, cost.units());
}
