//! Everything is inside the window and can be read, at 1280x720 and at 800x600.

use super::support::User;
use crate::{
    choice::Scene,
    stage::Stage,
    window::{
        action::Action,
        layout::{BOTTOM, PANEL, TOP, map_area},
    },
};
use bevy::prelude::*;

const SIZES: [UVec2; 2] = [UVec2::new(1280, 720), UVec2::new(800, 600)];

#[test]
fn texts_are_inside_the_window_and_do_not_overlap() {
    for size in SIZES {
        let mut user = User::new(&["--agents", "1000", "--occupies", "off"], size);
        let bottom = size.y as f32 - BOTTOM;
        for scene in Scene::all() {
            user.choose(scene);
            user.wait(4);
            user.check_texts(size);
            user.check_buttons::<Action>();
            let texts = user.texts();
            assert!(texts.len() > 20);
            for (words, rect) in texts {
                let is_in_panel = rect.min.x < PANEL && rect.min.y > TOP && rect.max.y < bottom;
                assert!(!is_in_panel || rect.max.x < PANEL, "{words:?} leaves the panel at {size}");
                let is_on_edge = rect.min.y < bottom && rect.max.y > bottom;
                assert!(!is_on_edge, "{words:?} leaves the panel at {size}");
            }
        }
    }
}

#[test]
fn the_whole_map_is_shown_beside_the_panel() {
    for size in SIZES {
        let mut user = User::new(&[], size);
        for scene in Scene::all() {
            user.choose(scene);
            user.wait(1);
            let bounds = user.get::<Stage>().bounds;
            let area = map_area(size.as_vec2()).inflate(0.5);
            for corner in [bounds.min, bounds.max] {
                let at = user.in_view(corner);
                assert!(area.contains(at), "{}: {at} at {size}", scene.name());
            }
        }
    }
}
