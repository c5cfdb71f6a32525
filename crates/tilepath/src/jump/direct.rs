//! The way that needs no search: straight to the goal, over cells of the least weight.

use super::space::JumpSpace;
use crate::{
    astar::NodeId,
    cost::{Cost, step_units},
    ground::directions::{DX, DY, hex_parts},
};

/// A shortest way between two hexagons over cells of the least weight on the map: first the primary steps, then the secondary ones. It costs
/// as much as the estimate, so that no other is cheaper.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct DirectWay {
    pub(super) start: NodeId,
    pub(super) goal: NodeId,
    pub(super) steps: usize,
    pub(super) cost: Cost,
}

impl DirectWay {
    /// The way from padded coordinates to the only goal, if all cells on it weigh no more than any other.
    pub(super) fn find(space: &JumpSpace, (x, y): (usize, usize)) -> Option<Self> {
        let (field, goal) = (space.field, space.single?);
        if !field.topology().shape().is_hex() {
            return None;
        }
        let start = field.index(x, y);
        let (mut at, mut taken) = (start, 0);
        let is_even = field.mixed_count() == 0 && field.weight(start) == field.cheapest();
        for (direction, steps) in hex_parts(goal.0 as isize - x as isize, goal.1 as isize - y as isize) {
            let offset = DX[direction] + DY[direction] * field.offset(1);
            if is_even {
                // All that is free on the way weighs the same.
                let (x, y) = field.coordinates(at);
                if !field.are_hexagons_free(x, y, direction, steps) {
                    return None;
                }
                at = at.wrapping_add_signed(offset * steps as isize);
            } else {
                for _ in 0..steps {
                    at = at.wrapping_add_signed(offset);
                    if field.weight(at) != field.cheapest() {
                        return None;
                    }
                }
            }
            taken += steps;
        }
        let length = u64::from(field.topology().lengths().straight()) * taken as u64;
        let units = u32::try_from(step_units(length, field.cheapest())).ok()?;
        let cost = Some(Cost::from_units(units)).filter(|&cost| cost != Cost::INFINITE)?;
        Some(Self { start: start as NodeId, goal: at as NodeId, steps: taken, cost })
    }
}
