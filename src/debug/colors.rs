//! The colours of the overlay, and ramps between them.

use bevy::prelude::*;

/// The colours of the debug overlay. Colour-blind people can tell the defaults apart, because the brightness also changes along
/// each ramp.
///
/// A ramp is a list of colours: the first colour stands for the first value, the last colour for the last value. Colours in
/// between are interpolated. An empty ramp draws nothing.
#[derive(Clone, PartialEq, Debug, Reflect)]
#[reflect(Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct DebugColors {
    /// The colour of walls for [`PathfindingDebug::profile`](crate::PathfindingDebug::profile), in the layer of terrain costs.
    pub wall: Color,
    /// A ramp over terrain costs: the first colour is for cost 1, the last for cost 16 and above. The scale is logarithmic, so
    /// cost 4 is in the middle.
    pub terrain: Vec<Color>,
    /// The colours of the five levels of danger, in this order: no danger, blocked cell, dangerous, very dangerous, extremely
    /// dangerous. [`PathfindingDebug::danger_levels`](crate::PathfindingDebug::danger_levels) sets the limits.
    pub danger: [Color; 5],
    /// The colours of the regions. Two regions may have the same colour.
    pub regions: Vec<Color>,
    /// A ramp over a goal field: the first colour is for the goal, the last for the cell with the greatest cost to the goal.
    pub goal_field: Vec<Color>,
    /// A ramp over the cells that a search expanded: the first colour is for the first cell, the last for the last cell. On
    /// waypoints the same ramp colours the links that a search examined.
    pub search: Vec<Color>,
    /// The colour of cells that were just edited. The colour fades within
    /// [`PathfindingDebug::edit_frames`](crate::PathfindingDebug::edit_frames) frames.
    pub edited: Color,
    /// The colour of the arrows on a goal field.
    pub arrow: Color,
    /// The colour of paths.
    pub path: Color,
    /// The colour of the paths of agents that walk by a plan, out of a jam.
    pub plan: Color,
    /// The colour of the selected agent and its path.
    pub selected: Color,
    /// The colour of waypoints and their links.
    pub waypoint: Color,
    /// The colour of the numbers in cells.
    pub number: Color,
    /// The colour of the outline round arrows, paths, waypoints and numbers, which keeps them visible on every ground.
    pub edge: Color,
}

impl Default for DebugColors {
    /// The colours of the regions are the palette of Okabe and Ito, <https://jfly.uni-koeln.de/color/>. The ramp over terrain is
    /// cividis (Nuñez, Anderton and Renslow, 2018), the ramp over goal fields is viridis.
    fn default() -> Self {
        let shade = |hex: u32, alpha: f32| {
            let [_, red, green, blue] = hex.to_be_bytes();
            Color::srgb_u8(red, green, blue).with_alpha(alpha)
        };
        let ramp = |colors: &[u32], alpha| colors.iter().map(|&hex| shade(hex, alpha)).collect();
        Self {
            wall: shade(0x101014, 0.85),
            terrain: ramp(&[0x00204d, 0x575d6d, 0xa59c74, 0xffea46], 0.6),
            danger: [
                shade(0x56b4e9, 0.16),
                shade(0x101014, 0.85),
                shade(0xf7e463, 0.55),
                shade(0xe07b00, 0.68),
                shade(0x8f0a4a, 0.8),
            ],
            regions: ramp(&[0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00, 0xf0e442], 0.5),
            goal_field: ramp(&[0xfde725, 0x5ec962, 0x21918c, 0x3b528b, 0x440154], 0.6),
            search: ramp(&[0xd6ecff, 0x6baed6, 0x2171b5, 0x08306b], 0.72),
            edited: shade(0xffffff, 0.9),
            arrow: shade(0xffffff, 0.95),
            path: shade(0x9be8ff, 0.9),
            plan: shade(0xffb000, 0.95),
            selected: shade(0xd44dff, 1.0),
            waypoint: shade(0xf0e442, 0.9),
            number: shade(0xffffff, 1.0),
            edge: shade(0x08080c, 0.8),
        }
    }
}

/// A colour in sRGB with its alpha, as textures store it, each part from 0 to 1.
pub(super) type Shade = [f32; 4];

pub(super) fn shade(color: Color) -> Shade {
    color.to_srgba().to_f32_array()
}

/// A colour of a ramp, at a share of it from 0 to 1. A ramp without colours is clear.
pub(super) fn of_ramp(ramp: &[Color], share: f32) -> Color {
    // NaN is not above 0.
    let share = if share > 0.0 { share.min(1.0) } else { 0.0 };
    let place = share * ramp.len().saturating_sub(1) as f32;
    let mut rest = ramp.iter().skip(place as usize);
    let Some(color) = rest.next() else { return Color::NONE };
    color.mix(rest.next().unwrap_or(color), place.fract())
}

/// 256 colours of a ramp.
pub(super) fn table_of(ramp: &[Color]) -> Box<[Shade; 256]> {
    Box::new(core::array::from_fn(|index| shade(of_ramp(ramp, index as f32 / 255.0))))
}

/// One colour in front of another.
pub(super) fn over(front: Shade, back: Shade) -> Shade {
    let ([red, green, blue, cover], [back_red, back_green, back_blue, back_cover]) = (front, back);
    let rest = back_cover * (1.0 - cover);
    let alpha = cover + rest;
    if alpha <= 0.0 {
        return [0.0; 4];
    }
    let mix = |front: f32, back: f32| (front * cover + back * rest) / alpha;
    [mix(red, back_red), mix(green, back_green), mix(blue, back_blue), alpha]
}

/// A colour as four bytes of a texture.
pub(super) fn pixel(shade: Shade) -> [u8; 4] {
    shade.map(|part| (part * 255.0 + 0.5) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_runs_from_its_first_colour_to_its_last() {
        let ramp = [Color::BLACK, Color::WHITE, Color::srgb(1.0, 0.0, 0.0)];
        let at = |share| of_ramp(&ramp, share).to_srgba().to_u8_array();
        assert_eq!(at(-1.0), [0, 0, 0, 255]);
        assert_eq!(at(0.5), [255; 4]);
        assert_eq!(at(2.0), [255, 0, 0, 255]);
        assert_eq!(at(f32::NAN), [0, 0, 0, 255]);
        assert_eq!(of_ramp(&[], 0.3), Color::NONE);
    }

    #[test]
    fn a_clear_colour_hides_nothing_and_a_solid_one_everything() {
        let (red, clear) = ([1.0, 0.0, 0.0, 1.0], [0.0; 4]);
        assert_eq!(over(clear, red), red);
        assert_eq!(over(red, [0.0, 1.0, 0.0, 1.0]), red);
        assert_eq!(over(clear, clear), clear);
        assert_eq!(pixel(over([0.0, 0.0, 1.0, 0.5], red)), [128, 0, 128, 255]);
    }

    /// Also without seeing colours, each level can be told from the next: by how light it is.
    #[test]
    fn worse_danger_is_darker() {
        let [_, _, levels @ ..] = DebugColors::default().danger;
        let light = levels.map(|level| level.luminance());
        assert!(light.is_sorted_by(|a, b| *a > *b + 0.1), "{light:?}");
    }
}
