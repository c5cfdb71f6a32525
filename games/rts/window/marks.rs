//! Marks: rings under selected units, where they are sent, the rectangle of the mouse, and signs over units in trouble.

use super::{
    command::Ordered,
    layout::z,
    looks::{Pictures, picture},
    select::{Drag, Selected},
};
use crate::{
    board::{Board, CELL},
    orders::Task,
    plugin::GameSystems,
    trouble::Trouble,
    unit::{Job, Unit},
};
use bevy::prelude::*;
use bevy_tilepath::bevy_version::{OnAdd, OnDiscard, OnInsert};
use bevy_tilepath::prelude::*;

const GREEN: Color = Color::srgb(0.45, 1.0, 0.50);
const GOLD: Color = Color::srgb(1.0, 0.82, 0.30);
const RED: Color = Color::srgb(1.0, 0.35, 0.30);
/// For how many seconds the place of an order flashes.
const FLASH: f32 = 0.6;
/// The path is shown of so many selected units at most.
const MOST_PATHS: usize = 1;

/// The ring under a unit, which is a child of it.
#[derive(Component)]
struct Ring;

/// The sign over a unit, which is a child of it.
#[derive(Component)]
struct Sign;

/// The place to which selected units go.
#[derive(Component)]
pub struct Destination;

/// The place of an order just given, for so many seconds more.
#[derive(Component)]
struct Flash(f32);

/// The rectangle of the mouse.
#[derive(Component)]
struct Frame;

pub fn plugin(app: &mut App) {
    app.add_observer(add_ring)
        .add_observer(remove_children::<Selected, Ring>)
        .add_observer(add_sign)
        .add_observer(remove_children::<Trouble, Sign>)
        .add_observer(flash)
        .add_systems(Startup, spawn_frame)
        .add_systems(
            Update,
            (show_destinations, show_paths, fade, show_frame, keep_signs_large).in_set(GameSystems::Show),
        );
}

fn add_ring(added: OnAdd<Selected>, mut commands: Commands, pictures: Res<Pictures>, units: Query<&Unit>) {
    let Ok(Unit { kind, .. }) = units.get(added.entity) else { return };
    let (sprite, at) = picture(&pictures.ring, 1.1 * f32::from(kind.size()) * CELL, z::RING);
    let at = at.with_translation((kind.middle() * CELL).extend(z::RING));
    commands.spawn((ChildOf(added.entity), Ring, Sprite { color: GREEN, ..sprite }, at));
}

fn add_sign(
    added: OnInsert<Trouble>,
    mut commands: Commands,
    pictures: Res<Pictures>,
    troubles: Query<&Trouble>,
) {
    let image = match troubles.get(added.entity) {
        Ok(Trouble::NoPath(_)) => &pictures.no_path,
        Ok(Trouble::Stuck(..)) => &pictures.stuck,
        Err(_) => return,
    };
    let (sprite, at) = picture(image, 0.7 * CELL, z::SIGN);
    let at = at.with_translation(at.translation + Vec3::new(0.0, 0.62 * CELL, 0.0));
    commands.spawn((ChildOf(added.entity), Sign, sprite, at));
}

/// Removes the children of a kind when their parent loses a component, or gets another one.
fn remove_children<C: Component, K: Component>(
    removed: OnDiscard<C>,
    mut commands: Commands,
    parents: Query<&Children>,
    kinds: Query<Entity, With<K>>,
) {
    let children = parents.get(removed.entity).into_iter().flatten().copied();
    children.filter_map(|child| kinds.get(child).ok()).for_each(|child| commands.entity(child).try_despawn());
}

fn flash(ordered: On<Ordered>, mut commands: Commands, pictures: Res<Pictures>) {
    let color = match ordered.task {
        _ if !ordered.is_free => RED,
        Task::Gather(_) | Task::Deliver(_) => GOLD,
        _ => GREEN,
    };
    let (sprite, at) = picture(&pictures.mark, CELL, z::MARK);
    let at = at.with_translation(ordered.at.extend(at.translation.z));
    commands.spawn((Flash(FLASH), Sprite { color, ..sprite }, at));
}

fn fade(
    mut commands: Commands,
    time: Res<Time<Real>>,
    mut flashes: Query<(Entity, &mut Flash, &mut Sprite, &mut Transform)>,
) {
    for (entity, mut flash, mut sprite, mut transform) in &mut flashes {
        flash.0 -= time.delta_secs();
        let left = (flash.0 / FLASH).max(0.0);
        sprite.color.set_alpha(left);
        transform.scale = Vec3::splat(1.0 + 0.7 * left);
        if flash.0 <= 0.0 {
            commands.entity(entity).try_despawn();
        }
    }
}

