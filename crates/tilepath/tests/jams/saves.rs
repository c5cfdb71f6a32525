//! Jams are part of the state: saved in the middle of searches and plans, and taken back.

use crate::play::{Kind, Play};
use arrangements::{Arena, jams};
use core::time::Duration;
use fastrand::Rng;
use tilepath::{batch::ScopedThreads, crowd::CrowdRules, fleet::FleetWorld};

fn update(world: &mut FleetWorld, frames: u32) -> Vec<Option<u64>> {
    let step = |_| {
        world.update(Duration::from_millis(50), &ScopedThreads(1));
        world.fleet.forget_events();
        world.state_hash()
    };
    (0..frames).map(step).collect()
}

fn games() -> impl Iterator<Item = (Arena, Kind, CrowdRules)> {
    // With few units, the searches take many calls.
    let slow = CrowdRules { jam_units: 40, ..CrowdRules::default() };
    let mut random = Rng::with_seed(7);
    let rooms = jams::rooms(5, &mut random);
    let maze = jams::maze(17, 15, 12, &mut random);
    [(rooms.clone(), CrowdRules::default()), (rooms, slow), (maze, slow)]
        .into_iter()
        .zip([Kind::Eight, Kind::Four, Kind::Hex])
        .map(|((arena, rules), kind)| (arena, kind, rules))
}

#[test]
fn a_game_that_is_saved_in_a_jam_has_the_same_future() {
    for (arena, kind, rules) in games() {
        let mut game = Play::new(&arena, kind, &rules);
        for _ in 0..12 {
            (0..40).for_each(|_| game.step());
            let mut loaded = FleetWorld::load(&game.world.save().unwrap()).unwrap();
            let mut copy = game.world.clone();
            let expected = update(&mut game.world, 30);
            assert_eq!(update(&mut loaded, 30), expected, "{kind:?}, loaded after {} s", game.seconds);
            assert_eq!(update(&mut copy, 30), expected, "{kind:?}, copied after {} s", game.seconds);
        }
    }
}

#[test]
fn a_game_that_goes_back_in_a_jam_plays_the_same_again() {
    for (arena, kind, rules) in games() {
        let mut game = Play::new(&arena, kind, &rules);
        for _ in 0..20 {
            (0..17).for_each(|_| game.step());
            let snapshot = game.world.snapshot();
            let expected = update(&mut game.world, 25);
            game.world.restore(&snapshot).unwrap();
            assert_eq!(update(&mut game.world, 25), expected, "{kind:?}, after {} s", game.seconds);
        }
    }
}

#[test]
fn a_plan_ends_when_its_ground_or_an_agent_of_it_is_gone() {
    let mut random = Rng::with_seed(3);
    for (arena, kind, rules) in games() {
        let mut game = Play::new(&arena, kind, &rules);
        let mut walls = Vec::new();
        for round in 0..60 {
            (0..10).for_each(|_| game.step());
            if game.agents.is_empty() {
                break;
            }
            let nth = random.usize(0..game.agents.len());
            let (agent, goal) = game.agents[nth];
            match round % 4 {
                0 => {
                    if let Some(at) = game.cell(agent) {
                        game.world.map.block(at);
                        walls.push(at);
                    }
                }
                1 => walls.drain(..).for_each(|cell| game.world.map.unblock(cell)),
                2 => {
                    let to = game.world.geometry.center_of(goal);
                    game.world.fleet.set_position(agent, Some(to));
                }
                _ if round % 8 == 3 => {
                    game.world.fleet.remove(agent);
                    game.agents.remove(nth);
                }
                _ => {}
            }
        }
        walls.drain(..).for_each(|cell| game.world.map.unblock(cell));
        let end = game.play(game.seconds + 600.0);
        assert_eq!(end.arrived, end.of, "{kind:?}: {end:?}");
    }
}
