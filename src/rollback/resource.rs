//! Resources in snapshots.

use super::{
    part::{Kept, Last, Part},
    rename::Rename,
};
use crate::nav_id::LastNavId;
use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use tilepath::RestoreError;

/// A resource that decides the future.
pub(crate) trait KeptResource: Resource<Mutability = Mutable> + Default {
    /// What a snapshot holds of it.
    type Kept: Send + Sync + 'static;

    /// Takes a snapshot.
    fn keep(&mut self) -> Self::Kept;

    /// Whether it can go back to a snapshot. Changes nothing.
    fn check(&mut self, _: &Self::Kept) -> Result<(), RestoreError> {
        Ok(())
    }

    /// Goes back to a snapshot that was checked.
    fn go_back(&mut self, kept: &Self::Kept, entities: &mut Rename);
}

/// A resource of which a snapshot holds a clone.
pub(crate) trait ClonedResource: Resource<Mutability = Mutable> + Clone + Default {
    /// Called after the resource has gone back: replaces the entities of the snapshot by the present ones. `before` is the resource before
    /// it went back.
    fn went_back(&mut self, _before: Self, _entities: &mut Rename) {}
}

impl<R: ClonedResource + Send + Sync + 'static> KeptResource for R {
    type Kept = Self;

    fn keep(&mut self) -> Self {
        self.clone()
    }

    fn go_back(&mut self, kept: &Self, entities: &mut Rename) {
        let before = core::mem::replace(self, kept.clone());
        self.went_back(before, entities);
    }
}

/// The part of a snapshot that is this resource.
pub(crate) const fn resource<R: KeptResource>() -> Part {
    Part { keep: keep::<R>, check: check::<R>, go_back: go_back::<R>, is_on: |_| false }
}

fn keep<R: KeptResource>(world: &mut World, _: Option<Last>) -> Kept {
    // Keeping changes nothing that a system could see.
    let kept = world.get_resource_mut::<R>().map(|mut resource| resource.bypass_change_detection().keep());
    Box::new(kept)
}

fn check<R: KeptResource>(world: &mut World, kept: &Kept) -> Result<(), RestoreError> {
    let Some(Some(kept)) = kept.downcast_ref::<Option<R::Kept>>() else { return Ok(()) };
    match world.get_resource_mut::<R>() {
        Some(mut resource) => resource.bypass_change_detection().check(kept),
        None => R::default().check(kept),
    }
}

fn go_back<R: KeptResource>(world: &mut World, kept: &Kept, entities: &mut Rename) {
    match kept.downcast_ref::<Option<R::Kept>>() {
        Some(Some(kept)) => world.get_resource_or_init::<R>().go_back(kept, entities),
        Some(None) => _ = world.remove_resource::<R>(),
        None => {}
    }
}

impl ClonedResource for LastNavId {}
