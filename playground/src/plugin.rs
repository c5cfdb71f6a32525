//! The playground as a plugin: the frame as one table.

use crate::{
    action::Action,
    board::{self, BoardChange, Document},
    controls, files, generate, graph_page, input, painter,
    pane::{self, Panes},
    playback::{self, Playback},
    replay_page,
    sight::{self, Sight},
    soldier, view, widgets, window_state,
};
use bevy::{
    feathers::{FeathersPlugins, dark_theme::create_dark_theme, theme::UiTheme},
    prelude::*,
};
use bevy_tilepath::prelude::*;

/// The order of a frame.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Step {
    /// Gestures end. Presses and keys have become actions and gestures before, as events of widgets and areas.
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
    app.add_plugins((FeathersPlugins, soldier::plugin, view::material_plugin))
        .add_message::<Action>()
        .add_message::<input::Gesture>()
        .add_message::<painter::March>()
        .add_observer(widgets::activate)
        .add_observer(widgets::slide)
        .add_observer(input::begin)
        .add_observer(input::go_on)
        .add_observer(input::turn_wheel);
    add_resources(app, document);
    add_systems(app);
}

fn add_resources(app: &mut App, document: Document) {
    let panes = Panes::new(document.board());
    app.insert_resource(UiTheme(create_dark_theme()))
        .insert_resource(document)
        .insert_resource(panes)
        .init_resource::<BoardChange>()
        .init_resource::<Playback>()
        .init_resource::<Sight>()
        .init_resource::<painter::Painter>()
        .init_resource::<input::Held>()
        .init_resource::<files::Notice>()
        .init_resource::<generate::Generated>()
        .init_resource::<graph_page::GraphDocument>()
        .init_resource::<graph_page::GraphRuns>()
        .init_resource::<graph_page::GraphHand>()
        .init_resource::<replay_page::ReplayedGame>()
        .init_resource::<replay_page::ReplaySight>()
        .init_resource::<view::Numbers>()
        .init_resource::<window_state::CurrentPage>();
}

/// Adds the systems, in the order of a frame.
fn add_systems(app: &mut App) {
    let spawn = (
        view::spawn_cameras,
        view::spawn_pictures,
        controls::spawn,
        files::name_first,
        view::spawn_markers,
        input::listen,
    );
    app.add_systems(Startup, spawn.chain());
    let steps = (Step::Read, Step::Act, Step::Search, Step::Show);
    app.configure_sets(Update, (steps.chain(), Step::Search.before(PathfindingSystems::SyncGrid)));
    app.add_systems(Update, (input::let_go, files::take_arrived).in_set(Step::Read));
    let act = (
        window_state::turn_page,
        painter::choose,
        pane::set,
        generate::act,
        files::act,
        painter::paint,
        graph_page::act,
        graph_page::choose,
        graph_page::drag,
        replay_page::act,
        view::toggle_numbers,
        input::release_focus,
    );
    app.add_systems(Update, act.chain().in_set(Step::Act));
    let search = (
        board::take_change,
        pane::follow_document,
        pane::search,
        graph_page::search,
        soldier::follow_document,
        soldier::follow_settings,
        soldier::obey,
        playback::play,
        replay_page::follow,
    );
    app.add_systems(Update, search.chain().in_set(Step::Search));
    let show = (
        sight::look,
        replay_page::look,
        controls::show_and_hide,
        controls::write_readings,
        controls::show_buttons,
        controls::show_lines,
        controls::show_sliders,
        view::follow_sight,
        view::paint_pictures,
        view::draw_between,
        view::draw_paths,
        view::draw_jumps,
        view::place_markers,
        view::show_numbers,
        graph_page::draw,
        graph_page::show_numbers,
        replay_page::draw,
    );
    app.add_systems(Update, show.chain().in_set(Step::Show));
}
