//! Traces read from JSON, and why one can't be read.

use super::{
    event::{TraceEvent, TraceEventKind},
    record::Trace,
};
use glam::DVec2;
use serde::Deserialize;

/// Why a search trace can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TraceError {
    /// The text is not valid JSON, or a field is missing or has a value of the wrong type.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong there, with the name of the field.
        message: String,
    },
    /// The format version of the file is not 1.x. The string is the version in the file.
    #[error("traces of version {0:?} can't be read, only 1.x")]
    Version(String),
}

#[derive(Deserialize)]
struct File {
    version: String,
    #[serde(default)]
    views: RecordedViews,
    events: Vec<Event>,
}

#[derive(Deserialize, Default)]
struct RecordedViews {
    #[serde(default)]
    main: Vec<Component>,
}

#[derive(Deserialize)]
struct Component {
    #[serde(rename = "$")]
    kind: String,
    #[serde(default)]
    points: Vec<Point>,
}

#[derive(Deserialize)]
struct Point {
    x: Coordinate,
    y: Coordinate,
}

/// A number, or an expression in which one stands.
#[derive(Deserialize)]
#[serde(untagged)]
enum Coordinate {
    Number(f64),
    Expression(String),
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    id: u64,
    #[serde(rename = "pId", default)]
    parent: Option<u64>,
    #[serde(default)]
    g: Option<f64>,
    #[serde(default)]
    h: Option<f64>,
    #[serde(default)]
    f: Option<f64>,
    x: f64,
    y: f64,
}

impl Trace {
    /// Reads a trace from the text of a JSON file of version 1.x. Each event needs a numeric `id` and the fields `type`, `x` and
    /// `y`. Of the drawing instructions in `views`, only the corners of the cells are read. A file may hold a corner
    /// as numbers, or in the form that [`Trace::to_json`] writes.
    ///
    /// # Errors
    /// [`TraceError::Syntax`] with the line and what is wrong there, or [`TraceError::Version`] with the version of the file.
    pub fn from_json(text: &str) -> Result<Self, TraceError> {
        let file: File = serde_json::from_str(text).map_err(|error| TraceError::Syntax {
            line: error.line(),
            column: error.column(),
            message: error.to_string(),
        })?;
        if !file.version.starts_with("1.") {
            return Err(TraceError::Version(file.version));
        }
        let polygon = file.views.main.iter().find(|component| component.kind == "polygon");
        let corners = polygon.and_then(|polygon| polygon.points.iter().map(corner).collect());
        let events = file.events.into_iter().map(|event| TraceEvent {
            kind: TraceEventKind::of_name(&event.kind),
            id: event.id,
            parent: event.parent,
            g: event.g,
            h: event.h,
            f: event.f,
            at: DVec2::new(event.x, event.y),
        });
        Ok(Self { events: events.collect(), corners: corners.unwrap_or_default() })
    }
}

/// Reads one corner of a cell: numbers, or the form in which [`Trace::to_json`] writes corners. `None` for any other form.
fn corner(point: &Point) -> Option<DVec2> {
    Some(DVec2::new(offset(&point.x, "x")?, offset(&point.y, "y")?))
}

fn offset(coordinate: &Coordinate, axis: &str) -> Option<f64> {
    match coordinate {
        Coordinate::Number(number) => Some(*number),
        Coordinate::Expression(text) => {
            let sum = text.strip_prefix("${{ $.")?.strip_prefix(axis)?;
            sum.strip_prefix(" + (")?.strip_suffix(") }}")?.parse().ok()
        }
    }
}
