//! What is said of agents in jams: their parts in them, and the cells that they still have to enter.

use crate::play::{Kind, Play};
use arrangements::jams;
use glam::IVec2;
use tilepath::crowd::{CrowdRules, JamPart, StuckReason};

/// Each agent enters the cells of its plan, in their order, and no others.
#[test]
fn agents_enter_the_cells_of_their_plans() {
    for kind in Kind::ALL {
        let mut game = Play::new(&jams::bay(2), kind, &CrowdRules::default());
        let agents: Vec<_> = game.agents.iter().map(|&(agent, _)| agent).collect();
        while game.world.fleet.jams() == 0 || !agents.iter().any(|&agent| has_plan(&game, agent)) {
            assert!(agents.iter().all(|&agent| game.world.fleet.planned_cells(agent).next().is_none()));
            game.step();
            assert!(game.seconds < 60.0, "no plan was found");
        }
        let planned = |game: &Play, agent| game.world.fleet.planned_cells(agent).collect::<Vec<IVec2>>();
        let mut left: Vec<_> = agents.iter().map(|&agent| planned(&game, agent)).collect();
        let mut cells: Vec<_> = agents.iter().map(|&agent| game.cell(agent)).collect();
        let mut entered = 0;
        while agents.iter().any(|&agent| has_plan(&game, agent)) {
            game.step();
            assert!(game.seconds < 200.0, "the plan does not end");
            for (nth, &agent) in agents.iter().enumerate().filter(|&(_, &agent)| has_plan(&game, agent)) {
                let before = cells[nth];
                cells[nth] = game.cell(agent);
                if cells[nth] != before {
                    assert_eq!(cells[nth], Some(left[nth].remove(0)), "{kind:?}");
                    entered += 1;
                }
                assert_eq!(planned(&game, agent), left[nth], "{kind:?}");
            }
        }
        assert!(entered > 8, "{kind:?}: {entered} cells");
        assert_eq!(game.world.fleet.jams(), 0);
    }
}

fn has_plan(game: &Play, agent: tilepath::fleet::AgentId) -> bool {
    let part = game.world.fleet.jam(agent);
    if let Some(JamPart { agents, .. }) = part {
        assert!((2..=game.agents.len()).contains(&agents), "{agents} agents");
    }
    part.is_some_and(|part| part.has_plan)
}

#[test]
fn agents_that_can_not_pass_know_why_until_they_can() {
    for kind in Kind::ALL {
        let mut game = Play::new(&jams::no_bay(1), kind, &CrowdRules::default());
        game.play(30.0);
        let (told, _) = *game.stuck.iter().find(|(_, reason)| *reason == StuckReason::NoSolution).unwrap();
        assert_eq!(game.world.fleet.stuck(told), Some(StuckReason::NoSolution), "{kind:?}");
        let &(other, _) = game.agents.iter().find(|&&(agent, _)| agent != told).unwrap();
        game.world.fleet.remove(other);
        (0..40).for_each(|_| game.step());
        assert_eq!(game.world.fleet.stuck(told), None, "{kind:?}: it walks on");
        assert_eq!(game.world.fleet.stuck(other), None, "{kind:?}: it is gone");
        assert_eq!(game.world.fleet.jam(other), None);
    }
}
