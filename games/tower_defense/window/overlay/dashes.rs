//! Dashes that run along a line.

use bevy::prelude::*;

const DASH: f32 = 12.0;
const GAP: f32 = 10.0;
/// World units per second.
const SPEED: f32 = 34.0;

/// Draws the dashes of a line at this time.
pub fn dashes(gizmos: &mut Gizmos, line: &[Vec2], seconds: f32, color: Color) {
    let mut at = (seconds * SPEED).rem_euclid(DASH + GAP) - (DASH + GAP);
    let length: f32 = line.windows(2).map(|step| step[0].distance(step[1])).sum();
    while at < length {
        let points = stretch(line, at.max(0.0), (at + DASH).min(length));
        gizmos.linestrip_2d(points, color);
        at += DASH + GAP;
    }
}

/// Drops the points of a line that lie between their neighbours.
pub fn smooth(line: &[Vec2]) -> Vec<Vec2> {
    let is_corner = |index: usize| match (
        index.checked_sub(1).and_then(|before| line.get(before)),
        line.get(index + 1),
    ) {
        (Some(&before), Some(&after)) => {
            let (come, go) =
                ((line[index] - before).normalize_or_zero(), (after - line[index]).normalize_or_zero());
            come.dot(go) < 0.999
        }
        _ => true,
    };
    (0..line.len()).filter(|&index| is_corner(index)).map(|index| line[index]).collect()
}

/// The part of a line between two distances from its start.
fn stretch(line: &[Vec2], from: f32, to: f32) -> Vec<Vec2> {
    let mut points = Vec::new();
    let mut passed = 0.0;
    for step in line.windows(2) {
        let length = step[0].distance(step[1]);
        if passed + length >= from && passed <= to && length > 0.0 {
            let point = |at: f32| step[0].lerp(step[1], ((at - passed) / length).clamp(0.0, 1.0));
            if points.is_empty() {
                points.push(point(from));
            }
            points.push(point(to));
        }
        passed += length;
    }
    points
}
