//! Why a trace can't be read.

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
