//! Orders: go, stop, and what is said of those that can't.

use super::support::Player;
use crate::{
    board::{Board, square},
    orders::{Orders, Task},
    trouble::Trouble,
    unit::{Job, Unit, UnitKind},
    window::{
        hint::{HintText, WhyText},
        marks::Destination,
    },
};
use bevy::prelude::*;
use bevy_tilepath::{PathFollower, PathRequest};
use std::collections::HashSet;

/// Selects all units.
fn select_all(player: &mut Player) {
    player.hold(KeyCode::ControlLeft);
    player.key(KeyCode::KeyA);
    player.release(KeyCode::ControlLeft);
}

#[test]
fn the_selected_go_there_and_rest_round_it_on_cells_of_their_own() {
    let mut player = Player::new();
    select_all(&mut player);
    let goal = IVec2::new(20, 14);
    player.order_to(goal);
    let units = player.all();
    assert!(units.iter().all(|&unit| player.job_of(unit) == Job::Going));
    player.wait_until(40, |player| units.iter().all(|&unit| player.job_of(unit) == Job::Idle));
    player.wait(100);
    let cells_of = |player: &Player| -> Vec<IVec2> {
        units.iter().flat_map(|&unit| player.of::<Unit>(unit).kind.cells(player.cell_of(unit))).collect()
    };
    let cells = cells_of(&player);
    assert_eq!(cells.iter().collect::<HashSet<_>>().len(), cells.len(), "two are in one cell");
    assert!(cells.contains(&goal));
    let farthest = cells.iter().map(|cell| (*cell - goal).abs().max_element()).max().unwrap();
    assert!(farthest <= 6, "44 units of one cell and 4 tanks need no more than that: {farthest}");
    player.wait(20);
    assert_eq!(cells_of(&player), cells, "they rest");
}

#[test]
fn only_the_selected_go() {
    let mut player = Player::new();
    let soldiers = player.units(UnitKind::Soldier);
    player.click_on(soldiers[2]);
    player.order_to(IVec2::new(24, 22));
    let going: Vec<Entity> =
        player.all().into_iter().filter(|&unit| player.job_of(unit) == Job::Going).collect();
    assert_eq!(going, [soldiers[2]]);
    assert_eq!(player.count::<Destination>(), 1, "its destination is marked");
    player.key(KeyCode::Escape);
    player.wait(1);
    assert_eq!(player.count::<Destination>(), 0);
    player.wait_until(30, |player| player.cell_of(soldiers[2]) == IVec2::new(24, 22));
}

#[test]
fn workers_pass_the_gate_on_the_lower_bridge_and_soldiers_take_the_upper_bridge() {
    let mut player = Player::new();
    let gate = player.get::<Board>().gates[0];
    let (worker, soldier) = (player.units(UnitKind::Worker)[0], player.units(UnitKind::Soldier)[0]);
    let there = IVec2::new(52, 21);
    player.app.world_mut().resource_mut::<Orders>().give(vec![worker, soldier], Task::Go(there));
    player.wait(2);
    let (mut passed, mut highest) = ([false; 2], 0);
    player.wait_until(90, |player| {
        let cells = [worker, soldier].map(|unit| player.cell_of(unit));
        for (passed, cell) in passed.iter_mut().zip(cells) {
            *passed |= cell.x == gate.x && (cell.y == gate.y || cell.y == gate.y + 1);
        }
        highest = highest.max(cells[1].y);
        [worker, soldier].iter().all(|&unit| player.job_of(unit) == Job::Idle)
    });
    assert_eq!(passed, [true, false]);
    assert!(highest > 45, "by the upper bridge: {highest}");
}

#[test]
fn a_right_click_without_a_selection_orders_nothing() {
    let mut player = Player::new();
    player.order_to(IVec2::new(20, 14));
    assert_eq!(player.count::<PathRequest>(), 0);
}

#[test]
fn a_short_press_of_s_stops_and_a_long_one_moves_the_camera() {
    let mut player = Player::new();
    select_all(&mut player);
    player.order_to(IVec2::new(30, 20));
    player.wait(20);
    let camera = player.camera().1.translation;
    player.hold(KeyCode::KeyS);
    player.wait(10);
    player.release(KeyCode::KeyS);
    let units = player.all();
    assert!(player.camera().1.translation.y < camera.y);
    assert!(units.iter().any(|&unit| player.job_of(unit) == Job::Going), "they go on");
    let camera = player.camera().1.translation;
    player.key(KeyCode::KeyS);
    player.wait(2);
    assert_eq!(player.camera().1.translation, camera);
    assert!(units.iter().all(|&unit| player.job_of(unit) == Job::Idle));
    // Who is between two cells comes to the next one.
    player.wait(30);
    let before: Vec<IVec2> = units.iter().map(|&unit| player.cell_of(unit)).collect();
    player.wait(40);
    let after: Vec<IVec2> = units.iter().map(|&unit| player.cell_of(unit)).collect();
    assert_eq!(before, after);
}

