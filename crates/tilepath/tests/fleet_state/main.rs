//! The state of a fleet: a copy, and a world that was written in mid-walk and read, have the same future as the one that goes on.

mod old_save;
mod origins;
mod snapshots;
#[path = "../storm/mod.rs"]
mod storm;

use core::time::Duration;
use fastrand::Rng;
use glam::{IVec2, UVec2, Vec2};
use storm::{FRAME, Game, LARGE, SMALL};
use tilepath::{
    Budget, CellGeometry, CellRect, CostProfile, DangerStamp, DiagonalRule, EngineReason, Falloff, Grid,
    Heuristic, HexLayout, NavMap, PathOptions, SampleSearches, StepLengths, Topology,
    batch::ScopedThreads,
    crowd::CrowdRules,
    fleet::{
        AgentId, AnswerStatus, Fleet, FleetSettings, FleetWorld, GroundKind, LoadError, Pace, PlanCause,
        Request, SaveError, SaveFormat,
    },
};

/// Asserts that two games have the same future.
fn assert_same_future(one: &mut Game, other: &mut Game, frames: u32, what: &str) {
    for frame in 0..frames {
        let [events, others] = [one.step(), other.step()];
        assert_eq!(events, others, "{what}: events of frame {frame}");
        assert_eq!(one.positions(), other.positions(), "{what}: positions in frame {frame}");
        assert_eq!(one.hash(), other.hash(), "{what}: state in frame {frame}");
    }
}

/// Settings with little work for each frame: a game of them is always in the middle of searches, preparations and landmarks.
fn with_budgets(expansions: u32, cells: u32) -> FleetSettings {
    FleetSettings {
        expansions_per_update: expansions,
        prepared_cells_per_update: cells,
        ..FleetSettings::default()
    }
}

/// One of the games that differ in their maps, their budgets, and whether agents ask for other agents.
fn game_at_work(seed: u64) -> Game {
    let budgets =
        [FleetSettings::default(), with_budgets(20, 40), with_budgets(400, 2000), with_budgets(300, 100)];
    let side = if seed.is_multiple_of(3) { SMALL } else { LARGE };
    let game = Game::on(side, seed, seed.is_multiple_of(5), budgets[seed as usize % budgets.len()]);
    Game { is_wild: seed % 8 > 4, ..game }
}

#[test]
fn a_copy_has_the_same_future() {
    for seed in 0..12 {
        let mut game = game_at_work(seed);
        for round in 0..6 {
            (0..[1, 2, 23][round % 3]).for_each(|_| drop(game.step()));
            let mut copy = game.clone();
            assert_eq!(game.hash(), copy.hash());
            assert_same_future(&mut game, &mut copy, 40, &format!("seed {seed}, round {round}"));
        }
    }
}

#[test]
fn a_copy_that_goes_another_way_changes_nothing_for_the_original() {
    for seed in 0..6 {
        let mut game = Game::new(seed, true);
        let mut alone = Game::new(seed, true);
        for _ in 0..8 {
            let mut other = game.clone();
            other.random = Rng::with_seed(seed + 99);
            (0..15).for_each(|_| drop(other.step()));
            assert_same_future(&mut game, &mut alone, 15, &format!("seed {seed}"));
            assert_ne!(game.hash(), other.hash());
        }
    }
}

/// Everything that a game reads or shows is the same, and nothing in it depends on how far searches, preparations and landmarks had come when
/// the game was written.
#[test]
fn a_game_that_was_written_and_read_has_the_same_future() {
    for seed in 0..24 {
        let mut game = game_at_work(seed);
        for round in 0..4 {
            let gap = [2, 5, 23, 61][(seed as usize / 4 + round) % 4];
            (0..gap).for_each(|_| drop(game.step()));
            // Edits that no update has seen yet.
            for _ in 0..round {
                game.play();
            }
            let what = format!("seed {seed}, round {round}");
            let prepared = seed % 2 == 0;
            let reloaded = if prepared { Game::reloaded_prepared } else { Game::reloaded };
            let (mut going, mut loaded) = (game.clone(), reloaded(&game));
            assert!(game.bytes() == loaded.bytes(), "{what}: written twice");
            if prepared {
                let [saved, again] = [&game, &loaded].map(|game| game.world.save_prepared());
                assert!(saved == again, "{what}: written twice with what was prepared");
            }
            for frame in 0..150 {
                let [events, others] = [going.step(), loaded.step()];
                assert_eq!(events, others, "{what}: events of frame {frame}");
                assert_eq!(going.positions(), loaded.positions(), "{what}: positions in frame {frame}");
                let fleets = [&going, &loaded].map(|game| game.world.fleet.state_hash());
                assert_eq!(fleets[0], fleets[1], "{what}: agents in frame {frame}");
            }
            assert_eq!(going.hash(), loaded.hash(), "{what}");
        }
    }
}

