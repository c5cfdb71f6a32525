//! The queue of requests that wait for an answer.

use crate::request::{Planning, QueueKey};
use bevy::prelude::*;
use core::cmp::Reverse;
use std::collections::BTreeMap;

/// The requests that wait for an answer, by priority and then in the order in which they came.
#[derive(Resource, Default)]
pub(crate) struct RequestQueue {
    queued: BTreeMap<QueueKey, Entity>,
    /// Counts the requests that ever entered.
    arrivals: u64,
    /// The request whose search is under way from the last frame. It is answered before all others.
    under_way: Option<QueueKey>,
}

impl RequestQueue {
    /// Adds a request at the end of those of its priority, and removes it from its old place.
    pub(crate) fn push(&mut self, agent: Entity, priority: i32, planning: &mut Planning) {
        if let Some(key) = planning.queued.take() {
            self.queued.remove(&key);
        }
        self.arrivals += 1;
        let key = (Reverse(priority), self.arrivals);
        self.queued.insert(key, agent);
        planning.queued = Some(key);
    }

    /// Removes the first request.
    pub(crate) fn pop(&mut self) -> Option<(QueueKey, Entity)> {
        self.queued.pop_first()
    }

    /// Returns a request that was taken out to its old place.
    pub(crate) fn put_back(&mut self, key: QueueKey, agent: Entity) {
        self.queued.insert(key, agent);
    }

    /// Removes a request that was answered without a search.
    pub(crate) fn remove(&mut self, key: QueueKey) {
        self.queued.remove(&key);
    }

    /// Removes the request of an agent, if it waits here.
    pub(crate) fn withdraw(&mut self, agent: Entity, planning: &mut Planning) {
        if let Some(key) = planning.queued.filter(|key| self.queued.get(key) == Some(&agent)) {
            self.queued.remove(&key);
            planning.queued = None;
        }
    }

    /// Notes which request has a search under way.
    pub(crate) const fn set_under_way(&mut self, key: Option<QueueKey>) {
        self.under_way = key;
    }

    /// How many requests are answered before the one with this place. `None` if it does not wait here.
    pub(crate) fn before(&self, key: QueueKey) -> Option<usize> {
        if self.under_way == Some(key) {
            return Some(0);
        }
        let is_under_way = usize::from(self.under_way.is_some());
        self.queued.contains_key(&key).then(|| self.queued.range(..key).count() + is_under_way)
    }

    /// Whether a request with this place waits or has a search under way.
    pub(crate) fn holds(&self, key: QueueKey) -> bool {
        self.queued.contains_key(&key) || self.under_way == Some(key)
    }
}
