//! The page of the graph: nodes and edges by the pointer, both searches beside each other.

use crate::driver::Driver;
use bevy::prelude::*;
use playground::{
    action::{Action, Page, Play},
    controls::Menu,
    graph_page::{GraphAlgorithm, GraphDocument, GraphHand, GraphRuns, GraphTool, HALF_WIDTH, Scene},
    input::Area,
    pane::PaneId,
};

fn open() -> Driver {
    let mut driver = Driver::new(&["--graph"]);
    driver.frames(3);
    driver
}

fn scene(driver: &Driver) -> Scene {
    driver.resource::<GraphDocument>().scene().clone()
}

/// The place of a point of the graph in a pane.
fn place(driver: &mut Driver, pane: PaneId, at: Vec2) -> Vec2 {
    let [middle, size] = driver.find(&Area::Graph(pane)).expect("the graph is shown");
    let scale = (Vec2::new(2.0, 1.5) * HALF_WIDTH / size).max_element();
    middle + at / scale * Vec2::new(1.0, -1.0)
}

fn place_of(driver: &mut Driver, node: u32) -> Vec2 {
    let at = scene(driver).graph.position(node).expect("the node is there");
    place(driver, PaneId::Left, at)
}

/// Points of the plane with no node and no edge near.
fn free_places(driver: &Driver) -> Vec<Vec2> {
    let scene = scene(driver);
    let points = (0..20 * 14)
        .map(|index| Vec2::new((index % 20) as f32 * 5.5 - 52.0, (index / 20) as f32 * 5.5 - 36.0));
    points.filter(|&at| scene.node_at(at, 5.0).is_none() && scene.edge_at(at, 4.0).is_none()).collect()
}

fn drag(driver: &mut Driver, from: Vec2, to: Vec2) {
    driver.point(from);
    driver.press(MouseButton::Left);
    driver.frames(1);
    driver.point(from.lerp(to, 0.5));
    driver.frames(1);
    driver.point(to);
    driver.release(MouseButton::Left);
    driver.frames(2);
}

#[test]
fn nodes_are_added_moved_and_removed() {
    let mut driver = open();
    let count = scene(&driver).graph.len();
    driver.click(Action::GraphTool(GraphTool::Move));
    let free = free_places(&driver)[0];
    let free = place(&mut driver, PaneId::Right, free);
    driver.click_at(free, MouseButton::Left);
    assert_eq!(scene(&driver).graph.len(), count + 1);
    let start = scene(&driver).start.unwrap();
    let (from, to) = (place_of(&mut driver, start), place(&mut driver, PaneId::Left, Vec2::new(-50.0, 40.0)));
    let cost =
        |driver: &Driver| driver.resource::<GraphRuns>().get(PaneId::Right).path.as_ref().unwrap().cost;
    let before = cost(&driver);
    drag(&mut driver, from, to);
    let moved = scene(&driver).graph.position(start).unwrap();
    assert!(moved.distance(Vec2::new(-50.0, 40.0)) < 1.0, "{moved}");
    assert_ne!(cost(&driver), before, "its edges are longer");
    driver.click(Action::Undo);
    assert!(scene(&driver).graph.position(start).unwrap().distance(moved) > 5.0);
    driver.click(Action::GraphTool(GraphTool::Remove));
    let at = place_of(&mut driver, start);
    driver.click_at(at, MouseButton::Left);
    assert_eq!(scene(&driver).start, None);
    assert!(driver.texts().iter().any(|text| text.contains("Choose a start")));
    driver.chord(KeyCode::ControlLeft, KeyCode::KeyZ);
    assert_eq!(scene(&driver).start, Some(start));
}

#[test]
fn edges_are_drawn_in_one_direction_or_both_and_removed_by_the_right_button() {
    let mut driver = open();
    let free = free_places(&driver);
    let apart = |&at: &Vec2| at.distance(free[0]) > 12.0;
    let (a, b) = (free[0], free.iter().copied().find(apart).expect("there is room for two"));
    driver.click(Action::GraphTool(GraphTool::Move));
    for at in [a, b] {
        let at = place(&mut driver, PaneId::Left, at);
        driver.click_at(at, MouseButton::Left);
    }
    let node = |driver: &Driver, at| scene(driver).node_at(at, 4.0).unwrap();
    let (first, second) = (node(&driver, a), node(&driver, b));
    assert_ne!(first, second);
    let [from, to] = [first, second].map(|node| place_of(&mut driver, node));
    driver.click(Action::GraphTool(GraphTool::Link));
    drag(&mut driver, from, to);
    let cost = |driver: &Driver, from, to| scene(driver).graph.edge_cost(from, to);
    assert!(cost(&driver, first, second).is_some() && cost(&driver, second, first).is_none());
    driver.click_at((from + to) / 2.0, MouseButton::Right);
    assert!(cost(&driver, first, second).is_none());
    driver.click(Action::GraphTool(GraphTool::LinkBothWays));
    drag(&mut driver, from, to);
    assert_eq!(cost(&driver, first, second), cost(&driver, second, first));
    assert!(cost(&driver, first, second).is_some());
    // A drag that leaves the pane draws nothing.
    let edges = scene(&driver).edges().len();
    driver.click(Action::GraphTool(GraphTool::Link));
    drag(&mut driver, from, Vec2::new(from.x, 5.0));
    assert_eq!((scene(&driver).edges().len(), driver.resource::<GraphHand>().pull), (edges, None));
}

