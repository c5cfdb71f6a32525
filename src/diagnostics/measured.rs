//! What is measured, and under which paths.

use bevy::diagnostic::{Diagnostic, DiagnosticPath};

/// Measures what [`PathfindingPlugin`](crate::PathfindingPlugin) does and how long it takes. The measurements are Bevy
/// [`Diagnostic`]s; the constants of this type are their paths.
///
/// - Counts are for one frame. The totals of all frames are in [`PathfindingStats`](crate::PathfindingStats).
/// - The numbers of goal fields and jams and the memory of goal fields are current values.
/// - Times are in milliseconds of wall-clock time. The time of a [system set](crate::PathfindingSystems) lasts from the start of
///   its first system to the end of its last system; commands and events are included. A system of the game that runs at the same
///   time on another thread can make this time longer.
///
/// A frame is one run of `PathfindingPlugin`; in `FixedUpdate` it is one fixed step. A frame in which `PathfindingPlugin` does
/// not run has no measurements.
///
/// This plugin changes nothing in the game. Without it nothing is measured.
///
/// ```no_run
/// use bevy::diagnostic::{Diagnostic, DiagnosticsStore, LogDiagnosticsPlugin};
/// use bevy::prelude::*;
/// use bevy_tilepath::{PathfindingDiagnosticsPlugin, prelude::*};
///
/// App::new()
///     .add_plugins((DefaultPlugins, PathfindingPlugin, PathfindingDiagnosticsPlugin))
///     // Writes them to the log.
///     .add_plugins(LogDiagnosticsPlugin::default())
///     .add_systems(Last, show)
///     .run();
///
/// fn show(diagnostics: Res<DiagnosticsStore>) {
///     let search = diagnostics.get(&PathfindingDiagnosticsPlugin::SEARCH_TIME);
///     if let Some(milliseconds) = search.and_then(Diagnostic::smoothed) {
///         println!("searches took {milliseconds:.2} ms");
///     }
/// }
/// ```
///
/// # Panics
/// When the app is built, if [`PathfindingPlugin`](crate::PathfindingPlugin) was not added before this plugin, or if this plugin
/// is added twice.
#[derive(Clone, Copy, Default, Debug)]
pub struct PathfindingDiagnosticsPlugin;

impl PathfindingDiagnosticsPlugin {
    /// The number of answered requests: the sum of [`SEARCHED`](Self::SEARCHED), [`SHARED`](Self::SHARED) and
    /// [`REFUSED`](Self::REFUSED).
    pub const REQUESTS: DiagnosticPath = DiagnosticPath::const_new("pathfinding/requests");
    /// The number of requests that were answered by a search of their own, whether or not the search found a path.
    pub const SEARCHED: DiagnosticPath = DiagnosticPath::const_new("pathfinding/requests/searched");
    /// The number of requests that were answered from a shared goal field. An agent that changes from a path of its own to a goal
    /// field counts, too.
    pub const SHARED: DiagnosticPath = DiagnosticPath::const_new("pathfinding/requests/shared");
    /// The number of requests that were refused without a search, for example because the target is gone.
    pub const REFUSED: DiagnosticPath = DiagnosticPath::const_new("pathfinding/requests/refused");
    /// The number of expansions of all searches, over tiles and over waypoints.
    pub const EXPANSIONS: DiagnosticPath = DiagnosticPath::const_new("pathfinding/expansions");
    /// [`EXPANSIONS`](Self::EXPANSIONS) in percent of [`expansions_per_frame`](crate::PathfindingSettings::expansions_per_frame).
    /// 100 means that the budget is used up.
    pub const BUDGET_USED: DiagnosticPath = DiagnosticPath::const_new("pathfinding/expansions/budget_used");
    /// The number of goal fields that exist, finished or unfinished.
    pub const FIELDS: DiagnosticPath = DiagnosticPath::const_new("pathfinding/fields");
    /// The memory of all goal fields, in bytes.
    pub const FIELD_BYTES: DiagnosticPath = DiagnosticPath::const_new("pathfinding/fields/bytes");
    /// The number of goal fields that were built. A field that is rebuilt instead of repaired counts, too.
    pub const FIELD_BUILDS: DiagnosticPath = DiagnosticPath::const_new("pathfinding/fields/built");
    /// The number of goal fields that were repaired in place, after edits or because a target moved.
    pub const FIELD_REPAIRS: DiagnosticPath = DiagnosticPath::const_new("pathfinding/fields/repaired");
    /// The number of cell costs that the repairs of goal fields discarded or wrote.
    pub const REPAIRED_CELLS: DiagnosticPath = DiagnosticPath::const_new("pathfinding/fields/repaired_cells");
    /// The number of jams that exist: groups of [crowd agents](crate::CrowdAgent) that can't get past each other by giving way. A plan is
    /// searched for them, or they walk by one.
    pub const JAMS: DiagnosticPath = DiagnosticPath::const_new("pathfinding/jams");
    /// The time of all four [system sets](crate::PathfindingSystems) together, in milliseconds.
    pub const TIME: DiagnosticPath = DiagnosticPath::const_new("pathfinding/time");
    /// The time of the system set [`SyncGrid`](crate::PathfindingSystems::SyncGrid), in milliseconds.
    pub const SYNC_GRID_TIME: DiagnosticPath = DiagnosticPath::const_new("pathfinding/time/sync_grid");
    /// The time of the system set [`UpdateFields`](crate::PathfindingSystems::UpdateFields), in milliseconds.
    pub const UPDATE_FIELDS_TIME: DiagnosticPath =
        DiagnosticPath::const_new("pathfinding/time/update_fields");
    /// The time of the system set [`Search`](crate::PathfindingSystems::Search), in milliseconds.
    pub const SEARCH_TIME: DiagnosticPath = DiagnosticPath::const_new("pathfinding/time/search");
    /// The time of the system set [`FollowPath`](crate::PathfindingSystems::FollowPath), in milliseconds.
    pub const FOLLOW_PATH_TIME: DiagnosticPath = DiagnosticPath::const_new("pathfinding/time/follow_path");

    /// The diagnostics for the times of the four [system sets](crate::PathfindingSystems), in the order in which the sets run.
    pub const SET_TIMES: [DiagnosticPath; 4] =
        [Self::SYNC_GRID_TIME, Self::UPDATE_FIELDS_TIME, Self::SEARCH_TIME, Self::FOLLOW_PATH_TIME];

    /// All of them, with their units.
    pub(super) fn diagnostics() -> impl Iterator<Item = Diagnostic> {
        let counts = [
            Self::REQUESTS,
            Self::SEARCHED,
            Self::SHARED,
            Self::REFUSED,
            Self::EXPANSIONS,
            Self::FIELDS,
            Self::FIELD_BUILDS,
            Self::FIELD_REPAIRS,
            Self::REPAIRED_CELLS,
            Self::JAMS,
        ];
        let times = Self::SET_TIMES.into_iter().chain([Self::TIME]);
        let with_units = times
            .map(|path| (path, "ms"))
            .chain([(Self::BUDGET_USED, "%"), (Self::FIELD_BYTES, "B")])
            .map(|(path, unit)| Diagnostic::new(path).with_suffix(unit));
        counts.into_iter().map(Diagnostic::new).chain(with_units)
    }
}
