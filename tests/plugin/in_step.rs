//! How soon agents that share a field know of an edit.

use crate::{crowd::Crowd, support::*};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use bevy_tilepath::tilepath::PathQuery;

#[test]
fn agents_on_a_field_that_a_wall_cuts_off_fail_in_the_same_frame() {
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(20), 1).unwrap());
    for y in 0..20 {
        crowd.spawn(cell(1 + y % 3, y), &PathRequest::to_cell(cell(18, 10)));
        let paused = crowd.spawn(cell(15, y), &PathRequest::to_cell(cell(18, 10)));
        crowd.app.world_mut().get_mut::<PathFollower>(paused).unwrap().speed = 0.0;
    }
    // Some that do not walk at all, and one that stands still on the far side.
    let still = crowd.app.world_mut().spawn((middle(2, 2), PathRequest::to_cell(cell(18, 10)))).id();
    crowd.app.world_mut().get_mut::<PathFollower>(crowd.agents[0]).unwrap().speed = 0.0;
    crowd.run(3);
    assert_eq!(crowd.shared(), 40);
    assert!(result(&crowd.app, still).is_shared());
    crowd.edit(|map| (0..20).for_each(|y| map.block(cell(8, y))));
    crowd.run(1);
    for &agent in crowd.agents.iter().chain([&still]) {
        let is_cut_off = cell_of(&crowd.app, agent).x < 8;
        assert_eq!(result(&crowd.app, agent).failure().is_some(), is_cut_off, "{agent}");
    }
    assert_eq!(diary(&crowd.app).failed.len(), 21);
}

#[test]
fn however_small_the_budget_shared_paths_are_right_again_after_a_bounded_number_of_frames() {
    let mut crowd = Crowd::on(Grid::new(UVec2::splat(64), 1).unwrap());
    let goal = cell(60, 32);
    for y in 0..30 {
        let agent = crowd.spawn(cell(2, 2 * y), &PathRequest::to_cell(goal));
        crowd.app.world_mut().get_mut::<PathFollower>(agent).unwrap().speed = 0.0;
    }
    crowd.run(2);
    assert_eq!(crowd.shared(), 30);
    let is_right = |crowd: &Crowd| {
        crowd.agents.iter().all(|&agent| {
            let query = PathQuery::new(cell_of(&crowd.app, agent), goal);
            let best = nav(&crowd.app).find_path(&CostProfile::default(), query).unwrap();
            result(&crowd.app, agent).cost(nav(&crowd.app)) == best.cost()
        })
    };
    crowd.settings().field_cells_per_frame = 1;
    // The costs of the whole map change, and then something small again and again.
    crowd.app.world_mut().spawn((middle(60, 32), DangerSource::new(70.0, 3.0)));
    crowd.run(1);
    assert!(!is_right(&crowd), "the field is out of step, or this test shows nothing");
    let mut wrong_frames = 0;
    for frame in 0..800 {
        if frame % 40 == 0 {
            let at = cell(30 + frame / 40 % 10, 5);
            crowd.edit(|map| map.block(at));
        }
        crowd.run(1);
        wrong_frames += usize::from(frame % 10 == 0 && !is_right(&crowd));
    }
    assert!(is_right(&crowd) && wrong_frames <= 61, "{wrong_frames}");
}
