//! A small rollback library, which saves and restores in the order of bevy_ggrs.

use crate::rollback::rolled_back_game::{Key, carry};
use bevy::ecs::{component::Mutable, schedule::ScheduleLabel};
use bevy::prelude::*;
use bevy_tilepath::{NavId, PathfindingState, prelude::*};
use core::time::Duration;
use std::collections::{BTreeMap, VecDeque};

/// The schedule in which states come back, and the schedule of a frame.
#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct Begin;
#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Play;
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
struct Restored;

const FRAME: Duration = Duration::from_millis(50);

/// What puts a component or a resource back. It gets the entities that the library knows, by their keys.
type Restore = Box<dyn Fn(&mut World, &BTreeMap<Key, Entity>)>;

/// A game and what the library saves of it.
pub struct Game {
    pub app: App,
    parts: Vec<fn(&mut World) -> Restore>,
}

/// A frame as a rollback library saves it.
pub struct Saved {
    entities: Vec<Key>,
    parts: Vec<Restore>,
}

impl Game {
    /// A game with the plugin and nothing else.
    pub fn new() -> Self {
        let mut app = App::new();
        app.add_plugins(PathfindingPlugin::in_schedule(Play).restored_in(Begin, Restored))
            .init_resource::<Time>()
            .init_schedule(Begin)
            .init_schedule(Play);
        let game = Self { app, parts: Vec::new() };
        game.resource::<PathfindingState>().resource::<Time>().component::<Transform>().component::<NavId>()
    }

    /// Registers a component.
    pub fn component<C: Component<Mutability = Mutable> + Clone>(mut self) -> Self {
        self.parts.push(save_component::<C>);
        self
    }

    /// Registers a component that is written only where it differs, so that change detection does not see the others.
    pub fn component_if_different<C>(mut self) -> Self
    where
        C: Component<Mutability = Mutable> + Clone + PartialEq,
    {
        self.parts.push(save_component_if_different::<C>);
        self
    }

    /// Registers a resource.
    pub fn resource<R: Resource<Mutability = Mutable> + Clone>(mut self) -> Self {
        self.parts.push(save_resource::<R>);
        self
    }

    pub fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }

    pub fn save(&mut self) -> Saved {
        let world = self.app.world_mut();
        let entities = entities(world).into_keys().collect();
        Saved { entities, parts: self.parts.iter().map(|save| save(world)).collect() }
    }

    /// Restores entities, components and resources.
    pub fn load(&mut self, saved: &Saved) {
        let world = self.app.world_mut();
        let known = entities(world);
        // Entities that were despawned since come back, in reverse order: no order of them may count.
        for key in saved.entities.iter().rev().filter(|key| !known.contains_key(key)) {
            world.spawn(*key);
        }
        for (_, &entity) in known.iter().filter(|(key, _)| !saved.entities.contains(key)) {
            // It may be the child of one of them.
            _ = world.try_despawn(entity);
        }
        let now = entities(world);
        saved.parts.iter().for_each(|restore| restore(world, &now));
        carry(world);
    }

    pub fn advance(&mut self) {
        let world = self.app.world_mut();
        world.resource_mut::<Time>().advance_by(FRAME);
        world.run_schedule(Begin);
        world.run_schedule(Play);
    }
}

fn entities(world: &mut World) -> BTreeMap<Key, Entity> {
    let mut all = world.query::<(&Key, Entity)>();
    all.iter(world).map(|(&key, entity)| (key, entity)).collect()
}

fn save_component<C: Component<Mutability = Mutable> + Clone>(world: &mut World) -> Restore {
    save_with::<C>(world, |_, _| true)
}

fn save_component_if_different<C>(world: &mut World) -> Restore
where
    C: Component<Mutability = Mutable> + Clone + PartialEq,
{
    save_with::<C>(world, |saved, known| saved != known)
}

fn save_with<C>(world: &mut World, writes: fn(&C, &C) -> bool) -> Restore
where
    C: Component<Mutability = Mutable> + Clone,
{
    let mut all = world.query::<(&Key, &C)>();
    let saved: BTreeMap<Key, C> = all.iter(world).map(|(&key, component)| (key, component.clone())).collect();
    Box::new(move |world, entities| {
        for (key, &entity) in entities {
            let mut entity = world.entity_mut(entity);
            match (saved.get(key), entity.get_mut::<C>()) {
                (Some(saved), Some(known)) if !writes(saved, &known) => {}
                (Some(saved), Some(mut known)) => *known = saved.clone(),
                (Some(saved), None) => _ = entity.insert(saved.clone()),
                (None, _) => _ = entity.remove::<C>(),
            }
        }
    })
}

fn save_resource<R: Resource<Mutability = Mutable> + Clone>(world: &mut World) -> Restore {
    let saved = world.get_resource::<R>().cloned();
    Box::new(move |world, _| match (&saved, world.get_resource_mut::<R>()) {
        (Some(saved), Some(mut known)) => *known = saved.clone(),
        (Some(saved), None) => world.insert_resource(saved.clone()),
        (None, _) => _ = world.remove_resource::<R>(),
    })
}

/// Asserts that a game that goes back by up to `distance` frames in every frame is the game that never does. Returns the game.
pub fn assert_rolls_back(
    what: &str,
    new: impl Fn() -> Game,
    seen: fn(&mut World) -> Vec<String>,
    distance: usize,
    frames: u32,
) -> Game {
    let (mut game, mut plain) = (new(), new());
    let mut saved: VecDeque<Saved> = VecDeque::new();
    let mut random = fastrand::Rng::with_seed(1);
    for frame in 0..frames {
        saved.push_back(game.save());
        if saved.len() > distance {
            saved.pop_front();
        }
        game.advance();
        plain.advance();
        let expected = seen(plain.world());
        assert_seen(&seen(game.world()), &expected, &format!("{what}, frame {frame}, at first"));
        let back = random.usize(1..=saved.len());
        saved.truncate(saved.len() + 1 - back);
        game.load(&saved.pop_back().unwrap());
        for _ in 0..back {
            saved.push_back(game.save());
            game.advance();
        }
        assert_seen(&seen(game.world()), &expected, &format!("{what}, frame {frame}, after {back}"));
    }
    game
}

pub fn assert_seen(found: &[String], expected: &[String], what: &str) {
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found, expected, "{what}");
    }
    assert_eq!(found.len(), expected.len(), "{what}");
}
