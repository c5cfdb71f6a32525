//! The paths of the next wave on the board as it is now, by kind and spawn. Dashes run along them to the goal.

use crate::{
    board::Board,
    hunt::REACH,
    overlay::Overlay,
    tower::Tower,
    virus::{Fear, VirusKind},
    waves::{Comer, Waves},
    window::{ghost::Preview, looks::hue, screen::Screen},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::{
    NavGrid,
    tilepath::{MapRevision, PathQuery},
};
use kit::overlays::Shown;

/// A path of the next wave.
#[derive(Clone, PartialEq, Debug)]
pub struct Lane {
    pub comer: Comer,
    pub cells: Vec<IVec2>,
}

/// The paths of the next wave, and what they depend on.
#[derive(Resource, Default)]
pub struct Forecast {
    pub lanes: Vec<Lane>,
    key: Option<(MapRevision, f32, Vec<Comer>)>,
}

/// How far apart paths that run together are drawn, in tiles.
const APART: f32 = 0.16;
/// The dashes that run along a path, in world units.
const DASH: f32 = 12.0;
const GAP: f32 = 10.0;
/// World units per second.
const SPEED: f32 = 34.0;

/// What the forecast is made of.
#[derive(SystemParam)]
pub struct View<'w, 's> {
    waves: Res<'w, Waves>,
    board: Res<'w, Board>,
    nav_grid: Res<'w, NavGrid>,
    fear: Res<'w, Fear>,
    towers: Query<'w, 's, &'static Transform, With<Tower>>,
}

impl View<'_, '_> {
    /// The path of a virus that comes now: a berserker's leads to a tower, if there is one that it can reach.
    fn path(&self, comer: Comer) -> Option<Lane> {
        let start = *self.board.spawns.get(comer.spawn)?;
        let profile = comer.kind.profile(*self.fear)?;
        let cell = |tower: &Transform| self.nav_grid.cell_at(tower.translation.truncate());
        let hunts = comer.kind == VirusKind::Berserker && !self.towers.is_empty();
        let prey =
            hunts.then(|| PathQuery::to_nearest(start, self.towers.iter().filter_map(cell)).within(REACH));
        let to_base = PathQuery::new(start, self.board.base);
        let path = prey.and_then(|query| self.nav_grid.find_path(&profile, query).ok());
        let path = path.or_else(|| self.nav_grid.find_path(&profile, to_base).ok())?;
        Some(Lane { comer, cells: path.cells().to_vec() })
    }
}

/// Finds the paths again when the map, the fear or the wave has changed.
pub fn update(mut forecast: ResMut<Forecast>, view: View) {
    let Some(map) = view.nav_grid.map() else { return };
    let key = (map.revision(), view.fear.0, view.waves.next().to_vec());
    if forecast.key.as_ref() == Some(&key) {
        return;
    }
    forecast.key = Some(key);
    let comers = (0..view.board.spawns.len())
        .flat_map(|spawn| VirusKind::ALL.map(|kind| Comer { kind, spawn }))
        .filter(|comer| view.waves.count(comer.kind, comer.spawn) > 0);
    forecast.lanes = comers.filter_map(|comer| view.path(comer)).collect();
}

/// Whether the paths are shown: not while a wave comes in, for its own viruses are enough to look at, nor beside the paths of a ghost.
pub fn is_shown(
    shown: Res<Shown<Overlay>>,
    waves: Res<Waves>,
    screen: Res<State<Screen>>,
    preview: Res<Preview>,
) -> bool {
    let is_near = waves.ticks_to_next().is_some() && *screen.get() == Screen::Play;
    is_near && preview.0.is_none() && shown.contains(Overlay::NextWave)
}

pub fn draw(forecast: Res<Forecast>, board: Res<Board>, time: Res<Time<Real>>, mut gizmos: Gizmos) {
    for lane in &forecast.lanes {
        let aside = Vec2::splat((lane.comer.kind as usize as f32 - 1.0) * APART * board.tile.x);
        let points: Vec<Vec2> = lane.cells.iter().map(|&cell| board.center_of(cell) + aside).collect();
        dashes(&mut gizmos, &smooth(&points), time.elapsed_secs(), hue(lane.comer.kind));
    }
}

/// Draws the dashes of a line at this time.
fn dashes(gizmos: &mut Gizmos, line: &[Vec2], seconds: f32, color: Color) {
    let mut at = (seconds * SPEED).rem_euclid(DASH + GAP) - (DASH + GAP);
    let length: f32 = line.windows(2).map(|step| step[0].distance(step[1])).sum();
    while at < length {
        let points = stretch(line, at.max(0.0), (at + DASH).min(length));
        gizmos.linestrip_2d(points, color);
        at += DASH + GAP;
    }
}

/// Drops the points of a line that lie between their neighbours.
fn smooth(line: &[Vec2]) -> Vec<Vec2> {
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
