//! The looks of base, viruses, towers and bullets. The rules spawn entities without a look; observers add it here.

use super::layout::z;
use crate::{
    board::Board,
    bullet::Bullet,
    game::{Base, Serial},
    hunt::Bitten,
    tower::{Tower, TowerKind},
    virus::{Virus, VirusKind},
};
use bevy::{prelude::*, sprite::Anchor};
use bevy_tilepath::bevy_version::OnAdd;

/// The pictures of the game.
#[derive(Resource)]
pub struct Pictures {
    base: Handle<Image>,
    spawn: Handle<Image>,
    pub tower: Handle<Image>,
    pub barrel: Handle<Image>,
    bullet: Handle<Image>,
    pub burst: Handle<Image>,
    viruses: [Handle<Image>; 3],
}

impl FromWorld for Pictures {
    fn from_world(world: &mut World) -> Self {
        let assets = world.resource::<AssetServer>();
        let load = |name: &str| assets.load(format!("sprites/{name}.png"));
        Self {
            base: load("base"),
            spawn: load("spawn"),
            tower: load("tower"),
            barrel: load("tower_barrel"),
            bullet: load("bullet"),
            burst: load("burst"),
            viruses: ["virus_coward", "virus_normal", "virus_berserker"].map(load),
        }
    }
}

impl Pictures {
    pub fn virus(&self, kind: VirusKind) -> Handle<Image> {
        self.viruses[kind as usize].clone()
    }
}

/// The colour of a kind of virus: of its paths and counts.
pub const fn hue(kind: VirusKind) -> Color {
    match kind {
        VirusKind::Coward => Color::srgb(0.75, 0.95, 0.92),
        VirusKind::Normal => Color::srgb(0.35, 0.95, 0.35),
        VirusKind::Berserker => Color::srgb(1.0, 0.35, 0.28),
    }
}

/// The picture of a virus, which wobbles while the virus itself walks straight.
#[derive(Component)]
struct Body;

/// The part of a tower that turns.
#[derive(Component)]
struct Barrel;

/// The lamp of an alarm.
#[derive(Component)]
struct Lamp;

/// The part of a health bar that shrinks, or the background under it.
#[derive(Component)]
struct Bar {
    /// Its width at full health; 0 for the background, which does not shrink.
    width: f32,
}

/// Glows red after a bite, for this number of seconds.
#[derive(Component)]
struct Hurt(f32);

/// Jumps at its prey.
#[derive(Component)]
struct Lunge {
    towards: Vec2,
    /// Seconds until it ends.
    left: f32,
}

/// The size of a lamp at its brightest.
const LAMP: f32 = 18.0;
const HURT_SECONDS: f32 = 0.15;
const LUNGE_SECONDS: f32 = 0.2;

pub fn plugin(app: &mut App) {
    app.init_resource::<Pictures>()
        .add_observer(dress_base)
        .add_observer(dress_virus)
        .add_observer(dress_tower)
        .add_observer(dress_bullet)
        .add_observer(show_bite)
        .add_systems(Startup, spawn_portals)
        .add_systems(Update, (wobble, aim, glow, blink, show_health));
}

/// The tint of a kind of tower.
pub fn tint(kind: TowerKind) -> Color {
    match kind {
        TowerKind::Gun => Color::WHITE,
        TowerKind::Cannon => Color::srgb(1.0, 0.72, 0.45),
        TowerKind::Alarm => Color::srgb(1.0, 0.45, 0.75),
    }
}

fn picture(image: &Handle<Image>, z: f32) -> (Sprite, Transform) {
    (Sprite::from_image(image.clone()), Transform::from_xyz(0.0, 0.0, z))
}

fn spawn_portals(mut commands: Commands, board: Res<Board>, pictures: Res<Pictures>) {
    for &cell in &board.spawns {
        let at = board.center_of(cell).extend(z::PLACES);
        commands.spawn((Sprite::from_image(pictures.spawn.clone()), Transform::from_translation(at)));
    }
}

fn dress_base(added: OnAdd<Base>, mut commands: Commands, pictures: Res<Pictures>) {
    commands.entity(added.entity).with_child(picture(&pictures.base, z::PLACES));
}

fn dress_virus(added: OnAdd<Virus>, mut commands: Commands, pictures: Res<Pictures>, viruses: Query<&Virus>) {
    let Ok(virus) = viruses.get(added.entity) else { return };
    let image = &pictures.viruses[virus.kind as usize];
    let height = if virus.kind == VirusKind::Berserker { 16.0 } else { 14.0 };
    let mut entity = commands.entity(added.entity);
    entity.with_child((Body, picture(image, z::VIRUS)));
    add_bar(&mut entity, height, 18.0);
}

fn dress_tower(added: OnAdd<Tower>, mut commands: Commands, pictures: Res<Pictures>, towers: Query<&Tower>) {
    let Ok(tower) = towers.get(added.entity) else { return };
    let (mut ground, at) = picture(&pictures.tower, z::TOWER);
    ground.color = tint(tower.kind);
    let (mut barrel, turned) = picture(&pictures.barrel, z::TOWER + 0.5);
    barrel.color = tint(tower.kind);
    let thick = if tower.kind == TowerKind::Cannon { Vec3::new(1.1, 1.6, 1.0) } else { Vec3::ONE };
    let mut entity = commands.entity(added.entity);
    entity.with_child((ground, at));
    if tower.kind.stats().bullet.is_some() {
        entity.with_child((Barrel, barrel, turned.with_scale(thick)));
    } else {
        let (mut lamp, at) = picture(&pictures.bullet, z::TOWER + 0.5);
        lamp.custom_size = Some(Vec2::splat(LAMP));
        entity.with_child((Lamp, lamp, at));
    }
    add_bar(&mut entity, 18.0, 26.0);
}

