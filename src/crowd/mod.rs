//! Crowds: agents that occupy their cells. The core decides which agent enters which cell; here agents join, walk and leave.

mod agents;
mod crowds;
mod follow;
mod guide;
mod layer;
mod layer_agent;
mod look;
mod refuse;
mod rows;
mod standing;
mod write_back;

pub(crate) use crowds::{Crowds, leave_crowd_with, leave_crowd_without};
pub(crate) use follow::follow_crowds;
pub(crate) use refuse::refuse_obstacles;
pub(crate) use standing::price_standing;
