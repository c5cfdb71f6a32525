//! Which chunks make up the map, and where they are on it.

#![expect(
    clippy::indexing_slicing,
    reason = "the numbers of chunks come from the layout itself, and its buckets cover the map"
)]

use super::chunk::{Chunk, ChunkItem};
use crate::map::{
    layers::{LeftOut, why_flat},
    place::Places,
};
use crate::names::Names;
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{CellGeometry, Grid};

/// The chunks of a map, side by side or on top of each other.
#[derive(Clone, Default)]
pub(super) struct Layout {
    /// Width and height of the map: the smallest rectangle around all chunks.
    pub(super) size: UVec2,
    /// The chunks. The first gave the map its cells.
    pub(super) chunks: Vec<PlacedChunk>,
    /// For each square of [`BUCKET`] cells the numbers of the chunks that have cells there.
    buckets: Vec<SmallVec<[u32; 4]>>,
}

/// A chunk of the map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PlacedChunk {
    pub(super) entity: Entity,
    /// The cell of the map that is its lower left one.
    pub(super) at: UVec2,
    pub(super) size: UVec2,
    /// Its height over the plane.
    pub(super) height: f32,
}

/// The side of a bucket, in cells.
const BUCKET: u32 = 32;

impl Layout {
    pub(super) fn new(size: UVec2, chunks: Vec<PlacedChunk>) -> Self {
        let columns = size.x.div_ceil(BUCKET);
        let mut buckets = vec![SmallVec::new(); (columns * size.y.div_ceil(BUCKET)) as usize];
        for (number, chunk) in (0..).zip(&chunks) {
            let (low, high) = (chunk.at / BUCKET, (chunk.at + chunk.size - 1) / BUCKET);
            for (x, y) in (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| (x, y))) {
                buckets[(y * columns + x) as usize].push(number);
            }
        }
        Self { size, chunks, buckets }
    }

    /// The chunks that have a cell, each with the row-major index of that cell in it.
    pub(super) fn at(&self, cell: UVec2) -> impl Iterator<Item = (u32, usize)> {
        let bucket = cell / BUCKET;
        let columns = self.size.x.div_ceil(BUCKET);
        self.buckets[(bucket.y * columns + bucket.x) as usize].iter().filter_map(move |&number| {
            let PlacedChunk { at, size, .. } = self.chunks[number as usize];
            let is_inside = cell.cmpge(at).all() && cell.cmplt(at + size).all();
            is_inside.then(|| (number, ((cell.y - at.y) * size.x + cell.x - at.x) as usize))
        })
    }

    /// Whether the same chunks are at the same cells, at whatever height.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let place = |chunk: &PlacedChunk| (chunk.entity, chunk.at, chunk.size);
        self.size == other.size && self.chunks.iter().map(place).eq(other.chunks.iter().map(place))
    }
}

/// Arranges chunks to a map, and returns where its cells are. The first chunk is the first of the previous map, or else the chunk with the
/// lowest id: its cells are the map's, and other chunks must lie on them. The log names chunks that do not. A chunk below a
/// disabled entity counts as disabled.
pub(super) fn arrange(
    chunks: &Query<Chunk>,
    before: &Layout,
    left_out: &mut LeftOut,
    places: &Places,
) -> Option<(Layout, CellGeometry)> {
    let first = before.chunks.first().map(|chunk| chunk.entity);
    let takes_part = |chunk: &ChunkItem| !places.is_below_disabled(chunk.entity);
    let mut candidates: Vec<ChunkItem> = chunks.iter().filter(takes_part).collect();
    candidates.sort_by_key(|chunk| (first != Some(chunk.entity), chunk.numbered()));
    let mut map: Option<Arrangement> = None;
    for chunk in candidates {
        let entity = chunk.entity;
        let result = chunk.size().and_then(|size| {
            let place = chunk.place(IVec2::ZERO, places);
            let (cells, height) = place.ok_or_else(|| why_flat(places.plane()))?;
            match &mut map {
                Some(map) => map.add((entity, size), &cells, height, &places.names),
                None => {
                    map = Some(Arrangement::new(entity, size, cells, height));
                    Ok(())
                }
            }
        });
        match result {
            Ok(()) => left_out.forget(entity),
            Err(reason) => left_out.log(entity, &reason, &places.names),
        }
    }
    let map = map?;
    let first = chunks.get(map.first).ok()?;
    let (cells, _) = first.place(map.low, places)?;
    Some((map.finish(), cells))
}

/// Chunks by their place on the cells of the first.
struct Arrangement {
    cells: CellGeometry,
    first: Entity,
    chunks: Vec<(IVec2, PlacedChunk)>,
    low: IVec2,
    high: IVec2,
}

impl Arrangement {
    fn new(entity: Entity, size: UVec2, cells: CellGeometry, height: f32) -> Self {
        let chunk = PlacedChunk { entity, at: UVec2::ZERO, size, height };
        let (low, high) = (IVec2::ZERO, size.as_ivec2());
        Self { cells, first: entity, chunks: vec![(IVec2::ZERO, chunk)], low, high }
    }

    fn add(
        &mut self,
        (entity, size): (Entity, UVec2),
        cells: &CellGeometry,
        height: f32,
        names: &Names,
    ) -> Result<(), String> {
        let corner = self.cells.tiles_at(cells.center_of(IVec2::ZERO));
        let offset = corner.round();
        let far = size.as_ivec2();
        let reach = Vec2::splat(Grid::MAX_SIDE as f32);
        let at = offset.clamp(-reach, reach).as_ivec2();
        let (low, high) = (self.low.min(at), self.high.max(at + far));
        Grid::check_size((high - low).as_uvec2()).map_err(|error| {
            format!("its first tile is at {corner} in tiles of {}: {error}", names.of(self.first))
        })?;
        let is_on_cells = |cell: IVec2| {
            self.cells.tiles_at(cells.center_of(cell)).abs_diff_eq(offset + cell.as_vec2(), 0.01)
        };
        if ![IVec2::ZERO, far.with_y(0), far.with_x(0)].into_iter().all(is_on_cells) {
            return Err(format!(
                "its first tile is at {corner} in tiles of {}: the tiles of all chunks must lie on one grid",
                names.of(self.first)
            ));
        }
        (self.low, self.high) = (low, high);
        self.chunks.push((at, PlacedChunk { entity, at: UVec2::ZERO, size, height }));
        Ok(())
    }

    fn finish(self) -> Layout {
        let Self { chunks, low, high, .. } = self;
        let place =
            |(offset, chunk): (IVec2, PlacedChunk)| PlacedChunk { at: (offset - low).as_uvec2(), ..chunk };
        Layout::new((high - low).as_uvec2(), chunks.into_iter().map(place).collect())
    }
}
