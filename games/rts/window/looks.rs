//! What units, buildings and mines look like. The rules spawn them without a look; observers add it here.

use super::mipmaps::image_of;
use super::{
    figures::{self, MINE_STATES},
    layout::z,
    paint::Canvas,
};
use crate::{
    board::{Board, CELL},
    plugin::GameSystems,
    site::{Base, DropOff, GATE, Gate, Mine, RADIUS},
    unit::{Job, Load, Unit, UnitKind},
};
use bevy::{
    image::{ImageSampler, ImageSamplerDescriptor},
    prelude::*,
};
use bevy_tilepath::bevy_version::{OnAdd, OnRemove};

/// The pictures.
#[derive(Resource)]
pub struct Pictures {
    units: [Handle<Image>; 3],
    ore: Handle<Image>,
    mines: Vec<Handle<Image>>,
    base: Handle<Image>,
    depot: Handle<Image>,
    gate: Handle<Image>,
    pub ring: Handle<Image>,
    pub mark: Handle<Image>,
    pub stuck: Handle<Image>,
    pub no_path: Handle<Image>,
}

/// The side of the picture of a unit, and of the ore on its back, in cells.
const UNIT: f32 = 1.3;
const ORE: f32 = 0.46;
/// The side of a mine or building.
const SITE: f32 = (2 * RADIUS + 1) as f32 * CELL * 1.06;
/// How fast a unit turns, in half-lives per second.
const TURN: f32 = 14.0;

impl FromWorld for Pictures {
    fn from_world(world: &mut World) -> Self {
        let mut images = world.resource_mut::<Assets<Image>>();
        let mut add = |canvas: Canvas| {
            let mut image = image_of(&[canvas.pixels()]);
            image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor::linear());
            images.add(image)
        };
        Self {
            units: UnitKind::ALL.map(|kind| add(figures::unit(kind))),
            ore: add(figures::ore()),
            mines: (0..MINE_STATES).map(|state| add(figures::mine(state))).collect(),
            base: add(figures::base()),
            depot: add(figures::depot()),
            gate: add(figures::gate()),
            ring: add(figures::ring()),
            mark: add(figures::mark()),
            stuck: add(figures::sign(false)),
            no_path: add(figures::sign(true)),
        }
    }
}

/// The picture of a unit, which is a child of it, and where the unit was in the last frame.
#[derive(Component)]
struct Figure {
    was: Vec2,
    angle: f32,
    /// How far it has walked, in cells.
    walked: f32,
}

/// The ore on the back of a worker.
#[derive(Component)]
struct Pack(Entity);

pub fn plugin(app: &mut App) {
    app.init_resource::<Pictures>()
        .add_observer(dress_unit)
        .add_observer(dress_mine)
        .add_observer(dress_building)
        .add_observer(dress_gate)
        .add_observer(leave_rubble)
        .add_systems(Update, (turn, show_packs, show_ore).in_set(GameSystems::Show));
}

/// A picture as wide as this.
pub fn picture(image: &Handle<Image>, side: f32, z: f32) -> (Sprite, Transform) {
    let sprite = Sprite { image: image.clone(), custom_size: Some(Vec2::splat(side)), ..default() };
    (sprite, Transform::from_xyz(0.0, 0.0, z))
}

fn dress_unit(
    added: OnAdd<Unit>,
    mut commands: Commands,
    pictures: Res<Pictures>,
    units: Query<(&Unit, &Transform)>,
) {
    let Ok((unit, transform)) = units.get(added.entity) else { return };
    let was = transform.translation.truncate();
    let figure = Figure { was, angle: unit.serial as f32, walked: unit.serial as f32 };
    let image = &pictures.units[unit.kind as usize];
    commands.entity(added.entity).insert(Visibility::default());
    let (sprite, at) = picture(image, f32::from(unit.kind.size()) * UNIT * CELL, z::UNIT);
    let at = at.with_translation((unit.kind.middle() * CELL).extend(z::UNIT));
    let figure = commands.spawn((ChildOf(added.entity), figure, sprite, at)).id();
    if unit.kind == UnitKind::Worker {
        let (sprite, at) = picture(&pictures.ore, ORE * CELL, z::LOAD - z::UNIT);
        let at = at.with_translation(Vec3::new(-0.26 * CELL, 0.0, at.translation.z));
        commands.spawn((ChildOf(figure), Pack(added.entity), sprite, at, Visibility::Hidden));
    }
}

