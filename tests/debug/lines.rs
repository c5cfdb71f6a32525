//! Arrows, paths and waypoints.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::{DebugColors, DebugDrawing, DebugLayer, prelude::*};

#[test]
fn arrows_point_to_the_next_cell_of_the_field() {
    let mut app = app();
    load(
        &mut app,
        &[&[1, 1, 1, 1, 1, 1], &[1, 0, 0, 0, 0, 1], &[1, 1, 1, 1, 0, 1], &[1, 1, 1, 1, 0, 1]],
        squares(),
    );
    let goal = cell(5, 0);
    let agents: Vec<Entity> =
        (0..8).map(|x| spawn_agent(&mut app, cell(x % 4, 0), PathRequest::to_cell(goal))).collect();
    show(&mut app, &[DebugLayer::Arrows]);
    (0..4).for_each(|_| app.update());
    assert!(app.world().get::<PathResult>(agents[0]).unwrap().is_shared());
    let arrows = polygons_in(&mut app, DebugDrawing::Arrows, DebugColors::default().arrow);
    // Each arrow is two triangles that begin at its tip. The goal and five walls have none.
    assert_eq!(arrows.len(), 2 * (24 - 7));
    let nav_grid = app.world().resource::<NavGrid>();
    let profile = CostProfile::default();
    for pair in arrows.chunks(2) {
        let tip = pair[0].0[0];
        assert_eq!(tip, pair[1].0[0]);
        let back = (pair[0].0[1] + pair[1].0[2]) / 2.0;
        let from = nav_grid.cell_at((tip + back) / 2.0).unwrap();
        let next = from + ((tip - back).normalize() * 1.2).round().as_ivec2();
        let cost = |from| nav_grid.find_path(&profile, PathQuery::new(from, goal)).unwrap().cost();
        let step = nav_grid.find_path(&profile, PathQuery::new(from, next)).unwrap();
        assert_eq!(step.cells().len(), 2, "{from} to {next}");
        assert_eq!(step.cost().saturating_add(cost(next)), cost(from), "{from} to {next}");
    }
}

#[test]
fn arrows_follow_an_edit_and_are_bounded_in_number() {
    let mut app = open_map(40);
    (0..40).for_each(|y| _ = spawn_agent(&mut app, cell(0, y), PathRequest::to_cell(cell(39, 20))));
    show(&mut app, &[DebugLayer::Arrows]);
    debug(&mut app).max_marks = 10_000;
    (0..4).for_each(|_| app.update());
    let arrow = DebugColors::default().arrow;
    let near = |app: &mut App, x: i32, y: i32| {
        let center = squares().center_of(cell(x, y));
        let arrows = polygons_in(app, DebugDrawing::Arrows, arrow);
        arrows.into_iter().filter(|arrow| middle(arrow).distance(center) < TILE / 2.0).collect::<Vec<_>>()
    };
    let before = near(&mut app, 30, 20);
    assert_eq!(before.len(), 2);
    for y in 15..26 {
        map(&mut app).map_mut().unwrap().block(cell(31, y));
    }
    (0..3).for_each(|_| app.update());
    let after = near(&mut app, 30, 20);
    assert!(after.len() == 2 && after != before);
    debug(&mut app).max_marks = 100;
    app.update();
    let count = polygons_in(&mut app, DebugDrawing::Arrows, arrow).len() / 2;
    assert!((50..=100).contains(&count), "{count}");
}

/// The ends of the lines of a drawing in one colour, which are a little longer than what they stand for.
fn ends(app: &mut App, drawing: DebugDrawing, color: Color) -> Vec<[Vec2; 2]> {
    let lines = polygons_in(app, drawing, color);
    let end = |a: Vec2, b: Vec2| (a + b) / 2.0;
    lines
        .into_iter()
        .filter(|(corners, _)| corners.len() == 4)
        .map(|(corners, _)| [end(corners[0], corners[3]), end(corners[1], corners[2])])
        .collect()
}

fn is_end(lines: &[[Vec2; 2]], cell: IVec2) -> bool {
    let center = squares().center_of(cell);
    lines.iter().any(|line| line[1].distance(center) < TILE * 0.2)
}

#[test]
fn paths_lead_from_the_agents_to_their_goals() {
    let mut app = open_map(20);
    let lone = spawn_agent(&mut app, cell(2, 2), PathRequest::to_cell(cell(4, 17)));
    let crowd: Vec<Entity> =
        (0..19).map(|y| spawn_agent(&mut app, cell(18, y), PathRequest::to_cell(cell(9, 19)))).collect();
    show(&mut app, &[DebugLayer::Paths]);
    (0..15).for_each(|_| app.update());
    assert!(!app.world().get::<PathResult>(lone).unwrap().is_shared());
    assert!(app.world().get::<PathResult>(crowd[0]).unwrap().is_shared());
    let lines = ends(&mut app, DebugDrawing::Paths, DebugColors::default().path);
    assert!(is_end(&lines, cell(4, 17)) && is_end(&lines, cell(9, 19)) && !is_end(&lines, cell(10, 3)));
    for agent in [lone, crowd[0], crowd[18]] {
        let place = app.world().get::<Transform>(agent).unwrap().translation.truncate();
        assert!(lines.iter().any(|line| line[0].distance(place) < TILE * 0.2), "none begins at {place}");
    }
    // Many agents on one field take the same steps: these are drawn once.
    assert!(lines.len() < 80, "{}", lines.len());
}

