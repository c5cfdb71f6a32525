//! Every kind of input is written and read.

use glam::{IVec2, Vec2};
use std::collections::BTreeSet;
use tilepath::{
    CellGeometry, CellRect, Cost, CostProfile, DangerStamp, DiagonalRule, EdgeWall, Falloff, Graph,
    GraphInput, MapEdit, MapInput, NavGraph, NavLink, Topology,
    fleet::{
        AgentId, BodyChanges, BodyChangesOfWalk, Fleet, FleetInput, FleetSettings, Frame, GroundKind, Input,
        Moment, Pace, PlanCause, Progress, Recording, Request, SeenBody, Target,
    },
};

/// The name of the kind of an input. Without a name for a new kind, this does not compile.
pub fn kind(input: &Input) -> &'static str {
    match input {
        Input::Fleet(input) => fleet_kind(input),
        Input::Map(input) => map_kind(input),
        Input::Graph(input) => graph_kind(input),
        Input::SetProfiles(_) => "SetProfiles",
        Input::Replace(_) => "Replace",
    }
}

fn fleet_kind(input: &FleetInput) -> &'static str {
    match input {
        FleetInput::Insert(..) => "Insert",
        FleetInput::Remove(_) => "Remove",
        FleetInput::SetPosition(..) => "SetPosition",
        FleetInput::ConfirmPosition(..) => "ConfirmPosition",
        FleetInput::SetWaypoint(..) => "SetWaypoint",
        FleetInput::SetPace(..) => "SetPace",
        FleetInput::SetCrowd(..) => "SetCrowd",
        FleetInput::SetCrowdRules(_) => "SetCrowdRules",
        FleetInput::StandingCells => "StandingCells",
        FleetInput::SetNewlyStanding(_) => "SetNewlyStanding",
        FleetInput::RestartWalk(_) => "RestartWalk",
        FleetInput::SetCells(_) => "SetCells",
        FleetInput::Ask(..) => "Ask",
        FleetInput::AskAgain(..) => "AskAgain",
        FleetInput::Cancel(_) => "Cancel",
        FleetInput::SetActive(..) => "SetActive",
        FleetInput::SetGround(..) => "SetGround",
        FleetInput::SetOwnObstacles(..) => "SetOwnObstacles",
        FleetInput::ForgetMovedObstacles => "ForgetMovedObstacles",
        FleetInput::SetSteered(..) => "SetSteered",
        FleetInput::SetSettings(_) => "SetSettings",
        FleetInput::Begin(..) => "Begin",
        FleetInput::Answer(_) => "Answer",
        FleetInput::Walk(_) => "Walk",
        FleetInput::WalkBodies(..) => "WalkBodies",
        FleetInput::Restored => "Restored",
    }
}

fn map_kind(input: &MapInput) -> &'static str {
    match input {
        MapInput::Edit(edits) => match edits[0] {
            MapEdit::SetTerrain(..) => "SetTerrain",
            MapEdit::Block(_) => "Block",
            MapEdit::Unblock(_) => "Unblock",
            MapEdit::BlockAs(..) => "BlockAs",
            MapEdit::UnblockAs(..) => "UnblockAs",
            MapEdit::AddDanger(..) => "AddDanger",
            MapEdit::RemoveDanger(..) => "RemoveDanger",
            MapEdit::Link(_) => "Link",
            MapEdit::Unlink(_) => "Unlink",
            MapEdit::BuildEdgeWall(_) => "BuildEdgeWall",
            MapEdit::RemoveEdgeWall(_) => "RemoveEdgeWall",
        },
        MapInput::SetTopology(_) => "SetTopology",
        MapInput::SetBounds(_) => "SetBounds",
        MapInput::SealChanges => "SealChanges",
        MapInput::Prepare(_) => "Prepare",
        MapInput::PrepareSome(..) => "PrepareSome",
        MapInput::PrepareLandmarks(_) => "PrepareLandmarks",
        MapInput::MeasureLandmarks(..) => "MeasureLandmarks",
        MapInput::DropLandmarks(_) => "DropLandmarks",
        MapInput::CompareEngines(..) => "CompareEngines",
        MapInput::Restored => "Restored map",
    }
}

fn graph_kind(input: &GraphInput) -> &'static str {
    match input {
        GraphInput::AddWaypoint(..) => "AddWaypoint",
        GraphInput::MoveWaypoint(..) => "MoveWaypoint",
        GraphInput::RemoveWaypoint(_) => "RemoveWaypoint",
        GraphInput::SetEdges(..) => "SetEdges",
    }
}

/// The kinds of [`samples`].
pub fn all_kinds() -> BTreeSet<&'static str> {
    samples().iter().map(kind).collect()
}

/// The number of kinds that [`kind`] names.
const KINDS: usize = 53;

