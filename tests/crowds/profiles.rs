//! Agents of one layer that may enter different terrain.

use crate::scene::{Scene, *};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

const WATER: u8 = 7;

/// A pond in the upper half of a meadow.
fn pond() -> Scene {
    Scene::of_rows(&["..........", ".~~~~~~~~.", ".~~~~~~~~.", "..........", ".........."])
}

/// One that goes on water only.
fn boat(scene: &mut Scene) -> ProfileId {
    let mut profiles = scene.app.world_mut().resource_mut::<CostProfiles>();
    profiles.add(CostProfile::blocked().with_cost(WATER, 1))
}

/// One that goes on land only.
fn walker(scene: &mut Scene) -> ProfileId {
    let mut profile = CostProfile::default();
    profile.set_cost(WATER, 0);
    scene.app.world_mut().resource_mut::<CostProfiles>().add(profile)
}

fn is_on_water(scene: &Scene, agent: Entity) -> bool {
    scene.nav().class(scene.cell(agent)) == Some(WATER)
}

#[test]
fn an_agent_that_may_no_longer_be_where_it_is_walks_out_while_others_stay() {
    let mut scene = pond();
    let boat = boat(&mut scene);
    let sails = scene.spawn([2, 2], 3.0, PathRequest::to_cell(IVec2::new(2, 2)).with_profile(boat));
    // It may go everywhere.
    let swims = scene.spawn([5, 3], 3.0, PathRequest::to_cell(IVec2::new(5, 3)));
    scene.run(5);
    assert!(is_on_water(&scene, sails) && is_on_water(&scene, swims));
    let mut profiles = scene.app.world_mut().resource_mut::<CostProfiles>();
    profiles.get_mut(ProfileId::default()).unwrap().set_cost(WATER, 0);
    scene.run(20);
    assert!(is_on_water(&scene, sails) && !is_on_water(&scene, swims));
}

#[test]
fn another_profile_counts_at_once_and_none_leaves_the_last_one() {
    let mut scene = pond();
    let (boat, walker) = (boat(&mut scene), walker(&mut scene));
    let to = |profile| PathRequest::to_cell(IVec2::new(3, 2)).with_profile(profile);
    let sails = scene.spawn([2, 2], 3.0, to(boat));
    let lands = scene.spawn([5, 3], 3.0, to(boat));
    scene.run(5);
    // Another request in mid-step.
    scene.insert(lands, PathRequest::to_cell(IVec2::new(9, 0)).with_profile(walker));
    scene.run(20);
    assert!(is_on_water(&scene, sails) && !is_on_water(&scene, lands));
    scene.app.world_mut().entity_mut(sails).remove::<PathRequest>();
    let mut profiles = scene.app.world_mut().resource_mut::<CostProfiles>();
    profiles.get_mut(ProfileId::default()).unwrap().set_cost(WATER, 0);
    for _ in 0..20 {
        scene.run(1);
        assert!(is_on_water(&scene, sails), "without a request it is no walker");
    }
    // Far away.
    scene.edit(|map| map.set_terrain(IVec2::new(9, 4), 0).unwrap());
    scene.run(5);
    assert!(is_on_water(&scene, sails));
}

#[test]
fn one_for_whom_there_is_no_room_keeps_out_nobody_else() {
    let mut scene = Scene::of_rows(&["..........", ".....~....", ".........."]);
    let boat = boat(&mut scene);
    // One of the two looks for room after the boat.
    let walkers = [[2, 1], [8, 1]].map(IVec2::from);
    let spawn = |scene: &mut Scene, at: IVec2| scene.spawn(at.to_array(), 3.0, PathRequest::to_cell(at));
    let first = spawn(&mut scene, walkers[0]);
    let sails = scene.spawn([5, 1], 3.0, PathRequest::to_cell(IVec2::new(5, 1)).with_profile(boat));
    let last = spawn(&mut scene, walkers[1]);
    scene.run(5);
    // On another map all have to be placed. There is no water any more, and there are walls where the others rest.
    let grid = Grid::from_fn(UVec2::new(10, 3), |at| u8::from(!walkers.contains(&at))).unwrap();
    scene.app.insert_resource(NavGrid::from_grid(grid, geometries()[0]));
    scene.agents.retain(|&agent| agent != sails);
    scene.run(1);
    assert!([first, last].iter().all(|&agent| !walkers.contains(&scene.cell(agent))));
    assert_eq!(scene.at(sails), Vec2::new(50.0, 10.0));
}

#[test]
fn one_on_ground_that_is_a_wall_to_it_gets_out_though_others_could_not() {
    let mut scene = Scene::of_rows(&["~~~~~~", "######", "......", "######"]);
    let boat = boat(&mut scene);
    scene.spawn_idle([5, 1], 3.0);
    let sails = scene.spawn([1, 1], 3.0, PathRequest::to_cell(IVec2::new(5, 3)).with_profile(boat));
    scene.run(1);
    assert!(is_on_water(&scene, sails));
    scene.run_while(60, |scene| !scene.has_arrived(sails));
}
