//! A question as it is put to tilepath.

use glam::IVec2;
use tilepath::PathQuery;

/// Where to start, where to go, and how near is near enough.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// Where to start.
    pub start: IVec2,
    /// Where to go: to the one that is cheapest to reach.
    pub goals: Vec<IVec2>,
    /// How near to a goal, in tiles between cell centres.
    pub range: f32,
    /// Whether to go as near as possible if no goal can be reached.
    pub partial: bool,
}

impl Question {
    /// The plain one.
    pub fn plain(start: IVec2, goal: IVec2) -> Self {
        Self { start, goals: vec![goal], range: 0.0, partial: false }
    }

    /// The query that asks it.
    pub fn query(&self) -> PathQuery {
        let query = PathQuery::to_nearest(self.start, self.goals.iter().copied()).within(self.range);
        if self.partial { query.allow_partial() } else { query }
    }

    /// Returns whether the cell is near enough to a goal.
    pub fn is_goal(&self, cell: IVec2) -> bool {
        self.distance_squared(cell) as f64 <= f64::from(self.range) * f64::from(self.range)
    }

    /// The square of the distance from a cell to the nearest goal.
    pub fn distance_squared(&self, cell: IVec2) -> i32 {
        self.goals.iter().map(|goal| goal.distance_squared(cell)).min().expect("a goal")
    }
}
