//! Painting, erasing and dragging: the known faults of pages of this kind, and how it should be.

use crate::driver::Driver;
use bevy::prelude::*;
use playground::{
    action::Action,
    board::{Brush, Cell, Tool},
    controls::Menu,
    painter::Painter,
    pane::PaneId,
    widgets::Does,
};

fn empty() -> Driver {
    Driver::new(&["--map", "empty", "--size", "24x16"])
}

fn cell(x: i32, y: i32) -> IVec2 {
    IVec2::new(x, y)
}

fn walls(driver: &Driver) -> Vec<IVec2> {
    let board = driver.board();
    let cells = (0..board.terrain().len()).map(|index| board.terrain().cell(index));
    cells.filter(|&at| board.cell(at) == Some(Cell::WALL)).collect()
}

#[test]
fn a_fast_drag_leaves_no_gaps() {
    let mut driver = empty();
    driver.click(Action::Tool(Tool::Wall));
    driver.drag(&[cell(2, 2), cell(20, 13)], MouseButton::Left);
    let walls = walls(&driver);
    assert!(walls.contains(&cell(2, 2)) && walls.contains(&cell(20, 13)));
    // Every wall touches the one in the column before, or is above it.
    for x in 2..20 {
        let column = |x: i32| walls.iter().filter(move |at| at.x == x);
        assert!(column(x).any(|here| column(x + 1).any(|next| (next.y - here.y).abs() <= 1)), "column {x}");
    }
}

#[test]
fn a_press_move_and_release_within_one_frame_are_a_stroke() {
    let mut driver = empty();
    let [from, to] = [cell(3, 3), cell(9, 3)].map(|cell| driver.place(cell));
    driver.point(from);
    driver.press(MouseButton::Left);
    driver.point(to);
    driver.release(MouseButton::Left);
    driver.point(from + Vec2::new(0.0, -60.0));
    driver.frames(1);
    assert_eq!(walls(&driver), (3..=9).map(|x| cell(x, 3)).collect::<Vec<_>>());
    assert!(!driver.resource::<Painter>().is_drawing());
}

#[test]
fn a_fast_drag_of_the_start_leaves_one_start() {
    let mut driver = empty();
    let (start, goal) = (driver.board().start(), driver.board().goal());
    driver.drag(&[start, cell(20, 2), cell(1, 14), cell(15, 14)], MouseButton::Left);
    assert_eq!(driver.board().start(), cell(15, 14));
    driver.drag(&[goal, cell(2, 2)], MouseButton::Left);
    assert_eq!((driver.board().start(), driver.board().goal()), (cell(15, 14), cell(2, 2)));
    // Nothing was painted on the way, and the search begins at the only start.
    assert_eq!(walls(&driver), []);
    assert_eq!(driver.left().run().cells().first(), Some(&cell(15, 14)));
    assert_eq!(driver.left().run().cells().last(), Some(&cell(2, 2)));
}

#[test]
fn the_start_cannot_be_dragged_into_a_wall_or_onto_the_goal() {
    let mut driver = empty();
    let (start, goal) = (driver.board().start(), driver.board().goal());
    driver.drag(&[cell(8, 2), cell(8, 3)], MouseButton::Left);
    driver.drag(&[start, cell(8, 3)], MouseButton::Left);
    assert_ne!(driver.board().start(), cell(8, 3));
    let start = driver.board().start();
    driver.drag(&[start, goal], MouseButton::Left);
    assert_ne!(driver.board().start(), driver.board().goal());
    // Walls go round it.
    let start = driver.board().start();
    driver.drag(&[start + IVec2::X, start, start - IVec2::X], MouseButton::Left);
    assert_ne!(driver.board().cell(driver.board().start()), Some(Cell::WALL));
}

#[test]
fn painting_stops_when_the_pointer_leaves_the_board() {
    let mut driver = empty();
    let [inside, back] = [cell(20, 3), cell(20, 10)].map(|cell| driver.place(cell));
    driver.point(inside);
    driver.press(MouseButton::Left);
    driver.frames(1);
    // Far to the right, beyond the last column, over no control.
    driver.point(inside + Vec2::new(2000.0, 0.0));
    driver.frames(1);
    assert!(!driver.resource::<Painter>().is_drawing());
    let painted = walls(&driver);
    assert_eq!(painted, [20, 21, 22, 23].map(|x| cell(x, 3)), "up to the edge");
    driver.point(back);
    driver.frames(1);
    driver.point(back + Vec2::new(-100.0, 0.0));
    driver.frames(1);
    assert_eq!(walls(&driver), painted);
    driver.release(MouseButton::Left);
    driver.frames(1);
}

