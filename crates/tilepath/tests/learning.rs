//! What a scratch has learnt of a map changes no answer, whatever is edited: not the path, not its cost, not the effort.

use core::task::Poll;
use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    Budget, CostProfile, DangerStamp, DiagonalRule, Falloff, Grid, NavMap, PathQuery, SearchScratch, Shape,
    Topology,
    batch::{Batch, BatchJob},
};

/// Corridors of a width between walls, dug at random: most cells of a path have a single continuation.
fn maze(random: &mut Rng, size: IVec2, width: i32) -> Vec<u8> {
    let mut cells = vec![0; (size.x * size.y) as usize];
    let rooms = (size - 1) / (width + 1);
    let mut dug = vec![false; (rooms.x * rooms.y) as usize];
    let mut trail = vec![IVec2::ZERO];
    let mut dig = |room: IVec2, towards: IVec2| {
        let corner = room * (width + 1) + 1 + towards * (width + 1);
        let from = (room * (width + 1) + 1).min(corner);
        let to = (room * (width + 1) + 1).max(corner) + width - 1;
        for y in from.y..=to.y {
            for x in from.x..=to.x {
                cells[(y * size.x + x) as usize] = 1;
            }
        }
    };
    dug[0] = true;
    while let Some(&room) = trail.last() {
        let sides = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].map(|side| (side, room + side));
        let open: Vec<(IVec2, IVec2)> = sides
            .into_iter()
            .filter(|(_, next)| next.cmpge(IVec2::ZERO).all() && next.cmplt(rooms).all())
            .filter(|(_, next)| !dug[(next.y * rooms.x + next.x) as usize])
            .collect();
        let Some(&(side, next)) = random.choice(&open) else {
            trail.pop();
            continue;
        };
        dig(room, side);
        dug[(next.y * rooms.x + next.x) as usize] = true;
        trail.push(next);
    }
    cells
}

/// Rooms with a door in each wall.
fn rooms(random: &mut Rng, size: IVec2) -> Vec<u8> {
    let side = random.i32(5..20);
    let mut cells: Vec<u8> = (0..size.x * size.y)
        .map(|index| u8::from(index % size.x % side != 0 && index / size.x % side != 0))
        .collect();
    for _ in 0..3 * (size.x / side + 1) * (size.y / side + 1) {
        let (along, wall) = (random.i32(0..size.x), random.i32(0..size.y) / side * side);
        cells[(wall * size.x + along) as usize] = 1;
        let (along, wall) = (random.i32(0..size.y), random.i32(0..size.x) / side * side);
        cells[(along * size.x + wall) as usize] = 1;
    }
    cells
}

fn random_map(random: &mut Rng) -> NavMap {
    let size = IVec2::new(random.i32(20..150), random.i32(20..150));
    let walls = random.u8(5..45);
    let cells = match random.u8(0..4) {
        0 => maze(random, size, 1),
        1 => {
            let width = random.i32(2..6);
            maze(random, size, width)
        }
        2 => rooms(random, size),
        _ => (0..size.x * size.y).map(|_| u8::from(random.u8(0..100) >= walls)).collect(),
    };
    let grid = Grid::from_fn(size.as_uvec2(), |cell| cells[(cell.y * size.x + cell.x) as usize]);
    // Half of the maps are squares.
    let shape = Shape::ALL.get(random.usize(..2 * Shape::ALL.len())).copied().unwrap_or_default();
    let topology = Topology::square(DiagonalRule::ALL[random.usize(..4)]).with_shape(shape);
    NavMap::new(grid.unwrap(), topology)
}

fn random_free_cell(map: &NavMap, random: &mut Rng) -> IVec2 {
    let size: UVec2 = map.grid().size();
    let any = IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
    map.nearest_free(&CostProfile::default(), any).unwrap_or(any)
}

/// A plain query, or one with several goals, a range or a walled goal.
fn random_query(map: &NavMap, random: &mut Rng) -> PathQuery {
    let start = random_free_cell(map, random);
    let goal = random_free_cell(map, random);
    let size = map.grid().size();
    match random.u8(0..8) {
        0 => PathQuery::to_nearest(start, (0..random.usize(2..14)).map(|_| random_free_cell(map, random))),
        1 => PathQuery::new(start, goal).within(random.u8(1..40).into()),
        2 => PathQuery::to_nearest(start, [goal, random_free_cell(map, random)])
            .within(random.u8(1..12).into()),
        3 => PathQuery::new(start, goal).within(random.u8(1..8).into()).in_sight(),
        4 => {
            let goal = IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
            PathQuery::new(start, goal).allow_partial()
        }
        _ => PathQuery::new(start, goal),
    }
}

fn edit(map: &mut NavMap, random: &mut Rng) {
    let stamp = DangerStamp::new(2.5, 1.5, Falloff::Linear).unwrap();
    let size = map.grid().size();
    let cell = IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
    match random.u8(0..8) {
        0..3 => map.block(cell),
        3..6 => map.set_terrain(cell, 1).unwrap(),
        6 => map.set_terrain(cell, 2).unwrap(),
        _ => map.add_danger(0, &stamp, cell).unwrap(),
    }
}

