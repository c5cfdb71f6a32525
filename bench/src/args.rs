//! The command line.

use argh::FromArgs;
use core::time::Duration;
use std::path::PathBuf;
use tilepath::{DiagonalRule, crowd::CrowdRules};

/// Measures tilepath and its peers on the same queries in one run.
///
/// Every cost is verified before anything is timed.
#[derive(FromArgs, Debug)]
pub struct Args {
    /// what to do
    #[argh(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(FromArgs, Debug)]
#[argh(subcommand)]
pub enum Command {
    /// Tables of all entrants.
    Compare(Compare),
    /// Is every cost optimal?
    Verify(Verify),
    /// Is every target met?
    Targets(Targets),
    /// What frames after a load take.
    AfterLoad(AfterLoad),
    /// What frames after an event take.
    Events(Events),
    /// What snapshots of a game take.
    Rollback(Rollback),
    /// Speed on hexagons.
    Hexes(Hexes),
    /// How crowds move.
    Movement(Movement),
    /// What frames of crowds take.
    Crowds(Crowds),
    /// What chunks of a world take that come and go.
    Chunks(Chunks),
    /// What agents wider than a cell cost.
    Sizes(Sizes),
    /// What links cost.
    Links(Links),
    /// How good the choice of the engine is.
    Engines(EnginesArgs),
    /// What large maps take.
    Large(Large),
}

/// Time all entrants on all cases and print Markdown tables.
#[derive(FromArgs, Debug)]
#[argh(subcommand, name = "compare")]
pub struct Compare {
    /// folder in MovingAI format, searched for *.map with *.map.scen; without it, generated maps
    #[argh(option)]
    pub maps: Option<PathBuf>,

    /// cases to run, separated by commas; all without it: uniform, corners, four, weighted, danger, goals, walls, fields, unreachable, edit, placement, and followers with the feature plugin
    #[argh(option)]
    pub cases: Option<String>,

    /// entrants to run beside the `pathfinding` crate, separated by commas; all whose names contain one of the words
    #[argh(option)]
    pub entrants: Option<String>,

    /// queries per map and case, spread evenly over the scenario (default 50)
    #[argh(option, default = "50")]
    pub queries: usize,

    /// how often each entrant is timed on each map; medians are shown (default 3)
    #[argh(option, default = "3")]
    pub rounds: usize,

    /// write one row per map, case and entrant to this file
    #[argh(option)]
    pub csv: Option<PathBuf>,
}

/// Make a chunk of a prepared world go and come back, again and again.
#[derive(FromArgs, Debug)]
#[argh(subcommand, name = "chunks")]
pub struct Chunks {
    /// side of the world in cells (default 2048)
    #[argh(option, default = "2048")]
    pub side: u32,

    /// side of a chunk in cells (default 64)
    #[argh(option, default = "64")]
    pub chunk: u32,

    /// how many chunks go and come back (default 40)
    #[argh(option, default = "40")]
    pub rounds: usize,
}

/// Time queries, preparation and edits for agents of sizes 1, 2 and 4, and print their ratios.
#[derive(FromArgs, Debug)]
#[argh(subcommand, name = "sizes")]
pub struct Sizes {
    /// folder in MovingAI format; without it, generated maps
    #[argh(option)]
    pub maps: Option<PathBuf>,

    /// lay terrain of costs 1 to 9 over the maps
    #[argh(switch, long = "weighted")]
    pub is_weighted: bool,
}

/// Time queries, goal fields, preparation and edits on maps with links, and print their ratios to those without.
#[derive(FromArgs, Debug)]
#[argh(subcommand, name = "links")]
pub struct Links {
    /// folder in MovingAI format; without it, generated maps
    #[argh(option)]
    pub maps: Option<PathBuf>,

    /// how many links (default 100)
    #[argh(option, default = "100")]
    pub links: usize,

    /// lay terrain of costs 1 to 9 over the maps
    #[argh(switch, long = "weighted")]
    pub is_weighted: bool,
}

/// Time both engines on generated maps, and print how many times as long as with the better one searches take with the chosen one.
#[derive(FromArgs, Debug)]
#[argh(subcommand, name = "engines")]
pub struct EnginesArgs {
    /// another number draws other maps of the same kinds (default 0)
    #[argh(option, default = "0")]
    pub draw: u32,

    /// queries per map, each asked once (default 60)
    #[argh(option, default = "60")]
    pub queries: usize,

    /// practice searches before (default 256)
    #[argh(option, default = "256")]
    pub practice: u32,

    /// side of the maps in cells (default 512)
    #[argh(option, default = "512")]
    pub side: i32,
}

/// Time preparation, queries, edits and frames on maps of one side, and print a table.
#[derive(FromArgs, Debug)]
#[argh(subcommand, name = "large")]
pub struct Large {
    /// side of the maps in cells (default 2048)
    #[argh(option, default = "2048")]
    pub side: i32,

    /// only grounds whose names contain this
    #[argh(option)]
    pub only: Option<String>,

    /// time frames with 50 agents, too, until everything is ready after a load: this takes minutes on a large map
    #[argh(switch, long = "frames")]
    pub has_frames: bool,
}

/// Solve every query of every map with every engine; exit 1 at the first cost that is not optimal.
#[derive(FromArgs, Debug)]
#[argh(subcommand, name = "verify")]
pub struct Verify {
    /// folder in MovingAI format, searched for *.map with *.map.scen; without it, generated maps
    #[argh(option)]
    pub maps: Option<PathBuf>,

