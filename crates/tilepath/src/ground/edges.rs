//! All walls on the edges of cells, and the steps that they stop.

use super::{
    PLAIN_WEIGHT,
    differing::differing,
    directions::{HEX_DIRECTIONS, STRAIGHT, bit, opposite},
    edge_wall::EdgeWall,
    profile::ClassSet,
    shape::Shape,
    topology::Topology,
};
use glam::IVec2;

/// The walls on the edges of a map. Equal walls may be there several times, as obstacles may.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Edges {
    /// Each wall with how often it is there, in order.
    walls: Vec<(EdgeWall, u32)>,
    /// The steps that walls stop, by the cell where they begin, then by the cell where they end.
    bars: Vec<Bar>,
}

/// A wall on an edge, as it stops steps in one direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Bar {
    from: [i32; 2],
    to: [i32; 2],
    pub(crate) class: u8,
    /// In sixteenths of a tile.
    length: u32,
}

/// How walls on edges stop steps from a cell, or steps to it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct EdgeMask {
    /// The directions in which no step is legal, as a set of bits.
    pub(crate) closed: u8,
    /// Bit n: no diagonal step between the directions n and n + 1 leads past the neighbour in direction n. Bit 4 + n: the same past the
    /// neighbour in direction n + 1.
    pub(crate) ways: u8,
}

impl EdgeMask {
    /// No wall is near.
    pub(crate) const NONE: Self = Self { closed: 0, ways: 0 };
}

impl Bar {
    /// The steps that a wall stops.
    fn of(wall: EdgeWall) -> impl Iterator<Item = Self> {
        let [from, to] = wall.ends().map(|cell| cell.to_array());
        let back = Self { from: to, to: from, class: wall.class(), length: wall.sixteenths() };
        let there = (!wall.is_one_way()).then_some(Self { from, to, ..back });
        [back].into_iter().chain(there)
    }

    pub(crate) const fn from(&self) -> IVec2 {
        IVec2::from_array(self.from)
    }

    pub(crate) const fn to(&self) -> IVec2 {
        IVec2::from_array(self.to)
    }

    /// The same bar on another step.
    pub(super) const fn between(self, from: IVec2, to: IVec2) -> Self {
        Self { from: from.to_array(), to: to.to_array(), ..self }
    }

    /// Whether it changes nothing for agents that have a price for these classes.
    fn is_free(&self, passable: ClassSet) -> bool {
        self.length == 0 && passable.contains(self.class)
    }

    /// What it costs to pass the wall, in units. `straight` is the length of a straight step, `weight` the weight of terrain of the class.
    fn toll(&self, straight: u32, weight: u32) -> u64 {
        (u64::from(weight) * u64::from(self.length) / u64::from(PLAIN_WEIGHT)).saturating_mul(straight.into())
    }
}

