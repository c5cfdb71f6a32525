//! A screenshot of the window at one moment of a run, then the end of the program.

use bevy::{
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk},
    time::TimeUpdateStrategy,
};
use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
    time::Duration,
};

/// The screenshot that is to be taken.
#[derive(Resource)]
struct Shot {
    file: PathBuf,
    state: ShotState,
}

#[derive(Clone, Copy, PartialEq)]
enum ShotState {
    Waiting,
    Requested,
    Captured,
}

/// Takes a screenshot once `is_due` holds. Until then a frame advances the clock by `frame`, so that a slow machine
/// takes the same screenshot as a fast one.
pub fn plugin<M>(app: &mut App, file: &Path, frame: TimeUpdateStrategy, is_due: impl SystemCondition<M>) {
    // An old file must not pass for the new one.
    if let Err(error) = std::fs::remove_file(file)
        && error.kind() != ErrorKind::NotFound
    {
        warn!("can't replace {}: {error}", file.display());
    }
    app.insert_resource(Shot { file: file.to_path_buf(), state: ShotState::Waiting })
        .insert_resource(frame)
        .add_systems(Last, (request.run_if(is_due), exit).chain());
}

/// What a frame advances the clock by until a screenshot is taken at a second.
const FRAME: Duration = Duration::from_millis(50);

/// Takes a screenshot at a second of the game, if there is a file for it.
pub fn at_second(app: &mut App, file: Option<&PathBuf>, second: f32) {
    if let Some(file) = file {
        let frame = TimeUpdateStrategy::ManualDuration(FRAME);
        plugin(app, file, frame, move |clock: Res<Time<Virtual>>| clock.elapsed_secs() >= second);
    }
}

fn request(mut commands: Commands, mut shot: ResMut<Shot>) {
    if shot.state != ShotState::Waiting {
        return;
    }
    shot.state = ShotState::Requested;
    commands
        .spawn(Screenshot::primary_window())
        .observe(save_to_disk(shot.file.clone()))
        .observe(|_: On<ScreenshotCaptured>, mut shot: ResMut<Shot>| shot.state = ShotState::Captured);
}

/// Ends the program with the file written, or with an error.
fn exit(shot: Res<Shot>, mut exit: MessageWriter<AppExit>) {
    if shot.state != ShotState::Captured {
        return;
    }
    if shot.file.exists() {
        exit.write(AppExit::Success);
    } else {
        eprintln!("error: can't write {}", shot.file.display());
        exit.write(AppExit::error());
    }
}
