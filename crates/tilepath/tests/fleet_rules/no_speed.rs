//! An agent stands still from the frame in which its speed becomes 0, negative or NaN, even if it gets a new request at that time.

use crate::scene::{Kind, Scene};
use glam::IVec2;
use tilepath::fleet::{Pace, Request};

#[test]
fn an_agent_without_speed_stands_still_even_with_a_new_answer() {
    for kind in Kind::ALL {
        for speed in [0.0, -20.0, f32::NAN, f32::NEG_INFINITY] {
            for asks in [false, true] {
                let mut scene = Scene::new(kind, [12, 5], |_| true);
                let agent = scene.spawn(scene.center(IVec2::new(1, 2)), IVec2::new(10, 2), 1.0);
                (0..30).for_each(|_| scene.frame());
                let at = scene.world.fleet.position(agent).unwrap();
                assert!(at.x > scene.center(IVec2::new(2, 0)).x, "{kind:?}: {at}");
                if asks {
                    scene.world.ask(agent, Request::to(scene.center(IVec2::new(9, 4))));
                }
                scene.world.fleet.set_pace(agent, Some(Pace::new(speed)));
                (0..10).for_each(|_| scene.frame());
                let now = scene.world.fleet.position(agent);
                assert_eq!(now, Some(at), "{kind:?}, {speed}, asks: {asks}");
                scene.world.fleet.set_pace(agent, Some(Pace::new(10.0)));
                (0..10).for_each(|_| scene.frame());
                assert_ne!(scene.world.fleet.position(agent), Some(at), "{kind:?}, {speed}, asks: {asks}");
            }
        }
    }
}
