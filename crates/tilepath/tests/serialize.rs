//! Values that are saved and loaded again, and data that no value may be made of.

use core::fmt::Debug;
use core::time::Duration;
use glam::{IVec2, UVec2, Vec2};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;
use tilepath::{
    Aversion, Budget, CellRect, Cost, CostProfile, DangerStamp, DiagonalRule, EdgeWall, Falloff, Grid,
    Heuristic, NavGraph, NavMap, PathError, PathOptions, PathQuery, StepLengths, Topology, crowd::CrowdRules,
};

#[test]
fn graphs_of_waypoints_that_no_edits_make_are_refused() {
    let mut graph = NavGraph::new();
    let [one, other] = [0.0, 3.0].map(|x| graph.add_waypoint(Vec2::new(x, 1.0)).unwrap());
    graph.set_edges(one, &[(other, Cost::from_units(9))]);
    let data = serde_json::to_value(&graph).unwrap();
    let refused = |field: &str, value: serde_json::Value, names: &str| {
        let mut altered = data.clone();
        altered[field] = value;
        let error = serde_json::from_value::<NavGraph>(altered).unwrap_err().to_string();
        assert!(error.contains(names), "{error}");
    };
    // The next waypoint would have no birth.
    refused("births", json!([0]), "2 nodes with the births of 1");
    refused("births", json!([u32::MAX, 0]), "too many edits");
    refused("revision", json!(u64::MAX), "too many edits");
    refused("opened", json!(99), "its revision");
    refused("improved", json!(vec![data["improved"][0].clone(); 65]), "its revision");
    assert!(serde_json::from_value::<NavGraph>(data.clone()).is_ok());
}

/// A few bytes may not ask for hundreds of megabytes.
#[test]
fn danger_layers_of_another_size_are_refused_before_they_are_made() {
    let mut map = NavMap::new(Grid::new(UVec2::new(3, 2), 1).unwrap(), Topology::default());
    map.add_danger(0, &DangerStamp::new(1.0, 2.0, Falloff::Flat).unwrap(), IVec2::ZERO).unwrap();
    let mut data = serde_json::to_value(&map).unwrap();
    let mut layer = data["danger"][0].clone();
    layer["bounds"]["max"] = json!([4095, 4095]);
    data["danger"] = json!(vec![layer; 60]);
    let read = || {
        let error = serde_json::from_value::<NavMap>(data.clone()).unwrap_err().to_string();
        assert!(
            error.contains("a danger layer of [0, 0] to [4095, 4095] on a map of [0, 0] to [2, 1]"),
            "{error}"
        );
    };
    let bytes = allocation_counter::measure(read).bytes_max;
    assert!(bytes < 1 << 20, "{bytes} bytes");
}

/// A preparation that leaves out regions would walk on pieces that nobody found.
#[test]
fn preparations_that_skip_regions_are_refused() {
    let mut map = NavMap::new(Grid::new(UVec2::new(40, 40), 1).unwrap(), Topology::default());
    assert!(map.prepare_some(&CostProfile::default(), &mut Budget::new(1)).is_pending());
    let data = serde_json::to_value(&map).unwrap();
    assert_eq!(data["preparing"]["regions_are_done"], json!(false));
    let with = |changes: &[(&str, serde_json::Value)]| {
        let mut data = data.clone();
        changes.iter().for_each(|(field, value)| data["preparing"][field] = value.clone());
        serde_json::from_value::<NavMap>(data).map_err(|error| error.to_string())
    };
    assert!(with(&[]).is_ok());
    for skipped in [[("regions_are_done", json!(true))], [("regions", json!(null))]] {
        let error = with(&skipped).unwrap_err();
        assert!(error.contains("a preparation of another map"), "{skipped:?}: {error}");
    }
}

#[track_caller]
fn assert_round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = ron::to_string(value).unwrap();
    assert_eq!(&ron::from_str::<T>(&text).unwrap(), value, "{text}");
}

#[track_caller]
fn assert_refused<T: DeserializeOwned + Debug>(text: &str, names: &[&str]) {
    let error = ron::from_str::<T>(text).unwrap_err().to_string();
    assert!(names.iter().all(|name| error.contains(name)), "{error}");
}

#[test]
fn what_is_saved_is_loaded_unchanged() {
    assert_round_trip(&Grid::from_rows([[1, 2, 3], [4, 0, 255]]).unwrap());
    let mut profile = CostProfile::blocked().with_cost(7, 65_535).with_aversion(2, 0.5).unwrap();
    assert_round_trip(&profile);
    profile.set_aversion_to_all(Aversion::new(3.25).unwrap());
    assert_round_trip(&profile);
    assert_round_trip(&CostProfile::default());
    assert_round_trip(&Aversion::new(Aversion::MAX).unwrap());
    assert_round_trip(&Cost::from_units(6528));
    assert_round_trip(&CellRect { min: IVec2::new(-3, 4), max: IVec2::new(9, 9) });
    for rule in DiagonalRule::ALL {
        assert_round_trip(&Topology::square(rule).with_lengths(StepLengths::CLASSIC));
    }
    for falloff in [Falloff::Flat, Falloff::Linear, Falloff::Smooth] {
        assert_round_trip(&falloff);
    }
    for heuristic in Heuristic::BUILT_IN {
        let options = PathOptions::default().within(1.5).with_heuristic(heuristic).with_max_expansions(9);
        assert_round_trip(&options);
        assert_round_trip(&PathQuery::to_nearest(IVec2::ONE, [IVec2::X, IVec2::Y]).with_options(options));
    }
    assert_round_trip(&PathError::Unreachable { start: IVec2::ZERO, goal: IVec2::ONE });
    assert_round_trip(&CrowdRules { stuck_after: Duration::from_millis(1500), ..CrowdRules::default() });
    let partial: CrowdRules = ron::from_str("(corridor_entries: 3)").unwrap();
    assert_eq!(partial, CrowdRules { corridor_entries: 3, ..CrowdRules::default() });
}

