//! A map that moves away from its agents.

use crate::scene::{Kind, Scene};
use glam::{IVec2, Vec2};
use tilepath::{
    CellGeometry, PathError,
    fleet::{AnswerStatus, Failure},
};

/// The situation of the agent when the map goes.
#[derive(Clone, Copy, Debug)]
enum When {
    Walking,
    Arrived,
}

#[test]
fn an_agent_whose_map_moves_away_fails_and_stands_and_goes_on_when_it_comes_back() {
    for (kind, when) in
        Kind::ON_TILES.into_iter().flat_map(|kind| [When::Walking, When::Arrived].map(|when| (kind, when)))
    {
        let mut scene = Scene::new(kind, [20, 9], |_| true);
        let agents: Vec<_> =
            (0..6).map(|y| scene.spawn(scene.center(IVec2::new(1, y)), IVec2::new(15, 4), 3.0)).collect();
        let frames = match when {
            When::Walking => 40,
            When::Arrived => 400,
        };
        (0..frames).for_each(|_| scene.frame());
        let home = scene.world.geometry;
        scene.world.geometry = CellGeometry::new(Vec2::new(1000.0, 0.0), Vec2::splat(10.0)).unwrap();
        (0..40).for_each(|_| scene.frame());
        let before: Vec<Vec2> = agents.iter().map(|&agent| scene.at(agent)).collect();
        for &agent in &agents {
            let status = scene.world.fleet.agent(agent).unwrap().status();
            let is_outside =
                matches!(status, AnswerStatus::Failed(Failure::Path(PathError::StartOutside(_))));
            assert!(is_outside, "{kind:?} {when:?}: {agent:?} {status:?}");
        }
        (0..40).for_each(|_| scene.frame());
        assert!(agents.iter().zip(&before).all(|(&agent, &at)| scene.at(agent) == at), "{kind:?} {when:?}");
        scene.world.geometry = home;
        (0..600).for_each(|_| scene.frame());
        let arrived = agents.iter().filter(|&&agent| scene.has_arrived(agent)).count();
        assert_eq!(arrived, 6, "{kind:?} {when:?}");
    }
}
