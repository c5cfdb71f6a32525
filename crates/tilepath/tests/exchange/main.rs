//! Jams of agents: every plan is checked step by step, and every verdict is compared with brute force.

mod brute_force;
mod checker;
mod draws;
mod ground;
mod inputs;
mod rows;
mod slices;
mod small_jams;
mod verdicts;
