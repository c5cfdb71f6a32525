//! The layers of the overlay, and which of them are shown.

use bevy::prelude::*;

/// Something that the overlay can draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Reflect)]
#[reflect(Clone, Debug, Hash, PartialEq)]
#[type_path = "bevy_tilepath"]
pub enum DebugLayer {
    /// What the terrain of each cell costs.
    Terrain,
    /// The danger of each cell, in five levels.
    Danger,
    /// The connected regions: there are paths only between cells of the same colour.
    Regions,
    /// The cost from each cell to the goal of a shared goal field.
    GoalField,
    /// The step that agents take from each cell of the shown goal field.
    Arrows,
    /// The cells that were edited.
    Edits,
    /// The waypoints and their links. If the game has a [`SearchTrace`](crate::SearchTrace) of the selected agent, also the links that its
    /// search examined.
    Waypoints,
    /// The rest of the path of every agent.
    Paths,
    /// The cells that the search of the selected agent expanded, in order.
    Search,
    /// Two numbers in each cell that the search of the selected agent expanded.
    Numbers,
}

impl DebugLayer {
    /// All layers, in the order of their default keys.
    pub const ALL: [Self; 10] = [
        Self::Terrain,
        Self::Danger,
        Self::Regions,
        Self::GoalField,
        Self::Arrows,
        Self::Edits,
        Self::Waypoints,
        Self::Paths,
        Self::Search,
        Self::Numbers,
    ];

    /// A short name in English, for lists of keys.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Terrain => "terrain",
            Self::Danger => "danger",
            Self::Regions => "regions",
            Self::GoalField => "goal field",
            Self::Arrows => "arrows",
            Self::Edits => "edits",
            Self::Waypoints => "waypoints",
            Self::Paths => "paths",
            Self::Search => "search",
            Self::Numbers => "numbers",
        }
    }
}

/// Which layers are shown. A layer that is hidden costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Reflect)]
#[reflect(Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[expect(clippy::struct_excessive_bools, reason = "one switch a layer, for inspectors")]
pub struct DebugLayers {
    /// [`DebugLayer::Terrain`].
    pub terrain: bool,
    /// [`DebugLayer::Danger`].
    pub danger: bool,
    /// [`DebugLayer::Regions`].
    pub regions: bool,
    /// [`DebugLayer::GoalField`].
    pub goal_field: bool,
    /// [`DebugLayer::Arrows`].
    pub arrows: bool,
    /// [`DebugLayer::Edits`].
    pub edits: bool,
    /// [`DebugLayer::Waypoints`].
    pub waypoints: bool,
    /// [`DebugLayer::Paths`].
    pub paths: bool,
    /// [`DebugLayer::Search`].
    pub search: bool,
    /// [`DebugLayer::Numbers`].
    pub numbers: bool,
}

impl Default for DebugLayers {
    /// The paths.
    fn default() -> Self {
        Self::NONE.with(DebugLayer::Paths)
    }
}

impl DebugLayers {
    /// No layer.
    pub const NONE: Self = Self::all_or_none(false);

    /// Every layer.
    pub const ALL: Self = Self::all_or_none(true);

    const fn all_or_none(shown: bool) -> Self {
        Self {
            terrain: shown,
            danger: shown,
            regions: shown,
            goal_field: shown,
            arrows: shown,
            edits: shown,
            waypoints: shown,
            paths: shown,
            search: shown,
            numbers: shown,
        }
    }

    /// The same layers, and this layer.
    #[must_use]
    pub fn with(mut self, layer: DebugLayer) -> Self {
        *self.switch(layer) = true;
        self
    }

    /// Whether a layer is shown.
    #[must_use]
    pub fn contains(mut self, layer: DebugLayer) -> bool {
        *self.switch(layer)
    }

    /// Shows a layer if it is hidden, hides it if it is shown.
    pub fn toggle(&mut self, layer: DebugLayer) {
        let switch = self.switch(layer);
        *switch = !*switch;
    }

    const fn switch(&mut self, layer: DebugLayer) -> &mut bool {
        match layer {
            DebugLayer::Terrain => &mut self.terrain,
            DebugLayer::Danger => &mut self.danger,
            DebugLayer::Regions => &mut self.regions,
            DebugLayer::GoalField => &mut self.goal_field,
            DebugLayer::Arrows => &mut self.arrows,
            DebugLayer::Edits => &mut self.edits,
            DebugLayer::Waypoints => &mut self.waypoints,
            DebugLayer::Paths => &mut self.paths,
            DebugLayer::Search => &mut self.search,
            DebugLayer::Numbers => &mut self.numbers,
        }
    }

    /// Whether a layer is shown that colours cells.
    pub(super) const fn any_of_cells(self) -> bool {
        self.terrain || self.danger || self.regions || self.goal_field || self.edits || self.search
    }

    /// Whether a layer is shown that reads a goal field.
    pub(super) const fn any_of_fields(self) -> bool {
        self.goal_field || self.arrows
    }

    /// Whether a layer is shown that is about the search of the selected agent.
    pub(super) const fn any_of_search(self) -> bool {
        self.search || self.numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_has_a_switch_of_its_own() {
        for layer in DebugLayer::ALL {
            let mut layers = DebugLayers::NONE.with(layer);
            assert_eq!(
                DebugLayer::ALL.map(|other| layers.contains(other)),
                DebugLayer::ALL.map(|other| other == layer)
            );
            layers.toggle(layer);
            assert_eq!(layers, DebugLayers::NONE);
        }
    }
}