#[test]
fn start_and_goal_are_chosen_and_both_searches_agree() {
    let mut driver = open();
    for _ in 0..3 {
        driver.click(Action::NextGraph);
        let nodes: Vec<u32> = scene(&driver).graph.nodes().map(|(node, _)| node).collect();
        driver.click(Action::GraphTool(GraphTool::Start));
        let at = place_of(&mut driver, nodes[3]);
        driver.click_at(at, MouseButton::Left);
        driver.click(Action::GraphTool(GraphTool::Goal));
        let at = place_of(&mut driver, nodes[40]);
        driver.click_at(at, MouseButton::Left);
        assert_eq!((scene(&driver).start, scene(&driver).goal), (Some(nodes[3]), Some(nodes[40])));
        let [dijkstra, a_star] = PaneId::ALL.map(|pane| driver.resource::<GraphRuns>().get(pane).clone());
        let cost = |run: &playground::graph_page::GraphRun| run.path.as_ref().map(|path| path.cost);
        assert_eq!(cost(&dijkstra), cost(&a_star));
        assert!(a_star.recording.len() <= dijkstra.recording.len());
    }
}

#[test]
fn the_playback_steps_through_both_searches() {
    let mut driver = open();
    let steps = driver.resource::<GraphRuns>().steps();
    assert_eq!(driver.playback().steps(), steps);
    driver.click(Action::Play(Play::First));
    driver.click(Action::Play(Play::Forward));
    assert_eq!(driver.playback().step(), 1);
    assert!(driver.texts().iter().any(|text| text.contains("1 expanded")));
    driver.click(Action::Page(Page::Grid));
    driver.frames(2);
    assert_ne!(driver.playback().steps(), steps);
}

#[test]
fn every_algorithm_of_the_menu_searches_in_its_pane_alone() {
    let mut driver = open();
    for pane in PaneId::ALL {
        for algorithm in GraphAlgorithm::ALL {
            let other = PaneId::ALL[1 - pane as usize];
            let untouched = driver.resource::<GraphRuns>().algorithm(other);
            driver.choose(Menu::Graph(pane), Action::GraphAlgorithm(pane, algorithm));
            let runs = driver.resource::<GraphRuns>();
            assert_eq!((runs.algorithm(pane), runs.algorithm(other)), (algorithm, untouched));
            let run = runs.get(pane);
            let cost = run.path.as_ref().unwrap().cost;
            assert!(cost == run.cheapest || (!algorithm.is_exact() && cost > run.cheapest));
        }
    }
    // Greed and Dijkstra go different ways: where that costs more, the figures say so.
    for pane in PaneId::ALL {
        driver.choose(Menu::Graph(pane), Action::GraphAlgorithm(pane, GraphAlgorithm::Greedy));
    }
    let is_dearer = |driver: &Driver| {
        let run = driver.resource::<GraphRuns>().get(PaneId::Left);
        run.path.as_ref().is_some_and(|path| path.cost > run.cheapest)
    };
    let dearer = (0..20).filter(|_| {
        driver.click(Action::NextGraph);
        driver.frames(1);
        let said = driver.texts().iter().filter(|text| text.contains("dearer than the cheapest")).count();
        assert_eq!(said, if is_dearer(&driver) { 2 } else { 0 });
        said > 0
    });
    assert!(dearer.count() > 2);
}

#[test]
fn nodes_show_what_the_search_knows_of_them() {
    let mut driver = open();
    let numbers = |driver: &mut Driver, letter: &str| {
        driver.texts().iter().filter(|text| text.starts_with(letter)).count()
    };
    let runs = driver.resource::<GraphRuns>();
    let seen = PaneId::ALL.map(|pane| {
        let recording = &runs.get(pane).recording;
        (0..48).filter(|&node| recording.numbers(node, usize::MAX).is_some()).count()
    });
    assert_eq!(numbers(&mut driver, "g "), seen.iter().sum::<usize>());
    let start = scene(&driver).start.unwrap() as usize;
    let shown = driver.resource::<GraphRuns>().get(PaneId::Right).recording.numbers(start, 1).unwrap();
    let estimate = tilepath::StepLengths::EUCLIDEAN.in_tiles(shown.h);
    assert!(driver.texts().contains(&format!("g 0.0\nh {estimate:.1}\nf {estimate:.1}")));
    driver.click(Action::Play(Play::First));
    driver.frames(2);
    assert_eq!(numbers(&mut driver, "g "), 0);
    driver.click(Action::Play(Play::Last));
    driver.click(Action::ToggleNumbers);
    driver.frames(2);
    assert_eq!(numbers(&mut driver, "g "), 0);
}
