//! Animated PNG files: a palette for all pictures, and of each picture only the pixels that have changed.

use bevy::{math::UVec2, platform::collections::HashMap};
use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, EncodingError, Filter, Writer};
use std::{fs::File, io::BufWriter, io::Write, path::Path};

/// A picture of three bytes for each pixel: red, green, blue; row by row from the top.
#[derive(Clone, PartialEq)]
pub struct Picture {
    size: UVec2,
    pixels: Vec<[u8; 3]>,
}

/// Pictures of one size that follow each other.
pub struct Animation {
    /// The pictures, in order.
    pub pictures: Vec<Picture>,
    /// How many pictures are shown in a second.
    pub frames_per_second: u16,
    /// The index of the picture that a viewer shows if it does not play animations. Beyond the end it is the last picture.
    pub still: usize,
}

/// The colour of the palette that leaves a pixel as it is.
const UNCHANGED: u8 = 255;
/// How long the last picture stays, in seconds.
const SECONDS_AT_END: u16 = 2;
/// Colours that differ less than this, squared, are one colour in the first palette that is tried.
const ALIKE: i32 = 400;

impl Picture {
    /// Half the picture with these bytes: each pixel is the mean of four.
    pub fn halved(size: UVec2, bytes: &[u8]) -> Self {
        let half = size / 2;
        let byte = |x: u32, y: u32, part: usize| u32::from(bytes[3 * (y * size.x + x) as usize + part]);
        let mean = |x: u32, y: u32, part| {
            let sum =
                byte(x, y, part) + byte(x + 1, y, part) + byte(x, y + 1, part) + byte(x + 1, y + 1, part);
            ((sum + 2) / 4) as u8
        };
        let pixel = |x: u32, y: u32| [0, 1, 2].map(|part| mean(2 * x, 2 * y, part));
        let pixels =
            (0..half.y).flat_map(|y| (0..half.x).map(move |x| (x, y))).map(|(x, y)| pixel(x, y)).collect();
        Self { size: half, pixels }
    }
}

/// Finds out when a window shows everything: pictures arrive while shaders compile and images load.
#[derive(Default)]
pub struct Settling {
    last: Option<Picture>,
    /// How many pictures in a row were the same as the one before.
    alike: u32,
}

/// So many pictures in a row must be the same. On a slow machine, shaders take longer than a few frames.
const SETTLED: u32 = 20;

impl Settling {
    /// Returns whether the window shows everything in this picture, the next in a row. A picture of a single colour shows nothing yet.
    pub fn is_settled(&mut self, picture: Picture) -> bool {
        let shows_something = picture.pixels.iter().any(|&pixel| pixel != picture.pixels[0]);
        let is_same = shows_something && self.last.as_ref() == Some(&picture);
        self.alike = if is_same { self.alike + 1 } else { 0 };
        self.last = Some(picture);
        self.alike >= SETTLED
    }
}

impl Animation {
    /// Writes the file.
    ///
    /// # Errors
    /// Fails if there are no pictures, or if the file can't be written.
    pub fn write(&self, file: &Path) -> Result<(), EncodingError> {
        self.encode(BufWriter::new(File::create(file)?))
    }

    fn encode(&self, to: impl Write) -> Result<(), EncodingError> {
        let size = self.pictures.first().map_or(UVec2::ONE, |picture| picture.size);
        let mut palette = Palette::of(&self.pictures);
        let mut encoder = Encoder::new(to, size.x, size.y);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::High);
        encoder.set_filter(Filter::NoFilter);
        encoder.set_palette(palette.bytes());
        let mut opaque = vec![255; UNCHANGED as usize];
        opaque.push(0);
        encoder.set_trns(opaque);
        encoder.set_animated(self.pictures.len() as u32, 0)?;
        encoder.set_sep_def_img(true)?;
        encoder.set_blend_op(BlendOp::Over)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        encoder.set_frame_delay(1, self.frames_per_second)?;
        let mut writer = encoder.write_header()?;
        let still = self.pictures.get(self.still).or(self.pictures.last());
        writer.write_image_data(&still.map(|still| palette.indices(still)).unwrap_or_default())?;
        let mut shown = vec![UNCHANGED; size.element_product() as usize];
        for (number, picture) in self.pictures.iter().enumerate() {
            if number + 1 == self.pictures.len() {
                writer.set_frame_delay(SECONDS_AT_END, 1)?;
            }
            let new = palette.indices(picture);
            write_changes(&mut writer, size, &shown, &new)?;
            shown = new;
        }
        writer.finish()
    }
}

/// Writes the rectangle that holds all pixels that have changed.
fn write_changes<W: Write>(
    writer: &mut Writer<W>,
    size: UVec2,
    old: &[u8],
    new: &[u8],
) -> Result<(), EncodingError> {
    let at = |index: usize| UVec2::new(index as u32 % size.x, index as u32 / size.x);
    let changed = (0..new.len()).filter(|&index| old[index] != new[index]).map(at);
    let bounds = changed.fold(None, |bounds: Option<(UVec2, UVec2)>, at| {
        let (low, high) = bounds.unwrap_or((at, at));
        Some((low.min(at), high.max(at)))
    });
    // A picture without changes still takes its time.
    let (low, high) = bounds.unwrap_or_default();
    let extent = high - low + 1;
    writer.reset_frame_position()?;
    writer.set_frame_dimension(extent.x, extent.y)?;
    writer.set_frame_position(low.x, low.y)?;
    let rows = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| (y * size.x + x) as usize));
    let pixel = |index: usize| if old[index] == new[index] { UNCHANGED } else { new[index] };
    writer.write_image_data(&rows.map(pixel).collect::<Vec<u8>>())
}

