//! A camera over a flat map: the part of the window in which it shows the map, and what zooms and moves it. The wheel, or E and Q, zooms
//! about the cursor; the middle button pulls the map.

use bevy::{
    ecs::{query::QueryData, system::SystemParam},
    input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit},
    prelude::*,
};

/// The speed of zooming by keys, in notches of the wheel per second.
const NOTCHES: f32 = 6.0;
/// Pixels that a touchpad scrolls for a notch of the wheel.
const PIXELS_PER_NOTCH: f32 = 60.0;
/// A longer frame moves the camera no further than this, in seconds.
const LONGEST_FRAME: f32 = 0.1;

/// What moving the camera changes.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Eye {
    transform: &'static mut Transform,
    projection: &'static mut Projection,
}

impl EyeItem<'_, '_> {
    /// World units per pixel.
    pub fn scale(&self) -> f32 {
        match &*self.projection {
            Projection::Orthographic(flat) => flat.scale,
            _ => 1.0,
        }
    }

    /// Sets the world units per pixel. Nothing counts as changed if they are the same.
    pub fn set_scale(&mut self, scale: f32) {
        if let Projection::Orthographic(flat) = self.projection.bypass_change_detection()
            && flat.scale != scale
        {
            flat.scale = scale;
            self.projection.set_changed();
        }
    }

    /// The point of the world in the middle of the window.
    pub fn at(&self) -> Vec2 {
        self.transform.translation.truncate()
    }

    /// Brings a point of the world to the middle of the window.
    pub fn look_at(&mut self, at: Vec2) {
        let at = at.extend(self.transform.translation.z);
        if self.transform.translation != at {
            self.transform.translation = at;
        }
    }

    /// Fills a part of the window with a map, or more than fills it at a smaller scale: the camera stays so near to the map that
    /// nothing else is seen in this part. A map that is smaller than it is in its middle.
    pub fn confine(&mut self, map: Rect, area: Rect, window: Vec2) {
        let scale = self.scale();
        let play = ((map.size() - room(area) * scale) / 2.0).max(Vec2::ZERO);
        // The middle of the part is not that of the window, in which y is down.
        let off = (area.center() - window / 2.0) * Vec2::new(-1.0, 1.0) * scale;
        let at = (self.at() - off).clamp(map.center() - play, map.center() + play);
        self.look_at(at + off);
    }
}

/// Spawns a camera.
pub fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
}

/// The scales at which a map is as wide, and as high, as a part of the window.
pub fn scales(map: Vec2, area: Rect) -> Vec2 {
    map / room(area)
}

fn room(area: Rect) -> Vec2 {
    area.size().max(Vec2::ONE)
}

/// The hands on mouse and keys.
#[derive(SystemParam)]
pub struct ZoomAndDrag<'w> {
    scroll: Res<'w, AccumulatedMouseScroll>,
    motion: Res<'w, AccumulatedMouseMotion>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    time: Res<'w, Time<Real>>,
}

impl ZoomAndDrag<'_> {
    /// Notches of the wheel in this frame, upwards.
    fn notches(&self) -> f32 {
        let wheel = match self.scroll.unit {
            MouseScrollUnit::Line => self.scroll.delta.y,
            MouseScrollUnit::Pixel => self.scroll.delta.y / PIXELS_PER_NOTCH,
        };
        let held = |key| f32::from(self.keys.pressed(key)) * NOTCHES * self.seconds();
        wheel + held(KeyCode::KeyE) - held(KeyCode::KeyQ)
    }

    /// The seconds of this frame.
    pub fn seconds(&self) -> f32 {
        self.time.delta_secs().min(LONGEST_FRAME)
    }

    /// Zooms about a point of the world, which stays where it is in the window, or about the middle. A notch of the wheel changes the scale by
    /// `factor`, down to `nearest`. Returns whether anything asked for it.
    pub fn zoom(&self, eye: &mut EyeItem, factor: f32, nearest: f32, about: Option<Vec2>) -> bool {
        let notches = self.notches();
        if notches != 0.0 {
            let by = factor.powf(-notches).max(nearest / eye.scale());
            eye.set_scale(eye.scale() * by);
            let about = about.unwrap_or(eye.at());
            eye.look_at(about + (eye.at() - about) * by);
        }
        notches != 0.0
    }

    /// Moves the camera by the middle button, and by a speed in pixels per second. Returns whether it moves.
    pub fn pan(&self, eye: &mut EyeItem, pixels: Vec2) -> bool {
        let is_held = self.buttons.pressed(MouseButton::Middle);
        let dragged = if is_held { self.motion.delta * Vec2::new(-1.0, 1.0) } else { Vec2::ZERO };
        let by = dragged + pixels * self.seconds();
        if by != Vec2::ZERO {
            eye.look_at(eye.at() + by * eye.scale());
        }
        by != Vec2::ZERO
    }
}

/// The point of the world at a point of the window. `Camera` would answer by the scale of the last frame, until the camera is drawn.
pub fn world_at(projection: &Projection, transform: &Transform, window: &Window, at: Vec2) -> Vec2 {
    let scale = match projection {
        Projection::Orthographic(flat) => flat.scale,
        _ => 1.0,
    };
    transform.translation.truncate() + (at - window.size() / 2.0) * Vec2::new(scale, -scale)
}
