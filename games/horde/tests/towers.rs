//! The mouse builds and removes towers, but never cuts a portal off.

use super::support::{FRAMES, User};
use crate::{board::Board, orders::Orders, site::Refusal, tally::Tally, tower::Tower};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;

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
    let mut user = User::new(&["--agents", "100"]);
    user.wait(5 * FRAMES);
    let cell = room(&user);
    user.point_at(cell);
    user.click(MouseButton::Left);
    assert_eq!((user.count::<Tower>(), user.get::<Tally>().placed), (1, 1));
    assert!(user.get::<NavGrid>().is_blocked(cell));
    user.click(MouseButton::Right);
    user.wait(1);
    assert_eq!((user.count::<Tower>(), user.get::<Tally>().removed), (0, 1));
    assert!(!user.get::<NavGrid>().is_blocked(cell));
}

#[test]
fn no_tower_stands_at_the_base() {
    let mut user = User::new(&["--agents", "100"]);
    let base = user.get::<Board>().base;
    user.point_at(base + IVec2::new(0, Board::BASE_CLEARANCE - 1));
    user.click(MouseButton::Left);
    assert_eq!(user.count::<Tower>(), 0);
    assert_eq!(user.get::<Orders>().refusal, Some(Refusal::AtBase));
}
