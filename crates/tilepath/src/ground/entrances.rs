//! Where the cheapest path to some goals may leave the ground for a link.

/// The cells where links begin that a path to some goals may use.
#[derive(Clone, Debug)]
pub(crate) struct Entrances<P> {
    /// The cells, each with a lower bound on the cost of the rest of the path from there, which begins with a link.
    pub(crate) found: Vec<(P, u32)>,
    /// A path that leaves the ground elsewhere costs no less from there.
    pub(crate) elsewhere: u32,
}

impl<P> Entrances<P> {
    /// None: there are no links.
    pub(crate) const NONE: Self = Self { found: Vec::new(), elsewhere: u32::MAX };
}

/// Finds where a path from `start` to the goals may leave the ground for a link. `links` are the steps over links, each with its cost or less.
/// `to_goal` is a lower bound on the cost of a path without links, `between` the same from one cell to another.
///
/// The least of `to_goal`, of `elsewhere`, and of `between` a cell and an entrance plus the bound of the entrance, is a lower bound for any cell.
/// It is consistent if `to_goal` and `between` are. With `prunes`, entrances that never have the least sum are left out; this needs the triangle
/// inequality.
///
/// The entrances are settled in the order of their bounds, as by Dijkstra's algorithm, until the next one is as far from the goals as the start.
/// Entrances beyond that distance can't make a path cheaper. So the function compares only a few entrances with all others.
pub(crate) fn entrances<P: Copy>(
    start: P,
    links: impl Iterator<Item = (P, P, u32)>,
    to_goal: impl Fn(P) -> u32,
    between: impl Fn(P, P) -> u32,
    prunes: bool,
) -> Entrances<P> {
    struct Entrance<P> {
        from: P,
        to: P,
        cost: u32,
        /// The bound on the rest of the path. An entrance with this or more is of no use.
        rest: u32,
        limit: u32,
    }
    let entrance = |(from, to, cost): (P, P, u32)| {
        let limit = if prunes { to_goal(from) } else { u32::MAX };
        Entrance { from, to, cost, rest: cost.saturating_add(to_goal(to)), limit }
    };
    let mut all: Vec<Entrance<P>> = links.map(entrance).collect();
    let mut found: Vec<(P, u32)> = Vec::new();
    let mut from_start = to_goal(start);
    loop {
        let useful = all.iter_mut().filter(|entrance| entrance.rest < entrance.limit);
        let Some(least) = useful.min_by_key(|entrance| entrance.rest) else {
            return Entrances { found, elsewhere: u32::MAX };
        };
        if least.rest >= from_start {
            return Entrances { found, elsewhere: least.rest };
        }
        // It is settled.
        least.limit = 0;
        let (at, rest) = (least.from, least.rest);
        found.push((at, rest));
        from_start = from_start.min(rest.saturating_add(between(start, at)));
        for entrance in &mut all {
            let through = entrance.cost.saturating_add(rest);
            if through < entrance.rest {
                entrance.rest = entrance.rest.min(through.saturating_add(between(entrance.to, at)));
            }
            if prunes && rest < entrance.limit {
                entrance.limit = entrance.limit.min(rest.saturating_add(between(entrance.from, at)));
            }
        }
    }
}