/// A call that changes an agent.
type Change = fn(&mut FleetWorld, AgentId);

/// A game may hold the id of an agent that was removed, or the id of another fleet.
#[test]
fn calls_with_the_id_of_no_agent_change_nothing() {
    let changes: [(&str, Change); 14] = [
        ("remove", |world, id| assert!(!world.fleet.remove(id))),
        ("ask", |world, id| _ = world.ask(id, Request::to(IVec2::ONE))),
        ("ask_again", |world, id| world.fleet.ask_again(id, PlanCause::Requested)),
        ("cancel", |world, id| world.fleet.cancel(id)),
        ("enable", |world, id| world.fleet.set_active(id, true)),
        ("disable", |world, id| world.fleet.set_active(id, false)),
        ("set_ground", |world, id| world.fleet.set_ground(id, GroundKind::Waypoints)),
        ("set_own_obstacles", |world, id| world.fleet.set_own_obstacles(id, &[IVec2::ONE])),
        ("set_position", |world, id| world.fleet.set_position(id, Some(Vec2::ONE))),
        ("confirm_position", |world, id| world.fleet.confirm_position(id, Vec2::ONE)),
        ("set_waypoint", |world, id| {
            world.fleet.set_waypoint(id, world.graph.iter().map(|(waypoint, _)| waypoint).next());
        }),
        ("set_pace", |world, id| world.fleet.set_pace(id, Some(Pace::new(9.0)))),
        ("set_crowd", |world, id| world.fleet.set_crowd(id, Some(3))),
        ("restart_walk", |world, id| world.fleet.restart_walk(id)),
    ];
    let mut game = Game::new(2, true);
    (0..30).for_each(|_| drop(game.step()));
    let removed = game.agents[0];
    game.world.fleet.remove(removed);
    let mut fleet = game.world.fleet.clone();
    let grown = (0..99).map(|_| fleet.insert(None, GroundKind::Tiles)).last().unwrap();
    // The place of the removed agent is that of another one, and the last id is beyond the places of this fleet.
    game.join();
    let before = game.hash();
    for (what, change) in changes {
        for id in [removed, grown] {
            change(&mut game.world, id);
            assert_eq!(game.hash(), before, "{what} {id}");
        }
    }
}

/// The clock is exact, however long a game runs: waits end in the same frames as in a new game.
#[test]
fn a_game_that_has_run_for_30_days_behaves_as_a_new_one() {
    for seed in 0..4 {
        let after = |time| {
            let mut game = Game::new(seed, false);
            game.world.fleet = Fleet::new(FleetSettings::default());
            game.agents.clear();
            game.world.update(time, &ScopedThreads(1));
            (0..60).for_each(|_| game.join());
            game
        };
        let [mut new, mut old] = [FRAME, Duration::from_secs(30 * 24 * 3600)].map(after);
        for frame in 0..400 {
            assert_eq!(new.step(), old.step(), "seed {seed}: events of frame {frame}");
            assert_eq!(new.positions(), old.positions(), "seed {seed}: positions in frame {frame}");
        }
        assert!(new.world.fleet.stats() == old.world.fleet.stats(), "seed {seed}: searches");
    }
}

/// How many threads search must not decide when landmarks are ready, or anything else.
#[test]
fn a_game_is_the_same_on_any_number_of_threads() {
    for seed in 0..4 {
        let mut alone = Game::on(LARGE, seed, true, FleetSettings::default());
        let mut others = [2, 8].map(|threads| Game { threads, ..alone.clone() });
        for frame in 0..200 {
            let events = alone.step();
            for other in &mut others {
                let what = format!("seed {seed}, frame {frame}, {} threads", other.threads);
                assert_eq!(other.step(), events, "{what}");
                assert_eq!(other.positions(), alone.positions(), "{what}");
            }
        }
        others.iter().for_each(|other| assert_eq!(other.hash(), alone.hash(), "seed {seed}"));
    }
}

