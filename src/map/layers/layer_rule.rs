//! How the layers of a map become the terrain class of a cell.

use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

/// How the terrain classes of several layers of tiles become the class of one cell. This is a resource: insert it before or after
/// the plugin, and change it at any time. The map changes in the same frame.
///
/// The rule merges only the layers that have a tile on the cell. A cell without a tile in any layer is always a wall. The names
/// `Dearest` and `Cheapest` refer to the costs of the default profile: class 0 is a wall, and class n costs n tiles.
///
/// Layers are ordered by the height of their tilemaps over the [plane](crate::Plane): by z in x/y. At the same height, the layer
/// with the higher entity index is on top.
///
/// If one layer has two tiles on the same cell, their classes are first merged by [`LayerRule::Dearest`]. The log names the first
/// such tiles of each layer.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_tilepath::prelude::*;
/// # let mut app = App::new();
/// // A bridge over a river: agents walk on the top layer.
/// app.insert_resource(LayerRule::Top);
/// // Roads halve the price of the ground below. Walls stay walls.
/// app.insert_resource(LayerRule::Custom(|classes| match classes {
///     [ground, _road] => ground.div_ceil(2),
///     _ => classes[0],
/// }));
/// ```
#[derive(Resource, Clone, Copy, Default, Debug, Reflect)]
#[reflect(Resource, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum LayerRule {
    /// The cell gets the highest class of its layers, but it is a wall if any layer has a wall there. The default.
    #[default]
    Dearest,
    /// The cell gets the lowest class above 0. The cell is a wall only if all its layers have a wall there.
    Cheapest,
    /// The cell gets the class of its topmost layer, even if a lower layer has a wall there. Use this rule for bridges.
    Top,
    /// The cell gets the class of its topmost layer, but it is a wall if any layer has a wall there.
    WallsThenTop,
    /// The cell gets the highest class of its layers. The cell is a wall only if all its layers have a wall there. Use this rule
    /// if class numbers are not costs.
    Highest,
    /// The cell gets the lowest class of its layers, so it is a wall if any layer has a wall there. Use this rule if class
    /// numbers are not costs.
    Lowest,
    /// Your own function. The function gets the classes of the layers that have a tile on the cell, the lowest layer first, and
    /// returns the class of the cell. The list has at least one class. The function must always return the same class for the
    /// same list, because the plugin calls it only for cells that have changed.
    ///
    /// serde refuses to save a custom rule. Reflection can't set the function: a `Custom` from an inspector or a scene works like
    /// [`LayerRule::Dearest`].
    #[cfg_attr(feature = "serialize", serde(skip))]
    Custom(#[reflect(ignore, default = "dearest_function")] fn(&[u8]) -> u8),
}

impl LayerRule {
    /// The class that this rule gives to a cell. `classes` are the classes of the layers that have a tile on the cell, the lowest
    /// layer first. An empty list gives class 0, a wall.
    #[must_use]
    pub fn merge(self, classes: &[u8]) -> u8 {
        let Some(&top) = classes.last() else { return 0 };
        let highest = || classes.iter().copied().max().unwrap_or(0);
        match self {
            Self::Dearest => dearest(classes),
            Self::Cheapest => classes.iter().copied().filter(|&class| class != 0).min().unwrap_or(0),
            Self::Top => top,
            Self::WallsThenTop if classes.contains(&0) => 0,
            Self::WallsThenTop => top,
            Self::Highest => highest(),
            Self::Lowest => classes.iter().copied().min().unwrap_or(0),
            Self::Custom(function) => function(classes),
        }
    }
}

/// Class 0 (a wall) if any of the classes is 0, otherwise the highest class.
fn dearest(classes: &[u8]) -> u8 {
    if classes.contains(&0) { 0 } else { classes.iter().copied().max().unwrap_or(0) }
}

/// The function that a [`LayerRule::Custom`] gets when reflection creates it. It works like [`LayerRule::Dearest`].
fn dearest_function() -> fn(&[u8]) -> u8 {
    dearest
}

impl PartialEq for LayerRule {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Custom(a), Self::Custom(b)) => core::ptr::fn_addr_eq(*a, *b),
            _ => core::mem::discriminant(self) == core::mem::discriminant(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_picks_what_its_name_says() {
        let bridge = [4, 0, 2];
        let ford = [4, 9, 2];
        let rules = [
            (LayerRule::Dearest, 0, 9),
            (LayerRule::Cheapest, 2, 2),
            (LayerRule::Top, 2, 2),
            (LayerRule::WallsThenTop, 0, 2),
            (LayerRule::Highest, 4, 9),
            (LayerRule::Lowest, 0, 2),
            (LayerRule::Custom(|classes| classes.len() as u8), 3, 3),
        ];
        for (rule, on_bridge, on_ford) in rules {
            assert_eq!((rule.merge(&bridge), rule.merge(&ford)), (on_bridge, on_ford), "{rule:?}");
            assert_eq!(rule.merge(&[]), 0, "{rule:?}: a cell without a tile");
            assert_eq!(rule.merge(&[0]), u8::from(matches!(rule, LayerRule::Custom(_))), "{rule:?}");
        }
    }
}
