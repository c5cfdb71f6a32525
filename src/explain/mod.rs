//! Why an agent does what it does, and why a cell costs what it costs: in words and as values.

mod agent;
mod barrier;
mod cell;
mod cells;
mod explanation;
mod named;
mod param;
mod sentences;

pub use cell::{CellDanger, CellExplanation};
pub use explanation::{AgentState, AnswerSource, CutOff, Explanation, LastAnswer, LastPlan, PathExplanation};
pub use named::NamedEntity;
pub use param::Explain;
