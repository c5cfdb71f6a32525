//! `bevy_tilepath` with rollback netcode. The tests take games back with [`bevy_ggrs`].
