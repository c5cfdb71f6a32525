//! Workers gather: by a click on a mine and by a key, until the mine is empty, and on to the next.

use super::support::Player;
use crate::{
    site::{Mine, is_beside},
    tally::Tally,
    unit::{Job, Load, UnitKind},
};
use bevy::prelude::*;
use std::collections::HashSet;

/// The mine next to the base.
const NEAREST: IVec2 = IVec2::new(25, 16);

fn mine_at(player: &mut Player, cell: IVec2) -> Option<Entity> {
    let world = player.app.world_mut();
    world.query::<(Entity, &Mine)>().iter(world).find(|(_, mine)| mine.cell == cell).map(|(mine, _)| mine)
}

/// The cells on which workers mine now.
fn spots(player: &mut Player) -> Vec<IVec2> {
    let workers = player.units(UnitKind::Worker);
    let spot = |job: Job| match job {
        Job::Mining { spot, .. } => Some(spot),
        _ => None,
    };
    workers.into_iter().filter_map(|worker| spot(player.job_of(worker))).collect()
}

#[test]
fn a_right_click_on_a_mine_brings_ore_home() {
    let mut player = Player::new();
    let worker = player.units(UnitKind::Worker)[0];
    player.click_on(worker);
    player.order_to(NEAREST);
    assert_eq!(player.job_of(worker), Job::ToMine);
    player.wait_until(30, |player| matches!(player.job_of(worker), Job::Mining { .. }));
    assert!(is_beside(player.cell_of(worker), NEAREST));
    player.wait_until(30, |player| player.job_of(worker) == Job::ToDropOff);
    assert_eq!(player.of::<Load>(worker).ore, Load::MOST);
    player.wait_until(30, |player| player.get::<Tally>().ore == Load::MOST);
    assert_eq!(player.of::<Load>(worker).ore, 0);
    assert_eq!(player.job_of(worker), Job::ToMine, "it goes back for more");
    player.wait_until(40, |player| player.get::<Tally>().ore == 2 * Load::MOST);
}

#[test]
fn a_worker_takes_the_cell_of_the_mine_that_is_nearest_to_it() {
    let mut player = Player::new();
    let worker = player.units(UnitKind::Worker)[0];
    // North of the mine.
    let at = crate::board::Board::center_of(NEAREST + IVec2::new(0, 6)).extend(0.0);
    player.app.world_mut().get_mut::<Transform>(worker).unwrap().translation = at;
    player.wait(1);
    player.click_on(worker);
    player.order_to(NEAREST);
    player.wait_until(30, |player| matches!(player.job_of(worker), Job::Mining { .. }));
    assert_eq!(player.cell_of(worker), NEAREST + IVec2::new(0, 2));
}

#[test]
fn many_workers_mine_on_cells_of_their_own_and_the_rest_goes_elsewhere() {
    let mut player = Player::new();
    player.key(KeyCode::KeyI);
    player.order_to(NEAREST);
    let mut most = 0;
    for _ in 0..600 {
        player.wait(1);
        let spots = spots(&mut player);
        assert_eq!(spots.iter().collect::<HashSet<_>>().len(), spots.len(), "{spots:?}");
        most = most.max(spots.iter().filter(|spot| is_beside(**spot, NEAREST)).count());
    }
    assert!(most >= 8, "{most}");
    assert!(player.get::<Tally>().ore >= 50);
}

#[test]
fn the_key_g_goes_to_the_nearest_mine() {
    let mut player = Player::new();
    let worker = player.units(UnitKind::Worker)[0];
    player.click_on(worker);
    player.key(KeyCode::KeyG);
    player.wait_until(30, |player| matches!(player.job_of(worker), Job::Mining { .. }));
    assert!(is_beside(player.cell_of(worker), NEAREST));
}

#[test]
fn an_empty_mine_is_gone_and_its_workers_go_on_to_the_nearest_other() {
    let mut player = Player::new();
    let mine = mine_at(&mut player, NEAREST).unwrap();
    player.app.world_mut().get_mut::<Mine>(mine).unwrap().ore = 12;
    let workers = player.units(UnitKind::Worker)[..3].to_vec();
    player.hold(KeyCode::ShiftLeft);
    for &worker in &workers {
        player.click_on(worker);
        player.wait(10);
    }
    player.release(KeyCode::ShiftLeft);
    player.order_to(NEAREST);
    player.wait_until(40, |player| mine_at(player, NEAREST).is_none());
    player.wait_until(40, |player| player.get::<Tally>().ore == 12);
    let blocked = player.get::<bevy_tilepath::NavGrid>().is_blocked(NEAREST);
    assert!(!blocked, "where the mine was one can walk");
    player.wait_until(60, |player| {
        workers.iter().all(|&worker| player.of::<Load>(worker).mine.is_some_and(|next| next != mine))
    });
    player.wait_until(60, |player| player.get::<Tally>().ore > 12);
}

#[test]
fn a_worker_with_ore_that_is_sent_away_brings_it_home_later() {
    let mut player = Player::new();
    let worker = player.units(UnitKind::Worker)[0];
    player.click_on(worker);
    player.order_to(NEAREST);
    player.wait_until(40, |player| player.job_of(worker) == Job::ToDropOff);
    player.order_to(IVec2::new(22, 10));
    player.wait_until(30, |player| player.job_of(worker) == Job::Idle);
    assert_eq!(player.of::<Load>(worker).ore, Load::MOST);
    // A click on the base.
    player.order_to(IVec2::new(12, 14));
    player.wait_until(30, |player| player.get::<Tally>().ore == Load::MOST);
}

#[test]
fn soldiers_go_to_a_mine_and_leave_its_cells_to_workers() {
    let mut player = Player::new();
    let soldier = player.units(UnitKind::Soldier)[0];
    player.click_on(soldier);
    player.order_to(NEAREST);
    player.wait_until(30, |player| player.job_of(soldier) == Job::Idle);
    let off = (player.cell_of(soldier) - NEAREST).abs().max_element();
    assert!((3..=4).contains(&off), "{off}");
}

#[test]
fn without_ore_on_the_map_workers_are_idle() {
    let mut player = Player::new();
    for (mine, _) in crate::generate::board(1).mines {
        let mine = mine_at(&mut player, mine).unwrap();
        player.app.world_mut().despawn(mine);
    }
    player.key(KeyCode::KeyI);
    player.key(KeyCode::KeyG);
    player.wait(3);
    let workers = player.units(UnitKind::Worker);
    assert!(workers.iter().all(|&worker| player.job_of(worker) == Job::Idle));
}
