//! Which part of the game is shown, and which agent is chosen: by the wheel, drags and clicks.

use super::game::ReplayedGame;
use crate::{
    action::{Action, Page},
    input::{Area, Gesture, Phase},
    sight::Sight,
    window_state::CurrentPage,
};
use bevy::prelude::*;
use tilepath::fleet::{AgentId, FleetWorld};

/// The part of the game that is shown.
#[derive(Resource, Default, Debug)]
pub struct ReplaySight {
    pub sight: Sight,
    /// Where the pointer was last while its button is down, and how far it has come since.
    held: Option<(Vec2, f32)>,
    /// The number of the game and the corners of its map to which the sight was fitted.
    fitted: (usize, [Vec2; 2]),
}

/// A press that moves less than this is a click, in logical pixels.
const CLICK: f32 = 4.0;
/// How near to an agent one must click, in tiles.
const GRASP: f32 = 0.8;

/// The width of a tile.
#[must_use]
pub fn tile_of(world: &FleetWorld) -> f32 {
    world.geometry.center_of(IVec2::X).distance(world.geometry.center_of(IVec2::ZERO))
}

/// The corners of the map of a game.
fn corners_of(world: &FleetWorld) -> [Vec2; 2] {
    let (bounds, geometry) = (world.map.grid().bounds(), &world.geometry);
    let (low, high) = (bounds.min, bounds.max);
    let rows = (low.x..=high.x).flat_map(|x| [low.y, high.y].map(|y| IVec2::new(x, y)));
    let columns = (low.y..=high.y).flat_map(|y| [low.x, high.x].map(|x| IVec2::new(x, y)));
    let edge = rows.chain(columns).flat_map(|cell| geometry.corners_of(cell));
    edge.fold([Vec2::MAX, Vec2::MIN], |[low, high], at| [low.min(at), high.max(at)])
}

/// Follows the controls and the gestures.
pub fn look(
    mut actions: MessageReader<Action>,
    mut gestures: MessageReader<Gesture>,
    page: Res<CurrentPage>,
    areas: Query<(&Area, &ComputedNode)>,
    mut game: ResMut<ReplayedGame>,
    mut seen: ResMut<ReplaySight>,
) {
    let Some(world) = game.world().filter(|_| page.0 == Page::Replay) else {
        actions.clear();
        gestures.clear();
        return;
    };
    let (corners, tile) = (corners_of(world), tile_of(world));
    for action in actions.read() {
        match *action {
            Action::Fit => seen.sight.is_fitted = true,
            Action::Zoom(factor) => seen.sight.zoom(factor, Vec2::ZERO, corners, tile),
            _ => {}
        }
    }
    for gesture in gestures.read().filter(|gesture| gesture.area == Area::Replay) {
        match gesture.phase {
            Phase::Down(_) => seen.held = Some((gesture.at, 0.0)),
            Phase::Move => {
                let Some((last, come)) = seen.held else { continue };
                let by = gesture.at - last;
                seen.held = Some((gesture.at, come + by.length()));
                if come + by.length() > CLICK {
                    seen.sight.pan(by, corners);
                }
            }
            Phase::Up | Phase::Out => {
                let is_click = seen.held.take().is_some_and(|(_, come)| come <= CLICK);
                if is_click && gesture.phase == Phase::Up {
                    let at = seen.sight.world(gesture.at);
                    game.chosen = game.world().and_then(|world| agent_at(&game, world, at, tile));
                }
            }
            Phase::Wheel(lines) => {
                let factor = 1.2_f32.powf(lines.clamp(-10.0, 10.0));
                seen.sight.zoom(factor, gesture.at, corners, tile);
            }
        }
    }
    let [opened, _] = game.revision();
    let pane = areas.iter().find(|(area, node)| **area == Area::Replay && node.size.min_element() > 0.0);
    if let Some((_, node)) = pane
        && (seen.sight.is_fitted || seen.fitted != (opened, corners))
    {
        seen.fitted = (opened, corners);
        seen.sight.fit(corners, node.size * node.inverse_scale_factor);
    }
}

/// The agent nearest to a point.
fn agent_at(game: &ReplayedGame, world: &FleetWorld, at: Vec2, tile: f32) -> Option<AgentId> {
    let distances = world.fleet.agents().filter_map(|(agent, _)| {
        let distance = game.position(agent)?.distance(at);
        (distance < GRASP * tile).then_some((distance, agent))
    });
    distances.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, agent)| agent)
}
