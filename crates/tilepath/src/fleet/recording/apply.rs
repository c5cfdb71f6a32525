//! Plays the inputs of a recording.

use super::{differs::Mismatch, input::Input, recording::Frame};
use crate::{
    batch::Threads,
    budget::Budget,
    fleet::{
        agent_id::AgentId,
        agents::{Grounds, Moment},
        input::{BodyChanges, FleetInput},
        requests::Request,
        state::LoadError,
        tiles::CellWalks,
        update::{Answered, Begun, CrowdWalks, GameBodies},
        walking::{ReplayedBodies, WalkScratch},
        world::FleetWorld,
    },
    graph::GraphInput,
    map::{MapEdit, MapEdits, MapInput},
    path::SampleSearches,
};
use core::time::Duration;

/// A game that is played from its recording.
#[derive(Debug)]
pub(super) struct Player {
    pub(super) world: FleetWorld,
    /// Whether the game has a map now.
    pub(super) has_map: bool,
    phase: Phase,
    samples: SampleSearches,
}

/// How far the present update has come.
#[derive(Debug)]
enum Phase {
    Walked,
    Begun(Begun),
    Answered(Answered),
}

/// The longest time between two updates.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

impl Player {
    /// A game at its start.
    pub(super) fn new(start: &[u8], threads: &impl Threads) -> Result<Self, LoadError> {
        let world = FleetWorld::load_on(start, threads)?;
        Ok(Self { world, has_map: true, phase: Phase::Walked, samples: SampleSearches::default() })
    }

    /// Whether no update is under way.
    pub(super) const fn is_between_updates(&self) -> bool {
        matches!(self.phase, Phase::Walked)
    }

    /// A game in a state between two updates.
    pub(super) fn go_back(&mut self, has_map: bool) {
        (self.has_map, self.phase) = (has_map, Phase::Walked);
    }

    /// Plays a frame to its end. Returns the first mismatch.
    pub(super) fn play(&mut self, frame: &Frame, threads: &impl Threads) -> Result<(), Mismatch> {
        let mut result = Ok(());
        for input in &frame.inputs {
            result = result.and(self.apply(input, threads));
        }
        if let Some(recorded) = frame.hash {
            let played = self.hash().unwrap_or_default();
            if played != recorded {
                return result.and(Err(Mismatch::Hash { recorded, played }));
            }
        }
        result
    }

    /// The hash of the state.
    pub(super) fn hash(&self) -> Option<u64> {
        if self.has_map { self.world.state_hash() } else { self.world.fleet.state_hash() }
    }

    fn apply(&mut self, input: &Input, threads: &impl Threads) -> Result<(), Mismatch> {
        match input {
            Input::Fleet(input) => self.apply_to_fleet(input, threads)?,
            Input::Map(input) => self.apply_to_map(input)?,
            Input::Graph(input) => self.apply_to_graph(input)?,
            // Whether the fleet must look at all answers again is said when the update begins.
            Input::SetProfiles(profiles) => self.world.profiles.clone_from(profiles),
            Input::Replace(bytes) => {
                let read = FleetWorld::load_on(bytes, threads);
                self.world = read.map_err(Mismatch::Unreadable)?;
            }
        }
        Ok(())
    }