impl Edges {
    /// No walls.
    pub(super) const NONE: Self = Self { walls: Vec::new(), bars: Vec::new() };

    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.bars.is_empty()
    }

    /// Each wall, with how often it is there.
    pub(crate) fn walls(&self) -> impl Iterator<Item = (EdgeWall, u32)> {
        self.walls.iter().copied()
    }

    /// All steps that walls stop, by the cell where they begin.
    pub(crate) fn bars(&self) -> &[Bar] {
        &self.bars
    }

    /// The walls that stop the step from a cell to a neighbour.
    #[inline]
    fn between(&self, from: IVec2, to: IVec2) -> &[Bar] {
        let step = (from.to_array(), to.to_array());
        let first = self.bars.partition_point(|bar| (bar.from, bar.to) < step);
        let count = self.bars[first..].iter().take_while(|bar| (bar.from, bar.to) == step).count();
        &self.bars[first..first + count]
    }

    /// Whether agents that have a price for these classes can step straight from a cell to a neighbour, perhaps for a toll.
    pub(crate) fn let_pass(&self, from: IVec2, to: IVec2, passable: ClassSet) -> bool {
        self.between(from, to).iter().all(|bar| passable.contains(bar.class))
    }

    /// Whether nothing stops them, and nothing costs a toll.
    pub(crate) fn are_free(&self, from: IVec2, to: IVec2, passable: ClassSet) -> bool {
        self.between(from, to).iter().all(|bar| bar.is_free(passable))
    }

    /// What agents pay to pass the walls between two cells, in units. `weight` is the weight of terrain of a class, 0 for a wall. `None` if they
    /// can't.
    pub(crate) fn toll(
        &self,
        from: IVec2,
        to: IVec2,
        straight: u32,
        weight: impl Fn(u8) -> u32,
    ) -> Option<u64> {
        // Of several walls of one class the longest counts, which is the last.
        self.between(from, to).chunk_by(|one, next| one.class == next.class).try_fold(0_u64, |toll, bars| {
            let Some(bar) = bars.last() else { return Some(toll) };
            let weight = Some(weight(bar.class)).filter(|&weight| weight > 0)?;
            Some(toll.saturating_add(bar.toll(straight, weight)))
        })
    }

    /// How walls stop steps from a cell, or steps to it if `enters`, for agents that have a price for these classes. `with_toll`: straight steps
    /// that cost a toll are legal.
    pub(crate) fn mask(
        &self,
        shape: Shape,
        cell: IVec2,
        passable: ClassSet,
        enters: bool,
        with_toll: bool,
    ) -> EdgeMask {
        if self.is_empty() {
            return EdgeMask::NONE;
        }
        let stops = |from: IVec2, to: IVec2, with_toll: bool| {
            let (from, to) = if enters { (to, from) } else { (from, to) };
            !if with_toll { self.let_pass(from, to, passable) } else { self.are_free(from, to, passable) }
        };
        let next = |direction: usize| shape.neighbour(cell, direction);
        let mut mask = EdgeMask::NONE;
        for direction in straight(shape) {
            mask.closed |= u8::from(stops(cell, next(direction), with_toll)) << direction;
        }
        if !shape.is_hex() {
            for first in 0..4 {
                let end = next(4 + first);
                for (side, direction) in [(0, first), (4, (first + 1) % 4)] {
                    let beside = next(direction);
                    let is_stopped = stops(cell, beside, false) || stops(beside, end, false);
                    mask.ways |= u8::from(is_stopped) << (first + side);
                }
            }
        }
        mask
    }

    /// Whether any wall stands between two neighbours, or at the corner in which they meet.
    pub(crate) fn stand_beside(&self, shape: Shape, from: IVec2, to: IVec2) -> bool {
        let sides = shape.beside_step(from, to);
        let stands = |one: IVec2, other: IVec2| {
            one != other && !(self.between(one, other).is_empty() && self.between(other, one).is_empty())
        };
        stands(from, to) || sides.into_iter().any(|side| stands(from, side) || stands(side, to))
    }

    /// Whether walls let agents that have a price for these classes step from a cell to a neighbour, whatever cells are free. A diagonal step is
    /// one of [`DiagonalRule::Always`](super::DiagonalRule::Always).
    pub(crate) fn let_step(&self, shape: Shape, from: IVec2, to: IVec2, passable: ClassSet) -> bool {
        let Some(direction) = shape.direction(from, to) else { return false };
        match shape.passed(from, direction) {
            None => self.let_pass(from, to, passable),
            Some(sides) => sides
                .into_iter()
                .all(|side| self.are_free(from, side, passable) && self.are_free(side, to, passable)),
        }
    }

    /// The steps that lead one way for agents that have a price for these classes: a wall stops the step back.
    pub(crate) fn one_way_steps(
        &self,
        topology: Topology,
        passable: ClassSet,
    ) -> impl Iterator<Item = (IVec2, IVec2)> {
        let (shape, has_corners) = (topology.shape(), topology.connects_corners());
        let stopped = self.bars.iter().filter(move |bar| !bar.is_free(passable));
        let around = stopped.flat_map(move |bar| {
            let (from, to) = (bar.from(), bar.to());
            let corners = corners_beside(shape, from, to)
                .flat_map(move |[first, second]| [(first, to), (second, from)]);
            let diagonals =
                corners.filter(move |_| has_corners).flat_map(|(one, other)| [(one, other), (other, one)]);
            [(to, from)].into_iter().chain(diagonals)
        });
        around.filter(move |&(from, to)| {
            self.let_step(shape, from, to, passable) && !self.let_step(shape, to, from, passable)
        })
    }

    /// Adds a wall. Returns how many are there now that are like this.
    pub(crate) fn add(&mut self, wall: EdgeWall) -> u32 {
        match self.walls.binary_search_by_key(&wall, |&(known, _)| known) {
            Ok(at) => {
                self.walls[at].1 = self.walls[at].1.saturating_add(1);
                self.walls[at].1
            }
            Err(at) => {
                self.walls.insert(at, (wall, 1));
                for bar in Bar::of(wall) {
                    let place = self.bars.partition_point(|known| *known < bar);
                    self.bars.insert(place, bar);
                }
                1
            }
        }
    }

    /// Removes a wall. Returns how many are left that are like this. `None` if there was none.
    pub(crate) fn remove(&mut self, wall: EdgeWall) -> Option<u32> {
        let at = self.walls.binary_search_by_key(&wall, |&(known, _)| known).ok()?;
        let left = self.walls[at].1 - 1;
        self.walls[at].1 = left;
        if left == 0 {
            self.walls.remove(at);
            for bar in Bar::of(wall) {
                if let Ok(place) = self.bars.binary_search(&bar) {
                    self.bars.remove(place);
                }
            }
        }
        Some(left)
    }

    /// The walls of a save, in order.
    #[cfg(feature = "serde")]
    pub(super) fn of(walls: Vec<(EdgeWall, u32)>) -> Self {
        let mut bars: Vec<Bar> = walls.iter().flat_map(|&(wall, _)| Bar::of(wall)).collect();
        bars.sort_unstable();
        Self { walls, bars }
    }

    /// How bodies wider than a cell meet these walls: as bars between places.
    ///
    /// A step of a body is stopped if a wall stops the step of a cell that it covers. And no body moves sideways onto a wall, so that it would
    /// stand on both of its sides. For walls of one class that it meets in one step it pays the longest, and for each wall only once.
    ///
    /// `places_over` lists the places at which a body covers a cell, `covers(place, cell)` says whether it does.
    pub(super) fn met_by<P: Iterator<Item = IVec2>>(
        &self,
        shape: Shape,
        is_on_map: impl Fn(IVec2) -> bool,
        places_over: impl Fn(IVec2) -> P,
        covers: impl Fn(IVec2, IVec2) -> bool,
    ) -> Self {
        let mut bars = Vec::new();
        for bar in &self.bars {
            let (from, to) = (bar.from(), bar.to());
            let is_met = shape.have_edge(from, to) && (is_on_map(from) || is_on_map(to));
            let Some(ahead) = shape.direction(from, to).filter(|_| is_met) else { continue };
            for place in places_over(from) {
                let step = bar.between(place, shape.neighbour(place, ahead));
                if !covers(place, to) {
                    bars.push(step);
                    continue;
                }
                bars.push(Bar { length: 0, ..step });
                for direction in straight(shape).filter(|&direction| !matches!(direction ^ ahead, 0 | 2)) {
                    let before = shape.neighbour(place, opposite(direction));
                    if !covers(before, from) || !covers(before, to) {
                        bars.push(bar.between(before, place));
                    }
                }
            }
        }
        bars.sort_unstable();
        // The longest is the last.
        bars.reverse();
        bars.dedup_by_key(|bar| (bar.from, bar.to, bar.class));
        bars.reverse();
        Self { walls: Vec::new(), bars }
    }

    /// The steps that are stopped here and not by `other`, or not in the same way: from where to where.
    pub(crate) fn without(&self, other: &Self) -> impl Iterator<Item = (IVec2, IVec2)> {
        let differs = |bar: &&Bar| self.between(bar.from(), bar.to()) != other.between(bar.from(), bar.to());
        let (bars, _) = differing(&self.bars, &other.bars);
        bars.iter().filter(differs).map(|bar| (bar.from(), bar.to()))
    }
}

impl Shape {
    /// Whether two cells have an edge in common.
    pub(crate) fn have_edge(self, one: IVec2, other: IVec2) -> bool {
        self.direction(one, other)
            .is_some_and(|direction| straight(self).any(|straight| straight == direction))
    }
}

/// The two corners at the ends of the edge between two neighbours: at each of them the other two cells, first the one beside `from`. None on
/// hexagons.
pub(super) fn corners_beside(shape: Shape, from: IVec2, to: IVec2) -> impl Iterator<Item = [IVec2; 2]> {
    let ahead = shape.direction(from, to).filter(|&ahead| ahead < 4 && !shape.is_hex());
    ahead.into_iter().flat_map(move |ahead| {
        [(ahead + 1) % 4, (ahead + 3) % 4].map(|side| [from, to].map(|cell| shape.neighbour(cell, side)))
    })
}

/// The directions in which cells have an edge in common with a neighbour.
fn straight(shape: Shape) -> impl Iterator<Item = usize> {
    let directions = if shape.is_hex() { HEX_DIRECTIONS } else { STRAIGHT };
    (0..8).filter(move |&direction| directions & bit(direction) != 0)
}
