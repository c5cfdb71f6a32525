// Bevy 0.20, for the packages 0.2.

use bevy::prelude::*;

/// An entity that gets a component that it did not have.
pub type OnAdd<'w, 't, C> = On<'w, 't, Add<C>>;

/// An entity that gets a component, or another value of it.
pub type OnInsert<'w, 't, C> = On<'w, 't, Insert<C>>;

/// An entity whose component is about to be replaced or removed.
pub type OnDiscard<'w, 't, C> = On<'w, 't, Discard<C>>;

/// An entity whose component is about to be removed.
pub type OnRemove<'w, 't, C> = On<'w, 't, Remove<C>>;
