//! The demo shows what it says.

use super::support::Player;
use crate::{summary::Summary, toll::Tolls, tower::Tower, virus::VirusKind, window::screen::Screen};

#[test]
fn the_demo_splits_cowards_from_berserkers_and_ends_by_itself() {
    let mut player = Player::new(&["--demo"]);
    assert_eq!(player.screen(), Screen::Demo);
    player.wait(7 * 60);
    // From now on the towers stand.
    *player.get_mut::<Tolls>() = Tolls::default();
    player.wait(12 * 60);
    assert!(player.count::<Tower>() >= 4, "its towers stand");
    let summary = player.get::<Summary>();
    assert_eq!(summary.built, 5, "every tower is built where the script wants it");
    assert!(summary.replanned > 0, "a tower makes viruses replan");
    let tolls = player.get::<Tolls>();
    let (coward, berserker) = (tolls.of(VirusKind::Coward), tolls.of(VirusKind::Berserker));
    let ([tiles, danger], [straight, risk]) =
        [coward, berserker].map(|toll| [toll.tiles(), toll.danger()]).into();
    assert!(tiles > 1.02 * straight, "cowards take the long road: {tiles} against {straight}");
    assert!(danger * 1.5 < risk, "there is less danger on it: {danger} against {risk}");
    assert!(player.words().iter().any(|text| text.contains("alarm")), "it says what it shows");
    player.wait(70);
    assert_eq!(player.screen(), Screen::Title);
}