/// How many maps the first test makes, unless the environment variable `LEARNING_MAPS` sets another number.
const MAPS: usize = 400;

#[test]
fn a_scratch_that_knows_the_map_answers_as_one_that_does_not() {
    let maps = std::env::var("LEARNING_MAPS")
        .map_or(MAPS, |count| count.parse().expect("LEARNING_MAPS is a number"));
    let mut random = Rng::with_seed(17);
    let profile = CostProfile::default();
    // One scratch for all maps: it must not confuse them.
    let mut used = SearchScratch::new();
    let (mut found, mut without) = (0, 0);
    for _ in 0..maps {
        let mut map = random_map(&mut random);
        map.prepare(&profile);
        if random.u8(0..4) == 0 {
            map.prepare_landmarks(&profile);
        }
        let far = map.clone();
        for round in 0..40 {
            let query = random_query(&map, &mut random);
            let fresh = map.find_path(&profile, query.clone(), &mut SearchScratch::new(), &mut ());
            assert_eq!(map.find_path(&profile, query.clone(), &mut used, &mut ()), fresh, "{query:?}");
            if let Ok(path) = &fresh {
                found += 1;
                assert_eq!(map.priced(&profile).path_cost(path.cells()), Some(path.cost()));
            }
            if round % 4 == 0 {
                let priced = map.priced(&profile);
                let plain = priced.find_path(query.clone(), &mut SearchScratch::new(), &mut ());
                assert_eq!(fresh.map(|path| path.cost()), plain.map(|path| path.cost()), "{query:?}");
            }
            if round % 3 == 0 {
                edit(&mut map, &mut random);
            }
            if round % 8 == 0 {
                // The map as it was: the same scratch, another state.
                let was = far.find_path(&profile, query.clone(), &mut SearchScratch::new(), &mut ());
                without += usize::from(was.is_err());
                assert_eq!(far.find_path(&profile, query, &mut used, &mut ()), was);
            }
        }
    }
    assert!(found > 20 * maps, "{found} paths, {without} times none");
}

/// The cost field of a parked search may be dropped and built again: the search must not continue on a field that it does not know.
#[test]
fn an_unfinished_search_survives_another_preparation_of_its_map() {
    let mut random = Rng::with_seed(23);
    let (mut batch, mut finished) = (Batch::default(), 0);
    for _ in 0..60 {
        let mut map = random_map(&mut random);
        let profile = CostProfile::default();
        map.prepare(&profile);
        (0..random.usize(0..40)).for_each(|_| edit(&mut map, &mut random));
        let query = PathQuery::new(random_free_cell(&map, &mut random), random_free_cell(&map, &mut random));
        let whole = map.find_path(&profile, query.clone(), &mut SearchScratch::new(), &mut ());
        let Ok(whole) = whole else { continue };
        let job = BatchJob::new(profile.clone(), query);
        let mut answer = Poll::Pending;
        for turn in 0.. {
            if turn % 7 == 3 {
                for cost in 0..NavMap::MAX_PREPARED as u16 {
                    map.prepare(&CostProfile::default().with_cost(200, 300 + cost + turn % 2));
                }
                if random.bool() {
                    map.prepare(&profile);
                }
            }
            answer = batch.solve_one(&map, &job, &mut Budget::new(1 << (turn / 4)), &mut ());
            if answer.is_ready() {
                break;
            }
        }
        let Poll::Ready(Ok(answer)) = answer else { panic!("{answer:?}") };
        assert_eq!(answer.cost(), whole.cost());
        assert_eq!(map.priced(&profile).path_cost(answer.cells()), Some(whole.cost()));
        finished += 1;
    }
    assert!(finished > 30);
}

/// One scratch for more kinds of agents than are kept apart, some of whom find nothing but walls where others walk.
#[test]
fn a_scratch_keeps_the_kinds_of_agents_apart() {
    let mut random = Rng::with_seed(29);
    let mut used = SearchScratch::new();
    for _ in 0..20 {
        let mut map = random_map(&mut random);
        let kinds: Vec<CostProfile> = (0..NavMap::MAX_PREPARED as u16)
            .map(|kind| {
                CostProfile::default().with_cost(0, if kind % 2 == 0 { 0 } else { 3 }).with_cost(9, kind)
            })
            .collect();
        kinds.iter().for_each(|kind| map.prepare(kind));
        for round in 0..64 {
            let kind = &kinds[round % kinds.len()];
            let query =
                PathQuery::new(random_free_cell(&map, &mut random), random_free_cell(&map, &mut random));
            let fresh = map.find_path(kind, query.clone(), &mut SearchScratch::new(), &mut ());
            assert_eq!(map.find_path(kind, query, &mut used, &mut ()), fresh);
            if round % 5 == 0 {
                edit(&mut map, &mut random);
            }
        }
    }
}
