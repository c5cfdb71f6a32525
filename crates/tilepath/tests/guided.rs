//! Searches guided by a goal field find the same paths as searches without, whatever is edited.

use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    Aversion, CostProfile, DangerStamp, DiagonalRule, Falloff, GoalField, GoalFieldScratch, Grid, NavMap,
    Path, PathQuery, SearchScratch, Topology,
};

const RULES: [DiagonalRule; 4] = [
    DiagonalRule::Never,
    DiagonalRule::OnlyWhenNoObstacles,
    DiagonalRule::IfAtMostOneObstacle,
    DiagonalRule::Always,
];

fn fearless() -> CostProfile {
    let mut profile = CostProfile::default();
    profile.set_aversion_to_all(Aversion::new(0.0).unwrap());
    profile
}

/// A map with a third of walls at most, and danger here and there.
fn random_map(random: &mut Rng) -> NavMap {
    let size = UVec2::new(random.u32(2..60), random.u32(2..60));
    let (walls, dear) = (random.u8(0..35), random.u8(0..40));
    let grid = Grid::from_fn(size, |_| match random.u8(0..100) {
        number if number < walls => 0,
        number if number < walls + dear => random.u8(2..5),
        _ => 1,
    });
    NavMap::new(grid.unwrap(), Topology::square(RULES[random.usize(0..4)]))
}

fn random_cell(map: &NavMap, random: &mut Rng) -> IVec2 {
    let size = map.grid().size();
    IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32))
}

fn edit(map: &mut NavMap, towers: &mut Vec<IVec2>, random: &mut Rng) {
    let stamp = DangerStamp::new(3.0, 1.5, Falloff::Linear).unwrap();
    let cell = random_cell(map, random);
    match random.u8(0..5) {
        0 => map.block(cell),
        1 => map.unblock(cell),
        2 => map.set_terrain(cell, random.u8(0..4)).unwrap(),
        3 => {
            map.add_danger(0, &stamp, cell).unwrap();
            towers.push(cell);
        }
        _ => {
            if let Some(cell) = towers.pop() {
                map.remove_danger(0, &stamp, cell).unwrap();
            }
        }
    }
}

fn check(
    map: &NavMap,
    guide: &GoalField,
    random: &mut Rng,
    search: &mut SearchScratch,
    path: &mut Path,
) -> bool {
    let profile = CostProfile::default();
    let query = PathQuery::new(random_cell(map, random), guide.goals()[0]);
    let plain = map.find_path(&profile, query.clone(), search, &mut ());
    let guided = map.find_path_guided(&profile, query.clone(), guide, search, path);
    assert_eq!(guided.err(), plain.as_ref().err().copied(), "{query:?}");
    let Ok(plain) = plain else { return false };
    assert_eq!((path.cost(), path.goal_index()), (plain.cost(), Some(0)), "{query:?}");
    assert_eq!(map.priced(&profile).path_cost(path.cells()), Some(plain.cost()));
    let danger = |cell: &IVec2| map.priced(&profile).danger(map.grid().index(*cell).unwrap());
    let sum: u64 = path.cells()[1..].iter().map(danger).sum();
    assert_eq!(path.danger(), sum as f64 / f64::from(tilepath::PLAIN_WEIGHT));
    assert_eq!((path.cells()[0], path.cells().last()), (query.start, Some(&query.goals()[0])));
    path.nodes_expanded() == 0
}

#[test]
fn a_guided_search_finds_a_cheapest_path_after_any_edits() {
    let mut random = Rng::with_seed(5);
    let (mut search, mut path, mut scratch) =
        (SearchScratch::new(), Path::default(), GoalFieldScratch::default());
    let (mut read_off, mut searched) = (0, 0);
    for _ in 0..3000 {
        let mut map = random_map(&mut random);
        let mut towers = Vec::new();
        (0..random.usize(0..6)).for_each(|_| edit(&mut map, &mut towers, &mut random));
        let guide_profile = if random.bool() { fearless() } else { CostProfile::default() };
        map.prepare(&CostProfile::default());
        map.prepare(&guide_profile);
        let goal = random_cell(&map, &mut random);
        let Ok(mut guide) = map.goal_field(&guide_profile, &[goal], &mut scratch) else { continue };
        for _ in 0..4 {
            for _ in 0..4 {
                let without_search = check(&map, &guide, &mut random, &mut search, &mut path);
                *(if without_search { &mut read_off } else { &mut searched }) += 1;
            }
            (0..random.usize(1..4)).for_each(|_| edit(&mut map, &mut towers, &mut random));
            if random.bool() {
                map.seal_changes();
            }
            if random.u8(0..4) == 0 {
                guide.repair(&map, &mut scratch).unwrap();
            } else {
                guide.repair_as_lower_bound(&map, &mut scratch).unwrap();
            }
        }
    }
    assert!(read_off > 1000 && searched > 1000, "{read_off} read off, {searched} searched");
}

/// A field that missed an edit, has higher costs or other goals must not mislead.
#[test]
fn a_field_that_can_not_guide_is_left_aside() {
    let mut random = Rng::with_seed(6);
    let (mut search, mut path, mut scratch) =
        (SearchScratch::new(), Path::default(), GoalFieldScratch::default());
    for round in 0..600 {
        let mut map = random_map(&mut random);
        let anxious = CostProfile::default().with_aversion(0, 3.0).unwrap();
        let profile = if round % 3 == 0 { anxious } else { CostProfile::default() };
        map.add_danger(
            0,
            &DangerStamp::new(5.0, 3.0, Falloff::Flat).unwrap(),
            random_cell(&map, &mut random),
        )
        .unwrap();
        map.prepare(&CostProfile::default());
        map.prepare(&profile);
        let goal = random_cell(&map, &mut random);
        let Ok(guide) = map.goal_field(&profile, &[goal], &mut scratch) else { continue };
        let mut goal = goal;
        match round % 3 {
            1 => (0..40).for_each(|_| map.unblock(random_cell(&map, &mut random))),
            2 => goal = random_cell(&map, &mut random),
            _ => {}
        }
        if round % 3 == 1 {
            (0..40).for_each(|_| map.set_terrain(random_cell(&map, &mut random), 1).unwrap());
        }
        let query = PathQuery::new(random_cell(&map, &mut random), goal);
        let plain = map.find_path(&CostProfile::default(), query.clone(), &mut search, &mut ());
        let guided = map.find_path_guided(&CostProfile::default(), query, &guide, &mut search, &mut path);
        assert_eq!(guided.is_ok(), plain.is_ok());
        assert_eq!(plain.map_or(tilepath::Cost::ZERO, |plain| plain.cost()), path.cost());
    }
}
