//! The handle of a snapshot, which games register with a rollback library.

use super::{
    part::{Kept, Last, Part, Parts},
    rename::Rename,
    strangers::renumber_strangers,
};
use crate::nav_id::NavId;
use bevy::ecs::{change_detection::Tick, entity_disabling::Disabled, query::Allow};
use bevy::prelude::*;
use core::{
    fmt,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};
use std::sync::{Arc, OnceLock, Weak};
use tilepath::RestoreError;

/// The state of everything that the plugin does, at the beginning of a frame. Register this resource with your rollback library, such
/// as bevy_ggrs: it is a handle, and a clone of it stands for the state in which the next frame begins. If the library puts an
/// older clone back, the plugin goes back to that state before it runs again.
///
/// When a state comes back, the states of later frames are lost: their future was left. If the library puts one of these back, nothing of
/// the plugin goes back, and the log names the frames whose states can come back.
///
/// [`PathfindingInSchedule::restored_in`](crate::PathfindingInSchedule::restored_in) adds it.
#[derive(Resource, Clone, Default)]
pub struct PathfindingState {
    pub(super) slot: Arc<Slot>,
}

impl fmt::Debug for PathfindingState {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let is_taken = self.slot.snapshot.get().is_some();
        f.debug_struct("PathfindingState").field("is_taken", &is_taken).finish_non_exhaustive()
    }
}

/// Where a snapshot comes when the next frame begins, if it has been asked for by then.
#[derive(Default)]
pub(super) struct Slot {
    snapshot: OnceLock<Snapshot>,
    /// Whether an earlier state has come back since: then the frame of this one never happened.
    is_left: AtomicBool,
}

impl Slot {
    /// Whether the state can come back.
    fn is_alive(&self) -> bool {
        self.snapshot.get().is_some() && !self.is_left.load(Relaxed)
    }
}

/// The slot of the present state.
#[derive(Resource, Clone)]
pub(crate) struct LiveState {
    pub(super) slot: Arc<Slot>,
    /// The slot of the frame before, if its snapshot was taken, and nothing went back since.
    last: Option<Arc<Slot>>,
    /// The number of the frame that begins next.
    frame: u64,
}

impl LiveState {
    pub(super) fn new(slot: Arc<Slot>) -> Self {
        Self { slot, last: None, frame: 0 }
    }
}

/// The states that can come back, the oldest first. The present state comes from each of them.
#[derive(Resource, Default)]
pub(super) struct Line(pub(super) Vec<Weak<Slot>>);

struct Snapshot {
    entities: Vec<(NavId, Entity)>,
    /// In the order of [`Parts`].
    kept: Vec<Kept>,
    /// When it was taken.
    tick: Tick,
    /// The number of the frame that began then.
    frame: u64,
}

/// Why a state can't come back.
#[derive(thiserror::Error, Debug)]
enum Lost {
    #[error("its frame was never played")]
    NeverPlayed,
    #[error(
        "it is the state of frame {0}, and the state of an earlier frame has come back since: that future was left"
    )]
    Left(u64),
    #[error(transparent)]
    Other(#[from] RestoreError),
}

/// Adds the handle.
pub(crate) fn add_state(app: &mut App) {
    let state = PathfindingState::default();
    app.insert_resource(LiveState::new(state.slot.clone())).insert_resource(state).init_resource::<Line>();
}

/// Whether no older state has been put back since the last frame. Until the plugin has gone back to it, its observers must not run:
/// what they would note is not the doing of the game. A state that can't come back changes nothing.
pub(crate) fn is_live(state: Option<Res<PathfindingState>>, live: Option<Res<LiveState>>) -> bool {
    let slots = state.zip(live);
    slots.is_none_or(|(state, live)| Arc::ptr_eq(&state.slot, &live.slot) || !state.slot.is_alive())
}

