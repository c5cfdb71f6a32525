//! Search traces: what they say of a search, and that files are read back as they were written.

use fastrand::Rng;
use glam::{IVec2, UVec2, Vec2};
use std::collections::BTreeMap;
use tilepath::{
    CostProfile, DiagonalRule, Graph, GraphQuery, Grid, Heuristic, NavMap, PathQuery, Recorder,
    SearchScratch, Shape, Topology,
    trace::{Drawing, Trace, TraceError, TraceEventKind as Kind},
};

/// A search on a random map of any shape, recorded, with its path as node numbers.
fn any_trace(random: &mut Rng, round: usize) -> (Trace, Recorder, Vec<u64>) {
    let size = UVec2::new(random.u32(1..12), random.u32(1..12));
    let grid = Grid::from_fn(size, |_| random.u8(0..6)).unwrap();
    let topology = Topology::square(DiagonalRule::ALL[round % 4]).with_shape(Shape::ALL[round % 7]);
    let map = NavMap::new(grid, topology);
    let any = |random: &mut Rng| IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
    let (start, goal) = (any(random), any(random));
    let index = |cell: IVec2| map.grid().index(cell).unwrap() as u32;
    // Estimates that are not consistent make a search reach nodes again.
    let wild = Heuristic::Custom(|offset| if (offset.x + offset.y) % 3.0 < 1.0 { 0.0 } else { 2.5 });
    let heuristic = [Heuristic::Auto, Heuristic::Zero, wild][random.usize(..3)];
    let query = PathQuery::new(start, goal).with_heuristic(heuristic);
    let mut seen = Recorder::default();
    let path = map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut seen).ok();
    let nodes: Vec<u64> =
        path.iter().flat_map(|path| path.cells()).map(|&cell| u64::from(index(cell))).collect();
    let end = nodes.last().map(|&end| end as u32);
    let drawing = Drawing::Cells(topology.shape(), size);
    (Trace::of(&seen, drawing, &[index(start)], &[index(goal)], end), seen, nodes)
}

#[test]
fn a_trace_says_what_the_search_did_and_its_parents_are_the_path() {
    let mut random = Rng::with_seed(7);
    let (mut found, mut updated) = (0, 0);
    for round in 0..600 {
        let (trace, seen, path) = any_trace(&mut random, round);
        let of = |kind: Kind| trace.events.iter().filter(move |event| event.kind == kind);
        let expanded: Vec<u64> = of(Kind::Expanding).map(|event| event.id).collect();
        assert_eq!(expanded, seen.expansions.iter().map(|it| u64::from(it.node)).collect::<Vec<_>>());
        assert_eq!(of(Kind::Closing).count(), expanded.len());
        let start = usize::from(!expanded.is_empty());
        assert_eq!(of(Kind::Generating).count() + of(Kind::Updating).count(), seen.generated.len() + start);
        for event in &trace.events {
            assert_eq!(event.f, event.g.zip(event.h).map(|(g, h)| g + h));
        }
        updated += of(Kind::Updating).count();
        let Some(end) = of(Kind::End).next().filter(|_| !expanded.is_empty()) else { continue };
        let mut parents = BTreeMap::new();
        for event in &trace.events {
            if matches!(event.kind, Kind::Generating | Kind::Updating) {
                parents.insert(event.id, event.parent);
            }
        }
        let mut chain: Vec<u64> =
            std::iter::successors(Some(end.id), |id| parents.get(id).copied().flatten()).collect();
        chain.reverse();
        assert_eq!(chain, path);
        found += 1;
    }
    assert!(found > 100 && updated > 100, "{found} paths, {updated} updates");
}

#[test]
fn files_are_read_back_as_they_were_written() {
    let mut random = Rng::with_seed(8);
    for round in 0..200 {
        let (trace, ..) = any_trace(&mut random, round);
        let file = trace.to_json();
        assert!(file.contains("\"version\": \"1.4.0\""));
        assert_eq!(Trace::from_json(&file), Ok(trace));
    }
}

