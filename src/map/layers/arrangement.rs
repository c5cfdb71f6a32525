//! Where tilemaps lie on the cells of one map.

use super::log::LeftOut;
use crate::{names::Names, nav_id::NumberedEntity, rollback::Rename};
use bevy::ecs::entity::EntityHashMap;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use core::cell::Cell;
use smallvec::SmallVec;
use tilepath::{CellGeometry, CellRect, Grid};

/// Tilemaps that may be part of the map. They are collected in each frame.
pub(in crate::map) type Candidates = SmallVec<[Candidate; 4]>;

/// A tilemap that may be part of the map.
pub(in crate::map) struct Candidate {
    pub(in crate::map) tilemap: NumberedEntity,
    pub(in crate::map) size: UVec2,
    /// The cell of its first tile, if it is the first tilemap of a map.
    pub(in crate::map) first_cell: IVec2,
    /// Where its cells are, by their coordinates in the tilemap.
    pub(in crate::map) cells: CellGeometry,
    /// Its height over the plane.
    pub(in crate::map) height: f32,
}

impl Candidate {
    /// Checks that the cells are at the same places when the first one gets its coordinates.
    fn check_first_cell(&self) -> Result<(), String> {
        let Self { first_cell, cells, .. } = self;
        let renumbered = cells.renumbered(*first_cell);
        let is_same =
            |cell: &IVec2| renumbered.cell_at(cells.center_of(*cell)) == first_cell.checked_add(*cell);
        match [IVec2::ZERO, IVec2::ONE].iter().all(is_same) {
            true => Ok(()),
            false => Err(format!(
                "its first cell can't be ({}, {}): rows or columns of hexagons that are shifted in turn are counted from an even number",
                first_cell.x, first_cell.y
            )),
        }
    }
}

/// A tilemap of the map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::map) struct Placed {
    pub(in crate::map) tilemap: NumberedEntity,
    /// Its cells, by their coordinates in the map.
    pub(in crate::map) rect: CellRect,
    pub(in crate::map) height: f32,
}

impl Placed {
    /// The row-major index of a cell of the map in the tilemap, if it is there.
    pub(in crate::map) fn index(&self, cell: IVec2) -> Option<usize> {
        let at = (cell - self.rect.min).as_uvec2();
        self.rect.contains(cell).then(|| at.y as usize * self.rect.size().x as usize + at.x as usize)
    }
}

/// The tilemaps of a map, side by side or on top of each other. Each has a number, which it keeps.
///
/// The first tilemap of the first arrangement says how cells are counted. They keep their coordinates, even when that tilemap leaves.
#[derive(Clone, Default)]
pub(in crate::map) struct Arrangement {
    /// By their numbers.
    placed: Vec<Option<Placed>>,
    numbers: EntityHashMap<u32>,
    /// For each square of [`BUCKET`] cells the numbers of the tilemaps that have cells there.
    buckets: HashMap<IVec2, SmallVec<[u32; 4]>>,
    /// The tilemap by which the places of cells are found.
    pub(in crate::map) reference: Option<Entity>,
    /// A rectangle around all tilemaps that there were, as far as a map can have it.
    pub(in crate::map) bounds: Option<CellRect>,
}

/// Where tilemaps are now.
pub(in crate::map) struct TilemapPlaces {
    pub(in crate::map) cells: CellGeometry,
    reference: Entity,
    tilemaps: SmallVec<[Placed; 4]>,
    pub(in crate::map) bounds: CellRect,
    /// A rectangle around the tilemaps that there are.
    present: CellRect,
    /// Whether the game has declared bounds. The tilemaps may then be anywhere.
    are_declared: bool,
    /// Whether no tilemap is known. The plugin then makes a new map.
    pub(in crate::map) are_new: bool,
}

/// What an arrangement changes.
#[derive(Default)]
pub(in crate::map) struct Rearranged {
    /// The tilemaps that left their cells, by the numbers that they had.
    pub(in crate::map) left: Vec<(u32, Placed)>,
    /// The numbers of tilemaps on new cells.
    pub(in crate::map) came: Vec<u32>,
    /// Whether another tilemap than before says where cells are.
    pub(in crate::map) has_other_reference: bool,
}

/// The binary logarithm of the side of a bucket, in cells.
const BUCKET: i32 = 5;

