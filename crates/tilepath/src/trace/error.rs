//! Why a trace can't be read.

use core::fmt;

/// Why a search trace can't be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TraceError {
    /// It is no JSON, or a value in it is missing or of another kind than it should be.
    Syntax {
        /// The line, from 1 on.
        line: usize,
        /// The column, from 1 on.
        column: usize,
        /// What is wrong there; it names the field.
        message: String,
    },
    /// It is of a version of the format other than 1.x.
    Version(String),
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { line, column, message } => write!(f, "line {line}, column {column}: {message}"),
            Self::Version(version) => write!(f, "traces of version {version:?} can't be read, only 1.x"),
        }
    }
}

impl core::error::Error for TraceError {}
