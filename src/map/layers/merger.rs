//! Merges the classes of a cell's tiles by the layers that they are in.

#![expect(clippy::indexing_slicing, reason = "there is a rank for each number of a layer")]

use super::layer_rule::LayerRule;
use crate::nav_id::NumberedEntity;
use bevy::prelude::*;
use smallvec::SmallVec;

/// The classes of a cell's tiles, each with the number of its layer.
pub(in crate::map) type CellTiles = SmallVec<[(u32, u8); 8]>;

/// The rule and the order of the layers.
#[derive(Clone, Default)]
pub(in crate::map) struct Merger {
    rule: LayerRule,
    /// For each layer how many are below it.
    ranks: Vec<u32>,
}

impl Merger {
    /// Takes the rule and the layers: the number of each, its height over the plane, and its tilemap. Returns whether the rule has
    /// changed, or the order of the old layers. `came` holds the numbers of the new layers.
    pub(in crate::map) fn update(
        &mut self,
        rule: LayerRule,
        layers: impl Iterator<Item = (u32, f32, NumberedEntity)>,
        came: &[u32],
    ) -> bool {
        let mut order: SmallVec<[(u32, f32, NumberedEntity); 8]> = layers.collect();
        order.sort_unstable_by(|(_, a_z, a), (_, b_z, b)| a_z.total_cmp(b_z).then(a.cmp(b)));
        let numbers = || order.iter().map(|&(number, ..)| number);
        let known = numbers().filter(|number| !came.contains(number));
        let is_new_order = !known.map(|number| self.ranks.get(number as usize)).is_sorted();
        let is_new_rule = self.rule != rule;
        self.rule = rule;
        self.ranks.clear();
        self.ranks.resize(numbers().max().map_or(0, |most| most as usize + 1), 0);
        for (rank, number) in (0..).zip(numbers()) {
            self.ranks[number as usize] = rank;
        }
        is_new_rule || is_new_order
    }

    /// The class of a cell with these tiles, in any order.
    pub(in crate::map) fn merge(&self, tiles: &mut CellTiles) -> u8 {
        if let [(_, class)] = tiles[..] {
            return self.rule.merge(&[class]);
        }
        for (layer, _) in &mut *tiles {
            *layer = self.ranks.get(*layer as usize).copied().unwrap_or(0);
        }
        tiles.sort_unstable();
        // Tiles of one layer now stand side by side, the lowest class first.
        tiles.dedup_by(|later, earlier| {
            let is_same_layer = later.0 == earlier.0;
            if is_same_layer && earlier.1 != 0 {
                earlier.1 = later.1;
            }
            is_same_layer
        });
        let classes: SmallVec<[u8; 8]> = tiles.iter().map(|&(_, class)| class).collect();
        self.rule.merge(&classes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nav_id::{LastNavId, NavId};

    fn merger(rule: LayerRule, heights: &[f32]) -> Merger {
        let mut world = World::new();
        world.init_resource::<LastNavId>();
        let mut spawn = || {
            let entity = world.spawn(NavId::default()).id();
            (world.get::<NavId>(entity).copied().unwrap(), entity)
        };
        let layers: Vec<_> = (0..).zip(heights).map(|(number, &z)| (number, z, spawn())).collect();
        let mut merger = Merger::default();
        merger.update(rule, layers.iter().copied(), &[0, 1, 2, 3]);
        assert!(!merger.update(rule, layers.iter().copied(), &[]));
        merger
    }

    #[test]
    fn layers_are_ordered_by_height_and_then_by_id() {
        let top = merger(LayerRule::Top, &[1.0, 5.0, -3.0, 5.0]);
        let mut tiles = CellTiles::from_slice(&[(3, 7), (1, 6), (0, 1), (2, 2)]);
        assert_eq!(top.merge(&mut tiles), 7);
        assert_eq!(top.merge(&mut CellTiles::from_slice(&[(2, 2), (0, 1)])), 1);
    }

    #[test]
    fn a_layer_that_comes_or_goes_changes_no_order_of_the_others() {
        let mut world = World::new();
        world.init_resource::<LastNavId>();
        let mut layer = |number: u32, z: f32| {
            let entity = world.spawn(NavId::default()).id();
            (number, z, (world.get::<NavId>(entity).copied().unwrap(), entity))
        };
        let (low, high, between) = (layer(0, 1.0), layer(1, 5.0), layer(2, 3.0));
        let mut merger = Merger::default();
        let mut update =
            |layers: &[_], came: &[u32]| merger.update(LayerRule::Top, layers.iter().copied(), came);
        update(&[low, high], &[0, 1]);
        assert!(!update(&[low, high, between], &[2]));
        assert!(!update(&[high, between], &[]));
        assert!(!update(&[(0, 9.0, low.2), high, between], &[0]));
        assert!(update(&[(0, 4.0, low.2), high, between], &[]), "it goes below another one");
    }

    #[test]
    fn tiles_of_one_layer_count_as_one() {
        let count = merger(
            LayerRule::Custom(|classes| classes.iter().fold(0, |sum, class| sum * 10 + class)),
            &[0.0, 1.0],
        );
        assert_eq!(count.merge(&mut CellTiles::from_slice(&[(1, 3), (0, 2), (1, 5), (0, 1)])), 25);
        assert_eq!(count.merge(&mut CellTiles::from_slice(&[(1, 3), (0, 2), (1, 0), (1, 5), (0, 1)])), 20);
    }
}
