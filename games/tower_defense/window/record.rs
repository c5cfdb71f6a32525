//! A recording of the window as an animation, then the end of the program.

use super::animation::{Animation, Picture};
use bevy::{
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured},
    time::TimeUpdateStrategy,
};
use std::path::{Path, PathBuf};

/// The recording that is made.
#[derive(Resource)]
pub struct Recording {
    file: PathBuf,
    frames_per_second: u16,
    /// The pictures that were asked for, in order, and those that have come.
    pictures: Vec<(Entity, Option<Picture>)>,
    /// Whether the last picture has been asked for.
    is_over: bool,
}

/// Records from the first frame until `is_over` holds, a picture in each frame. A frame advances the clock by `ticks` of `ticks_per_second`,
/// so that a slow machine makes the same recording as a fast one. The picture is half as wide and high as the window.
pub fn plugin<M>(
    app: &mut App,
    file: &Path,
    (ticks, ticks_per_second): (u32, u32),
    is_over: impl SystemCondition<M>,
) {
    let recording = Recording {
        file: file.to_path_buf(),
        frames_per_second: (ticks_per_second / ticks) as u16,
        pictures: Vec::new(),
        is_over: false,
    };
    app.insert_resource(recording)
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(ticks))
        .add_systems(Last, (stop.run_if(is_over), request, finish).chain());
}

fn stop(mut recording: ResMut<Recording>) {
    recording.is_over = true;
}

fn request(mut commands: Commands, mut recording: ResMut<Recording>) {
    if !recording.is_over {
        let shot = commands.spawn(Screenshot::primary_window()).observe(receive).id();
        recording.pictures.push((shot, None));
    }
}

fn receive(captured: On<ScreenshotCaptured>, mut recording: ResMut<Recording>) {
    let picture = captured.image.clone().try_into_dynamic().map(|image| {
        let image = image.to_rgb8();
        Picture::halved(UVec2::new(image.width(), image.height()), image.as_raw())
    });
    match picture {
        Ok(picture) => {
            let wanted = recording.pictures.iter_mut().find(|(shot, _)| *shot == captured.entity);
            wanted.into_iter().for_each(|(_, place)| *place = Some(picture.clone()));
        }
        Err(error) => warn!("a frame is lost: {error}"),
    }
}

/// Writes the file once all pictures have come, and ends the program.
fn finish(mut recording: ResMut<Recording>, mut exit: MessageWriter<AppExit>) {
    if !recording.is_over || recording.pictures.iter().any(|(_, picture)| picture.is_none()) {
        return;
    }
    let pictures = core::mem::take(&mut recording.pictures).into_iter().filter_map(|(_, picture)| picture);
    let animation =
        Animation { pictures: pictures.collect(), frames_per_second: recording.frames_per_second };
    match animation.write(&recording.file) {
        Ok(()) => exit.write(AppExit::Success),
        Err(error) => {
            eprintln!("error: can't write {}: {error}", recording.file.display());
            exit.write(AppExit::error())
        }
    };
}