/// Each thread needs warm-up searches of its own. How many are left must not decide when landmarks are ready and engines are compared.
#[test]
fn landmarks_and_engines_are_ready_in_the_same_frame_on_any_number_of_threads() {
    let ready = [1, 2, 8].map(|threads| {
        let map = NavMap::new(Grid::new(UVec2::splat(96), 1).unwrap(), Topology::default());
        let mut world = FleetWorld::new(map, CellGeometry::squares(10.0).unwrap());
        let mut frames = 0;
        while !world.map.has_landmarks(&CostProfile::default()) {
            world.update(FRAME, &ScopedThreads(threads));
            frames += 1;
        }
        let with_landmarks = frames;
        let reason = |map: &NavMap| map.engine(&CostProfile::default(), &PathOptions::DEFAULT).reason;
        while reason(&world.map) != EngineReason::LessWork {
            world.update(FRAME, &ScopedThreads(threads));
            frames += 1;
            assert!(frames < 1000, "the fleet compares engines");
        }
        [with_landmarks, frames]
    });
    assert!(ready[0][0] > 10 && ready == [ready[0]; 3], "{ready:?}");
}

/// The same over the 600 frames that a player might notice, for games that were saved at any time.
#[test]
fn a_save_of_a_game_is_true_for_600_frames() {
    for seed in 50..53 {
        let mut game = Game::on(LARGE, seed, true, FleetSettings::default());
        (0..90).for_each(|_| drop(game.step()));
        let mut loaded = if seed == 50 { game.reloaded() } else { game.reloaded_prepared() };
        assert_same_future(&mut game, &mut loaded, 600, &format!("seed {seed}"));
    }
}

/// Each frame has its own budget for repairs. So in a long game, edits still repair goal fields, and do not rebuild them.
#[test]
fn goal_fields_of_a_long_game_are_repaired() {
    let game = Game::on(LARGE, 1, false, FleetSettings::default());
    // A link changes the costs of too many cells to be repaired.
    let mut game = Game { changes_bounds: false, has_links: false, ..game };
    (0..300).for_each(|_| drop(game.step()));
    let builds = game.world.fleet.stats().field_builds;
    (0..6000).for_each(|_| drop(game.step()));
    let more = game.world.fleet.stats().field_builds - builds;
    assert!(more < 60, "{more} builds for the same two goals");
}

/// Many parts of this map are not connected: distances between them are unknown, and are stored as the greatest distance.
#[test]
fn landmarks_that_are_being_measured_are_saved_at_any_time() {
    let (profile, mut random) = (CostProfile::default(), Rng::with_seed(5));
    for round in 0..6 {
        let grid = Grid::from_fn([40, 30].into(), |_| random.u8(..5).saturating_sub(1).min(2)).unwrap();
        let mut map = NavMap::new(grid, Topology::default());
        let mut saves = 0;
        while map.measure_landmarks(&profile, &mut Budget::new(5 + round)).is_pending() {
            let bytes = postcard::to_allocvec(&map).unwrap();
            map = postcard::from_bytes(&bytes).unwrap();
            assert!(postcard::to_allocvec(&map).unwrap() == bytes, "round {round}, save {saves}");
            saves += 1;
        }
        assert!(saves > 300, "{saves} saves");
    }
}

