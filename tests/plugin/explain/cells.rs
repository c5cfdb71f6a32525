//! What a cell is, and what it costs.

use super::*;

fn text(app: &mut App, at: IVec2) -> String {
    explain_cell(app, at).to_string()
}

#[test]
fn a_cell_says_its_class_its_cost_and_whose_danger_it_has() {
    let mut app = app_on(&[[1, 3, 0]]);
    let near = app.world_mut().spawn((middle(1, 0), DangerSource::new(2.0, 4.0), Name::new("Laser"))).id();
    let far = app.world_mut().spawn((middle(0, 0), DangerSource::new(4.0, 4.0))).id();
    app.world_mut().spawn((middle(2, 0), DangerSource::new(0.5, 9.0)));
    let agent = spawn_walker(&mut app, cell(0, 0), PathRequest::to_cell(cell(1, 0)));
    app.update();
    let explained = explain_cell(&mut app, cell(1, 0));
    assert_eq!((explained.class, explained.terrain, explained.terrain_cost), (Some(3), Some(3), 3));
    let dangers: Vec<(Entity, f64)> = explained
        .dangers
        .iter()
        .map(|danger| (danger.source.clone().unwrap().entity, danger.in_tiles()))
        .collect();
    assert_eq!(dangers, [(near, 4.0), (far, 3.0)]);
    let danger = nav(&app).danger(cell(1, 0)).unwrap();
    assert_eq!((danger, explained.weight), (7.0, 10 * 16));
    let region = explained.region.unwrap();
    assert_eq!(
        explained.to_string(),
        format!(
            "The cell (1, 0) is terrain of class 3 and costs 10.00: 3 for its terrain, 7.00 for its danger. Its danger is 4.00 from \
             Laser ({near}), 3.00 from {far}. It is in region {region}."
        )
    );
    assert!(result(&app, agent).has_path());
}

#[test]
fn walls_and_cells_under_obstacles_are_told_apart() {
    let mut app = app_on(&[[1, 2, 0, 1]]);
    let tower = app.world_mut().spawn((middle(1, 0), NavObstacle::default())).id();
    app.update();
    edit(&mut app, |map| map.block(cell(3, 0)));
    assert_eq!(text(&mut app, cell(2, 0)), "The cell (2, 0) is a wall: terrain of class 0.");
    assert_eq!(
        text(&mut app, cell(1, 0)),
        format!("The cell (1, 0) is under {tower}, terrain of class 2 below.")
    );
    assert_eq!(text(&mut app, cell(3, 0)), "The cell (3, 0) is blocked by the game.");
    assert_eq!(text(&mut app, cell(4, 0)), "The cell (4, 0) is outside the map.");
    assert!(!explain_cell(&mut app, cell(1, 0)).is_free() && explain_cell(&mut app, cell(0, 0)).is_free());
}

#[test]
fn a_cell_costs_agents_wider_than_a_cell_what_the_dearest_that_they_would_cover_costs() {
    let mut app = app_on(&[[1, 1, 3, 1, 0], [1, 1, 1, 1, 1]]);
    let profile = CostProfile::default().with_size(2).unwrap();
    let costs = [0, 1, 2, 3, 4].map(|x| {
        let profile = profile.clone();
        let explain = move |explain: Explain| explain.cell_for(&profile, cell(x, 0)).terrain_cost;
        app.world_mut().run_system_once(explain).unwrap()
    });
    // Above the last row, and to the right of the last column, it would reach beyond the map.
    assert_eq!(costs, [1, 3, 3, 0, 0]);
}

#[test]
fn danger_that_no_entity_spreads_is_the_games_own() {
    let mut app = open(3, 1);
    edit(&mut app, |map| {
        let stamp = DangerStamp::new(1.0, 2.0, Falloff::Flat).unwrap();
        map.add_danger(1, &stamp, cell(0, 0)).unwrap();
    });
    let explained = explain_cell(&mut app, cell(1, 0));
    assert_eq!((explained.dangers[0].layer, explained.dangers[0].units), (1, 32));
    assert!(explained.to_string().contains("Its danger is 2.00 that the game has added."), "{explained}");
}

#[test]
fn each_profile_pays_its_own_price_and_no_map_has_no_cells() {
    let mut app = app_on(&[[1, 0]]);
    let breaker = CostProfile::default().with_cost(0, 9);
    let explained = app
        .world_mut()
        .run_system_once(move |explain: Explain| explain.cell_for(&breaker, cell(1, 0)))
        .unwrap();
    assert_eq!((explained.terrain_cost, explained.weight), (9, 9 * 16));
    app.world_mut().resource_mut::<NavGrid>().unload();
    assert_eq!(explain_cell(&mut app, cell(0, 0)).class, None);
}

/// The danger of the sources is the danger of the cell, wherever they stand and go.
#[test]
fn the_danger_of_all_sources_adds_up() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut app = open(12, 12);
    let mut sources = Vec::new();
    for _ in 0..20 {
        let at = middle(random.i32(-2..14), random.i32(-2..14));
        let source = DangerSource::new(random.f32() * 5.0, random.f32() * 9.0).on_layer(random.usize(..3));
        sources.push(app.world_mut().spawn((at, source)).id());
        let moved = sources[random.usize(..sources.len())];
        app.world_mut().entity_mut(moved).insert(middle(random.i32(-2..14), random.i32(-2..14)));
        app.update();
        for (x, y) in (0..12).flat_map(|y| (0..12).map(move |x| (x, y))) {
            let explained = explain_cell(&mut app, cell(x, y));
            let sum: f64 = explained.dangers.iter().map(|danger| danger.in_tiles()).sum();
            assert_eq!(sum as f32, nav(&app).danger(cell(x, y)).unwrap());
            assert!(explained.dangers.iter().all(|danger| danger.source.is_some()));
        }
    }
}
