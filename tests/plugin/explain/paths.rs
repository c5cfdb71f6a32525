//! What a path costs, in parts.

use super::*;
use bevy_tilepath::tilepath::CostSplit;

#[test]
fn the_parts_of_a_cost_are_length_terrain_and_danger() {
    let mut app = app_on(&[[1, 3, 1]]);
    app.world_mut().spawn((middle(1, 0), DangerSource::new(0.0, 2.0)));
    let agent = spawn_walker(&mut app, cell(0, 0), PathRequest::to_cell(cell(2, 0)));
    app.update();
    let explanation = explain(&mut app, agent);
    let path = explanation.path.as_ref().unwrap();
    let tiles = |cost| path.in_tiles(cost);
    let split = path.split.unwrap();
    assert_eq!([split.length, split.terrain, split.danger].map(tiles), [2.0; 3]);
    assert_eq!((split.total(), path.steps), (result(&app, agent).cost(nav(&app)), 2));
    let sentence = "The rest of its path has 2 steps and costs 6.0: 2.0 for its length, 2.0 for terrain, 2.0 for danger.";
    assert!(explanation.to_string().contains(sentence), "{explanation}");
}

/// Own and shared paths, on foot and not, while they walk and while the map is edited.
#[test]
fn on_random_maps_the_parts_always_add_up_to_the_cost_of_the_path() {
    let mut random = fastrand::Rng::with_seed(23);
    let (mut own, mut shared, mut walked) = (0, 0, 0);
    for round in 0..24 {
        let grid = Grid::from_fn(UVec2::splat(14), |_| random.u8(..9).min(4)).unwrap();
        let mut app = on_grid(grid);
        let any = |random: &mut fastrand::Rng| cell(random.i32(0..14), random.i32(0..14));
        for _ in 0..4 {
            let at = any(&mut random);
            app.world_mut().spawn((middle(at.x, at.y), DangerSource::new(3.0, random.f32() * 5.0)));
        }
        let goal = any(&mut random);
        let request = PathRequest::to_cell(goal).with_danger_aversion(random.f32() * 2.0);
        let agents: Vec<Entity> = (0..if round % 2 == 0 { 3 } else { 9 })
            .map(|_| {
                let at = any(&mut random);
                spawn_walker(&mut app, at, request.clone())
            })
            .collect();
        let unmoved = app.world_mut().spawn((middle(0, 0), request.with_inflation(1.0).allow_partial())).id();
        for frame in 0..30 {
            if frame % 7 == 5 {
                let at = any(&mut random);
                let class = random.u8(..4);
                edit(&mut app, |map| map.set_terrain(at, class).unwrap());
            }
            app.update();
            for &agent in agents.iter().chain([&unmoved]) {
                let explanation = explain(&mut app, agent);
                let Some(path) = &explanation.path else { continue };
                let remaining = path.split.map(CostSplit::total);
                assert_eq!(remaining, Some(path.remaining), "{explanation}");
                assert!(path.remaining <= path.cost);
                if agent == unmoved || result(&app, agent).is_shared() {
                    assert_eq!(path.remaining, result(&app, agent).cost(nav(&app)));
                }
                own += usize::from(!result(&app, agent).is_shared());
                shared += usize::from(result(&app, agent).is_shared());
                walked += usize::from(path.remaining < path.cost);
            }
        }
    }
    assert!(own > 300 && shared > 300 && walked > 100, "{own} {shared} {walked}");
}

#[test]
fn a_path_on_a_map_that_was_edited_since_is_not_split() {
    let mut app = open(6, 1);
    let agent = app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(5, 0)))).id();
    app.update();
    edit(&mut app, |map| map.set_terrain(cell(3, 0), 2).unwrap());
    let explanation = explain(&mut app, agent);
    assert_eq!(explanation.path.as_ref().unwrap().split, None);
    assert!(explanation.to_string().contains("the map was edited since it was found."), "{explanation}");
    app.update();
    assert!(explain(&mut app, agent).path.unwrap().split.is_some());
}
