//! The crowds of all patches, and the danger that they have put on the map.

#![expect(
    clippy::indexing_slicing,
    reason = "the numbers of patches come from `Patches`, and `begin` makes room for all of them"
)]

use super::patches::Patches;
use crate::{
    ground::{CellRect, DangerStamp, Falloff},
    map::{MapEdits, NavMap},
};
use core::cmp::Reverse;
use glam::IVec2;

/// Makes danger where many agents are, so that agents spread over several routes. The danger fades when the crowd has left.
///
/// At regular times: [`begin`](Self::begin), [`count`](Self::count) each agent that is on its way, [`spread`](Self::spread).
///
/// 1. The map is divided into patches of some cells along a side. The number of agents in each patch is averaged over time, with a half-life:
///    a queue causes more danger than a fast crowd of the same size.
/// 2. The danger in the middle of a patch is `per_agent` × (average − 1) / cells that are not walls, and fades linearly to 0 over the side of a
///    patch. A single agent causes none.
/// 3. The danger on the map is 0, 1, 2, 4, 8 and so on up to 2048 tiles of detour. It rises when the computed danger reaches a higher one of
///    these values, and falls when the computed danger is less than half of the present value: a small change of the crowd changes nothing.
///    One call changes at most 64 patches, those with the greatest change.
///
/// ```
/// use glam::IVec2;
/// use tilepath::{Grid, NavMap, Topology, congestion::CrowdDanger};
/// let mut map = NavMap::new(Grid::new([30, 30].into(), 1)?, Topology::default());
/// let mut crowds = CrowdDanger::default();
/// crowds.begin(&mut map, 1, 3);
/// (0..20).for_each(|_| crowds.count(IVec2::new(10, 10)));
/// crowds.spread(&mut map, 4.0, 0.0);
/// assert_eq!(crowds.danger_at(map.id(), 1, IVec2::new(10, 10)), 8 * 16); // 4 · 19 / 9 tiles of detour
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct CrowdDanger {
    /// What the patches were made for; if it changes, everything begins anew.
    pub(super) basis: Option<Basis>,
    /// What a level adds to the one below.
    pub(super) stamps: Vec<DangerStamp>,
    pub(super) patches: Vec<Patch>,
    /// The patches that are not empty: where agents were counted, or danger has not faded yet.
    pub(super) active: Vec<u32>,
    /// Scratch: how wrong each patch is that has another level now, and that level.
    changes: Vec<(Reverse<u8>, u32, u8)>,
    /// The seconds since the last count.
    pub(super) elapsed: f32,
}

/// What the patches are made for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Basis {
    /// The id of the map.
    pub(super) map: u64,
    pub(super) layer: usize,
    /// The cells of the map.
    pub(super) bounds: CellRect,
    pub(super) patches: Patches,
}

/// One patch.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Patch {
    /// The agents of the last count.
    pub(super) count: u32,
    /// The number of agents, averaged over time.
    pub(super) average: f32,
    /// The level of the danger on the map.
    pub(super) level: u8,
    /// Whether it is in the list of active patches.
    pub(super) is_active: bool,
}

impl Patch {
    fn is_empty(&self) -> bool {
        self.level == 0 && self.average == 0.0
    }
}

/// The most patches that may change in one count. The log of a map keeps 256 edits apart; with more, everything would count as changed.
const MOST_CHANGES: usize = 64;

/// An average below this is none.
const LEAST_AVERAGE: f32 = 1.0 / 64.0;

impl CrowdDanger {
    /// Lets some seconds pass. Returns whether `interval` seconds have passed since the last count.
    pub fn is_due(&mut self, interval: f32, seconds: f32) -> bool {
        self.elapsed += seconds;
        self.basis.is_none() || self.elapsed >= interval
    }

