//! Plays a recording.

use super::{
    apply::Player,
    differs::{Differs, Mismatch},
    recording::Recording,
};
use crate::{
    batch::{ScopedThreads, Threads},
    fleet::{
        agent_id::AgentId, input::SeenBody, snapshot::Snapshot, state::LoadError, walking::Progress,
        world::FleetWorld,
    },
};
use glam::Vec2;
use std::sync::Arc;

/// Plays a [`Recording`] without a window, frame by frame, and checks the hashes in it.
#[derive(Debug)]
pub struct Replay {
    recording: Arc<Recording>,
    player: Player,
    frame: usize,
    /// Snapshots of the game before some frames, for [`Replay::seek`].
    kept: Vec<Kept>,
    /// The number of frames from one snapshot to the next.
    spacing: usize,
}

/// A snapshot of the game before a frame.
#[derive(Debug)]
struct Kept {
    frame: usize,
    snapshot: Snapshot,
    has_map: bool,
}

/// What [`Replay::step`] has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A frame was played. Its hash was checked, if it has one.
    Played {
        /// Whether the recording has a hash of this frame, which is equal.
        is_checked: bool,
    },
    /// All frames were played before.
    Ended,
}

impl Replay {
    /// The number of snapshots for [`Replay::seek`].
    const MOST_KEPT: usize = 64;

    /// A game at the start of a recording.
    ///
    /// # Errors
    /// [`LoadError`] says what is wrong with the start.
    pub fn new(recording: impl Into<Arc<Recording>>) -> Result<Self, LoadError> {
        let recording = recording.into();
        let player = Player::new(recording.start(), &ScopedThreads(1))?;
        Ok(Self { recording, player, frame: 0, kept: Vec::new(), spacing: 16 })
    }

    /// The recording that is played.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The game after the frames that were played.
    #[must_use]
    pub const fn world(&self) -> &FleetWorld {
        &self.player.world
    }

    /// The position of an agent after the frames that were played. A game that stores bodies itself tells its fleet of positions only as far
    /// as the fleet needs them: the replay knows all. `None` if the agent has no position, or was removed.
    #[must_use]
    pub fn position(&self, agent: AgentId) -> Option<Vec2> {
        let fleet = &self.player.world.fleet;
        fleet.agent(agent)?;
        self.body(agent).map(|body| body.place).or_else(|| fleet.position(agent))
    }

    /// How far an agent has come on its path.
    #[must_use]
    pub fn progress(&self, agent: AgentId) -> Progress {
        let of_body = self.body(agent).and_then(|body| body.progress);
        of_body.unwrap_or_else(|| self.player.world.fleet.progress(agent))
    }

    /// The body of an agent, if the recorded game has stored it itself.
    fn body(&self, agent: AgentId) -> Option<&SeenBody> {
        let fleet = &self.player.world.fleet;
        fleet.bodies_alone.get(agent.index()).or_else(|| fleet.bodies_in_crowds.get(agent.index()))
    }

    /// Ends the replay. The game can go on from here.
    #[must_use]
    pub fn into_world(self) -> FleetWorld {
        self.player.world
    }

    /// The number of frames that were played.
    #[must_use]
    pub const fn frame(&self) -> usize {
        self.frame
    }

    /// The number of frames in the recording.
    #[must_use]
    pub fn len(&self) -> usize {
        self.recording.frames.len()
    }

    /// Returns whether the recording has no frame.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Plays the next frame. The threads change nothing but the time.
    ///
    /// # Errors
    /// [`Differs`] if the replay is another game than the recorded one. The frame was played all the same: the replay can go on.
    pub fn step(&mut self, threads: &impl Threads) -> Result<Step, Differs> {
        let Some(frame) = self.recording.frames.get(self.frame) else { return Ok(Step::Ended) };
        let is_known = self.kept.last().is_some_and(|kept| kept.frame >= self.frame);
        if self.frame.is_multiple_of(self.spacing) && !is_known && self.player.is_between_updates() {
            let (snapshot, has_map) = (self.player.world.snapshot(), self.player.has_map);
            self.kept.push(Kept { frame: self.frame, snapshot, has_map });
        }
        let played = self.player.play(frame, threads);
        let nth = self.frame;
        self.frame += 1;
        let step = Step::Played { is_checked: frame.hash.is_some() };
        if self.kept.len() > Self::MOST_KEPT {
            self.spacing *= 2;
            let spacing = self.spacing;
            self.kept.retain(|kept| kept.frame.is_multiple_of(spacing));
        }
        played.map(|()| step).map_err(|mismatch| Differs { frame: nth, mismatch })
    }

    /// Goes to the state before a frame, forwards or backwards. After the last frame the replay stays there.
    ///
    /// Backwards, it begins at the last snapshot before the frame. Snapshots after it are lost, as those of
    /// [`FleetWorld::restore`] are. There are at most 65 snapshots: longer recordings have fewer for each frame.
    ///
    /// # Errors
    /// The first [`Differs`] of the frames that had to be played. The replay is at the frame all the same.
    pub fn seek(&mut self, frame: usize, threads: &impl Threads) -> Result<(), Differs> {
        let frame = frame.min(self.len());
        if frame < self.frame {
            self.go_back(frame)?;
        }
        let mut result = Ok(());
        while self.frame < frame {
            result = result.and(self.step(threads).map(drop));
        }
        result
    }

    /// Goes back to the last snapshot before a frame.
    fn go_back(&mut self, frame: usize) -> Result<(), Differs> {
        self.kept.retain(|kept| kept.frame <= frame);
        if let Some(kept) = self.kept.last()
            && self.player.world.restore(&kept.snapshot).is_ok()
        {
            self.player.go_back(kept.has_map);
            self.frame = kept.frame;
            return Ok(());
        }
        let unreadable = Mismatch::Unreadable;
        let player = Player::new(self.recording.start(), &ScopedThreads(1)).map_err(unreadable);
        self.player = player.map_err(|mismatch| Differs { frame: 0, mismatch })?;
        (self.kept, self.frame) = (Vec::new(), 0);
        Ok(())
    }
}
