//! Goal fields held against searches, against brute force, and against fields built anew.

mod case;
mod examples;
mod properties;
