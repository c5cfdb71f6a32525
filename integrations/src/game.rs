//! Viruses that walk from every spawn to the base.

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Where viruses come from.
#[derive(Component, Default)]
pub struct Spawn {
    /// Seconds until the next virus.
    wait: f32,
}

/// Where viruses walk to.
#[derive(Component)]
pub struct Base;

#[derive(Component)]
struct Virus;

/// What happened since the map was loaded.
#[derive(Resource, Default, Debug)]
pub struct Tally {
    /// Viruses that reached the base.
    pub arrived: u32,
    /// Those of them that did not stop at the centre of a tile.
    pub off_centre: u32,
    /// Frames that viruses spent in a wall, summed over all viruses.
    pub in_walls: u32,
}

/// Seconds between two viruses of a spawn.
const INTERVAL: f32 = 1.3;
/// The speed of viruses, in world units per second.
const SPEED: f32 = 80.0;

/// Adds the game. The example provides the map, a [`Base`] and [`Spawn`]s.
pub fn plugin(app: &mut App) {
    app.init_resource::<Tally>()
        .add_systems(Startup, |mut commands: Commands| {
            let projection = OrthographicProjection { scale: 0.52, ..OrthographicProjection::default_2d() };
            commands.spawn((Camera2d, Projection::from(projection)));
        })
        .add_systems(Update, (add_sprites, spawn_viruses.after(PathfindingSystems::FollowPath), watch_walls))
        .add_observer(despawn_at_base);
}

/// Prints what happened, and returns whether all went well.
pub fn is_right(world: &mut World) -> bool {
    let Tally { arrived, off_centre, in_walls } = world.resource();
    println!("{arrived} viruses reached the base, {off_centre} of them off the centre of its tile");
    println!("{in_walls} frames in walls");
    *arrived > 0 && *off_centre == 0 && *in_walls == 0
}

/// A place that has no picture yet.
type IsNew = Or<(Added<Base>, Added<Spawn>)>;

fn add_sprites(new: Query<(Entity, Has<Base>), IsNew>, assets: Res<AssetServer>, mut commands: Commands) {
    for (entity, is_base) in &new {
        let file = if is_base { "sprites/base.png" } else { "sprites/spawn.png" };
        commands.entity(entity).insert(Sprite::from_image(assets.load(file)));
    }
}

fn spawn_viruses(
    mut spawns: Query<(&mut Spawn, &GlobalTransform)>,
    base: Query<Entity, With<Base>>,
    nav_grid: Res<NavGrid>,
    time: Res<Time>,
    (assets, mut commands): (Res<AssetServer>, Commands),
) {
    let Some(base) = base.iter().next().filter(|_| nav_grid.map().is_some()) else { return };
    for (mut spawn, at) in &mut spawns {
        spawn.wait -= time.delta_secs();
        if spawn.wait > 0.0 {
            continue;
        }
        spawn.wait += INTERVAL;
        commands.spawn((
            Virus,
            Sprite::from_image(assets.load("sprites/virus_normal.png")),
            Transform::from_translation(at.translation().truncate().extend(500.0)),
            PathRequest::to_entity(base),
            PathFollower::with_speed(SPEED),
        ));
    }
}

fn despawn_at_base(
    reached: On<GoalReached>,
    viruses: Query<&Transform, With<Virus>>,
    nav_grid: Res<NavGrid>,
    mut tally: ResMut<Tally>,
    mut commands: Commands,
) {
    let Ok(at) = viruses.get(reached.entity).map(|transform| transform.translation.truncate()) else {
        return;
    };
    let centre = nav_grid.cell_at(at).and_then(|cell| nav_grid.center_of(cell));
    tally.arrived += 1;
    tally.off_centre += u32::from(centre.is_none_or(|centre| centre.distance(at) > 0.5));
    commands.entity(reached.entity).try_despawn();
}

fn watch_walls(viruses: Query<&Transform, With<Virus>>, nav_grid: Res<NavGrid>, mut tally: ResMut<Tally>) {
    let is_in_wall = |virus: &&Transform| {
        nav_grid.cell_at(virus.translation.truncate()).is_none_or(|cell| nav_grid.is_blocked(cell))
    };
    tally.in_walls += viruses.iter().filter(is_in_wall).count() as u32;
}
