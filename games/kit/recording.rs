//! The game as a recording, which the playground replays and a report of a fault needs.

use bevy::{prelude::*, window::ExitSystems};
use bevy_tilepath::{PathfindingRecorder, PathfindingRecorderPlugin};
use std::path::{Path, PathBuf};

/// The file that gets the recording.
#[derive(Resource)]
struct RecordingFile(PathBuf);

/// The number of frames from one hash of the state to the next.
const FRAMES_PER_HASH: u32 = 16;

/// Lets the game be recorded. Add it after the plugin of the game.
pub fn plugin(app: &mut App) {
    app.add_plugins(PathfindingRecorderPlugin).add_systems(
        Last,
        write.after(ExitSystems).run_if(on_message::<AppExit>.and_then(resource_exists::<RecordingFile>)),
    );
}

/// Records from the next frame on, for a file that is written when the game ends. Without a file this does nothing.
pub fn begin(world: &mut World, file: Option<&PathBuf>) {
    if let Some(file) = file {
        world.insert_resource(RecordingFile(file.clone()));
        world.resource_mut::<PathfindingRecorder>().begin(FRAMES_PER_HASH);
    }
}

/// Writes the file of a game that is not ended by a window.
pub fn finish(world: &mut World) {
    if world.contains_resource::<RecordingFile>()
        && let Err(error) = world.run_system_cached(write)
    {
        error!("the recording is not written: {error}");
    }
}

fn write(mut recorder: ResMut<PathfindingRecorder>, file: Res<RecordingFile>) {
    let Some(recording) = recorder.stop() else { return };
    let frames = recording.frames().len();
    let written = recording.write().map_err(|error| error.to_string());
    match written.and_then(|bytes| save(&file.0, &bytes)) {
        Ok(()) => eprintln!("{frames} frames are in {}", file.0.display()),
        Err(error) => eprintln!("error: can't write {}: {error}", file.0.display()),
    }
}

fn save(file: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(file, bytes).map_err(|error| error.to_string())
}
