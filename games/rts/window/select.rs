//! Selecting units: by a click, by a rectangle, all of a kind by a double click, all, idle workers, none.

use super::{cursor::Cursor, layout};
use crate::{
    board::CELL,
    plugin::GameSystems,
    unit::{Job, Unit, UnitKind},
};
use bevy::{ecs::system::SystemParam, prelude::*};

/// A selected unit.
#[derive(Component)]
pub struct Selected;

/// What the left button of the mouse is doing.
#[derive(Resource, Default)]
pub struct Drag {
    /// Where it was pressed, in the window and in the world.
    pressed: Option<(Vec2, Vec2)>,
    /// The rectangle that it has drawn, in the world.
    pub area: Option<Rect>,
    /// The kind of unit that was clicked last, and when, in seconds.
    clicked: Option<(UnitKind, f32)>,
}

/// A shorter drag is a click, in pixels.
const CLICK: f32 = 6.0;
/// Two clicks within so many seconds are a double click.
const DOUBLE: f32 = 0.35;
/// A unit counts as in a rectangle if that comes as near to its middle as this, in cells.
const INSIDE: f32 = 0.25;

pub fn plugin(app: &mut App) {
    app.init_resource::<Drag>().add_systems(
        Update,
        (by_mouse, by_keys).chain().after(super::cursor::point).in_set(GameSystems::Input),
    );
}

/// Selects all units of a kind when they are there.
pub fn select_first(app: &mut App, kind: UnitKind) {
    app.add_systems(PostStartup, move |mut commands: Commands, units: Query<(Entity, &Unit)>| {
        for (entity, _) in units.iter().filter(|(_, unit)| unit.kind == kind) {
            commands.entity(entity).insert(Selected);
        }
    });
}

/// The units, and which of them are selected.
#[derive(SystemParam)]
pub struct Selection<'w, 's> {
    commands: Commands<'w, 's>,
    units: Query<'w, 's, (Entity, &'static Unit, &'static Transform, &'static Job, Has<Selected>)>,
    keys: Res<'w, ButtonInput<KeyCode>>,
}

/// A unit, as the query has it.
type Candidate<'a> = (Entity, &'a Unit, &'a Transform, &'a Job, bool);

impl Selection<'_, '_> {
    fn adds(&self) -> bool {
        self.keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight])
    }

    /// Selects the units that fit, and with Shift those that were selected.
    fn select(&mut self, fits: impl Fn(Candidate) -> bool) {
        let adds = self.adds();
        for unit in &self.units {
            let (entity, .., was) = unit;
            match (was, fits(unit)) {
                (false, true) => {
                    self.commands.entity(entity).try_insert(Selected);
                }
                (true, false) if !adds => {
                    self.commands.entity(entity).try_remove::<Selected>();
                }
                _ => {}
            }
        }
    }

    /// Selects a unit alone; with Shift adds it, or removes it if it was selected.
    fn click(&mut self, clicked: Option<Entity>) {
        let was = clicked.is_some_and(|unit| self.units.get(unit).is_ok_and(|unit| unit.4));
        match clicked {
            Some(unit) if self.adds() && was => {
                self.commands.entity(unit).try_remove::<Selected>();
            }
            _ => self.select(|unit| Some(unit.0) == clicked),
        }
    }
}

/// The part of the world that is seen between the bars.
fn view(window: &Window, camera: &Camera, transform: Transform) -> Option<Rect> {
    let corner = |x: f32, y: f32| camera.viewport_to_world_2d(&transform.into(), Vec2::new(x, y)).ok();
    let low = corner(0.0, window.height() - layout::BOTTOM.of(window))?;
    Some(Rect::from_corners(low, corner(window.width(), layout::TOP)?))
}

fn by_mouse(
    mut drag: ResMut<Drag>,
    mut selection: Selection,
    cursor: Res<Cursor>,
    buttons: Res<ButtonInput<MouseButton>>,
    time: Res<Time<Real>>,
    window: Single<&Window>,
    camera: Single<(&Camera, &Transform)>,
) {
    if buttons.just_pressed(MouseButton::Left) {
        drag.pressed = cursor.screen.zip(cursor.world);
    }
    let Some((from_screen, from)) = drag.pressed else { return };
    let (camera, &transform) = camera.into_inner();
    // On the bars the rectangle ends at the edge of the board.
    let in_view =
        |at: Vec2| Vec2::new(at.x, at.y.clamp(layout::TOP, window.height() - layout::BOTTOM.of(&window)));
    let to = cursor.screen.and_then(|at| camera.viewport_to_world_2d(&transform.into(), in_view(at)).ok());
    let is_drag = cursor.screen.is_some_and(|at| at.distance(from_screen) > CLICK) || drag.area.is_some();
    if let Some(to) = to.filter(|_| is_drag) {
        drag.area = Some(Rect::from_corners(from, to));
    }
    if buttons.pressed(MouseButton::Left) {
        return;
    }
    drag.pressed = None;
    let clicked = drag.clicked.take();
    if let Some(area) = drag.area.take() {
        let area = area.inflate(INSIDE * CELL);
        selection.select(|(_, _, at, ..)| area.contains(at.translation.truncate()));
        return;
    }
    let now = time.elapsed_secs();
    let kind = cursor.unit.and_then(|unit| selection.units.get(unit).ok()).map(|unit| unit.1.kind);
    let is_double = clicked.is_some_and(|(before, at)| kind == Some(before) && now - at < DOUBLE);
    match view(&window, camera, transform).filter(|_| is_double) {
        Some(seen) => selection
            .select(|(_, unit, at, ..)| Some(unit.kind) == kind && seen.contains(at.translation.truncate())),
        None => {
            selection.click(cursor.unit);
            drag.clicked = kind.map(|kind| (kind, now));
        }
    }
}

pub fn by_keys(mut selection: Selection) {
    let keys = &selection.keys;
    let has_control = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    if has_control && keys.just_pressed(KeyCode::KeyA) {
        selection.select(|_| true);
    } else if keys.just_pressed(KeyCode::KeyI) {
        selection.select(|(_, unit, _, job, _)| unit.kind == UnitKind::Worker && *job == Job::Idle);
    } else if keys.just_pressed(KeyCode::Escape) {
        for (unit, ..) in &selection.units {
            selection.commands.entity(unit).try_remove::<Selected>();
        }
    }
}
