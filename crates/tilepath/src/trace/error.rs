//! Why a trace can't be read.

use core::fmt;

/// Why a search trace can't be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TraceError {
    /// The text is not valid JSON, or a field is missing or has a value of the wrong type.
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong there, with the name of the field.
        message: String,
    },
    /// The format version of the file is not 1.x. The string is the version in the file.
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
