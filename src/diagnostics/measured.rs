//! What is measured, and under which paths.

use bevy::diagnostic::{Diagnostic, DiagnosticPath};

/// Records what [`PathfindingPlugin`](crate::PathfindingPlugin) does, and how long it takes, as Bevy's [`Diagnostic`]s.
///
/// The constants are the paths of the diagnostics. Counts are for one frame: the differences of
/// [`PathfindingStats`](crate::PathfindingStats). The number and the memory of fields are current values. A frame is one run of the plugin;
/// in `FixedUpdate` it is one fixed step. A frame without a run of the plugin leaves no measurement.
///
/// Times are in milliseconds of the wall clock, from the start of the first system of a set to the end of its last, including their
/// commands and events. If systems run on several threads, a system of the game that runs at the same time makes the time of a set longer.
///
/// The plugin changes nothing in the game. Without it nothing is measured.
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
/// When the app is built, if [`PathfindingPlugin`](crate::PathfindingPlugin) was not added before this plugin, or if this plugin is added
/// twice.
#[derive(Clone, Copy, Default, Debug)]
pub struct PathfindingDiagnosticsPlugin;

impl PathfindingDiagnosticsPlugin {
    /// Requests answered: the sum of the next three.
    pub const REQUESTS: DiagnosticPath = DiagnosticPath::const_new("pathfinding/requests");
    /// Requests answered by a search of their own, with or without a path.
    pub const SEARCHED: DiagnosticPath = DiagnosticPath::const_new("pathfinding/requests/searched");
    /// Requests answered from a shared goal field, and agents that changed from a path of their own to a field.
    pub const SHARED: DiagnosticPath = DiagnosticPath::const_new("pathfinding/requests/shared");
    /// Requests refused without a search.
    pub const REFUSED: DiagnosticPath = DiagnosticPath::const_new("pathfinding/requests/refused");
    /// Expansions of the searches over tiles and over waypoints.
    pub const EXPANSIONS: DiagnosticPath = DiagnosticPath::const_new("pathfinding/expansions");
    /// The expansions in percent of [`expansions_per_frame`](crate::PathfindingSettings::expansions_per_frame). Searches over tiles and
    /// over waypoints each have this budget, so the sum can reach 200.
    pub const BUDGET_USED: DiagnosticPath = DiagnosticPath::const_new("pathfinding/expansions/budget_used");
    /// Goal fields that exist, complete or under construction.
    pub const FIELDS: DiagnosticPath = DiagnosticPath::const_new("pathfinding/fields");
    /// The memory of all goal fields, in bytes.
    pub const FIELD_BYTES: DiagnosticPath = DiagnosticPath::const_new("pathfinding/fields/bytes");
    /// Goal fields built. A rebuild instead of a repair counts, too.
    pub const FIELD_BUILDS: DiagnosticPath = DiagnosticPath::const_new("pathfinding/fields/built");
    /// Goal fields repaired in place.
    pub const FIELD_REPAIRS: DiagnosticPath = DiagnosticPath::const_new("pathfinding/fields/repaired");
    /// Costs discarded or written by these repairs.
    pub const REPAIRED_CELLS: DiagnosticPath = DiagnosticPath::const_new("pathfinding/fields/repaired_cells");
    /// The time of all four sets together.
    pub const TIME: DiagnosticPath = DiagnosticPath::const_new("pathfinding/time");
    /// The time of [`SyncGrid`](crate::PathfindingSystems::SyncGrid).
    pub const SYNC_GRID_TIME: DiagnosticPath = DiagnosticPath::const_new("pathfinding/time/sync_grid");
    /// The time of [`UpdateFields`](crate::PathfindingSystems::UpdateFields).
    pub const UPDATE_FIELDS_TIME: DiagnosticPath =
        DiagnosticPath::const_new("pathfinding/time/update_fields");
    /// The time of [`Search`](crate::PathfindingSystems::Search).
    pub const SEARCH_TIME: DiagnosticPath = DiagnosticPath::const_new("pathfinding/time/search");
    /// The time of [`FollowPath`](crate::PathfindingSystems::FollowPath).
    pub const FOLLOW_PATH_TIME: DiagnosticPath = DiagnosticPath::const_new("pathfinding/time/follow_path");

    /// The paths of the times of the four sets, in the order in which they run.
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
        ];
        let times = Self::SET_TIMES.into_iter().chain([Self::TIME]);
        let with_units = times
            .map(|path| (path, "ms"))
            .chain([(Self::BUDGET_USED, "%"), (Self::FIELD_BYTES, "B")])
            .map(|(path, unit)| Diagnostic::new(path).with_suffix(unit));
        counts.into_iter().map(Diagnostic::new).chain(with_units)
    }
}
