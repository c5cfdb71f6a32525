//! Costs follow the weights of the cells: a heavier cell makes no path cheaper.

use crate::{
    config,
    edits::{Edit, plain_edits},
    level::{Level, cost, levels, trips},
};
use core::cmp::Ordering;
use proptest::{collection::vec, prelude::*};

/// Compares two weights or two costs, of which the heaviest is a wall, or no path.
fn compare(before: Option<u64>, after: Option<u64>) -> Ordering {
    after.unwrap_or(u64::MAX).cmp(&before.unwrap_or(u64::MAX))
}

/// Whether all weights that an edit has changed are now heavier, or all are lighter.
fn direction(before: &[u64], after: &[u64]) -> Ordering {
    let known = |weight: u64| Some(weight).filter(|&weight| weight > 0);
    let all = before.iter().zip(after).map(|(&before, &after)| compare(known(before), known(after)));
    let changed: Vec<Ordering> = all.filter(|&order| order.is_ne()).collect();
    assert!(changed.windows(2).all(|pair| pair[0] == pair[1]), "a plain edit has one direction");
    changed.first().copied().unwrap_or(Ordering::Equal)
}

fn walls(weights: &[u64]) -> Vec<bool> {
    weights.iter().map(|&weight| weight == 0).collect()
}

/// The edit that takes an edit back.
fn opposite(edit: &Edit, before: &Level) -> Option<Edit> {
    match *edit {
        Edit::Terrain(spot, _) => {
            let cell = spot.on(before.size);
            Some(Edit::Terrain(
                spot,
                before.terrain[(cell.y as u32 * before.size.x + cell.x as u32) as usize],
            ))
        }
        Edit::Block(spot) => Some(Edit::UnblockAt(spot)),
        Edit::AddDanger(_) => Some(Edit::RemoveDanger(before.sources.len() as u8)),
        _ => None,
    }
}

proptest! {
    #![proptest_config(config(1500))]

    /// An obstacle, heavier terrain and danger make no path cheaper, and open none. Their removal makes none dearer.
    #[test]
    fn the_cost_of_a_path_follows_the_weights(
        mut level in levels(),
        trips in trips(),
        edits in vec(plain_edits(), 1..8),
    ) {
        let (mut map, profile) = (level.map(), level.profile());
        let ends: Vec<_> = trips.into_iter().map(|trip| level.ends(trip)).collect();
        let mut known: Vec<_> = ends.iter().map(|&(start, goal)| cost(&map, &profile, start, goal)).collect();
        for edit in edits {
            let before = level.weights();
            map.edit(|map| edit.apply(&mut level, map));
            let after = level.weights();
            let heavier = direction(&before, &after);
            for (&(start, goal), known) in ends.iter().zip(&mut known) {
                let now = cost(&map, &profile, start, goal);
                let dearer = compare(*known, now);
                prop_assert!(dearer.is_eq() || dearer == heavier, "{:?}: {:?} to {:?}", edit, known, now);
                if walls(&before) == walls(&after) {
                    prop_assert_eq!(known.is_some(), now.is_some(), "only walls cut paths: {:?}", edit);
                }
                *known = now;
            }
        }
    }

    #[test]
    fn an_edit_that_is_taken_back_gives_every_cost_back(
        mut level in levels(),
        trips in trips(),
        edit in plain_edits(),
    ) {
        let (mut map, profile) = (level.map(), level.profile());
        let ends: Vec<_> = trips.into_iter().map(|trip| level.ends(trip)).collect();
        let costs = |map: &_| -> Vec<_> {
            ends.iter().map(|&(start, goal)| cost(map, &profile, start, goal)).collect()
        };
        let (before, back) = (costs(&map), opposite(&edit, &level));
        map.edit(|map| edit.apply(&mut level, map));
        if let Some(back) = back {
            map.edit(|map| back.apply(&mut level, map));
            prop_assert_eq!(costs(&map), before);
        }
    }
}
