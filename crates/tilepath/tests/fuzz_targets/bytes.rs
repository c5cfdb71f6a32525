//! The target `bytes`: everything that reads bytes gets any bytes, and valid bytes with changes.

use super::{game::topology, input::Input, mutation::mutated, saves};
use glam::{DVec2, IVec2, UVec2, Vec2};
use serde::{Serialize, de::DeserializeOwned};
use tilepath::{
    CellGeometry, CostProfile, DangerLayer, DangerStamp, Falloff, Graph, GraphQuery, Grid, NavGraph, NavMap,
    PathOptions, PathQuery, Recorder, SearchScratch, Topology,
    fleet::{FleetSettings, FleetWorld, Request},
    trace::{Drawing, Trace},
};

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    match input.byte() % 16 {
        0 => saves::load_state(input.rest()),
        1..=6 | 8..=10 => saves::load_mutated(input),
        // A stored input may be a save with a right header.
        7 => _ = FleetWorld::load(input.rest()),
        11 => graphs(input),
        12 => traces(input),
        13 => maps(input),
        14 => plain_values(input),
        _ => layers(input),
    }
}

/// The value that a target reads: from the bytes as they are, or from a valid value with changes.
fn read<T: Serialize + DeserializeOwned>(valid: &T, mut input: Input) -> Option<T> {
    let bytes = if input.flag() {
        input.rest().to_vec()
    } else {
        mutated(&postcard::to_allocvec(valid).expect("a valid value"), 0, &mut input)
    };
    let value: T = postcard::from_bytes(&bytes).ok()?;
    let written = postcard::to_allocvec(&value).expect("a value that was read");
    postcard::from_bytes::<T>(&written).expect("a value that was read and written");
    Some(value)
}

fn graphs(mut input: Input) {
    let mut graph = NavGraph::new();
    let points: Vec<_> =
        (0..input.below(9)).map(|nth| graph.add_waypoint(Vec2::new(nth as f32, 1.0)).unwrap()).collect();
    for &from in &points {
        let edges: Vec<_> = (0..input.below(4)).map(|_| points[input.below(points.len())]).collect();
        let edges: Vec<_> = edges.into_iter().map(|to| (to, Graph::cost_of_distance(9.0))).collect();
        graph.set_edges(from, &edges);
    }
    if points.len() > 3 {
        graph.remove_waypoint(points[1]);
    }
    let Some(mut graph) = read(&graph, input) else { return };
    let nodes: Vec<_> = graph.graph().nodes().take(6).map(|(node, _)| node).collect();
    for pair in nodes.windows(2) {
        let query = GraphQuery::new(pair[0], pair[1]);
        _ = graph.graph().find_path(&query, &mut SearchScratch::new(), &mut ());
    }
    let known: Vec<_> = graph.iter().take(4).map(|(waypoint, _)| waypoint).collect();
    let new = graph.add_waypoint(Vec2::ONE).expect("a finite position");
    known.iter().for_each(|&waypoint| _ = graph.set_edges(waypoint, &[(new, Graph::cost_of_distance(1.0))]));
    known.iter().for_each(|&waypoint| _ = graph.remove_waypoint(waypoint));
    _ = graph.nearest(Vec2::ZERO);
}

fn traces(mut input: Input) {
    let text = if input.flag() {
        String::from_utf8_lossy(input.rest()).into_owned()
    } else {
        let map = NavMap::new(Grid::new(UVec2::new(3, 2), 1).unwrap(), topology(&mut input));
        let mut seen = Recorder::default();
        let query = PathQuery::new(IVec2::ZERO, IVec2::new(2, 1));
        _ = map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut seen);
        let cells = Drawing::Cells(map.topology().shape(), map.grid().size());
        let text = Trace::of(&seen, cells, &[0], &[5], Some(5)).to_json();
        String::from_utf8_lossy(&mutated(text.as_bytes(), 0, &mut input)).into_owned()
    };
    let Ok(trace) = Trace::from_json(&text) else { return };
    let again = Trace::from_json(&trace.to_json()).expect("a trace that was written");
    let is_plain = |at: &DVec2| at.is_finite() && at.abs().max_element() < 1e9;
    if trace.events.iter().all(|event| is_plain(&event.at)) && trace.corners.iter().all(is_plain) {
        assert_eq!(again.events.len(), trace.events.len());
    }
}

