//! Edits that change the costs of much of the map, for many fields at once.

use crate::{crowd::Crowd, support::*};
use bevy::prelude::*;
use bevy_tilepath::{PathfindingStats, prelude::*};

fn builds(crowd: &Crowd) -> u64 {
    crowd.app.world().resource::<PathfindingStats>().field_builds
}

/// Danger in the only gate concerns half of the map, so that every field needs a rebuild.
#[test]
fn after_a_dear_edit_all_fields_are_rebuilt_in_slices() {
    let is_wall = |at: IVec2| at.x == 32 && at.y != 20;
    let mut crowd = Crowd::on(Grid::from_fn(UVec2::splat(64), |at| u8::from(!is_wall(at))).unwrap());
    crowd.settings().field_cells_per_frame = 2000;
    let goals = [4, 14, 24, 34, 44, 54].map(|y| cell(60, y));
    let mut random = fastrand::Rng::with_seed(2);
    let of_goal = goals.map(|goal| {
        let agents = [(); 40].map(|()| {
            let at = cell(random.i32(0..20), random.i32(0..64));
            let agent = crowd.spawn(at, &PathRequest::to_cell(goal));
            crowd.app.world_mut().entity_mut(agent).insert(PathFollower::with_speed(0.5 * TILE));
            agent
        });
        agents.to_vec()
    });
    crowd.run(60);
    assert_eq!(crowd.shared(), 240);
    let before = builds(&crowd);
    let stamp = DangerStamp::new(3.0, 5.0, Falloff::Flat).unwrap();
    crowd.edit(|map| map.add_danger(0, &stamp, cell(32, 20)).unwrap());
    crowd.run(1);
    assert_eq!(builds(&crowd), before, "none is rebuilt at once");
    crowd.run_outside_walls(3);
    assert!(builds(&crowd) < before + 6, "2000 cells in a frame are not enough for all");
    crowd.run_outside_walls(20);
    assert_eq!(builds(&crowd), before + 6);
    assert!(diary(&crowd.app).replanned.is_empty() && crowd.shared() == 240);
    for (goal, agents) in goals.into_iter().zip(of_goal) {
        crowd.agents = agents;
        crowd.verify_paths(&[goal]);
    }
}
