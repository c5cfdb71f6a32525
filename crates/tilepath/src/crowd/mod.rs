//! Crowds: agents that keep their cells to themselves, and give way to each other.

mod agent;
mod agent_id;
mod answer;
mod around;
mod chain;
mod commit;
mod corner;
mod corridor;
mod decide;
mod events;
mod flood;
mod ground;
mod guide;
mod homing;
mod looking;
mod members;
mod occupancy;
mod own_path;
mod passage;
mod placing;
mod priority;
mod progress;
mod push;
mod queue;
mod queueing;
mod resting;
mod stuck;
mod sync;
mod token;
mod turn;

pub use agent_id::AgentId;
pub use answer::{CrowdAnswer, CrowdStep};
pub use guide::CrowdGuide;
pub use members::Crowd;
pub use own_path::OwnPathCosts;
pub use stuck::{StuckAgent, StuckReason};
