//! The mouse builds and removes towers, but never cuts a portal off.

use super::support::{FRAMES, User};
use crate::{
    horde::{
        board::{Base, Board},
        orders::{Orders, Tally},
        tower::Tower,
    },
    stage::Stage,
    window::action::Action,
};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;
use kit::site::Refusal;

/// A cell with room for a tower.
fn room(user: &User) -> IVec2 {
    let (nav_grid, board) = (user.get::<NavGrid>(), user.get::<Board>());
    let is_free = |cell: IVec2| {
        let far = (cell - board.base).abs().max_element() > Board::BASE_CLEARANCE;
        far && Tower::cells(cell).into_iter().all(|cell| !nav_grid.is_blocked(cell))
    };
    (40..).map(|x| IVec2::new(x, 128)).find(|&cell| is_free(cell)).expect("there is room")
}

#[test]
fn a_left_click_builds_a_tower_and_a_right_click_removes_it() {
    let mut user = User::of_horde(&["--agents", "100"]);
    user.wait(5 * FRAMES);
    let cell = room(&user);
    user.point_at(cell);
    user.click_with(MouseButton::Left);
    assert_eq!((user.count::<Tower>(), user.get::<Tally>().placed), (1, 1));
    assert!(user.get::<NavGrid>().is_blocked(cell));
    user.click_with(MouseButton::Right);
    user.wait(1);
    assert_eq!((user.count::<Tower>(), user.get::<Tally>().removed), (0, 1));
    assert!(!user.get::<NavGrid>().is_blocked(cell));
}

#[test]
fn no_tower_stands_at_the_base() {
    let mut user = User::of_horde(&["--agents", "100"]);
    let base = user.get::<Board>().base;
    user.point_at(base + IVec2::new(0, Board::BASE_CLEARANCE - 1));
    user.click_with(MouseButton::Left);
    assert_eq!(user.count::<Tower>(), 0);
    assert_eq!(user.get::<Orders>().refusal, Some(Refusal::AtBase));
}

#[test]
fn the_horde_comes_and_goes_with_its_towers_and_its_base() {
    let mut user = User::of_horde(&["--agents", "400"]);
    user.wait(2 * FRAMES);
    let cell = room(&user);
    user.point_at(cell);
    user.click_with(MouseButton::Left);
    assert_eq!((user.count::<Tower>(), user.count::<Base>()), (1, 1));
    user.key(KeyCode::ArrowUp);
    user.wait(2);
    assert_eq!((user.count::<Tower>(), user.count::<Base>()), (0, 0));
    assert_eq!(user.figures().agents, 12, "those of the jam");
    user.key(KeyCode::ArrowDown);
    user.wait(2);
    assert_eq!((user.count::<Tower>(), user.count::<Base>()), (0, 1));
    assert_eq!(user.choice().agents, 20_000);
    user.wait(FRAMES);
    let (agents, map) = (user.figures().agents, user.get::<Stage>().terrain.size());
    assert!((500..1000).contains(&agents) && map.x == 512, "{agents} agents of 20000 in half a minute");
}

#[test]
fn t_lets_a_script_build_towers() {
    let mut user = User::of_horde(&["--agents", "100"]);
    user.wait(6 * FRAMES);
    assert_eq!(user.get::<Tally>().placed, 0);
    user.key(KeyCode::KeyT);
    user.wait(10 * FRAMES);
    assert!(user.get::<Tally>().placed > 5);
    user.app.world_mut().write_message(Action::Script);
    user.wait(1);
    let placed = user.get::<Tally>().placed;
    user.wait(5 * FRAMES);
    assert_eq!(user.get::<Tally>().placed, placed);
}
