//! The horde: with `--occupies on` each agent keeps its cell to itself, without it they walk through each other, and O switches.

use super::support::{FRAMES, User};
use crate::agent::Agent;
use bevy::prelude::*;
use bevy_tilepath::CrowdAgent;
use kit::{
    occupying::Occupying,
    probes::{InWalls, LEAST, Nearest},
};

/// So many that they stand in each other's way at the portals.
const AGENTS: [&str; 2] = ["--agents", "600"];

#[test]
fn without_occupies_they_walk_through_each_other_to_the_base() {
    let mut user = User::of_horde(&AGENTS);
    user.wait(60 * FRAMES);
    assert_eq!(user.agents_with::<CrowdAgent>(), 0);
    assert_eq!(user.count::<Agent>(), 600);
    assert!(user.figures().arrived > 0);
    assert!(user.get::<Nearest>().0 < 0.2, "600 agents never come near to each other");
    assert_eq!(user.get::<InWalls>().0, 0);
}

#[test]
fn with_occupies_each_has_its_cell_to_itself_on_the_way_to_the_base() {
    let mut user = User::of_horde(&[AGENTS[0], AGENTS[1], "--occupies", "on"]);
    user.wait(60 * FRAMES);
    assert_eq!(user.agents_with::<CrowdAgent>(), 600);
    assert!(user.figures().arrived > 0);
    assert!(user.get::<Nearest>().0 >= LEAST, "two agents were {} cells apart", user.get::<Nearest>().0);
    assert_eq!(user.get::<InWalls>().0, 0);
}

#[test]
fn o_parts_those_that_are_on_the_way_and_those_that_come() {
    let mut user = User::of_horde(&AGENTS);
    user.wait(20 * FRAMES);
    user.key(KeyCode::KeyO);
    assert_eq!(*user.get::<Occupying>(), Occupying(true));
    user.wait(2 * FRAMES);
    user.app.insert_resource(Nearest::default());
    user.wait(10 * FRAMES);
    assert_eq!(user.agents_with::<CrowdAgent>(), user.count::<Agent>());
    assert!(user.get::<Nearest>().0 >= LEAST, "two agents were {} cells apart", user.get::<Nearest>().0);
    user.key(KeyCode::KeyO);
    assert_eq!(user.agents_with::<CrowdAgent>(), 0);
}
