//! An update of a fleet, in three phases. What one phase returns, the next one takes: the order can't be wrong.

use super::crowd_walk::CrowdWalks;
use crate::{
    batch::Threads,
    fleet::{
        agents::{Grounds, Moment},
        fields::SharedFields,
        fleet::Fleet,
        input::{BodyChanges, FleetInput},
        tiles::CellWalks,
        walking::{WalkScratch, WatchedWalk},
    },
    geometry::CellGeometry,
    ground::CostProfile,
    map::NavMap,
};
use std::sync::{Mutex, PoisonError};

/// An update has begun: [`Fleet::answer`] comes next.
#[derive(Debug)]
#[must_use = "Fleet::answer comes next"]
pub struct Begun {
    has_prepared: bool,
}

impl Begun {
    /// Whether the map had to be prepared for a profile.
    #[must_use]
    pub const fn has_prepared(&self) -> bool {
        self.has_prepared
    }
}

/// The requests of an update are answered: [`Fleet::walk`] comes next.
#[derive(Debug)]
#[must_use = "Fleet::walk comes next"]
pub struct Answered(());

/// The bodies of all agents on cells, in the storage of a game.
pub trait GameBodies {
    /// Moves the bodies of agents that walk on their own, with [`CellWalks::walk`]: on one thread, or on several with a scratch for each.
    fn walk_alone(&mut self, walks: &CellWalks, scratch: &mut Vec<WalkScratch>);

    /// Passes the bodies of all agents that walk in crowds to [`CrowdWalks::walk`]: an agent without a body leaves its crowd. Afterwards,
    /// [`Fleet::crowd_moves`](crate::fleet::Fleet::crowd_moves) lists the bodies that the game must write.
    fn walk_in_crowds(&mut self, walks: &mut CrowdWalks);
}

impl Fleet {
    /// Begins an update at a moment: forgets the events of the last one, notes what changed on the map since then, prepares the map for the
    /// profiles, and brings the goal fields up to date. `has_other_profiles` says whether a profile changed. Before, set the positions of all
    /// targets.
    #[doc(hidden)]
    pub fn begin(
        &mut self,
        now: Moment,
        mut tiles: Option<(&mut NavMap, &CellGeometry)>,
        fields: &mut SharedFields,
        profiles: &[CostProfile],
        has_other_profiles: bool,
    ) -> Begun {
        self.journal.note(|| FleetInput::SetCells(tiles.as_ref().map(|(_, geometry)| **geometry)));
        self.journal.note(|| FleetInput::Begin(now, has_other_profiles));
        // What the update does with the map is no input of the game.
        let journal = tiles.as_mut().map(|(map, _)| core::mem::take(map.journal_mut()));
        self.note_changes(
            now,
            tiles.as_mut().map(|(map, geometry)| (&mut **map, *geometry)),
            has_other_profiles,
        );
        let has_prepared = tiles.as_mut().is_some_and(|(map, _)| self.prepare(map, profiles, fields));
        if let Some(((map, _), journal)) = tiles.as_mut().zip(journal) {
            *map.journal_mut() = journal;
        }
        let tiles = tiles.map(|(map, geometry)| (&*map, geometry));
        self.sync_fields(&Grounds { tiles, profiles, ..Grounds::default() }, fields);
        Begun { has_prepared }
    }

    /// Finds the requests that need another answer. Then answers requests in the order of the queue, until the queue
    /// is empty or the budget is spent. Before, set the positions of agents: see [`Fleet::off_field`] and [`Fleet::on_field`].
    #[doc(hidden)]
    pub fn answer(
        &mut self,
        Begun { .. }: Begun,
        grounds: &Grounds,
        fields: &mut SharedFields,
        threads: &impl Threads,
    ) -> Answered {
        self.note_cells(grounds);
        self.journal.note(|| FleetInput::Answer(grounds.is_loading));
        self.answer_requests(grounds, fields, threads);
        Answered(())
    }

    /// Moves all agents along their paths: those on their own, those in crowds, and those on waypoints.
    #[doc(hidden)]
    pub fn walk(
        &mut self,
        Answered(()): Answered,
        grounds: &Grounds,
        fields: &SharedFields,
        threads: &impl Threads,
    ) {
        self.note_cells(grounds);
        self.journal.note(|| FleetInput::Walk(grounds.is_loading));
        self.walk_on_tiles(grounds, fields, threads);
        self.walk_in_crowds(grounds, fields);
        self.walk_on_waypoints(grounds.graph);
    }

    /// Notes what the game had changed about its bodies before this walk.
    fn note_bodies(&mut self, grounds: &Grounds, alone: WatchedWalk, in_crowds: WatchedWalk) {
        let alone = self.bodies_alone.note(alone);
        let in_crowds = self.bodies_in_crowds.note(in_crowds);
        self.note_crowd_bodies();
        let changes = BodyChanges { alone, in_crowds };
        self.journal.note(|| FleetInput::WalkBodies(grounds.is_loading, Box::new(changes)));
    }

    /// Notes where crowds have moved the bodies of their agents: the game writes them after the walk.
    pub(in crate::fleet) fn note_crowd_bodies(&mut self) {
        let Self { bodies_in_crowds, crowds, .. } = self;
        for moved in crowds.moves() {
            bodies_in_crowds.note_move(moved.agent.index() as u32, moved.place, moved.progress);
        }
    }

    /// Moves all agents along their paths, for a game that stores the bodies of agents on cells itself. The positions of agents on waypoints
    /// are in the fleet: set them before, and read them afterwards. `scratch` is memory to be used again.
    #[doc(hidden)]
    pub fn walk_bodies(
        &mut self,
        Answered(()): Answered,
        grounds: &Grounds,
        fields: &SharedFields,
        bodies: &mut impl GameBodies,
        scratch: &mut Vec<WalkScratch>,
    ) {
        self.note_cells(grounds);
        let mut watch = self.journal.is_on().then(<(Mutex<WatchedWalk>, WatchedWalk)>::default);
        let alone = watch.as_ref().map(|(alone, _)| alone);
        self.walk_alone(grounds, fields, alone, |walks| bodies.walk_alone(walks, scratch));
        scratch.iter_mut().for_each(|scratch| self.note_outcomes(scratch));
        self.end_walk();
        let in_crowds = watch.as_mut().map(|(_, in_crowds)| in_crowds);
        self.walk_crowd_bodies(grounds, fields, in_crowds, |walks| bodies.walk_in_crowds(walks));
        if let Some((alone, in_crowds)) = watch {
            let alone = alone.into_inner().unwrap_or_else(PoisonError::into_inner);
            self.note_bodies(grounds, alone, in_crowds);
        }
        self.walk_on_waypoints(grounds.graph);
    }
}