#[test]
fn cells_that_touch_are_drawn_side_by_side_on_every_shape() {
    for shape in Shape::ALL {
        let size = UVec2::splat(6);
        let map = NavMap::new(Grid::new(size, 1).unwrap(), Topology::default().with_shape(shape));
        let query = PathQuery::new(IVec2::ZERO, IVec2::splat(5)).with_heuristic(Heuristic::Zero);
        let mut seen = Recorder::default();
        map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut seen).unwrap();
        let trace = Trace::of(&seen, Drawing::Cells(shape, size), &[0], &[35], Some(35));
        let at = |id: u64| trace.events.iter().find(|event| event.id == id).unwrap().at;
        let unit = if shape == Shape::Staggered { 0.5_f64.sqrt() } else { 1.0 };
        for event in trace.events.iter().filter(|event| event.kind == Kind::Generating) {
            let Some(parent) = event.parent else { continue };
            let cells = [event.id, parent].map(|id| IVec2::new(id as i32 % 6, id as i32 / 6));
            let expected = (shape.distance_squared(cells[0], cells[1]) as f64).sqrt() * unit;
            assert!((at(parent).distance(event.at) - expected).abs() < 1e-9, "{shape:?} {cells:?}");
        }
        assert_eq!(trace.corners.len(), if shape.is_hex() { 6 } else { 4 });
    }
}

#[test]
fn the_top_row_of_squares_is_drawn_on_top() {
    let trace =
        Trace::of(&Recorder::default(), Drawing::Cells(Shape::Square, UVec2::new(3, 2)), &[0], &[5], None);
    let places: Vec<[f64; 2]> = trace.events.iter().map(|event| event.at.to_array()).collect();
    assert_eq!(places, [[0.0, 1.0], [2.0, 0.0]]);
}

#[test]
fn a_search_over_a_graph_is_drawn_as_points_and_lines() {
    let mut graph = Graph::new();
    let nodes = [[0.0, 0.0], [3.0, 4.0], [6.0, 0.5]].map(|at| graph.add_node(Vec2::from(at)).unwrap());
    graph.connect_both_ways(nodes[0], nodes[1]).unwrap();
    graph.connect_both_ways(nodes[1], nodes[2]).unwrap();
    let (mut seen, query) = (Recorder::default(), GraphQuery::new(nodes[0], nodes[2]));
    let path = graph.find_path(&query, &mut SearchScratch::new(), &mut seen).unwrap();
    let trace =
        Trace::of(&seen, Drawing::Nodes(&graph), &[nodes[0]], &[nodes[2]], path.nodes.last().copied());
    let file = trace.to_json();
    assert!(file.contains(r#""px":3,"py":-4"#) && file.contains("\"circle\""), "{file}");
    assert_eq!(Trace::from_json(&file), Ok(trace));
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let read = |text: &str| Trace::from_json(text).unwrap_err();
    let events = |event: &str| format!("{{\"version\": \"1.4.0\",\n\"events\": [\n{event}\n]}}");
    let missing = read(&events(r#"{"type": "expanding", "x": 0, "y": 1}"#));
    assert!(matches!(missing, TraceError::Syntax { line: 3, .. }), "{missing:?}");
    assert!(missing.to_string().contains("missing field `id`"), "{missing}");
    let wrong = read(&events(r#"{"type": "expanding", "id": "a", "x": 0, "y": 1}"#));
    assert!(wrong.to_string().starts_with("line 3, column"), "{wrong}");
    assert_eq!(read("{\"version\": \"2.0.0\", \"events\": []}"), TraceError::Version("2.0.0".into()));
    assert!(read("").to_string().starts_with("line 1, column 0"));
    let other = Trace::from_json(&events(r#"{"type": "pushing", "id": 4, "x": 0.5, "y": 1}"#)).unwrap();
    assert_eq!(other.events[0].kind, Kind::Other("pushing".into()));
}

/// Whatever a file is, reading it ends in a trace or an error.
#[test]
fn truncated_and_garbled_files_are_errors_or_traces_but_never_a_panic() {
    let mut random = Rng::with_seed(9);
    let (mut read, mut refused) = (0, 0);
    for round in 0..60 {
        let file = any_trace(&mut random, round).0.to_json();
        for _ in 0..60 {
            let mut bytes = file.clone().into_bytes();
            match random.u8(..3) {
                0 => bytes.truncate(random.usize(..bytes.len())),
                1 => {
                    for _ in 0..random.usize(1..6) {
                        let at = random.usize(..bytes.len());
                        bytes[at] = random.u8(..);
                    }
                }
                _ => {
                    let (from, to) = (random.usize(..bytes.len()), random.usize(..bytes.len()));
                    let part: Vec<u8> = bytes[from.min(to)..from.max(to)].to_vec();
                    let at = random.usize(..bytes.len());
                    bytes.splice(at..at, part);
                }
            }
            match Trace::from_json(&String::from_utf8_lossy(&bytes)) {
                Ok(trace) => {
                    assert!(!trace.to_json().is_empty());
                    read += 1;
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    let deep = "[".repeat(100_000);
    assert!(Trace::from_json(&deep).is_err());
    assert!(read > 10 && refused > 1000, "{read} read, {refused} refused");
}
