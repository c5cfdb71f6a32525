//! Rooms joined by corridors.

use crate::board::{Board, Cell};
use bevy::math::{IRect, IVec2};

/// Places rooms at random where they don't touch, and joins each with the next by a corridor with one bend.
pub fn paint(board: &mut Board, random: &mut fastrand::Rng) {
    let size = board.size().as_ivec2();
    board.fill(Cell::WALL);
    let mut rooms: Vec<IRect> = Vec::new();
    let wanted = (board.terrain().len() / 70).clamp(4, 900);
    for _ in 0..wanted * 6 {
        if rooms.len() >= wanted {
            break;
        }
        let mut side = |length: i32| random.i32(3..=9).min(length - 1).max(1);
        let (width, height) = (side(size.x), side(size.y));
        let corner = IVec2::new(random.i32(0..=size.x - width), random.i32(0..=size.y - height));
        let room = IRect::from_corners(corner, corner + IVec2::new(width - 1, height - 1));
        let is_apart = |other: &IRect| {
            let gap = (room.min - other.max).max(other.min - room.max);
            gap.max_element() > 1
        };
        if rooms.iter().all(is_apart) {
            rooms.push(room);
        }
    }
    // Strip by strip, so that corridors are short.
    rooms.sort_by_key(|room| (room.min.x / 12, room.min.y));
    rooms.iter().for_each(|&room| open(board, room));
    for pair in rooms.windows(2) {
        let (from, to) = (pair[0].center(), pair[1].center());
        let bend = if random.bool() { IVec2::new(to.x, from.y) } else { IVec2::new(from.x, to.y) };
        open(board, IRect::from_corners(from, bend));
        open(board, IRect::from_corners(bend, to));
    }
}

fn open(board: &mut Board, room: IRect) {
    for y in room.min.y..=room.max.y {
        (room.min.x..=room.max.x).for_each(|x| board.set(IVec2::new(x, y), Cell::PLAIN));
    }
}
