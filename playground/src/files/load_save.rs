//! Loading and saving, and the notice that says how it went.

use super::{disk, movingai, name::FileName, own_format};
use crate::{
    action::{Action, Page},
    board::{Board, Document},
    pane::{Pane, PaneId, Panes},
    playback::Playback,
    replay_page::ReplayedGame,
    window_state::CurrentPage,
};
use bevy::{ecs::system::SystemParam, prelude::*};
use std::path::{Path, PathBuf};
use tilepath::{fleet::Recording, trace::Trace};

/// The last message to the person, shown in the status line.
#[derive(Resource, Clone, Default, PartialEq, Eq, Debug)]
pub struct Notice {
    pub text: String,
    pub is_error: bool,
}

impl Notice {
    /// Sets the message.
    pub fn say(&mut self, text: impl Into<String>) {
        *self = Self { text: text.into(), is_error: false };
    }

    /// Sets a message of something that did not work.
    pub fn complain(&mut self, text: impl Into<String>) {
        *self = Self { text: text.into(), is_error: true };
    }
}

/// Files larger than this are refused before they are read. A board of the largest size is a tenth of it.
const MOST_BYTES: u64 = 8 << 20;
/// The same for traces, with some 200 bytes an event and a few events a cell, and for recordings.
const MOST_TRACE_BYTES: u64 = 400 << 20;

fn read(file: &Path, most: u64) -> Result<String, String> {
    String::from_utf8(disk::read(file, most)?).map_err(|_| "the file is not text".into())
}

/// Loads a map: `.map` and `.scen` of MovingAI, everything else in the format of the playground.
///
/// # Errors
/// A sentence that names the file.
pub fn load(file: &Path) -> Result<Board, String> {
    let named = |error: String| format!("{}: {error}", file.display());
    match extension(file).as_str() {
        "map" => read(file, MOST_BYTES).and_then(|text| movingai::read_map(&text)).map_err(named),
        "scen" => load_scenario(file).map_err(named),
        _ => read(file, MOST_BYTES).and_then(|text| own_format::read(&text)).map_err(named),
    }
}

/// The map beside a scenario, which is named like it, with the ends of the longest query.
fn load_scenario(file: &Path) -> Result<Board, String> {
    let map = file.with_extension("");
    let mut board = read(&map, MOST_BYTES)
        .and_then(|text| movingai::read_map(&text))
        .map_err(|error| format!("its map {}: {error}", map.display()))?;
    let [start, goal] = movingai::read_last_query(&read(file, MOST_BYTES)?, board.size().y)?;
    if board.set_start(start) && board.set_goal(goal) {
        Ok(board)
    } else {
        Err("the last query is not on the map".into())
    }
}

