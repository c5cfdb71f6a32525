//! A picture of the window at a moment of the run, then the end of the program.

use bevy::{
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk},
    time::TimeUpdateStrategy,
};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// The picture that is wanted.
#[derive(Resource)]
struct Shot {
    file: PathBuf,
    at: f32,
    state: ShotState,
}

#[derive(Clone, Copy, PartialEq)]
enum ShotState {
    Waiting,
    Asked,
    Captured,
}

/// Time that passes with each frame until then, so that a slow machine takes the same picture as a fast one.
const FRAME: Duration = Duration::from_millis(100);

/// Adds the picture.
pub fn plugin(app: &mut App, file: &Path, at: f32) {
    // One that is there already must not pass for the new one.
    if let Err(error) = std::fs::remove_file(file)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        warn!("can't replace {}: {error}", file.display());
    }
    app.insert_resource(Shot { file: file.to_path_buf(), at, state: ShotState::Waiting })
        .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
        .add_systems(Last, shoot);
}

fn shoot(
    mut commands: Commands,
    mut shot: ResMut<Shot>,
    clock: Res<Time<Virtual>>,
    mut exit: MessageWriter<AppExit>,
) {
    match shot.state {
        ShotState::Waiting if clock.elapsed_secs() >= shot.at => {
            shot.state = ShotState::Asked;
            commands.spawn(Screenshot::primary_window()).observe(save_to_disk(shot.file.clone())).observe(
                |_: On<ScreenshotCaptured>, mut shot: ResMut<Shot>| shot.state = ShotState::Captured,
            );
        }
        ShotState::Waiting | ShotState::Asked => {}
        ShotState::Captured if shot.file.exists() => {
            exit.write(AppExit::Success);
        }
        ShotState::Captured => {
            eprintln!("error: can't write {}", shot.file.display());
            exit.write(AppExit::error());
        }
    }
}
