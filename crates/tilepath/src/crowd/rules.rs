//! The rules of a crowd as numbers: counts, distances and times that a game may change.

#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use core::time::Duration;

/// The rules of all crowds of a [`Fleet`](crate::fleet::Fleet) as numbers. The default suits agents that walk two to four cells a second, with
/// about 60 updates a second.
///
/// ```
/// use core::time::Duration;
/// use tilepath::crowd::CrowdRules;
/// use tilepath::fleet::{Fleet, FleetSettings};
///
/// let mut fleet = Fleet::new(FleetSettings::default());
/// // Shorter turns at corridors, and less patience.
/// let rules = CrowdRules { corridor_entries: 6, stuck_after: Duration::from_secs(2), ..CrowdRules::default() };
/// fleet.set_crowd_rules(&rules)?;
///
/// let never = CrowdRules { blocked_calls: 0, ..CrowdRules::default() };
/// let error = fleet.set_crowd_rules(&never).unwrap_err();
/// assert_eq!(error.to_string(), "crowd rule blocked_calls = 0 is out of range (1 or more)");
/// # Ok::<(), tilepath::crowd::InvalidCrowdRule>(())
/// ```
///
/// In a *call*, the agents of a crowd decide what they do next: there is one in each update, and more in updates of over 50 ms. At 60 calls a
/// second, 240 calls are four seconds. Times are times of the game. Any
/// [`Duration`] is valid; [`Duration::MAX`] never runs out. Fields with limits name them below; other numbers may have any value.
///
/// # Corridors
///
/// | field | unit | default | what it does | larger |
/// |---|---|---|---|---|
/// | `corridor_entries` | agents | 24 | this many agents may enter a corridor by one end, one after another, while agents wait at the other end | longer turns: more agents get through, but the other end waits longer |
/// | `corridor_entries_per_cell` | agents | 8 | the same, in addition for each cell of the corridor | longer turns in long corridors, which take longer to get empty |
/// | `corridor_idle_calls` | calls | 120 | if no agent has come to the open end for this many calls, the other end gets its turn | stragglers of a group still get through, but an empty corridor opens later for the other end |
/// | `corridor_wait_calls` | calls | 240 | an agent that was refused counts as waiting for this many calls; agents in queues keep their distance for the same number of calls after the last refusal | must be larger than `refused_calls`, or waiting agents are forgotten between two attempts; much larger: ends count as taken after their agents have left |
/// | `corridor_stuck_after` | time | 2 s | if no agent has moved in a corridor for this long, any agent may enter it, for the same time | two groups that block each other stand longer, but fewer agents enter against a slow agent |
/// | `passage_width` | cells | 3 | straight passages from two cells up to this width have lanes, in which agents keep to the right; at most 3, and none with 0 or 1 | wider passages have lanes |
/// | `passage_slenderness` | × width | 2 | a passage has lanes only if it is at least this many times as long as wide; at least 1 | fewer gaps count as passages |
///
/// # Queues
///
/// | field | unit | default | what it does | larger |
/// |---|---|---|---|---|
/// | `queue_sight` | cells | 32 | an agent looks this far ahead on its path for a corridor | queues form earlier; more work |
/// | `queue_memory_calls` | calls | 240 | an agent remembers the next corridor on its path for this many calls | less work, but an agent that others have pushed away notices another corridor later |
/// | `queue_neighbours` | agents | 2 | an agent in a queue enters no cell next to which this many agents of its queue are ahead, times the capacity; at least 1 | denser queues: the corridor is seldom empty, but agents that come out find less room |
/// | `queue_neighbours_on_hexagons` | agents | 1 | the same on hexagons, where a cell has fewer neighbours; at least 1 | the same |
///
/// # Making room
///
/// | field | unit | default | what it does | larger |
/// |---|---|---|---|---|
/// | `push_time` | time | 8 s | an agent that comes no nearer to its goal pushes resting agents for this long | agents get through denser groups, but disturb resting agents longer |
///
/// # Resting
///
/// | field | unit | default | what it does | larger |
/// |---|---|---|---|---|
/// | `settle_after` | time | 1 s | an agent without progress for this long may rest next to resting agents of other goals, and in a corridor on its way | fewer agents rest too early, but agents seek a place for longer |
/// | `return_calls` | calls | 256 | an agent that rests away from its goal looks once in this many calls whether the goal has room, and then pushes resting agents again; at least 1 | agents return later, but disturb others less |
/// | `return_doublings` | count | 22 | each return doubles `return_calls` for the agent, at most this many times; at most 31 | agents that can't get home try ever more seldom instead of for ever |
/// | `return_sight` | cells | 64 | an agent that rests away from its goal returns from at most this far | agents return from farther away; more work |
///
/// # Jams
///
/// | field | unit | default | what it does | larger |
/// |---|---|---|---|---|
/// | `jam_after` | time | 4 s | if an agent in a narrow place comes no nearer to its goal for this long, and nobody near it does, a plan is searched by which all agents there get past each other. [`Duration::MAX`] is never | fewer plans where giving way helps, but agents that block each other stand longer |
/// | `jam_units` | units | 10000 | the work of a call for these plans; a unit is a cell that the search looks at, about 20 ns | plans are found in fewer calls, which take longer |
///
/// # Stuck agents
///
/// | field | unit | default | what it does | larger |
/// |---|---|---|---|---|
/// | `stuck_after` | time | 5 s | an agent that comes no nearer to its goal for this long is [stuck](crate::fleet::FleetEvent::Stuck) | fewer and later reports |
/// | `stuck_recheck_after` | time | 1 s | an agent that waits in a moving queue is not stuck; it looks at the queue again after this time | less work, but later reports when a queue comes to a stop |
/// | `stuck_sight` | steps | 64 | the search for a moving queue looks at this many steps of agents | longer queues count as moving; more work |
///
/// # How often agents decide
///
/// | field | unit | default | what it does | larger |
/// |---|---|---|---|---|
/// | `blocked_calls` | calls | 32 | a blocked agent decides again after changes near it, and once in this many calls; at least 1 | less work, but later reactions to changes farther away |
/// | `refused_calls` | calls | 8 | the same for an agent that a corridor refused; at least 1 | less work, but corridors stand empty longer |
/// | `resting_calls` | calls | 16 | a resting agent looks once in this many calls whether there is room nearer to its goal; at least 1 | less work, but gaps close later |
/// | `outside_calls` | calls | 16 | an agent that found no free cell looks again after this many calls | less work, but later places |
/// | `spread_calls` | calls | 16 | agents that set out together decide for the first time within this many calls | less work in one call, but later starts |
/// | `spread_above` | agents | 64 | crowds of at most this many agents are not spread in this way | larger crowds set out at once |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, Default, PartialEq)
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
pub struct CrowdRules {
    /// The number of agents that may enter a corridor one after another while others wait at the other end.
    pub corridor_entries: u32,
    /// The number of agents that may enter in addition, for each cell of the corridor.
    pub corridor_entries_per_cell: u32,
    /// If no agent has come to the open end for this many calls, the other end gets its turn.
    pub corridor_idle_calls: u32,
    /// The number of calls for which a refused agent counts as waiting.
    pub corridor_wait_calls: u32,
    /// If no agent has taken a step in a corridor for this long, any agent may enter it.
    pub corridor_stuck_after: Duration,
    /// The width of the widest passage with lanes, in cells: 0 to 3.
    pub passage_width: u32,
    /// The lowest length of a passage with lanes, divided by its width: 1 or more.
    pub passage_slenderness: u32,
    /// How far ahead on its path an agent looks for a corridor, in cells.
    pub queue_sight: u32,
    /// The number of calls for which an agent remembers the next corridor on its path.
    pub queue_memory_calls: u32,
    /// The number of agents ahead in a queue that keep another agent out of a cell: 1 or more.
    pub queue_neighbours: u32,
    /// The same number on hexagons: 1 or more.
    pub queue_neighbours_on_hexagons: u32,
    /// How long an agent without progress pushes resting agents.
    pub push_time: Duration,
    /// The time without progress after which an agent rests next to agents of other goals.
    pub settle_after: Duration,
    /// The number of calls between two attempts of an agent to return to its goal: 1 or more.
    pub return_calls: u32,
    /// The maximum number of times that `return_calls` doubles: 0 to 31.
    pub return_doublings: u32,
    /// The maximum distance from which an agent returns to its goal, in cells.
    pub return_sight: u32,
    /// The time without progress after which a plan is searched for the agents of a narrow place.
    pub jam_after: Duration,
    /// The work of a call for plans, in cells that are looked at: 1 or more.
    pub jam_units: u32,
    /// The time without progress after which an agent is stuck.
    pub stuck_after: Duration,
    /// The time after which an agent in a moving queue looks at the queue again.
    pub stuck_recheck_after: Duration,
    /// The number of steps that the search for a moving queue looks at.
    pub stuck_sight: u32,
    /// The number of calls between two decisions of a blocked agent: 1 or more.
    pub blocked_calls: u32,
    /// The number of calls between two decisions of an agent that a corridor has refused: 1 or more.
    pub refused_calls: u32,
    /// The number of calls between two decisions of a resting agent: 1 or more.
    pub resting_calls: u32,
    /// The number of calls after which an agent without a cell looks for a cell again.
    pub outside_calls: u32,
    /// The number of calls within which agents that set out together make their first decisions.
    pub spread_calls: u32,
    /// The number of agents up to which a crowd does not spread its first decisions.
    pub spread_above: u32,
}

