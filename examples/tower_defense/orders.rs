//! Orders of a player or a script: build, sell, another fear, a new game. Each is carried out within a tick, from either source.

use crate::{
    game::{Game, Phase, Piece, Serials},
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
    Build { cell: IVec2, kind: TowerKind },
    Sell(Entity),
    Fear(Fear),
    NewGame,
}

/// Orders that wait to be carried out.
#[derive(Resource, Default)]
pub struct Orders(pub VecDeque<Order>);

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

/// Starts a new game: despawns everything that the old one has put on the board.
pub fn clear_board(
    mut commands: Commands,
    mut orders: ResMut<Orders>,
    mut game: ResMut<Game>,
    mut waves: ResMut<Waves>,
    pieces: Query<Entity, With<Piece>>,
) {
    if orders.take(|order| matches!(order, Order::NewGame).then_some(())).is_some() {
        orders.0.clear();
        *game = Game::default();
        *waves = Waves::default();
        pieces.iter().for_each(|piece| commands.entity(piece).try_despawn());
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
    site: Site,
) {
    let wanted = |order: &Order| match *order {
        Order::Build { cell, kind } => Some((cell, kind)),
        _ => None,
    };
    let Some((cell, kind)) = orders.take(wanted).filter(|_| game.phase == Phase::Running) else { return };
    if let Some(refusal) = site.refusal(cell, kind, game.money) {
        commands.trigger(Refused(refusal.to_string()));
        return;
    }
    if let Some(at) = site.nav_grid.center_of(cell) {
        game.money -= kind.price();
        spawn_tower(&mut commands, kind, at, serials.next());
        commands.trigger(TowerBuilt);
    }
}
