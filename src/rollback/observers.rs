//! Observers that don't run while the state goes back.

/// Adds observers. In a game with rollback they don't run until an older state that was put back is the state of the plugin: what they would
/// note is not the doing of the game.
macro_rules! add_observers {
    ($app:ident: $($observer:expr),+ $(,)?) => {
        if $app.world().contains_resource::<$crate::PathfindingState>() {
            $($app.add_observer($observer.run_if($crate::rollback::is_live));)+
        } else {
            $($app.add_observer($observer);)+
        }
    };
}

pub(crate) use add_observers;