impl Default for CrowdRules {
    fn default() -> Self {
        Self {
            corridor_entries: 24,
            corridor_entries_per_cell: 8,
            corridor_idle_calls: 120,
            corridor_wait_calls: 240,
            corridor_stuck_after: Duration::from_secs(2),
            passage_width: 3,
            passage_slenderness: 2,
            queue_sight: 32,
            queue_memory_calls: 240,
            // With 1, a queue is so loose that the corridor is often empty. With 3, a queue is as dense as a crowd can be.
            queue_neighbours: 2,
            queue_neighbours_on_hexagons: 1,
            push_time: Duration::from_secs(8),
            settle_after: Duration::from_secs(1),
            return_calls: 256,
            return_doublings: 22,
            return_sight: 64,
            jam_after: Duration::from_secs(4),
            jam_units: 10_000,
            stuck_after: Duration::from_secs(5),
            stuck_recheck_after: Duration::from_secs(1),
            stuck_sight: 64,
            blocked_calls: 32,
            refused_calls: 8,
            resting_calls: 16,
            outside_calls: 16,
            spread_calls: 16,
            spread_above: 64,
        }
    }
}

impl CrowdRules {
    /// Checks that every value is in its range.
    ///
    /// # Errors
    /// [`InvalidCrowdRule`] names the first value outside its range.
    pub fn check(&self) -> Result<(), InvalidCrowdRule> {
        let limits = [
            // A corridor has at most three lanes.
            ("passage_width", self.passage_width, 0, 3),
            // A lane has two ends.
            ("passage_slenderness", self.passage_slenderness, 1, u32::MAX),
            // With 0, no agent in a queue would ever go on.
            ("queue_neighbours", self.queue_neighbours, 1, u32::MAX),
            ("queue_neighbours_on_hexagons", self.queue_neighbours_on_hexagons, 1, u32::MAX),
            ("return_calls", self.return_calls, 1, u32::MAX),
            // Without units, no plan would ever be found.
            ("jam_units", self.jam_units, 1, u32::MAX),
            ("return_doublings", self.return_doublings, 0, 31),
            // Once in 0 calls is never.
            ("blocked_calls", self.blocked_calls, 1, u32::MAX),
            ("refused_calls", self.refused_calls, 1, u32::MAX),
            ("resting_calls", self.resting_calls, 1, u32::MAX),
        ];
        match limits.into_iter().find(|&(_, value, least, most)| !(least..=most).contains(&value)) {
            Some((field, value, least, most)) => Err(InvalidCrowdRule { field, value, least, most }),
            None => Ok(()),
        }
    }