    /// queries per map for the cases that the scenario files hold no optimal length for (default 40)
    #[argh(option, default = "40")]
    pub queries: usize,
}

/// Measure every target; print `name value target met|short`; exit 1 if one falls short.
#[derive(FromArgs, Debug)]
#[argh(subcommand, name = "targets")]
pub struct Targets {
    /// folder in MovingAI format, searched for *.map with *.map.scen; without it, generated maps
    #[argh(option)]
    pub maps: Option<PathBuf>,

    /// only targets whose names contain this word
    #[argh(option)]
    pub only: Option<String>,

    /// queries per map and case, spread evenly over the scenario (default 50)
    #[argh(option, default = "50")]
    pub queries: usize,

    /// how often each entrant is timed on each map; medians count (default 3)
    #[argh(option, default = "3")]
    pub rounds: usize,
}

/// Time what the plugin does in the frames after a load, landmarks and practice searches, on generated maps of squares and hexagons.
#[derive(FromArgs, Debug)]
#[argh(subcommand, name = "after-load")]
pub struct AfterLoad {
    /// only grounds whose names contain this word
    #[argh(option)]
    pub only: Option<String>,

    /// cells a side (default 512)
    #[argh(option, default = "512")]
    pub side: i32,
}

/// Time the longest frame of a game of 2,500 agents after an event, such as an edit of 512 tiles, over its median frame.
#[derive(FromArgs, Debug)]
#[argh(subcommand, name = "events")]
pub struct Events {
    /// only events whose names contain this
    #[argh(option)]
    pub only: Option<String>,

    /// cells a side (default 512)
    #[argh(option, default = "512")]
    pub side: i32,
}

/// Time snapshots of a game of agents, and going back to them after seven frames with ten edits.
#[derive(FromArgs, Debug)]
#[argh(subcommand, name = "rollback")]
pub struct Rollback {
    /// cells a side (default 512)
    #[argh(option, default = "512")]
    pub side: i32,

    /// agents (default 1000)
    #[argh(option, default = "1000")]
    pub agents: usize,

    /// goals that the agents share (default 20)
    #[argh(option, default = "20")]
    pub fields: usize,

    /// agents keep their cells
    #[argh(switch)]
    pub crowd: bool,

    /// the agents are entities of the plugin; needs the feature plugin
    #[argh(switch)]
    pub plugin: bool,

    /// how often seven frames are played and undone (default 40)
    #[argh(option, default = "40")]
    pub rounds: usize,
}

/// Verify and time the entrants that know hexagons, on generated maps of 512 by 512.
#[derive(FromArgs, Debug)]
#[argh(subcommand, name = "hexes")]
pub struct Hexes {
    /// only cases whose names contain this word
    #[argh(option)]
    pub only: Option<String>,

    /// queries per map and case (default 50)
    #[argh(option, default = "50")]
    pub queries: usize,

    /// how often each entrant is timed on each map; medians count (default 3)
    #[argh(option, default = "3")]
    pub rounds: usize,
}

/// Let crowds move through arrangements as games test them; exit 1 if an agent is in a wall or too near to another.
#[derive(FromArgs, Debug)]
#[argh(subcommand, name = "movement")]
pub struct Movement {
    /// only arrangements whose names contain this
    #[argh(option)]
    pub only: Option<String>,

    /// agents (default 1000)
    #[argh(option, default = "1000")]
    pub agents: usize,

    /// spawn arrangements of each (default 1)
    #[argh(option, default = "1")]
    pub seeds: u64,

    /// the first of them (default 0): another draws other starts and speeds
    #[argh(option, default = "0")]
    pub seed: u64,

    /// seconds after which a run is given up (default 1200)
    #[argh(option, default = "1200")]
    pub seconds: u64,

    /// also agents without avoidance, and `dodgy_2d`
    #[argh(switch)]
    pub peers: bool,

    /// seconds after which a plan is searched for agents in a jam (default: that of the rules; `inf` for never)
    #[argh(option, default = "CrowdRules::default().jam_after", from_str_fn(patience))]
    pub jam_after: Duration,

    /// which cells are neighbours: four, eight (without cut corners), cut (default eight)
    #[argh(option, default = "DiagonalRule::OnlyWhenNoObstacles", from_str_fn(neighbours))]
    pub neighbours: DiagonalRule,
}

fn neighbours(text: &str) -> Result<DiagonalRule, String> {
    match text {
        "four" => Ok(DiagonalRule::Never),
        "eight" => Ok(DiagonalRule::OnlyWhenNoObstacles),
        "cut" => Ok(DiagonalRule::Always),
        _ => Err(format!("{text:?} is none of four, eight, cut")),
    }
}

fn patience(text: &str) -> Result<Duration, String> {
    let seconds: f32 = text.parse().map_err(|_| format!("{text:?} is no number of seconds"))?;
    match Duration::try_from_secs_f32(seconds) {
        Ok(patience) => Ok(patience),
        Err(_) if seconds > 0.0 => Ok(Duration::MAX),
        Err(error) => Err(format!("{text}: {error}")),
    }
}

/// Time frames of the plugin in which agents keep their cells, against the same agents without; needs the feature plugin.
#[derive(FromArgs, Debug)]
#[argh(subcommand, name = "crowds")]
pub struct Crowds {
    /// agents (default 1000)
    #[argh(option, default = "1000")]
    pub agents: usize,

    /// only places whose names contain this: open, corridors
    #[argh(option)]
    pub only: Option<String>,

    /// how often 30 frames of each are timed (default 20)
    #[argh(option, default = "20")]
    pub rounds: usize,
}
