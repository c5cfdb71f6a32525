//! A game whose parts are in several places, as a recorder sees it.

use super::{
    input::Input,
    recorder::{Known, Mark, Recorder, Session},
    recording::Stopped,
};
use crate::{
    fleet::{
        fields::SharedFields,
        fleet::Fleet,
        input::FleetInput,
        state::{SaveError, SavedGround, WorldData, hash_of, save_of},
        walking::WatchedBodies,
    },
    geometry::CellGeometry,
    graph::NavGraph,
    ground::{CostProfile, Grid, Topology},
    map::NavMap,
};

/// A game whose parts are in several places, for a recorder. A [`FleetWorld`](crate::fleet::FleetWorld) is its own recorder.
///
/// In each frame, call [`GameParts::note`] before each phase of the update, and [`GameParts::end_frame`] after the frame.
#[derive(Debug)]
pub struct GameParts<'a> {
    /// The agents.
    pub fleet: &'a mut Fleet,
    /// The map, and where its cells are.
    pub tiles: Option<(&'a mut NavMap, &'a CellGeometry)>,
    /// The goal fields that agents share.
    pub fields: &'a SharedFields,
    /// The waypoints.
    pub graph: &'a mut NavGraph,
    /// The cost profiles.
    pub profiles: &'a [CostProfile],
}

impl GameParts<'_> {
    /// Begins to record the game. A hash of the whole state is computed after each `every` frames, and never if this is 0.
    /// `has_other_profiles`: what the next [`Fleet::begin`] will be told.
    ///
    /// # Errors
    /// [`SaveError::Function`].
    pub fn record(&mut self, every: u32, has_other_profiles: bool) -> Result<Recorder, SaveError> {
        let start = self.save(has_other_profiles)?;
        // A save holds a map, even if there is none.
        let cells = self.tiles.as_ref().map(|(_, geometry)| Some(**geometry));
        let known = Known { cells, profiles: self.profiles.into() };
        let mut recorder = Recorder::new(start, every, known);
        if let Some(session) = recorder.session_mut() {
            self.attach(session);
            self.note_unsaved(session);
        }
        Ok(recorder)
    }

    /// A save of the whole game.
    fn save(&self, has_other_profiles: bool) -> Result<Vec<u8>, SaveError> {
        let Some((map, geometry)) = &self.tiles else { return self.save_without_map(has_other_profiles) };
        let ground = SavedGround::of((map, self.fields), **geometry, false);
        save_of(&WorldData::of_parts(ground, self.graph, self.profiles, has_other_profiles), self.fleet)
    }

    /// A save holds a map. The inputs say later that there is none.
    fn save_without_map(&self, has_other_profiles: bool) -> Result<Vec<u8>, SaveError> {
        let grid = Grid::new([1, 1].into(), 1).map_err(|_| SaveError::Function)?;
        let geometry = CellGeometry::squares(1.0).map_err(|_| SaveError::Function)?;
        let map = NavMap::new(grid, Topology::default());
        let ground = SavedGround::of((&map, self.fields), geometry, false);
        save_of(&WorldData::of_parts(ground, self.graph, self.profiles, has_other_profiles), self.fleet)
    }

    /// Notes what a save does not hold, because it lasts for one update.
    fn note_unsaved(&self, session: &mut Session) {
        if !self.fleet.newly_standing.is_empty() {
            let cells = self.fleet.newly_standing.clone();
            session.inputs.push(Input::Fleet(FleetInput::SetNewlyStanding(cells)));
        }
    }

    /// Lets all parts note their inputs.
    fn attach(&mut self, session: &Session) {
        self.fleet.journal = session.fleet.share();
        (self.fleet.bodies_alone, self.fleet.bodies_in_crowds) = <(WatchedBodies, WatchedBodies)>::default();
        *self.graph.journal_mut() = session.graph.share();
        if let Some((map, _)) = &mut self.tiles {
            *map.journal_mut() = session.map.share();
        }
    }

    /// Notes profiles that changed, and parts that were replaced by others: then the whole game is saved again.
    pub fn note(&mut self, recorder: &mut Recorder) {
        let Some(session) = recorder.session_mut() else { return };
        let has_other_profiles = *session.known.profiles != *self.profiles;
        // Nobody knows which profiles a request of this frame was asked with.
        let is_replaced = (has_other_profiles && session.has_request())
            || !self.fleet.journal.is_shared_with(&session.fleet)
            || !self.graph.journal_mut().is_shared_with(&session.graph)
            || self.tiles.as_mut().is_some_and(|(map, _)| !map.journal_mut().is_shared_with(&session.map));
        if is_replaced {
            session.renew();
            // Whether the fleet must look at all answers again is said when the update begins.
            match self.save(false) {
                Ok(bytes) => session.inputs.push(Input::Replace(bytes)),
                Err(SaveError::Function) => return session.stop(Stopped::Function),
            }
            self.attach(session);
            self.note_unsaved(session);
            session.known.profiles = self.profiles.into();
        } else if has_other_profiles {
            self.note_profiles(session);
        }
    }

    /// Notes the profiles, even if they are the same.
    pub(super) fn note_profiles(&self, session: &mut Session) {
        session.collect();
        session.inputs.push(Input::SetProfiles(self.profiles.to_vec()));
        session.known.profiles = self.profiles.into();
    }

    /// Ends a frame of the recording.
    pub fn end_frame(&mut self, recorder: &mut Recorder) {
        let cells = self.tiles.as_ref().map(|(_, geometry)| **geometry);
        self.fleet.journal.note(|| FleetInput::SetCells(cells));
        if let Some(session) = recorder.session_mut() {
            session.end_frame(|| self.hash());
        }
    }

    /// A hash of the whole state: that of a world with these parts, or without a map that of the fleet.
    fn hash(&self) -> Option<u64> {
        let Some((map, geometry)) = &self.tiles else { return self.fleet.state_hash() };
        let ground = SavedGround::of((map, self.fields), **geometry, false);
        hash_of(&(WorldData::of_parts(ground, self.graph, self.profiles, false), &*self.fleet))
    }

    /// The present place in the recording. Keep it with a snapshot of the whole game, and pass it to [`GameParts::go_back`]. `None` if the
    /// game is not recorded.
    #[must_use]
    pub fn mark(&mut self, recorder: &mut Recorder) -> Option<Mark> {
        self.note(recorder);
        recorder.mark()
    }

    /// Takes the recording back to a place, after the whole game went back to the state that it had there. Without a mark, or with one of
    /// another recording, the recording ends: [`Stopped::WentBack`].
    pub fn go_back(&mut self, recorder: &mut Recorder, mark: Option<&Mark>) {
        recorder.go_back(mark);
        let Some(session) = recorder.session_mut() else { return };
        let bodies = (self.fleet.bodies_alone.clone(), self.fleet.bodies_in_crowds.clone());
        self.attach(session);
        (self.fleet.bodies_alone, self.fleet.bodies_in_crowds) = bodies;
    }
}
