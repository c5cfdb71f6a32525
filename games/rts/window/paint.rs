//! A canvas for pictures that the program draws: shapes by their signed distances, with smooth edges.

use super::mipmaps::Pixels;
use bevy::math::{URect, Vec2, Vec3};

/// A colour of three parts from 0 to 1.
pub type Rgb = Vec3;

/// A colour by its three bytes.
pub fn rgb(bytes: u32) -> Rgb {
    let part = |shift: u32| (bytes >> shift & 0xFF) as f32 / 255.0;
    Vec3::new(part(16), part(8), part(0))
}

/// A square picture. Its middle is the origin, its sides are at ±0.5, y is up.
pub struct Canvas {
    side: u32,
    colors: Vec<(Rgb, f32)>,
}

impl Canvas {
    /// A transparent picture.
    pub fn new(side: u32) -> Self {
        Self { side, colors: vec![(Vec3::ZERO, 0.0); (side * side) as usize] }
    }

    /// Paints the inside of a shape, where its signed distance is negative.
    pub fn fill(&mut self, color: Rgb, shape: impl Fn(Vec2) -> f32) {
        const BLOCK: u32 = 16;
        for y in (0..self.side).step_by(BLOCK as usize) {
            for x in (0..self.side).step_by(BLOCK as usize) {
                let block = URect::new(x, y, (x + BLOCK).min(self.side), (y + BLOCK).min(self.side));
                // A shape that is farther from the middle than the corners does not touch it.
                let reach = block.size().as_vec2().length() / 2.0 + 1.0;
                let distance = shape(self.point(block.center().as_vec2())) * self.side as f32;
                if distance < reach {
                    self.paint(block, |at| (color, 1.0, shape(at)));
                }
            }
        }
    }

    /// The same with a dark edge round it.
    pub fn fill_edged(&mut self, color: Rgb, shape: impl Fn(Vec2) -> f32 + Copy) {
        self.fill(color * 0.28, |at| shape(at) - 0.022);
        self.fill(color, shape);
    }

    /// Paints a soft shadow of this strength, as wide as `blur` beyond a shape.
    pub fn shadow(&mut self, strength: f32, blur: f32, shape: impl Fn(Vec2) -> f32) {
        self.blend(|at| (Vec3::ZERO, strength * (0.5 - shape(at) / (2.0 * blur)).clamp(0.0, 1.0), -1.0));
    }

    /// Paints each pixel with a colour, an opacity and a signed distance.
    pub fn blend(&mut self, paint: impl Fn(Vec2) -> (Rgb, f32, f32)) {
        self.paint(URect::new(0, 0, self.side, self.side), paint);
    }

    /// The same, but only near a point.
    pub fn blend_near(&mut self, middle: Vec2, reach: f32, paint: impl Fn(Vec2) -> (Rgb, f32, f32)) {
        let side = self.side as f32;
        // Pictures have y down.
        let middle = (Vec2::new(middle.x, -middle.y) + 0.5) * side;
        let low = (middle - reach * side).floor().max(Vec2::ZERO).as_uvec2();
        let high = (middle + reach * side).ceil().clamp(Vec2::ZERO, Vec2::splat(side)).as_uvec2();
        self.paint(URect { min: low, max: high }, paint);
    }

    /// The point at these pixels.
    fn point(&self, pixels: Vec2) -> Vec2 {
        Vec2::new(pixels.x, self.side as f32 - pixels.y) / self.side as f32 - 0.5
    }

    fn paint(&mut self, pixels: URect, paint: impl Fn(Vec2) -> (Rgb, f32, f32)) {
        for y in pixels.min.y..pixels.max.y {
            for x in pixels.min.x..pixels.max.x {
                let at = self.point(Vec2::new(x as f32, y as f32) + 0.5);
                let (new, opacity, distance) = paint(at);
                let over = opacity * (0.5 - distance * self.side as f32).clamp(0.0, 1.0);
                let (color, alpha) = &mut self.colors[(y * self.side + x) as usize];
                let both = over + *alpha * (1.0 - over);
                if both > 0.0 {
                    *color = (new * over + *color * *alpha * (1.0 - over)) / both;
                    *alpha = both;
                }
            }
        }
    }

    /// The picture as bytes.
    pub fn pixels(&self) -> Pixels {
        let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
        let bytes =
            self.colors.iter().flat_map(|(color, alpha)| [color.x, color.y, color.z, *alpha].map(byte));
        Pixels { side: self.side, bytes: bytes.collect() }
    }
}

/// The signed distance from a circle.
pub fn circle(at: Vec2, middle: Vec2, radius: f32) -> f32 {
    at.distance(middle) - radius
}

/// The signed distance from a thick line with round ends.
pub fn line(at: Vec2, from: Vec2, to: Vec2, radius: f32) -> f32 {
    let along = ((at - from).dot(to - from) / (to - from).length_squared().max(1e-9)).clamp(0.0, 1.0);
    at.distance(from + (to - from) * along) - radius
}

/// The signed distance from a rectangle with round corners.
pub fn rect(at: Vec2, middle: Vec2, half: Vec2, round: f32) -> f32 {
    let off = (at - middle).abs() - half + round;
    off.max(Vec2::ZERO).length() + off.max_element().min(0.0) - round
}

/// The signed distance from a diamond, about.
pub fn diamond(at: Vec2, middle: Vec2, half: Vec2) -> f32 {
    let off = (at - middle).abs() / half;
    (off.element_sum() - 1.0) * half.min_element() * 0.7
}
