//! The parts into which a region splits. All sides of a new wall are searched in turn, so that the largest part is never searched to its
//! end.

use super::{piece_graph::PieceGraph, store::Piece};

/// Which sides of a new wall are still connected, and which pieces belong to the other sides.
///
/// From each side, a breadth-first search goes out over the pieces, one piece of each side in turn. Two searches that meet continue as one.
/// A search that ends has found a whole part. When a single search is left, it is in the rest of the region, which need not be searched.
/// The time is proportional to the number of sides, times the size of the smaller parts or the length of the path on which the last two
/// searches meet.
///
/// The memory is used again: nothing is allocated once it has grown to what a map needs.
#[derive(Clone, Default, Debug)]
pub(crate) struct RegionSplit {
    /// Indexed by the number of a piece.
    marks: Vec<Visited>,
    epoch: u32,
    /// Every piece that was reached, in the order of the searches.
    pub(super) visits: Vec<Visit>,
    sides: Vec<Side>,
    /// The regions that the sides belong to, each with the number of its searches that have not ended.
    regions: Vec<(u32, u32)>,
}

/// The side from which a piece was reached, if it was reached in this epoch.
#[derive(Clone, Copy, Default, Debug)]
struct Visited {
    epoch: u32,
    side: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    piece: Piece,
    side: u32,
    /// The next visit in the same queue.
    next: u32,
}

/// A side, and its queue within the list of visits.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// The side with which this side was merged; itself if there is none.
    parent: u32,
    /// The index of its region.
    region: u32,
    first: u32,
    last: u32,
    is_exhausted: bool,
}

const NONE: u32 = u32::MAX;

impl RegionSplit {
    /// Removes all sides, and prepares for a graph.
    pub(crate) fn begin(&mut self, graph: PieceGraph) {
        self.visits.clear();
        self.sides.clear();
        self.regions.clear();
        if self.marks.len() < graph.ids() {
            self.marks.resize(graph.ids(), Visited::default());
        }
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.marks.fill(Visited::default());
            self.epoch = 1;
        }
    }

    /// Adds a side of a region, by one of its pieces. Does nothing if the piece is on a side already.
    pub(crate) fn add_side(&mut self, graph: PieceGraph, piece: Piece, region: u32) {
        let id = graph.id(piece);
        if self.marks[id].epoch == self.epoch {
            return;
        }
        let known = self.regions.iter().position(|&(known, _)| known == region);
        let region_index = known.unwrap_or_else(|| {
            self.regions.push((region, 0));
            self.regions.len() - 1
        });
        self.regions[region_index].1 += 1;
        let side = self.sides.len() as u32;
        let region = region_index as u32;
        self.sides.push(Side { parent: side, region, first: NONE, last: NONE, is_exhausted: false });
        self.marks[id] = Visited { epoch: self.epoch, side };
        self.enqueue(side, piece);
    }

    /// Finds out which sides are connected.
    pub(crate) fn explore(&mut self, graph: PieceGraph) {
        let mut under_way = true;
        while under_way {
            under_way = false;
            for side in 0..self.sides.len() as u32 {
                let Side { parent, region, is_exhausted, .. } = self.sides[side as usize];
                if parent == side && !is_exhausted && self.regions[region as usize].1 > 1 {
                    self.expand(graph, side);
                    under_way = true;
                }
            }
        }
        for side in 0..self.sides.len() as u32 {
            self.sides[side as usize].parent = self.root(side);
        }
    }

    fn expand(&mut self, graph: PieceGraph, side: u32) {
        let Side { first, region, .. } = self.sides[side as usize];
        if let Some(&Visit { piece, next, .. }) = self.visits.get(first as usize) {
            self.sides[side as usize].first = next;
            graph.for_each_neighbour(piece, |next| self.reach(graph.id(next), next, side));
        }
        if self.sides[side as usize].first == NONE {
            self.sides[side as usize].is_exhausted = true;
            self.regions[region as usize].1 -= 1;
        }
    }

    fn reach(&mut self, id: usize, piece: Piece, side: u32) {
        let mark = self.marks[id];
        if mark.epoch != self.epoch {
            self.marks[id] = Visited { epoch: self.epoch, side };
            self.enqueue(side, piece);
            return;
        }
        let other = self.root(mark.side);
        if other != side {
            self.merge(side, other);
        }
    }

    fn enqueue(&mut self, side: u32, piece: Piece) {
        let visit = self.visits.len() as u32;
        self.visits.push(Visit { piece, side, next: NONE });
        self.append(side, visit, visit);
    }

    /// Puts a chain of visits at the end of a side's queue.
    fn append(&mut self, side: u32, first: u32, last: u32) {
        let queue = &mut self.sides[side as usize];
        if queue.first == NONE {
            queue.first = first;
        } else {
            self.visits[queue.last as usize].next = first;
        }
        queue.last = last;
    }

    /// Merges two sides whose searches have met: `other` continues as `side`.
    fn merge(&mut self, side: u32, other: u32) {
        let Side { region, first, last, .. } = self.sides[other as usize];
        self.sides[other as usize].parent = side;
        self.regions[region as usize].1 -= 1;
        // A search that has not ended always has pieces in its queue.
        self.append(side, first, last);
    }

    fn root(&self, mut side: u32) -> u32 {
        while self.sides[side as usize].parent != side {
            side = self.sides[side as usize].parent;
        }
        side
    }

    /// Returns whether any region splits into parts.
    pub(crate) fn is_split(&self) -> bool {
        self.sides.iter().any(|side| side.is_exhausted)
    }

    /// Returns whether the region with this number splits into parts.
    pub(crate) fn splits_region(&self, region: u32) -> bool {
        self.sides.iter().any(|side| side.is_exhausted && self.regions[side.region as usize].0 == region)
    }

    /// The part that a piece is in, if it was split off; `None` for the rest of its region.
    pub(crate) fn part_of(&self, graph: PieceGraph, piece: Piece) -> Option<u32> {
        let mark = self.marks[graph.id(piece)];
        (mark.epoch == self.epoch).then(|| self.split_part(mark.side)).flatten()
    }

    fn split_part(&self, side: u32) -> Option<u32> {
        let root = self.sides[side as usize].parent;
        self.sides[root as usize].is_exhausted.then_some(root)
    }

    /// All pieces of the parts that were split off, each with its part.
    pub(crate) fn split_off(&self) -> impl Iterator<Item = (Piece, u32)> {
        self.visits.iter().filter_map(|visit| Some((visit.piece, self.split_part(visit.side)?)))
    }
}
