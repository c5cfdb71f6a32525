//! Why an agent does what it does, and why a cell costs what it costs: in words and as values.

mod agent;
mod barrier;
mod cell;
mod cells;
mod cut_off;
mod explanation;
mod named;
mod param;
mod sentences;

pub use cell::{CellDanger, CellExplanation};
pub use cut_off::CutOff;
pub use explanation::{AgentState, AnswerSource, Explanation, LastAnswer, LastPlan, PathExplanation};
pub use named::NamedEntity;
pub use param::Explain;
