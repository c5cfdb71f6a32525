//! Every key and every button does what it says.

use super::support::User;
use crate::{
    agent::Stuck,
    arrangements,
    choice::Tiles,
    shared::occupying::Occupying,
    window::action::{AGENTS, Action},
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use std::collections::HashSet;

const SIZE: UVec2 = UVec2::new(1280, 720);

#[test]
fn every_arrangement_has_its_agents_on_free_cells_of_their_own() {
    for arrangement in &arrangements::ALL {
        for count in [4, 7, 100, 300, 1000, 5000] {
            let arena = (arrangement.make)(count, &mut fastrand::Rng::with_seed(1));
            let name = arrangement.name;
            assert_eq!(arena.walkers.len(), count as usize, "{name}");
            let starts: HashSet<IVec2> = arena.walkers.iter().map(|walker| walker.start).collect();
            assert_eq!(starts.len(), count as usize, "{name}: two start on one cell");
            assert!(starts.iter().all(|&start| arena.is_free(start)), "{name}: one starts in a wall");
            assert!(
                arena.goals.iter().flatten().all(|&goal| arena.is_free(goal)),
                "{name}: a goal is in a wall"
            );
        }
    }
}

#[test]
fn keys_choose_the_arrangement_and_the_number_of_agents() {
    let mut user = User::new(&["--agents", "100"], SIZE);
    user.key(KeyCode::ArrowUp);
    assert_eq!(user.choice().arrangement, arrangements::ALL.len() - 1);
    user.key(KeyCode::ArrowDown);
    assert_eq!(user.choice().arrangement, 0);
    user.key(KeyCode::Digit9);
    assert_eq!(user.choice().arrangement, 8);
    user.key(KeyCode::Digit0);
    assert_eq!(user.choice().arrangement, 9);
    for expected in [300, 1000, 1000] {
        user.key(KeyCode::ArrowRight);
        assert_eq!(user.choice().agents, expected);
    }
    assert_eq!(user.figures().agents, 1000);
    user.key(KeyCode::ArrowLeft);
    assert_eq!(user.figures().agents, 300);
}

#[test]
fn every_button_does_what_its_key_does() {
    let mut user = User::new(&["--agents", "50"], SIZE);
    for index in (0..arrangements::ALL.len()).rev() {
        user.click(Action::Arrangement(index));
        assert_eq!(user.choice().arrangement, index);
    }
    for agents in AGENTS {
        user.click(Action::Agents(agents));
        assert_eq!(user.figures().agents, agents as usize);
    }
    user.click(Action::Occupy);
    assert_eq!(*user.get::<Occupying>(), Occupying(false));
    user.click(Action::Tiles);
    assert_eq!(user.choice().tiles, Tiles::Hexagons);
    user.click(Action::Restart);
    assert_eq!(user.choice().seed, 2);
}

#[test]
fn without_occupies_agents_stand_on_each_other_and_with_it_they_part_at_once() {
    let mut user = User::new(&["--arrangement", "all-to-one", "--agents", "60", "--no-occupies"], SIZE);
    user.wait(600);
    assert!(user.figures().is_over);
    assert_eq!(user.figures().nearest, 0.0);
    user.key(KeyCode::KeyO);
    assert_eq!(user.agents_with::<Occupies>(), 60);
    user.wait(300);
    let figures = user.figures();
    assert!(figures.nearest_ever >= 0.45 && figures.above_capacity == 0, "{figures:?}");
    user.key(KeyCode::KeyO);
    assert_eq!(user.agents_with::<Occupies>(), 0);
}

#[test]
fn hexagons_have_the_same_crowd() {
    let mut user = User::new(&["--arrangement", "crossing", "--agents", "40"], SIZE);
    user.key(KeyCode::KeyH);
    assert!(user.get::<NavGrid>().geometry().unwrap().shape().is_hex());
    user.wait(1200);
    assert!(user.figures().is_over, "{:?}", user.figures());
    user.key(KeyCode::KeyH);
    assert!(!user.get::<NavGrid>().geometry().unwrap().shape().is_hex());
}

#[test]
fn a_restart_counts_anew_and_a_pause_stops_the_crowd() {
    let mut user = User::new(&["--arrangement", "ring", "--agents", "40"], SIZE);
    user.wait(60);
    assert!(user.figures().seconds > 0.9);
    user.key(KeyCode::KeyR);
    assert!(user.choice().seed == 2 && user.figures().seconds < 0.1);
    user.wait(30);
    user.key(KeyCode::Space);
    let before = user.figures().seconds;
    user.wait(30);
    assert_eq!(user.figures().seconds, before);
    user.key(KeyCode::Space);
    user.wait(30);
    assert!(user.figures().seconds > before + 0.4);
}

#[test]
fn who_is_stuck_is_marked_until_it_rests() {
    let mut user = User::new(&["--arrangement", "doorway", "--agents", "60"], SIZE);
    user.app.world_mut().resource_mut::<PathfindingSettings>().stuck_after = 0.5;
    user.wait(600);
    assert!(user.figures().stuck > 0, "somebody waits for half a second");
    assert_eq!(user.agents_with::<Stuck>(), user.figures().stuck);
    user.wait(9000);
    assert!(user.figures().is_over, "{:?}", user.figures());
    assert_eq!(user.agents_with::<Stuck>(), 0);
}
