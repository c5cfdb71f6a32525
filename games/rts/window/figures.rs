//! The pictures of units, buildings, mines and marks, drawn by the program. Units look to the right.

use super::paint::{Canvas, Rgb, circle, diamond, line, rect, rgb};
use crate::unit::UnitKind;
use bevy::math::{Vec2, Vec3};

const SKIN: u32 = 0xE2B48C;
const STEEL: u32 = 0xB9C4CE;
const GOLD: u32 = 0xF2B632;

const fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

/// A unit from above.
pub fn unit(kind: UnitKind) -> Canvas {
    let mut canvas = Canvas::new(128);
    canvas.shadow(0.5, 0.06, |p| circle(p, at(0.02, -0.03), 0.27));
    match kind {
        UnitKind::Worker => worker(&mut canvas),
        UnitKind::Soldier => soldier(&mut canvas),
        UnitKind::Tank => tank(&mut canvas),
    }
    canvas
}

fn worker(canvas: &mut Canvas) {
    // The pick, the arms, the shoulders, the helmet.
    canvas.fill_edged(rgb(0x8A5A30), |p| line(p, at(0.02, -0.27), at(0.36, -0.16), 0.022));
    canvas.fill_edged(rgb(STEEL), |p| line(p, at(0.31, -0.27), at(0.40, -0.03), 0.026));
    canvas.fill_edged(rgb(SKIN), |p| line(p, at(0.05, -0.20), at(0.20, -0.21), 0.055));
    canvas.fill_edged(rgb(SKIN), |p| line(p, at(0.05, 0.20), at(0.19, 0.17), 0.055));
    canvas.fill_edged(rgb(0x3E6FA3), |p| line(p, at(-0.03, -0.15), at(-0.03, 0.15), 0.115));
    canvas.fill(rgb(0x5C8EC2), |p| line(p, at(-0.05, 0.02), at(-0.05, 0.17), 0.05));
    canvas.fill_edged(rgb(0xF0A722), |p| circle(p, at(0.04, 0.0), 0.145));
    canvas.fill(rgb(0xFFD063), |p| circle(p, at(0.01, 0.045), 0.075));
    canvas.fill(rgb(0xFFF0BE), |p| circle(p, at(-0.01, 0.07), 0.03));
    canvas.fill(rgb(0xC47F12), |p| line(p, at(0.155, -0.06), at(0.155, 0.06), 0.014));
}

fn soldier(canvas: &mut Canvas) {
    // The spear, the arms, the shield, the shoulders, the helmet with its plume.
    canvas.fill_edged(rgb(0x6B4A2C), |p| line(p, at(-0.24, -0.24), at(0.36, -0.24), 0.018));
    canvas.fill_edged(rgb(0xEFF4F8), |p| diamond(p, at(0.40, -0.24), at(0.085, 0.042)));
    canvas.fill_edged(rgb(SKIN), |p| line(p, at(0.02, -0.19), at(0.14, -0.23), 0.055));
    canvas.fill_edged(rgb(0x8C2F2B), |p| line(p, at(-0.04, -0.17), at(-0.04, 0.17), 0.125));
    canvas.fill(rgb(0xB4473F), |p| line(p, at(-0.07, 0.0), at(-0.07, 0.19), 0.05));
    canvas.fill_edged(rgb(0x7A2522), |p| rect(p, at(0.17, 0.19), at(0.045, 0.135), 0.04));
    canvas.fill(rgb(GOLD), |p| circle(p, at(0.18, 0.19), 0.035));
    canvas.fill_edged(rgb(STEEL), |p| circle(p, at(0.03, 0.0), 0.145));
    canvas.fill(rgb(0xE6EDF2), |p| circle(p, at(0.0, 0.05), 0.065));
    canvas.fill_edged(rgb(0xD8362C), |p| line(p, at(-0.14, 0.0), at(0.13, 0.0), 0.028));
}