fn dress_bullet(
    added: OnAdd<Bullet>,
    mut commands: Commands,
    pictures: Res<Pictures>,
    bullets: Query<&Bullet>,
) {
    let Ok(bullet) = bullets.get(added.entity) else { return };
    let (mut sprite, at) = picture(&pictures.bullet, z::BULLET);
    if bullet.of.splash > 0.0 {
        sprite.custom_size = Some(Vec2::splat(12.0));
    }
    commands.entity(added.entity).with_child((sprite, at));
}

fn add_bar(entity: &mut EntityCommands, height: f32, width: f32) {
    let at = |x, z| Transform::from_xyz(x, height, z);
    let ground = Sprite::from_color(Color::srgba(0.0, 0.0, 0.0, 0.8), Vec2::new(width + 2.0, 5.0));
    let fill = Sprite::from_color(Color::WHITE, Vec2::new(width, 3.0));
    entity.with_child((Bar { width: 0.0 }, ground, at(0.0, z::BAR), Visibility::Hidden)).with_child((
        Bar { width },
        fill,
        Anchor::CENTER_LEFT,
        at(-width / 2.0, z::BAR + 0.1),
        Visibility::Hidden,
    ));
}

/// Shows bars over what is hurt: green, then yellow, then red.
fn show_health(
    mut bars: Query<(&Bar, &ChildOf, &mut Sprite, &mut Visibility)>,
    owners: Query<AnyOf<(&Virus, &Tower)>>,
) {
    for (bar, child_of, mut sprite, mut visibility) in &mut bars {
        let Ok((virus, tower)) = owners.get(child_of.parent()) else { continue };
        let health = virus.map(Virus::health).or(tower.map(Tower::health)).unwrap_or(1.0).clamp(0.0, 1.0);
        let shown = if health < 1.0 { Visibility::Inherited } else { Visibility::Hidden };
        visibility.set_if_neq(shown);
        let size = Some(Vec2::new(bar.width * health, 3.0));
        if bar.width > 0.0 && sprite.custom_size != size {
            sprite.custom_size = size;
            sprite.color = Color::hsl(120.0 * health, 0.85, 0.55);
        }
    }
}

fn show_bite(bite: On<Bitten>, mut commands: Commands, places: Query<&Transform>) {
    commands.entity(bite.tower).try_insert(Hurt(HURT_SECONDS));
    if let Ok([tower, virus]) = places.get_many([bite.tower, bite.virus]) {
        let towards = (tower.translation - virus.translation).truncate().normalize_or_zero();
        commands.entity(bite.virus).try_insert(Lunge { towards, left: LUNGE_SECONDS });
    }
}

fn wobble(
    time: Res<Time>,
    mut bodies: Query<(&ChildOf, &mut Transform), With<Body>>,
    mut viruses: Query<(&Serial, Option<&mut Lunge>), With<Virus>>,
) {
    for (child_of, mut transform) in &mut bodies {
        let Ok((serial, lunge)) = viruses.get_mut(child_of.parent()) else { continue };
        let swing = (time.elapsed_secs() * 9.0 + serial.0 as f32).sin();
        let mut at = Vec2::new(0.0, swing * 1.5);
        if let Some(mut lunge) = lunge
            && lunge.left > 0.0
        {
            lunge.left -= time.delta_secs();
            at += lunge.towards * 10.0 * (lunge.left.max(0.0) / LUNGE_SECONDS);
        }
        transform.translation = at.extend(transform.translation.z);
        transform.scale = Vec3::new(1.0 - 0.05 * swing, 1.0 + 0.05 * swing, 1.0);
    }
}

fn aim(mut barrels: Query<(&ChildOf, &mut Transform), With<Barrel>>, towers: Query<&Tower>) {
    for (child_of, mut transform) in &mut barrels {
        if let Ok(tower) = towers.get(child_of.parent()) {
            transform.rotation = Quat::from_rotation_z(tower.aim);
        }
    }
}

fn blink(time: Res<Time>, mut lamps: Query<&mut Sprite, With<Lamp>>) {
    let bright = (time.elapsed_secs() * 5.0).sin() * 0.5 + 0.5;
    for mut lamp in &mut lamps {
        lamp.custom_size = Some(Vec2::splat(LAMP * (0.6 + 0.4 * bright)));
    }
}

fn glow(
    time: Res<Time>,
    mut towers: Query<(&Tower, &mut Hurt, &Children)>,
    mut sprites: Query<&mut Sprite, (Without<Bar>, Without<Lamp>)>,
) {
    for (tower, mut hurt, children) in &mut towers {
        hurt.0 = (hurt.0 - time.delta_secs()).max(0.0);
        let red = Color::srgb(1.0, 0.25, 0.2);
        let color = tint(tower.kind).mix(&red, hurt.0 / HURT_SECONDS);
        for &child in children {
            if let Ok(mut sprite) = sprites.get_mut(child) {
                sprite.color = color;
            }
        }
    }
}
