// The scenes in the syntax of Bevy 0.20.

/// The level. `#Base` names the first entity, so that the requests of the others may lead to it.
fn level() -> impl SceneList {
    bsn_list! {
        #Base Base @place(18, 5) Sprite { color: AMBER_300, custom_size: {Some(Vec2::splat(TILE))} }
        --
        @tower() @place(7, 3)
        --
        // A part of a scene may be changed: this tower frightens more.
        @tower() @place(12, 7) DangerSource { strength: 12.0 }
        --
        @soldier(#Base, 2)
        --
        @soldier(#Base, 5)
        --
        // Further entries change single fields: this soldier is red, and fearless.
        @soldier(#Base, 8) Sprite { color: RED_600 } PathRequest { danger_aversion: {Some(0.0)} }
    }
}

/// A tower blocks its cell and spreads danger.
fn tower() -> impl Scene {
    bsn! {
        Sprite { color: SLATE_800, custom_size: {Some(Vec2::splat(0.8 * TILE))} }
        NavObstacle
        DangerSource { radius: 4.0, strength: 6.0 }
    }
}

/// A soldier on the left, on its way to a base.
fn soldier(base: EntityTemplate, row: i32) -> impl Scene {
    bsn! {
        Soldier { row: row }
        @place(1, row)
        Sprite { color: SKY_300, custom_size: {Some(Vec2::splat(0.5 * TILE))} }
        PathRequest::to_entity(base)
        PathFollower { speed: 250.0 }
    }
}

/// The middle of a cell.
fn place(x: i32, y: i32) -> impl Scene {
    let at = (IVec2::new(x, y).as_vec2() * TILE).extend(1.0);
    bsn! { Transform { translation: at } }
}
