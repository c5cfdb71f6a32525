//! Agents that come into being between two cells or two waypoints.

use crate::scene::{CELL, FRAME, Kind, Scene};
use glam::{IVec2, Vec2};

#[test]
fn an_agent_that_appears_between_two_places_goes_on_and_not_back() {
    for kind in Kind::ALL {
        for hundredths in [5, 20, 40, 60, 80, 95] {
            for (from, towards) in
                [(IVec2::new(3, 2), IVec2::X), (IVec2::new(6, 2), IVec2::X), (IVec2::new(3, 4), IVec2::NEG_Y)]
            {
                let mut scene = Scene::new(kind, [12, 5], |_| true);
                let start = scene.center(from) + towards.as_vec2() * CELL * hundredths as f32 / 100.0;
                let goal = if towards.x == 0 { IVec2::new(3, 0) } else { IVec2::new(11, 2) };
                let agent = scene.spawn(start, goal, 2.0);
                let far = start.distance(scene.center(goal));
                let mut seconds = 0.0;
                while !scene.has_arrived(agent) && seconds < 30.0 {
                    let before: Vec2 = scene.at(agent);
                    scene.frame();
                    let ahead = (scene.at(agent) - before).dot(towards.as_vec2());
                    assert!(
                        ahead >= -1e-4,
                        "{kind:?} at {hundredths} % of the link from {from}: {before} {}",
                        scene.at(agent)
                    );
                    seconds += FRAME.as_secs_f32();
                }
                let least = far / (2.0 * CELL);
                assert!(seconds < least + 0.2, "{kind:?} {hundredths} % {from}: {seconds} s for {least} s");
            }
        }
    }
}
