//! The pictures of the documentation show something: as a still, and in each frame.

use png::{BlendOp, Decoder, Transformations};
use std::{
    collections::HashMap,
    fs::{self, File},
    io::BufReader,
    path::{Path, PathBuf},
};

/// A pixel: red, green, blue, alpha.
type Pixel = [u8; 4];

/// A picture that is filled to this share by one colour shows nothing.
const MAX_SHARE: f32 = 0.8;
/// From one frame to the next, less than this share of the pixels changes. More means that one of them was not drawn to the end.
const MAX_CHANGE: f32 = 0.15;

fn docs() -> PathBuf {
    // Found when the test runs, so that a checkout may be moved. In a second workspace, the folder of this package is a link.
    let package = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    package.canonicalize().expect("the folder of the games").join("../docs")
}

/// The still of a file, and the frames if it is animated, each as a viewer shows it.
fn pictures(file: &Path) -> Vec<Vec<Pixel>> {
    let mut decoder = Decoder::new(BufReader::new(File::open(file).expect("a file")));
    decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA | Transformations::STRIP_16);
    let mut reader = decoder.read_info().expect("a PNG file");
    let width = reader.info().width as usize;
    let mut shown = vec![[0; 4]; width * reader.info().height as usize];
    let mut bytes = vec![0; reader.output_buffer_size().expect("a picture that fits into memory")];
    let mut pictures = Vec::new();
    while let Ok(part) = reader.next_frame(&mut bytes) {
        let control = reader.info().frame_control;
        let (x, y) = control.map_or((0, 0), |control| (control.x_offset as usize, control.y_offset as usize));
        let is_over = control.is_some_and(|control| control.blend_op == BlendOp::Over);
        let pixels = bytes[..part.buffer_size()].as_chunks::<4>().0;
        for (row, pixels) in pixels.chunks(part.width as usize).enumerate() {
            let start = (y + row) * width + x;
            for (old, &new) in shown[start..start + pixels.len()].iter_mut().zip(pixels) {
                if !is_over || new[3] > 0 {
                    *old = new;
                }
            }
        }
        pictures.push(shown.clone());
        // The still is no frame, so the animation begins with nothing.
        if control.is_none() {
            shown.fill([0; 4]);
        }
    }
    pictures
}

/// What is wrong with a picture. `None` if nothing is.
fn fault(picture: &[Pixel], before: Option<&[Pixel]>) -> Option<String> {
    if picture.iter().any(|pixel| pixel[3] < 255) {
        return Some("has holes".into());
    }
    let mut counts = HashMap::new();
    picture.iter().for_each(|pixel| *counts.entry(pixel).or_insert(0) += 1);
    let share = |count: usize| count as f32 / picture.len() as f32;
    let filled = share(counts.into_values().max().unwrap_or_default());
    if filled > MAX_SHARE {
        return Some(format!("has one colour on {filled} of its area"));
    }
    let changed = share(before?.iter().zip(picture).filter(|(old, new)| old != new).count());
    (changed > MAX_CHANGE).then(|| format!("differs from the one before on {changed} of its area"))
}

#[test]
fn every_picture_shows_something_as_a_still_and_in_each_frame() {
    let mut faults = Vec::new();
    let mut files = 0;
    for file in fs::read_dir(docs()).expect("the pictures").map(|entry| entry.expect("an entry").path()) {
        if file.extension().is_none_or(|extension| extension != "png") {
            continue;
        }
        files += 1;
        let pictures = pictures(&file);
        assert!(!pictures.is_empty(), "{} holds no picture", file.display());
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for (number, picture) in pictures.iter().enumerate() {
            // The first is the still, which may be any of the frames.
            let before = (number > 1).then(|| pictures[number - 1].as_slice());
            faults.extend(fault(picture, before).map(|fault| format!("{name}: picture {number} {fault}")));
        }
    }
    assert!(files > 5, "{files} pictures");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn an_empty_window_and_a_half_drawn_one_are_faults() {
    let empty = [[10, 10, 10, 255]; 100];
    let mut drawn = empty;
    (0..100).for_each(|at| drawn[at][0] = at as u8);
    let mut half = drawn;
    half[..50].fill([0, 200, 0, 255]);
    assert!(fault(&empty, None).is_some());
    assert!(fault(&[[0; 4]; 100], None).is_some());
    assert_eq!(fault(&drawn, None), None);
    assert!(fault(&drawn, Some(&half)).is_some());
}
