//! A lower bound on the cost of paths that may lead over links.

use super::{foot_bound::FootBound, octile::Octile};
use crate::{
    cost::step_units,
    cost_field::CostField,
    ground::{Entrances, entrances},
};
use core::cell::Cell;

/// Lower bounds on the cost of paths over each entrance that a path may use.
///
/// For blocks of cells, the bound remembers which entrances can have the least sum somewhere in the block: mostly none or one.
pub(crate) struct LinkBound {
    /// The way to each entrance, with the bound on the rest of the path from there.
    entrances: Vec<(Octile, u32)>,
    /// The least bound of an entrance: no path over a link costs less.
    least: u32,
    /// The least bound of the entrances that are not in `entrances`.
    elsewhere: u32,
    /// How many entrances one bit of a block stands for.
    per_bit: usize,
    /// How much the cost over open ground may differ between two cells of a block.
    across: u32,
    blocks: Box<[Cell<Block>; BLOCKS]>,
}

/// Which entrances count in a block.
#[derive(Clone, Copy)]
struct Block {
    /// The place of the block.
    number: u64,
    entrances: u64,
}

impl Block {
    const UNKNOWN: Self = Self { number: u64::MAX, entrances: 0 };
}

/// Blocks have sides of this power of two.
const SIDE: u32 = 4;

/// How many blocks are remembered at a time.
const BLOCKS: usize = 256;

impl LinkBound {
    pub(super) fn new(field: &CostField, afoot: &FootBound, start: (usize, usize)) -> Self {
        let open_ground = Octile::new(field, (0, 0));
        let at = |[x, y]: [u32; 2]| (x as usize, y as usize);
        // No cell costs less than the cheapest.
        let onto = step_units(field.topology().lengths().straight().into(), field.cheapest());
        let links = field.crossings().iter().filter(|crossing| crossing.is_link).map(|crossing| {
            let units = u32::try_from(onto + u64::from(crossing.extra)).unwrap_or(u32::MAX);
            (at(crossing.begins), at(crossing.ends), units)
        });
        let Entrances { found, elsewhere } = entrances(
            start,
            links,
            |(x, y)| afoot.over_open_ground(x, y),
            |(x, y), to| open_ground.to(to).of(x, y),
            true,
        );
        let least = found.iter().fold(elsewhere, |least, &(_, rest)| least.min(rest));
        let per_bit = found.len().div_ceil(64).max(1);
        let entrances = found.into_iter().map(|(at, rest)| (open_ground.to(at), rest)).collect();
        let corner = (1 << SIDE) - 1;
        let across = open_ground.of(corner, corner).max(open_ground.to((corner, 0)).of(0, corner));
        let blocks = Box::new([const { Cell::new(Block::UNKNOWN) }; BLOCKS]);
        Self { entrances, least, elsewhere, per_bit, across, blocks }
    }

    /// The least bound of a path without links and of paths over links, from the cell at padded coordinates, without landmarks.
    #[inline]
    pub(super) fn least(&self, afoot: &FootBound, x: usize, y: usize) -> u32 {
        let on_foot = afoot.over_open_ground(x, y);
        if on_foot <= self.least {
            return on_foot;
        }
        let mut bits = self.entrances_of(afoot, x, y);
        let mut least = on_foot.min(self.elsewhere);
        while bits != 0 {
            let first = bits.trailing_zeros() as usize * self.per_bit;
            bits &= bits - 1;
            for (octile, rest) in self.entrances.iter().skip(first).take(self.per_bit) {
                least = least.min(octile.of(x, y).saturating_add(*rest));
            }
        }
        least
    }

    /// The entrances that count in the block of a cell, as bits.
    #[inline]
    fn entrances_of(&self, afoot: &FootBound, x: usize, y: usize) -> u64 {
        let (column, row) = (x >> SIDE, y >> SIDE);
        let number = (row as u64) << 32 | column as u64;
        // Blocks beside each other have different places.
        let place = (row << 4 ^ column) % BLOCKS;
        let known = self.blocks[place].get();
        if known.number == number {
            return known.entrances;
        }
        let entrances = self.find_entrances(afoot, column << SIDE, row << SIDE);
        self.blocks[place].set(Block { number, entrances });
        entrances
    }

    #[cold]
    #[inline(never)]
    fn find_entrances(&self, afoot: &FootBound, x: usize, y: usize) -> u64 {
        let (x, y) = (x + (1 << SIDE) / 2, y + (1 << SIDE) / 2);
        let over = |(octile, rest): &(Octile, u32)| octile.of(x, y).saturating_add(*rest);
        let least = self.entrances.iter().map(over).min().unwrap_or(u32::MAX);
        // Between the middle and any other cell of the block, each of two sums may change by this much.
        let least = least.min(afoot.over_open_ground(x, y)).saturating_add(self.across.saturating_mul(2));
        let counts = self.entrances.iter().enumerate().filter(|(_, entrance)| over(entrance) <= least);
        counts.fold(0, |bits, (nth, _)| bits | 1 << (nth / self.per_bit))
    }
}
