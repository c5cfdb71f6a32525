//! tilepath's own entrants. A new mode is one more line in [`ENTRANTS`] and a function that prepares it.

use crate::{
    defaults,
    entrant::{Entrant, Side, Solver},
    scenario::Case,
    world::{Edit, World},
};
use glam::IVec2;
use std::{collections::HashMap, sync::Arc};
use tilepath::{
    CostProfile, DangerStamp, GoalField, GoalFieldScratch, Grid, NavMap, Path, PathError, PathQuery,
    SampleSearches, SearchScratch, Topology,
};

/// All modes of tilepath that are measured and verified.
pub const ENTRANTS: &[Entrant] = &[DEFAULTS, NO_LANDMARKS, GOAL_FIELDS];

/// What the plugin does for a user who sets nothing.
pub const DEFAULTS: Entrant = Entrant {
    name: "tilepath, defaults",
    side: Side::Ours,
    takes: any,
    enter: |world| Box::new(Tilepath::with_defaults(world)),
};

/// A map that is prepared, without landmarks.
pub const NO_LANDMARKS: Entrant = Entrant {
    name: "tilepath, no landmarks",
    side: Side::Ours,
    takes: any,
    enter: |world| Box::new(Tilepath::new(world)),
};

/// Goals of many queries, each with a goal field from which paths are read. This is what the plugin does for agents with the same request.
pub const GOAL_FIELDS: Entrant = Entrant {
    name: "tilepath, goal fields",
    side: Side::Ours,
    takes: |case| case.goals.is_some(),
    enter: |world| {
        let mut tilepath = Tilepath::new(world);
        tilepath.shared = Some(Shared::default());
        Box::new(tilepath)
    },
};

/// Searches cell by cell, on a map that was never prepared. It is verified, but not timed.
pub const CELL_BY_CELL: Entrant = Entrant {
    name: "tilepath, cell by cell",
    side: Side::Ours,
    takes: any,
    enter: |world| Box::new(Tilepath::unready(world)),
};

/// Searches that have no landmarks at first and use them from some query on. It is verified, but not timed.
pub const LATE: Entrant = Entrant {
    name: "tilepath, landmarks ready in mid-run",
    side: Side::Ours,
    takes: any,
    enter: |world| Box::new(Tilepath::with_defaults_later(world)),
};

/// A mode with a map of its own, for questions beside the plain one.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// The name of the entrant.
    pub name: &'static str,
    /// Brings a map in.
    pub load: fn(&World) -> Tilepath,
}

/// The modes whose other questions are timed.
pub const TIMED: [Mode; 2] = [
    Mode { name: DEFAULTS.name, load: Tilepath::with_defaults },
    Mode { name: NO_LANDMARKS.name, load: Tilepath::new },
];

/// The modes whose other questions are verified only.
pub const VERIFIED: [Mode; 2] = [
    Mode { name: CELL_BY_CELL.name, load: Tilepath::unready },
    Mode { name: LATE.name, load: Tilepath::with_defaults_later },
];

/// The name of one of our entrants without that of the crate.
pub fn mode_name(entrant: &str) -> &str {
    entrant.strip_prefix("tilepath, ").unwrap_or(entrant)
}

fn any(_: &Case) -> bool {
    true
}

/// How a map is kept up after edits.
#[derive(Clone, Copy, Debug)]
enum Upkeep {
    /// As the plugin does it.
    Defaults,
    /// It stays prepared for the profile.
    Prepared,
    /// It was never prepared.
    Nothing,
}

/// A goal field for each goal of the queries so far.
#[derive(Default, Debug)]
struct Shared {
    fields: HashMap<IVec2, GoalField>,
    scratch: GoalFieldScratch,
}

/// A map with one scratch and the last answer.
#[derive(Debug)]
pub struct Tilepath {
    map: NavMap,
    profile: CostProfile,
    search: SearchScratch,
    samples: SampleSearches,
    stamp: Arc<DangerStamp>,
    last: Path,
    shared: Option<Shared>,
    upkeep: Upkeep,
    /// The number of questions after which it goes over to the defaults.
    defaults_after: Option<u32>,
}

impl Tilepath {
    /// Brings a map in, with its danger, and makes it ready for the profile.
    pub fn new(world: &World) -> Self {
        let mut tilepath = Self::unready(world);
        tilepath.map.prepare(&tilepath.profile);
        tilepath.upkeep = Upkeep::Prepared;
        tilepath
    }

    /// Brings a map in as the plugin does it for a user who sets nothing.
    pub fn with_defaults(world: &World) -> Self {
        let mut tilepath = Self::new(world);
        tilepath.use_defaults();
        tilepath
    }