impl Arrangement {
    /// Finds where tilemaps are. The first known tilemap, or else the one with the lowest id, says where cells are; the others must lie on
    /// these cells. The log names the tilemaps that do not. `are_declared` says whether the game has
    /// declared the bounds of the map.
    pub(in crate::map) fn find(
        &self,
        mut candidates: Candidates,
        are_declared: bool,
        left_out: &mut LeftOut,
        names: &Names,
    ) -> Option<TilemapPlaces> {
        candidates.retain(|candidate| {
            let checked = candidate.check_first_cell();
            checked.map_err(|reason| left_out.log(candidate.tilemap.1, &reason, names)).is_ok()
        });
        candidates.sort_unstable_by_key(|candidate| {
            let entity = candidate.tilemap.1;
            (self.reference != Some(entity), !self.numbers.contains_key(&entity), candidate.tilemap)
        });
        let first = candidates.first()?;
        let known = self.rect(first.tilemap.1);
        let begin = known.map_or(first.first_cell, |rect| rect.min);
        let mut places = TilemapPlaces {
            cells: first.cells.renumbered(begin),
            reference: first.tilemap.1,
            tilemaps: SmallVec::with_capacity(candidates.len()),
            bounds: self
                .bounds
                .filter(|_| known.is_some() && !are_declared)
                .unwrap_or(CellRect::of_cell(begin)),
            present: CellRect::of_cell(begin),
            are_declared,
            are_new: known.is_none(),
        };
        for candidate in candidates {
            let entity = candidate.tilemap.1;
            match places.add(&candidate, names) {
                Ok(()) => left_out.forget(entity),
                Err(reason) => left_out.log(entity, &reason, names),
            }
        }
        Some(places)
    }

    /// Whether tilemaps are where they were.
    pub(in crate::map) fn is_as(&self, places: &TilemapPlaces) -> bool {
        let TilemapPlaces { reference, tilemaps, .. } = places;
        let is_known = |placed: &Placed| self.of(placed.tilemap.1) == Some(placed);
        self.reference == Some(*reference)
            && self.numbers.len() == tilemaps.len()
            && tilemaps.iter().all(is_known)
    }

    /// Puts tilemaps where they are.
    pub(in crate::map) fn take(&mut self, places: &TilemapPlaces) -> Rearranged {
        let mut changed = Rearranged::default();
        let now: EntityHashMap<CellRect> =
            places.tilemaps.iter().map(|placed| (placed.tilemap.1, placed.rect)).collect();
        for number in 0..self.placed.len() as u32 {
            let stays = |placed: &&Placed| now.get(&placed.tilemap.1) == Some(&placed.rect);
            if let Some(placed) = self.placed(number).filter(|placed| !stays(placed)).copied() {
                self.remove(number, placed);
                changed.left.push((number, placed));
            }
        }
        for &placed in &places.tilemaps {
            match self.numbers.get(&placed.tilemap.1) {
                // Its height may have changed.
                Some(&number) => self.set(number, Some(placed)),
                None => changed.came.push(self.insert(placed)),
            }
        }
        let before = self.reference.replace(places.reference);
        changed.has_other_reference = before.is_some_and(|before| before != places.reference);
        self.bounds = Some(places.bounds);
        changed
    }

    /// Takes the present entities of tilemaps.
    pub(in crate::map) fn rename(&mut self, entities: &Rename) {
        for placed in self.placed.iter_mut().flatten() {
            placed.tilemap.1 = entities.now(placed.tilemap.1);
        }
        self.numbers = entities.keys(&self.numbers);
        self.reference = self.reference.map(|tilemap| entities.now(tilemap));
    }

    pub(super) fn insert(&mut self, placed: Placed) -> u32 {
        let free = self.placed.iter().position(Option::is_none).unwrap_or(self.placed.len());
        let number = free as u32;
        self.set(number, Some(placed));
        self.numbers.insert(placed.tilemap.1, number);
        for bucket in buckets_of(placed.rect) {
            self.buckets.entry(bucket).or_default().push(number);
        }
        number
    }

    fn remove(&mut self, number: u32, placed: Placed) {
        self.set(number, None);
        self.numbers.remove(&placed.tilemap.1);
        for bucket in buckets_of(placed.rect) {
            if let Some(here) = self.buckets.get_mut(&bucket) {
                here.retain(|&mut other| other != number);
                if here.is_empty() {
                    self.buckets.remove(&bucket);
                }
            }
        }
    }

    fn set(&mut self, number: u32, placed: Option<Placed>) {
        let number = number as usize;
        if self.placed.len() <= number {
            self.placed.resize(number + 1, None);
        }
        if let Some(slot) = self.placed.get_mut(number) {
            *slot = placed;
        }
    }

