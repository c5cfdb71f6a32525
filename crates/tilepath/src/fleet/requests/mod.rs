//! What agents ask for: requests and their targets, the queue of requests, and what comes of them.

mod event;
mod failure;
mod key;
mod queue;
mod request;
mod target;

pub use event::FleetEvent;
pub use failure::Failure;
pub use key::RequestKey;
pub(super) use queue::{QueueKey, RequestQueue};
pub use request::Request;
pub use target::Target;
