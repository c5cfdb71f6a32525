//! Workers at work: to the nearest free cell beside a mine, back with ore to the nearest building that takes it, and so on.

use crate::{
    site::{BESIDE, DropOff, Mines, is_beside},
    tally::Tally,
    unit::{Job, Load, Unit},
};
use bevy::ecs::{query::QueryData, system::SystemParam};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Seconds that it takes to mine a load, and to hand it over.
const MINING: f32 = 3.0;
const UNLOADING: f32 = 0.4;
/// Who has rested behind others for so many seconds asks again: they may be idle by now, and then they give way.
const PATIENCE: f32 = 1.0;

/// A worker.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Worker {
    entity: Entity,
    unit: &'static Unit,
    job: &'static mut Job,
    load: &'static mut Load,
    transform: &'static Transform,
    follower: &'static PathFollower,
    has_request: Has<PathRequest>,
    result: Option<&'static PathResult>,
}

/// What workers need to know of the map.
#[derive(SystemParam)]
pub struct Workplace<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    mines: Mines<'w, 's>,
    drop_offs: Query<'w, 's, (Entity, &'static Transform), With<DropOff>>,
    tally: ResMut<'w, Tally>,
    commands: Commands<'w, 's>,
}

/// Lets all workers go on with their work, in the order of their numbers.
pub fn work(mut place: Workplace, mut workers: Query<Worker>, time: Res<Time>) {
    let mining = workers.iter().filter_map(|worker| match *worker.job {
        Job::Mining { spot, .. } => Some(spot),
        _ => None,
    });
    // Cells on which somebody mines.
    let mut taken: Vec<IVec2> = mining.collect();
    let mut in_order: Vec<_> = workers.iter_mut().collect();
    in_order.sort_unstable_by_key(|worker| worker.unit.serial);
    for worker in &mut in_order {
        place.note_wait(worker, time.delta_secs());
        let next = match *worker.job {
            Job::Idle | Job::Going => continue,
            Job::ToMine => place.seek(worker, &mut taken),
            Job::Mining { spot, left } => place.mine(worker, spot, left - time.delta_secs(), &mut taken),
            Job::ToDropOff => place.bring(worker),
            Job::Unloading { left } => place.unload(worker, left - time.delta_secs(), &taken),
        };
        worker.job.set_if_neq(next);
    }
}

impl Workplace<'_, '_> {
    fn cell_of(&self, worker: &WorkerItem) -> Option<IVec2> {
        self.nav_grid.cell_at(worker.transform.translation.truncate())
    }

    /// Counts how long a worker rests that is not yet where it wants to be. After a while it has no request, and asks again.
    fn note_wait(&mut self, worker: &mut WorkerItem, seconds: f32) {
        let rests = matches!(*worker.job, Job::ToMine | Job::ToDropOff) && worker.follower.has_arrived();
        let waits = if rests { worker.load.waits + seconds } else { 0.0 };
        worker.load.waits = if waits < PATIENCE { waits } else { 0.0 };
        if waits >= PATIENCE {
            self.commands.entity(worker.entity).try_remove::<PathRequest>();
        }
    }

    /// Goes to the nearest free cell beside a mine, and takes it.
    fn seek(&mut self, worker: &mut WorkerItem, taken: &mut Vec<IVec2>) -> Job {
        let target = worker.result.and_then(|result| match result.target(&self.nav_grid) {
            Some(PathTarget::Cell(cell)) => Some(cell),
            _ => None,
        });
        let is_free = |cell: IVec2| !taken.contains(&cell) && self.mines.beside(cell).is_some();
        let here = self.cell_of(worker).filter(|&here| worker.follower.has_arrived() && is_free(here));
        if let Some(spot) = here {
            taken.push(spot);
            worker.load.mine = self.mines.beside(spot);
            // So that it comes back to this cell if somebody pushes it.
            self.commands.entity(worker.entity).try_insert(PathRequest::to_cell(spot));
            return Job::Mining { spot, left: MINING };
        }
        let is_open = |result: &PathResult| match result.status() {
            PathStatus::Pending | PathStatus::Failed(_) => true,
            _ => target.is_some_and(is_free),
        };
        if worker.has_request && worker.result.is_some_and(is_open) {
            return Job::ToMine;
        }
        self.go_mining(worker, taken)
    }

    /// Asks for the nearest free cell: of the worker's mine, or if that has none, of all mines. Without any mine it rests.
    fn go_mining(&mut self, worker: &mut WorkerItem, taken: &[IVec2]) -> Job {
        let mut entity = self.commands.entity(worker.entity);
        let spots = self.mines.spots_near(worker.load.mine, taken);
        if !spots.is_empty() {
            entity.try_insert(PathRequest::to_nearest(spots));
        } else if self.mines.is_empty() {
            entity.try_remove::<PathRequest>();
            return Job::Idle;
        }
        Job::ToMine
    }

    /// Mines while it stands on its cell, until it has a load or the mine is empty.
    fn mine(&mut self, worker: &mut WorkerItem, spot: IVec2, left: f32, taken: &mut Vec<IVec2>) -> Job {
        let mine = self.mines.beside(spot);
        let is_there = self.cell_of(worker) == Some(spot);
        match mine {
            Some(_) if !is_there => return *worker.job,
            Some(_) if left > 0.0 => return Job::Mining { spot, left },
            Some(mine) => worker.load.ore += self.mines.take(&mut self.commands, mine, Load::MOST),
            None => {}
        }
        taken.retain(|&cell| cell != spot);
        if worker.load.ore > 0 { self.go_home(worker) } else { self.go_mining(worker, taken) }
    }

    /// Asks for the nearest building that takes ore.
    fn go_home(&mut self, worker: &WorkerItem) -> Job {
        let mut drop_offs: Vec<Entity> = self.drop_offs.iter().map(|(drop_off, _)| drop_off).collect();
        drop_offs.sort_unstable();
        let request = PathRequest::to_nearest(drop_offs).within(BESIDE);
        self.commands.entity(worker.entity).try_insert(request);
        Job::ToDropOff
    }

    /// Comes to the building. One that rests behind others waits until they are gone.
    fn bring(&mut self, worker: &WorkerItem) -> Job {
        if !worker.has_request {
            return self.go_home(worker);
        }
        let here = self.cell_of(worker).filter(|_| worker.follower.has_arrived());
        let cells =
            self.drop_offs.iter().filter_map(|(_, at)| self.nav_grid.cell_at(at.translation.truncate()));
        let is_there = here.is_some_and(|here| cells.into_iter().any(|middle| is_beside(here, middle)));
        if is_there { Job::Unloading { left: UNLOADING } } else { Job::ToDropOff }
    }

    fn unload(&mut self, worker: &mut WorkerItem, left: f32, taken: &[IVec2]) -> Job {
        if left > 0.0 {
            return Job::Unloading { left };
        }
        self.tally.ore += core::mem::take(&mut worker.load.ore);
        self.tally.loads += 1;
        self.go_mining(worker, taken)
    }
}
