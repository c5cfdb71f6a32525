//! Distinct goals for agents that accept several cells each.

use super::cut::Cut;

/// No agent and no cell.
const NONE: u16 = u16::MAX;

/// Gives each agent a goal of its own among the cells that it accepts and can reach. `None` if there are too few cells.
///
/// Agents choose one after another, agents that stand in an accepted cell first. Each takes its nearest free cell. If it has none,
/// the shortest augmenting path moves other agents to other cells that they accept.
///
/// Takes O(agents × accepted cells of all agents).
#[must_use]
pub fn assign(cut: &Cut, starts: &[u16], accepted: &[Vec<u16>]) -> Option<Vec<u16>> {
    let wishes: Vec<Vec<u16>> =
        starts.iter().zip(accepted).map(|(&start, cells)| nearest_first(cut, start, cells)).collect();
    let mut order: Vec<usize> = (0..starts.len().min(accepted.len())).collect();
    order.sort_by_key(|&agent| wishes[agent].first() != Some(&starts[agent]));
    let mut goals = vec![NONE; order.len()];
    let mut owners = vec![NONE; usize::from(cut.cells())];
    for agent in order {
        augment(&wishes, agent as u16, &mut goals, &mut owners)?;
    }
    Some(goals)
}

/// The cells that can be reached from a start, the nearest first.
fn nearest_first(cut: &Cut, start: u16, cells: &[u16]) -> Vec<u16> {
    let distances = cut.distances([start]);
    let distance = |cell: u16| distances.get(usize::from(cell)).copied().unwrap_or(u16::MAX);
    let mut near: Vec<u16> = cells.iter().copied().filter(|&cell| distance(cell) != u16::MAX).collect();
    near.sort_unstable_by_key(|&cell| (distance(cell), cell));
    near.dedup();
    near
}

/// Finds a goal for one more agent, breadth first through agents that could change their goals.
fn augment(wishes: &[Vec<u16>], agent: u16, goals: &mut [u16], owners: &mut [u16]) -> Option<()> {
    let mut askers = vec![NONE; owners.len()];
    let mut queue = vec![agent];
    let mut next = 0;
    while let Some(&asker) = queue.get(next) {
        next += 1;
        for &cell in &wishes[usize::from(asker)] {
            if askers[usize::from(cell)] != NONE {
                continue;
            }
            askers[usize::from(cell)] = asker;
            let owner = owners[usize::from(cell)];
            if owner != NONE {
                queue.push(owner);
                continue;
            }
            let mut given = cell;
            while given != NONE {
                let taker = askers[usize::from(given)];
                owners[usize::from(given)] = taker;
                given = core::mem::replace(&mut goals[usize::from(taker)], given);
            }
            return Some(());
        }
    }
    None
}
