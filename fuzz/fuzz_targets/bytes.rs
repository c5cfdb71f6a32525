//! The target `bytes`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tilepath_fuzz::run("bytes", bytes));
