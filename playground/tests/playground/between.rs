//! Links and walls on edges: painted, removed, searched, kept and shown.

use crate::driver::Driver;
use bevy::prelude::*;
use bevy_tilepath::prelude::{NavGrid, PathResult};
use playground::{
    action::Action,
    board::{Cell, Pair, Tool, Ways},
    controls::Menu,
    files::Notice,
    generate::Generator,
    painter::Painter,
    pane::{Algorithm, PaneId, Setting, Settings},
    soldier::Soldier,
    view::{BetweenCells, Part},
};
use tilepath::{EdgeWall, NavLink};

const LINK: Action = Action::Tool(Tool::Link(Ways::Both));
const ONE_WAY: Action = Action::Tool(Tool::Link(Ways::One));
const FENCE: Action = Action::Tool(Tool::EdgeWall(Ways::Both));
const LEDGE: Action = Action::Tool(Tool::EdgeWall(Ways::One));

/// The start is at (4, 8), the goal at (19, 8).
fn empty() -> Driver {
    Driver::new(&["--map", "empty", "--size", "24x16"])
}

fn cell(x: i32, y: i32) -> IVec2 {
    IVec2::new(x, y)
}

fn links(driver: &Driver) -> Vec<NavLink> {
    driver.board().links().collect()
}

fn walls(driver: &Driver) -> Vec<EdgeWall> {
    driver.board().edge_walls().collect()
}

/// A point of the window in a cell, near the edge to a neighbour.
fn near_edge(driver: &mut Driver, cell: IVec2, beyond: IVec2) -> Vec2 {
    let [here, there] = [cell, beyond].map(|cell| driver.place(cell));
    here.lerp(there, 0.43)
}

/// Drags from one point of the window to another.
fn drag_to(driver: &mut Driver, from: Vec2, to: Vec2, button: MouseButton) {
    driver.point(from);
    driver.press(button);
    driver.frames(1);
    driver.point(to);
    driver.frames(1);
    driver.release(button);
    driver.frames(2);
}

/// Drags along all edges from one column to the next, on the side of the first.
fn drag_along_column(driver: &mut Driver, column: i32, next: i32, button: MouseButton) {
    let [from, to] = [0, 15].map(|y| near_edge(driver, cell(column, y), cell(next, y)));
    drag_to(driver, from, to, button);
}

fn steps_over(driver: &Driver, from: IVec2, to: IVec2) -> bool {
    driver.left().run().cells().windows(2).any(|step| step == [from, to])
}

fn has_path(driver: &Driver) -> bool {
    !driver.left().run().cells().is_empty()
}

/// The algorithms that find the cheapest path.
fn exact() -> impl Iterator<Item = Algorithm> {
    let is_exact = |&algorithm: &Algorithm| Settings { algorithm, ..Settings::default() }.is_exact();
    Algorithm::ALL.into_iter().filter(is_exact)
}

fn search_by(driver: &mut Driver, algorithm: Algorithm) {
    driver.choose(Menu::Algorithm(PaneId::Left), Action::Set(PaneId::Left, Setting::Algorithm(algorithm)));
}

#[test]
fn a_link_leads_from_the_press_to_the_release_and_every_exact_search_uses_it() {
    let mut driver = empty();
    let [near, far] = [cell(6, 8), cell(17, 8)];
    driver.click(ONE_WAY);
    driver.drag(&[near, cell(9, 3), far], MouseButton::Left);
    assert_eq!(links(&driver), [NavLink::new(near, far)]);
    for algorithm in exact() {
        search_by(&mut driver, algorithm);
        assert!(steps_over(&driver, near, far), "{algorithm:?}");
        let figures = driver.left().run().answer.figures.clone().unwrap();
        assert_eq!((figures.steps, figures.length), (5, 5.0), "{algorithm:?}");
    }
    // The other way round it is of no use.
    driver.drag(&[far, near], MouseButton::Left);
    assert_eq!(links(&driver), [NavLink::new(far, near)]);
    for algorithm in exact() {
        search_by(&mut driver, algorithm);
        assert!(!steps_over(&driver, near, far) && has_path(&driver), "{algorithm:?}");
    }
    driver.click(LINK);
    driver.drag(&[far, near], MouseButton::Left);
    assert_eq!(links(&driver), [NavLink::new(near, far).two_way()]);
    assert!(steps_over(&driver, near, far));
    driver.click(Action::Undo);
    assert_eq!(links(&driver), [NavLink::new(far, near)]);
    driver.click(Action::Redo);
    assert!(steps_over(&driver, near, far));
}

