//! What agents reach over links, from region to region.

use super::nav_map::NavMap;
use crate::{ground::CostProfile, regions::Regions};
use glam::IVec2;
use smallvec::SmallVec;

/// The labels of some regions.
pub(crate) type RegionLabels = SmallVec<[u32; 4]>;

/// Which way links are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Along {
    /// To what can be reached.
    Forward,
    /// To that from which something can be reached.
    Backward,
}

impl NavMap {
    /// Adds to some regions all regions that links lead to from there, or from which links lead there, for the agents of a profile.
    pub(crate) fn follow_links(
        &self,
        profile: &CostProfile,
        regions: &Regions,
        along: Along,
        labels: &mut RegionLabels,
    ) {
        if self.grid.links().is_empty() {
            return;
        }
        let steps = self.region_links(profile, regions).map(|(from, to)| match along {
            Along::Forward => (from, to),
            Along::Backward => (to, from),
        });
        let mut steps: Vec<(u32, u32)> = steps.collect();
        steps.sort_unstable();
        steps.dedup();
        close_over(labels, &steps);
    }

    /// The links and one-way steps between regions: the label of the region where each begins, and of the one where it ends.
    fn region_links<'a>(
        &'a self,
        profile: &'a CostProfile,
        regions: &'a Regions,
    ) -> impl Iterator<Item = (u32, u32)> + 'a {
        let grid = self.seen_by(profile);
        let label = move |cell: IVec2| regions.label(grid.index(cell)?);
        let steps = grid.links().ways(self.topology, profile.passable());
        steps.filter_map(move |(from, to)| label(from).zip(label(to))).filter(|(from, to)| from != to)
    }

    /// Whether a path leads from one cell to another for the agents of a profile. `regions` are those of the profile.
    pub(crate) fn leads(&self, profile: &CostProfile, regions: &Regions, from: IVec2, to: IVec2) -> bool {
        let label = |cell: IVec2| regions.label(self.grid.index(cell)?);
        let Some((from, to)) = label(from).zip(label(to)) else { return false };
        let over_links = || {
            let mut reached = RegionLabels::from_elem(from, 1);
            self.follow_links(profile, regions, Along::Forward, &mut reached);
            reached.contains(&to)
        };
        from == to || over_links()
    }

    /// A number that changes whenever an edit may have cut paths: see [`Regions::split_mark`]. `None` without regions for the profile.
    pub(crate) fn split_mark(&self, profile: &CostProfile) -> Option<u64> {
        let regions = self.regions(profile)?;
        let grid = self.seen_by(profile);
        let is_free = |cell: IVec2| grid.index(cell).is_some_and(|index| regions.label(index).is_some());
        let scramble =
            |mark: u64, word: u64| (mark ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        let note = |mark: u64, kind: u64, cells: [IVec2; 2]| {
            let cells = cells.map(|cell| u64::from(cell.x as u32) << 32 | u64::from(cell.y as u32));
            cells.into_iter().fold(scramble(mark, kind), scramble)
        };
        let is_usable = |[from, to]: [IVec2; 2]| is_free(from) && is_free(to);
        let steps =
            grid.links().steps().iter().map(|step| (1 + u64::from(step.class), [step.from(), step.to()]));
        let bars = grid.links().edges().bars().iter().filter(|bar| profile.cost(bar.class) == 0);
        let bars = bars.map(|bar| (0x1000, [bar.from(), bar.to()]));
        let usable = steps.chain(bars).filter(|&(_, cells)| is_usable(cells));
        let links = usable.fold(0, |mark, (kind, cells)| note(mark, kind, cells));
        Some(regions.split_mark() ^ links)
    }
}

/// Adds to some nodes all nodes that steps lead to from there.
pub(crate) fn close_over<N: Copy + PartialEq>(reached: &mut SmallVec<[N; 4]>, steps: &[(N, N)]) {
    let mut is_growing = true;
    while is_growing {
        is_growing = false;
        for &(from, to) in steps {
            if reached.contains(&from) && !reached.contains(&to) {
                reached.push(to);
                is_growing = true;
            }
        }
    }
}
