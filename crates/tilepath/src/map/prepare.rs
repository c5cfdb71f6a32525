//! What a map keeps ready for the agents of some profiles, so that searches for them are fast.

use super::nav_map::NavMap;
use crate::{
    cost_field::CostField,
    ground::{CellRect, ClassSet, CostProfile},
    landmarks::Landmarks,
    regions::Regions,
};

impl NavMap {
    /// Prepares the map for agents of this profile. Goals that can't be reached are then refused without a search, and searches use jump
    /// points. Without it the answers are the same, only slower.
    ///
    /// Takes O(cells) the first time and nothing later, because edits keep the map ready. [`NavMap::MAX_PREPARED`] profiles are kept ready;
    /// the one prepared longest ago is dropped first.
    pub fn prepare(&mut self, profile: &CostProfile) {
        let corners = self.topology.connects_corners();
        if self.regions(profile).is_none() {
            if self.regions.len() == Self::MAX_PREPARED {
                self.regions.remove(0);
            }
            self.regions.push(Regions::new(&self.grid, profile.passable(), corners));
        }
        if self.cost_field(profile).is_none() {
            if self.cost_fields.len() == Self::MAX_PREPARED {
                self.cost_fields.remove(0);
            }
            self.cost_fields.push(CostField::new(&self.grid, &self.danger, self.topology, profile));
        }
    }

    /// Measures the distances of all cells from a few landmarks, for agents of this profile and all with a greater aversion to danger.
    /// Searches then expand far fewer nodes, above all where paths wind. Answers stay the same.
    ///
    /// This also [prepares](NavMap::prepare) the map. Takes O(cells) time and 20 bytes a cell. Edits that make the map cheaper, such as
    /// the removal of a wall, correct the distances of the cells that they concern, which may be many. Other edits cost next to nothing
    /// but loosen the bounds: call this again after very many of them. Landmarks are kept for [`NavMap::MAX_LANDMARK_PROFILES`] profiles;
    /// those measured longest ago are dropped first.
    pub fn prepare_landmarks(&mut self, profile: &CostProfile) {
        self.prepare(profile);
        self.landmarks.retain(|landmarks| !landmarks.are_of(profile, self.topology));
        if self.landmarks.len() == Self::MAX_LANDMARK_PROFILES {
            self.landmarks.remove(0);
        }
        if let Some(field) = self.cost_field(profile) {
            let landmarks = Landmarks::new(field, profile);
            self.landmarks.push(landmarks);
        }
    }

    /// Returns whether there are landmarks that serve agents of this profile.
    #[must_use]
    pub fn has_landmarks(&self, profile: &CostProfile) -> bool {
        self.landmarks(profile).is_some()
    }

    /// The landmarks of the profile itself, or else of one with less aversion to danger.
    pub(crate) fn landmarks(&self, profile: &CostProfile) -> Option<&Landmarks> {
        let own = self.landmarks.iter().find(|landmarks| landmarks.are_of(profile, self.topology));
        own.or_else(|| self.landmarks.iter().find(|landmarks| landmarks.serve(profile, self.topology)))
    }

    /// The maximum number of profiles with landmarks.
    pub const MAX_LANDMARK_PROFILES: usize = 2;

    /// Returns whether the map is ready for agents of this profile.
    #[must_use]
    pub fn is_prepared(&self, profile: &CostProfile) -> bool {
        self.regions(profile).is_some() && self.cost_field(profile).is_some()
    }

    /// The maximum number of profiles that a map is ready for at a time.
    pub const MAX_PREPARED: usize = 8;

    pub(crate) fn cost_field(&self, profile: &CostProfile) -> Option<&CostField> {
        self.cost_fields.iter().find(|field| field.serves(profile, self.topology))
    }

    /// The regions for a profile, if they are known.
    #[must_use]
    pub fn regions(&self, profile: &CostProfile) -> Option<&Regions> {
        self.regions_for(profile.passable())
    }

    pub(crate) fn regions_for(&self, passable: ClassSet) -> Option<&Regions> {
        let corners = self.topology.connects_corners();
        self.regions.iter().find(|regions| regions.serves(passable, corners))
    }

    /// Brings fields and landmarks in step with edits of the cells in some rectangles. Regions are kept in step cell by cell.
    pub(super) fn keep_ready(&mut self, rects: &[CellRect]) {
        for field in &mut self.cost_fields {
            field.update_many(&self.grid, &self.danger, rects);
        }
        let topology = self.topology;
        let of = |landmarks: &Landmarks| {
            self.cost_fields.iter().find(|field| landmarks.are_of(field.profile(), topology))
        };
        // Landmarks are kept in step by the field of their profile.
        self.landmarks.retain_mut(|landmarks| {
            let field = of(landmarks);
            field.is_some_and(|field| {
                rects.iter().for_each(|&rect| landmarks.update(field, rect));
                true
            })
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{DiagonalRule, Grid, Topology},
        path::{PathError, PathQuery},
        search::Search,
    };
    use glam::IVec2;

    fn map() -> NavMap {
        NavMap::new(Grid::new([6, 4].into(), 1).unwrap(), Topology::default())
    }

    #[test]
    fn edits_keep_the_map_ready_and_another_topology_does_not() {
        let mut map = map();
        let profile = CostProfile::default();
        map.prepare(&profile);
        map.set_terrain(IVec2::ZERO, 9).unwrap();
        map.block(IVec2::ONE);
        assert!(map.is_prepared(&profile));
        map.set_topology(Topology::square(DiagonalRule::Always));
        assert!(!map.is_prepared(&profile));
    }

    #[test]
    fn a_goal_cut_off_is_refused_without_expansion() {
        let mut map = map();
        (0..4).for_each(|y| map.block(IVec2::new(3, y)));
        let profile = CostProfile::default();
        map.prepare(&profile);
        let mut search = Search::new();
        let answer = map.begin_path(&profile, PathQuery::new([0, 0].into(), [5, 3].into()), &mut search);
        assert!(matches!(answer, Err(PathError::Unreachable { .. })));
        assert_eq!(search.nodes_expanded(), 0);
    }

    #[test]
    fn landmarks_serve_those_who_fear_as_much_or_more() {
        let mut map = map();
        let calm = CostProfile::default().with_aversion(0, 0.5).unwrap();
        map.prepare_landmarks(&calm);
        assert!(map.is_prepared(&calm) && map.has_landmarks(&calm));
        assert!(map.has_landmarks(&CostProfile::default()));
        assert!(!map.has_landmarks(&CostProfile::default().with_aversion(0, 0.25).unwrap()));
        assert!(!map.has_landmarks(&CostProfile::default().with_cost(3, 1)));
        for cost in 0..NavMap::MAX_PREPARED as u16 {
            map.prepare(&CostProfile::default().with_cost(200, cost));
        }
        map.block(IVec2::ONE);
        assert!(!map.has_landmarks(&calm), "landmarks go with the field that keeps them up");
    }
}
