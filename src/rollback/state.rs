//! The handle of a snapshot, which games register with a rollback library.

use super::{
    part::{Kept, Last, Part, Parts},
    rename::Rename,
};
use crate::nav_id::NavId;
use bevy::ecs::{change_detection::Tick, entity_disabling::Disabled, query::Allow};
use bevy::prelude::*;
use core::fmt;
use std::sync::{Arc, OnceLock};

/// The state of everything that the plugin does, at the beginning of a frame. Register this resource with your rollback library, such
/// as bevy_ggrs: it is a handle, and a clone of it stands for the state in which the next frame begins. If the library puts an
/// older clone back, the plugin goes back to that state before it runs again.
///
/// [`PathfindingInSchedule::restored_in`](crate::PathfindingInSchedule::restored_in) adds it.
#[derive(Resource, Clone, Default)]
pub struct PathfindingState {
    pub(super) slot: Arc<Slot>,
}

impl fmt::Debug for PathfindingState {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let is_taken = self.slot.0.get().is_some();
        f.debug_struct("PathfindingState").field("is_taken", &is_taken).finish_non_exhaustive()
    }
}

/// Where a snapshot comes when the next frame begins, if it has been asked for by then.
#[derive(Default)]
pub(super) struct Slot(OnceLock<Snapshot>);

/// The slot of the present state.
#[derive(Resource, Clone)]
pub(crate) struct LiveState {
    pub(super) slot: Arc<Slot>,
    /// The slot of the frame before, if its snapshot was taken, and nothing went back since.
    pub(super) last: Option<Arc<Slot>>,
}

struct Snapshot {
    entities: Vec<(NavId, Entity)>,
    /// In the order of [`Parts`].
    kept: Vec<Kept>,
    /// When it was taken.
    tick: Tick,
}

/// Adds the handle.
pub(crate) fn add_state(app: &mut App) {
    let state = PathfindingState::default();
    app.insert_resource(LiveState { slot: state.slot.clone(), last: None }).insert_resource(state);
}

/// Whether no older state has been put back since the last frame. Until the plugin has gone back to it, its observers must not run:
/// what they would note is not the doing of the game.
pub(crate) fn is_live(state: Option<Res<PathfindingState>>, live: Option<Res<LiveState>>) -> bool {
    let slots = state.zip(live);
    slots.is_none_or(|(state, live)| Arc::ptr_eq(&state.slot, &live.slot))
}

/// Goes back if an older state was put back, or takes a snapshot if anyone has asked for it. Runs before everything else in a frame.
pub(crate) fn keep_state(world: &mut World) {
    let Some(LiveState { slot: live, last }) = world.get_resource().cloned() else { return };
    // If a game has removed the handle, it gets a new one.
    let asked = world.get_resource_or_init::<PathfindingState>().slot.clone();
    // The two resources and the two copies here.
    const OWN: usize = 4;
    let mut taken = None;
    if !Arc::ptr_eq(&asked, &live) {
        match asked.0.get() {
            Some(snapshot) => snapshot.go_back(world),
            None => error!(
                "PathfindingState was put back, but its frame was never played: nothing of pathfinding goes back"
            ),
        }
    } else if Arc::strong_count(&live) > OWN {
        let last = last.as_ref().and_then(|last| last.0.get());
        _ = live.0.set(Snapshot::take(world, last));
        taken = Some(live);
    }
    let next = Arc::<Slot>::default();
    world.insert_resource(LiveState { slot: next.clone(), last: taken });
    world.get_resource_or_init::<PathfindingState>().slot = next;
}

impl Snapshot {
    /// `last` is the snapshot of the frame before: what has not changed since is not copied.
    fn take(world: &mut World, last: Option<&Self>) -> Self {
        let parts = world.get_resource::<Parts>().cloned().unwrap_or_default();
        let keep = |(nth, part): (usize, &Part)| {
            let last = last.and_then(|last| Some(Last { kept: last.kept.get(nth)?, tick: last.tick }));
            (part.keep)(world, last)
        };
        let kept = parts.0.iter().enumerate().map(keep).collect();
        // What is written from now on is newer.
        Self { entities: entities(world), kept, tick: world.increment_change_tick() }
    }

    fn go_back(&self, world: &mut World) {
        let parts = world.get_resource::<Parts>().cloned().unwrap_or_default();
        let mut rename = Rename::new(&self.entities, entities(world).into_iter());
        for (part, kept) in parts.0.iter().zip(&self.kept) {
            (part.go_back)(world, kept, &mut rename);
        }
    }
}

/// The entities that the plugin knows.
fn entities(world: &mut World) -> Vec<(NavId, Entity)> {
    let mut all = world.query_filtered::<(&NavId, Entity), Allow<Disabled>>();
    all.iter(world).map(|(&id, entity)| (id, entity)).collect()
}