fn dress_mine(added: OnAdd<Mine>, mut commands: Commands, pictures: Res<Pictures>) {
    let (sprite, at) = picture(&pictures.mines[MINE_STATES - 1], SITE, z::SITE);
    commands.entity(added.entity).insert((Visibility::default(), children![(sprite, at)]));
}

fn dress_building(
    added: OnAdd<DropOff>,
    mut commands: Commands,
    pictures: Res<Pictures>,
    buildings: Query<Has<Base>>,
) {
    let Ok(is_base) = buildings.get(added.entity) else { return };
    let image = if is_base { &pictures.base } else { &pictures.depot };
    let (sprite, at) = picture(image, SITE, z::SITE);
    commands.entity(added.entity).insert((Visibility::default(), children![(sprite, at)]));
}

fn dress_gate(added: OnAdd<Gate>, mut commands: Commands, pictures: Res<Pictures>) {
    let (sprite, at) = picture(&pictures.gate, GATE as f32 * CELL * 1.1, z::SITE);
    commands.entity(added.entity).insert((Visibility::default(), children![(sprite, at)]));
}

/// An empty mine leaves a trace.
fn leave_rubble(
    removed: OnRemove<Mine>,
    mut commands: Commands,
    pictures: Res<Pictures>,
    mines: Query<&Mine>,
) {
    let Ok(mine) = mines.get(removed.entity) else { return };
    let (sprite, at) = picture(&pictures.mines[0], SITE, z::RUBBLE);
    let at = at.with_translation(Board::center_of(mine.cell).extend(at.translation.z));
    commands.spawn((sprite, at));
}

/// Units look where they go, and miners at their mine.
fn turn(
    mut figures: Query<(&ChildOf, &mut Figure, &mut Transform), Without<Unit>>,
    units: Query<(&Transform, &Job, Option<&Load>), With<Unit>>,
    mines: Query<&Mine>,
    time: Res<Time>,
) {
    for (child_of, mut figure, mut transform) in &mut figures {
        let Ok((at, job, load)) = units.get(child_of.parent()) else { continue };
        let at = at.translation.truncate();
        let step = at - figure.was;
        figure.was = at;
        figure.walked += step.length() / CELL;
        let mine = load.and_then(|load| load.mine).and_then(|mine| mines.get(mine).ok());
        let is_mining = matches!(job, Job::Mining { .. });
        let toward = match mine.filter(|_| is_mining) {
            Some(mine) => Board::center_of(mine.cell) - at,
            None => step,
        };
        if toward.length() > 0.01 {
            let off = Vec2::from_angle(toward.to_angle() - figure.angle).to_angle();
            figure.angle += off * (1.0 - (-TURN * time.delta_secs()).exp2());
        }
        // Steps sway, and picks swing.
        let sway = if is_mining {
            0.30 * (time.elapsed_secs() * 9.0 + figure.walked).sin()
        } else if step == Vec2::ZERO {
            0.0
        } else {
            0.10 * (figure.walked * 9.0).sin()
        };
        transform.rotation = Quat::from_rotation_z(figure.angle + sway);
    }
}

fn show_packs(mut packs: Query<(&Pack, &mut Visibility)>, loads: Query<&Load>) {
    for (pack, mut visibility) in &mut packs {
        let is_full = loads.get(pack.0).is_ok_and(|load| load.ore > 0);
        visibility.set_if_neq(if is_full { Visibility::Inherited } else { Visibility::Hidden });
    }
}

/// The less ore a mine has, the less is to be seen.
fn show_ore(
    mines: Query<(&Mine, &Children), Changed<Mine>>,
    mut sprites: Query<&mut Sprite>,
    pictures: Res<Pictures>,
) {
    for (mine, children) in &mines {
        let state = (mine.ore as usize * (MINE_STATES - 1)).div_ceil(mine.most.max(1) as usize);
        for &child in children {
            if let Ok(mut sprite) = sprites.get_mut(child) {
                sprite.image = pictures.mines[state].clone();
            }
        }
    }
}