#[test]
fn options_without_bound_survive_every_format() {
    let options = PathOptions::default().greedy().within(f32::INFINITY);
    assert_round_trip(&options);
    let json = serde_json::to_string(&options).unwrap();
    assert_eq!(serde_json::from_str::<PathOptions>(&json).unwrap(), options, "{json}");
    let whole: PathOptions = serde_json::from_str(r#"{"inflation": 2, "range": 3}"#).unwrap();
    assert_eq!(whole, PathOptions::default().with_inflation(2.0).within(3.0));
    assert_refused::<PathOptions>("(range: \"far\")", &["far"]);
}

#[test]
fn a_grid_that_is_loaded_counts_its_classes() {
    let grid = Grid::new(UVec2::new(3, 2), 5).unwrap();
    let loaded: Grid = ron::from_str(&ron::to_string(&grid).unwrap()).unwrap();
    assert_eq!((loaded.count(5), loaded.count(0)), (6, 0));
}

#[test]
fn a_function_can_not_be_saved_and_the_error_says_so() {
    let heuristic = ron::to_string(&Heuristic::Custom(|offset: Vec2| offset.x)).unwrap_err().to_string();
    assert!(heuristic.contains("Heuristic::Custom"), "{heuristic}");
    let falloff = ron::to_string(&Falloff::Custom(|t| t)).unwrap_err().to_string();
    assert!(falloff.contains("Falloff::Custom"), "{falloff}");
    assert_refused::<Heuristic>("Custom", &["Custom"]);
}

#[test]
fn data_that_breaks_a_rule_is_refused_by_value() {
    assert_refused::<StepLengths>("(straight: 10, diagonal: 21)", &["10 : 21"]);
    assert_refused::<StepLengths>("(straight: 0, diagonal: 0)", &["0 : 0"]);
    assert_refused::<Topology>("(diagonals: Always, lengths: (straight: 9, diagonal: 1))", &["9 : 1"]);
    for aversion in ["-0.5", "NaN", "inf", "70000.0"] {
        assert_refused::<Aversion>(aversion, &["danger aversion", aversion.trim_end_matches(".0")]);
    }
    assert_refused::<Grid>("(size: (0, 3), classes: [])", &["0 x 3"]);
    assert_refused::<Grid>("(size: (4000000000, 4000000000), classes: [])", &["4000000000"]);
    assert_refused::<Grid>("(size: (2, 2), classes: [1, 1, 1])", &["2 x 2", "3 classes"]);
    assert_refused::<Grid>("(size: (1, 1), classes: [256])", &["out of bounds"]);
    assert_refused::<CostProfile>(
        "(costs: [1, 2], aversions: [], other_aversion: 1.0)",
        &["2 terrain costs"],
    );
    let costs = vec!["1"; 256].join(",");
    let layers = vec!["1.0"; 65].join(",");
    let many = format!("(costs: [{costs}], aversions: [{layers}], other_aversion: 1.0)");
    assert_refused::<CostProfile>(&many, &["65 danger layers", "64"]);
    let negative = format!("(costs: [{costs}], aversions: [-2.0], other_aversion: 1.0)");
    assert_refused::<CostProfile>(&negative, &["-2"]);
}

#[test]
fn options_that_are_left_out_are_the_default() {
    let options: PathOptions = ron::from_str("(range: 2.0)").unwrap();
    assert_eq!(options, PathOptions::default().within(2.0));
}

/// A format with names as its keys, too.
#[test]
fn obstacles_outside_the_map_are_written() {
    let mut map = NavMap::new(Grid::new(UVec2::splat(3), 1).unwrap(), Topology::default());
    map.block(IVec2::splat(9));
    let mut read: NavMap = serde_json::from_value(serde_json::to_value(&map).unwrap()).unwrap();
    read.set_bounds(CellRect { min: IVec2::ZERO, max: IVec2::splat(9) }).unwrap();
    assert_eq!(read.obstacle_classes(IVec2::splat(9)).count(), 1);
}

/// Walls on edges that come while a map is prepared in slices: on the map, across its border, and beside it.
#[test]
fn a_preparation_that_meets_a_wall_goes_on_as_the_one_that_is_loaded() {
    let profile = CostProfile::default();
    for (from, to) in [([1, 1], [2, 1]), ([0, 1], [-1, 1]), ([-1, 1], [-1, 2]), ([-1, 39], [-1, 40])] {
        let mut map = NavMap::new(Grid::new(UVec2::splat(40), 1).unwrap(), Topology::default());
        let slice = |map: &mut NavMap| map.prepare_some(&profile, &mut Budget::new(100));
        assert!(slice(&mut map).is_pending());
        map.build_edge_wall(EdgeWall::new(from.into(), to.into())).unwrap();
        let mut loaded: NavMap = postcard::from_bytes(&postcard::to_allocvec(&map).unwrap()).unwrap();
        for nth in 0..400 {
            let same = [&map, &loaded].map(|map| postcard::to_allocvec(map).unwrap());
            assert!(same[0] == same[1], "{from:?} {to:?}: slice {nth}");
            if [slice(&mut map), slice(&mut loaded)].iter().all(core::task::Poll::is_ready) {
                break;
            }
        }
        assert!(map.is_prepared(&profile) && loaded.is_prepared(&profile));
    }
}
