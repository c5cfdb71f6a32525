//! The ghost of a tower under the cursor: green where the tower may stand, red where it may not.

use bevy::{ecs::system::SystemParam, prelude::*};

/// A sprite of the ghost: the tower, and the square under it.
#[derive(Component)]
enum Part {
    Tower,
    Square,
}

/// The ghost, to be shown by a system.
#[derive(SystemParam)]
pub struct Ghost<'w, 's> {
    parts:
        Query<'w, 's, (&'static Part, &'static mut Sprite, &'static mut Transform, &'static mut Visibility)>,
}

impl Ghost<'_, '_> {
    /// Shows the ghost at a point of the world where a tower may stand or not; `None` hides it.
    pub fn show(&mut self, at: Option<(Vec2, bool)>) {
        for (part, mut sprite, mut transform, mut visibility) in &mut self.parts {
            let Some((at, may_stand)) = at else {
                visibility.set_if_neq(Visibility::Hidden);
                continue;
            };
            visibility.set_if_neq(Visibility::Visible);
            transform.translation = at.extend(transform.translation.z);
            sprite.color = match part {
                Part::Square => color(may_stand).with_alpha(0.5),
                Part::Tower => color(may_stand).mix(&Color::WHITE, 0.5).with_alpha(0.85),
            };
        }
    }
}

/// Spawns the ghost, hidden: the tower on a square of this size.
pub fn spawn(commands: &mut Commands, tower: Sprite, size: Vec2, z: f32) {
    let hidden = |z| (Transform::from_xyz(0.0, 0.0, z), Visibility::Hidden);
    commands.spawn((Part::Square, Sprite::from_color(Color::NONE, size), hidden(z)));
    commands.spawn((Part::Tower, tower, hidden(z + 0.1)));
}

/// Green if a tower may stand, else red.
pub const fn color(may_stand: bool) -> Color {
    if may_stand { Color::srgb(0.3, 1.0, 0.4) } else { Color::srgb(1.0, 0.25, 0.2) }
}
