//! Keeping the regions in step with an edit.

use super::{
    chunk::{self, MOST, WALL},
    piece_graph::{PieceGraph, TrialChunk},
    split::RegionSplit,
    store::{LABELS_PER_EDIT, Piece, Regions, UNKNOWN},
};
use glam::IVec2;
use smallvec::SmallVec;

impl Regions {
    /// Updates the regions after a cell that was a wall became free, or the other way round.
    ///
    /// Takes O(1), unless regions are split or joined: then it takes the time of [`RegionSplit`].
    pub(crate) fn update(&mut self, cell: IVec2, split: &mut RegionSplit) {
        if self.next_label >= UNKNOWN - LABELS_PER_EDIT {
            self.label_all();
        }
        let (chunk, place) = self.place(cell);
        if let Some(number) = self.number_after_edit(chunk, place) {
            self.pieces[chunk as usize][place] = number;
            return;
        }
        let mut trial = TrialChunk::of(self, chunk);
        trial.turn(place);
        trial.renumber(self);
        let found = trial.pieces;
        let before = self.pieces[chunk as usize];
        // The labels of the new pieces, as far as they change, and the label of the cell itself.
        let mut labels = [UNKNOWN; MOST];
        let mut own = UNKNOWN;
        if before[place] == WALL {
            own = self.join_round(cell, split);
        } else {
            self.split_round(cell, trial, split, &mut labels);
        }
        for (&old, &new) in before.iter().zip(&found).filter(|&(_, &new)| new != WALL) {
            let label = &mut labels[usize::from(new) - 1];
            if *label == UNKNOWN {
                *label = if old == WALL { own } else { self.labels[self.slot(Piece { chunk, number: old })] };
            }
        }
        let count = chunk::count(&found);
        self.make_room(chunk, count as u32);
        self.pieces[chunk as usize] = found;
        let first = self.label_ranges[chunk as usize].first as usize;
        self.labels[first..first + count].copy_from_slice(&labels[..count]);
    }

    /// Gives a new label (region number) to each part of a region that a new wall at `cell` cuts off. The labels of pieces in the
    /// chunk of the wall are written to `labels`, all other labels to `self.labels`. A piece is a connected part within one
    /// chunk.
    fn split_round(
        &mut self,
        cell: IVec2,
        trial: TrialChunk,
        split: &mut RegionSplit,
        labels: &mut [u32; MOST],
    ) {
        let trial = [trial];
        let graph = PieceGraph { regions: self, trial: &trial };
        split.begin(graph);
        for beside in self.beside(cell) {
            if let Some(piece) = self.inside(beside).and_then(|_| graph.piece_at(beside)) {
                split.add_side(graph, piece, 0);
            }
        }
        split.explore(graph);
        let base = self.next_label;
        for (piece, part) in split.split_off() {
            let label = base + part;
            self.next_label = self.next_label.max(label + 1);
            if piece.chunk == trial[0].chunk {
                labels[usize::from(piece.number) - 1] = label;
            } else {
                let slot = self.slot(piece);
                self.labels[slot] = label;
            }
        }
    }