    /// Brings a map in, makes it ready for the profile, and goes over to the defaults after some questions.
    pub fn with_defaults_later(world: &World) -> Self {
        Self { defaults_after: Some(10), ..Self::new(world) }
    }

    /// Does what the plugin does unasked on a map that was loaded, and from now on what it does after edits.
    fn use_defaults(&mut self) {
        defaults::load(&mut self.map, &self.profile, &mut self.search);
        self.upkeep = Upkeep::Defaults;
    }

    /// Brings a map in and nothing more, so that searches go cell by cell.
    pub fn unready(world: &World) -> Self {
        let grid = Grid::from_fn(world.size.as_uvec2(), |cell| world.classes[world.index(cell)]);
        let topology = Topology::square(world.rule).with_lengths(world.lengths);
        let mut map = NavMap::new(grid.expect("a map of a valid size"), topology);
        for &tower in &world.towers {
            map.add_danger(0, &world.stamp, tower).expect("room for a stamp");
        }
        let stamp = world.stamp.clone();
        Self {
            map,
            profile: CostProfile::default(),
            search: SearchScratch::new(),
            samples: SampleSearches::default(),
            stamp,
            last: Path::default(),
            shared: None,
            upkeep: Upkeep::Nothing,
            defaults_after: None,
        }
    }

    /// Nodes that a search expands that finds no path.
    ///
    /// # Panics
    /// If there is a path.
    pub fn expansions_in_vain(&self, start: IVec2, goal: IVec2) -> f64 {
        let mut search = SearchScratch::new();
        let answer = self.map.find_path(&self.profile, PathQuery::new(start, goal), &mut search, &mut ());
        assert!(answer.is_err(), "a path from {start} to {goal}");
        f64::from(search.nodes_expanded())
    }

    /// Finds a path and keeps it.
    ///
    /// # Errors
    /// [`PathError`] says why there is none.
    pub fn ask(&mut self, query: PathQuery) -> Result<(), PathError> {
        self.defaults_after = self.defaults_after.and_then(|left| left.checked_sub(1));
        if self.defaults_after == Some(0) {
            self.use_defaults();
        }
        self.map.find_path_into(&self.profile, query, &mut self.search, &mut self.last)
    }

    /// The path found last.
    pub const fn path(&self) -> &Path {
        &self.last
    }

    /// The map alone.
    pub fn into_map(self) -> NavMap {
        self.map
    }
}

impl Solver for Tilepath {
    fn edit(&mut self, edits: &[Edit]) {
        self.map.seal_changes();
        for &edit in edits {
            match edit {
                Edit::AddDanger(cell) => self.map.add_danger(0, &self.stamp, cell).expect("room for a stamp"),
                Edit::RemoveDanger(cell) => {
                    self.map.remove_danger(0, &self.stamp, cell).expect("a stamp to remove");
                }
                Edit::Block(cell) => self.map.block(cell),
                Edit::Unblock(cell, _) => self.map.unblock(cell),
            }
        }
        match self.upkeep {
            Upkeep::Defaults => defaults::keep_up(&mut self.map, &self.profile, &mut self.samples),
            Upkeep::Prepared => self.map.prepare(&self.profile),
            Upkeep::Nothing => {}
        }
        if let Some(Shared { fields, scratch }) = &mut self.shared {
            for field in fields.values_mut() {
                field.repair(&self.map, scratch).expect("a map that is prepared");
            }
        }
    }

    fn solve(&mut self, start: IVec2, goal: IVec2) -> bool {
        let query = PathQuery::new(start, goal);
        let Some(Shared { fields, scratch }) = &mut self.shared else { return self.ask(query).is_ok() };
        let field = fields.entry(goal).or_insert_with(|| {
            self.map.goal_field(&self.profile, &[goal], scratch).expect("a goal that is free")
        });
        let reader = self.map.read_goal_field(field).expect("a field that was repaired");
        reader.path_into(start, &mut self.last).is_ok()
    }

    fn cells(&self) -> Vec<IVec2> {
        self.last.cells().to_vec()
    }

    fn claimed_cost(&self) -> Option<u64> {
        Some(u64::from(self.last.cost().units()))
    }

    fn expanded(&self) -> Option<u64> {
        Some(u64::from(self.last.nodes_expanded()))
    }

    fn rest(&mut self) {
        if matches!(self.upkeep, Upkeep::Defaults) {
            defaults::rest(&mut self.map, &self.profile, &mut self.samples);
        }
    }

    fn forget(&mut self) {
        self.last = Path::default();
    }
}
