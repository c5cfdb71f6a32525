//! What the constructors accept, and goals for agents that accept several cells.

use crate::ground::{Ground, Neighbourhood};
use tilepath::exchange::{Cut, CutError, Jam, JamError, MOST_CELLS, assign};

fn corridor() -> Cut {
    Ground::of_rows(Neighbourhood::Four, &["....."]).cut()
}

#[test]
fn a_cut_keeps_only_steps_that_lead_both_ways_inside_it() {
    let steps = |cell: u32| match cell {
        10 => vec![(20, None), (30, Some(7)), (99, None), (10, None)],
        20 => vec![(30, None)],
        _ => vec![(10, Some(7)), (20, None)],
    };
    let cut = Cut::new(&[30, 10, 20, 10], steps).unwrap();
    assert_eq!((cut.cells(), cut.corners()), (3, 1));
    assert_eq!((cut.cell(20), cut.cell(99), cut.key(2)), (Some(1), None, 30));
    let targets = |cell| cut.steps(cell).iter().map(|step| (step.to, step.corner)).collect::<Vec<_>>();
    assert_eq!(targets(0), [(2, Some(0))], "the step from 10 to 20 has no step back");
    assert_eq!(targets(1), [(2, None)]);
    assert_eq!(targets(2), [(0, Some(0)), (1, None)]);
}

#[test]
fn a_cut_that_is_too_large_is_refused() {
    let cells: Vec<u32> = (0..=MOST_CELLS as u32).collect();
    assert_eq!(Cut::new(&cells, |_| []), Err(CutError::TooManyCells(MOST_CELLS + 1)));
    assert!(Cut::new(&cells[1..], |_| []).is_ok());
    let star = |cell: u32| if cell == 0 { (1..10).map(|to| (to, None)).collect() } else { vec![(0, None)] };
    assert_eq!(Cut::new(&cells[..10], star), Err(CutError::TooManyNeighbours(0)));
}

#[test]
fn a_jam_names_what_is_wrong_with_it() {
    let jam = |starts: &[u16], goals: &[u16]| Jam::new(corridor(), starts.into(), goals.into()).map(|_| ());
    assert_eq!(jam(&[0, 1], &[3, 4]), Ok(()));
    assert_eq!(jam(&[0, 1], &[3]), Err(JamError::Unpaired { starts: 2, goals: 1 }));
    assert_eq!(jam(&[0, 5], &[3, 4]), Err(JamError::NoSuchCell(5)));
    assert_eq!(jam(&[1, 1], &[3, 4]), Err(JamError::SharedStart(1)));
    assert_eq!(jam(&[0, 1], &[4, 4]), Err(JamError::SharedGoal(4)));
    assert_eq!(jam(&[0; 65], &[0; 65]), Err(JamError::TooManyAgents(65)));
}

#[test]
fn agents_get_their_nearest_goals() {
    let goals = assign(&corridor(), &[1, 3], &[vec![0, 4], vec![0, 4]]);
    assert_eq!(goals, Some(vec![0, 4]));
}

#[test]
fn an_agent_in_an_accepted_cell_keeps_it() {
    let goals = assign(&corridor(), &[3, 4], &[vec![4, 0], vec![3, 4]]);
    assert_eq!(goals, Some(vec![0, 4]));
}

#[test]
fn agents_with_a_choice_leave_cells_to_agents_without() {
    let goals = assign(&corridor(), &[0, 1, 2], &[vec![2, 3, 4], vec![2, 3], vec![2]]);
    assert_eq!(goals, Some(vec![4, 3, 2]));
    assert_eq!(assign(&corridor(), &[0, 1, 2], &[vec![3, 4], vec![3, 4], vec![4, 3]]), None);
}

#[test]
fn cells_out_of_reach_are_no_goals() {
    let cut = Ground::of_rows(Neighbourhood::Four, &["..#.."]).cut();
    assert_eq!(assign(&cut, &[0], &[vec![2, 3]]), None);
    assert_eq!(assign(&cut, &[0], &[vec![3, 1]]), Some(vec![1]));
}