#[test]
fn painting_stops_when_the_pointer_leaves_the_window_or_the_window_the_focus() {
    for leave in [Driver::leave as fn(&mut Driver), Driver::lose_focus] {
        let mut driver = empty();
        let [from, to] = [cell(3, 3), cell(9, 9)].map(|cell| driver.place(cell));
        driver.point(from);
        driver.press(MouseButton::Left);
        driver.frames(1);
        leave(&mut driver);
        driver.frames(1);
        driver.point(to);
        driver.frames(1);
        assert_eq!(walls(&driver), [cell(3, 3)]);
    }
}

#[test]
fn a_release_over_a_control_ends_the_stroke_and_presses_nothing() {
    let mut driver = empty();
    let from = driver.place(cell(3, 3));
    driver.point(from);
    driver.press(MouseButton::Left);
    driver.frames(1);
    let button = Does(vec![Action::Tool(Tool::Danger(5))]);
    let [button, _] = driver.find(&button).expect("the tool is shown");
    driver.point(button);
    driver.release(MouseButton::Left);
    driver.frames(1);
    driver.point(from + Vec2::new(40.0, 0.0));
    driver.frames(1);
    assert_eq!(driver.resource::<Painter>().tool, Tool::Wall);
    assert!(!walls(&driver).iter().any(|at| at.x > 3));
}

#[test]
fn the_right_button_erases_and_opens_nothing() {
    let mut driver = empty();
    driver.drag(&[cell(2, 5), cell(12, 5)], MouseButton::Left);
    let nodes = driver.texts().len();
    driver.drag(&[cell(5, 5), cell(8, 5)], MouseButton::Right);
    assert_eq!(walls(&driver).len(), 11 - 4);
    assert_eq!(driver.texts().len(), nodes);
    // A second button ends the stroke of the first.
    let [from, to] = [cell(2, 8), cell(9, 8)].map(|cell| driver.place(cell));
    driver.point(from);
    driver.press(MouseButton::Left);
    driver.frames(1);
    driver.press(MouseButton::Right);
    driver.point(to);
    driver.frames(1);
    driver.release(MouseButton::Left);
    driver.release(MouseButton::Right);
    driver.frames(1);
    assert!(!walls(&driver).iter().any(|at| at.y == 8));
}

#[test]
fn every_tool_of_the_column_paints_what_it_says() {
    let mut driver = empty();
    let painted = |driver: &mut Driver, tool, at| {
        driver.click(Action::Tool(tool));
        driver.drag(&[at], MouseButton::Left);
        driver.board().cell(at)
    };
    for level in 1..=9 {
        let at = cell(i32::from(level), 1);
        let ground = painted(&mut driver, Tool::Terrain(level), at);
        assert_eq!(ground, Some(Cell { terrain: level, danger: 0 }));
        let danger = painted(&mut driver, Tool::Danger(level), at);
        assert_eq!(danger, Some(Cell { terrain: level, danger: level }));
    }
    assert_eq!(painted(&mut driver, Tool::Wall, cell(3, 1)), Some(Cell::WALL));
    assert_eq!(painted(&mut driver, Tool::Erase, cell(3, 1)), Some(Cell::PLAIN));
    driver.click(Action::Tool(Tool::Start));
    driver.drag(&[cell(5, 9)], MouseButton::Left);
    assert_eq!(driver.board().start(), cell(5, 9));
    driver.click(Action::Tool(Tool::Goal));
    driver.drag(&[cell(9, 9)], MouseButton::Left);
    assert_eq!(driver.board().goal(), cell(9, 9));
}

#[test]
fn brushes_are_as_wide_as_they_say() {
    let mut driver = empty();
    driver.click(Action::Tool(Tool::Wall));
    for (size, y) in Brush::SIZES.into_iter().zip([1, 4, 8, 13]) {
        driver.click(Action::Brush(Brush(size)));
        driver.drag(&[cell(11, y)], MouseButton::Left);
        let row = walls(&driver).iter().filter(|at| at.y == y).count();
        assert_eq!(row, usize::from(size), "brush {size}");
        driver.click(Action::Undo);
    }
}