/// A comparison of engines that is saved and loaded in every frame comes to the same end in the same frame, with the same budgets. Edits
/// between end the search under way.
#[test]
fn engines_that_are_being_compared_are_saved_at_any_time() {
    let (profile, mut random, mut saves) = (CostProfile::default(), Rng::with_seed(6), 0);
    for round in 0..8 {
        let topology = if round % 4 == 3 { Topology::hex(HexLayout::OddRows) } else { Topology::default() };
        let walls = random.u8(1..40);
        let class = |random: &mut Rng| if random.u8(..100) < walls { 0 } else { random.u8(1..=2) };
        let grid = Grid::from_fn([60, 50].into(), |_| class(&mut random)).unwrap();
        let mut map = NavMap::new(grid, topology);
        map.prepare(&profile);
        // They serve the profile, too.
        let careless = CostProfile::default().with_aversion(0, 0.0).unwrap();
        if round % 2 == 0 {
            map.prepare_landmarks(&careless);
        }
        let (mut goes_on, mut samples) = (map.clone(), SampleSearches::default());
        loop {
            let units = random.u64(1..40);
            let [mut budget, mut other] = [Budget::new(units); 2];
            let status = goes_on.compare_engines(&profile, &mut samples, &mut budget);
            let bytes = postcard::to_allocvec(&map).unwrap();
            map = postcard::from_bytes(&bytes).unwrap();
            let loaded = map.compare_engines(&profile, &mut SampleSearches::default(), &mut other);
            assert_eq!((status, budget), (loaded, other), "round {round}, save {saves}");
            saves += 1;
            if status.is_ready() {
                break;
            }
            let (cell, kind, size) =
                (IVec2::new(random.i32(..60), random.i32(..50)), random.u8(..40), random.i32(1..40));
            for map in [&mut goes_on, &mut map] {
                match kind {
                    0 => map.block(cell),
                    // The same cost for the profile, and a lower one for the landmarks.
                    1 => map.edit(|edits| {
                        let _ = edits.set_terrain(cell, 1);
                        edits
                            .add_danger(0, &DangerStamp::new(0.0, 1.0, Falloff::Flat).unwrap(), cell)
                            .unwrap();
                    }),
                    2 => {
                        let lake = CellRect { min: cell, max: cell + size };
                        map.edit(|edits| lake.cells().for_each(|cell| _ = edits.set_terrain(cell, 1)));
                    }
                    3.. if round % 2 == 0 => _ = map.measure_landmarks(&careless, &mut Budget::new(9)),
                    _ => {}
                }
            }
            let [one, other] = [&goes_on, &map].map(|map| postcard::to_allocvec(map).unwrap());
            assert!(one == other, "round {round}, save {saves}");
        }
        let [one, other] = [&goes_on, &map].map(|map| map.engine(&profile, &PathOptions::DEFAULT));
        assert_eq!(one, other);
        assert_eq!(one.reason, EngineReason::LessWork);
    }
    assert!(saves > 300, "{saves} saves");
}

/// A map drops what it has prepared for a profile if others need the room. It keeps the landmarks of the profile until the next edit.
#[test]
fn landmarks_of_a_profile_that_lost_its_place_are_saved() {
    let profile = |price| CostProfile::default().with_cost(2, price);
    let mut map = NavMap::new(Grid::new([30, 20].into(), 1).unwrap(), Topology::default());
    map.prepare_landmarks(&profile(3));
    (10..10 + NavMap::MAX_PREPARED as u16).for_each(|price| map.prepare(&profile(price)));
    assert!(!map.is_prepared(&profile(3)) && map.has_landmarks(&profile(3)));
    let bytes = postcard::to_allocvec(&map).unwrap();
    let read: NavMap = postcard::from_bytes(&bytes).unwrap();
    assert!(!read.is_prepared(&profile(3)) && read.has_landmarks(&profile(3)));
    assert_eq!(postcard::to_allocvec(&read).unwrap(), bytes);
}

/// The obstacles that an agent has moved are forgotten in a loaded game as well.
#[test]
fn moved_obstacles_are_forgotten_after_loading() {
    let map = NavMap::new(Grid::new(UVec2::splat(6), 1).unwrap(), Topology::default());
    let mut world = FleetWorld::new(map, CellGeometry::squares(10.0).unwrap());
    let agent = world.fleet.insert(Some(Vec2::ZERO), GroundKind::Tiles);
    world.ask(agent, Request::to(IVec2::new(5, 5)));
    world.map.block(IVec2::new(2, 2));
    world.fleet.set_own_obstacles(agent, &[IVec2::new(2, 2)]);
    let mut loaded = FleetWorld::load(&world.save().unwrap()).unwrap();
    for _ in 0..3 {
        world.update(FRAME, &ScopedThreads(1));
        loaded.update(FRAME, &ScopedThreads(1));
        world.fleet.forget_moved_obstacles();
        loaded.fleet.forget_moved_obstacles();
        assert_eq!(world.fleet.state_hash(), loaded.fleet.state_hash());
    }
}

