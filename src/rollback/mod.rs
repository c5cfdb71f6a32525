//! Going back to the state of an earlier frame: what a snapshot of the plugin consists of, and the handle of it that games register with a
//! rollback library.

mod component;
#[cfg(feature = "serialize")]
mod loading;
#[cfg(any(feature = "tilemap", feature = "tilemap_chunk"))]
mod numbered;
mod observers;
mod pages;
mod part;
mod rename;
mod resource;
mod state;
mod strangers;

#[cfg(feature = "serialize")]
pub(crate) use component::insert_without_place;
pub(crate) use component::{KeptComponent, component};
#[cfg(feature = "serialize")]
pub(crate) use loading::begin_again;
#[cfg(any(feature = "tilemap", feature = "tilemap_chunk"))]
pub(crate) use numbered::numbered;
pub(crate) use observers::add_observers;
#[cfg(feature = "serialize")]
pub(crate) use part::{Kept, Last};
pub(crate) use part::{Part, Parts};
pub(crate) use rename::Rename;
pub(crate) use resource::{ClonedResource, KeptResource, resource};
pub use state::PathfindingState;
pub(crate) use state::{add_state, is_live, keep_state};
#[cfg(feature = "serialize")]
pub(crate) use strangers::renumber_strangers;
