//! A soldier on the board: an agent of the plugin, with a request, a path and a follower, on a grid that follows the board.

use crate::{
    action::Action,
    board::{BoardChange, Document, TILE},
    files::Notice,
    painter::March,
    pane::{Algorithm, PaneId, Panes, Settings, edit_map, furnish},
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use tilepath::Heuristic;

/// The agent on the board.
#[derive(Component, Clone, Copy, Debug)]
pub struct Soldier;

/// The danger of each cell as the grid of the plugin has it.
#[derive(Resource, Default, Debug)]
pub struct Ground(Vec<u8>);

/// How fast it walks, in world units per second on plain ground.
const SPEED: f32 = 7.0 * TILE;

/// Adds the soldier and the plugin.
pub fn plugin(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .init_resource::<Ground>()
        .add_observer(|_: On<GoalReached>, mut notice: ResMut<Notice>| notice.say("The soldier has arrived."))
        .add_observer(|failed: On<PathFailed>, mut notice: ResMut<Notice>| {
            notice.complain(format!("The soldier stands still: {}", failed.reason));
        });
}

/// Brings the grid of the plugin in step with the board. A soldier does not survive another board.
pub fn follow_document(
    mut commands: Commands,
    document: Res<Document>,
    change: Res<BoardChange>,
    soldiers: Query<Entity, With<Soldier>>,
    mut ground: ResMut<Ground>,
    mut nav_grid: ResMut<NavGrid>,
) {
    if change.0.is_none() {
        return;
    }
    let board = document.board();
    if change.0.whole || nav_grid.size() != board.size() {
        soldiers.iter().for_each(|soldier| commands.entity(soldier).despawn());
        *nav_grid = NavGrid::from_grid(board.terrain().clone(), board.layout().geometry());
        ground.0 = vec![0; board.terrain().len()];
        if let Some(map) = nav_grid.map_mut() {
            furnish(map, &mut ground.0, board);
        }
    } else if let Some(map) = nav_grid.map_mut() {
        edit_map(map, &mut ground.0, board, &change.0);
    }
}

/// Takes over the settings of the left pane.
pub fn follow_settings(panes: Res<Panes>, mut settings: ResMut<PathfindingSettings>) {
    let pane = panes.get(PaneId::Left).settings();
    let new =
        PathfindingSettings { diagonals: pane.diagonals, step_lengths: pane.lengths.pair(), ..*settings };
    settings.set_if_neq(new);
}

/// Sends soldiers off and takes them away.
pub fn obey(
    mut commands: Commands,
    mut actions: MessageReader<Action>,
    mut marches: MessageReader<March>,
    document: Res<Document>,
    panes: Res<Panes>,
    soldiers: Query<Entity, With<Soldier>>,
    mut notice: ResMut<Notice>,
) {
    let pane = panes.get(PaneId::Left).settings();
    let board = document.board();
    let mut target = marches.read().last().map(|march| march.0);
    let mut from_start = soldiers.is_empty();
    if actions.read().filter(|action| **action == Action::SendSoldier).count() > 0 {
        target = Some(board.goal());
        from_start = true;
    }
    let Some(target) = target else { return };
    let request = request(pane, target);
    if !from_start {
        for soldier in &soldiers {
            commands.entity(soldier).insert(request.clone());
        }
    } else {
        soldiers.iter().for_each(|soldier| commands.entity(soldier).despawn());
        let place = board.layout().geometry().center_of(board.start()).extend(0.0);
        let follower = PathFollower::with_speed(SPEED).slowed_by_terrain();
        commands.spawn((Soldier, Transform::from_translation(place), request, follower));
    }
    notice.say("The soldier marches. Paint a wall in its way: it takes another path.");
}

/// What the settings of a pane ask of the plugin.
fn request(settings: &Settings, target: IVec2) -> PathRequest {
    let request = PathRequest::to_cell(target).with_danger_aversion(settings.aversion);
    match settings.algorithm {
        Algorithm::AStar => request.with_heuristic(settings.heuristic.heuristic()),
        Algorithm::Dijkstra => request.with_heuristic(Heuristic::Zero),
        Algorithm::Greedy => request.with_heuristic(settings.heuristic.heuristic()).greedy(),
        Algorithm::Weighted => {
            request.with_heuristic(settings.heuristic.heuristic()).with_inflation(settings.weight)
        }
        Algorithm::JumpPoint | Algorithm::GoalField => request,
    }
}