fn extension(file: &Path) -> String {
    file.extension().map(|extension| extension.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// Saves a board, as a map of MovingAI if the name ends in `.map`. Returns what it says about it.
///
/// # Errors
/// A sentence that names the file.
pub fn save(board: &Board, file: &Path) -> Result<String, String> {
    let is_map = extension(file) == "map";
    let text = if is_map { movingai::write_map(board) } else { own_format::write(board) };
    disk::write(file, text.as_bytes()).map_err(|error| format!("{}: {error}", file.display()))?;
    let lost = if is_map { " (walls only: this format knows no costs, danger, links or fences)" } else { "" };
    Ok(format!("Saved {}{lost}", file.display()))
}

/// What a file holds.
enum Content {
    Board(Board),
    Trace(Trace),
    Recording(Recording),
}

/// Returns whether a file is a search trace, by its name.
fn is_trace(file: &Path) -> bool {
    matches!(extension(file).as_str(), "json" | "yaml")
}

/// Returns whether a file is a recorded game, by its name.
fn is_recording(file: &Path) -> bool {
    extension(file) == "tilerec"
}

/// Loads files that the person has chosen or dropped.
pub fn take_arrived(mut actions: MessageWriter<Action>) {
    // Of files that arrive together, such as a scenario and its map, only one is shown.
    let last = disk::arrived().into_iter().max_by_key(|file| extension(file) == "scen");
    actions.write_batch(last.map(Action::LoadFile));
}

/// Obeys load and save.
pub fn act(
    mut actions: MessageReader<Action>,
    mut document: ResMut<Document>,
    mut shown: Shown,
    mut name: FileName,
    mut notice: ResMut<Notice>,
) {
    for action in actions.read() {
        match action {
            Action::Load | Action::Compare => {
                shown.game.compares = *action == Action::Compare;
                if let Some(file) = disk::choose(name.text().trim()) {
                    shown.open(&file, &mut document, &mut notice);
                }
            }
            Action::LoadFile(file) => {
                name.set(&file.display().to_string());
                shown.open(file, &mut document, &mut notice);
            }
            Action::Save => {
                let file = PathBuf::from(name.text().trim());
                let saved = match (is_trace(&file), is_recording(&file)) {
                    (true, _) => save_trace(shown.panes.get_mut(PaneId::Left), document.board(), &file),
                    (_, true) => save_recording(shown.game.recording(), &file),
                    _ => save(document.board(), &file),
                };
                match saved {
                    Ok(said) => notice.say(said),
                    Err(error) => notice.complain(format!("Can't save {error}")),
                }
            }
            Action::NameFile => name.edit(),
            // Something else is done: the message is old.
            Action::Tool(_) | Action::Set(..) | Action::Generate(_) | Action::NextSeed | Action::Page(_) => {
                notice.set_if_neq(Notice::default());
            }
            _ => {}
        }
    }
}

/// Saves the search of a pane as a trace, for Posthoc and for a replay. Returns what it says about it.
fn save_trace(pane: &mut Pane, board: &Board, file: &Path) -> Result<String, String> {
    let named = |error: String| format!("{}: {error}", file.display());
    let trace = pane.trace(board).map_err(named)?;
    disk::write(file, trace.to_json().as_bytes()).map_err(named)?;
    Ok(format!("Saved the search of the left pane as a trace: {}", file.display()))
}

/// Saves the recording that is replayed. Returns what it says about it.
fn save_recording(recording: Option<&Recording>, file: &Path) -> Result<String, String> {
    let named = |error: String| format!("{}: {error}", file.display());
    let recording = recording.ok_or_else(|| named("no recording is replayed".into()))?;
    let bytes = recording.write().map_err(|error| named(error.to_string()))?;
    disk::write(file, &bytes).map_err(named)?;
    Ok(format!("Saved the recording: {}", file.display()))
}

fn read_any(file: &Path) -> Result<Content, String> {
    let named = |error: String| format!("{}: {error}", file.display());
    if is_recording(file) {
        let bytes = disk::read(file, MOST_TRACE_BYTES).map_err(named)?;
        return Recording::read(&bytes).map(Content::Recording).map_err(|error| named(error.to_string()));
    }
    if !is_trace(file) {
        return load(file).map(Content::Board);
    }
    let text = read(file, MOST_TRACE_BYTES).map_err(named)?;
    Trace::from_json(&text).map(Content::Trace).map_err(|error| named(error.to_string()))
}

/// What shows the files that are opened.
#[derive(SystemParam)]
pub struct Shown<'w> {
    panes: ResMut<'w, Panes>,
    game: ResMut<'w, ReplayedGame>,
    page: ResMut<'w, CurrentPage>,
    playback: ResMut<'w, Playback>,
}

impl Shown<'_> {
    fn open(&mut self, file: &Path, document: &mut Document, notice: &mut Notice) {
        let shown = file.display();
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let said = match read_any(file) {
            Ok(Content::Board(board)) => {
                let size = board.size();
                document.replace(board);
                self.page.set_if_neq(CurrentPage(Page::Grid));
                Ok(format!("Loaded {shown}: {} x {} cells", size.x, size.y))
            }
            Ok(Content::Trace(trace)) => {
                self.page.set_if_neq(CurrentPage(Page::Grid));
                let replayed = self.panes.replay(name, &trace, document.board());
                let said = replayed.map(|()| format!("Replays {shown} until the next search"));
                said.map_err(|error| format!("Can't replay {shown}: {error}"))
            }
            Ok(Content::Recording(recording)) => self.show(name, recording),
            Err(error) => Err(format!("Can't load {error}")),
        };
        match said {
            Ok(said) => notice.say(said),
            Err(error) => notice.complain(error),
        }
    }

    /// Replays a recording, or compares it with the one that is shown.
    fn show(&mut self, name: String, recording: Recording) -> Result<String, String> {
        self.page.set_if_neq(CurrentPage(Page::Replay));
        let frames = recording.frames().len();
        if self.game.compares {
            let compared = self.game.compare(&name, &recording);
            return compared
                .map(|()| format!("Compared with {name}"))
                .map_err(|error| format!("{name}: {error}"));
        }
        let opened = self.game.open(name.clone(), recording);
        opened.map_err(|error| format!("Can't replay {name}: {error}"))?;
        self.playback.begin(frames);
        Ok(format!("Replays {name}: {frames} frames"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Cell, Layout},
        generate::{Generator, generate},
    };
    use bevy::math::IVec2;
    use std::fs;

    /// A folder of its own for a test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("playground-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn boards_survive_a_file_and_maps_keep_their_walls() {
        let folder = folder("survive");
        let board = generate(Generator::Hills, [20, 14].into(), 3, Layout::Hex);
        let file = folder.join("a board");
        save(&board, &file).unwrap();
        assert_eq!(load(&file), Ok(board.clone()));
        let file = folder.join("board.MAP");
        assert!(save(&board, &file).unwrap().contains("walls only"));
        let walls = load(&file).unwrap();
        for index in 0..board.terrain().len() {
            let at = board.terrain().cell(index);
            let is_wall = |board: &Board| board.cell(at).map(|cell| cell.terrain == 0);
            assert_eq!(is_wall(&walls), is_wall(&board));
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_scenario_brings_its_map_and_its_longest_query() {
        let folder = folder("scenario");
        let mut board = Board::plain([5, 4].into());
        board.set(IVec2::new(2, 2), Cell::WALL);
        save(&board, &folder.join("x.map")).unwrap();
        fs::write(folder.join("x.map.scen"), "version 1\n0\tx.map\t5\t4\t0\t0\t4\t3\t6\n").unwrap();
        let loaded = load(&folder.join("x.map.scen")).unwrap();
        assert_eq!((loaded.start(), loaded.goal()), (IVec2::new(0, 3), IVec2::new(4, 0)));
        fs::write(folder.join("x.map.scen"), "version 1\n0\tx.map\t5\t4\t0\t0\t9\t3\t6\n").unwrap();
        assert!(load(&folder.join("x.map.scen")).unwrap_err().contains("not on the map"));
        assert!(load(&folder.join("y.map.scen")).unwrap_err().contains("its map"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn files_that_are_no_maps_are_named_in_the_error() {
        let folder = folder("bad");
        for (name, bytes) in [("a.map", &[255, 254, 0][..]), ("b.txt", b"hello"), ("c", b"")] {
            let file = folder.join(name);
            fs::write(&file, bytes).unwrap();
            assert!(load(&file).unwrap_err().contains(name));
        }
        assert!(load(&folder.join("missing.map")).unwrap_err().contains("missing.map"));
        assert!(load(&folder).unwrap_err().contains(&folder.display().to_string()));
        assert!(save(&Board::plain([4, 4].into()), &folder.join("no/such/folder")).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