/// Goes back if an older state was put back, or takes a snapshot if anyone has asked for it. Runs before everything else in a frame.
pub(crate) fn keep_state(world: &mut World) {
    let Some(LiveState { slot: live, last, mut frame }) = world.get_resource().cloned() else { return };
    // If a game has removed the handle, it gets a new one, of the present state.
    let asked = world.get_resource::<PathfindingState>().map_or_else(|| live.clone(), |it| it.slot.clone());
    let back = (!Arc::ptr_eq(&asked, &live)).then(|| go_back(world, &asked));
    if let Some(Err(lost)) = &back {
        error!(
            "PathfindingState can't be put back: {lost}. Nothing of pathfinding goes back. {}",
            alive(world)
        );
    }
    drop(asked);
    let mut taken = None;
    if let Some(Ok(then)) = back {
        // Nobody will play the frame of the state that was left.
        live.is_left.store(true, Relaxed);
        frame = then;
    } else if is_asked_for(world, &live) {
        let last = last.as_ref().and_then(|last| last.snapshot.get());
        _ = live.snapshot.set(Snapshot::take(world, frame, last));
        let mut line = world.get_resource_or_init::<Line>();
        line.0.retain(|slot| slot.strong_count() > 0);
        line.0.push(Arc::downgrade(&live));
        taken = Some(live);
    }
    let next = Arc::<Slot>::default();
    world.insert_resource(LiveState { slot: next.clone(), last: taken, frame: frame.saturating_add(1) });
    world.get_resource_or_init::<PathfindingState>().slot = next;
}

/// Whether anyone but the plugin has a copy of the present state.
fn is_asked_for(world: &World, live: &Arc<Slot>) -> bool {
    let is_put = |state: &PathfindingState| Arc::ptr_eq(&state.slot, live);
    // The one in `LiveState`, the caller's, and the one in the handle.
    let own = 2 + usize::from(world.get_resource().is_some_and(is_put));
    Arc::strong_count(live) > own
}

/// Takes all parts back to a state, or none. Returns the number of the frame that begins in it.
fn go_back(world: &mut World, slot: &Arc<Slot>) -> Result<u64, Lost> {
    let snapshot = slot.snapshot.get().ok_or(Lost::NeverPlayed)?;
    if !slot.is_alive() {
        return Err(Lost::Left(snapshot.frame));
    }
    snapshot.go_back(world)?;
    let mut line = world.get_resource_or_init::<Line>();
    let is_it = |known: &Weak<Slot>| core::ptr::eq(known.as_ptr(), Arc::as_ptr(slot));
    let length = line.0.iter().position(is_it).map_or(0, |at| at + 1);
    leave(line.0.drain(length..));
    Ok(snapshot.frame)
}

/// Notes that states can't come back any more.
pub(super) fn leave(slots: impl Iterator<Item = Weak<Slot>>) {
    slots.filter_map(|slot| slot.upgrade()).for_each(|slot| slot.is_left.store(true, Relaxed));
}

/// Which states can come back, as a sentence.
fn alive(world: &World) -> String {
    let line = world.get_resource::<Line>().map_or(&[][..], |line| &line.0);
    let frames: Vec<u64> =
        line.iter().filter_map(|slot| Some(slot.upgrade()?.snapshot.get()?.frame)).collect();
    match &frames[..] {
        [] => "No earlier state can come back".into(),
        [only] => format!("The state of frame {only} can come back"),
        [first, .., last] => format!("The states of the frames {first} to {last} can come back"),
    }
}

impl Snapshot {
    /// `last` is the snapshot of the frame before: what has not changed since is not copied.
    fn take(world: &mut World, frame: u64, last: Option<&Self>) -> Self {
        let parts = world.get_resource::<Parts>().cloned().unwrap_or_default();
        let keep = |(nth, part): (usize, &Part)| {
            let last = last.and_then(|last| Some(Last { kept: last.kept.get(nth)?, tick: last.tick }));
            (part.keep)(world, last)
        };
        let kept = parts.0.iter().enumerate().map(keep).collect();
        // What is written from now on is newer.
        Self { entities: entities(world), kept, tick: world.increment_change_tick(), frame }
    }

    /// Goes back, or changes nothing.
    fn go_back(&self, world: &mut World) -> Result<(), RestoreError> {
        let parts = world.get_resource::<Parts>().cloned().unwrap_or_default();
        for (part, kept) in parts.0.iter().zip(&self.kept) {
            (part.check)(world, kept)?;
        }
        let mut rename = Rename::new(&self.entities, entities(world).into_iter());
        for (part, kept) in parts.0.iter().zip(&self.kept) {
            (part.go_back)(world, kept, &mut rename);
        }
        renumber_strangers(world, |id| rename.knows(id));
        Ok(())
    }
}

/// The entities that the plugin knows.
fn entities(world: &mut World) -> Vec<(NavId, Entity)> {
    let mut all = world.query_filtered::<(&NavId, Entity), Allow<Disabled>>();
    all.iter(world).map(|(&id, entity)| (id, entity)).collect()
}
