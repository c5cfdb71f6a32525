//! A recording of the window as an animation, then the end of the program.

use super::animation::{Animation, Picture, Settling};
use bevy::{
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured},
    time::TimeUpdateStrategy,
};
use std::path::PathBuf;

/// The recording that is made.
#[derive(Resource)]
pub struct Recording {
    settings: RecordingSettings,
    /// Until the window shows everything: what it shows, and the picture that is asked for.
    settling: Option<(Settling, Option<Entity>)>,
    /// The pictures that were asked for, in order, and those that have come.
    pictures: Vec<(Entity, Option<Picture>)>,
    /// Whether the last picture has been asked for.
    is_over: bool,
}

/// What is recorded, and where to.
pub struct RecordingSettings {
    /// The file to write.
    pub file: PathBuf,
    /// How many ticks a frame advances the clock by.
    pub ticks: u32,
    /// How many ticks a second has.
    pub ticks_per_second: u32,
    /// The second of the picture that a viewer shows if it plays no animations.
    pub still: u32,
}

/// Records from the first frame in which the window shows everything until `is_over` holds, a picture in each frame. Until then the clock
/// stands still. A frame advances the clock by the same time on a slow machine as on a fast one. The picture is half as wide and high as
/// the window.
pub fn plugin<M>(app: &mut App, settings: RecordingSettings, is_over: impl SystemCondition<M>) {
    let settling = Some((Settling::default(), None));
    app.insert_resource(Recording { settings, settling, pictures: Vec::new(), is_over: false })
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(0))
        .add_systems(Last, (stop.run_if(is_over), request, finish).chain());
}

fn stop(mut recording: ResMut<Recording>) {
    recording.is_over = true;
}

fn request(mut commands: Commands, mut recording: ResMut<Recording>, clock: Res<Time<Virtual>>) {
    let recording = &mut *recording;
    let mut ask = || commands.spawn(Screenshot::primary_window()).observe(receive).id();
    match &mut recording.settling {
        Some((_, asked)) => {
            asked.get_or_insert_with(ask);
        }
        None if !recording.is_over && !clock.delta().is_zero() => recording.pictures.push((ask(), None)),
        None => {}
    }
}

fn receive(
    captured: On<ScreenshotCaptured>,
    mut recording: ResMut<Recording>,
    mut clock: ResMut<TimeUpdateStrategy>,
) {
    let image = match captured.image.clone().try_into_dynamic() {
        Ok(image) => image.to_rgb8(),
        Err(error) => return warn!("a frame is lost: {error}"),
    };
    let picture = Picture::halved(UVec2::new(image.width(), image.height()), image.as_raw());
    if let Some((settling, asked)) = &mut recording.settling {
        *asked = None;
        if settling.is_settled(picture) {
            recording.settling = None;
            *clock = TimeUpdateStrategy::FixedTimesteps(recording.settings.ticks);
        }
        return;
    }
    let wanted = recording.pictures.iter_mut().find(|(shot, _)| *shot == captured.entity);
    wanted.into_iter().for_each(|(_, place)| *place = Some(picture.clone()));
}

/// Writes the file once all pictures have come, and ends the program.
fn finish(mut recording: ResMut<Recording>, mut exit: MessageWriter<AppExit>) {
    if !recording.is_over || recording.pictures.iter().any(|(_, picture)| picture.is_none()) {
        return;
    }
    let pictures = core::mem::take(&mut recording.pictures).into_iter().filter_map(|(_, picture)| picture);
    let RecordingSettings { file, ticks, ticks_per_second, still } = &recording.settings;
    let frames_per_second = ticks_per_second / ticks;
    let animation = Animation {
        pictures: pictures.collect(),
        frames_per_second: frames_per_second as u16,
        still: (still * frames_per_second) as usize,
    };
    match animation.write(file) {
        Ok(()) => exit.write(AppExit::Success),
        Err(error) => {
            eprintln!("error: can't write {}: {error}", file.display());
            exit.write(AppExit::error())
        }
    };
}