/// The bytes of the profile in front of the distances of its landmarks.
const PROFILE: usize = 392;

/// Maps with landmarks. Most of the changes are made in the distances of the landmarks.
fn maps(mut input: Input) {
    let (size, topology) = (UVec2::new(5 + input.below(9) as u32, 7), topology(&mut input));
    let profile = CostProfile::default();
    let classes = input.word();
    let class = |cell: IVec2| (classes >> ((cell.x * 5 + 7 * cell.y) % 30) & 3) as u8;
    let mut map = NavMap::new(Grid::from_fn(size, class).unwrap(), topology);
    map.block(IVec2::new(3, 2));
    let stamp = DangerStamp::new(2.0, 3.0, Falloff::Linear).unwrap();
    map.add_danger(1, &stamp, IVec2::ONE).expect("a layer that there is");
    map.prepare(&profile);
    let plain = postcard::to_allocvec(&map).expect("a map").len();
    map.prepare_landmarks(&profile);
    let read = if input.flag() {
        let valid = postcard::to_allocvec(&map).expect("a map");
        let from = if input.flag() { (plain + PROFILE).min(valid.len() - 1) } else { 0 };
        postcard::from_bytes(&mutated(&valid, from, &mut input)).ok()
    } else {
        read(&map, input)
    };
    let Some(mut map) = read else { return };
    saves::check_map(&map, 6);
    map.edit(|edits| {
        edits.block(IVec2::ZERO);
        edits.unblock(IVec2::new(3, 2));
    });
    _ = map.remove_danger(1, &stamp, IVec2::ONE);
    map.prepare_landmarks(&profile);
    saves::check_map(&map, 6);
}

/// Types whose values are checked when they are read, and nothing else.
fn plain_values(mut input: Input) {
    match input.below(8) {
        0 => {
            if let Some(grid) = read(&Grid::from_rows([[1_u8, 2, 0], [0, 1, 9]]).unwrap(), input) {
                assert_eq!(grid.len(), grid.classes().len());
            }
        }
        1 => _ = read(&CostProfile::default().with_aversion(1, 2.0).unwrap(), input),
        2 => _ = read(&Topology::default(), input),
        3 => _ = read(&CellGeometry::squares(3.0).unwrap(), input),
        4 => {
            let query = PathQuery::new(IVec2::ZERO, IVec2::ONE).within(2.0);
            let Some(query) = read(&query, input) else { return };
            let mut map = NavMap::new(Grid::new(UVec2::new(5, 4), 1).unwrap(), Topology::default());
            map.prepare(&CostProfile::default());
            _ = map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ());
        }
        5 => _ = read(&FleetSettings::default(), input),
        6 => _ = read(&PathOptions::default().greedy(), input),
        _ => _ = read(&Request::to(IVec2::ONE).with_danger_aversion(2.0), input),
    }
}

fn layers(mut input: Input) {
    let mut layer = DangerLayer::new(topology(&mut input).shape(), UVec2::new(6, 4));
    for _ in 0..input.below(5) {
        let stamp = DangerStamp::new(input.below(5) as f32, 2.0, Falloff::Smooth).unwrap();
        layer.add(&stamp, input.near_cell(UVec2::new(6, 4))).unwrap();
    }
    let Some(mut layer) = read(&layer, input) else { return };
    let before = layer.units().to_vec();
    let stamp = DangerStamp::new(1.0, 1.0, Falloff::Flat).unwrap();
    if layer.add(&stamp, IVec2::ONE).is_ok() {
        layer.remove(&stamp, IVec2::ONE).expect("a stamp that was added");
    }
    assert_eq!(before, layer.units());
}
