//! What the search of the selected agent expanded, and its numbers.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::{
    DebugColors, DebugDrawing, DebugLayer, DebugNumbers, DebugSearch, SearchTrace, TracedCell, prelude::*,
};

const LAYERS: [DebugLayer; 2] = [DebugLayer::Search, DebugLayer::Numbers];

fn rough_map() -> App {
    let mut app = app();
    let rows: Vec<Vec<u8>> = (0..20)
        .map(|y: u8| (0..20).map(|x: u8| if x == 9 && y > 3 { 0 } else { 1 + (x + y) % 3 }).collect())
        .collect();
    let rows: Vec<&[u8]> = rows.iter().map(Vec::as_slice).collect();
    load(&mut app, &rows, squares());
    app
}

fn expanded(app: &App) -> Vec<TracedCell> {
    app.world().resource::<DebugSearch>().cells().to_vec()
}

#[test]
fn the_search_is_the_one_that_a_trace_records() {
    let mut app = rough_map();
    app.init_resource::<SearchTrace>();
    let agent = spawn_agent(&mut app, cell(2, 2), PathRequest::to_cell(cell(17, 5)));
    app.update();
    let traced = app.world().resource::<SearchTrace>().cells().to_vec();
    assert!(traced.len() > 50);
    show(&mut app, &LAYERS);
    debug(&mut app).selected = Some(agent);
    app.update();
    assert_eq!(expanded(&app), traced, "copied from the trace");
    app.world_mut().remove_resource::<SearchTrace>();
    debug(&mut app).selected = None;
    app.update();
    assert_eq!(expanded(&app), []);
    debug(&mut app).selected = Some(agent);
    app.update();
    assert_eq!(expanded(&app), traced, "made once more");
}

#[test]
fn cells_are_coloured_by_the_order_in_which_they_were_expanded() {
    let mut app = rough_map();
    let agent = spawn_agent(&mut app, cell(2, 2), PathRequest::to_cell(cell(17, 5)));
    show(&mut app, &[DebugLayer::Search]);
    debug(&mut app).selected = Some(agent);
    (0..3).for_each(|_| app.update());
    let cells = expanded(&app);
    let ramp = DebugColors::default().search;
    assert_eq!(color_at(&mut app, cells[0].cell), Some(pixel(ramp[0])));
    let mut light = |traced: &TracedCell| {
        let [red, green, blue, alpha] = color_at(&mut app, traced.cell).unwrap();
        assert_ne!(alpha, 0, "{}", traced.cell);
        u32::from(red) + u32::from(green) + u32::from(blue)
    };
    let shades: Vec<u32> = cells.iter().map(&mut light).collect();
    assert!(shades.is_sorted_by(|a, b| a >= b) && shades[0] > shades[shades.len() - 1] + 300);
    let untouched =
        (0..400).map(|at| cell(at % 20, at / 20)).find(|at| cells.iter().all(|known| known.cell != *at));
    assert_eq!(color_at(&mut app, untouched.unwrap()), Some([0; 4]));
}

#[test]
fn the_numbers_are_cost_and_weight_or_cost_and_estimate() {
    let mut app = rough_map();
    map(&mut app)
        .map_mut()
        .unwrap()
        .add_danger(0, &DangerStamp::new(3.0, 1.5, Falloff::Flat).unwrap(), cell(5, 5))
        .unwrap();
    let agent = spawn_agent(&mut app, cell(2, 2), PathRequest::to_cell(cell(17, 5)));
    show(&mut app, &LAYERS);
    debug(&mut app).selected = Some(agent);
    (0..3).for_each(|_| app.update());
    let cells = expanded(&app);
    let nav_grid = app.world().resource::<NavGrid>();
    let profile = CostProfile::default();
    let lengths = nav_grid.map().unwrap().topology().lengths();
    let shown = app.world().resource::<DebugSearch>();
    let mut dangerous = 0;
    for traced in &cells {
        let path = nav_grid.find_path(&profile, PathQuery::new(cell(2, 2), traced.cell)).unwrap();
        let [cost, weight] = shown.texts(traced, DebugNumbers::CostAndWeight);
        let tiles = lengths.in_tiles(path.cost());
        assert!((cost.parse::<f64>().unwrap() - tiles).abs() <= 0.05 + 1e-9, "{cost} is not {tiles}");
        let danger = nav_grid.danger(traced.cell).unwrap();
        dangerous += u32::from(danger > 0.0);
        let price = f32::from(nav_grid.class(traced.cell).unwrap()) + danger;
        assert!((weight.parse::<f32>().unwrap() - price).abs() < 0.051, "{weight} is not {price}");
        let [again, estimate] = shown.texts(traced, DebugNumbers::CostAndEstimate);
        let tiles = lengths.in_tiles(traced.h);
        assert!(again == cost && (estimate.parse::<f64>().unwrap() - tiles).abs() <= 0.05 + 1e-9);
    }
    assert!(dangerous > 3);
    let first = polygons(&mut app, DebugDrawing::Numbers);
    assert!(first.len() > cells.len() * 8);
    debug(&mut app).numbers = DebugNumbers::CostAndEstimate;
    app.update();
    assert_ne!(polygons(&mut app, DebugDrawing::Numbers), first);
}

#[test]
fn there_are_no_numbers_where_there_would_be_too_many() {
    let mut app = rough_map();
    let agent = spawn_agent(&mut app, cell(2, 2), PathRequest::to_cell(cell(17, 5)));
    show(&mut app, &LAYERS);
    debug(&mut app).selected = Some(agent);
    (0..3).for_each(|_| app.update());
    let count = expanded(&app).len();
    for (most, is_drawn) in [(count, true), (count - 1, false)] {
        debug(&mut app).max_marks = most;
        app.update();
        app.update();
        assert_eq!(!polygons(&mut app, DebugDrawing::Numbers).is_empty(), is_drawn, "{most} of {count}");
    }
}

#[test]
fn an_agent_on_a_shared_field_stays_there_and_shows_a_search_of_its_own() {
    let mut app = open_map(16);
    let agents: Vec<Entity> =
        (0..16).map(|y| spawn_agent(&mut app, cell(0, y), PathRequest::to_cell(cell(15, 15)))).collect();
    show(&mut app, &LAYERS);
    debug(&mut app).selected = Some(agents[3]);
    (0..4).for_each(|_| app.update());
    assert!(app.world().get::<PathResult>(agents[3]).unwrap().is_shared());
    let cells = expanded(&app);
    assert!(cells.last().is_some_and(|last| last.cell == cell(15, 15)));
}

#[test]
fn a_new_answer_is_shown_and_an_agent_that_fails_shows_what_it_tried() {
    let mut app = open_map(16);
    let agent = spawn_agent(&mut app, cell(1, 1), PathRequest::to_cell(cell(14, 1)));
    show(&mut app, &LAYERS);
    debug(&mut app).selected = Some(agent);
    (0..3).for_each(|_| app.update());
    let first = expanded(&app);
    app.world_mut().entity_mut(agent).insert(PathRequest::to_cell(cell(1, 14)));
    (0..3).for_each(|_| app.update());
    assert_eq!(expanded(&app).last().unwrap().cell, cell(1, 14));
    assert_ne!(expanded(&app), first);
    app.world_mut().entity_mut(agent).insert(PathRequest::to_cell(cell(99, 99)));
    (0..3).for_each(|_| app.update());
    assert_eq!(expanded(&app), [], "outside the map: refused without a search");
}
