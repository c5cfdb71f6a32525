//! Records a game while it is played.

use super::{
    input::Input,
    recording::{Frame, Recording, Stopped},
};
use crate::{
    fleet::input::FleetInput,
    geometry::CellGeometry,
    graph::GraphInput,
    ground::CostProfile,
    journal::{Journal, Order},
    map::MapInput,
};
use std::sync::Arc;

/// Records a game while it is played. [`FleetWorld::record`](crate::fleet::FleetWorld::record) makes one for a world. An engine that has
/// the map and the graph in places of its own begins with [`GameParts::record`](super::GameParts::record).
///
/// A copy of a recorder records nothing.
#[derive(Default, Debug)]
pub struct Recorder(pub(super) Option<Box<Session>>);

impl Clone for Recorder {
    fn clone(&self) -> Self {
        Self(None)
    }
}

/// A place in a recording, to which a game may go back.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The order of the inputs of one recording is no other recording's.
    order: Order,
    /// The number of complete frames.
    frames: usize,
    /// The number of inputs since then.
    inputs: usize,
    known: Known,
}

/// A recording that goes on.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) recording: Recording,
    /// The number of frames from one hash to the next. With 0, no hash is computed.
    pub(super) every: u32,
    /// The inputs since the last frame.
    pub(super) inputs: Vec<Input>,
    order: Order,
    pub(super) fleet: Journal<FleetInput>,
    pub(super) map: Journal<MapInput>,
    pub(super) graph: Journal<GraphInput>,
    pub(super) known: Known,
}

/// What the inputs so far say. What is the same is not noted again.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) cells: Option<Option<CellGeometry>>,
    pub(super) profiles: Arc<[CostProfile]>,
}

impl Recorder {
    /// Records a game that begins with a save.
    pub(super) fn new(start: Vec<u8>, every: u32, known: Known) -> Self {
        let order = Order::default();
        let (fleet, map, graph) = (Journal::new(&order), Journal::new(&order), Journal::new(&order));
        let recording = Recording::new(start);
        Self(Some(Box::new(Session {
            recording,
            every,
            inputs: Vec::new(),
            order,
            fleet,
            map,
            graph,
            known,
        })))
    }

    /// Whether the game is recorded. `false` also after the recording [has ended](Stopped) by itself.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.session().is_some()
    }

    /// Why the recording has ended by itself. `None` if it goes on, or was stopped.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.0.as_ref()?.recording.stopped
    }

    /// The number of frames so far.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.0.as_ref().map_or(0, |session| session.recording.frames.len())
    }

    /// The recording, if it goes on.
    fn session(&self) -> Option<&Session> {
        self.0.as_deref().filter(|session| session.recording.stopped.is_none())
    }

    pub(super) fn session_mut(&mut self) -> Option<&mut Session> {
        self.0.as_deref_mut().filter(|session| session.recording.stopped.is_none())
    }

    /// Ends the recording. Inputs since the last complete frame are dropped. `None` if nothing was recorded.
    #[must_use]
    pub fn stop(&mut self) -> Option<Recording> {
        // What is left of the session closes its journals.
        let empty = || Recording::new(Vec::new());
        self.0.take().map(|mut session| core::mem::replace(&mut session.recording, empty()))
    }

    /// This place in the recording.
    pub(super) fn mark(&mut self) -> Option<Mark> {
        let session = self.session_mut()?;
        session.collect();
        Some(Mark {
            order: session.order.clone(),
            frames: session.recording.frames.len(),
            inputs: session.inputs.len(),
            known: session.known.clone(),
        })
    }

    /// Takes the recording back to a place.
    pub(super) fn go_back(&mut self, mark: Option<&Mark>) {
        let Some(session) = self.session_mut() else { return };
        session.collect();
        let mark = mark.filter(|mark| mark.order.is_same(&session.order));
        let Some(mark) = mark.filter(|mark| mark.frames <= session.recording.frames.len()) else {
            session.stop(Stopped::WentBack);
            return;
        };
        let mut undone = session.recording.frames.drain(mark.frames..);
        if let Some(frame) = undone.next() {
            session.inputs = frame.inputs;
        }
        drop(undone);
        session.inputs.truncate(mark.inputs);
        session.known = mark.known.clone();
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.close();
    }
}

impl Session {
    /// Lets no part of the game note inputs any more.
    fn close(&self) {
        self.fleet.close();
        self.map.close();
        self.graph.close();
    }

    /// Begins other journals, after a part was replaced: what is done with the old part from now on is no input.
    pub(super) fn renew(&mut self) {
        self.collect();
        self.close();
        self.fleet = Journal::new(&self.order);
        self.map = Journal::new(&self.order);
        self.graph = Journal::new(&self.order);
    }

    /// Whether a request is among the inputs since the last frame.
    pub(super) fn has_request(&mut self) -> bool {
        self.collect();
        self.inputs.iter().any(|input| matches!(input, Input::Fleet(FleetInput::Ask(..))))
    }

    /// Takes the inputs of all parts of the game, in order.
    pub(super) fn collect(&mut self) {
        let fleet = self.fleet.take().into_iter().map(|(number, input)| (number, Input::Fleet(input)));
        let map = self.map.take().into_iter().map(|(number, input)| (number, Input::Map(input)));
        let graph = self.graph.take().into_iter().map(|(number, input)| (number, Input::Graph(input)));
        let mut all: Vec<(u64, Input)> = fleet.chain(map).chain(graph).collect();
        all.sort_unstable_by_key(|&(number, _)| number);
        for (_, input) in all {
            if let Input::Fleet(FleetInput::SetCells(cells)) = input
                && self.known.cells.replace(cells) == Some(cells)
            {
                continue;
            }
            self.inputs.push(input);
        }
    }

    /// Ends the frame.
    pub(super) fn end_frame(&mut self, hash: impl FnOnce() -> Option<u64>) {
        self.collect();
        let has_gone_back = |input: &Input| {
            matches!(input, Input::Fleet(FleetInput::Restored) | Input::Map(MapInput::Restored))
        };
        if self.inputs.iter().any(has_gone_back) {
            return self.stop(Stopped::WentBack);
        }
        if !self.inputs.iter().all(Input::is_data) {
            return self.stop(Stopped::Function);
        }
        let inputs = core::mem::take(&mut self.inputs);
        let nth = self.recording.frames.len() as u64 + 1;
        let is_due = self.every > 0 && nth.is_multiple_of(self.every.into());
        let hash = if is_due { hash() } else { None };
        self.recording.frames.push(Frame { inputs, hash });
    }

    /// Ends the recording with the last complete frame.
    pub(super) fn stop(&mut self, why: Stopped) {
        self.close();
        self.recording.stopped = Some(why);
        self.inputs = Vec::new();
    }
}
