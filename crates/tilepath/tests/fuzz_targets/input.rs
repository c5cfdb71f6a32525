//! Choices that are read from the bytes of an input. Past the end of the bytes, each choice is the first one.

use arbitrary::Unstructured;
use glam::{IVec2, UVec2, Vec2};

pub struct Input<'a>(Unstructured<'a>);

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(Unstructured::new(bytes))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        self.0.arbitrary().unwrap_or_default()
    }

    pub fn word(&mut self) -> u32 {
        self.0.arbitrary().unwrap_or_default()
    }

    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A number below `count`, which is at most 256. 0 if `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A cell of a map of this size, or a cell just beyond its edges.
    pub fn near_cell(&mut self, size: UVec2) -> IVec2 {
        let mut side = |length: u32| self.below(length as usize + 2) as i32 - 1;
        IVec2::new(side(size.x), side(size.y))
    }

    /// A cell of a map of this size.
    pub fn cell(&mut self, size: UVec2) -> IVec2 {
        IVec2::new(self.below(size.x as usize) as i32, self.below(size.y as usize) as i32)
    }

    /// Any number: mostly the four bytes as they are, otherwise one of the values at which something changes.
    pub fn float(&mut self) -> f32 {
        const EDGES: [f32; 20] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::MAX,
            f32::MIN,
            f32::MIN_POSITIVE,
            1e-45,
            f32::EPSILON,
            16_777_216.0,
            2_147_483_648.0,
            -2_147_483_648.0,
            1e9,
            1e19,
            -1e30,
            0.5,
            30.0,
        ];
        match self.byte() {
            number @ 0..100 => EDGES[usize::from(number) % EDGES.len()],
            number @ 100..170 => f32::from(number) - 130.0 + f32::from(self.byte()) / 256.0,
            _ => f32::from_bits(self.word()),
        }
    }

    pub fn point(&mut self) -> Vec2 {
        Vec2::new(self.float(), self.float())
    }

    pub fn rest(self) -> &'a [u8] {
        self.0.take_rest()
    }
}