    /// Forgets everything if the map with the danger is no longer the map with this [id](NavMap::id).
    pub fn keep_to(&mut self, map: Option<u64>) {
        if self.basis.is_some_and(|basis| Some(basis.map) != map) {
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.basis = None;
        self.elapsed = 0.0;
        self.patches.clear();
        self.active.clear();
    }

    /// Takes all danger off the map. Returns whether the map changed.
    pub fn clear(&mut self, map: &mut NavMap) -> bool {
        let Some(basis) = self.basis else { return false };
        let before = map.revision();
        map.edit(|edits| {
            for &patch in &self.active {
                let level = &mut self.patches[patch as usize].level;
                set_level(edits, &basis, &self.stamps, (patch, *level), 0);
            }
        });
        self.forget();
        map.revision() != before
    }

    /// Makes ready for a count, for danger on this layer, in patches of `side` × `side` cells. Returns whether the map changed: the danger of
    /// another layer or of other patches is taken off.
    pub fn begin(&mut self, map: &mut NavMap, layer: usize, side: u32) -> bool {
        let bounds = map.grid().bounds();
        let patches = Patches::of(bounds, map.topology().shape(), side);
        let basis = Basis { map: map.id(), layer, bounds, patches };
        let mut changed = false;
        if self.basis != Some(basis) {
            changed = self.clear(map);
            self.basis = Some(basis);
            self.stamps = stamps(side as f32);
            self.patches.resize(patches.count(), Patch::default());
        }
        for &patch in &self.active {
            self.patches[patch as usize].count = 0;
        }
        changed
    }

    /// The danger that crowds have put on a cell of a layer of a map, in sixteenths of a tile.
    #[must_use]
    pub fn danger_at(&self, map: u64, layer: usize, cell: IVec2) -> u32 {
        let basis = self.basis.filter(|basis| (basis.map, basis.layer) == (map, layer));
        let Some(Basis { patches, .. }) = basis else { return 0 };
        let danger_of = |patch: usize| {
            let stamps = &self.stamps[..usize::from(self.patches[patch].level)];
            let middle = patches.middle(patch).unwrap_or(IVec2::MAX);
            stamps.iter().map(|stamp| stamp.units_at(patches.shape(), middle, cell)).sum::<u32>()
        };
        patches.around(cell).map(danger_of).sum()
    }

    /// Counts an agent in a cell. A cell outside the map does not count.
    pub fn count(&mut self, cell: IVec2) {
        let Some(index) = self.basis.and_then(|basis| basis.patches.index(cell)) else { return };
        let patch = &mut self.patches[index];
        patch.count += 1;
        if !patch.is_active {
            patch.is_active = true;
            self.active.push(index as u32);
        }
    }

    /// Brings the averages in step with the count, and the danger on the map with the averages. `per_agent` is the danger of a crowd with one
    /// agent on each cell, in tiles of detour; `half_life` is in seconds, and with 0 only this count matters. Returns whether the map changed.
    pub fn spread(&mut self, map: &mut NavMap, per_agent: f32, half_life: f32) -> bool {
        let Some(basis) = self.basis else { return false };
        // The share of the past. Without a half-life, there is none.
        let past = if half_life > 0.0 { share_after(self.elapsed / half_life) } else { 0.0 };
        self.elapsed = 0.0;
        // Agents are counted in no order that a game could know.
        self.active.sort_unstable();
        self.changes.clear();
        for &index in &self.active {
            let patch = &mut self.patches[index as usize];
            let count = patch.count as f32;
            patch.average = count + (patch.average - count) * past;
            if patch.count == 0 && patch.average < LEAST_AVERAGE {
                patch.average = 0.0;
            }
            let others = patch.average - 1.0;
            let danger = match others > 0.0 {
                true => {
                    let open = basis.patches.open_cells(index as usize, map.grid()).max(1);
                    per_agent * others / open as f32
                }
                false => 0.0,
            };
            let level = level_from(patch.level, danger);
            if level != patch.level {
                self.changes.push((Reverse(level.abs_diff(patch.level)), index, level));
            }
        }
        self.changes.sort_unstable();
        self.changes.truncate(MOST_CHANGES);
        // Edits of one kind side by side.
        let Self { changes, patches, stamps, active, .. } = self;
        changes.sort_unstable_by_key(|&(_, index, level)| (level < patches[index as usize].level, index));
        let before = map.revision();
        map.edit(|edits| {
            for &(_, index, level) in &*changes {
                let patch = &mut patches[index as usize];
                patch.level = set_level(edits, &basis, stamps, (index, patch.level), level);
            }
        });
        active.retain(|&index| {
            let patch = &mut patches[index as usize];
            patch.is_active = !patch.is_empty();
            patch.is_active
        });
        map.revision() != before
    }
}

/// The square root of 1/2, the root of that, and so on, in 2³²ths: what is left after 1/2, 1/4, … of a half-life.
const ROOTS: [u64; 16] = {
    let mut roots = [(1_u64 << 63).isqrt(); 16];
    let mut nth = 1;
    while nth < roots.len() {
        roots[nth] = (roots[nth - 1] << 32).isqrt();
        nth += 1;
    }
    roots
};

/// The share that is left after this many half-lives, by integers: `exp2` differs from machine to machine.
fn share_after(half_lives: f32) -> f32 {
    let steps = (half_lives * 65_536.0) as u32;
    let whole = steps >> 16;
    let nth_bit = |nth: usize| (steps >> (15 - nth)) & 1 == 1;
    let roots = ROOTS.iter().enumerate().filter(|&(nth, _)| nth_bit(nth));
    let share = roots.fold(1_u64 << 32, |share, (_, root)| (share * root) >> 32);
    share.checked_shr(whole).unwrap_or(0) as f32 / (1_u64 << 32) as f32
}

/// Gives a patch another level. Returns the level that it has then: a layer that is full takes no more.
fn set_level(edits: &mut MapEdits, basis: &Basis, stamps: &[DangerStamp], patch: (u32, u8), level: u8) -> u8 {
    let (patch, old) = patch;
    let Some(middle) = basis.patches.middle(patch as usize) else { return old };
    let [low, high] = [old.min(level), old.max(level)].map(usize::from);
    for (nth, stamp) in stamps[low..high].iter().enumerate() {
        if level < old {
            // It was added, so it is there.
            let _ = edits.remove_danger(basis.layer, stamp, middle);
        } else if edits.add_danger(basis.layer, stamp, middle).is_err() {
            return old + nth as u8;
        }
    }
    level
}

/// The highest level, of 2048 tiles.
pub(super) const HIGHEST: u8 = 12;

/// The danger of a level, in tiles of detour: 0, 1, 2, 4, 8, …
fn danger_of(level: u8) -> f32 {
    if level == 0 { 0.0 } else { f32::from(1_u16 << (level - 1)) }
}

/// The level of a danger, seen from the level so far: one that has risen to the next level, or fallen by a whole one.
fn level_from(current: u8, danger: f32) -> u8 {
    if danger < danger_of(1) / 2.0 {
        return 0;
    }
    let reached = (1..=HIGHEST).take_while(|&level| danger_of(level) <= danger).count() as u8;
    current.clamp(reached, reached + 1)
}

/// What each level adds to the one below, spread around the middle of a patch: the patches around one at the same level fill each
/// other up.
pub(super) fn stamps(radius: f32) -> Vec<DangerStamp> {
    let step = |level| danger_of(level) - danger_of(level - 1);
    // A radius that was checked and the steps above are in range.
    (1..=HIGHEST).filter_map(|level| DangerStamp::new(radius, step(level), Falloff::Linear).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_life_leaves_half_and_a_fraction_its_power() {
        assert_eq!([0.0, 1.0, 2.0, 5.0].map(share_after), [1.0, 0.5, 0.25, 1.0 / 32.0]);
        for nth in 0..4_000_u16 {
            let half_lives = f32::from(nth) / 333.0;
            let (share, exact) = (share_after(half_lives), (-half_lives).exp2());
            assert!((share - exact).abs() < 2e-5, "{half_lives}: {share} {exact}");
        }
        assert_eq!([1e9, f32::INFINITY, f32::MAX].map(share_after), [0.0; 3]);
    }
}
