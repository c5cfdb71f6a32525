//! The public resource: whether and how crowds become danger.

use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use core::fmt;
use tilepath::{Aversion, DangerStamp};

/// Makes agents avoid crowds: the plugin puts danger on the map where many agents walk. So agents spread over several routes, for
/// example over several gates.
///
/// Insert this resource to switch congestion on, and remove it to switch congestion off. You may change it at any time.
///
/// The danger of a crowd works like any other danger. An agent with a greater aversion to the danger layer pays more for the
/// danger. An agent of aversion 0 takes the shortest path through every crowd. Agents on a [shared goal
/// field](crate::guide::hordes) and agents with paths of their own react in the same way.
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
/// # How the danger is computed
/// 1. *Count.* The map is divided into patches of [`patch_size`](Self::patch_size) × `patch_size` cells. The plugin counts the agents in each
///    patch at regular times (see [`interval_secs`](Self::interval_secs)). An agent counts if it has a [`PathFollower`](crate::PathFollower) and
///    a path, and has not arrived. The aversion of the agent makes no difference. Agents that are `Disabled` or
///    [`OnWaypoints`](crate::OnWaypoints) do not count.
/// 2. *Average.* The number of agents in each patch is averaged over time, with a [half-life](Self::half_life_secs). So a slow crowd,
///    such as a queue, causes more danger than a fast crowd of the same size.
/// 3. *Danger.* The danger in the middle of a patch is [`per_agent`](Self::per_agent) × (agents − 1) / cells. Here `agents` is
///    the average, and `cells` is the number of cells of the patch that are not walls. A single agent causes no danger, so no
///    agent avoids itself. From the middle of the patch, the danger fades linearly to 0 over a distance of `patch_size` tiles.
/// 4. *Rounding.* The danger that a patch puts on the map is 0, 1, 2, 4, 8 and so on up to 2048 tiles of detour. It rises when
///    the computed danger reaches a higher one of these values. It falls only when the computed danger is less than half of the
///    present value. So a small change of the crowd does not change the map.
///
/// One count changes the danger of at most 64 patches: those with the greatest change.
///
/// When a crowd leaves, its danger falls to exactly 0 within a few half-lives. After that, congestion no longer changes the map.
///
/// # Limits
/// - Agents with the same request that are in the same cell at the same time take the same path.
/// - Two gates (narrow passages) that are closer together than `patch_size` tiles count as one gate.
/// - Danger is where the crowd is now: a gate becomes expensive only when the first agents of the crowd reach it.
///
/// # Performance
/// A count looks at all followers. A change of danger is an edit of the map: the plugin repairs or rebuilds goal fields, and
/// searches again for nearby agents with paths of their own, within the budgets of
/// [`PathfindingSettings`](crate::PathfindingSettings).
///
/// Choose a longer time between counts ([`interval_secs`](Self::interval_secs)) if a large map has many goal fields, or if thousands of agents
/// have paths of their own.
///
/// # Invalid values
/// If a value is NaN or outside its range, congestion is off until you replace the value. The log names the value once.
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
    /// The danger layer that holds the danger of crowds, from 0 to [`Aversion::MAX_LAYERS`] − 1; 1 by default. If no other danger
    /// uses this layer, a profile can have its own aversion to crowds. If other sources of danger also use the layer, their
    /// danger is added. The map stores 4 bytes per cell for each layer from 0 up to this one.
    pub layer: usize,
    /// The danger of a crowd with one agent on each cell, in tiles of detour (see [`DangerSource`](crate::DangerSource)):
    /// from 0 to [`DangerStamp::MAX_STRENGTH`], 4 by default. With 0, crowds cause no danger.
    pub per_agent: f32,
    /// The side of the square patches in which agents are counted, in cells: from 1 to [`Congestion::MAX_PATCH_SIZE`], 3 by
    /// default. With 1, only agents on the same cell count as a crowd.
    pub patch_size: u32,
    /// The half-life of the average number of agents, in seconds; 4 by default. This long after a crowd has left, half of its
    /// agents still count. Danger rises as slowly as it falls, so that agents do not swing between two gates. With a longer
    /// half-life, danger is steadier but reacts later. With 0, only the last count matters.
    pub half_life_secs: f32,
    /// The time between two counts of the agents, in seconds; 1 by default. With 0 the agents are counted in every frame.
    pub interval_secs: f32,
}

impl Congestion {
    /// The greatest [`patch_size`](Self::patch_size), in cells.
    pub const MAX_PATCH_SIZE: u32 = 64;

    /// Whether every value is in its range.
    pub(super) fn check(&self) -> Result<(), CongestionError> {
        if self.layer >= Aversion::MAX_LAYERS {
            return Err(CongestionError::Layer(self.layer));
        }
        let values = [
            ("per_agent", self.per_agent, [0.0, DangerStamp::MAX_STRENGTH]),
            ("patch_size", self.patch_size as f32, [1.0, Self::MAX_PATCH_SIZE as f32]),
            ("half_life_secs", self.half_life_secs, [0.0, f32::MAX]),
            ("interval_secs", self.interval_secs, [0.0, f32::MAX]),
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
        Self { layer: 1, per_agent: 4.0, patch_size: 3, half_life_secs: 4.0, interval_secs: 1.0 }
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