#[test]
fn a_link_needs_two_cells_of_the_board() {
    let mut driver = empty();
    driver.click(LINK);
    driver.drag(&[cell(6, 3), cell(9, 3), cell(6, 3)], MouseButton::Left);
    driver.drag(&[cell(6, 3), cell(30, 3)], MouseButton::Left);
    for leave in [Driver::leave as fn(&mut Driver), Driver::lose_focus] {
        let [from, to] = [cell(6, 3), cell(9, 9)].map(|cell| driver.place(cell));
        driver.point(from);
        driver.press(MouseButton::Left);
        driver.frames(1);
        driver.point(to);
        driver.frames(1);
        leave(&mut driver);
        driver.frames(1);
        driver.release(MouseButton::Left);
        driver.frames(1);
    }
    assert_eq!(links(&driver), []);
    assert!(!driver.document().can_undo() && !driver.resource::<Painter>().is_drawing());
    // It may leave the board and come back, and nothing else is painted on the way.
    driver.drag(&[cell(20, 3), cell(24, 5), cell(20, 9)], MouseButton::Left);
    assert_eq!(links(&driver), [Ways::Both.link(cell(20, 3), cell(20, 9))]);
    assert_eq!(driver.board().cell(cell(20, 5)), Some(Cell::PLAIN));
}

#[test]
fn a_fence_stops_both_ways_and_a_ledge_one() {
    let mut driver = empty();
    driver.click(FENCE);
    drag_along_column(&mut driver, 11, 12, MouseButton::Left);
    let expected: Vec<EdgeWall> = (0..16).map(|y| EdgeWall::new(cell(11, y), cell(12, y))).collect();
    assert_eq!(walls(&driver), expected);
    for algorithm in Algorithm::ALL {
        search_by(&mut driver, algorithm);
        assert!(!has_path(&driver), "{algorithm:?}");
    }
    driver.click(LEDGE);
    drag_along_column(&mut driver, 11, 12, MouseButton::Left);
    assert!(walls(&driver).iter().all(|wall| wall.is_one_way() && wall.from().x == 11));
    for algorithm in Algorithm::ALL {
        search_by(&mut driver, algorithm);
        assert!(has_path(&driver), "{algorithm:?}");
    }
    // From the other side it is free in the other direction.
    drag_along_column(&mut driver, 12, 11, MouseButton::Left);
    assert!(walls(&driver).iter().all(|wall| wall.is_one_way() && wall.from().x == 12));
    for algorithm in Algorithm::ALL {
        search_by(&mut driver, algorithm);
        assert!(!has_path(&driver), "{algorithm:?}");
    }
    // A stroke is undone in one go.
    driver.click(Action::Undo);
    assert!(has_path(&driver));
    driver.click(Action::Undo);
    assert_eq!(walls(&driver), expected);
    driver.click(Action::Redo);
    assert!(has_path(&driver) && walls(&driver).len() == 16);
    drag_along_column(&mut driver, 11, 12, MouseButton::Right);
    assert_eq!(walls(&driver), []);
}

#[test]
fn a_ledge_keeps_its_direction_when_the_pointer_crosses_the_line() {
    let mut driver = empty();
    driver.click(LEDGE);
    let from = near_edge(&mut driver, cell(11, 3), cell(12, 3));
    let to = near_edge(&mut driver, cell(12, 12), cell(11, 12));
    drag_to(&mut driver, from, to, MouseButton::Left);
    let walls = walls(&driver);
    assert_eq!(walls.len(), 10);
    assert!(walls.iter().all(|wall| wall.from().x == 11), "{walls:?}");
}

#[test]
fn edges_of_hexagons_are_walled_too() {
    let mut driver = Driver::new(&["--map", "empty", "--size", "24x16", "--hex"]);
    driver.click(LEDGE);
    // All around a cell in an odd row.
    let middle = cell(8, 5);
    let around = [[9, 5], [7, 5], [8, 6], [9, 6], [8, 4], [9, 4]].map(IVec2::from);
    for beyond in around {
        let at = near_edge(&mut driver, middle, beyond);
        driver.click_at(at, MouseButton::Left);
        let wall = driver.board().edge_wall(Pair::of(middle, beyond));
        assert_eq!(wall, Some(EdgeWall::new(middle, beyond).one_way()));
    }
    driver.choose(Menu::Layout, Action::Layout(playground::board::Layout::Square));
    assert_eq!(walls(&driver).len(), 4, "the other two cells are no neighbours");
    driver.click(Action::Undo);
    assert_eq!(walls(&driver).len(), 6);
}

#[test]
fn a_click_in_the_middle_of_a_cell_builds_nothing_and_edges_of_the_start_are_no_start() {
    let mut driver = empty();
    let start = driver.board().start();
    driver.click(FENCE);
    driver.drag(&[cell(8, 3)], MouseButton::Left);
    assert_eq!(walls(&driver), []);
    let at = near_edge(&mut driver, start, start + IVec2::Y);
    driver.click_at(at, MouseButton::Left);
    assert_eq!(walls(&driver), [EdgeWall::new(start, start + IVec2::Y)]);
    driver.drag(&[start, cell(2, 2)], MouseButton::Left);
    assert_eq!(driver.board().start(), cell(2, 2), "its middle still is");
}