    fn apply_to_fleet(&mut self, input: &FleetInput, threads: &impl Threads) -> Result<(), Mismatch> {
        let fleet = &mut self.world.fleet;
        match input {
            &FleetInput::Insert(position, ground, recorded) => {
                let played = fleet.insert(position, ground);
                if played != recorded {
                    return Err(Mismatch::Agent { recorded, played });
                }
            }
            &FleetInput::Remove(agent) => _ = fleet.remove(agent),
            &FleetInput::SetPosition(agent, position) => fleet.set_position(agent, position),
            &FleetInput::ConfirmPosition(agent, position) => fleet.confirm_position(agent, position),
            &FleetInput::SetWaypoint(agent, waypoint) => fleet.set_waypoint(agent, waypoint),
            &FleetInput::SetPace(agent, pace) => fleet.set_pace(agent, pace),
            &FleetInput::SetCrowd(agent, layer) => fleet.set_crowd(agent, layer),
            // Rules that are refused were refused.
            FleetInput::SetCrowdRules(rules) => _ = fleet.set_crowd_rules(rules),
            FleetInput::StandingCells => _ = fleet.standing_cells(),
            FleetInput::SetNewlyStanding(cells) => fleet.set_newly_standing(cells.iter().copied()),
            &FleetInput::RestartWalk(agent) => fleet.restart_walk(agent),
            &FleetInput::SetCells(cells) => {
                self.has_map = cells.is_some();
                self.world.geometry = cells.unwrap_or(self.world.geometry);
            }
            FleetInput::Ask(agent, request) => self.ask(*agent, request),
            &FleetInput::AskAgain(agent, cause) => fleet.ask_again(agent, cause),
            &FleetInput::Cancel(agent) => fleet.cancel(agent),
            &FleetInput::SetActive(agent, is_active) => fleet.set_active(agent, is_active),
            &FleetInput::SetGround(agent, ground) => fleet.set_ground(agent, ground),
            FleetInput::SetOwnObstacles(agent, cells) => fleet.set_own_obstacles(*agent, cells),
            FleetInput::ForgetMovedObstacles => fleet.forget_moved_obstacles(),
            &FleetInput::SetSteered(agent, is_steered) => fleet.set_steered(agent, is_steered),
            FleetInput::SetSettings(settings) => fleet.set_settings(**settings),
            &FleetInput::Begin(now, has_other_profiles) => return self.begin(now, has_other_profiles),
            &FleetInput::Answer(is_loading) => return self.answer(is_loading, threads),
            &FleetInput::Walk(is_loading) => return self.walk(is_loading, threads),
            FleetInput::WalkBodies(is_loading, bodies) => return self.walk_bodies(*is_loading, bodies),
            FleetInput::Restored => return Err(Mismatch::WentBack),
        }
        Ok(())
    }

    fn ask(&mut self, agent: AgentId, request: &Request) {
        let FleetWorld { fleet, map, geometry, graph, profiles, .. } = &mut self.world;
        let tiles = self.has_map.then_some((&*map, &*geometry));
        fleet.ask(agent, request.clone(), &Grounds { tiles, is_loading: false, profiles, graph });
    }

    fn begin(&mut self, now: Moment, has_other_profiles: bool) -> Result<(), Mismatch> {
        let world = &mut self.world;
        let before = world.fleet.now().time;
        if now.time < before || now.time - before > LONGEST {
            return Err(Mismatch::Time);
        }
        world.has_other_profiles = false;
        let FleetWorld { fleet, map, geometry, profiles, fields, .. } = world;
        let tiles = self.has_map.then_some((map, &*geometry));
        self.phase = Phase::Begun(fleet.begin(now, tiles, fields, profiles, has_other_profiles));
        Ok(())
    }

    fn answer(&mut self, is_loading: bool, threads: &impl Threads) -> Result<(), Mismatch> {
        let Phase::Begun(begun) = core::mem::replace(&mut self.phase, Phase::Walked) else {
            return Err(Mismatch::Phases);
        };
        let FleetWorld { fleet, map, geometry, graph, profiles, fields, .. } = &mut self.world;
        let tiles = self.has_map.then_some((&*map, &*geometry));
        let grounds = Grounds { tiles, is_loading, profiles, graph };
        self.phase = Phase::Answered(fleet.answer(begun, &grounds, fields, threads));
        Ok(())
    }

    fn walk(&mut self, is_loading: bool, threads: &impl Threads) -> Result<(), Mismatch> {
        let answered = self.take_answered()?;
        let FleetWorld { fleet, map, geometry, graph, profiles, fields, .. } = &mut self.world;
        let tiles = self.has_map.then_some((&*map, &*geometry));
        fleet.walk(answered, &Grounds { tiles, is_loading, profiles, graph }, fields, threads);
        Ok(())
    }

    fn walk_bodies(&mut self, is_loading: bool, changes: &BodyChanges) -> Result<(), Mismatch> {
        let answered = self.take_answered()?;
        let FleetWorld { fleet, map, geometry, graph, profiles, fields, .. } = &mut self.world;
        let tiles = self.has_map.then_some((&*map, &*geometry));
        let grounds = Grounds { tiles, is_loading, profiles, graph };
        let slots = fleet.agents.slots.len();
        let mut alone = core::mem::take(&mut fleet.bodies_alone);
        let mut in_crowds = core::mem::take(&mut fleet.bodies_in_crowds);
        let mut bodies = StoredBodies {
            alone: alone.changed(&changes.alone, slots),
            in_crowds: in_crowds.changed(&changes.in_crowds, slots),
        };
        fleet.walk_bodies(answered, &grounds, fields, &mut bodies, &mut vec![WalkScratch::default()]);
        (fleet.bodies_alone, fleet.bodies_in_crowds) = (alone, in_crowds);
        fleet.note_crowd_bodies();
        Ok(())
    }

