//! The bodies of a recorded game, which stored them itself.

use super::{bodies::Bodies, pace::Pace, progress::Progress, watch::WatchedBodies};
use crate::fleet::input::{BodyChangesOfWalk, SeenBody};
use glam::{IVec2, Vec2};
use std::collections::BTreeMap;

/// The bodies of a walk that is played again.
pub(in crate::fleet) struct ReplayedBodies<'a> {
    /// Each with the index of its agent.
    rows: Vec<(usize, &'a mut SeenBody)>,
    rounded: BTreeMap<u32, Vec2>,
}

impl WatchedBodies {
    /// A body, if the game stores it.
    pub(in crate::fleet) fn get(&self, agent: usize) -> Option<&SeenBody> {
        self.0.get(agent)?.as_ref()
    }

    /// The bodies after a game has changed them: those of agents with an index below `slots`.
    pub(in crate::fleet) fn changed(
        &mut self,
        changes: &BodyChangesOfWalk,
        slots: usize,
    ) -> ReplayedBodies<'_> {
        for &index in &changes.gone {
            if let Some(gone) = self.0.get_mut(index as usize) {
                *gone = None;
            }
        }
        // Other indices have no agent. A few bytes must not ask for much memory.
        for &(index, body) in changes.seen.iter().filter(|(index, _)| (*index as usize) < slots) {
            self.put(index, body);
        }
        let rows = self.0.iter_mut().enumerate();
        let rows = rows.filter_map(|(index, body)| Some((index, body.as_mut()?))).collect();
        ReplayedBodies { rows, rounded: changes.rounded.iter().copied().collect() }
    }
}

impl Bodies for ReplayedBodies<'_> {
    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn index(&self, row: usize) -> Option<usize> {
        self.rows.get(row).map(|&(index, _)| index)
    }

    fn place(&self, row: usize) -> Vec2 {
        self.rows.get(row).map_or(Vec2::NAN, |(_, body)| body.place)
    }

    fn pace(&self, row: usize) -> Pace {
        self.rows.get(row).map_or(Pace::new(0.0), |(_, body)| body.pace)
    }

    fn progress(&self, row: usize) -> Option<Progress> {
        self.rows.get(row).and_then(|(_, body)| body.progress)
    }

    fn put(&mut self, row: usize, place: Vec2) {
        if let Some((index, body)) = self.rows.get_mut(row) {
            body.place = self.rounded.get(&(*index as u32)).copied().unwrap_or(place);
        }
    }

    fn note_progress(&mut self, row: usize, progress: Progress) {
        if let Some(known) = self.rows.get_mut(row).and_then(|(_, body)| body.progress.as_mut()) {
            *known = progress;
        }
    }

    fn note_start(&mut self, _: usize, _: IVec2) {}
}
