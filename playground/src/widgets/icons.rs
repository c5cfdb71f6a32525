//! Icons, drawn by the program: the font has no arrows.

use bevy::{
    asset::RenderAssetUsages,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};

/// The icons that there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    Caret,
    Play,
    Pause,
    First,
    Last,
    Back,
    Forward,
}

/// The pictures of the icons, white on nothing.
#[derive(Resource, Debug)]
pub struct Icons([Handle<Image>; 7]);

impl Icons {
    /// Icon by icon, in the order of the enum.
    const ALL: [Icon; 7] =
        [Icon::Caret, Icon::Play, Icon::Pause, Icon::First, Icon::Last, Icon::Back, Icon::Forward];

    #[must_use]
    pub fn of(&self, icon: Icon) -> Handle<Image> {
        self.0[icon as usize].clone()
    }
}

impl FromWorld for Icons {
    fn from_world(world: &mut World) -> Self {
        let mut images = world.resource_mut::<Assets<Image>>();
        Self(Self::ALL.map(|icon| images.add(picture(icon))))
    }
}

/// The side of an icon in texels; shown at half of that.
const SIDE: u32 = 32;

/// Convex polygons in a square of 32, y down.
fn polygons(icon: Icon) -> Vec<Vec<[f32; 2]>> {
    let bar = |left: f32, right: f32| vec![[left, 6.0], [right, 6.0], [right, 26.0], [left, 26.0]];
    let right = |from: f32, to: f32| vec![[from, 6.0], [to, 16.0], [from, 26.0]];
    let left = |from: f32, to: f32| vec![[from, 26.0], [to, 16.0], [from, 6.0]];
    match icon {
        Icon::Caret => vec![vec![[6.0, 11.0], [26.0, 11.0], [16.0, 22.0]]],
        Icon::Play => vec![right(8.0, 26.0)],
        Icon::Pause => vec![bar(7.0, 13.0), bar(19.0, 25.0)],
        Icon::First => vec![bar(5.0, 9.0), left(26.0, 10.0)],
        Icon::Last => vec![right(6.0, 22.0), bar(23.0, 27.0)],
        Icon::Back => vec![left(20.0, 6.0), bar(22.0, 26.0)],
        Icon::Forward => vec![bar(6.0, 10.0), right(12.0, 26.0)],
    }
}

fn picture(icon: Icon) -> Image {
    let polygons = polygons(icon);
    // Sixteen samples a texel.
    let covered = |x: u32, y: u32| {
        let sample = |index: u32| {
            let at =
                Vec2::new(x as f32 + (index % 4) as f32 / 4.0, y as f32 + (index / 4) as f32 / 4.0) + 0.125;
            polygons.iter().any(|polygon| contains(polygon, at))
        };
        (0..16).filter(|&index| sample(index)).count() as u32
    };
    let texel = |index: u32| [255, 255, 255, (covered(index % SIDE, index / SIDE) * 255 / 16) as u8];
    let data: Vec<u8> = (0..SIDE * SIDE).flat_map(texel).collect();
    let extent = Extent3d { width: SIDE, height: SIDE, depth_or_array_layers: 1 };
    let usages = RenderAssetUsages::default();
    let mut image = Image::new(extent, TextureDimension::D2, data, TextureFormat::Rgba8UnormSrgb, usages);
    image.sampler = bevy::image::ImageSampler::linear();
    image
}

/// Returns whether a point is in a polygon whose corners go round clockwise on the screen.
fn contains(corners: &[[f32; 2]], at: Vec2) -> bool {
    (0..corners.len()).all(|index| {
        let (from, to) = (Vec2::from(corners[index]), Vec2::from(corners[(index + 1) % corners.len()]));
        (to - from).perp_dot(at - from) >= 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_covers_some_of_its_square_and_not_all() {
        for icon in Icons::ALL {
            let image = picture(icon);
            let data = image.data.unwrap();
            let covered = data.chunks(4).filter(|texel| texel[3] > 128).count();
            assert!((80..700).contains(&covered), "{icon:?}: {covered}");
        }
        assert!(Icons::ALL.iter().enumerate().all(|(index, &icon)| icon as usize == index));
    }
}