    /// The tilemap with a number.
    pub(in crate::map) fn placed(&self, number: u32) -> Option<&Placed> {
        self.placed.get(number as usize)?.as_ref()
    }

    /// The number of a tilemap.
    pub(in crate::map) fn number(&self, tilemap: Entity) -> Option<u32> {
        self.numbers.get(&tilemap).copied()
    }

    fn of(&self, tilemap: Entity) -> Option<&Placed> {
        self.placed(self.number(tilemap)?)
    }

    fn rect(&self, tilemap: Entity) -> Option<CellRect> {
        self.of(tilemap).map(|placed| placed.rect)
    }

    /// The tilemaps with their numbers.
    pub(in crate::map) fn iter(&self) -> impl Iterator<Item = (u32, &Placed)> + Clone {
        (0..).zip(&self.placed).filter_map(|(number, placed)| Some((number, placed.as_ref()?)))
    }

    /// Which tilemaps are on a cell.
    pub(in crate::map) fn lookup(&self) -> Lookup<'_> {
        Lookup { arrangement: self, last: Cell::new(None) }
    }
}

/// Finds the tilemaps on cells. Remembers where it looked last: mostly the next cell is close by.
pub(in crate::map) struct Lookup<'a> {
    arrangement: &'a Arrangement,
    last: Cell<Option<(IVec2, &'a [u32])>>,
}

impl<'a> Lookup<'a> {
    /// The tilemaps that have a cell, each with the row-major index of the cell in it.
    pub(in crate::map) fn on(&self, cell: IVec2) -> impl Iterator<Item = (u32, usize)> + use<'a> {
        let (bucket, arrangement) = (bucket_of(cell), self.arrangement);
        let numbers = match self.last.get() {
            Some((known, numbers)) if known == bucket => numbers,
            _ => arrangement.buckets.get(&bucket).map_or(&[][..], |numbers| numbers),
        };
        self.last.set(Some((bucket, numbers)));
        numbers.iter().filter_map(move |&number| Some((number, arrangement.placed(number)?.index(cell)?)))
    }
}

const fn bucket_of(cell: IVec2) -> IVec2 {
    IVec2::new(cell.x >> BUCKET, cell.y >> BUCKET)
}

fn buckets_of(rect: CellRect) -> impl Iterator<Item = IVec2> {
    CellRect { min: bucket_of(rect.min), max: bucket_of(rect.max) }.cells()
}

impl TilemapPlaces {
    /// Finds where a tilemap is.
    fn add(&mut self, candidate: &Candidate, names: &Names) -> Result<(), String> {
        let Candidate { tilemap, size, cells, height, .. } = candidate;
        let first = || names.of(self.reference);
        if cells.shape() != self.cells.shape() {
            let (own, shape) = (cells.shape(), self.cells.shape());
            return Err(format!(
                "its cells are of shape {own:?}, but those of {} are of shape {shape:?}",
                first()
            ));
        }
        let corner = cells.center_of(IVec2::ZERO);
        let at = self.cells.cell_at(corner).unwrap_or(IVec2::MAX);
        let named =
            || format!("its first tile is at {} in tiles of {}", self.cells.tiles_at(corner), first());
        let rect = CellRect::of_size(at, *size);
        let check = |bounds| Grid::check_bounds(bounds).map(|()| bounds);
        let present = even(self.present.union(rect));
        // If the map can't hold all tilemaps that there were, it forgets the ones that left.
        let bounds = match self.are_declared {
            true => check(even(rect)).map(|_| present),
            false => check(even(self.bounds.union(rect))).or_else(|_| check(present)),
        };
        let bounds = bounds.map_err(|error| format!("{}: {error}", named()))?;
        let far = size.as_ivec2();
        let is_on_cells = |cell: IVec2| {
            let expected = self.cells.tiles_of(at + cell);
            self.cells.tiles_at(cells.center_of(cell)).abs_diff_eq(expected, 0.01)
        };
        if ![IVec2::ZERO, IVec2::ONE, far.with_y(0), far.with_x(0)].into_iter().all(is_on_cells) {
            return Err(format!("{}: the tiles of all tilemaps must lie on one grid", named()));
        }
        (self.bounds, self.present) = (bounds, present);
        self.tilemaps.push(Placed { tilemap: *tilemap, rect, height: *height });
        Ok(())
    }
}

/// A rectangle that a map can have, around another one.
pub(in crate::map) fn even(rect: CellRect) -> CellRect {
    CellRect { min: rect.min & !1, ..rect }
}