/// A field has no path while all its goals are blocked. Its agents must not wait for it.
#[test]
fn a_field_whose_goals_were_blocked_before_a_save_is_loaded() {
    for seed in 0..12 {
        let mut game = Game::new(seed, false);
        let goal = game.origin + IVec2::new(SMALL - 3, 5);
        game.world.map.set_terrain(goal, 1).unwrap();
        (0..20).for_each(|_| drop(game.update()));
        game.world.map.block(goal);
        let mut loaded = game.reloaded();
        let what = format!("seed {seed}");
        assert_eq!(game.hash(), loaded.hash(), "{what}");
        assert_same_future(&mut game, &mut loaded, 60, &what);
        let statuses = loaded.agents.iter().map(|&agent| loaded.world.fleet.agent(agent).unwrap().status());
        let statuses: Vec<AnswerStatus> = statuses.collect();
        assert!(!statuses.contains(&AnswerStatus::Pending), "{what}");
        let has_failed = statuses.iter().any(|status| matches!(status, AnswerStatus::Failed(_)));
        assert!(has_failed, "{what}");
    }
}

/// Fields of another topology are dropped by the next update.
#[test]
fn a_game_is_saved_right_after_its_map_got_another_topology() {
    for seed in 0..12 {
        let mut game = Game::new(seed, false);
        (0..20).for_each(|_| drop(game.update()));
        let topology = Topology::square(DiagonalRule::Never).with_shape(game.world.map.topology().shape());
        game.world.map.set_topology(topology.with_lengths(StepLengths::new(3, 4).unwrap()));
        let mut loaded = game.reloaded();
        let what = format!("seed {seed}");
        assert_eq!(game.hash(), loaded.hash(), "{what}");
        assert_same_future(&mut game, &mut loaded, 60, &what);
    }
}

#[test]
fn altered_bytes_are_refused_or_give_a_fleet_that_runs() {
    let mut random = Rng::with_seed(1);
    // Worlds whose landmarks are complete, and worlds that are being prepared.
    for (frames, settings, least) in [(90, FleetSettings::default(), 40), (6, with_budgets(20, 400), 40)] {
        let mut game = Game::on(SMALL, 4, true, settings);
        (0..frames).for_each(|_| drop(game.step()));
        let bytes = game.bytes();
        let fleet_at = bytes.len() - postcard::to_allocvec(&game.world.fleet).unwrap().len();
        let mut read = 0;
        for nth in 0..600 {
            let mut bytes = bytes.clone();
            // Half of the changes are made in the fleet, which is much shorter.
            let from = if nth % 2 == 0 { 0 } else { fleet_at };
            match nth % 3 {
                0 => bytes.truncate(random.usize(from..bytes.len())),
                _ => (0..random.usize(1..4)).for_each(|_| {
                    let at = random.usize(from..bytes.len());
                    bytes[at] = random.u8(..);
                }),
            }
            if let Ok(mut world) = postcard::from_bytes::<FleetWorld>(&bytes) {
                read += 1;
                (0..20).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
            }
        }
        assert!(read > least, "{read} of 600 were read");
    }
}

#[test]
fn a_save_that_cannot_be_loaded_says_why() {
    let mut game = Game::new(3, true);
    (0..20).for_each(|_| drop(game.step()));
    let save = game.world.save().unwrap();
    let load = |bytes: &[u8]| FleetWorld::load(bytes).map(drop).unwrap_err();
    let altered = |at: usize, by: u8| {
        let mut bytes = save.clone();
        bytes[at] ^= by;
        bytes
    };
    assert_eq!(load(&[]), LoadError::NoSave);
    assert_eq!(load(&altered(3, 1)), LoadError::NoSave);
    let expected = SaveFormat::STATE;
    assert_eq!(load(&altered(8, 3)), LoadError::OtherVersion { found: expected ^ 3, expected });
    for found in [9, 27, 28, 500, save.len() - 1] {
        let expected = if found < 28 { 28 } else { save.len() as u64 };
        assert_eq!(load(&save[..found]), LoadError::Truncated { found: found as u64, expected });
    }
    let mut random = Rng::with_seed(2);
    (0..200).for_each(|_| assert_eq!(load(&altered(random.usize(20..save.len()), 4)), LoadError::Damaged));
    assert_eq!(load(&[&save[..], &[0]].concat()), LoadError::Damaged);
    let request = Request::to(IVec2::ONE).with_heuristic(Heuristic::Custom(|_| 0.0));
    game.world.ask(game.agents[0], request);
    assert_eq!(game.world.save(), Err(SaveError::Function));
}

