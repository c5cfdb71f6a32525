//! Every key and every button does what it says.

use super::support::User;
use crate::{
    agent::{Stuck, Then},
    choice::{Scene, Tiles},
    overlay::Overlay,
    stage::Stage,
    window::{action::Action, glow::Glow},
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use kit::{occupying::Occupying, overlays::Shown};
use std::collections::HashSet;
use std::time::Duration;

const SIZE: UVec2 = UVec2::new(1280, 720);

#[test]
fn keys_choose_the_scene_and_the_number_of_agents() {
    let mut user = User::new(&["--agents", "100"], SIZE);
    user.key(KeyCode::ArrowUp);
    assert_eq!(user.choice().scene, Scene::Horde);
    user.key(KeyCode::ArrowUp);
    assert_eq!(user.choice().scene, Scene::nth(27));
    user.key(KeyCode::ArrowDown);
    user.key(KeyCode::ArrowDown);
    assert_eq!(user.choice().scene, Scene::nth(0));
    user.key(KeyCode::Digit9);
    assert_eq!(user.choice().scene, Scene::nth(8));
    user.key(KeyCode::Digit0);
    assert_eq!(user.choice().scene, Scene::nth(9));
    user.key(KeyCode::ArrowLeft);
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
    for index in (0..Scene::COUNT).rev() {
        user.choose(Scene::nth(index));
        assert_eq!(user.choice().scene, Scene::nth(index));
    }
    for (nth, agents) in [100, 300, 1000].into_iter().enumerate() {
        user.click(Action::Agents(nth));
        assert_eq!(user.figures().agents, agents);
    }
    user.click(Action::Occupy);
    assert_eq!(*user.get::<Occupying>(), Occupying(false));
    user.click(Action::Congest);
    assert!(user.is_congested());
    user.click(Action::Congest);
    assert!(!user.is_congested());
    for capacity in [2, 4, 1] {
        user.click(Action::Capacity);
        assert_eq!(user.choice().capacity, capacity);
    }
    user.click(Action::Tiles);
    assert_eq!(user.choice().tiles, Tiles::Hexagons);
    user.click(Action::Restart);
    assert_eq!(user.choice().seed, 2);
}

#[test]
fn jams_have_a_page_of_their_own_and_their_own_numbers_of_agents() {
    let mut user = User::new(&[], SIZE);
    user.key(KeyCode::KeyJ);
    assert_eq!(user.choice().scene, Scene::Jam(0));
    for (nth, &agents) in Scene::Jam(0).sizes().iter().enumerate() {
        user.click(Action::Agents(nth));
        assert_eq!(user.figures().agents, agents as usize);
    }
    user.key(KeyCode::KeyJ);
    assert_eq!(user.choice().scene, Scene::nth(0));
}

#[test]
fn agents_of_a_jam_go_on_to_their_next_goals() {
    let mut user = User::new(&["--arrangement", "shaft", "--agents", "3"], SIZE);
    let (mut seconds, mut visits) = (0, HashSet::new());
    while !user.figures().is_over {
        user.wait(60);
        seconds += 1;
        assert!(seconds < 60, "{:?}", user.figures());
        visits.insert(user.agents_with::<Then>());
    }
    assert_eq!(visits, HashSet::from([3, 2, 1, 0]), "they go back one after the other");
}

#[test]
fn without_occupies_agents_stand_on_each_other_and_with_it_they_part_at_once() {
    let mut user = User::new(&["--arrangement", "all-to-one", "--agents", "60", "--occupies", "off"], SIZE);
    user.wait(600);
    assert!(user.figures().is_over);
    assert_eq!(user.figures().nearest, 0.0);
    user.key(KeyCode::KeyO);
    assert_eq!(user.agents_with::<CrowdAgent>(), 60);
    user.wait(300);
    let figures = user.figures();
    assert!(figures.nearest_ever >= 0.45 && figures.above_capacity == 0, "{figures:?}");
    user.key(KeyCode::KeyO);
    assert_eq!(user.agents_with::<CrowdAgent>(), 0);
}

#[test]
fn hexagons_have_the_same_crowd() {
    let mut user = User::new(&["--arrangement", "crossing", "--agents", "40"], SIZE);
    user.key(KeyCode::KeyH);
    assert!(user.get::<NavGrid>().geometry().unwrap().shape().is_hex());
    let mut is_over = || {
        user.wait(1);
        user.figures().is_over
    };
    assert!((0..600).any(|_| is_over()), "ten seconds are enough");
    // Who rests off its goal tries to go back now and then.
    let calm = (0..600).filter(|_| is_over()).count();
    assert!(calm > 400, "of 600 frames all rest in {calm}");
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
    user.app.world_mut().resource_mut::<PathfindingSettings>().crowd.stuck_after = Duration::from_millis(500);
    let mut is_anybody_stuck = || {
        user.wait(1);
        user.figures().stuck > 0
    };
    assert!((0..600).any(|_| is_anybody_stuck()), "somebody waits for half a second");
    assert_eq!(user.agents_with::<Stuck>(), user.figures().stuck);
    user.wait(9000);
    assert!(user.figures().is_over, "{:?}", user.figures());
    assert_eq!(user.agents_with::<Stuck>(), 0);
}

#[test]
fn with_congestion_agents_take_all_three_gates_and_without_it_one() {
    for (congestion, expected) in [(false, 1), (true, 3)] {
        let mut user = User::new(&["--arrangement", "three-gates", "--agents", "150"], SIZE);
        if congestion {
            user.key(KeyCode::KeyC);
        }
        let mut gates = HashSet::new();
        for _ in 0..1800 {
            user.wait(1);
            // The wall is the middle column.
            let wall = user.get::<Stage>().terrain.size().x as i32 / 2;
            gates.extend(user.cells().into_iter().filter(|cell| cell.x == wall).map(|cell| cell.y));
        }
        assert_eq!(gates.len(), expected, "with congestion: {congestion}");
    }
}

/// The colours of the glow on all cells, row by row from the bottom.
fn glow(user: &mut User) -> Vec<[u8; 4]> {
    let world = user.app.world_mut();
    let glow = world.query_filtered::<&MeshMaterial2d<ColorMaterial>, With<Glow>>().single(world).unwrap();
    let material = world.resource::<Assets<ColorMaterial>>().get(glow.id()).unwrap();
    let image = world.resource::<Assets<Image>>().get(material.texture.as_ref().unwrap()).unwrap();
    image.data.as_ref().unwrap().as_chunks().0.to_vec()
}

#[test]
fn danger_of_crowds_glows_red_on_its_cells_as_long_as_there_is_any() {
    let mut user = User::new(&["--arrangement", "three-gates", "--agents", "150"], SIZE);
    user.wait(300);
    assert!(glow(&mut user).iter().all(|color| color[3] == 0), "without congestion there is none");
    user.key(KeyCode::KeyC);
    user.wait(300);
    let colors = glow(&mut user);
    let stage = user.get::<Stage>();
    let map = user.get::<NavGrid>().map().unwrap();
    let cells = stage.cells().zip(map.danger_layers().last().unwrap().units()).zip(colors);
    let (dangerous, others): (Vec<_>, Vec<_>) =
        cells.partition(|&((cell, &units), _)| units > 0 && stage.is_free(cell));
    assert!(dangerous.len() > 20);
    assert!(others.iter().all(|(_, color)| color[3] == 0), "elsewhere nothing glows");
    for &((_, &units), [red, green, blue, alpha]) in &dangerous {
        assert!(red > 230 && green < 80 && blue < 80 && alpha > 0);
        // The more the more opaque.
        let is_less = |&((_, &more), other): &((IVec2, &u32), [u8; 4])| more > units && other[3] < alpha;
        assert!(!dangerous.iter().any(is_less));
    }
    user.key(KeyCode::KeyC);
    user.wait(2);
    assert!(glow(&mut user).iter().all(|color| color[3] == 0));
}

#[test]
fn g_and_p_show_overlays() {
    let mut user = User::new(&[], SIZE);
    for (key, overlay, before) in
        [(KeyCode::KeyG, Overlay::Danger, true), (KeyCode::KeyP, Overlay::Paths, false)]
    {
        assert_eq!(user.get::<Shown<Overlay>>().contains(overlay), before);
        user.key(key);
        assert_eq!(user.get::<Shown<Overlay>>().contains(overlay), !before);
    }
    let world = user.app.world_mut();
    let glow = world.query_filtered::<&Visibility, With<Glow>>().single(world).unwrap();
    assert_eq!(*glow, Visibility::Hidden);
}

#[test]
fn k_lets_four_share_a_cell_and_then_one_again() {
    let mut user = User::new(&["--arrangement", "all-to-one", "--agents", "60"], SIZE);
    for (capacity, most) in [(2, 2), (4, 4), (1, 1)] {
        user.key(KeyCode::KeyK);
        assert_eq!(user.get::<PathfindingSettings>().cell_capacity, capacity);
        user.wait(900);
        assert!(user.figures().is_over && user.figures().above_capacity == 0, "{:?}", user.figures());
        let mut cells = user.cells();
        cells.sort_unstable_by_key(IVec2::to_array);
        let together = cells.chunk_by(|a, b| a == b).map(<[IVec2]>::len).max();
        assert_eq!(together, Some(most));
    }
}