/// Up to 255 colours, and the nearest of them to any colour.
struct Palette {
    colors: Vec<[u8; 3]>,
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The most frequent colours that are not too much alike.
    fn of(pictures: &[Picture]) -> Self {
        let mut counts = HashMap::<[u8; 3], u32>::default();
        for &color in pictures.iter().flat_map(|picture| &picture.pixels) {
            *counts.entry(coarse(color)).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|&(color, count)| (core::cmp::Reverse(count), color));
        let mut colors = Vec::new();
        let mut alike = ALIKE;
        while colors.len() < UNCHANGED as usize && alike > 0 {
            for &(color, _) in &counts {
                if colors.len() < UNCHANGED as usize
                    && colors.iter().all(|&other| distance(color, other) >= alike)
                {
                    colors.push(color);
                }
            }
            alike /= 2;
        }
        Self { colors, nearest: HashMap::default() }
    }

    /// The bytes of the palette, with room for the colour that leaves a pixel as it is.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colors.iter().flatten().copied().collect();
        bytes.resize(3 * (UNCHANGED as usize + 1), 0);
        bytes
    }

    fn indices(&mut self, picture: &Picture) -> Vec<u8> {
        picture.pixels.iter().map(|&color| self.index(color)).collect()
    }

    fn index(&mut self, color: [u8; 3]) -> u8 {
        let color = coarse(color);
        let colors = &self.colors;
        *self.nearest.entry(color).or_insert_with(|| {
            let nearest = (0..colors.len()).min_by_key(|&index| distance(color, colors[index]));
            nearest.unwrap_or_default() as u8
        })
    }
}

/// A colour without its lowest bits, so that a picture has few of them.
fn coarse(color: [u8; 3]) -> [u8; 3] {
    color.map(|part| (part & 0xF8) | (part >> 5))
}

fn distance(a: [u8; 3], b: [u8; 3]) -> i32 {
    a.into_iter().zip(b).map(|(a, b)| (i32::from(a) - i32::from(b)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::{Animation, Picture, SETTLED, Settling};
    use bevy::math::UVec2;
    use std::io::Cursor;

    #[test]
    fn an_animation_is_read_back_with_what_has_changed() {
        let red = Picture { size: UVec2::new(4, 3), pixels: vec![[248, 0, 0]; 12] };
        let mut dotted = red.clone();
        dotted.pixels[6] = [0, 0, 248];
        let pictures = vec![red.clone(), dotted, red];
        let animation = Animation { pictures, frames_per_second: 10, still: 1 };
        let mut file = Vec::new();
        animation.encode(&mut file).unwrap();
        let mut decoder = png::Decoder::new(Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let still = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((still.width, still.height), (4, 3));
        assert_eq!(bytes[4 * 6..4 * 7], [0, 0, 255, 255], "who plays no animations sees the second picture");
        let whole = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((whole.width, whole.height), (4, 3));
        assert_eq!(&bytes[..4], &[255, 0, 0, 255]);
        assert!(bytes.chunks(4).all(|pixel| pixel == [255, 0, 0, 255]));
        for color in [[0, 0, 255, 255], [255, 0, 0, 255]] {
            let dot = reader.next_frame(&mut bytes).unwrap();
            assert_eq!((dot.width, dot.height, &bytes[..4]), (1, 1, &color[..]), "only the dot has changed");
        }
        assert!(reader.next_frame(&mut bytes).is_err(), "there are three pictures");
    }

    #[test]
    fn a_recording_waits_until_the_window_shows_everything() {
        let black = Picture { size: UVec2::new(2, 1), pixels: vec![[8; 3]; 2] };
        let [mut half, mut whole] = [black.clone(), black.clone()];
        half.pixels[0] = [0, 248, 0];
        whole.pixels = vec![[0, 248, 0], [248, 0, 0]];
        let mut settling = Settling::default();
        assert!(!(0..5 * SETTLED).any(|_| settling.is_settled(black.clone())), "an empty window");
        assert!(!(0..SETTLED).any(|_| settling.is_settled(half.clone())), "an image that still loads");
        let waited = (0..).position(|_| settling.is_settled(whole.clone()));
        assert_eq!(waited, Some(SETTLED as usize));
    }

    #[test]
    fn half_a_picture_has_the_mean_of_four_pixels() {
        let bytes = [[0, 0, 0], [4, 8, 255], [0, 0, 255], [0, 0, 255]].concat();
        let half = Picture::halved(UVec2::splat(2), &bytes);
        assert_eq!(half.pixels, [[1, 2, 191]]);
    }
}