fn tank(canvas: &mut Canvas) {
    // The tracks, the hull, the turret with its hatch, the gun.
    for y in [-0.26, 0.26] {
        canvas.fill_edged(rgb(0x4A4A46), |p| rect(p, at(0.0, y), at(0.34, 0.085), 0.05));
        for nth in -3_i8..=3 {
            canvas.fill(rgb(0x6E6E68), |p| rect(p, at(f32::from(nth) * 0.09, y), at(0.018, 0.075), 0.01));
        }
    }
    canvas.fill_edged(rgb(0x8C2F2B), |p| rect(p, at(-0.01, 0.0), at(0.32, 0.20), 0.05));
    canvas.fill(rgb(0xB4473F), |p| rect(p, at(-0.02, 0.08), at(0.27, 0.07), 0.04));
    canvas.fill_edged(rgb(STEEL), |p| line(p, at(0.05, 0.0), at(0.44, 0.0), 0.032));
    canvas.fill_edged(rgb(0x9E3A34), |p| circle(p, at(-0.03, 0.0), 0.165));
    canvas.fill(rgb(0xC65A50), |p| circle(p, at(-0.06, 0.05), 0.075));
    canvas.fill_edged(rgb(GOLD), |p| circle(p, at(-0.06, -0.03), 0.05));
}

/// The ore on the back of a worker.
pub fn ore() -> Canvas {
    let mut canvas = Canvas::new(64);
    canvas.shadow(0.5, 0.08, |p| circle(p, at(0.04, -0.06), 0.30));
    for (x, y, size) in [(-0.16, -0.08, 0.20), (0.17, -0.10, 0.19), (0.0, 0.10, 0.24)] {
        nugget(&mut canvas, at(x, y), size);
    }
    canvas
}

/// A piece of ore.
fn nugget(canvas: &mut Canvas, middle: Vec2, size: f32) {
    let half = Vec2::splat(size);
    canvas.fill_edged(rgb(0xD98E1E), |p| diamond(p, middle, half) - size * 0.2);
    canvas.fill(rgb(0xF7C84A), |p| diamond(p, middle + at(-0.12, 0.12) * size, half * 0.75));
    canvas.fill(rgb(0xFFF2BF), |p| diamond(p, middle + at(-0.30, 0.34) * size, half * 0.28));
}

/// A gate for workers, seen from above: two posts, and a beam with the colours of a helmet.
pub fn gate() -> Canvas {
    let mut canvas = Canvas::new(256);
    canvas.shadow(0.5, 0.05, |p| line(p, at(0.02, -0.42), at(0.02, 0.38), 0.05));
    for nth in 0..7 {
        let (low, color) = (-0.40 + nth as f32 * 0.115, if nth % 2 == 0 { 0xF0A722 } else { 0x3A3128 });
        canvas.fill_edged(rgb(color), |p| rect(p, at(0.0, low + 0.057), at(0.035, 0.057), 0.0));
    }
    for y in [-0.43, 0.43] {
        canvas.fill_edged(rgb(0x6E655A), |p| rect(p, at(0.0, y), at(0.08, 0.055), 0.02));
        canvas.fill(rgb(0x9A9083), |p| rect(p, at(-0.01, y + 0.01), at(0.045, 0.028), 0.015));
    }
    canvas
}

/// How many pictures of a mine there are: the last is full.
pub const MINE_STATES: usize = 5;

/// A mine with so many of its nuggets: 0 is empty.
pub fn mine(state: usize) -> Canvas {
    let mut canvas = Canvas::new(256);
    let boulders = [
        (-0.24, 0.18, 0.20),
        (0.22, 0.20, 0.19),
        (0.0, 0.26, 0.20),
        (-0.26, -0.14, 0.19),
        (0.26, -0.12, 0.20),
    ];
    canvas.shadow(0.5, 0.05, |p| circle(p, at(0.02, -0.03), 0.42));
    canvas.fill(rgb(0x5E5348), |p| circle(p, Vec2::ZERO, 0.40));
    if state > 0 {
        for (x, y, radius) in boulders {
            boulder(&mut canvas, at(x, y), radius);
        }
        boulder(&mut canvas, at(-0.02, -0.22), 0.22);
        boulder(&mut canvas, at(0.0, 0.03), 0.24);
    }
    let nuggets = [
        (0.0, 0.04, 0.085),
        (-0.22, -0.10, 0.07),
        (0.20, 0.17, 0.072),
        (-0.20, 0.20, 0.065),
        (0.23, -0.13, 0.07),
        (0.02, -0.24, 0.075),
        (0.02, 0.28, 0.055),
        (-0.10, -0.06, 0.05),
    ];
    let shown = nuggets.len() * state / (MINE_STATES - 1);
    for &(x, y, size) in &nuggets[..shown] {
        nugget(&mut canvas, at(x, y), size);
    }
    if state == 0 {
        for (x, y, radius) in
            [(-0.2, 0.1, 0.06), (0.15, -0.12, 0.07), (0.05, 0.22, 0.045), (-0.08, -0.22, 0.05)]
        {
            boulder(&mut canvas, at(x, y), radius);
        }
    }
    canvas
}

