//! What differs from version to version of Bevy: the one file of a folder that belongs to the package that is compiled.

include!(concat!("bevy_version/package_0_", env!("CARGO_PKG_VERSION_MINOR"), ".rs"));
