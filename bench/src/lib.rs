//! The parts of the bench: entrants, maps, cases and targets.

pub mod args;
pub mod asks;
pub mod chase;
pub mod clock;
pub mod cold;
pub mod compare;
pub mod defaults;
pub mod entrant;
pub mod extremes;
#[cfg(feature = "bevy")]
pub mod followers;
pub mod footprint;
pub mod generate;
pub mod goal_fields;
pub mod hexes;
pub mod load;
pub mod map;
pub mod maps;
pub mod measure;
pub mod memory;
pub mod movement;
pub mod movingai;
#[cfg(not(feature = "bevy"))]
mod no_followers;
pub mod oracle;
pub mod ours;
pub mod peers;
pub mod placement;
pub mod reach;
pub mod regions;
pub mod report;
pub mod scenario;
pub mod targets;
mod terrain;
pub mod threads;
pub mod verify;
pub mod world;