    /// Returns whether both sets of rules give lanes to the same passages.
    pub(super) const fn has_passages_of(&self, other: &Self) -> bool {
        self.passage_width == other.passage_width && self.passage_slenderness == other.passage_slenderness
    }

    /// The number of agents that may enter a corridor of `cells` cells by one end while others wait.
    pub(super) const fn entries(&self, cells: u32) -> u32 {
        self.corridor_entries.saturating_add(self.corridor_entries_per_cell.saturating_mul(cells))
    }
}

/// The value that [`CrowdRules::check`] has refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("crowd rule {field} = {value} is out of range ({})", range(*.least, *.most))]
pub struct InvalidCrowdRule {
    /// The name of the field of [`CrowdRules`].
    pub field: &'static str,
    /// The value that was given.
    pub value: u32,
    /// The lowest valid value.
    pub least: u32,
    /// The highest valid value. [`u32::MAX`] if there is no upper limit.
    pub most: u32,
}

fn range(least: u32, most: u32) -> String {
    if most == u32::MAX { format!("{least} or more") } else { format!("{least} to {most}") }
}

/// The times of [`CrowdRules`] in microseconds, the time unit of a crowd. Converted once, not in each decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuleTimes {
    pub(super) corridor_stuck_after: u64,
    pub(super) push_time: u64,
    pub(super) settle_after: u64,
    pub(super) jam_after: u64,
    pub(super) stuck_after: u64,
    pub(super) stuck_recheck_after: u64,
}