/// Marks each place to which a selected unit goes.
fn show_destinations(
    mut commands: Commands,
    nav_grid: Res<NavGrid>,
    pictures: Res<Pictures>,
    selected: Query<(&PathRequest, &PathResult, &Job), With<Selected>>,
    places: Query<&Transform, Without<Destination>>,
    mut marks: Query<(Entity, &mut Transform, &mut Sprite), With<Destination>>,
) {
    let mut wanted: Vec<(Vec2, Color)> = Vec::new();
    for (request, result, job) in &selected {
        if matches!(job, Job::Idle | Job::Mining { .. } | Job::Unloading { .. }) {
            continue;
        }
        let target = result.target(&nav_grid).or(request.targets().first().copied());
        let at = match target {
            Some(PathTarget::Cell(cell)) => Some(Board::center_of(cell)),
            Some(PathTarget::Position(at)) => Some(at),
            Some(PathTarget::Entity(entity)) => places.get(entity).ok().map(|at| at.translation.truncate()),
            None => None,
        };
        let color = match job {
            _ if result.failure().is_some() => RED,
            Job::Going => GREEN,
            _ => GOLD,
        };
        if let Some(at) = at.filter(|at| !wanted.iter().any(|(other, _)| other == at)) {
            wanted.push((at, color));
        }
    }
    let mut wanted = wanted.into_iter();
    for (entity, mut transform, mut sprite) in &mut marks {
        match wanted.next() {
            Some((at, color)) => {
                transform.translation = at.extend(transform.translation.z);
                sprite.color = color;
            }
            None => commands.entity(entity).try_despawn(),
        }
    }
    for (at, color) in wanted {
        let (sprite, transform) = picture(&pictures.mark, 0.8 * CELL, z::MARK);
        let transform = transform.with_translation(at.extend(transform.translation.z));
        commands.spawn((Destination, Sprite { color, ..sprite }, transform));
    }
}

/// Draws the rest of the path of a unit that is selected alone.
fn show_paths(
    mut gizmos: Gizmos,
    nav_grid: Res<NavGrid>,
    selected: Query<(&Transform, &PathResult, &PathFollower), With<Selected>>,
) {
    if selected.iter().len() > MOST_PATHS {
        return;
    }
    for (transform, result, follower) in &selected {
        if follower.has_arrived() {
            continue;
        }
        let cells = result.cells(&nav_grid);
        let rest = cells.get(follower.next_index()..).unwrap_or_default();
        let points = core::iter::once(transform.translation.truncate())
            .chain(rest.iter().map(|&cell| Board::center_of(cell)))
            .map(|at| at.extend(z::PATH));
        gizmos.linestrip(points, GREEN.with_alpha(0.8));
    }
}

fn spawn_frame(mut commands: Commands) {
    let node = Node {
        position_type: PositionType::Absolute,
        border: UiRect::all(px(1)),
        display: Display::None,
        ..default()
    };
    let look = (BackgroundColor(GREEN.with_alpha(0.12)), BorderColor::all(GREEN));
    commands.spawn((Frame, node, look, GlobalZIndex(-1)));
}

fn show_frame(
    drag: Res<Drag>,
    camera: Single<(&Camera, &Transform)>,
    mut frame: Single<&mut Node, With<Frame>>,
) {
    let (camera, &transform) = camera.into_inner();
    let corner = |at: Vec2| camera.world_to_viewport(&transform.into(), at.extend(0.0)).ok();
    let corners = drag.area.and_then(|area| Some(Rect::from_corners(corner(area.min)?, corner(area.max)?)));
    let display = if corners.is_some() { Display::DEFAULT } else { Display::None };
    if frame.display != display {
        frame.display = display;
    }
    if let Some(Rect { min, max }) = corners {
        (frame.left, frame.top) = (px(min.x), px(min.y));
        (frame.width, frame.height) = (px(max.x - min.x), px(max.y - min.y));
    }
}

type AlwaysSeen = Or<(With<Sign>, With<Destination>)>;

/// However far the camera is, signs can be seen.
fn keep_signs_large(
    camera: Single<&Projection, With<Camera2d>>,
    mut signs: Query<&mut Transform, AlwaysSeen>,
) {
    let Projection::Orthographic(flat) = *camera else { return };
    let scale = (flat.scale * 20.0 / CELL).max(1.0);
    for mut transform in &mut signs {
        if transform.scale.x != scale {
            transform.scale = Vec3::splat(scale);
        }
    }
}