    /// Joins all regions that touch a cell that became free: they all get the label (region number) of the largest of them.
    /// Returns this label, or a new label if no region touches the cell.
    fn join_round(&mut self, cell: IVec2, split: &mut RegionSplit) -> u32 {
        let mut joined: SmallVec<[u32; 8]> = SmallVec::new();
        let graph = PieceGraph::of(self);
        split.begin(graph);
        for beside in self.beside(cell) {
            if let Some(piece) = self.inside(beside).and_then(|_| graph.piece_at(beside)) {
                let label = self.labels[self.slot(piece)];
                if !joined.contains(&label) {
                    joined.push(label);
                    split.add_side(graph, piece, 0);
                }
            }
        }
        if joined.is_empty() {
            self.next_label += 1;
            return self.next_label - 1;
        }
        split.explore(graph);
        // The region that was not searched to its end keeps its label.
        for (piece, _) in split.split_off() {
            let label = self.labels[self.slot(piece)];
            joined.retain(|&mut joined| joined != label);
        }
        let label = joined[0];
        for (piece, _) in split.split_off() {
            let slot = self.slot(piece);
            self.labels[slot] = label;
        }
        label
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{CellRect, CostProfile, DiagonalRule, Grid, Shape, Topology};
    use glam::UVec2;

    /// A plain flood fill over the whole map, by legal steps.
    fn reached(grid: &Grid, from: IVec2, topology: Topology) -> Vec<bool> {
        let free = |index: usize| grid.classes()[index] > 0;
        let mut reached = vec![false; grid.len()];
        let mut frontier: Vec<usize> = grid.index(from).filter(|&from| free(from)).into_iter().collect();
        while let Some(index) = frontier.pop() {
            if !core::mem::replace(&mut reached[index], true) {
                topology.for_each_step(grid.size(), index, free, |next, _| frontier.push(next));
            }
        }
        reached
    }

    fn check(regions: &Regions, grid: &Grid, from: IVec2, topology: Topology) {
        for (index, known) in reached(grid, from, topology).into_iter().enumerate() {
            let cell = grid.cell(index);
            assert_eq!(regions.connected(from, cell), known, "{from} to {cell}, {topology:?}");
        }
    }

    fn any_topology(round: usize) -> Topology {
        Topology::square(DiagonalRule::ALL[round % 4]).with_shape(Shape::ALL[round % 7])
    }

    #[test]
    fn after_any_edits_the_regions_are_what_a_flood_fill_finds() {
        let mut random = fastrand::Rng::with_seed(12);
        for round in 0..280 {
            let topology = any_topology(round);
            let size = UVec2::new(random.u32(1..60), random.u32(1..60));
            let walls = random.u8(10..70);
            let mut grid = Grid::from_fn(size, |_| u8::from(random.u8(0..100) >= walls)).unwrap();
            let passable = CostProfile::default().passable();
            let mut regions = Regions::new(&grid, passable, topology);
            let mut split = RegionSplit::default();
            let any = |random: &mut fastrand::Rng| {
                IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32))
            };
            check(&regions, &grid, any(&mut random), topology);
            for _ in 0..60 {
                let cell = any(&mut random);
                let class = 1 - grid.class(cell).unwrap();
                grid.set_class(cell, class).unwrap();
                regions.update(cell, &mut split);
                check(&regions, &grid, any(&mut random), topology);
            }
        }
    }

    #[test]
    fn after_many_edits_at_once_the_regions_are_what_a_flood_fill_finds() {
        let mut random = fastrand::Rng::with_seed(14);
        for round in 0..280 {
            let topology = any_topology(round);
            let size = UVec2::new(random.u32(1..130), random.u32(1..130));
            let walls = random.u8(10..70);
            let mut grid = Grid::from_fn(size, |_| u8::from(random.u8(0..100) >= walls)).unwrap();
            let mut regions = Regions::new(&grid, CostProfile::default().passable(), topology);
            let mut split = RegionSplit::default();
            for _ in 0..6 {
                let mut cell = || IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
                let [a, b, from, edited] = [(); 4].map(|()| cell());
                // Small ones, too, which leave most of the map as it is.
                let b = if random.bool() { a + (b - a) / 3 } else { b };
                let rect = CellRect { min: a.min(b), max: a.max(b) };
                let before = reached(&grid, from, topology);
                for cell in rect.cells() {
                    grid.set_class(cell, u8::from(random.u8(0..100) >= walls)).unwrap();
                }
                let mark = regions.split_mark();
                regions.update_many(&grid, [rect].into_iter(), &mut split);
                let is_free = |index: &usize| grid.classes()[*index] > 0;
                let now = reached(&grid, from, topology);
                let is_lost = |index: usize| before[index] && !now[index];
                if grid.class(from) != Some(0) && (0..grid.len()).filter(is_free).any(is_lost) {
                    assert_ne!(regions.split_mark(), mark, "whoever relies on a connection looks again");
                }
                // Labels stand for the same regions as those of regions that are found afresh.
                let fresh = Regions::new(&grid, CostProfile::default().passable(), topology);
                let mut known = std::collections::BTreeMap::new();
                for (fresh, label) in (0..grid.len()).map(|index| (fresh.label(index), regions.label(index)))
                {
                    assert_eq!(*known.entry(fresh).or_insert(label), label, "{topology:?}");
                }
                let count = known.len();
                let labels: std::collections::BTreeSet<_> = known.into_values().collect();
                assert_eq!(labels.len(), count, "{topology:?}");
                check(&regions, &grid, from, topology);
                let class = 1 - grid.class(edited).unwrap();
                grid.set_class(edited, class).unwrap();
                regions.update(edited, &mut split);
                check(&regions, &grid, from, topology);
            }
        }
    }

    #[test]
    fn regions_serve_all_topologies_in_which_the_same_cells_are_connected() {
        let grid = Grid::new([20, 20].into(), 1).unwrap();
        let passable = CostProfile::default().passable();
        let all = || {
            Shape::ALL
                .into_iter()
                .flat_map(|shape| DiagonalRule::ALL.map(|rule| Topology::square(rule).with_shape(shape)))
        };
        for (of, asked) in all().flat_map(|of| all().map(move |asked| (of, asked))) {
            let corners = |topology: Topology| {
                !topology.shape().is_hex() && topology.diagonals() == DiagonalRule::Always
            };
            let expected = of.shape() == asked.shape() && corners(of) == corners(asked);
            let regions = Regions::new(&grid, passable, of);
            assert_eq!(regions.serves(passable, asked), expected, "{of:?} {asked:?}");
            assert!(!regions.serves(CostProfile::blocked().passable(), asked));
        }
    }

    #[test]
    fn an_edit_that_splits_nothing_leaves_the_labels_alone() {
        let mut grid = Grid::new([64, 64].into(), 1).unwrap();
        let mut regions = Regions::new(&grid, CostProfile::default().passable(), Topology::default());
        let before = (regions.labels.clone(), regions.next_label);
        for cell in [IVec2::new(5, 5), IVec2::new(15, 20), IVec2::new(16, 20), IVec2::new(31, 31)] {
            grid.set_class(cell, 0).unwrap();
            regions.update(cell, &mut RegionSplit::default());
        }
        assert_eq!((regions.labels, regions.next_label), before);
    }

    #[test]
    fn labels_that_run_out_are_used_again() {
        let mut grid = Grid::from_rows([[1, 1, 1, 1, 1]]).unwrap();
        let mut regions = Regions::new(&grid, CostProfile::default().passable(), Topology::default());
        regions.next_label = UNKNOWN - LABELS_PER_EDIT - 1;
        for x in [1, 3] {
            grid.set_class(IVec2::new(x, 0), 0).unwrap();
            regions.update(IVec2::new(x, 0), &mut RegionSplit::default());
        }
        let labels = [0, 2, 4].map(|index| regions.label(index).unwrap());
        assert!(labels[0] != labels[1] && labels[1] != labels[2] && labels[0] != labels[2]);
        assert!(labels.iter().all(|&label| label < 8), "{labels:?}");
    }

    #[test]
    fn a_split_searches_the_smaller_side_only() {
        // A wall with one gap between a closet and a field of thousands of cells.
        let mut grid = Grid::from_fn([256, 256].into(), |cell| u8::from(cell.x != 2 || cell.y == 9)).unwrap();
        let mut regions = Regions::new(&grid, CostProfile::default().passable(), Topology::default());
        let (gap, field) = (IVec2::new(2, 9), IVec2::new(200, 200));
        let mut split = RegionSplit::default();
        for class in [0, 1, 0] {
            let label = regions.label(grid.index(field).unwrap());
            grid.set_class(gap, class).unwrap();
            regions.update(gap, &mut split);
            assert_eq!(regions.label(grid.index(field).unwrap()), label, "the field keeps its label");
            assert_eq!(regions.connected(IVec2::ZERO, field), class == 1);
            let searched = split.visits.len();
            assert!(searched < 100, "{searched} pieces were looked at, of {}", regions.labels.len());
        }
    }
}