#[test]
fn the_part_of_a_path_that_was_walked_is_not_drawn() {
    let mut app = open_map(20);
    spawn_agent(&mut app, cell(2, 2), PathRequest::to_cell(cell(17, 2)));
    show(&mut app, &[DebugLayer::Paths]);
    (0..60).for_each(|_| app.update());
    let lines = ends(&mut app, DebugDrawing::Paths, DebugColors::default().path);
    let leftmost = lines.iter().flatten().map(|end| end.x).fold(f32::MAX, f32::min);
    assert!(leftmost > 6.5 * TILE, "{leftmost}");
    (0..120).for_each(|_| app.update());
    let lines = ends(&mut app, DebugDrawing::Paths, DebugColors::default().path);
    assert_eq!(lines, [] as [[Vec2; 2]; 0], "it has arrived");
}

#[test]
fn waypoints_and_their_links_are_drawn_where_they_are() {
    let mut app = app();
    let places = [cell(1, 1), cell(8, 1), cell(8, 9)];
    let waypoints = places.map(|place| app.world_mut().spawn((at(place.x, place.y), Waypoint)).id());
    app.world_mut().commands().entity(waypoints[0]).link_to(waypoints[1]);
    app.world_mut().commands().entity(waypoints[1]).link_both_ways(waypoints[2]);
    show(&mut app, &[DebugLayer::Waypoints, DebugLayer::Paths]);
    app.update();
    app.update();
    let color = DebugColors::default().waypoint;
    let links = |app: &mut App| {
        let drawn = polygons_in(app, DebugDrawing::Waypoints, color);
        drawn.into_iter().filter(|(corners, _)| corners.len() == 3).count()
    };
    assert_eq!(links(&mut app), 3, "one head of an arrow for each link");
    app.world_mut().despawn(waypoints[2]);
    app.update();
    app.update();
    assert_eq!(links(&mut app), 1);
    let drone = (OnWaypoints, at(1, 1), PathFollower::with_speed(TILE), PathRequest::to_entity(waypoints[1]));
    app.world_mut().spawn(drone);
    (0..10).for_each(|_| app.update());
    let lines = ends(&mut app, DebugDrawing::Paths, DebugColors::default().path);
    assert_eq!(lines.len(), 1);
    assert!(lines[0][1].distance(Vec2::new(8.0, 1.0) * TILE) < 2.0);
}

#[test]
fn agents_in_a_jam_are_drawn_with_their_plans() {
    let mut app = app();
    load(&mut app, &[&[0, 0, 0, 1, 0, 0, 0], &[1, 1, 1, 1, 1, 1, 1]], squares());
    for [from, to] in [[0, 6], [6, 0]] {
        let agent = spawn_agent(&mut app, cell(from, 0), PathRequest::to_cell(cell(to, 0)));
        app.world_mut().entity_mut(agent).insert(CrowdAgent::default());
    }
    show(&mut app, &[DebugLayer::Paths]);
    let DebugColors { plan, path, .. } = DebugColors::default();
    let is_planned = |app: &mut App| !ends(app, DebugDrawing::Paths, plan).is_empty();
    app.update();
    assert!(!is_planned(&mut app) && !ends(&mut app, DebugDrawing::Paths, path).is_empty());
    let frames = (0..200).take_while(|_| {
        app.update();
        !is_planned(&mut app)
    });
    assert!(frames.count() < 200, "no plan was drawn");
    // One of them goes into the niche, which is on neither path.
    assert!(is_end(&ends(&mut app, DebugDrawing::Paths, plan), cell(3, 1)));
    assert!(ends(&mut app, DebugDrawing::Paths, path).is_empty(), "both walk by the plan");
}

#[test]
fn walls_on_edges_and_links_are_drawn_where_they_are_and_as_they_are_now() {
    let mut app = open_map(12);
    let fence = EdgeWall::to_cell(cell(4, 3)).one_way();
    let fence = app.world_mut().spawn((at(3, 3), fence)).id();
    app.world_mut().spawn((at(1, 1), NavLink::to_cell(cell(9, 8))));
    show(&mut app, &[DebugLayer::Regions]);
    (0..2).for_each(|_| app.update());
    let colors = DebugColors::default();
    let edges = ends(&mut app, DebugDrawing::Borders, colors.selected);
    // The edge between both cells, at half a tile from the middle of each.
    let [low, high] = [Vec2::new(3.5, 2.5) * TILE, Vec2::new(3.5, 3.5) * TILE];
    let offset = squares().center_of(cell(0, 0));
    let is_at = |end: Vec2, place: Vec2| end.distance(place + offset) < TILE * 0.2;
    assert_eq!(edges.len(), 1);
    assert!(edges[0].iter().any(|&end| is_at(end, low)) && edges[0].iter().any(|&end| is_at(end, high)));
    // A one-way wall has a tip.
    let tips = polygons_in(&mut app, DebugDrawing::Borders, colors.selected);
    let tip = tips.iter().find(|(corners, _)| corners.len() == 3).expect("a tip");
    assert!(tip.0[0].distance(low.midpoint(high) + offset) < TILE * 0.3, "{tip:?}");
    let links = ends(&mut app, DebugDrawing::Borders, colors.waypoint);
    assert!(is_end(&links, cell(9, 8)) && links.len() == 1, "{links:?}");
    app.world_mut().get_mut::<EdgeWall>(fence).unwrap().is_open = true;
    (0..2).for_each(|_| app.update());
    assert!(polygons_in(&mut app, DebugDrawing::Borders, colors.selected).is_empty());
    show(&mut app, &[]);
    app.update();
    assert!(drawings(&mut app).iter().all(|(_, drawing)| *drawing != DebugDrawing::Borders));
}
