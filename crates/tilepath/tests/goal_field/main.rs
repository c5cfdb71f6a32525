//! Goal fields held against searches, against brute force, and against fields that are built again.

mod case;
mod examples;
mod properties;
