//! Orders of a player or a script: towers to build or remove.

use super::{site::Site, tower::Tower};
use bevy::prelude::*;
use kit::site::Refusal;

/// An order.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Order {
    /// Build a tower with its center on this cell.
    Build {
        cell: IVec2,
        spare_agents: bool,
    },
    Remove(Entity),
}

/// Orders that wait to be carried out, and the last refusal.
#[derive(Resource, Default)]
pub struct Orders {
    waiting: Vec<Order>,
    /// Why the last order to build was refused, if it was.
    pub refusal: Option<Refusal>,
}

/// The towers of a run.
#[derive(Resource, Clone, Copy, Default, Debug)]
pub struct Tally {
    pub placed: u32,
    pub removed: u32,
    /// Towers that were refused, because they would cut a path or stand on something.
    pub refused: u32,
    /// Refused towers that would cut the last path of a spawn or of agents.
    pub cutting: u32,
}

impl Orders {
    pub fn give(&mut self, order: Order) {
        self.waiting.push(order);
    }
}

/// Carries out the orders. At most one tower is built in a frame, so that each is checked on a map with the last one.
pub fn carry_out(
    mut commands: Commands,
    mut orders: ResMut<Orders>,
    mut tally: ResMut<Tally>,
    mut site: Site,
    towers: Query<(), With<Tower>>,
) {
    let orders = &mut *orders;
    let mut built = false;
    orders.waiting.retain(|&order| match order {
        Order::Remove(tower) => {
            if towers.contains(tower) {
                commands.entity(tower).try_despawn();
                tally.removed += 1;
            }
            false
        }
        Order::Build { .. } if built => true,
        Order::Build { cell, spare_agents } => {
            orders.refusal =
                if spare_agents { site.refusal_sparing_agents(cell) } else { site.refusal(cell) };
            if orders.refusal.is_none() {
                commands.spawn(Tower { cell, serial: tally.placed }.bundle());
                tally.placed += 1;
                built = true;
            } else {
                tally.refused += 1;
                let cuts = matches!(orders.refusal, Some(Refusal::CutsRoute | Refusal::CutsOff { .. }));
                tally.cutting += u32::from(cuts);
            }
            false
        }
    });
}
