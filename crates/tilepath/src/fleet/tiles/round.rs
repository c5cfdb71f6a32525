//! Rounds of searches over the map: requests are gathered in the order of the queue, solved side by side, and answered in order.

use super::{
    locate::{cell_of, goals_of, path_query},
    turning::{Course, Turning},
};
use crate::{
    astar::Recorder,
    batch::{BatchJob, Threads},
    budget::Budget,
    fleet::{
        agent_id::AgentId,
        agents::{Agent, AgentPath, AnswerStatus, CellPath, Goals, GroundKind, Grounds, Place},
        fleet::Fleet,
        requests::{Failure, Request},
        walking::{CellStep, TurnCause, WayOut},
        work::{MAX_RESTARTS, ParkedJob, Round, SearchRecord, TileJob},
    },
    ground::CostProfile,
    map::NavMap,
    path::{Path, PathError},
    search::SearchScratch,
};
use core::time::Duration;
use std::sync::Arc;

/// The answer of a search, with the profile that the search used.
type TileAnswer = Result<(Path, CostProfile), Failure>;

impl Fleet {
    /// Answers up to `size` requests over tiles at the front of the queue, until the budget is spent. Returns whether
    /// there were such requests.
    pub(in crate::fleet) fn answer_on_tiles(
        &mut self,
        grounds: &Grounds,
        threads: &impl Threads,
        (size, budget): (usize, &mut Budget),
    ) -> bool {
        let parked = self.tiles.parked.take();
        let resumed =
            parked.filter(|parked| self.waiting(parked.request.agent, parked.request.key).is_some());
        if resumed.is_none() {
            self.tiles.batch.forget();
        }
        let round = self.gather(grounds, resumed, size);
        if round.requests.is_empty() {
            return false;
        }
        let before = budget.left();
        let answers = match grounds.tiles {
            Some((map, _)) => self.tiles.batch.solve(map, &round.jobs, budget, threads),
            None => Vec::new(),
        };
        self.stats.expansions += before - budget.left();
        self.deliver_round(grounds, round, answers);
        true
    }

    /// Takes up to `size` requests: first the parked request, then requests from the queue.
    fn gather(&mut self, grounds: &Grounds, parked: Option<ParkedJob>, size: usize) -> Round {
        let mut round = Round::default();
        if let Some(ParkedJob { request, job, .. }) = parked {
            round.requests.push(request);
            round.jobs.push(job);
        }
        while round.requests.len() < size {
            let Some((key, id)) = self.queue.pop() else { break };
            let Some((agent, request)) = self.waiting(id, key) else { continue };
            if agent.ground != GroundKind::Tiles {
                self.queue.put_back(key, id);
                break;
            }
            let mut resolved = TileJob::new(id, key);
            match self.resolve_on_tiles(grounds, (agent, request), self.way_out(id), &mut resolved) {
                Ok(job) => round.jobs.push(job),
                Err(reason) => resolved.refused = Some(reason),
            }
            round.requests.push(resolved);
            // The answer does not know what changes from now on.
            let seen = self.changes.count();
            if let Some(agent) = self.agents.get_mut(id) {
                agent.plan.seen = seen;
            }
        }
        round
    }

    pub(in crate::fleet) fn way_out(&self, id: AgentId) -> WayOut {
        self.agents.walks.step(id).map_or(WayOut::None, CellStep::way_out)
    }

    /// Resolves the start, the goals and the profile of a request.
    pub(in crate::fleet) fn resolve_on_tiles(
        &self,
        grounds: &Grounds,
        (agent, request): (&Agent, &Request),
        way_out: WayOut,
        resolved: &mut TileJob,
    ) -> Result<BatchJob, Failure> {
        let (map, geometry) = grounds.tiles.ok_or(Failure::NoMap)?;
        resolved.goals = goals_of((&self.agents, &self.circles), resolved.agent, request, geometry)?;
        let here = cell_of(&self.agents, resolved.agent, geometry)?;
        resolved.start = Some(Place::Cell(here));
        let profile = grounds.profile(request.profile, request.danger_aversion)?.into_owned();
        let seen = map.without_obstacles(agent.own_obstacles());
        let query = path_query(seen, agent, &profile, (here, &resolved.goals), request, way_out)
            .ok_or(PathError::StartBlocked(here))?;
        let mut job = BatchJob::new(profile, query);
        job.in_one_go = agent.plan.restarts >= MAX_RESTARTS;
        Ok(job)
    }

