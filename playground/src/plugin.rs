//! The playground as a plugin: the frame as one table.

use crate::{
    action::Action,
    board::Document,
    controls, files, generate, graph_page, input, painter,
    pane::{self, BoardChange, Panes},
    playback::{self, Playback},
    sight::{self, Sight},
    soldier, view, widgets, window_state,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// The order of a frame.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Step {
    /// Events become actions and gestures.
    Read,
    /// Actions and gestures become edits and settings.
    Act,
    /// Maps follow the board, and the panes search.
    Search,
    /// Everything is shown.
    Show,
}

/// Adds the playground on a board. Bevy's own plugins must be there.
pub fn add(app: &mut App, document: Document) {
    let panes = Panes::new(document.board());
    app.add_plugins((soldier::plugin, view::material_plugin))
        .add_message::<Action>()
        .add_message::<input::Gesture>()
        .add_message::<painter::March>()
        .insert_resource(document)
        .insert_resource(panes)
        .init_resource::<BoardChange>()
        .init_resource::<Playback>()
        .init_resource::<Sight>()
        .init_resource::<painter::Painter>()
        .init_resource::<input::Pointer>()
        .init_resource::<files::FileName>()
        .init_resource::<files::Notice>()
        .init_resource::<generate::Generated>()
        .init_resource::<graph_page::GraphDocument>()
        .init_resource::<graph_page::GraphRuns>()
        .init_resource::<graph_page::GraphHand>()
        .init_resource::<widgets::OpenMenu>()
        .init_resource::<widgets::Icons>()
        .init_resource::<window_state::CurrentPage>();
    let spawn = (
        view::spawn_cameras,
        view::spawn_pictures,
        controls::spawn,
        view::spawn_markers,
        graph_page::spawn_letters,
    );
    app.add_systems(Startup, spawn.chain());
    let steps = (Step::Read, Step::Act, Step::Search, Step::Show);
    app.configure_sets(Update, (steps.chain(), Step::Search.before(PathfindingSystems::SyncGrid)));
    app.add_systems(Update, (input::route, input::press_keys).chain().in_set(Step::Read));
    let act = (
        window_state::turn_page,
        painter::choose,
        pane::set,
        generate::act,
        files::act,
        files::edit,
        painter::paint,
        graph_page::act,
        graph_page::drag,
        widgets::drop_down,
    );
    app.add_systems(Update, act.chain().in_set(Step::Act));
    let search = (
        pane::take_change,
        pane::follow_document,
        pane::search,
        graph_page::search,
        soldier::follow_document,
        soldier::follow_settings,
        soldier::obey,
        playback::play,
    );
    app.add_systems(Update, search.chain().in_set(Step::Search));
    let show = (
        sight::look,
        controls::show_and_hide,
        controls::write_readings,
        widgets::paint_buttons,
        widgets::move_knobs,
        view::follow_sight,
        view::paint_pictures,
        view::draw_paths,
        view::place_markers,
        view::show_numbers,
        graph_page::draw,
        graph_page::place_letters,
    );
    app.add_systems(Update, show.chain().in_set(Step::Show));
}
