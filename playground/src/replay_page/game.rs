//! The game that is replayed.

use bevy::{platform::time::Instant, prelude::*};
use std::time::Duration;
use tilepath::{
    batch::ScopedThreads,
    fleet::{AgentId, FleetWorld, Progress, Recording, Replay},
};

/// The recorded game of the page, at the frame that is shown.
#[derive(Resource, Default, Debug)]
pub struct ReplayedGame {
    replay: Option<Replay>,
    /// The number of games that were opened so far.
    opened: u32,
    name: String,
    /// The first frame in which the replay is another game than the recorded one, in words.
    differs: Option<String>,
    /// What a comparison with a second recording found.
    difference: Option<String>,
    /// Whether the next recording that is opened is compared with this one.
    pub compares: bool,
    /// The agent of which more is said.
    pub chosen: Option<AgentId>,
}

/// How long frames are played before the window is drawn again.
const SLICE: Duration = Duration::from_millis(10);

const THREADS: ScopedThreads = ScopedThreads(1);

impl ReplayedGame {
    /// Shows a recording from its start.
    ///
    /// # Errors
    /// Why the recording can't be played.
    pub fn open(&mut self, name: String, recording: Recording) -> Result<(), String> {
        let replay = Replay::new(recording).map_err(|error| error.to_string())?;
        *self = Self { replay: Some(replay), opened: self.opened + 1, name, ..Self::default() };
        Ok(())
    }

    /// Compares the game with a second recording.
    ///
    /// # Errors
    /// Why one of them can't be played.
    pub fn compare(&mut self, name: &str, other: &Recording) -> Result<(), String> {
        self.compares = false;
        let replay = self.replay.as_ref().ok_or("there is no recording to compare with: open one first")?;
        let difference = replay.recording().difference(other, &THREADS).map_err(|error| error.to_string())?;
        self.difference = Some(match difference {
            None => format!("{name} is the same game."),
            Some(difference) => format!("{name}: {difference}"),
        });
        Ok(())
    }

    /// The game at the frame that is shown. `None` before a recording was opened.
    #[must_use]
    pub fn world(&self) -> Option<&FleetWorld> {
        self.replay.as_ref().map(Replay::world)
    }

    /// Where an agent is. `None` if it has no position, or is not in the game.
    #[must_use]
    pub fn position(&self, agent: AgentId) -> Option<Vec2> {
        self.replay.as_ref()?.position(agent)
    }

    /// How far an agent has come on its path.
    #[must_use]
    pub fn progress(&self, agent: AgentId) -> Progress {
        self.replay.as_ref().map_or(Progress::START, |replay| replay.progress(agent))
    }

    /// The recording. `None` before one was opened.
    #[must_use]
    pub fn recording(&self) -> Option<&Recording> {
        self.replay.as_ref().map(Replay::recording)
    }

    /// The number of frames that were played.
    #[must_use]
    pub fn frame(&self) -> usize {
        self.replay.as_ref().map_or(0, Replay::frame)
    }

    /// The number of frames of the recording.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.replay.as_ref().map_or(0, Replay::len)
    }

    /// A number that is another one for each game and frame.
    #[must_use]
    pub fn revision(&self) -> [usize; 2] {
        [self.opened as usize, self.frame()]
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// In which frame the replay was first seen to be another game than the recorded one.
    #[must_use]
    pub fn differs(&self) -> Option<&str> {
        self.differs.as_deref()
    }

    /// What the last comparison found.
    #[must_use]
    pub fn difference(&self) -> Option<&str> {
        self.difference.as_deref()
    }

    /// Goes to a frame, as far as a slice of time allows. Back it goes at once: there are snapshots.
    pub fn go_to(&mut self, frame: usize) {
        let Some(replay) = &mut self.replay else { return };
        let began = Instant::now();
        while replay.frame() != frame && began.elapsed() < SLICE {
            let next = if frame < replay.frame() { frame } else { replay.frame() + 1 };
            if let Err(differs) = replay.seek(next, &THREADS) {
                self.differs.get_or_insert_with(|| differs.to_string());
            }
            if replay.frame() != next {
                return;
            }
        }
    }
}
