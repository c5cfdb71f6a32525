//! Which kinds of search obey the options of a query.

use super::options::PathOptions;
use crate::ground::Heuristic;

/// Which kinds of search may answer a query. A* over the cells obeys every option, so it is not listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ServedBy {
    /// A search over a cost field.
    pub(crate) cost_field: bool,
    /// A goal field that agents share.
    pub(crate) goal_field: bool,
}

/// The greatest range for which agents share a goal field, in tiles. Every cell in range is a goal; with too many goals a field saves
/// nothing.
const MAX_FIELD_RANGE: f32 = 64.0;

impl PathOptions {
    /// Which kinds of search may answer a query with these options. The pattern names every option, so that a new option fails to compile
    /// here.
    pub(crate) fn served_by(&self) -> ServedBy {
        let Self { range, in_sight, by_middle: _, heuristic, inflation, allow_partial, max_expansions } =
            *self;
        // A search over a cost field uses its own estimates, so it serves only queries for the cheapest path.
        let is_cheapest = heuristic == Heuristic::Auto && inflation == 1.0;
        let is_whole = is_cheapest && !allow_partial;
        let is_near = (0.0..=MAX_FIELD_RANGE).contains(&range);
        ServedBy {
            cost_field: is_cheapest,
            goal_field: is_whole && is_near && max_expansions.is_none() && !in_sight,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_option_says_what_obeys_it() {
        let plain = PathOptions::default();
        let served = |options: PathOptions| {
            let ServedBy { cost_field, goal_field } = options.served_by();
            [cost_field, goal_field]
        };
        assert_eq!(served(plain), [true; 2]);
        assert_eq!(served(plain.within(64.0)), [true; 2]);
        assert_eq!(served(plain.within(64.1)), [true, false]);
        assert_eq!(served(plain.within(f32::NAN)), [true, false]);
        assert_eq!(served(plain.in_sight()), [true, false]);
        assert_eq!(served(plain.with_max_expansions(9)), [true, false]);
        assert_eq!(served(plain.allow_partial()), [true, false]);
        assert_eq!(served(plain.with_heuristic(Heuristic::Manhattan)), [false; 2]);
        assert_eq!(served(plain.with_inflation(1.5)), [false; 2]);
        assert_eq!(served(plain.greedy()), [false; 2]);
    }
}
