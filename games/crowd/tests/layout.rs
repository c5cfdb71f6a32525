//! Everything is inside the window and can be read, at 1280x720 and at 800x600.

use super::support::User;
use crate::{
    stage::Stage,
    window::{
        action::Action,
        layout::{BOTTOM, PANEL, TOP, map_area},
        panel::Press,
    },
};
use bevy::prelude::*;

const SIZES: [UVec2; 2] = [UVec2::new(1280, 720), UVec2::new(800, 600)];

/// The rectangles of all nodes with this component.
fn places<C: Component + Clone>(user: &mut User) -> Vec<(C, Rect)> {
    let world = user.app.world_mut();
    let mut nodes = world.query::<(&C, &ComputedNode, &UiGlobalTransform)>();
    let place = |(component, node, at): (&C, &ComputedNode, &UiGlobalTransform)| {
        (component.clone(), Rect::from_center_size(at.translation, node.size))
    };
    nodes.iter(world).map(place).collect()
}

#[test]
fn texts_are_inside_the_window_and_do_not_overlap() {
    for size in SIZES {
        let mut user = User::new(&["--agents", "1000", "--no-occupies"], size);
        let window = Rect::from_corners(Vec2::ZERO, size.as_vec2()).inflate(0.5);
        for index in 0..arrangements::ALL.len() {
            user.click(Action::Arrangement(index));
            user.wait(4);
            let texts = places::<Text>(&mut user);
            assert!(texts.len() > 20);
            for (nth, (words, rect)) in texts.iter().enumerate() {
                assert!(
                    window.contains(rect.min) && window.contains(rect.max),
                    "{words:?} at {size}: {rect:?}"
                );
                let is_in_panel =
                    rect.min.x < PANEL && rect.min.y > TOP && rect.max.y < window.max.y - BOTTOM;
                assert!(!is_in_panel || rect.max.x < PANEL, "{words:?} leaves the panel at {size}");
                for (other, place) in &texts[..nth] {
                    let common = rect.intersect(*place);
                    let overlap = if common.is_empty() { Vec2::ZERO } else { common.size() };
                    assert!(overlap.min_element() < 2.0, "{words:?} and {other:?} overlap at {size}");
                }
            }
        }
        let buttons = places::<Press>(&mut user);
        for (words, rect) in places::<Text>(&mut user) {
            let around = buttons.iter().find(|(_, button)| button.contains(rect.center()));
            if let Some((_, button)) = around {
                assert!(
                    button.min.x < rect.min.x && rect.max.x < button.max.x,
                    "{words:?} leaves its button"
                );
            }
        }
    }
}

#[test]
fn the_whole_map_is_shown_beside_the_panel() {
    for size in SIZES {
        let mut user = User::new(&[], size);
        for index in 0..arrangements::ALL.len() {
            user.click(Action::Arrangement(index));
            let bounds = user.get::<Stage>().bounds;
            let world = user.app.world_mut();
            let (camera, transform) = world.query::<(&Camera, &GlobalTransform)>().single(world).unwrap();
            let area = map_area(size.as_vec2()).inflate(0.5);
            for corner in [bounds.min, bounds.max] {
                let at = camera.world_to_viewport(transform, corner.extend(0.0)).unwrap();
                assert!(area.contains(at), "{}: {at} at {size}", arrangements::ALL[index].name);
            }
        }
    }
}
