//! A lower bound on the cost of paths that may lead over links.

use super::{foot_bound::FootBound, octile::Octile};
use crate::{
    cost_field::{CostField, LinkTable, smaller},
    ground::{Entrances, entrances},
};
use core::cell::Cell;

/// Lower bounds on the cost of paths over each entrance that a path may use.
///
/// For blocks of cells, the bound remembers which entrances can have the least sum somewhere in the block: mostly none or one.
pub(crate) struct LinkBound {
    open_ground: Octile,
    entrances: Entrances<[u32; 2]>,
    groups: Vec<Group>,
    /// The least bound of an entrance: no path over a link costs less.
    least: u32,
    /// How much the cost over open ground may differ between two cells of a block.
    across: u32,
    blocks: [Cell<Block>; BLOCKS],
}

/// Up to 64 entrances, rounded: the padded coordinates of each, and the bound on the rest of a path from there. If there are fewer, the other bounds
/// are infinite.
struct Group {
    x: [f32; 64],
    y: [f32; 64],
    rest: [f32; 64],
}

impl Group {
    fn of(entrances: &[([u32; 2], u32)]) -> Self {
        let mut group = Self { x: [0.0; 64], y: [0.0; 64], rest: [f32::INFINITY; 64] };
        for (nth, &([x, y], rest)) in entrances.iter().enumerate() {
            (group.x[nth], group.y[nth], group.rest[nth]) = (x as f32, y as f32, rest as f32);
        }
        group
    }
}

/// Which entrances count in a block.
#[derive(Clone, Copy)]
struct Block {
    /// The place of the block.
    number: u64,
    /// A bit stands for the entrances of its number in all groups.
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
        let to_goal = |[x, y]: [u32; 2]| afoot.over_open_ground(x as usize, y as usize);
        let between = |from, to| open_ground.between(from, to);
        let (table, start) = (field.link_table(between), [start.0 as u32, start.1 as u32]);
        let entrances = if table.is_complete() {
            tabled_entrances(table, start, to_goal, between)
        } else {
            let links = table.links().iter().map(|link| (link.begins, link.ends, link.cost));
            entrances(start, links, to_goal, between, true)
        };
        let least = entrances.found.iter().fold(entrances.elsewhere, |least, &(_, rest)| least.min(rest));
        let groups = entrances.found.chunks(64).map(Group::of).collect();
        let corner = (1 << SIDE) - 1;
        let across = between([0, 0], [corner; 2]).max(between([corner, 0], [0, corner]));
        let blocks = [const { Cell::new(Block::UNKNOWN) }; BLOCKS];
        Self { open_ground, entrances, groups, least, across, blocks }
    }

    /// The least bound of a path without links and of paths over links, from the cell at padded coordinates, without landmarks.
    #[inline]
    pub(super) fn least(&self, afoot: &FootBound, x: usize, y: usize) -> u32 {
        let on_foot = afoot.over_open_ground(x, y);
        if on_foot <= self.least {
            return on_foot;
        }
        let mut bits = self.entrances_of(afoot, x, y);
        let mut least = on_foot.min(self.entrances.elsewhere);
        while bits != 0 {
            let first = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            for &(entrance, rest) in self.entrances.found.iter().skip(first).step_by(64) {
                let walk = self.open_ground.between([x as u32, y as u32], entrance);
                least = least.min(walk.saturating_add(rest));
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
        let (middle, open_ground) = ([x as f32, y as f32], self.open_ground.to((0, 0)));
        let mut sums = [f32::INFINITY; 64];
        for group in &self.groups {
            let entrances = group.x.iter().zip(&group.y).zip(&group.rest);
            for (sum, ((&x, &y), rest)) in sums.iter_mut().zip(entrances) {
                let over = open_ground.rounded(middle, [x, y]) + rest;
                *sum = if over < *sum { over } else { *sum };
            }
        }
        let on_foot = afoot.over_open_ground(x, y).min(self.entrances.elsewhere) as f32;
        let least = sums.iter().fold(on_foot, |least, &sum| if sum < least { sum } else { least });
        // Between the middle and any other cell of the block, each of two sums may change by `across`. One in ten thousand is far more than what
        // rounding may change.
        let most = (least + 2.0 * self.across as f32) * 1.0001;
        sums.iter().enumerate().fold(0, |bits, (nth, &sum)| bits | u64::from(sum <= most) << nth)
    }
}

/// Where a path from `start` to the goals may leave the ground for a link. `to_goal` and `between` are distances over open ground. The result is that
/// of [`entrances`], but that more entrances may be left out.
///
/// Only links that end nearer to a goal than the start is are compared with all others.
fn tabled_entrances(
    table: &LinkTable,
    start: [u32; 2],
    to_goal: impl Fn([u32; 2]) -> u32,
    between: impl Fn([u32; 2], [u32; 2]) -> u32,
) -> Entrances<[u32; 2]> {
    let links = table.links();
    let capped = |units: u32| units.min(LinkTable::MOST);
    let mut from_start = capped(to_goal(start));
    let mut exits: Vec<(u32, usize)> = Vec::new();
    // A path that ends with a link that is not compared costs no less from where the link begins.
    let mut elsewhere = LinkTable::MOST;
    for (nth, link) in links.iter().enumerate() {
        let rest = capped(to_goal(link.ends));
        let over = rest + link.cost;
        // Otherwise no path needs to end with the link: from where it begins, walking costs no more.
        if over < to_goal(link.begins) {
            if over < from_start {
                exits.push((rest, nth));
            } else {
                elsewhere = elsewhere.min(over);
            }
        }
    }
    let Some(nearest) = (0..exits.len()).min_by_key(|&at| exits[at].0) else {
        return Entrances { found: Vec::new(), elsewhere };
    };
    let walks: Vec<u32> = links.iter().map(|link| capped(between(start, link.begins))).collect();
    let mut rests = vec![LinkTable::MOST; links.len()];
    let mut end_with = |(distance, last): (u32, usize), from_start: &mut u32| {
        for ((rest, walk), cost) in rests.iter_mut().zip(&walks).zip(table.ending_with(last)) {
            *rest = smaller(*rest, cost + distance);
            *from_start = smaller(*from_start, *rest + walk);
        }
    };
    // Mostly, the nearest exit rules most others out.
    end_with(exits.swap_remove(nearest), &mut from_start);
    let is_near = |(distance, last): (u32, usize), from_start| distance + links[last].cost < from_start;
    exits.sort_unstable();
    for exit in exits {
        if is_near(exit, from_start) {
            end_with(exit, &mut from_start);
        } else {
            elsewhere = elsewhere.min(exit.0 + links[exit.1].cost);
        }
    }
    let farther =
        links.iter().zip(&rests).filter(|&(link, &rest)| rest >= from_start && rest < to_goal(link.begins));
    elsewhere = farther.fold(elsewhere, |least, (_, &rest)| least.min(rest));
    let near = links.iter().enumerate().filter(|&(nth, _)| rests[nth] < from_start);
    let useful =
        near.filter(|&(nth, link)| !table.is_beaten(nth, &rests) && rests[nth] < to_goal(link.begins));
    let found = useful.map(|(nth, link)| (link.begins, rests[nth])).collect();
    Entrances { found, elsewhere }
}
