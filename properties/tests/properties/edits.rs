//! What a game may do to a map, done to the map and to the numbers that it is made of.

use crate::level::{CLASSES, Fence, Level, Passage, Source, Spot, fences, passages, sources, spots};
use proptest::{collection::vec, prelude::*};
use tilepath::MapEdits;

/// An edit of a cell, or of the danger round it.
#[derive(Clone, Debug)]
pub enum Edit {
    Terrain(Spot, u8),
    Block(Spot),
    /// Removes an obstacle. The number is taken modulo the number of obstacles.
    Unblock(u8),
    /// Removes an obstacle from a cell that may have none.
    UnblockAt(Spot),
    AddDanger(Source),
    /// Removes a source. The number is taken modulo the number of sources.
    RemoveDanger(u8),
    /// Gives all cells of a row the same class.
    Row(u8, u8),
    Link(Passage),
    /// Removes a link. The number is taken modulo the number of links.
    Unlink(u8),
    Build(Fence),
    /// Removes a wall on an edge. The number is taken modulo the number of walls.
    Raze(u8),
}

impl Edit {
    pub fn apply(&self, level: &mut Level, map: &mut MapEdits) {
        let size = level.size;
        match *self {
            Self::Terrain(spot, class) => set_terrain(level, map, spot, class),
            Self::Block(spot) => {
                level.obstacles.push(spot);
                map.block(spot.on(size));
            }
            Self::Unblock(nth) if !level.obstacles.is_empty() => {
                let count = level.obstacles.len();
                map.unblock(level.obstacles.swap_remove(usize::from(nth) % count).on(size));
            }
            Self::UnblockAt(spot) => {
                let at = level.obstacles.iter().position(|other| other.on(size) == spot.on(size));
                at.map(|at| level.obstacles.swap_remove(at));
                map.unblock(spot.on(size));
            }
            Self::AddDanger(source) => {
                level.sources.push(source);
                map.add_danger(source.layer, &source.stamp(), source.middle(size)).unwrap();
            }
            Self::RemoveDanger(nth) if !level.sources.is_empty() => {
                let count = level.sources.len();
                let source = level.sources.swap_remove(usize::from(nth) % count);
                map.remove_danger(source.layer, &source.stamp(), source.middle(size)).unwrap();
            }
            Self::Row(y, class) => {
                (0..size.x).for_each(|x| set_terrain(level, map, Spot(x as u8, y), class));
            }
            Self::Link(passage) => {
                level.passages.push(passage);
                passage.link(size).into_iter().for_each(|link| map.link(link).unwrap());
            }
            Self::Unlink(nth) if !level.passages.is_empty() => {
                let count = level.passages.len();
                let link = level.passages.swap_remove(usize::from(nth) % count).link(size);
                link.into_iter().for_each(|link| assert!(map.unlink(link)));
            }
            Self::Build(fence) => {
                map.build_edge_wall(fence.wall(level.topology.shape(), size)).unwrap();
                level.fences.push(fence);
            }
            Self::Raze(nth) if !level.fences.is_empty() => {
                let count = level.fences.len();
                let fence = level.fences.swap_remove(usize::from(nth) % count);
                assert!(map.remove_edge_wall(fence.wall(level.topology.shape(), size)));
            }
            Self::Unblock(_) | Self::RemoveDanger(_) | Self::Unlink(_) | Self::Raze(_) => {}
        }
    }
}

fn set_terrain(level: &mut Level, map: &mut MapEdits, spot: Spot, class: u8) {
    let cell = spot.on(level.size);
    level.terrain[cell.y as usize * level.size.x as usize + cell.x as usize] = class;
    map.set_terrain(cell, class).unwrap();
}

/// Edits that make all cells that they change heavier, or all of them lighter.
pub fn plain_edits() -> impl Strategy<Value = Edit> + Clone {
    prop_oneof![
        3 => (spots(), 0..CLASSES).prop_map(|(spot, class)| Edit::Terrain(spot, class)),
        3 => spots().prop_map(Edit::Block),
        2 => any::<u8>().prop_map(Edit::Unblock),
        1 => spots().prop_map(Edit::UnblockAt),
        2 => sources().prop_map(Edit::AddDanger),
        1 => any::<u8>().prop_map(Edit::RemoveDanger),
    ]
}

/// Edits that are made at once.
pub fn batches() -> impl Strategy<Value = Vec<Edit>> {
    let rows = (0_u8..40, 0..CLASSES).prop_map(|(y, class)| Edit::Row(y, class));
    let fences = prop_oneof![2 => fences().prop_map(Edit::Build), 1 => any::<u8>().prop_map(Edit::Raze)];
    let links = prop_oneof![2 => passages().prop_map(Edit::Link), 1 => any::<u8>().prop_map(Edit::Unlink)];
    prop_oneof![
        3 => vec(plain_edits(), 1..2),
        2 => vec(plain_edits(), 1..8),
        1 => vec(prop_oneof![1 => rows, 2 => plain_edits()], 1..6),
        2 => vec(prop_oneof![2 => links, 1 => plain_edits()], 1..6),
        2 => vec(prop_oneof![2 => fences, 1 => plain_edits()], 1..6),
    ]
}