#[test]
fn a_click_beside_a_wall_means_the_free_cell_next_to_it() {
    let mut player = Player::new();
    let soldier = player.units(UnitKind::Soldier)[0];
    player.click_on(soldier);
    // The outermost column is rock on every map.
    let board = player.get::<Board>().clone();
    let edge = (8..25).find_map(|y| {
        let free = |x: i32| board.at(IVec2::new(x, y)).is_some_and(|terrain| terrain.class() > 0);
        (0..4).find(|&x| !free(x) && free(x + 1)).map(|x| IVec2::new(x, y))
    });
    player.order_to(edge.unwrap());
    player.wait_until(30, |player| player.job_of(soldier) == Job::Idle);
    assert_eq!(player.cell_of(soldier), edge.unwrap() + IVec2::X);
}

#[test]
fn who_can_not_get_there_has_a_sign_and_says_why() {
    let mut player = Player::new();
    let soldier = player.units(UnitKind::Soldier)[0];
    player.click_on(soldier);
    // The middle of the island, far out of sight: the order is given as the mouse would.
    let island = IVec2::new(68, 54);
    let task = Task::Go(island);
    player.app.world_mut().resource_mut::<Orders>().give(vec![soldier], task);
    player.wait(3);
    assert!(matches!(player.of::<Trouble>(soldier), Trouble::NoPath(_)));
    let why = player.text::<WhyText>();
    assert!(why.starts_with("soldier 1 (") && why.contains("has no path"), "{why}");
    player.order_to(IVec2::new(20, 14));
    player.wait(3);
    assert_eq!(player.count::<Trouble>(), 0, "another order ends it");
    player.wait_until(30, |player| {
        player.job_of(soldier) == Job::Going && player.text::<WhyText>().contains("walks")
    });
    assert!(player.text::<WhyText>().contains("walks to the cell"));
}

#[test]
fn the_lower_bar_says_what_is_under_the_mouse() {
    let mut player = Player::new();
    player.point_at(IVec2::new(25, 16));
    player.wait(1);
    assert_eq!(player.text::<HintText>(), "a mine with 150 of 150 ore");
    player.key(KeyCode::KeyI);
    assert_eq!(player.text::<HintText>(), "a mine with 150 of 150 ore: right click to gather here");
    player.point_at(IVec2::new(12, 14));
    player.wait(1);
    assert_eq!(player.text::<HintText>(), "the base, where workers bring ore: right click to go there");
    player.point_at(IVec2::new(30, 12));
    player.wait(1);
    assert_eq!(player.text::<HintText>(), "26 workers: right click to go here");
}

#[test]
fn who_can_not_get_through_is_stuck_until_the_others_move() {
    let mut player = Player::new();
    let soldier = player.units(UnitKind::Soldier)[0];
    let workers = player.units(UnitKind::Worker)[..8].to_vec();
    let middle = IVec2::new(22, 11);
    let ring = square(middle, 1).filter(|&cell| cell != middle);
    let places = core::iter::once((soldier, middle)).chain(workers.iter().copied().zip(ring));
    for (unit, cell) in places.collect::<Vec<_>>() {
        let mut unit = player.app.world_mut().entity_mut(unit);
        unit.get_mut::<Transform>().unwrap().translation = Board::center_of(cell).extend(0.0);
        if cell != middle {
            // Who stands still by itself gives way to nobody.
            unit.get_mut::<PathFollower>().unwrap().speed = 0.0;
        }
    }
    player.wait(2);
    player.click_on(soldier);
    player.order_to(IVec2::new(30, 12));
    player.wait_until(8, |player| player.count::<Trouble>() == 1);
    assert!(matches!(player.of::<Trouble>(soldier), Trouble::Stuck(..)));
    let why = player.text::<WhyText>();
    assert!(why.contains("It is stuck: others stand in its way or push it back."), "{why}");
    for &worker in &workers {
        player.app.world_mut().get_mut::<PathFollower>(worker).unwrap().speed = 430.0;
    }
    player.wait_until(10, |player| player.count::<Trouble>() == 0);
    player.wait_until(30, |player| player.cell_of(soldier) == IVec2::new(30, 12));
}
