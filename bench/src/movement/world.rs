//! What all entrants read of an arena: the map, and a field to each goal.

use arrangements::Arena;
use glam::{DVec2, IVec2};
use tilepath::{
    CostProfile, DiagonalRule, GoalField, GoalFieldReader, GoalFieldScratch, Grid, NavMap, Topology,
};

/// The map of an arena with a goal field for each of its goals.
pub struct World {
    /// The map.
    pub map: NavMap,
    fields: Vec<GoalField>,
}

impl World {
    /// Builds the fields.
    pub fn new(arena: &Arena, neighbours: DiagonalRule) -> Self {
        let free = |cell: IVec2| u8::from(arena.is_free(cell));
        let grid = Grid::from_fn(arena.size.as_uvec2(), free).expect("a valid size");
        let mut map = NavMap::new(grid, Topology::square(neighbours));
        let profile = CostProfile::default();
        map.prepare(&profile);
        let mut scratch = GoalFieldScratch::default();
        let mut field =
            |goals: &Vec<IVec2>| map.goal_field(&profile, goals, &mut scratch).expect("a free goal");
        let fields = arena.goals.iter().map(&mut field).collect();
        Self { map, fields }
    }

    /// Readers of all fields.
    pub fn readers(&self) -> Vec<GoalFieldReader<'_>> {
        self.fields.iter().map(|field| self.map.read_goal_field(field).expect("in step")).collect()
    }
}

/// Frames a second.
pub const FRAMES: u64 = 60;

/// The time of a frame in microseconds.
pub const fn time(frame: u64) -> u64 {
    frame * 1_000_000 / FRAMES
}

/// The length of a step in cells.
pub fn length(from: IVec2, to: IVec2) -> f64 {
    (to - from).as_dvec2().length()
}

/// The centre of a cell.
pub fn centre(cell: IVec2) -> DVec2 {
    cell.as_dvec2()
}

/// The cell in which a position is.
pub fn cell_at(position: DVec2) -> IVec2 {
    position.round().as_ivec2()
}