#[test]
fn the_right_button_removes_what_the_tool_lays_and_the_eraser_all() {
    let mut driver = empty();
    let draw = |driver: &mut Driver| {
        driver.click(LINK);
        driver.drag(&[cell(6, 3), cell(14, 3)], MouseButton::Left);
        driver.click(FENCE);
        let at = near_edge(driver, cell(6, 3), cell(7, 3));
        driver.click_at(at, MouseButton::Left);
        driver.click(Action::Tool(Tool::Terrain(5)));
        driver.drag(&[cell(6, 3)], MouseButton::Left);
    };
    let seen = |driver: &Driver| {
        (links(driver).len(), walls(driver).len(), driver.board().cell(cell(6, 3)).unwrap().terrain)
    };
    draw(&mut driver);
    assert_eq!(seen(&driver), (1, 1, 5));
    driver.click(LINK);
    driver.drag(&[cell(14, 3)], MouseButton::Right);
    assert_eq!(seen(&driver), (0, 1, 5));
    driver.click(FENCE);
    let at = near_edge(&mut driver, cell(7, 3), cell(6, 3));
    driver.click_at(at, MouseButton::Right);
    assert_eq!(seen(&driver), (0, 0, 5));
    draw(&mut driver);
    driver.click(Action::Tool(Tool::Erase));
    driver.drag(&[cell(6, 3)], MouseButton::Left);
    assert_eq!(seen(&driver), (0, 0, 1));
    driver.click(Action::Undo);
    assert_eq!(seen(&driver), (1, 1, 5), "as one stroke");
    // Another map has none of them.
    driver.choose(Menu::Generate, Action::Generate(Generator::Empty));
    assert_eq!(seen(&driver), (0, 0, 1));
}

#[test]
fn a_soldier_takes_the_link_and_is_stopped_by_the_fence() {
    let mut driver = empty();
    driver.click(LINK);
    driver.drag(&[cell(6, 8), cell(17, 8)], MouseButton::Left);
    driver.click(Action::SendSoldier);
    driver.frames(2);
    let mut results = driver.app.world_mut().query_filtered::<&PathResult, With<Soldier>>();
    let world = driver.app.world();
    let cost = results.single(world).unwrap().cost(world.resource::<NavGrid>());
    assert_eq!(Some(cost), driver.left().run().answer.figures.as_ref().map(|figures| figures.cost));
    driver.click(FENCE);
    drag_along_column(&mut driver, 19, 20, MouseButton::Left);
    drag_along_column(&mut driver, 18, 19, MouseButton::Left);
    driver.click(Action::SendSoldier);
    driver.frames(5);
    assert!(driver.resource::<Notice>().text.contains("stands still"));
}

/// The parts that are drawn in a pane.
fn drawn(driver: &mut Driver, pane: PaneId) -> Vec<Part> {
    let mut meshes = driver.app.world_mut().query::<&BetweenCells>();
    let here = meshes.iter(driver.app.world()).filter(|mesh| mesh.pane == pane);
    let mut parts: Vec<Part> = here.map(|mesh| mesh.part).collect();
    parts.dedup();
    parts
}

#[test]
fn links_and_walls_are_drawn_in_both_panes_and_a_link_while_it_is_drawn() {
    let mut driver = empty();
    assert_eq!(drawn(&mut driver, PaneId::Left), []);
    driver.click(ONE_WAY);
    let [from, to] = [cell(6, 3), cell(14, 3)].map(|cell| driver.place(cell));
    driver.point(from);
    driver.press(MouseButton::Left);
    driver.frames(1);
    driver.point(to);
    driver.frames(2);
    assert_eq!(drawn(&mut driver, PaneId::Left), [Part::UnderWay]);
    driver.release(MouseButton::Left);
    driver.frames(2);
    assert_eq!(drawn(&mut driver, PaneId::Left), [Part::Links, Part::LinkEnds]);
    driver.click(FENCE);
    let at = near_edge(&mut driver, cell(6, 3), cell(7, 3));
    driver.click_at(at, MouseButton::Left);
    driver.click(Action::ShowBoth(true));
    driver.frames(1);
    for pane in PaneId::ALL {
        let parts = drawn(&mut driver, pane);
        assert!(parts.contains(&Part::Links) && parts.contains(&Part::EdgeWalls), "{pane:?}: {parts:?}");
    }
    driver.click(Action::NextSeed);
    assert_eq!(drawn(&mut driver, PaneId::Left), []);
}

#[test]
fn keys_take_up_the_tools() {
    let mut driver = empty();
    for (key, tool) in [
        (KeyCode::KeyL, Tool::Link(Ways::Both)),
        (KeyCode::KeyO, Tool::Link(Ways::One)),
        (KeyCode::KeyX, Tool::EdgeWall(Ways::Both)),
        (KeyCode::KeyC, Tool::EdgeWall(Ways::One)),
    ] {
        driver.key(key);
        assert_eq!(driver.resource::<Painter>().tool, tool);
    }
}
