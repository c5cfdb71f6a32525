//! A canvas. It paints all figures again in each frame, so a rollback that changes enemies and towers needs no code here.

use super::shown::Stage;
use bevy::prelude::*;

/// A rectangle or an image of this frame.
#[derive(Default)]
pub struct Figure {
    /// `None` for a rectangle.
    pub image: Option<Handle<Image>>,
    pub color: Color,
    pub size: Vec2,
    pub at: Vec2,
    /// Counter-clockwise, in radians.
    pub angle: f32,
    /// Higher figures cover lower ones.
    pub height: f32,
}

/// The figures of this frame. Systems in [`Stage::Draw`] add to it.
#[derive(Resource, Default)]
pub struct Canvas(pub Vec<Figure>);

/// A sprite that is a figure of this frame, or is hidden.
#[derive(Component)]
struct Painted;

pub fn plugin(app: &mut App) {
    app.init_resource::<Canvas>().add_systems(Update, paint.after(Stage::Draw));
}

impl Figure {
    fn sprite(&self) -> Sprite {
        let image = self.image.clone().unwrap_or_default();
        Sprite { image, color: self.color, custom_size: Some(self.size), ..default() }
    }

    fn place(&self) -> Transform {
        Transform::from_translation(self.at.extend(self.height))
            .with_rotation(Quat::from_rotation_z(self.angle))
    }
}

/// Draws the figures with the sprites of the last frame. Spawns more sprites if there are too few.
fn paint(
    mut commands: Commands,
    mut canvas: ResMut<Canvas>,
    mut sprites: Query<(&mut Sprite, &mut Transform, &mut Visibility), With<Painted>>,
) {
    let mut figures = canvas.0.drain(..);
    for (mut sprite, mut transform, mut visibility) in &mut sprites {
        let Some(figure) = figures.next() else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        *sprite = figure.sprite();
        *transform = figure.place();
        visibility.set_if_neq(Visibility::Inherited);
    }
    for figure in figures {
        commands.spawn((Painted, figure.sprite(), figure.place()));
    }
}
