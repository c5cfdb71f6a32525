//! Orders of a player or a script: go, gather, stop.

use crate::{
    site::{Mine, UnitProfiles},
    unit::{Job, Load, Unit},
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use std::collections::VecDeque;

/// An order to some units.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    pub units: Vec<Entity>,
    pub task: Task,
}

/// What units are told to do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Task {
    /// Go to this cell, and come to rest round it.
    Go(IVec2),
    /// Workers gather ore from this mine, or from the nearest; others go there.
    Gather(Option<Entity>),
    /// Workers with ore bring it home, and others go to this building.
    Deliver(Entity),
    Stop,
}

/// Orders that wait to be carried out.
#[derive(Resource, Default)]
pub struct Orders(VecDeque<Order>);

/// So far from the middle of a mine or building those wait that have no work there, in cells: out of the way.
const BEHIND: f32 = 4.0;

impl Orders {
    pub fn give(&mut self, units: Vec<Entity>, task: Task) {
        self.0.push_back(Order { units, task });
    }
}

/// Carries out the orders.
pub fn carry_out(
    mut commands: Commands,
    mut orders: ResMut<Orders>,
    mut units: Query<(&Unit, &mut Job, Option<&mut Load>)>,
    mines: Query<&Mine>,
    profiles: Res<UnitProfiles>,
) {
    for Order { units: ordered, task } in orders.0.drain(..) {
        for entity in ordered {
            let Ok((unit, mut job, load)) = units.get_mut(entity) else { continue };
            let profile = profiles.of(unit.kind);
            let mut unit = commands.entity(entity);
            match (task, load) {
                (Task::Go(cell), _) => {
                    unit.try_insert(PathRequest::to_cell(cell).with_profile(profile));
                    *job = Job::Going;
                }
                (Task::Gather(mine), Some(mut load)) => {
                    load.mine = mine;
                    // Work begins in this frame.
                    unit.try_remove::<PathRequest>();
                    *job = if load.ore > 0 { Job::ToDropOff } else { Job::ToMine };
                }
                (Task::Deliver(_), Some(load)) if load.ore > 0 => {
                    unit.try_remove::<PathRequest>();
                    *job = Job::ToDropOff;
                }
                (Task::Deliver(building), _) => {
                    unit.try_insert(PathRequest::to_entity(building).within(BEHIND).with_profile(profile));
                    *job = Job::Going;
                }
                (Task::Gather(mine), None) => {
                    let Some(mine) = mine.and_then(|mine| mines.get(mine).ok()) else { continue };
                    unit.try_insert(PathRequest::to_cell(mine.cell).within(BEHIND).with_profile(profile));
                    *job = Job::Going;
                }
                (Task::Stop, _) => {
                    unit.try_remove::<PathRequest>();
                    *job = Job::Idle;
                }
            }
        }
    }
}

/// Who has come where it was sent is idle. It keeps its request: if somebody pushes it, it comes back.
pub fn come_to_rest(mut units: Query<(&mut Job, &PathFollower)>) {
    for (mut job, follower) in &mut units {
        if *job == Job::Going && follower.has_arrived() {
            *job = Job::Idle;
        }
    }
}
