//! The public resource: whether and how crowds become danger.

use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use core::fmt;
use tilepath::{Aversion, DangerStamp};

/// Turns crowds into danger on a layer of their own, so that agents spread over several gates. Insert the resource to switch this on,
/// change it at any time, remove it to switch this off.
///
/// Each agent weighs this danger by its aversion to the layer, like any danger: an agent of aversion 0 takes the shortest path through
/// every crowd. Agents on a shared goal field and agents with paths of their own react in the same way.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// fn setup(mut commands: Commands, mut profiles: ResMut<CostProfiles>) -> Result {
///     commands.insert_resource(Congestion { layer: 1, per_agent: 4.0, ..default() });
///     // Dogs push through; all others mind it at face value.
///     profiles.add(CostProfile::default().with_aversion(1, 0.0)?);
///     Ok(())
/// }
/// # App::new().add_systems(Startup, setup);
/// ```
///
/// # The rule
/// - *Who counts.* Agents on tiles that have a [`PathFollower`](crate::PathFollower) and a path and have not arrived, walking or held up,
///   whatever their aversion. An agent that is held up counts longer, so that a slow crowd weighs more than a fast crowd of the same size.
///   Agents at their goal, without a path, `Disabled`, or [`OnWaypoints`](crate::OnWaypoints) do not count.
/// - *Where.* The map is divided into patches of [`radius`](Self::radius) × `radius` cells. The number of agents in each patch is averaged
///   over time, with a [half-life](Self::half_life).
/// - *How much.* The first agent of a patch is free, so that no agent avoids itself. The danger in the middle of a patch is
///   [`per_agent`](Self::per_agent) for each further agent on each cell that is no wall. It fades linearly towards the next patches.
/// - *In steps.* The danger is 0, 1, 2, 4, 8, … up to 2048 tiles. It rises when the crowd reaches the next of these values, and falls when
///   the crowd has fallen below the value before. So a small change of the crowd changes nothing. At most 64 patches change in one count;
///   the patches that are wrong by the most steps change first.
///
/// The danger of a crowd that leaves fades: after a few half-lives it is exactly 0, and nothing on the map changes any more.
///
/// # What it can't do
/// Agents that are on the same cell at the same time take the same path. Gates closer together than `radius` count as one. Danger is where
/// the crowd *is*: a gate becomes expensive only when the first agents of the crowd come to it.
///
/// # What it costs
/// Each count looks at all followers, and each change is an edit of the map. Goal fields are then repaired or rebuilt, and agents near it
/// with paths of their own are searched for again, within the budgets of [`PathfindingSettings`](crate::PathfindingSettings). With many
/// goal fields on a large map, or thousands of agents that share no field, a longer [`every`](Self::every) is worth its delay.
///
/// # Bad values
/// A value outside its range, or NaN, switches congestion off until the value is replaced. It is logged once.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Resource, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default),
    reflect(Serialize, Deserialize)
)]
pub struct Congestion {
    /// The danger layer, below [`Aversion::MAX_LAYERS`]; 1 by default. If other sources use the same layer, the danger adds up. On a layer
    /// of its own, a profile can have a different aversion to crowds. All layers up to this one take 4 bytes for each cell.
    pub layer: usize,
    /// The danger of a crowd with one agent on each cell, in tiles of detour, up to [`DangerStamp::MAX_STRENGTH`]; 4 by default. 0 means no
    /// danger.
    pub per_agent: f32,
    /// The size of the patches in which agents are counted, in tiles, from 1 to [`Congestion::MAX_RADIUS`], rounded; 3 by default. With 1,
    /// only agents on the same cell count as a crowd.
    pub radius: f32,
    /// The time after which a crowd that has left counts half, in seconds; 4 by default. Danger rises as slowly as it fades, so that agents
    /// do not run to and fro between two gates. A longer time is steadier, but reacts later. With 0 only the last count matters.
    pub half_life: f32,
    /// The time between two counts, in seconds; 1 by default. With 0 there is a count in every frame.
    pub every: f32,
}

impl Congestion {
    /// The greatest [`radius`](Self::radius), in tiles.
    pub const MAX_RADIUS: f32 = 64.0;

    /// Whether every value is in its range.
    pub(super) fn check(&self) -> Result<(), CongestionError> {
        if self.layer >= Aversion::MAX_LAYERS {
            return Err(CongestionError::Layer(self.layer));
        }
        let values = [
            ("per_agent", self.per_agent, [0.0, DangerStamp::MAX_STRENGTH]),
            ("radius", self.radius, [1.0, Self::MAX_RADIUS]),
            ("half_life", self.half_life, [0.0, f32::MAX]),
            ("every", self.every, [0.0, f32::MAX]),
        ];
        let is_bad = |&(_, value, [least, most]): &(_, f32, [f32; 2])| !(least..=most).contains(&value);
        match values.into_iter().find(is_bad) {
            Some((name, value, range)) => Err(CongestionError::Value { name, value, range }),
            None => Ok(()),
        }
    }
}

impl Default for Congestion {
    fn default() -> Self {
        Self { layer: 1, per_agent: 4.0, radius: 3.0, half_life: 4.0, every: 1.0 }
    }
}

/// Why there is no congestion.
#[derive(Clone, Copy, Debug)]
pub(super) enum CongestionError {
    Layer(usize),
    Value { name: &'static str, value: f32, range: [f32; 2] },
}

impl fmt::Display for CongestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Layer(layer) => {
                write!(f, "layer = {layer} is out of range (0 to {})", Aversion::MAX_LAYERS - 1)
            }
            Self::Value { name, value, range: [least, f32::MAX] } => {
                write!(f, "{name} = {value} is out of range ({least} or more)")
            }
            Self::Value { name, value, range: [least, most] } => {
                write!(f, "{name} = {value} is out of range ({least} to {most})")
            }
        }
    }
}