fn boulder(canvas: &mut Canvas, middle: Vec2, radius: f32) {
    let stone = rgb(0x8A8378);
    canvas.blend_near(middle, radius + 0.06, |p| {
        let beyond = circle(p, middle + at(0.015, -0.025), radius);
        (Vec3::ZERO, 0.4 * (0.5 - beyond / 0.06).clamp(0.0, 1.0), -1.0)
    });
    canvas.fill(stone * 0.35, |p| circle(p, middle, radius));
    canvas.blend_near(middle, radius, |p| {
        let light = (p - middle).dot(at(-0.6, 0.8)) / radius;
        let facet = if ((p - middle).to_angle() * 1.6).sin() > 0.2 { 0.06 } else { -0.03 };
        (stone * (0.92 + 0.28 * light + facet), 1.0, circle(p, middle, radius - 0.012))
    });
}

/// The base: a keep with four towers.
pub fn base() -> Canvas {
    let mut canvas = Canvas::new(256);
    let stone = rgb(0xB3A78F);
    canvas.shadow(0.55, 0.05, |p| rect(p, at(0.02, -0.03), Vec2::splat(0.42), 0.04));
    canvas.fill_edged(stone * 0.85, |p| rect(p, Vec2::ZERO, Vec2::splat(0.41), 0.03));
    masonry(&mut canvas, stone, 0.40);
    canvas.fill(stone * 0.45, |p| rect(p, Vec2::ZERO, Vec2::splat(0.315), 0.02));
    roof(&mut canvas, Vec2::ZERO, 0.30, rgb(0x3A62A0));
    for (x, y) in [(-0.36, 0.36), (0.36, 0.36), (-0.36, -0.36), (0.36, -0.36)] {
        tower(&mut canvas, at(x, y), stone);
    }
    // The gate.
    canvas.fill_edged(rgb(0x6B4A2C), |p| rect(p, at(0.0, -0.41), at(0.085, 0.055), 0.02));
    canvas.fill(rgb(0x4A3220), |p| rect(p, at(0.0, -0.41), at(0.006, 0.05), 0.0));
    canvas.fill_edged(rgb(GOLD), |p| diamond(p, Vec2::ZERO, Vec2::splat(0.07)));
    canvas
}

fn masonry(canvas: &mut Canvas, stone: Rgb, half: f32) {
    canvas.blend(|p| {
        let row = (p.y * 16.0).floor();
        let part = at((p.x * 10.0 + row * 0.5).fract().abs(), (p.y * 16.0).fract().abs());
        let joint = if part.x < 0.10 || part.y < 0.16 { 0.80 } else { 1.0 };
        let tone = 0.94 + 0.10 * ((row * 3.7 + (p.x * 10.0 + row * 0.5).floor() * 1.9).sin());
        (stone * (joint * tone), 1.0, rect(p, Vec2::ZERO, Vec2::splat(half), 0.03))
    });
}

/// A roof with four sides, each as light as it lies to the sun.
fn roof(canvas: &mut Canvas, middle: Vec2, half: f32, color: Rgb) {
    canvas.blend(|p| {
        let off = p - middle;
        let out = if off.x.abs() > off.y.abs() { at(off.x.signum(), 0.0) } else { at(0.0, off.y.signum()) };
        let light = 0.92 + 0.30 * out.dot(at(-0.6, 0.8));
        let rows = (off.abs().max_element() * 34.0).fract();
        let ridge = if (off.x.abs() - off.y.abs()).abs() < 0.008 { 0.25 } else { 0.0 };
        (
            color * (light - if rows < 0.25 { 0.12 } else { 0.0 } + ridge),
            1.0,
            rect(p, middle, Vec2::splat(half), 0.01),
        )
    });
}

fn tower(canvas: &mut Canvas, middle: Vec2, stone: Rgb) {
    canvas.shadow(0.5, 0.03, |p| circle(p, middle + at(0.015, -0.025), 0.105));
    canvas.fill_edged(stone, |p| circle(p, middle, 0.105));
    canvas.blend(|p| {
        let light = (p - middle).dot(at(-0.6, 0.8)) / 0.08;
        (rgb(0x3A62A0) * (1.0 + 0.35 * light), 1.0, circle(p, middle, 0.078))
    });
    canvas.fill(rgb(GOLD), |p| circle(p, middle, 0.017));
}

