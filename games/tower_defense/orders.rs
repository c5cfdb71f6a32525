//! Orders of a player or a script: build, sell, call a wave, another fear, a new game. Each is carried out within a tick, from either source.

use crate::{
    difficulty::Difficulty,
    game::{Game, Piece, Serials},
    site::Site,
    tower::{Tower, TowerBuilt, TowerKind, TowerSold, spawn_tower},
    virus::Fear,
    waves::Waves,
};
use bevy::prelude::*;
use std::collections::VecDeque;

/// An order.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Order {
    Build {
        cell: IVec2,
        kind: TowerKind,
    },
    Sell(Entity),
    /// The next wave comes at once, for a reward.
    CallWave,
    Fear(Fear),
    NewGame,
    /// Clears the board for a show: no waves come, and money is no matter.
    Stage,
}

/// Orders that wait to be carried out.
#[derive(Resource, Default)]
pub struct Orders(pub VecDeque<Order>);

/// A new game begins on an empty board.
#[derive(Event)]
pub struct GameBegan;

/// An order was refused, for this reason.
#[derive(Event)]
pub struct Refused(pub String);

impl Orders {
    pub fn give(&mut self, order: Order) {
        self.0.push_back(order);
    }

    /// Removes and returns the first order that fits.
    fn take<T>(&mut self, fits: impl Fn(&Order) -> Option<T>) -> Option<T> {
        let index = self.0.iter().position(|order| fits(order).is_some())?;
        self.0.remove(index).as_ref().and_then(fits)
    }
}

/// Starts a new game or a show: despawns everything that the old one has put on the board.
pub fn clear_board(
    mut commands: Commands,
    mut orders: ResMut<Orders>,
    mut game: ResMut<Game>,
    mut waves: ResMut<Waves>,
    difficulty: Res<Difficulty>,
    pieces: Query<Entity, With<Piece>>,
) {
    let wanted = |order: &Order| match order {
        Order::NewGame => Some(Game::new(*difficulty)),
        Order::Stage => Some(Game::staged()),
        _ => None,
    };
    if let Some(new) = orders.take(wanted) {
        orders.0.clear();
        *game = new;
        *waves = Waves::default();
        pieces.iter().for_each(|piece| commands.entity(piece).try_despawn());
        commands.trigger(GameBegan);
    }
}

pub fn call_wave(
    mut commands: Commands,
    mut orders: ResMut<Orders>,
    mut game: ResMut<Game>,
    mut waves: ResMut<Waves>,
) {
    if orders.take(|order| matches!(order, Order::CallWave).then_some(())).is_none() {
        return;
    }
    match waves.call(&game) {
        Ok(reward) => game.money += reward,
        Err(reason) => commands.trigger(Refused(reason.to_string())),
    }
}

pub fn change_fear(mut orders: ResMut<Orders>, mut fear: ResMut<Fear>) {
    let wanted = |order: &Order| match *order {
        Order::Fear(fear) => Some(fear),
        _ => None,
    };
    while let Some(wanted) = orders.take(wanted) {
        fear.set_if_neq(wanted);
    }
}

pub fn sell(
    mut commands: Commands,
    mut orders: ResMut<Orders>,
    mut game: ResMut<Game>,
    towers: Query<(&Tower, &Transform)>,
) {
    let wanted = |order: &Order| match *order {
        Order::Sell(tower) => Some(tower),
        _ => None,
    };
    let mut sold = Vec::new();
    while let Some(entity) = orders.take(wanted) {
        if let Ok((tower, transform)) = towers.get(entity)
            && !sold.contains(&entity)
        {
            sold.push(entity);
            game.money += tower.refund();
            commands.entity(entity).try_despawn();
            commands.trigger(TowerSold { at: transform.translation.truncate() });
        }
    }
}

/// Builds at most one tower in a tick, so that each is checked on a map with the last one.
pub fn build(
    mut commands: Commands,
    mut orders: ResMut<Orders>,
    mut game: ResMut<Game>,
    mut serials: ResMut<Serials>,
    mut site: Site,
) {
    let wanted = |order: &Order| match *order {
        Order::Build { cell, kind } => Some((cell, kind)),
        _ => None,
    };
    let Some((cell, kind)) = orders.take(wanted).filter(|_| game.phase.is_open()) else { return };
    if let Some(refusal) = site.refusal(cell, kind, game.money) {
        commands.trigger(Refused(refusal.to_string()));
        return;
    }
    if let Some(at) = site.nav_grid.center_of(cell) {
        game.money -= kind.stats().price;
        spawn_tower(&mut commands, kind, at, serials.next());
        commands.trigger(TowerBuilt);
    }
}
