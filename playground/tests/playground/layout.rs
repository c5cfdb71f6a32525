//! The interface fits into the window, at the size that it opens with and at the smallest.

use crate::driver::Driver;
use bevy::{prelude::*, ui::UiGlobalTransform};
use playground::{
    action::Action,
    input::{Area, Target},
    pane::PaneId,
};

/// The targets that are shown and stick out of the window.
fn outside(driver: &mut Driver, window: Vec2) -> Vec<String> {
    let mut nodes =
        driver.app.world_mut().query::<(&Target, &ComputedNode, &UiGlobalTransform, &InheritedVisibility)>();
    let is_outside = |node: &ComputedNode, place: &UiGlobalTransform| {
        let (low, high) = (place.translation - node.size / 2.0, place.translation + node.size / 2.0);
        low.min_element() < -0.5 || high.cmpgt(window + 0.5).any()
    };
    nodes
        .iter(driver.app.world())
        .filter(|(_, node, place, visible)| visible.get() && node.size.x > 0.0 && is_outside(node, place))
        .map(|(target, node, place, _)| format!("{target:?} at {} of {}", place.translation, node.size))
        .collect()
}

#[test]
fn every_control_is_inside_of_the_window_and_the_boards_have_room() {
    for window in [[1280, 720], [800, 600]] {
        let size = format!("{}x{}", window[0], window[1]);
        let mut driver = Driver::new(&["--window", &size]);
        let window = Vec2::new(window[0] as f32, window[1] as f32);
        assert_eq!(outside(&mut driver, window), [""; 0]);
        driver.click(Action::ShowBoth(true));
        driver.click(Action::ToggleBothPaths(PaneId::Left));
        driver.frames(3);
        assert_eq!(outside(&mut driver, window), [""; 0]);
        for pane in PaneId::ALL {
            let [_, room] = driver.find(&Target::Area(Area::Board(pane))).unwrap();
            assert!(room.x > 300.0 && room.y > 240.0, "{size} {pane:?}: {room}");
        }
        for menu in [playground::action::Menu::Aversion(PaneId::Right), playground::action::Menu::Generate] {
            driver.click(Action::Menu(menu));
            assert_eq!(outside(&mut driver, window), [""; 0], "{menu:?}");
            driver.key(KeyCode::Escape);
        }
    }
}
