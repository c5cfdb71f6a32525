// The scenes in the syntax of Bevy 0.19.

/// The level. `#Base` names the first entity, so that the requests of the others may lead to it.
fn level() -> impl SceneList {
    bsn_list![
        (#Base Base place(18, 5) Sprite { color: {look::YELLOW}, custom_size: {Some(Vec2::splat(TILE))} }),
        (tower() place(7, 3)),
        // A part of a scene may be changed: this tower frightens more.
        (tower() place(12, 7) DangerSource { strength: 12.0 }),
        (soldier(#Base, 2)),
        (soldier(#Base, 5)),
        // Further entries change single fields: this soldier is red, and fearless.
        (soldier(#Base, 8) Sprite { color: {look::RED} } PathRequest { danger_aversion: {Some(0.0)} }),
    ]
}

/// A soldier on the left, on its way to a base.
fn soldier(base: EntityTemplate, row: i32) -> impl Scene {
    bsn! {
        Soldier { row: row }
        place(1, row)
        Sprite { color: {look::BLUE}, custom_size: {Some(Vec2::splat(0.5 * TILE))} }
        PathRequest::to_entity(base)
        PathFollower { speed: 250.0 }
    }
}
