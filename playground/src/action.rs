//! What a person can ask for: by a control, by a key, by the command line.

use crate::{
    board::{Brush, Layout, Tool},
    generate::Generator,
    graph_page::{GraphAlgorithm, GraphTool},
    pane::{PaneId, Setting},
};
use bevy::{math::UVec2, prelude::Message};
use std::path::PathBuf;

/// The pages of the window.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Page {
    #[default]
    Grid,
    Graph,
    Replay,
}

/// Everything that controls do. Each concept reads the actions that it knows.
#[derive(Message, Clone, PartialEq, Debug)]
pub enum Action {
    Page(Page),
    Tool(Tool),
    Brush(Brush),
    Undo,
    Redo,
    Layout(Layout),
    Generate(Generator),
    Size(UVec2),
    /// Makes the map that was generated last again, from the next seed.
    NextSeed,
    Set(PaneId, Setting),
    ShowBoth(bool),
    /// Shows the shortest and the safest path of a pane, or only its own.
    ToggleBothPaths(PaneId),
    /// Shows g, h and f in cells and at nodes, or hides them.
    ToggleNumbers,
    Play(Play),
    Slide(Slider, f32),
    /// Shows the whole board.
    Fit,
    /// Magnifies by this factor.
    Zoom(f32),
    /// Loads the file that the field names.
    Load,
    /// Loads a file.
    LoadFile(PathBuf),
    /// Saves the board into the file that the field names.
    Save,
    /// Types the name of the file.
    NameFile,
    /// Puts a soldier on the start and sends it to the goal.
    SendSoldier,
    GraphTool(GraphTool),
    /// Chooses how a pane searches the graph.
    GraphAlgorithm(PaneId, GraphAlgorithm),
    /// Another example of a graph.
    NextGraph,
    /// Records a crowd on the board, to replay it.
    RecordCrowd,
    /// Compares the recording that is shown with the file that the field names, or that is opened next.
    Compare,
}

/// What the buttons of the playback do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    Toggle,
    First,
    Last,
    Back,
    Forward,
}

/// The sliders. Values are shares of their way, 0 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slider {
    /// The step of the searches that is shown.
    Step,
    /// Steps per second.
    Speed,
}
