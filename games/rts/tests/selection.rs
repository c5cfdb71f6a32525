//! Who is selected by clicks, rectangles and keys.

use super::support::{Player, sorted};
use crate::unit::UnitKind;
use bevy::prelude::*;

#[test]
fn a_click_selects_a_unit_and_another_click_another() {
    let mut player = Player::new();
    let workers = player.units(UnitKind::Worker);
    player.click_on(workers[3]);
    assert_eq!(player.selected(), [workers[3]]);
    player.wait(10);
    player.click_on(workers[4]);
    assert_eq!(player.selected(), [workers[4]]);
}

#[test]
fn a_click_on_the_ground_selects_nobody() {
    let mut player = Player::new();
    let worker = player.units(UnitKind::Worker)[0];
    player.click_on(worker);
    player.point_at(IVec2::new(30, 12));
    player.click(MouseButton::Left);
    assert!(player.selected().is_empty());
}

#[test]
fn shift_adds_and_takes_away() {
    let mut player = Player::new();
    let units = player.all();
    player.click_on(units[0]);
    player.hold(KeyCode::ShiftLeft);
    player.wait(10);
    player.click_on(units[1]);
    player.wait(10);
    player.click_on(units[30]);
    assert_eq!(player.selected(), sorted(vec![units[0], units[1], units[30]]));
    player.wait(10);
    player.click_on(units[1]);
    assert_eq!(player.selected(), sorted(vec![units[0], units[30]]));
    player.point_at(IVec2::new(30, 12));
    player.click(MouseButton::Left);
    assert_eq!(player.selected().len(), 2, "a click that misses takes nobody away");
}

#[test]
fn a_rectangle_selects_who_is_in_it_from_any_corner() {
    for turned in [false, true] {
        let mut player = Player::new();
        let (low, high) = (IVec2::new(6, 8), IVec2::new(12, 12));
        if turned {
            player.drag(high, low);
        } else {
            player.drag(low, high);
        }
        let is_inside = |cell: IVec2| cell.cmpge(low).all() && cell.cmple(high).all();
        let expected: Vec<Entity> =
            player.all().into_iter().filter(|&unit| is_inside(player.cell_of(unit))).collect();
        assert!(expected.len() > 3 && expected.len() < 40, "{}", expected.len());
        assert_eq!(player.selected(), sorted(expected));
    }
}

#[test]
fn shift_adds_a_rectangle() {
    let mut player = Player::new();
    player.drag(IVec2::new(6, 8), IVec2::new(12, 12));
    let first = player.selected().len();
    player.hold(KeyCode::ShiftRight);
    player.drag(IVec2::new(13, 8), IVec2::new(18, 12));
    assert!(player.selected().len() > first);
    player.release(KeyCode::ShiftRight);
    player.drag(IVec2::new(13, 8), IVec2::new(18, 12));
    let second = player.selected().len();
    player.drag(IVec2::new(28, 10), IVec2::new(30, 12));
    assert!(second > 0 && player.selected().is_empty(), "an empty rectangle selects nobody");
}

#[test]
fn a_double_click_selects_all_of_a_kind_in_sight() {
    let mut player = Player::new();
    let soldiers = player.units(UnitKind::Soldier);
    player.click_on(soldiers[0]);
    player.click(MouseButton::Left);
    assert_eq!(player.selected(), sorted(soldiers.clone()));
    // Two slow clicks are no double click.
    player.wait(20);
    player.click(MouseButton::Left);
    player.wait(20);
    player.click(MouseButton::Left);
    assert_eq!(player.selected(), [soldiers[0]]);
}

#[test]
fn a_double_click_does_not_select_who_is_out_of_sight() {
    let mut player = Player::new();
    let soldiers = player.units(UnitKind::Soldier);
    let at = crate::board::Board::center_of(IVec2::new(70, 20)).extend(0.0);
    player.app.world_mut().get_mut::<Transform>(soldiers[5]).unwrap().translation = at;
    player.wait(2);
    player.click_on(soldiers[0]);
    player.click(MouseButton::Left);
    let selected = player.selected();
    assert!(!selected.contains(&soldiers[5]));
    assert_eq!(selected.len(), soldiers.len() - 1);
}

#[test]
fn keys_select_all_the_idle_and_nobody() {
    let mut player = Player::new();
    player.hold(KeyCode::ControlLeft);
    player.key(KeyCode::KeyA);
    player.release(KeyCode::ControlLeft);
    let all = player.all();
    assert_eq!(player.selected(), sorted(all));
    player.key(KeyCode::Escape);
    assert!(player.selected().is_empty());
    player.key(KeyCode::KeyA);
    assert!(player.selected().is_empty(), "A alone moves the camera");
    let workers = player.units(UnitKind::Worker);
    player.key(KeyCode::KeyI);
    assert_eq!(player.selected(), sorted(workers));
}

#[test]
fn a_press_on_a_bar_selects_nobody_and_loses_nobody() {
    let mut player = Player::new();
    player.key(KeyCode::KeyI);
    let before = player.selected();
    for at in [Vec2::new(400.0, 10.0), Vec2::new(400.0, 700.0)] {
        player.point(at);
        player.click(MouseButton::Left);
        player.click(MouseButton::Right);
    }
    assert_eq!(player.selected(), before);
}
