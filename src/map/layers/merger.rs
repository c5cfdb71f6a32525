//! Merges the classes of a cell's tiles by the layers that they are in.

#![expect(clippy::indexing_slicing, reason = "`order` is a permutation of the numbers of all layers")]

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
    /// Takes the rule and the layers, each with its height over the plane. Returns whether the order or the rule is another one than before.
    pub(in crate::map) fn update(&mut self, rule: LayerRule, layers: &[(f32, NumberedEntity)]) -> bool {
        let mut order: SmallVec<[u32; 8]> = (0..layers.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| {
            let ((a_z, a), (b_z, b)) = (layers[a as usize], layers[b as usize]);
            a_z.total_cmp(&b_z).then(a.cmp(&b))
        });
        let is_new_rule = self.rule != rule;
        self.rule = rule;
        let is_known = self.ranks.len() == layers.len()
            && (0..).zip(&order).all(|(rank, &layer)| self.ranks[layer as usize] == rank);
        if !is_known {
            self.ranks.resize(layers.len(), 0);
            for (rank, &layer) in (0..).zip(&order) {
                self.ranks[layer as usize] = rank;
            }
        }
        is_new_rule || !is_known
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
        let layers: Vec<_> = heights.iter().map(|&z| (z, spawn())).collect();
        let mut merger = Merger::default();
        assert!(merger.update(rule, &layers));
        assert!(!merger.update(rule, &layers));
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
    fn tiles_of_one_layer_count_as_one() {
        let count = merger(
            LayerRule::Custom(|classes| classes.iter().fold(0, |sum, class| sum * 10 + class)),
            &[0.0, 1.0],
        );
        assert_eq!(count.merge(&mut CellTiles::from_slice(&[(1, 3), (0, 2), (1, 5), (0, 1)])), 25);
        assert_eq!(count.merge(&mut CellTiles::from_slice(&[(1, 3), (0, 2), (1, 0), (1, 5), (0, 1)])), 20);
    }
}
