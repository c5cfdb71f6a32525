//! The cheapest ways from link to link, over open ground.

use std::sync::OnceLock;

/// Lower bounds on the cost of paths from where one link begins to where another ends.
///
/// What ends with one link is found when a search asks for it, and then kept until links change.
#[derive(Clone, Debug)]
pub(crate) struct LinkTable {
    links: Vec<TabledLink>,
    /// For each link, the cost over open ground of crossing each other link and of walking from there to where this one begins. Empty if there are
    /// too many links.
    hops: Vec<u32>,
    /// For each link, the nearest other links: the number of each, and the cost over open ground from begin to begin. If there are fewer, the other
    /// places hold the link itself.
    beside: Vec<[(u32, u32); BESIDE]>,
    /// For each link, the cost from where each other link begins, of a path that ends with this link.
    ending_with: Vec<OnceLock<Box<[u32]>>>,
}

/// A link in a [`LinkTable`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct TabledLink {
    /// The padded coordinates of the cells where it begins and where it ends.
    pub(crate) begins: [u32; 2],
    pub(crate) ends: [u32; 2],
    /// What it costs at least, up to [`LinkTable::MOST`].
    pub(crate) cost: u32,
}

/// Of how many links beside it a table knows the distance.
const BESIDE: usize = 8;

impl LinkTable {
    /// More links than this are not compared with each other: memory and time grow with the square.
    const MOST_COMPARED: usize = 512;

    /// The greatest number of a table, which stands for all greater ones. Two of them have a sum that is no negative `i32`.
    pub(crate) const MOST: u32 = u32::MAX >> 2;

    /// The table of some links, with a lower bound on the cost between any two cells.
    pub(super) fn new(links: Vec<TabledLink>, between: impl Fn([u32; 2], [u32; 2]) -> u32) -> Self {
        let walk = |from: &TabledLink, to: &TabledLink| {
            (between(from.ends, to.begins).min(Self::MOST) + from.cost).min(Self::MOST)
        };
        let compared = if links.len() <= Self::MOST_COMPARED { &links[..] } else { &[] };
        let hops = compared.iter().flat_map(|to| compared.iter().map(|from| walk(from, to))).collect();
        let beside = compared.iter().enumerate();
        let beside = beside.map(|(nth, at)| nearest(compared, nth, |link| between(at.begins, link.begins)));
        let beside = beside.collect();
        let ending_with = vec![OnceLock::new(); compared.len()];
        Self { links, hops, beside, ending_with }
    }

    pub(crate) fn links(&self) -> &[TabledLink] {
        &self.links
    }

    /// Whether the table knows what ends with each link.
    pub(crate) const fn is_complete(&self) -> bool {
        self.ending_with.len() == self.links.len()
    }

    /// Whether it costs no more to walk to where a link beside begins and to go on with that one, than to begin with this link. `rests` says what it
    /// costs to begin with each. Of links that are as good, one is not beaten.
    pub(crate) fn is_beaten(&self, nth: usize, rests: &[u32]) -> bool {
        self.beside[nth].iter().any(|&(other, walk)| {
            let over_other = rests[other as usize].saturating_add(walk);
            over_other < rests[nth] || over_other == rests[nth] && (walk > 0 || (other as usize) < nth)
        })
    }

    /// For each link, the least cost of a path that begins with it and ends with this one.
    pub(crate) fn ending_with(&self, last: usize) -> &[u32] {
        self.ending_with[last].get_or_init(|| self.find_ending_with(last))
    }

    /// By Dijkstra's algorithm, backwards from the last link.
    fn find_ending_with(&self, last: usize) -> Box<[u32]> {
        let count = self.links.len();
        let mut costs = vec![Self::MOST; count];
        let mut open = costs.clone();
        (costs[last], open[last]) = (self.links[last].cost, self.links[last].cost);
        loop {
            let least = open.iter().fold(Self::MOST, |least, &cost| smaller(least, cost));
            let nearest = open.iter().position(|&cost| cost == least && cost < Self::MOST);
            let Some(nearest) = nearest else { return costs.into() };
            open[nearest] = Self::MOST;
            let hops = &self.hops[nearest * count..][..count];
            for ((cost, open), hop) in costs.iter_mut().zip(&mut open).zip(hops) {
                let through = hop + least;
                // All bits are set if the cost falls.
                let falls = ((through as i32 - *cost as i32) >> 31) as u32;
                *open ^= (*open ^ through) & falls;
                *cost = smaller(*cost, through);
            }
        }
    }
}

/// The links nearest to one of them, each with the distance.
fn nearest(links: &[TabledLink], nth: usize, distance: impl Fn(&TabledLink) -> u32) -> [(u32, u32); BESIDE] {
    let mut nearest = [(nth as u32, u32::MAX); BESIDE];
    for (other, link) in links.iter().enumerate().filter(|&(other, _)| other != nth) {
        let away = distance(link);
        if away < nearest[BESIDE - 1].1 {
            let place = nearest.partition_point(|&(_, nearer)| nearer <= away);
            nearest[place..].rotate_right(1);
            nearest[place] = (other as u32, away);
        }
    }
    nearest
}

/// The smaller one of two numbers that are no negative `i32`: of these, processors find several at a time.
#[inline(always)]
pub(crate) fn smaller(one: u32, other: u32) -> u32 {
    (one as i32).min(other as i32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_lead_over_several_links_and_no_cost_exceeds_the_greatest() {
        let mut random = fastrand::Rng::with_seed(5);
        for count in 1..20_usize {
            let mut cell = || [random.u32(0..100), random.u32(0..100)];
            let mut link =
                |nth: usize| TabledLink { begins: cell(), ends: cell(), cost: 10 + 7 * nth as u32 };
            let mut links: Vec<TabledLink> = (0..count).map(&mut link).collect();
            links[0].cost = LinkTable::MOST;
            let between =
                |[x, y]: [u32; 2], [to_x, to_y]: [u32; 2]| 10 * (x.abs_diff(to_x) + y.abs_diff(to_y));
            let table = LinkTable::new(links.clone(), between);
            // Floyd and Warshall.
            let mut costs = vec![vec![u64::MAX / 4; count]; count];
            for (from, one) in links.iter().enumerate() {
                for (to, other) in links.iter().enumerate() {
                    let [one_cost, other_cost] = [one, other].map(|link| u64::from(link.cost));
                    let walk = u64::from(between(one.ends, other.begins));
                    costs[from][to] = if from == to { one_cost } else { one_cost + walk + other_cost };
                }
            }
            for by in 0..count {
                for from in 0..count {
                    for to in 0..count {
                        let by_cost = u64::from(links[by].cost);
                        let through = costs[from][by] + costs[by][to] - by_cost;
                        costs[from][to] = costs[from][to].min(through);
                    }
                }
            }
            for (last, from) in (0..count).flat_map(|last| (0..count).map(move |from| (last, from))) {
                let expected = costs[from][last].min(LinkTable::MOST.into());
                assert_eq!(u64::from(table.ending_with(last)[from]), expected);
            }
        }
    }
}