    fn take_answered(&mut self) -> Result<Answered, Mismatch> {
        match core::mem::replace(&mut self.phase, Phase::Walked) {
            Phase::Answered(answered) => Ok(answered),
            Phase::Begun(_) | Phase::Walked => Err(Mismatch::Phases),
        }
    }

    fn apply_to_map(&mut self, input: &MapInput) -> Result<(), Mismatch> {
        let map = &mut self.world.map;
        match input {
            MapInput::Edit(all) => map.edit(|edits| all.iter().for_each(|edit| apply_edit(edits, edit))),
            &MapInput::SetTopology(topology) => map.set_topology(topology),
            // Bounds that are refused change nothing.
            &MapInput::SetBounds(bounds) => _ = map.set_bounds(bounds),
            MapInput::SealChanges => map.seal_changes(),
            MapInput::Prepare(profile) => map.prepare(profile),
            MapInput::PrepareSome(profile, units) => {
                _ = map.prepare_some(profile, &mut Budget::new(*units));
            }
            MapInput::PrepareLandmarks(profile) => map.prepare_landmarks(profile),
            MapInput::MeasureLandmarks(profile, units) => {
                _ = map.measure_landmarks(profile, &mut Budget::new(*units));
            }
            MapInput::DropLandmarks(profile) => map.drop_landmarks(profile),
            MapInput::CompareEngines(profile, units) => {
                _ = map.compare_engines(profile, &mut self.samples, &mut Budget::new(*units));
            }
            MapInput::Restored => return Err(Mismatch::WentBack),
        }
        Ok(())
    }

    fn apply_to_graph(&mut self, input: &GraphInput) -> Result<(), Mismatch> {
        let graph = &mut self.world.graph;
        match input {
            &GraphInput::AddWaypoint(position, recorded) => {
                if graph.add_waypoint(position).ok() != Some(recorded) {
                    return Err(Mismatch::Waypoint(recorded));
                }
            }
            &GraphInput::MoveWaypoint(waypoint, position) => _ = graph.move_waypoint(waypoint, position),
            &GraphInput::RemoveWaypoint(waypoint) => _ = graph.remove_waypoint(waypoint),
            GraphInput::SetEdges(waypoint, edges) => _ = graph.set_edges(*waypoint, edges),
        }
        Ok(())
    }
}

/// Makes an edit. Edits that are refused were refused.
fn apply_edit(edits: &mut MapEdits, edit: &MapEdit) {
    match edit {
        &MapEdit::SetTerrain(cell, class) => _ = edits.set_terrain(cell, class),
        &MapEdit::Block(cell) => edits.block(cell),
        &MapEdit::Unblock(cell) => edits.unblock(cell),
        &MapEdit::BlockAs(cell, class) => _ = edits.block_as(cell, class),
        &MapEdit::UnblockAs(cell, class) => edits.unblock_as(cell, class),
        MapEdit::AddDanger(layer, stamp, cell) => {
            _ = edits.add_danger(usize::try_from(*layer).unwrap_or(usize::MAX), stamp, *cell);
        }
        MapEdit::RemoveDanger(layer, stamp, cell) => {
            _ = edits.remove_danger(usize::try_from(*layer).unwrap_or(usize::MAX), stamp, *cell);
        }
        &MapEdit::Link(link) => _ = edits.link(link),
        &MapEdit::Unlink(link) => _ = edits.unlink(link),
        &MapEdit::BuildEdgeWall(wall) => _ = edits.build_edge_wall(wall),
        &MapEdit::RemoveEdgeWall(wall) => _ = edits.remove_edge_wall(wall),
    }
}

/// The bodies of a game that stored them itself.
struct StoredBodies<'a> {
    alone: ReplayedBodies<'a>,
    in_crowds: ReplayedBodies<'a>,
}

impl GameBodies for StoredBodies<'_> {
    fn walk_alone(&mut self, walks: &CellWalks, scratch: &mut Vec<WalkScratch>) {
        if let Some(scratch) = scratch.first_mut() {
            walks.walk(&mut self.alone, scratch);
        }
    }

    fn walk_in_crowds(&mut self, walks: &mut CrowdWalks) {
        walks.walk(&mut self.in_crowds);
    }
}
