//! The settings of a pane, and what they ask of `tilepath`.

use super::algorithm::{Algorithm, HeuristicChoice};
use crate::board::{Board, Layout};
use tilepath::{Aversion, CostProfile, DiagonalRule, Heuristic, PathQuery, StepLengths, Topology};

/// The weights of weighted A* in the menu.
pub const WEIGHTS: [f32; 6] = [1.2, 1.5, 2.0, 3.0, 5.0, 10.0];

/// How long straight and diagonal steps are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Lengths {
    /// 1 : √2, as 408 : 577.
    #[default]
    Exact,
    /// 10 : 14, the pair of many tutorials.
    Classic,
    /// 1 : 1.
    Uniform,
}

impl Lengths {
    pub const ALL: [Self; 3] = [Self::Exact, Self::Classic, Self::Uniform];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "1 : 1.414",
            Self::Classic => "10 : 14",
            Self::Uniform => "1 : 1",
        }
    }

    #[must_use]
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Exact => {
                "Straight and diagonal steps as 408 : 577, which is 1 : \u{221a}2 within two millionths."
            }
            Self::Classic => "10 : 14, the pair of many tutorials: diagonals are 1 % too short.",
            Self::Uniform => "A diagonal step is as long as a straight one.",
        }
    }

    #[must_use]
    pub const fn pair(self) -> StepLengths {
        match self {
            Self::Exact => StepLengths::EUCLIDEAN,
            Self::Classic => StepLengths::CLASSIC,
            Self::Uniform => StepLengths::UNIFORM,
        }
    }
}

/// The settings of a pane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    pub algorithm: Algorithm,
    pub heuristic: HeuristicChoice,
    /// The weight of the estimate in weighted A*.
    pub weight: f32,
    pub diagonals: DiagonalRule,
    pub lengths: Lengths,
    /// Aversion to danger: 0 ignores it, 1 counts it as it is painted.
    pub aversion: f32,
    /// Whether the path of the other attitude is shown as well: without danger if the pane minds it, and the other way round.
    pub compares: bool,
}

/// One setting with its new value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Setting {
    Algorithm(Algorithm),
    Heuristic(HeuristicChoice),
    Weight(f32),
    Diagonals(DiagonalRule),
    Lengths(Lengths),
    Aversion(f32),
    Compares(bool),
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::AStar,
            heuristic: HeuristicChoice::Auto,
            weight: 2.0,
            diagonals: DiagonalRule::OnlyWhenNoObstacles,
            lengths: Lengths::Exact,
            aversion: 1.0,
            compares: false,
        }
    }
}

impl Settings {
    /// Sets one of them.
    pub const fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Algorithm(algorithm) => self.algorithm = algorithm,
            Setting::Heuristic(heuristic) => self.heuristic = heuristic,
            Setting::Weight(weight) => self.weight = weight,
            Setting::Diagonals(rule) => self.diagonals = rule,
            Setting::Lengths(lengths) => self.lengths = lengths,
            Setting::Aversion(aversion) => self.aversion = aversion,
            Setting::Compares(compares) => self.compares = compares,
        }
    }

    /// Returns whether this value is set.
    #[must_use]
    pub fn has(&self, setting: Setting) -> bool {
        let mut set = *self;
        set.set(setting);
        set == *self
    }

    #[must_use]
    pub const fn topology(&self, layout: Layout) -> Topology {
        Topology::square(self.diagonals).with_shape(layout.shape()).with_lengths(self.lengths.pair())
    }

    /// The agent that searches: terrain costs what it is painted with, danger by the aversion of the pane.
    #[must_use]
    pub fn profile(&self) -> CostProfile {
        profile_of(self.aversion)
    }

    /// Returns whether the search is sure to find the cheapest path.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        match self.algorithm {
            Algorithm::AStar => self.heuristic.is_admissible(),
            Algorithm::Dijkstra | Algorithm::JumpPoint | Algorithm::GoalField => true,
            Algorithm::Greedy | Algorithm::Weighted => false,
        }
    }

    /// The aversion of the path that is shown beside that of the pane.
    #[must_use]
    pub const fn other_aversion(&self) -> f32 {
        if self.aversion > 0.0 { 0.0 } else { 1.0 }
    }

    /// The agent of the path that is shown beside that of the pane.
    #[must_use]
    pub fn other_profile(&self) -> CostProfile {
        profile_of(self.other_aversion())
    }

    /// What is asked of `tilepath`.
    #[must_use]
    pub fn query(&self, board: &Board) -> PathQuery {
        let query = PathQuery::new(board.start(), board.goal());
        match self.algorithm {
            Algorithm::AStar => query.with_heuristic(self.heuristic.heuristic()),
            Algorithm::Dijkstra => query.with_heuristic(Heuristic::Zero),
            Algorithm::Greedy => query.with_heuristic(self.heuristic.heuristic()).greedy(),
            Algorithm::Weighted => {
                query.with_heuristic(self.heuristic.heuristic()).with_inflation(self.weight)
            }
            Algorithm::JumpPoint | Algorithm::GoalField => query,
        }
    }
}

fn profile_of(aversion: f32) -> CostProfile {
    let mut profile = CostProfile::default();
    profile.set_aversion_to_all(Aversion::new(aversion).unwrap_or(Aversion::ONE));
    profile
}
