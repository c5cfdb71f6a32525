//! The interface fits into the window, at the size that it opens with and at the smallest.

use crate::driver::Driver;
use bevy::{prelude::*, ui::UiGlobalTransform};
use playground::{
    action::{Action, Page},
    controls::Menu,
    input::Area,
    pane::PaneId,
    widgets::Hint,
};

/// The controls that are shown: what each says, and its lower and upper corner in the window.
fn controls(driver: &mut Driver) -> Vec<(String, Rect)> {
    let mut nodes =
        driver.app.world_mut().query::<(&Hint, &ComputedNode, &UiGlobalTransform, &InheritedVisibility)>();
    let shown =
        nodes.iter(driver.app.world()).filter(|(_, node, _, visible)| visible.get() && node.size.x > 0.0);
    shown
        .map(|(hint, node, place, _)| (hint.0.clone(), Rect::from_center_size(place.translation, node.size)))
        .collect()
}

/// The controls that are shown and stick out of the window.
fn outside(driver: &mut Driver, window: Vec2) -> Vec<(String, Rect)> {
    let inside = |rect: &Rect| rect.min.cmpge(Vec2::splat(-0.5)).all() && rect.max.cmple(window + 0.5).all();
    controls(driver).into_iter().filter(|(_, rect)| !inside(rect)).collect()
}

/// The controls that are shown and cover each other.
fn overlapping(driver: &mut Driver) -> Vec<[String; 2]> {
    let controls = controls(driver);
    let pairs = controls.iter().enumerate().flat_map(|(nth, a)| controls[..nth].iter().map(move |b| (a, b)));
    let cover = pairs.filter(|((_, a), (_, b))| a.intersect(*b).size().min_element() > 0.5);
    cover.map(|((a, _), (b, _))| [a.clone(), b.clone()]).collect()
}

#[test]
fn every_control_is_inside_of_the_window_and_the_boards_have_room() {
    for window in [[1280, 720], [1000, 600], [800, 600]] {
        let size = format!("{}x{}", window[0], window[1]);
        let mut driver = Driver::new(&["--window", &size]);
        let window = Vec2::new(window[0] as f32, window[1] as f32);
        let check = |driver: &mut Driver, what: &str| {
            driver.frames(3);
            assert_eq!(outside(driver, window), [], "{size} {what}");
            assert_eq!(overlapping(driver), [[""; 2]; 0], "{size} {what}");
        };
        check(&mut driver, "one pane");
        driver.click(Action::ShowBoth(true));
        driver.click(Action::ToggleBothPaths(PaneId::Left));
        check(&mut driver, "two panes");
        for pane in PaneId::ALL {
            let [_, room] = driver.find(&Area::Board(pane)).unwrap();
            assert!(room.x > 300.0 && room.y > 240.0, "{size} {pane:?}: {room}");
        }
        for menu in [Menu::Aversion(PaneId::Right), Menu::Generate, Menu::Lesson] {
            driver.click_on(&menu);
            assert_eq!(outside(&mut driver, window), [], "{menu:?}");
            driver.key(KeyCode::Escape);
        }
        driver.click(Action::Page(Page::Graph));
        check(&mut driver, "graph");
    }
}