fn fleet_samples(agent: AgentId) -> Vec<FleetInput> {
    let mut graph = NavGraph::new();
    let waypoint = graph.add_waypoint(Vec2::ONE).unwrap();
    let (at, pace) = (Vec2::new(0.1, -3e9), Pace { speed: 0.3, is_slowed_by_terrain: true });
    let request =
        Request::to_nearest([Target::Cell(IVec2::new(-7, 3)), Target::Agent(agent), Target::Position(at)])
            .within(2.5)
            .in_cell()
            .stop_before([2, 9])
            .with_danger_aversion(0.1)
            .with_priority(-3);
    let seen = SeenBody { place: at, pace, progress: Some(Progress::START) };
    let bodies = BodyChangesOfWalk { seen: vec![(3, seen)], gone: vec![1, 70_000], rounded: vec![(3, at)] };
    vec![
        FleetInput::Insert(Some(at), GroundKind::Waypoints, agent),
        FleetInput::Remove(agent),
        FleetInput::SetPosition(agent, None),
        FleetInput::ConfirmPosition(agent, at),
        FleetInput::SetWaypoint(agent, Some(waypoint)),
        FleetInput::SetPace(agent, Some(pace)),
        FleetInput::SetCrowd(agent, Some(255)),
        FleetInput::SetCrowdRules(Box::default()),
        FleetInput::StandingCells,
        FleetInput::SetNewlyStanding(vec![IVec2::MIN, IVec2::MAX]),
        FleetInput::RestartWalk(agent),
        FleetInput::SetCells(Some(CellGeometry::squares(0.7).unwrap())),
        FleetInput::Ask(agent, Box::new(request)),
        FleetInput::AskAgain(agent, PlanCause::PathEdited { at: Some(IVec2::ONE) }),
        FleetInput::Cancel(agent),
        FleetInput::SetActive(agent, true),
        FleetInput::SetGround(agent, GroundKind::Tiles),
        FleetInput::SetOwnObstacles(agent, vec![IVec2::ONE]),
        FleetInput::ForgetMovedObstacles,
        FleetInput::SetSteered(agent, true),
        FleetInput::SetSettings(Box::new(FleetSettings { cell_capacity: 7, ..FleetSettings::default() })),
        FleetInput::Begin(Moment { frame: u32::MAX, time: core::time::Duration::new(9, 999_999_999) }, true),
        FleetInput::Answer(true),
        FleetInput::Walk(true),
        FleetInput::WalkBodies(false, Box::new(BodyChanges { alone: bodies.clone(), in_crowds: bodies })),
        FleetInput::Restored,
    ]
}

/// An input of every kind.
pub fn samples() -> Vec<Input> {
    let agent = Fleet::new(FleetSettings::default()).insert(None, GroundKind::Tiles);
    let stamp = DangerStamp::new(3.0, 2.0, Falloff::Linear).unwrap();
    let cell = IVec2::new(-5, 40_000);
    let link = NavLink::new(cell, IVec2::MAX).two_way().with_class(9).with_seconds(0.5).unwrap();
    let link = link.with_room(3).unwrap();
    let wall = EdgeWall::new(cell, cell + IVec2::X).one_way().with_class(9).with_length(0.5).unwrap();
    let edits = [
        MapEdit::SetTerrain(cell, 3),
        MapEdit::Block(cell),
        MapEdit::Unblock(cell),
        MapEdit::BlockAs(cell, 9),
        MapEdit::UnblockAs(cell, 9),
        MapEdit::AddDanger(63, stamp.clone(), cell),
        MapEdit::RemoveDanger(u64::MAX, stamp, cell),
        MapEdit::Link(link),
        MapEdit::Unlink(link),
        MapEdit::BuildEdgeWall(wall),
        MapEdit::RemoveEdgeWall(wall),
    ];
    let profile = || Box::new(CostProfile::default().with_cost(2, 7).with_aversion(0, 0.5).unwrap());
    let mut map: Vec<MapInput> = edits.map(|edit| MapInput::Edit(vec![edit])).into();
    map.extend([
        MapInput::SetTopology(Topology::square(DiagonalRule::Never)),
        MapInput::SetBounds(CellRect { min: cell, max: cell }),
        MapInput::SealChanges,
        MapInput::Prepare(profile()),
        MapInput::PrepareSome(profile(), u64::MAX),
        MapInput::PrepareLandmarks(profile()),
        MapInput::MeasureLandmarks(profile(), 3),
        MapInput::CompareEngines(profile(), 3),
        MapInput::DropLandmarks(profile()),
        MapInput::Restored,
    ]);
    let mut graph = NavGraph::new();
    let waypoint = graph.add_waypoint(Vec2::ONE).unwrap();
    let graph = [
        GraphInput::AddWaypoint(Vec2::NEG_ONE, waypoint),
        GraphInput::MoveWaypoint(waypoint, Vec2::ONE),
        GraphInput::RemoveWaypoint(waypoint),
        GraphInput::SetEdges(
            waypoint,
            vec![(waypoint, Graph::cost_of_distance(0.3)), (waypoint, Cost::ZERO)],
        ),
    ];
    let wholes = [Input::SetProfiles(vec![*profile()]), Input::Replace(vec![255; 300])];
    let inputs = fleet_samples(agent).into_iter().map(Input::Fleet);
    let inputs = inputs.chain(map.into_iter().map(Input::Map)).chain(graph.map(Input::Graph));
    inputs.chain(wholes).collect()
}

#[test]
fn an_input_of_every_kind_is_read_as_it_was_written() {
    let samples = samples();
    assert_eq!(all_kinds().len(), KINDS, "a sample of each kind");
    assert_eq!(samples.len(), KINDS);
    let mut recording = Recording::new(vec![7; 3]);
    for input in &samples {
        recording.frames_mut().push(Frame { inputs: vec![input.clone()], hash: Some(u64::MAX) });
    }
    recording.frames_mut().push(Frame { inputs: samples, hash: None });
    let read = Recording::read(&recording.write().unwrap()).unwrap();
    assert_eq!(read, recording);
}
