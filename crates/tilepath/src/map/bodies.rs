//! The map as bodies wider than a cell see it, for each profile that has asked.

use super::{edited_rects::Rects, piles::Piles};
use crate::ground::{BodyGrid, CellRect, ClassSet, CostProfile, Grid, Shape};
use core::iter;
use std::sync::OnceLock;

/// The map as bodies wider than a cell see it. A profile's is made when somebody first asks for it, and edits keep it in step. No answer depends on
/// which are there.
#[derive(Clone, Default, Debug)]
pub(super) struct Bodies(OnceLock<Box<Link>>);

/// The map as the bodies of one profile see it, in a list: `later` holds the rest.
#[derive(Clone, Debug)]
struct Link {
    body: BodyGrid,
    later: Bodies,
}

/// What a map is made of.
#[derive(Clone, Copy)]
pub(super) struct Layers<'a> {
    pub(super) grid: &'a Grid,
    pub(super) shape: Shape,
    pub(super) terrain: &'a [u8],
    pub(super) obstacles: &'a [u32],
    pub(super) piles: &'a Piles,
}

impl Layers<'_> {
    /// The classes of the cell at a row-major index that may come to light: its terrain, and its obstacles.
    fn classes_of(self, index: usize) -> impl Iterator<Item = u8> {
        let pile = self.obstacles.get(index).map(|&pile| self.piles.classes(pile));
        self.terrain.get(index).copied().into_iter().chain(pile.into_iter().flatten())
    }

    /// The classes that are below others.
    fn hidden(self) -> ClassSet {
        let mut hidden = ClassSet::default();
        let is_covered = |&index: &usize| self.obstacles.get(index).is_some_and(|&pile| pile > 0);
        let covered = (0..self.obstacles.len()).filter(is_covered);
        covered.flat_map(|index| self.classes_of(index)).for_each(|class| hidden.set(class, true));
        hidden
    }

    pub(super) fn body(self, profile: &CostProfile) -> BodyGrid {
        BodyGrid::new(self.grid, self.hidden(), self.shape, profile)
    }
}

/// As many are kept: those of all profiles that may be prepared, and as many again.
const MOST: usize = 16;

impl Bodies {
    /// The map as the bodies of a profile see it, whose size is above 1.
    pub(super) fn of(&self, layers: Layers, profile: &CostProfile) -> &BodyGrid {
        let mut at = self;
        loop {
            let make = || Box::new(Link { body: layers.body(profile), later: Self::default() });
            let link = at.0.get_or_init(make);
            if link.body.is_for(profile) {
                return &link.body;
            }
            at = &link.later;
        }
    }

    /// Bodies of a size to which the cells of these classes are free, whatever they cost.
    pub(super) fn with_walls(&self, layers: Layers, (passable, size): (ClassSet, u8)) -> &BodyGrid {
        let known = iter::successors(self.0.get(), |link| link.later.0.get()).map(|link| &link.body);
        let known = { known }.find(|body| body.has_walls_of(passable, size));
        known.unwrap_or_else(|| self.of(layers, &CostProfile::of_walls(passable, size)))
    }

    /// The map as the bodies of a profile see it, and the places that edits of the cells in some rectangles concern.
    pub(super) fn seen<'a>(
        &'a self,
        layers: Layers<'a>,
        profile: &CostProfile,
        rects: &[CellRect],
    ) -> (&'a Grid, Rects) {
        if profile.size() == 1 {
            return (layers.grid, Rects::from_slice(rects));
        }
        let body = self.of(layers, profile);
        let bounds = layers.grid.bounds();
        let places = rects.iter().filter_map(|&rect| body.places_on(rect).intersection(bounds));
        (body.grid(), places.collect())
    }

    /// Whether all of them use class numbers as the map does after edits of the cells at some row-major indices.
    pub(super) fn fit(&self, layers: Layers, touched: &[u32]) -> bool {
        let classes = || touched.iter().flat_map(|&index| layers.classes_of(index as usize));
        iter::successors(self.0.get(), |link| link.later.0.get())
            .all(|link| link.body.fits(layers.grid) && !link.body.uses(classes()))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.get().is_none()
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Brings all in step with edits of the cells in some rectangles.
    pub(super) fn update(&mut self, grid: &Grid, rects: &[CellRect]) {
        let mut at = self;
        for _ in 0..MOST {
            let Some(link) = at.0.get_mut() else { return };
            link.body.update_links(grid);
            rects.iter().for_each(|&rect| link.body.update(grid, rect));
            at = &mut link.later;
        }
        at.clear();
    }
}
