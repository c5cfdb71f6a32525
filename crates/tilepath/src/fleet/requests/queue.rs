//! The queue of requests that wait for an answer.

use core::cmp::Reverse;
use std::collections::BTreeMap;

/// The requests that wait for an answer, in the order of their priority. Requests of the same priority are in the
/// order of their arrival.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct RequestQueue<A> {
    queued: BTreeMap<QueueKey, A>,
    /// The number of requests that have entered the queue so far.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    arrivals: u64,
    /// The request whose search is unfinished since the last update. It is answered before all others.
    pub(in crate::fleet) under_way: Option<QueueKey>,
}

/// A place in the queue: higher priority first, then first come, first served.
pub(in crate::fleet) type QueueKey = (Reverse<i32>, u64);

impl<A> Default for RequestQueue<A> {
    fn default() -> Self {
        Self { queued: BTreeMap::new(), arrivals: 0, under_way: None }
    }
}

impl<A: Copy + PartialEq> RequestQueue<A> {
    /// Adds a request after all requests of the same priority, and removes the request from its old place. `place` is
    /// the place that the agent remembers.
    pub(in crate::fleet) fn push(&mut self, agent: A, priority: i32, place: &mut Option<QueueKey>) {
        if let Some(key) = place.take() {
            self.queued.remove(&key);
        }
        self.arrivals += 1;
        let key = (Reverse(priority), self.arrivals);
        self.queued.insert(key, agent);
        *place = Some(key);
    }

    /// Moves a request to the requests of a priority. There it stands as if it had come with this priority. Returns whether the
    /// request waits in the queue.
    pub(in crate::fleet) fn set_priority(
        &mut self,
        agent: A,
        priority: i32,
        place: &mut Option<QueueKey>,
    ) -> bool {
        let Some(key) = place.filter(|key| self.queued.get(key) == Some(&agent)) else { return false };
        self.queued.remove(&key);
        let key = (Reverse(priority), key.1);
        self.queued.insert(key, agent);
        *place = Some(key);
        true
    }

    /// Removes the first request.
    pub(in crate::fleet) fn pop(&mut self) -> Option<(QueueKey, A)> {
        self.queued.pop_first()
    }

    /// The agent of the first request.
    #[must_use]
    pub(in crate::fleet) fn first(&self) -> Option<A> {
        self.queued.first_key_value().map(|(_, &agent)| agent)
    }

    /// Removes the first request for whose agent `fits` returns `true`.
    pub(in crate::fleet) fn pop_where(&mut self, fits: impl Fn(A) -> bool) -> Option<(QueueKey, A)> {
        let (&key, &agent) = self.queued.iter().find(|(_, agent)| fits(**agent))?;
        self.queued.remove(&key);
        Some((key, agent))
    }

    /// Puts a request that was taken out back into its old place.
    pub(in crate::fleet) fn put_back(&mut self, key: QueueKey, agent: A) {
        self.queued.insert(key, agent);
    }

    /// Puts a request whose search is given up back into its old place.
    pub(in crate::fleet) fn put_back_unfinished(&mut self, key: QueueKey, agent: A) {
        if self.under_way == Some(key) {
            self.under_way = None;
        }
        self.put_back(key, agent);
    }

    /// Removes a request that was answered without a search.
    pub(in crate::fleet) fn remove(&mut self, key: QueueKey) {
        self.queued.remove(&key);
    }

    /// Removes the request of an agent, if the request waits in the queue.
    pub(in crate::fleet) fn withdraw(&mut self, agent: A, place: &mut Option<QueueKey>) {
        if let Some(key) = place.filter(|key| self.queued.get(key) == Some(&agent)) {
            self.queued.remove(&key);
            *place = None;
        }
    }

    /// Notes which request has an unfinished search.
    pub(in crate::fleet) const fn set_under_way(&mut self, key: Option<QueueKey>) {
        self.under_way = key;
    }

    /// The number of requests that are answered before the request at this place. `None` if there is no request.
    #[must_use]
    pub(in crate::fleet) fn before(&self, key: QueueKey) -> Option<usize> {
        if self.under_way == Some(key) {
            return Some(0);
        }
        let is_under_way = usize::from(self.under_way.is_some());
        self.queued.contains_key(&key).then(|| self.queued.range(..key).count() + is_under_way)
    }

    /// Returns whether the request at this place waits or has an unfinished search.
    #[must_use]
    pub(in crate::fleet) fn holds(&self, key: QueueKey) -> bool {
        self.queued.contains_key(&key) || self.under_way == Some(key)
    }
}