#[test]
fn a_save_with_rules_that_no_crowd_can_have_is_refused() {
    let mut game = Game::new(3, true);
    game.update();
    let bytes = game.bytes();
    let others = CrowdRules { return_doublings: 21, ..CrowdRules::default() };
    let plain = CrowdRules { return_doublings: 22, ..CrowdRules::default() };
    game.world.fleet.set_crowd_rules(&plain).unwrap();
    assert_eq!(bytes, game.bytes());
    game.world.fleet.set_crowd_rules(&others).unwrap();
    let changed = game.bytes();
    // The rules of the fleet come after those of its layers.
    let at = (0..bytes.len()).rfind(|&at| bytes[at] != changed[at]).unwrap();
    let mut hostile = bytes;
    assert_eq!(core::mem::replace(&mut hostile[at], 64), 22);
    let error = postcard::from_bytes::<FleetWorld>(&hostile).unwrap_err();
    assert_eq!(error, postcard::Error::SerdeDeCustom);
}

#[test]
fn what_decides_the_future_is_in_the_hash() {
    let game = Game::new(3, true);
    let hash = game.hash();
    let changed = |change: fn(&mut Game)| {
        let mut game = game.clone();
        change(&mut game);
        game.hash()
    };
    assert_eq!(changed(|_| ()), hash);
    for change in [
        (|game| game.world.map.block(game.origin + 1)) as fn(&mut Game),
        |game| game.world.fleet.set_pace(game.agents[0], Some(Pace::new(1.0))),
        |game| game.world.fleet.set_position(game.agents[0], Some(Vec2::ONE)),
        |game| assert!(game.world.fleet.remove(game.agents[5])),
        |game| game.agents.push(game.world.fleet.insert(None, GroundKind::Tiles)),
        |game| game.world.fleet.set_settings(FleetSettings { retry_delay: 9.0, ..FleetSettings::default() }),
        |game| game.world.set_profiles(vec![CostProfile::default()]),
        |game| game.waypoints.push(game.world.graph.add_waypoint(Vec2::splat(7.0)).unwrap()),
        |game| drop(game.step()),
    ] {
        assert_ne!(changed(change), hash);
    }
}

#[test]
fn a_heuristic_that_is_a_function_has_no_hash() {
    let mut game = Game::new(0, true);
    let request = Request::to(IVec2::ONE).with_heuristic(Heuristic::Custom(|_| 0.0));
    game.world.ask(game.agents[0], request);
    assert_eq!(game.world.fleet.state_hash(), None);
}

/// With a small budget for goal fields, many are out of date: agents walk by them until their successors are built.
#[test]
fn a_loaded_game_whose_fields_are_out_of_date_has_the_same_future() {
    for seed in 0..24 {
        let mut settings = FleetSettings::default();
        settings.fields.cells_per_frame = [40, 400, 2000][seed as usize % 3];
        let side = if seed % 2 == 0 { SMALL } else { LARGE };
        let mut game = Game::on(side, seed, false, settings);
        for round in 0..4 {
            let gap = [2, 5, 23, 61][(seed as usize / 4 + round) % 4];
            (0..gap).for_each(|_| drop(game.step()));
            for _ in 0..2 + round {
                game.play();
            }
            let mut loaded = game.reloaded();
            assert_eq!(game.hash(), loaded.hash(), "seed {seed}, round {round}");
            for frame in 0..90 {
                let at = format!("seed {seed}, round {round}, frame {frame}");
                assert_eq!(loaded.step(), game.step(), "{at}");
                assert_eq!(loaded.positions(), game.positions(), "{at}");
                assert_eq!(loaded.hash(), game.hash(), "{at}");
            }
        }
    }
}

#[test]
fn an_edit_is_taken_back_after_a_save() {
    for seed in 0..12 {
        let mut game = Game::on(SMALL, seed, false, FleetSettings::default());
        (0..40).for_each(|_| drop(game.step()));
        let cell = IVec2::splat(4 + seed as i32 % 5);
        game.world.map.block(cell);
        let mut loaded = game.reloaded();
        for game in [&mut game, &mut loaded] {
            game.world.map.unblock(cell);
        }
        assert_eq!(loaded.hash(), game.hash(), "seed {seed}");
        assert_same_future(&mut game, &mut loaded, 60, &format!("seed {seed}"));
    }
}
