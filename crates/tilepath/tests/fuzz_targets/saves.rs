//! Saves of any bytes: what is loaded must run. Its paths may not be the cheapest, because bounds of landmarks are not checked.

use super::{
    game::{FRAME, Game},
    input::Input,
    mutation::{NUMBERS, mutated},
    operations,
    sealed::{HEADER, sealed},
};
use crate::seen::ground;
use glam::IVec2;
use tilepath::{
    NavMap, PathQuery, SearchScratch,
    batch::ScopedThreads,
    fleet::{FleetWorld, GroundKind, LoadError, Pace, Request, SaveFormat},
};

/// A save of these bytes as state, with a header that is right.
fn save_of(state: &[u8]) -> Vec<u8> {
    sealed(&[b"tilepath", &SaveFormat::STATE.to_le_bytes()[..]].concat(), state)
}

/// Loads a state of any bytes.
pub fn load_state(state: &[u8]) {
    match FleetWorld::load(&save_of(state)) {
        Ok(world) => run_loaded(world),
        Err(LoadError::Invalid(_)) => {}
        Err(error) => panic!("the header is right: {error}"),
    }
}

/// Further numbers at which a count may overflow, as a decoder reads them: the greatest count of 32 bits that is read, the last but one of 64
/// bits, and a time far ahead.
const GREAT_NUMBERS: [&[u8]; 3] = [
    &[0xff, 0xff, 0xff, 0xff, 0x0e],
    &[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
    &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x40],
];

/// The distance of the bytes of a save that are taken for the first ones of numbers.
const STEP: usize = 61;

/// Sets numbers of the save of a game to [`NUMBERS`] and [`GREAT_NUMBERS`], one by one, and loads the save. The bytes that are taken for the
/// first ones of numbers depend on `nth`.
pub fn load_with_other_numbers(mut input: Input, nth: usize) {
    let mut game = Game::new(&mut input);
    for _ in 0..50 {
        operations::operate_calmly(&mut game, &mut input);
    }
    let save = if nth % 3 == 2 { FleetWorld::save_prepared } else { FleetWorld::save };
    let save = save(&game.world).expect("nothing in the game is a function");
    let state = &save[HEADER..];
    let mut failed = Vec::new();
    for at in (nth % STEP..state.len()).step_by(STEP) {
        let Some(length) = state[at..].iter().position(|&byte| byte < 0x80) else { continue };
        for number in NUMBERS.into_iter().chain(GREAT_NUMBERS) {
            let changed = [&state[..at], number, &state[at + length + 1..]].concat();
            if std::panic::catch_unwind(|| load_state(&changed)).is_err() {
                failed.push((at, number));
            }
        }
    }
    assert!(failed.is_empty(), "bytes of {}, and what they were set to: {failed:?}", state.len());
}

/// Changes the save of a game, and loads it.
pub fn load_mutated(mut input: Input) {
    let mut game = Game::new(&mut input);
    for _ in 0..4 + input.below(24) {
        operations::operate_calmly(&mut game, &mut input);
    }
    // Landmarks of a small map are complete after some frames.
    (0..input.one_of(&[0, 1, 3, 12])).for_each(|_| game.update(FRAME));
    let save = if input.flag() { FleetWorld::save } else { FleetWorld::save_prepared };
    let save = save(&game.world).expect("nothing in the game is a function");
    assert_eq!(save_of(&save[HEADER..]), save);
    let fleet = postcard::to_allocvec(&game.world.fleet).expect("it was saved").len();
    let from = if input.flag() { save.len() - HEADER - fleet } else { 0 };
    load_state(&mutated(&save[HEADER..], from, &mut input));
}

/// Plays a loaded game for some frames, with a few new requests.
fn run_loaded(mut world: FleetWorld) {
    find_paths(&world.map);
    let saved = world.save().expect("a loaded game can be saved");
    let again = FleetWorld::load(&saved).expect("the save of a loaded game can be loaded");
    assert!(again.save().as_ref() == Ok(&saved), "another save after loading");
    let size = world.map.grid().size().as_ivec2();
    for nth in 0..20 {
        world.update(FRAME, &ScopedThreads(1));
        if nth % 6 == 0 {
            let [from, to] = [1, 2].map(|part| IVec2::new(nth * 7 * part % size.x, nth * 3 * part % size.y));
            let agent = world.fleet.insert(Some(world.geometry.center_of(from)), GroundKind::Tiles);
            world.fleet.set_pace(agent, Some(Pace::new(50.0)));
            world.fleet.set_crowd(agent, Some(0).filter(|_| nth % 12 == 0));
            world.ask(agent, Request::to(to));
        }
        if nth == 10 {
            world.map.block(size / 2);
        }
    }
    find_paths(&world.map);
    _ = world.save().expect("a loaded game can be saved");
}

/// Finds a few paths of each profile with landmarks.
fn find_paths(map: &NavMap) {
    let (cells, mut search) = (map.grid().len(), SearchScratch::new());
    for (profile, nth) in map.landmark_profiles().flat_map(|profile| (0..5).map(move |nth| (profile, nth))) {
        let [start, goal] = [7, 131].map(|step| map.grid().cell((cells / 2 + nth * step) % cells));
        _ = map.find_path(profile, PathQuery::new(start, goal), &mut search, &mut ());
    }
}

/// Checks a few paths of each profile with landmarks. Distances of landmarks that were changed in a save may make paths dearer, but they
/// hide no path.
pub fn check_map(map: &NavMap, count: usize) {
    let cells = map.grid().len();
    if cells > 900 {
        return;
    }
    let mut search = SearchScratch::new();
    for profile in map.landmark_profiles() {
        let ground = ground(map, profile, &[]);
        // Paths that are too costly are another matter.
        if ground.weights.iter().any(|&weight| weight > 3000) {
            continue;
        }
        for nth in 0..count {
            let start = map.grid().cell((cells / 2 + nth * 131) % cells);
            let costs = ground.brute_force(start);
            for (goal, cost) in ground.cells().zip(costs).skip(nth % 3).step_by(3 + cells / 100) {
                let query = PathQuery::new(start, goal);
                let found = map.find_path(profile, query, &mut search, &mut ()).ok();
                let found = found.map(|path| u64::from(path.cost().units()));
                assert_eq!(found.is_some(), cost.is_some(), "from {start} to {goal}");
                assert!(found >= cost, "from {start} to {goal}: {found:?} instead of {cost:?}");
            }
        }
    }
}
