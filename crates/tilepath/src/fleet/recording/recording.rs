//! A recording: the start of a game, and its inputs by frame.

use super::input::Input;
use crate::fleet::state::{LoadError, SaveError, SaveFormat};
use serde::{Deserialize, Serialize};

/// What a recording begins with. The state has a version of its own, and so have the inputs.
const FORMAT: SaveFormat =
    SaveFormat { magic: *b"tilerec\0", version: SaveFormat::STATE * 1000 + Recording::INPUTS };

/// A game as a file: its start, and every input by frame. [`Replay`](super::Replay) plays the game again.
///
/// [`FleetWorld::record`](crate::fleet::FleetWorld::record) begins a recording:
///
/// ```
/// use core::time::Duration;
/// use glam::{IVec2, Vec2};
/// use tilepath::{CellGeometry, Grid, NavMap, Topology, batch::ScopedThreads};
/// use tilepath::fleet::{FleetWorld, GroundKind, Pace, Recording, Replay, Request, Step};
/// let map = NavMap::new(Grid::new([20, 9].into(), 1)?, Topology::default());
/// let mut world = FleetWorld::new(map, CellGeometry::squares(1.0)?);
/// world.record(16)?;
/// let agent = world.fleet.insert(Some(Vec2::ZERO), GroundKind::Tiles);
/// world.fleet.set_pace(agent, Some(Pace::new(3.0)));
/// world.ask(agent, Request::to(IVec2::new(19, 4)));
/// for frame in 0..60 {
///     if frame == 30 {
///         world.map.block([17, 4].into());
///     }
///     world.update(Duration::from_millis(50), &ScopedThreads(1));
/// }
/// let bytes = world.stop_recording().ok_or("nothing was recorded")?.write()?;
///
/// let mut replay = Replay::new(Recording::read(&bytes)?)?;
/// while replay.step(&ScopedThreads(1))? != Step::Ended {}
/// assert_eq!(replay.world().fleet.position(agent), world.fleet.position(agent));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What is recorded
/// All calls that decide the future of the game: of the [`Fleet`](crate::fleet::Fleet), the [`NavMap`](crate::NavMap), the
/// [`NavGraph`](crate::NavGraph), the profiles, the geometry, and the time of each update. If a map, a graph or a fleet was replaced by
/// another one, the whole game is saved again, when the next request or update notices it.
///
/// # What is not recorded
/// - What changes no future: events that are forgotten, recorded searches, the clock of searches, the number of threads, snapshots.
/// - The game's own state, such as random numbers and the health of towers: a replay shows agents and what they walk on.
/// - A [custom heuristic](crate::Heuristic::Custom), which is a function: the recording ends there ([`Stopped::Function`]).
/// - Frames that were undone: after [`FleetWorld::restore`](crate::fleet::FleetWorld::restore), the recording goes on from the frame of the
///   snapshot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Recording {
    pub(super) start: Vec<u8>,
    pub(super) frames: Vec<Frame>,
    pub(super) stopped: Option<Stopped>,
}

/// One frame of a recording.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// The inputs, in order. The phases of the update are among them.
    pub inputs: Vec<Input>,
    /// The [hash of the state](crate::fleet::FleetWorld::state_hash) after the frame. `None` if none was computed.
    pub hash: Option<u64>,
}

/// Why a recording ended before the game did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Stopped {
    /// A request has a [custom heuristic](crate::Heuristic::Custom), which is a function and can't be written.
    #[error("a request with a custom heuristic can't be recorded: it is a function")]
    Function,
    /// The game went back to a state of which the recording does not know: one before it began, or one of only a part of the game.
    #[error("the game went back to a state that is not in the recording")]
    WentBack,
}

impl Recording {
    /// The version of the inputs. It changes whenever they do.
    const INPUTS: u32 = 1;

    /// A recording without frames. `start` is what [`FleetWorld::save`](crate::fleet::FleetWorld::save) returns.
    #[must_use]
    pub const fn new(start: Vec<u8>) -> Self {
        Self { start, frames: Vec::new(), stopped: None }
    }

    /// The save with which the game began.
    #[must_use]
    pub fn start(&self) -> &[u8] {
        &self.start
    }

    /// The frames, in order.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The frames, to change them: for tests, and for tools that look for the shortest recording of a fault.
    pub const fn frames_mut(&mut self) -> &mut Vec<Frame> {
        &mut self.frames
    }

    /// Why the recording ended before the game did. `None` if it was stopped by [`FleetWorld::stop_recording`].
    ///
    /// [`FleetWorld::stop_recording`]: crate::fleet::FleetWorld::stop_recording
    #[must_use]
    pub const fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Writes the recording, after a header that protects it.
    ///
    /// # Errors
    /// [`SaveError::Function`]. A recording of a game holds no function: only one whose frames were changed can.
    pub fn write(&self) -> Result<Vec<u8>, SaveError> {
        FORMAT.write(self)
    }

    /// Reads a recording that [`Recording::write`] has written. Its start is read by [`Replay::new`](super::Replay::new).
    ///
    /// # Errors
    /// [`LoadError`] says what is wrong with the bytes.
    pub fn read(bytes: &[u8]) -> Result<Self, LoadError> {
        FORMAT.read(bytes)
    }
}
