//! All crowds of the app, one for each layer, and how agents leave them.

use super::layer::CrowdLayer;
use crate::{
    bevy_version::{OnInsert, OnRemove},
    fleet::AgentFleet,
    follower::CrowdMember,
    request::FleetAgent,
};
use bevy::ecs::{entity_disabling::Disabled, query::Allow};
use bevy::prelude::*;
use core::time::Duration;
use tilepath::{
    CellGeometry, NavMap,
    crowd::{CrowdRules, MemberId},
    fleet::CellStep,
};

/// The crowds of all layers.
#[derive(Resource, Default, Debug)]
pub(crate) struct Crowds {
    /// In the order of their numbers.
    pub(super) layers: Vec<CrowdLayer>,
    /// The time that agents have walked so far.
    pub(super) clock: Duration,
    /// The number of this frame, in a circle.
    pub(super) frame: u32,
    /// The rules of all layers: the last valid rules of the settings.
    rules: CrowdRules,
    /// The last rules of the settings, valid or not.
    asked: CrowdRules,
}

impl Crowds {
    /// The time that agents have walked so far, in microseconds.
    pub(super) fn now(&self) -> u64 {
        micros(self.clock)
    }

    /// The layer of a number. It is made if there is none.
    pub(super) fn layer(
        &mut self,
        number: u8,
        map: &NavMap,
        geometry: &CellGeometry,
        capacity: u8,
    ) -> &mut CrowdLayer {
        let place = self.layers.binary_search_by_key(&number, |layer| layer.number);
        let place = place.unwrap_or_else(|place| {
            self.layers.insert(place, CrowdLayer::new(number, map, *geometry, capacity, self.rules));
            place
        });
        &mut self.layers[place]
    }

    /// Takes the rules of the settings over into all layers. If they are invalid, says so once and keeps the rules of before.
    pub(super) fn take_rules(&mut self, rules: &CrowdRules) {
        if self.asked == *rules {
            return;
        }
        self.asked = *rules;
        match rules.check() {
            Ok(()) => {
                self.rules = *rules;
                let now = self.now();
                self.layers.iter_mut().for_each(|layer| layer.set_rules(*rules, now));
            }
            Err(error) => warn!("PathfindingSettings::crowd is ignored until it is valid: {error}."),
        }
    }

    /// The layer of an agent, and its number there.
    #[inline]
    pub(super) fn place(&mut self, member: &CrowdMember) -> Option<(&mut CrowdLayer, MemberId)> {
        let (number, id) = member.place?;
        Some((self.layers.iter_mut().find(|layer| layer.number == number)?, id))
    }

    /// Notes that the components of an agent are to be written.
    pub(super) fn note_news(&mut self, (number, id): (u8, MemberId)) {
        if let Some(layer) = self.layers.iter_mut().find(|layer| layer.number == number) {
            layer.news.push(id);
        }
    }

    /// Lets an agent go that takes part: it stands where it is.
    pub(super) fn leave(&mut self, member: &mut CrowdMember, step: Option<&mut CellStep>) {
        let Some((number, id)) = member.place.take() else { return };
        let now = self.now();
        if let Some(layer) = self.layers.iter_mut().find(|layer| layer.number == number) {
            layer.mover.remove(id, now);
        }
        if let Some(step) = step {
            step.leave_crowd();
        }
    }
}

/// A time in microseconds.
pub(super) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Lets an agent leave its crowd when it loses a component that it needs to be in one. Its cell is free at once.
pub(crate) fn leave_crowd_without<C: Component>(
    removed: OnRemove<C>,
    crowds: ResMut<Crowds>,
    fleet: ResMut<AgentFleet>,
    members: Members,
) {
    leave_crowd(removed.entity, crowds, fleet, members);
}

/// Lets an agent leave its crowd when it gets a component that keeps it out of one.
pub(crate) fn leave_crowd_with<C: Component>(
    inserted: OnInsert<C>,
    crowds: ResMut<Crowds>,
    fleet: ResMut<AgentFleet>,
    members: Members,
) {
    leave_crowd(inserted.entity, crowds, fleet, members);
}

/// The agents of all crowds, disabled ones among them.
type Members<'w, 's> = Query<'w, 's, (&'static mut CrowdMember, &'static FleetAgent), Allow<Disabled>>;

fn leave_crowd(
    agent: Entity,
    mut crowds: ResMut<Crowds>,
    mut fleet: ResMut<AgentFleet>,
    mut members: Members,
) {
    if let Ok((mut member, id)) = members.get_mut(agent) {
        crowds.leave(&mut member, id.0.and_then(|id| fleet.fleet_mut().step_mut(id)));
    }
}
