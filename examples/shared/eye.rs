//! A camera over a flat map, and the part of the window in which it shows the map.

use bevy::{ecs::query::QueryData, prelude::*};

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

/// The scales at which a map is as wide, and as high, as a part of the window.
pub fn scales(map: Vec2, area: Rect) -> Vec2 {
    map / room(area)
}

fn room(area: Rect) -> Vec2 {
    area.size().max(Vec2::ONE)
}
