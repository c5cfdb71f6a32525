//! Goal fields that agents with the same request share: which groups want one, and which agents are answered from one.

mod agent_cells;
mod answer;
mod ask;
mod build;
mod fields;
mod prepare;
mod release;
mod upkeep;

pub(crate) use answer::answer_from_fields;
pub(crate) use ask::ask_fields;
pub(crate) use build::build_fields;
pub(crate) use fields::FieldWishes;
pub(crate) use prepare::prepare_map;
pub(crate) use release::release_agents;
pub(crate) use upkeep::update_fields;
