//! The soldier is an agent of the plugin: it walks the path of the pane to its end.

use crate::driver::Driver;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use playground::{
    action::Action,
    board::{Layout, Tool},
    files::Notice,
    soldier::Soldier,
};

fn soldiers(driver: &mut Driver) -> Vec<(Vec2, PathStatus)> {
    let mut soldiers = driver.app.world_mut().query_filtered::<(&Transform, &PathResult), With<Soldier>>();
    soldiers
        .iter(driver.app.world())
        .map(|(at, result)| (at.translation.truncate(), result.status()))
        .collect()
}

/// Runs until the soldier is at a cell, for a minute at most.
fn arrives(driver: &mut Driver, cell: IVec2) -> bool {
    let place = driver.board().layout().geometry().center_of(cell);
    (0..3600).any(|_| {
        driver.frames(1);
        soldiers(driver).iter().any(|(at, _)| at.distance(place) < 0.5)
    })
}

#[test]
fn it_walks_from_start_to_goal_and_on_to_a_click() {
    for arguments in [&["--size", "20x14"][..], &["--size", "20x14", "--hex"]] {
        let mut driver = Driver::new(arguments);
        driver.click(Action::SendSoldier);
        driver.frames(2);
        assert_eq!(soldiers(&mut driver).len(), 1);
        let cost = {
            let mut results = driver.app.world_mut().query_filtered::<&PathResult, With<Soldier>>();
            let world = driver.app.world();
            results.single(world).unwrap().cost(world.resource::<NavGrid>())
        };
        assert_eq!(Some(cost), driver.left().run().answer.figures.as_ref().map(|figures| figures.cost));
        let goal = driver.board().goal();
        assert!(arrives(&mut driver, goal));
        driver.frames(3);
        assert!(driver.resource::<Notice>().text.contains("arrived"));
        driver.click(Action::Tool(Tool::Soldier));
        let start = driver.board().start();
        let free = start + IVec2::new(0, 1);
        let there = if driver.board().cell(free).is_some_and(|cell| cell.terrain > 0) { free } else { start };
        // A click on the start itself would drag it.
        let there = if there == start { start + IVec2::X } else { there };
        let place = driver.place(there);
        driver.click_at(place, MouseButton::Left);
        assert!(arrives(&mut driver, there) || driver.resource::<Notice>().is_error);
        assert_eq!(soldiers(&mut driver).len(), 1);
    }
}

#[test]
fn it_takes_another_path_when_a_wall_is_painted_in_its_way() {
    let mut driver = Driver::new(&["--map", "empty", "--size", "24x16"]);
    driver.click(Action::SendSoldier);
    driver.frames(10);
    driver.click(Action::Tool(Tool::Wall));
    driver.drag(&[IVec2::new(12, 1), IVec2::new(12, 15)], MouseButton::Left);
    let goal = driver.board().goal();
    assert!(arrives(&mut driver, goal));
}

#[test]
fn it_says_why_it_stands_still_and_leaves_with_its_board() {
    let mut driver = Driver::new(&["--map", "empty", "--size", "24x16"]);
    driver.drag(&[IVec2::new(12, 0), IVec2::new(12, 15)], MouseButton::Left);
    driver.click(Action::SendSoldier);
    driver.frames(5);
    let notice = driver.resource::<Notice>().clone();
    assert!(notice.is_error && notice.text.contains("stands still"), "{notice:?}");
    driver.choose(playground::controls::Menu::Layout, Action::Layout(Layout::Hex));
    assert_eq!(soldiers(&mut driver), []);
}
