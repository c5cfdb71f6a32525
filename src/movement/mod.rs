//! Movement: the agents that walk over cells on their own, moved side by side on several threads.

mod follow;
mod request;
mod rows;

pub(crate) use follow::follow_paths;
