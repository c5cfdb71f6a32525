//! An update of a fleet, in three phases. What one phase returns, the next one takes: the order can't be wrong.

use super::crowd_walk::CrowdWalks;
use crate::{
    batch::Threads,
    fleet::{
        agents::{Grounds, Moment},
        fields::SharedFields,
        fleet::Fleet,
        tiles::CellWalks,
        walking::WalkScratch,
    },
    geometry::CellGeometry,
    ground::CostProfile,
    map::NavMap,
};

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
        self.note_changes(
            now,
            tiles.as_mut().map(|(map, geometry)| (&mut **map, *geometry)),
            has_other_profiles,
        );
        let has_prepared = tiles.as_mut().is_some_and(|(map, _)| self.prepare(map, profiles, fields));
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
        self.walk_on_tiles(grounds, fields, threads);
        self.walk_in_crowds(grounds, fields);
        self.walk_on_waypoints(grounds.graph);
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
        self.walk_alone(grounds, fields, |walks| bodies.walk_alone(walks, scratch));
        scratch.iter_mut().for_each(|scratch| self.note_outcomes(scratch));
        self.end_walk();
        self.walk_crowd_bodies(grounds, fields, |walks| bodies.walk_in_crowds(walks));
        self.walk_on_waypoints(grounds.graph);
    }
}