    /// Hands the answers of a round to their agents, in the order of the queue. The request whose search is
    /// unfinished is parked. Other requests without an answer go back into the queue.
    fn deliver_round(&mut self, grounds: &Grounds, round: Round, answers: Vec<Result<Path, PathError>>) {
        self.stats.searches += answers.len() as u64;
        let mut jobs = round.jobs.into_iter();
        let times: Vec<Duration> = self.tiles.batch.times().to_vec();
        let times = times.into_iter().chain(core::iter::repeat(Duration::ZERO));
        let mut answers = answers.into_iter().zip(times);
        let mut requests = round.requests.into_iter();
        let mut traced = None;
        for request in requests.by_ref() {
            if let Some(reason) = request.refused {
                self.stats.refused += 1;
                self.hand_over(grounds, request, Err(reason), Duration::ZERO);
                continue;
            }
            match (jobs.next(), answers.next()) {
                (Some(job), Some((answer, time))) => {
                    if self.trace.watches(request.agent) {
                        traced = Some((request.agent, job.clone()));
                    }
                    let answer = answer.map(|path| (path, job.profile)).map_err(Failure::from);
                    self.hand_over(grounds, request, answer, time);
                }
                (Some(job), None) if let Some(paid) = self.tiles.batch.paid_for() => {
                    self.queue.set_under_way(Some(request.key));
                    self.tiles.parked = Some(ParkedJob { request, job, paid });
                    break;
                }
                _ => {
                    self.queue.put_back(request.key, request.agent);
                    break;
                }
            }
        }
        requests.for_each(|request| self.queue.put_back(request.key, request.agent));
        if let Some(((agent, job), (map, _))) = traced.zip(grounds.tiles) {
            self.record_again(map, agent, job);
        }
    }

    /// Makes a search that has ended once more, for the record. The search itself is not watched, because a watched search takes another
    /// engine: a record must change nothing.
    fn record_again(&mut self, map: &NavMap, agent: AgentId, job: BatchJob) {
        let mut recorder = Recorder::default();
        // The agent has its answer already.
        let _ = map.find_path(&job.profile, job.query, &mut SearchScratch::new(), &mut recorder);
        if !recorder.expansions.is_empty() {
            self.trace.last = Some(SearchRecord { agent, recorder, profile: Some(job.profile) });
        }
    }

    /// Stores the answer of a search in its agent, and how long the search took.
    fn hand_over(&mut self, grounds: &Grounds, request: TileJob, answer: TileAnswer, time: Duration) {
        let now = self.now();
        let TileJob { agent: id, goals, start, is_overtaken, .. } = request;
        let Some(agent) = self.agents.get_mut(id) else { return };
        let nodes_expanded = match &answer {
            Ok((path, _)) => path.nodes_expanded(),
            Err(Failure::Path(PathError::ExpansionLimit(expansions))) => *expansions,
            Err(_) => 0,
        };
        agent.record.answer(nodes_expanded, time, now);
        agent.plan.queued = None;
        agent.plan.start = start;
        agent.plan.restarts = 0;
        if !is_overtaken {
            agent.plan.asked_anew = 0;
            agent.plan.goals.clone_from(&goals);
        }
        let group = agent.plan.group;
        match answer {
            Ok((path, profile)) => {
                let has_aversion = agent.request().is_some_and(|request| request.danger_aversion.is_some());
                if has_aversion && !is_overtaken {
                    self.preparation.note_search(&profile);
                }
                if let Some(group) = group {
                    self.groups.note_search(group, &path);
                }
                self.deliver_cells(grounds, id, (&goals, path), is_overtaken);
            }
            Err(reason) if !is_overtaken => self.deliver_failure(id, reason),
            Err(_) => {}
        }
        if is_overtaken {
            // The present request goes to the end of the queue.
            self.enqueue(id);
        }
    }

    /// Gives an agent a path to one of these goals, unless the agent keeps the path that it walks.
    fn deliver_cells(
        &mut self,
        grounds: &Grounds,
        id: AgentId,
        (goals, mut path): (&Goals, Path),
        is_overtaken: bool,
    ) {
        let walks = &self.agents.walks;
        let walker = walks.progress(id).zip(walks.step(id).cloned());
        let turning = Turning { grounds, now: self.changes.now().time, walker, goals };
        let Some(agent) = self.agents.get_mut(id) else { return };
        match turning.course(agent, &path, &mut self.tiles.scratch) {
            Course::Take => {}
            Course::Keep => return,
            Course::LeadOn(kept) => path = kept,
        }
        let status = match path.is_partial() {
            _ if is_overtaken => AnswerStatus::Pending,
            true => AnswerStatus::Partial,
            false => AnswerStatus::Found,
        };
        let goal = path.goal_index().and_then(|goal| goals.get(goal));
        let path = AgentPath::OverCells(CellPath {
            target: goal.map(|&(_, target)| target),
            profile: agent.request.as_ref().map_or(0, |request| request.profile),
            path: Arc::new(path),
        });
        if is_overtaken {
            agent.plan.turn_cause = Some(TurnCause::Asked);
        }
        self.deliver_path(id, path, status);
    }

    /// Makes warm-up searches in an update without requests, so that the first searches are as fast as later ones.
    pub(in crate::fleet) fn warm_up(&mut self, map: &NavMap, threads: &impl Threads) {
        self.preparation.warm_up(map, &mut self.tiles.batch, threads);
    }
}
