//! The layers of the overlay, and which of them are shown.

use bevy::prelude::*;

/// A layer of the debug overlay.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Reflect)]
#[reflect(Clone, Debug, Hash, PartialEq)]
#[type_path = "bevy_tilepath"]
pub enum DebugLayer {
    /// The terrain cost of each cell, the walls on the edges of cells, and the links between cells.
    Terrain,
    /// The danger of each cell, in the five levels of [`DebugColors::danger`](crate::DebugColors::danger).
    Danger,
    /// The connected regions, walls on edges, and links. Between cells of different colours a path leads only over links and past one-way
    /// walls. Cells of the same colour may still be in different regions, because there are only a few colours.
    Regions,
    /// The cost from each cell to the goal of a shared goal field. The layer shows the field of the
    /// [selected](crate::PathfindingDebug::selected) agent. If no agent is selected, or the agent has no field, the layer shows
    /// the field with the most agents.
    GoalField,
    /// Arrows on the goal field that [`DebugLayer::GoalField`] shows: from each cell in the direction of the next step.
    Arrows,
    /// The cells that were edited within the last [`PathfindingDebug::edit_frames`](crate::PathfindingDebug::edit_frames) frames.
    Edits,
    /// The waypoints and their links. If the resource [`SearchTrace`](crate::SearchTrace) holds a search of the selected agent,
    /// this layer also shows the links that the search examined.
    Waypoints,
    /// The rest of every agent's path: from the agent to the end of the path. For an agent in a jam, the cells that it still has to enter by
    /// its plan.
    Paths,
    /// The cells that the search of the selected agent expanded, coloured in the order of expansion.
    Search,
    /// Two numbers in each cell that the search of the selected agent expanded. [`DebugNumbers`](crate::DebugNumbers) says which
    /// numbers these are.
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

    /// A short name in English, for example for a list of the keyboard keys that show the layers.
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

/// Which layers of the overlay are shown. A hidden layer costs no time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Reflect)]
#[reflect(Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[expect(clippy::struct_excessive_bools, reason = "one switch a layer, for inspectors")]
pub struct DebugLayers {
    /// Whether [`DebugLayer::Terrain`] is shown.
    pub terrain: bool,
    /// Whether [`DebugLayer::Danger`] is shown.
    pub danger: bool,
    /// Whether [`DebugLayer::Regions`] is shown.
    pub regions: bool,
    /// Whether [`DebugLayer::GoalField`] is shown.
    pub goal_field: bool,
    /// Whether [`DebugLayer::Arrows`] is shown.
    pub arrows: bool,
    /// Whether [`DebugLayer::Edits`] is shown.
    pub edits: bool,
    /// Whether [`DebugLayer::Waypoints`] is shown.
    pub waypoints: bool,
    /// Whether [`DebugLayer::Paths`] is shown.
    pub paths: bool,
    /// Whether [`DebugLayer::Search`] is shown.
    pub search: bool,
    /// Whether [`DebugLayer::Numbers`] is shown.
    pub numbers: bool,
}

impl Default for DebugLayers {
    /// Shows only [`DebugLayer::Paths`].
    fn default() -> Self {
        Self::NONE.with(DebugLayer::Paths)
    }
}

impl DebugLayers {
    /// Shows no layer.
    pub const NONE: Self = Self::all_or_none(false);

    /// Shows every layer.
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

    /// Adds a layer to the layers that are shown.
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

    /// Shows the layer if it is hidden, and hides the layer if it is shown.
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
