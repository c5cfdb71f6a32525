//! The pictures of all tiles, drawn by the program: meadows, roads, woods, rocks, water and bridges.

use super::mipmaps::Pixels;
use super::paint::{Canvas, Rgb, circle, rect, rgb};
use crate::tiles::{PIXELS, TILES, Terrain, TileLook, look_of};
use bevy::{
    asset::RenderAssetUsages,
    image::{Image, ImageSampler},
    math::{Vec2, Vec3},
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

/// Tiles in a row of the picture.
const COLUMNS: u32 = 16;

/// All tiles in one picture.
pub fn image() -> Image {
    let size =
        Extent3d { width: COLUMNS * PIXELS, height: TILES.div_ceil(COLUMNS) * PIXELS, ..Default::default() };
    let mut bytes = vec![0; (size.width * size.height * 4) as usize];
    for tile in 0..TILES {
        let Pixels { bytes: tile_bytes, .. } = picture(tile).pixels();
        for (y, row) in (0..).zip(tile_bytes.chunks_exact(PIXELS as usize * 4)) {
            let (left, top) = (tile % COLUMNS * PIXELS, tile / COLUMNS * PIXELS);
            let from = (((top + y) * size.width + left) * 4) as usize;
            bytes[from..from + row.len()].copy_from_slice(row);
        }
    }
    let (format, usage) = (TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::default());
    let mut image = Image::new(size, TextureDimension::D2, bytes, format, usage);
    image.sampler = ImageSampler::linear();
    image
}

/// The picture of a tile.
pub fn picture(tile: u32) -> Canvas {
    let mut canvas = Canvas::new(PIXELS);
    match look_of(tile) {
        TileLook::Meadow(variant) => meadow(&mut canvas, variant),
        TileLook::Bridge { above, below } => bridge(&mut canvas, above, below),
        TileLook::Area(terrain, mask, variant) => {
            meadow(&mut canvas, variant);
            let edge = Edge(mask);
            match terrain {
                Terrain::Road => road(&mut canvas, edge, variant),
                Terrain::Forest => woods(&mut canvas, edge, variant),
                Terrain::Rock => rocks(&mut canvas, edge, variant),
                _ => water(&mut canvas, edge, variant),
            }
        }
    }
    canvas
}

/// How far a point of a tile is inside its area, by the mask of its neighbours. Tiles of one area agree where they meet.
#[derive(Clone, Copy)]
struct Edge(u8);

impl Edge {
    const MOST: f32 = 0.7;

    /// In tiles, up to [`Edge::MOST`].
    fn depth(self, at: Vec2) -> f32 {
        let has = |bit: u32| self.0 & 1 << bit != 0;
        let sides = [0.5 - at.y, 0.5 - at.x, 0.5 + at.y, 0.5 + at.x];
        let corners =
            [Vec2::new(0.5, 0.5), Vec2::new(0.5, -0.5), Vec2::new(-0.5, -0.5), Vec2::new(-0.5, 0.5)];
        let mut depth = Self::MOST;
        for nth in 0..4 {
            if !has(2 * nth) {
                depth = smooth_min(depth, sides[nth as usize]);
            } else if has((2 * nth + 2) % 8) && !has(2 * nth + 1) {
                depth = smooth_min(depth, at.distance(corners[nth as usize]));
            }
        }
        depth
    }

    /// The direction out of the area, where its edge is near.
    fn outward(self, at: Vec2) -> Vec2 {
        const STEP: f32 = 0.02;
        let along = |step: Vec2| self.depth(at - step) - self.depth(at + step);
        Vec2::new(along(Vec2::X * STEP), along(Vec2::Y * STEP)).normalize_or_zero()
    }
}

/// The smaller of two, without a kink where they are alike.
fn smooth_min(a: f32, b: f32) -> f32 {
    const WIDTH: f32 = 0.55;
    let near = (WIDTH - (a - b).abs()).max(0.0) / WIDTH;
    a.min(b) - near * near * WIDTH / 4.0
}

fn smooth_step(from: f32, to: f32, value: f32) -> f32 {
    let t = ((value - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// 1 inside a tile, 0 at its edges, where all tiles are alike.
fn inner(at: Vec2) -> f32 {
    smooth_step(0.5, 0.34, at.abs().max_element())
}

/// From the left and above.
fn light(outward: Vec2) -> f32 {
    outward.dot(Vec2::new(-0.6, 0.8))
}

fn meadow(canvas: &mut Canvas, variant: u32) {
    let (coarse, fine) = (Speckle::new(3, variant), Speckle::new(16, variant));
    canvas.blend(|at| {
        let shade = 0.93 + 0.05 * coarse.at(at) + 0.09 * fine.at(at);
        (rgb(0x6C9A45) * shade, 1.0, -1.0)
    });
    // Tufts, flowers and pebbles, away from the edges, so that tiles fit.
    let mut dice = fastrand::Rng::with_seed(u64::from(variant) + 77);
    let mut place = || Vec2::new(dice.f32() - 0.5, dice.f32() - 0.5) * 0.78;
    let things = if variant < 3 { 2 } else { 5 };
    for nth in 0..things {
        let middle = place();
        match (variant, nth) {
            (4 | 8, _) => {
                let petals = if variant == 4 { rgb(0xF3E9A0) } else { rgb(0xE8E4F4) };
                canvas.fill(rgb(0x55803A), |at| circle(at, middle - Vec2::Y * 0.015, 0.035));
                canvas.fill(petals, |at| circle(at, middle, 0.026));
                canvas.fill(rgb(0xD9952F), |at| circle(at, middle, 0.011));
            }
            (6 | 11, 0..=2) => {
                canvas.shadow(0.35, 0.03, |at| circle(at, middle + Vec2::new(0.01, -0.02), 0.03));
                canvas.fill(rgb(0x9A9C90), |at| circle(at, middle, 0.028));
                canvas.fill(rgb(0xBDBFB2), |at| circle(at, middle + Vec2::new(-0.008, 0.01), 0.014));
            }
            _ => {
                for blade in [-1.0, 0.0, 1.0f32] {
                    let tip = middle + Vec2::new(blade * 0.035, 0.07 - blade.abs() * 0.02);
                    canvas.fill(rgb(0x557F37), |at| super::paint::line(at, middle, tip, 0.008));
                }
            }
        }
    }
}

fn road(canvas: &mut Canvas, edge: Edge, variant: u32) {
    let (coarse, fine) = (Speckle::new(5, variant), Speckle::new(20, variant));
    canvas.blend(|at| {
        let depth = edge.depth(at) - 0.06 + 0.16 * (coarse.at(at) - 0.5) + 0.06 * (fine.at(at) - 0.5);
        let shade = 0.90 + 0.08 * coarse.at(at) + 0.10 * fine.at(at) - 0.12 * smooth_step(0.08, 0.0, depth);
        (rgb(0xB8996A) * shade, smooth_step(-0.02, 0.04, depth), -1.0)
    });
}

fn water(canvas: &mut Canvas, edge: Edge, variant: u32) {
    let (coarse, fine) = (Speckle::new(4, variant), Speckle::new(10, variant));
    canvas.blend(|at| {
        let wobble = 0.12 * (coarse.at(at) - 0.5);
        let depth = edge.depth(at) - 0.11 + wobble;
        let sand = rgb(0xC9B684) * (0.92 + 0.14 * fine.at(at));
        let shallow = rgb(0x5FA9B8);
        let deep = rgb(0x2F6E95) * (0.94 + 0.12 * coarse.at(at));
        let mut color = shallow.lerp(deep, smooth_step(0.0, 0.34, depth));
        // Foam along the shore, and glints where it is deep.
        let foam = smooth_step(0.035, 0.0, (depth - 0.03).abs()) * 0.75;
        let glint = smooth_step(0.78, 0.95, fine.at(at)) * smooth_step(0.1, 0.3, depth) * inner(at) * 0.22;
        color = color.lerp(Vec3::ONE, foam.max(glint));
        let color = sand.lerp(color, smooth_step(-0.015, 0.015, depth));
        (color, smooth_step(-0.13, -0.09, depth), -1.0)
    });
}

fn rocks(canvas: &mut Canvas, edge: Edge, variant: u32) {
    let (coarse, fine) = (Speckle::new(4, variant), Speckle::new(14, variant + 9));
    // Its shadow falls on the grass to the right and below.
    canvas.blend(|at| {
        let depth = edge.depth(at + Vec2::new(-0.07, 0.09));
        (Vec3::ZERO, 0.45 * smooth_step(0.0, 0.16, depth), -1.0)
    });
    canvas.blend(|at| {
        let depth = edge.depth(at) - 0.07 + 0.16 * (coarse.at(at) - 0.5) + 0.04 * (fine.at(at) - 0.5);
        // A steep flank round a rough top.
        let flank = smooth_step(0.20, 0.06, depth);
        let lit = 0.62 * light(edge.outward(at)) * flank;
        let rough = 0.30 * (coarse.at(at) - 0.5) + 0.22 * (fine.at(at) - 0.5);
        let rim = 0.20 * smooth_step(0.04, 0.0, (depth - 0.21).abs());
        let crack = 0.13
            * smooth_step(0.035, 0.0, (coarse.at(at) - 0.5).abs())
            * smooth_step(0.15, 0.3, depth)
            * inner(at);
        let shade = 0.92 + lit + rough * 0.7 + rim - crack;
        let dark = smooth_step(0.02, 0.0, depth) * 0.5;
        (rgb(0x85807A) * (shade - dark), 1.0, -depth)
    });
}

fn woods(canvas: &mut Canvas, edge: Edge, variant: u32) {
    let (coarse, fine) = (Speckle::new(4, variant), Speckle::new(18, variant));
    canvas.blend(|at| {
        let depth = edge.depth(at) - 0.06 + 0.12 * (coarse.at(at) - 0.5);
        let shade = 0.85 + 0.3 * fine.at(at);
        (rgb(0x35592B) * shade, 0.95 * smooth_step(0.0, 0.14, depth), -1.0)
    });
    // Those on corners and edges belong to all tiles there, and look alike in each of them.
    let mut trees: Vec<(Vec2, f32, f32)> = Vec::new();
    for x in [-0.5, 0.0, 0.5] {
        for y in [-0.5, 0.0, 0.5] {
            let at = Vec2::new(x, y);
            if at != Vec2::ZERO {
                trees.push((at, 0.16, if x == 0.0 || y == 0.0 { 0.2 } else { 0.75 }));
            }
        }
    }
    let mut dice = fastrand::Rng::with_seed(u64::from(variant) * 31 + 5);
    for middle in [(-0.24, 0.24), (0.23, 0.25), (0.0, 0.0), (-0.25, -0.22), (0.24, -0.24)] {
        let off = Vec2::new(dice.f32() - 0.5, dice.f32() - 0.5) * 0.1;
        trees.push((Vec2::from(middle) + off, 0.15 + 0.05 * dice.f32(), dice.f32()));
    }
    // Those in front hide those behind.
    trees.sort_by(|a, b| b.0.y.total_cmp(&a.0.y));
    for (middle, radius, tone) in trees {
        if edge.depth(middle) > 0.17 {
            tree(canvas, middle, radius, tone, &fine);
        }
    }
}

fn tree(canvas: &mut Canvas, middle: Vec2, radius: f32, tone: f32, leaves: &Speckle) {
    let green = rgb(0x3F7A34).lerp(rgb(0x5A9140), tone);
    let crown = |at: Vec2, grown: f32| circle(at, middle, radius + grown) - 0.05 * (leaves.at(at) - 0.5);
    canvas.shadow(0.5, 0.04, |at| circle(at, middle + Vec2::new(0.04, -0.06), radius));
    canvas.fill(green * 0.42, |at| crown(at, 0.0));
    canvas.blend_near(middle, radius + 0.03, |at| {
        let light = light((at - middle) / radius);
        let shade = 0.92 + 0.26 * light + 0.22 * (leaves.at(at * 1.3) - 0.5);
        (green * shade, 1.0, crown(at, -0.022))
    });
    canvas.blend_near(middle, 0.2, |at| {
        let glow = smooth_step(0.10, 0.0, at.distance(middle + Vec2::new(-0.05, 0.06)));
        (rgb(0xA9CC6A), 0.35 * glow, -1.0)
    });
}

fn bridge(canvas: &mut Canvas, above: bool, below: bool) {
    water(canvas, Edge(u8::MAX), 0);
    canvas.shadow(0.5, 0.05, |at| rect(at, Vec2::new(0.0, -0.03), Vec2::new(0.8, 0.46), 0.0));
    let grain = Speckle::new(18, 3);
    canvas.blend(|at| {
        const PLANKS: f32 = 5.0;
        let along = (at.x + 0.5) * PLANKS;
        let (nth, part) = (along.floor(), along.fract());
        let tone =
            0.86 + 0.16 * (nth * 0.618).fract() + 0.14 * (grain.at(Vec2::new(at.x * 2.0, at.y * 0.3)) - 0.5);
        let gap = smooth_step(0.09, 0.02, part.min(1.0 - part));
        let high = if above { 0.44 } else { 0.6 };
        let low = if below { 0.44 } else { 0.6 };
        let distance = (at.y - high).max(-at.y - low);
        (rgb(0xA5794A) * (tone - 0.45 * gap), 1.0, distance)
    });
    for (has_rail, y) in [(above, 0.42), (below, -0.42)] {
        if has_rail {
            rail(canvas, y);
        }
    }
}

fn rail(canvas: &mut Canvas, y: f32) {
    let wood: Rgb = rgb(0x6B4A2C);
    canvas.shadow(0.4, 0.04, |at| rect(at, Vec2::new(0.0, y - 0.04), Vec2::new(0.8, 0.03), 0.0));
    canvas.fill(wood * 0.5, |at| rect(at, Vec2::new(0.0, y), Vec2::new(0.8, 0.045), 0.0));
    canvas.fill(wood * 1.25, |at| rect(at, Vec2::new(0.0, y + 0.01), Vec2::new(0.8, 0.026), 0.0));
    for x in [-0.25, 0.25] {
        canvas.fill(wood * 0.45, |at| rect(at, Vec2::new(x, y), Vec2::splat(0.06), 0.02));
        canvas.fill(wood * 1.5, |at| rect(at, Vec2::new(x - 0.008, y + 0.012), Vec2::splat(0.038), 0.015));
    }
}

/// Smooth noise over a tile, from 0 to 1: a lattice whose edges are the same for all tiles, and whose inside depends on the variant.
struct Speckle {
    lattice: usize,
    values: Vec<f32>,
}

impl Speckle {
    /// Noise of `lattice` waves along each side.
    fn new(lattice: usize, variant: u32) -> Self {
        let mut shared = fastrand::Rng::with_seed(lattice as u64);
        let mut own = fastrand::Rng::with_seed(lattice as u64 ^ u64::from(variant) << 20);
        let value = |index: usize| {
            let (edge, inside) = (shared.f32(), own.f32());
            if index < lattice || index.is_multiple_of(lattice) { edge } else { inside }
        };
        Self { lattice, values: (0..lattice * lattice).map(value).collect() }
    }

    /// The noise at a point; the tile is from -0.5 to 0.5, and repeats beyond.
    fn at(&self, at: Vec2) -> f32 {
        let at = (at + 0.5) * self.lattice as f32;
        let corner = at.floor();
        let t = at - corner;
        let t = t * t * (3.0 - 2.0 * t);
        let value = |right: f32, up: f32| {
            let wrap = |place: f32| place.rem_euclid(self.lattice as f32) as usize % self.lattice;
            self.values[wrap(corner.y + up) * self.lattice + wrap(corner.x + right)]
        };
        let row = |up: f32| value(0.0, up) + (value(1.0, up) - value(0.0, up)) * t.x;
        row(0.0) + (row(1.0) - row(0.0)) * t.y
    }
}
