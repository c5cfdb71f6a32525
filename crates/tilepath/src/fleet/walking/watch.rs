//! What a recording must know of bodies that a game stores itself: how they differ from where the last walk has left them.

use super::{bodies::Bodies, pace::Pace, progress::Progress};
use crate::fleet::input::{BodyChangesOfWalk, SeenBody};
use glam::{IVec2, Vec2};

/// The bodies that one kind of walk moves, as the last walk has left them, by the index of the agent.
#[derive(Clone, Default, Debug)]
pub(in crate::fleet) struct WatchedBodies(pub(super) Vec<Option<SeenBody>>);

/// What a walk has done with the bodies of a game.
#[derive(Default, Debug)]
pub(in crate::fleet) struct WatchedWalk {
    /// All bodies before the walk.
    rows: Vec<(u32, SeenBody)>,
    /// Where the walk has put bodies, and where they were then.
    puts: Vec<(u32, Vec2, Vec2)>,
    progress: Vec<(u32, Progress)>,
}

/// The bodies of a game, and what a walk does with them.
pub(in crate::fleet) struct Watched<'a, B> {
    bodies: &'a mut B,
    walk: WatchedWalk,
}

impl<'a, B: Bodies> Watched<'a, B> {
    /// Bodies before a walk.
    pub(in crate::fleet) fn new(bodies: &'a mut B) -> Self {
        let seen = |row| SeenBody {
            place: bodies.place(row),
            pace: bodies.pace(row),
            progress: bodies.progress(row),
        };
        let rows = (0..bodies.rows()).filter_map(|row| Some((bodies.index(row)? as u32, seen(row))));
        let rows = rows.collect();
        Self { bodies, walk: WatchedWalk { rows, ..WatchedWalk::default() } }
    }

    /// Adds what the walk has done to what others have done.
    pub(in crate::fleet) fn end(mut self, all: &mut WatchedWalk) {
        all.rows.append(&mut self.walk.rows);
        all.puts.append(&mut self.walk.puts);
        all.progress.append(&mut self.walk.progress);
    }
}

impl<B: Bodies> Bodies for Watched<'_, B> {
    fn rows(&self) -> usize {
        self.bodies.rows()
    }

    fn index(&self, row: usize) -> Option<usize> {
        self.bodies.index(row)
    }

    fn place(&self, row: usize) -> Vec2 {
        self.bodies.place(row)
    }

    fn pace(&self, row: usize) -> Pace {
        self.bodies.pace(row)
    }

    fn progress(&self, row: usize) -> Option<Progress> {
        self.bodies.progress(row)
    }

    fn put(&mut self, row: usize, place: Vec2) {
        self.bodies.put(row, place);
        if let Some(index) = self.bodies.index(row) {
            self.walk.puts.push((index as u32, place, self.bodies.place(row)));
        }
    }

    fn note_progress(&mut self, row: usize, progress: Progress) {
        self.bodies.note_progress(row, progress);
        if let Some(index) = self.bodies.index(row) {
            self.walk.progress.push((index as u32, progress));
        }
    }

    fn note_start(&mut self, row: usize, start: IVec2) {
        self.bodies.note_start(row, start);
    }
}

impl SeenBody {
    fn is_same(&self, other: &Self) -> bool {
        bits_of(self.place) == bits_of(other.place)
            && self.pace.is_same(other.pace)
            && self.progress == other.progress
    }
}

/// The bits of a position: equal ones stand for the same position, also if it is NaN.
pub(in crate::fleet) fn bits_of(place: Vec2) -> [u32; 2] {
    place.to_array().map(f32::to_bits)
}

impl WatchedBodies {
    fn get_mut(&mut self, index: u32) -> Option<&mut SeenBody> {
        self.0.get_mut(index as usize)?.as_mut()
    }

    /// Notes a walk. Returns what the game had changed about its bodies before.
    pub(in crate::fleet) fn note(&mut self, mut walk: WatchedWalk) -> BodyChangesOfWalk {
        walk.rows.sort_unstable_by_key(|&(index, _)| index);
        let mut changes = BodyChangesOfWalk::default();
        let mut before = core::mem::take(&mut self.0);
        for (index, seen) in walk.rows {
            let known = before.get_mut(index as usize).and_then(Option::take);
            if known.is_none_or(|known| !known.is_same(&seen)) {
                changes.seen.push((index, seen));
            }
            self.put(index, seen);
        }
        changes.gone = (0..).zip(before).filter_map(|(index, left)| left.map(|_| index)).collect();
        walk.puts.sort_by_key(|&(index, ..)| index);
        for (index, end, put) in walk.puts {
            if bits_of(end) != bits_of(put) {
                changes.rounded.push((index, put));
            }
            if let Some(body) = self.get_mut(index) {
                body.place = put;
            }
        }
        for (index, progress) in walk.progress {
            self.note_progress(index, progress);
        }
        changes
    }

    /// Notes where an agent is after a walk whose bodies the game writes later.
    pub(in crate::fleet) fn note_move(&mut self, index: u32, place: Vec2, progress: Progress) {
        if let Some(body) = self.get_mut(index) {
            body.place = place;
        }
        self.note_progress(index, progress);
    }

    fn note_progress(&mut self, index: u32, progress: Progress) {
        if let Some(known) = self.get_mut(index).and_then(|body| body.progress.as_mut()) {
            *known = progress;
        }
    }

    pub(super) fn put(&mut self, index: u32, body: SeenBody) {
        let index = index as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, None);
        }
        self.0[index] = Some(body);
    }
}
