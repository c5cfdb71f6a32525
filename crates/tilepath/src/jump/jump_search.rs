//! Jump point search over a cost field: runs straight on where costs are uniform, steps cell by cell where they are not.
//!
//! *Source:* Harabor, Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (AAAI 2011), with the pruning of intermediate
//! turning points and the scan of whole words of "Improving Jump Point Search" (ICAPS 2014); mixed weights after Carlson, Moghadam,
//! Harabor, Stuckey, Ebrahimi, "Optimal Pathfinding on Weighted Grid Maps" (AAAI 2023).

use super::{
    expander::Expander, field_engine::FieldEngine, known_leaps::JumpMemory, node::JumpNode,
    path_writer::PathWriter, space::FieldSpace,
};
use crate::{
    astar::{NodeId, Recorder, SearchState, SearchStatus, Visitor},
    bucket_queue::{BucketQueue, LabelledCell},
    cost::Cost,
    cost_field::CostField,
    ground::{Rule, by_rule},
};
use core::marker::PhantomData;
use glam::IVec2;

/// A jump point search for the nearest of some goals.
#[derive(Clone, Default, Debug)]
pub(crate) struct JumpSearch {
    open: BucketQueue,
    /// The cheapest goal that the search has reached, and the cost of the path there.
    goal: Option<(NodeId, Cost)>,
    memory: JumpMemory,
    /// Records searches, with padded indices as nodes. A recorded search uses single jumps, even where leaps would be faster.
    pub(crate) seen: Option<Recorder>,
}

impl FieldEngine for JumpSearch {
    fn begin(&mut self, state: &mut SearchState, space: &FieldSpace, start: (usize, usize)) {
        let field = space.field;
        self.memory.begin(field);
        let node = field.index(start.0, start.1) as NodeId;
        let f = space.estimate_of_start(start);
        state.begin(field.padded_len());
        // The width of a bucket is a sixth of a tile: few buckets are empty, and few nodes of a bucket are out of order.
        let tile = field.topology().lengths().straight().saturating_mul(field.cheapest());
        self.open.reset(f.units(), tile / 6);
        self.goal = None;
        state.pool.set(node, Cost::ZERO, node, 0);
        self.open.push_if(f.units(), LabelledCell { label: 0, cell: JumpNode::new(node, 0).0 }, true);
    }

    fn run(&mut self, state: &mut SearchState, space: &FieldSpace, slice: u32) -> Option<SearchStatus> {
        Some(by_rule!(space.field.topology().moves(), run_by(self, state, space, slice)))
    }

    fn write_path(
        &mut self,
        state: &mut SearchState,
        field: &CostField,
        goal: NodeId,
        cells: &mut Vec<IVec2>,
        costs: &mut Vec<Cost>,
    ) {
        let (chain, pool) = state.chain_and_pool(goal);
        let mut writer = PathWriter::begin(field, chain[0], cells, costs);
        let mut lists = self.memory.of(field).filter(|_| self.seen.is_none());
        for pair in chain.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(|node| JumpNode::new(node, pool.direction(node)));
            let cost = pool.g(to.node()).units() - pool.g(from.node()).units();
            let is_crossing = |units| units == u64::from(cost);
            if field.crossing_between(from.node() as usize, to.node() as usize).is_some_and(is_crossing) {
                writer.cross(field.coordinates(to.node() as usize), pool.g(to.node()));
                continue;
            }
            // From the start and from a mixed cell, a search uses jumps, which pass no jump point.
            if let Some(lists) = &mut lists
                && pool.g(from.node()) != Cost::ZERO
                && !from.is_mixed()
            {
                lists.pass(field, from, to, cost, |node| writer.to(field.coordinates(node as usize)));
            }
            writer.to(field.coordinates(to.node() as usize));
        }
    }
}

impl JumpSearch {
    /// Forgets all leaps before a search over a field.
    pub(super) fn forget_leaps(&mut self, field: &CostField) {
        self.memory.forget(field);
    }

    /// The number of cells from which searches scanned for leaps so far, for all fields.
    pub(super) fn looks(&self) -> u64 {
        self.memory.looks()
    }

    fn run_by<R: Rule>(&mut self, state: &mut SearchState, space: &FieldSpace, slice: u32) -> SearchStatus {
        let last = state.expanded.saturating_add(slice);
        let [straight, diagonal] = space.field.topology().both_lengths().map(u64::from);
        let mut lists = self.memory.of(space.field).filter(|_| self.seen.is_none());
        loop {
            let Some(entry) = self.open.pop() else {
                // Every entry that could lead to a cheaper goal was in the current bucket, which is empty now.
                if let Some((goal, cost)) = self.goal {
                    return SearchStatus::Found { goal, cost };
                }
                if self.open.next_bucket() {
                    continue;
                }
                return SearchStatus::Exhausted;
            };
            let (key, g) = (JumpNode(entry.cell), Cost::from_units(entry.label));
            let node = key.node();
            // Only the start may be in a wall.
            let estimate = || space.estimate_of_start(space.field.coordinates(node as usize));
            if g != state.pool.g(node)
                || self.goal.is_some_and(|(_, cost)| g.saturating_add(estimate()) >= cost)
            {
                continue;
            }
            if state.expanded == last {
                // Pushed with g as its f, which is not greater, the entry comes first in the current bucket again.
                self.open.push(entry);
                return SearchStatus::Paused;
            }
            state.expanded += 1;
            if let Some(seen) = &mut self.seen {
                seen.expand(node, g, estimate(), g.saturating_add(estimate()));
            }
            if space.is_goal(node) {
                self.goal = Some((node, g));
                continue;
            }
            Expander::<R> {
                space,
                lists: lists.as_deref_mut(),
                pool: &mut state.pool,
                open: &mut self.open,
                generated: &mut state.generated,
                too_costly: &mut state.too_costly,
                seen: self.seen.as_mut(),
                straight,
                diagonal,
                rule: PhantomData,
            }
            .expand(key, g);
        }
    }
}

fn run_by<R: Rule>(
    search: &mut JumpSearch,
    state: &mut SearchState,
    space: &FieldSpace,
    slice: u32,
) -> SearchStatus {
    search.run_by::<R>(state, space, slice)
}
