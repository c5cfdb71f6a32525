//! All inputs of a recorded game.

use crate::{fleet::input::FleetInput, graph::GraphInput, ground::CostProfile, map::MapInput};
use serde::{Deserialize, Serialize};

/// An input of a recorded game. Inputs are calls of a game that change the state of its agents, or of what they walk on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Input {
    /// A call of the fleet, or a phase of its update.
    Fleet(FleetInput),
    /// A call of the map.
    Map(MapInput),
    /// A call of the graph of waypoints.
    Graph(GraphInput),
    /// The cost profiles are these from now on.
    SetProfiles(Vec<CostProfile>),
    /// The map, the graph or the fleet was replaced by another one. These are the bytes of a save of the whole game then: goal fields belong to
    /// the map for which they were built.
    Replace(Vec<u8>),
}

impl Input {
    /// Whether the input can be written: it holds no function.
    pub(super) fn is_data(&self) -> bool {
        // Only these hold values that may be functions.
        match self {
            Self::Fleet(FleetInput::Ask(..)) => {
                postcard::serialize_with_flavor(self, postcard::ser_flavors::Size::default()).is_ok()
            }
            _ => true,
        }
    }
}