#[test]
fn undo_and_redo_by_buttons_and_keys() {
    let mut driver = empty();
    driver.drag(&[cell(2, 5), cell(12, 5)], MouseButton::Left);
    driver.drag(&[cell(2, 7), cell(12, 7)], MouseButton::Left);
    driver.click(Action::Undo);
    assert_eq!(walls(&driver).len(), 11);
    driver.chord(KeyCode::ControlLeft, KeyCode::KeyZ);
    assert_eq!(walls(&driver).len(), 0);
    driver.chord(KeyCode::ControlLeft, KeyCode::KeyY);
    driver.click(Action::Redo);
    assert_eq!(walls(&driver).len(), 22);
    // A generated map is undone, too.
    driver.click(Action::NextSeed);
    driver.click(Action::Undo);
    assert_eq!(walls(&driver).len(), 22);
}

#[test]
fn an_edit_in_either_pane_is_seen_in_both() {
    let mut driver = empty();
    driver.click(Action::ShowBoth(true));
    let place = driver.place_in(PaneId::Right, cell(12, 4));
    driver.click_at(place, MouseButton::Left);
    assert_eq!(walls(&driver), [cell(12, 4)]);
    driver.drag(&[cell(12, 5), cell(12, 12)], MouseButton::Left);
    let [left, right] = PaneId::ALL.map(|pane| driver.panes().get(pane).run().clone());
    let cost = |run: &playground::pane::Run| run.answer.figures.as_ref().map(|figures| figures.cost);
    assert_eq!(cost(&left), cost(&right));
    assert!(!left.cells().contains(&cell(12, 8)) && !right.cells().contains(&cell(12, 8)));
}

#[test]
fn zoom_and_pan_keep_strokes_under_the_pointer() {
    let mut driver = empty();
    let place = driver.place(cell(6, 6));
    driver.point(place);
    driver.wheel(4.0);
    assert!((driver.place(cell(6, 6)) - place).length() < 2.0);
    driver.drag(&[cell(6, 6), cell(9, 6)], MouseButton::Middle);
    assert_eq!(walls(&driver), []);
    // What was held is where the pointer is now: three cells further on.
    let moved = driver.place(cell(3, 6));
    assert!((moved - place).length() < 2.0, "{place} {moved}");
    driver.drag(&[cell(7, 6), cell(9, 6)], MouseButton::Left);
    assert_eq!(walls(&driver).len(), 3);
    driver.click(Action::Fit);
    driver.drag(&[cell(0, 0), cell(23, 0)], MouseButton::Left);
    assert_eq!(walls(&driver).len(), 27);
}

#[test]
fn a_press_beside_an_open_menu_only_closes_it() {
    let mut driver = empty();
    driver.click_on(&Menu::Size);
    let place = driver.place(cell(12, 2));
    driver.click_at(place, MouseButton::Left);
    assert_eq!(walls(&driver), []);
    driver.click_at(place, MouseButton::Left);
    assert_eq!(walls(&driver), [cell(12, 2)]);
}

#[test]
fn strokes_work_on_hexagons() {
    let mut driver = Driver::new(&["--map", "empty", "--size", "24x16", "--hex"]);
    driver.drag(&[cell(2, 2), cell(2, 12)], MouseButton::Left);
    for y in 2..=12 {
        assert!(walls(&driver).iter().any(|at| at.y == y), "row {y}");
    }
}

#[test]
fn a_stroke_on_a_large_board_is_searched_when_it_ends() {
    let mut driver = Driver::new(&["--map", "empty", "--size", "512x512"]);
    let before = driver.left().revision();
    let [from, to] = [cell(255, 200), cell(255, 300)].map(|cell| driver.place(cell));
    driver.point(from);
    driver.press(MouseButton::Left);
    driver.frames(1);
    driver.point(to);
    driver.frames(1);
    assert!(walls(&driver).len() > 90);
    assert_eq!(driver.left().revision(), before);
    driver.release(MouseButton::Left);
    driver.frames(1);
    assert_eq!(driver.left().revision(), before + 1);
    let path = driver.left().run().cells();
    assert!(path.iter().all(|&at| driver.board().cell(at) != Some(Cell::WALL)));
}