impl RuleTimes {
    pub(super) fn of(rules: &CrowdRules) -> Self {
        Self {
            corridor_stuck_after: micros(rules.corridor_stuck_after),
            push_time: micros(rules.push_time),
            settle_after: micros(rules.settle_after),
            jam_after: micros(rules.jam_after),
            stuck_after: micros(rules.stuck_after),
            stuck_recheck_after: micros(rules.stuck_recheck_after),
        }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares this file's own table with the default, so that neither changes without the other.
    #[test]
    fn the_table_lists_every_field_with_its_default() {
        let rows = include_str!("rules.rs").lines().filter_map(|line| line.strip_prefix("/// | `"));
        let listed: Vec<String> = rows
            .map(|row| {
                let columns: Vec<&str> = row.split('|').map(str::trim).collect();
                format!("{}: {}", columns[0].trim_end_matches('`'), columns[2].replace(' ', ""))
            })
            .collect();
        assert_eq!(format!("CrowdRules {{ {} }}", listed.join(", ")), format!("{:?}", CrowdRules::default()));
    }

    #[test]
    fn a_value_out_of_range_is_refused_by_its_name() {
        let default = CrowdRules::default();
        assert_eq!(default.check(), Ok(()));
        for (rules, message) in [
            (CrowdRules { passage_width: 4, ..default }, "passage_width = 4 is out of range (0 to 3)"),
            (
                CrowdRules { queue_neighbours: 0, ..default },
                "queue_neighbours = 0 is out of range (1 or more)",
            ),
            (
                CrowdRules { return_doublings: 32, ..default },
                "return_doublings = 32 is out of range (0 to 31)",
            ),
            (CrowdRules { resting_calls: 0, ..default }, "resting_calls = 0 is out of range (1 or more)"),
        ] {
            assert_eq!(rules.check().unwrap_err().to_string(), format!("crowd rule {message}"));
        }
    }
}
