//! One small map in the layout on show, viruses that walk from place to place or where one clicks, and a tower that they fear.

use crate::layout::{Layouts, SIZE};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

/// What the viruses do.
#[derive(Resource, Default)]
pub struct Tally {
    /// Viruses that came to where they were sent, in the layout on show.
    pub arrived: u32,
    /// Those that did not stand on the centre of their tile then, by what the tilemap says.
    pub off_center: u32,
}

/// The cell to which all viruses are sent. Without one they go round.
#[derive(Resource, Default)]
pub struct Sent(pub Option<IVec2>);

/// A virus, and how many places it has reached.
#[derive(Component, Default)]
pub struct Virus(usize);

/// Something of the layout on show.
#[derive(Component)]
pub struct Piece;

/// The cells to which the viruses go in turn.
const PLACES: [IVec2; 3] = [IVec2::new(22, 11), IVec2::new(12, 1), IVec2::new(1, 12)];
const TOWER: IVec2 = IVec2::new(15, 7);
const VIRUSES: u32 = 8;

/// The colour of each terrain class; class 0 is a wall.
pub const COLORS: [[u8; 3]; 3] = [[44, 50, 66], [88, 122, 96], [112, 96, 62]];

/// The terrain class of a cell: two walls with gaps, and slow ground, class 2.
const fn class_of(x: u32, y: u32) -> u8 {
    match (x, y) {
        (6, 3..) | (18, 0..=9) => 0,
        (8..=12, 8..) => 2,
        _ => 1,
    }
}

/// The map, the viruses and the tower, with or without a window.
pub struct Tour {
    /// The layouts, and the first that is shown.
    pub layouts: Layouts,
    /// The cell to which all viruses are sent from the start.
    pub send: Option<IVec2>,
}

impl Plugin for Tour {
    fn build(&self, app: &mut App) {
        app.add_plugins(PathfindingPlugin)
            .insert_resource(self.layouts.clone())
            .insert_resource(Sent(self.send))
            .init_resource::<Tally>()
            .add_systems(PreUpdate, (show_layout.run_if(resource_changed::<Layouts>), send_all).chain())
            .add_observer(send_on);
    }
}

/// Despawns the last layout and spawns the one on show.
fn show_layout(
    mut commands: Commands,
    layouts: Res<Layouts>,
    mut tally: ResMut<Tally>,
    pieces: Query<Entity, With<Piece>>,
) {
    pieces.iter().for_each(|piece| commands.entity(piece).despawn());
    *tally = Tally::default();
    let layout = layouts.shown();
    // Texture n is terrain class n.
    let tilemap = commands.spawn((Piece, layout.tiles().bundle(), NavTilemap::from_textures(0..=2))).id();
    for (x, y) in (0..SIZE.x).flat_map(|x| (0..SIZE.y).map(move |y| (x, y))) {
        let texture = TileTextureIndex(u32::from(class_of(x, y)));
        commands.spawn((Piece, TilePos::new(x, y), TilemapId(tilemap), texture));
    }
    let at = |cell| Transform::from_translation(layout.center_of(cell).extend(2.0));
    commands.spawn((Piece, at(TOWER), NavObstacle::default(), DangerSource::new(4.5, 3.0)));
    for number in 0..VIRUSES {
        let cell = IVec2::new(1 + number as i32 % 2, 1 + number as i32);
        let speed = layout.tile.x * (2.0 + number as f32 * 0.25);
        let follower = PathFollower::with_speed(speed);
        commands.spawn((Piece, Virus::default(), at(cell), follower, PathRequest::to_cell(PLACES[0])));
    }
}

/// A virus that has arrived goes on to the next place, unless it was sent.
fn send_on(
    reached: On<GoalReached>,
    mut commands: Commands,
    mut tally: ResMut<Tally>,
    layouts: Res<Layouts>,
    sent: Res<Sent>,
    mut viruses: Query<(&mut Virus, &Transform, &PathRequest)>,
) {
    let Ok((mut virus, transform, request)) = viruses.get_mut(reached.entity) else { return };
    tally.arrived += 1;
    if let [PathTarget::Cell(cell)] = *request.targets() {
        let off = layouts.shown().center_of(cell).distance(transform.translation.truncate());
        tally.off_center += u32::from(off > 0.01);
    }
    if sent.0.is_none() {
        virus.0 += 1;
        let next = PLACES[virus.0 % PLACES.len()];
        commands.entity(reached.entity).insert(PathRequest::to_cell(next));
    }
}

/// Sends all viruses to the cell.
fn send_all(mut commands: Commands, sent: Res<Sent>, viruses: Query<(Entity, &PathRequest), With<Virus>>) {
    let Some(cell) = sent.0 else { return };
    for (virus, request) in &viruses {
        if request.targets() != [PathTarget::Cell(cell)] {
            commands.entity(virus).insert(PathRequest::to_cell(cell));
        }
    }
}