/// The depot: a platform of planks with crates and ore.
pub fn depot() -> Canvas {
    let mut canvas = Canvas::new(256);
    let wood = rgb(0x9C7245);
    canvas.shadow(0.55, 0.05, |p| rect(p, at(0.02, -0.03), Vec2::splat(0.43), 0.03));
    canvas.fill(wood * 0.35, |p| rect(p, Vec2::ZERO, Vec2::splat(0.43), 0.03));
    canvas.blend(|p| {
        let plank = ((p.y + 0.5) * 12.0).floor();
        let gap = ((p.y + 0.5) * 12.0).fract() < 0.12;
        let tone = 0.9 + 0.12 * (plank * 2.4).sin() - if gap { 0.35 } else { 0.0 };
        (wood * tone, 1.0, rect(p, Vec2::ZERO, Vec2::splat(0.41), 0.02))
    });
    canvas.fill(wood * 0.4, |p| rect(p, at(-0.17, 0.17), Vec2::splat(0.185), 0.01));
    roof(&mut canvas, at(-0.17, 0.17), 0.17, rgb(0xA8502F));
    for (x, y) in [(0.20, 0.25), (0.30, 0.12), (-0.28, -0.24)] {
        let (middle, half) = (at(x, y), Vec2::splat(0.07));
        canvas.shadow(0.5, 0.03, |p| rect(p, middle + at(0.012, -0.02), half, 0.0));
        canvas.fill_edged(rgb(0xC4935A), |p| rect(p, middle, half, 0.01));
        canvas.fill(rgb(0x8A5F33), |p| line(p, middle - half * 0.8, middle + half * 0.8, 0.012));
        canvas.fill(rgb(0x8A5F33), |p| rect(p, middle, half, 0.0).abs() - 0.010);
    }
    canvas.shadow(0.4, 0.05, |p| circle(p, at(0.15, -0.17), 0.17));
    for (x, y) in [(0.04, -0.13), (0.26, -0.12), (0.15, -0.05), (0.10, -0.24), (0.24, -0.24), (0.16, -0.15)] {
        nugget(&mut canvas, at(x, y), 0.07);
    }
    canvas
}

/// The ring under a selected unit.
pub fn ring() -> Canvas {
    let mut canvas = Canvas::new(128);
    canvas.fill(Vec3::ZERO, |p| circle(p, Vec2::ZERO, 0.41).abs() - 0.046);
    canvas.fill(Vec3::ONE, |p| circle(p, Vec2::ZERO, 0.41).abs() - 0.026);
    canvas
}

/// The mark where units are sent: four arrows that point at its middle.
pub fn mark() -> Canvas {
    let mut canvas = Canvas::new(128);
    for (grown, color) in [(0.022, Vec3::ZERO), (0.0, Vec3::ONE)] {
        for turn in [at(1.0, 0.0), at(0.0, 1.0), at(-1.0, 0.0), at(0.0, -1.0)] {
            for side in [-0.16, 0.16] {
                canvas.fill(color, |p| line(p, turn * 0.20, turn.rotate(at(0.36, side)), 0.030 + grown));
            }
        }
        canvas.fill(color, |p| circle(p, Vec2::ZERO, 0.045 + grown));
    }
    canvas
}

/// The sign over a unit that is stuck: an exclamation mark; or that has no path: a cross.
pub fn sign(no_path: bool) -> Canvas {
    let mut canvas = Canvas::new(128);
    let color = if no_path { rgb(0xD83A30) } else { rgb(0xF0B323) };
    let bubble = |p: Vec2| {
        let tip = line(p, at(0.0, -0.2), at(0.0, -0.36), 0.06);
        circle(p, at(0.0, 0.06), 0.32).min(tip)
    };
    canvas.shadow(0.5, 0.05, |p| bubble(p - at(0.02, -0.03)));
    canvas.fill(rgb(0x20242A), |p| bubble(p) - 0.035);
    canvas.fill(color, bubble);
    let ink = if no_path { Vec3::ONE } else { rgb(0x2A2008) };
    if no_path {
        canvas.fill(ink, |p| line(p, at(-0.12, -0.06), at(0.12, 0.18), 0.045));
        canvas.fill(ink, |p| line(p, at(-0.12, 0.18), at(0.12, -0.06), 0.045));
    } else {
        canvas.fill(ink, |p| line(p, at(0.0, 0.04), at(0.0, 0.22), 0.048));
        canvas.fill(ink, |p| circle(p, at(0.0, -0.10), 0.052));
    }
    canvas
}
