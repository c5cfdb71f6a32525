//! What an app logs.

use bevy::log::tracing_subscriber::fmt;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use std::{
    io::{self, Write},
    sync::{Mutex, PoisonError},
};

/// Everything that was logged. Tests that read it hold [`TURN`].
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static TURN: Mutex<()> = Mutex::new(());

struct LogWriter;

impl Write for LogWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOG.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lines that an app with the plugin logs in ten frames.
pub fn lines_of(setup: impl FnOnce(&mut App)) -> Vec<String> {
    lines_of_app(|app| {
        app.add_plugins(PathfindingPlugin);
        setup(app);
    })
}

/// The lines that an app logs in ten frames.
pub fn lines_of_app(setup: impl FnOnce(&mut App)) -> Vec<String> {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    // Only the first call sets it.
    let _ = fmt().with_writer(|| LogWriter).with_ansi(false).try_init();
    LOG.lock().unwrap_or_else(PoisonError::into_inner).clear();
    let mut app = App::new();
    app.add_plugins(MinimalPlugins);
    setup(&mut app);
    (0..10).for_each(|_| app.update());
    let log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    String::from_utf8_lossy(&log)
        .lines()
        .filter(|line| line.contains("bevy_tilepath"))
        .map(String::from)
        .collect()
}

/// The mistake is logged in one line, which has all of these words.
pub fn assert_line(lines: &[String], words: &[&str]) {
    let found = lines.iter().filter(|line| words.iter().all(|word| line.contains(word))).count();
    assert_eq!(found, 1, "one line with {words:?} in {lines:#?}");
}
