//! Plans done on all cores.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;

use talscope::cost::Cost;
use talscope::experiment::{Part, Plan, Store};

use super::progress::Progress;

/// Does all units of a plan that a figure wants, and gives each part to `take` with its place, in the plan's
/// order. The first error ends it.
pub fn run(
    plan: &Plan,
    cost: Cost,
    quiet: bool,
    mut take: impl FnMut(usize, Part) -> talscope::Result<()>,
) -> talscope::Result<()> {
    let names = plan.names();
    let wanted: Vec<usize> = plan.heard().collect();
    let order = plan.order(wanted.iter().copied(), |_| false);
    let job = Job { plan, names: &names, store: &(), known: vec![false; names.len()], order };
    let crew = Crew::new(&job, &wanted, Temper::Strict);
    let State { parts, mut failed, .. } = crew.work(costs(&job, Some(cost)), quiet);
    match failed.pop() {
        Some((_, error)) => Err(error),
        None => wanted.into_iter().try_for_each(|place| {
            take(place, parts[crew.twin[place]].clone().expect("all units are done"))
        }),
    }
}

/// Does units of a plan until the store knows the wanted ones; what they find is left there. Gives the units
/// that failed, and why: all that do not need them are done nevertheless.
pub fn fill(job: &Job, quiet: bool) -> Vec<(usize, talscope::Error)> {
    Crew::new(job, &[], Temper::Patient).work(costs(job, None), quiet).failed
}

/// Units that are to be done.
pub struct Job<'a> {
    /// Where they stand.
    pub plan: &'a Plan,
    /// The names of all units of the plan.
    pub names: &'a [String],
    /// What is asked first, and where all is kept.
    pub store: &'a dyn Store,
    /// Which units of the plan it knows.
    pub known: Vec<bool>,
    /// Those to be done, each after those that it needs.
    pub order: Vec<usize>,
}

/// What happens to others when a unit fails.
#[derive(Clone, Copy, PartialEq)]
enum Temper {
    /// All stop.
    Strict,
    /// Those that do not need it go on.
    Patient,
}

/// What each unit costs: most know it, and all others share the rest evenly.
pub fn costs(job: &Job, all: Option<Cost>) -> Vec<Cost> {
    let cost = |place: usize| {
        let unit = &job.plan.steps[place].unit;
        unit.work.cost.map(|cost| cost(unit))
    };
    let own: Vec<Option<Cost>> = job.order.iter().map(|place| cost(*place)).collect();
    let known: Cost = own.iter().flatten().copied().sum();
    let others = own.iter().filter(|cost| cost.is_none()).count().max(1);
    let rest = all.map_or(0.0, |all| (all.as_seconds() - known.as_seconds()).max(0.0));
    let rest = Cost::seconds(rest / others as f64);
    let mut costs = vec![Cost::default(); job.plan.steps.len()];
    job.order.iter().zip(own).for_each(|(place, own)| costs[*place] = own.unwrap_or(rest));
    costs
}

/// Those who do the units, each time the first in the order whose needs are there.
struct Crew<'a> {
    job: &'a Job<'a>,
    temper: Temper,
    /// For each unit, the first of those that are equal to it, which alone is done.
    twin: Vec<usize>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<usize>,
    parts: Vec<Option<Part>>,
    /// How many units still need each part; a figure counts as one. What nobody needs is let go.
    wanted: Vec<usize>,
    failed: Vec<(usize, talscope::Error)>,
}

impl<'a> Crew<'a> {
    /// `held` are the places of the parts that are wanted afterwards.
    fn new(job: &'a Job<'a>, held: &[usize], temper: Temper) -> Self {
        let Job { plan, names, order, known, .. } = job;
        let mut first: HashMap<&str, usize> = HashMap::new();
        order.iter().for_each(|&place| _ = first.entry(&names[place]).or_insert(place));
        let twin: Vec<usize> =
            names.iter().enumerate().map(|(i, name)| *first.get(&**name).unwrap_or(&i)).collect();
        let waiting: Vec<usize> =
            order.iter().copied().filter(|&place| twin[place] == place).collect();
        let mut wanted = vec![0; plan.steps.len()];
        for &place in waiting.iter().filter(|place| !known[**place]) {
            plan.steps[place].needs.iter().for_each(|need| wanted[twin[*need]] += 1);
        }
        held.iter().for_each(|place| wanted[twin[*place]] += 1);
        let parts = vec![None; plan.steps.len()];
        let state = Mutex::new(State { waiting, parts, wanted, failed: Vec::new() });
        Self { job, temper, twin, state, changed: Condvar::new() }
    }

    /// Lets all cores do it.
    fn work(&self, costs: Vec<Cost>, quiet: bool) -> State {
        let all = self.job.order.iter().map(|place| costs[*place]).sum();
        let progress = Progress::new(self.job.order.len(), all, "pieces of work", quiet);
        let threads = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            (0..threads).for_each(|_| _ = scope.spawn(|| self.serve(&costs, &progress)));
        });
        std::mem::take(&mut *self.lock())
    }

    /// Does units until there are none left.
    fn serve(&self, costs: &[Cost], progress: &Progress) {
        let mut state = self.lock();
        while !state.waiting.is_empty() {
            let Some(at) = state.waiting.iter().position(|place| self.is_ready(&state, *place))
            else {
                state = self.changed.wait(state).expect("no worker panicked");
                continue;
            };
            let place = state.waiting.remove(at);
            let needed: Vec<Part> =
                self.needs(place).filter_map(|need| state.parts[need].clone()).collect();
            drop(state);
            let found = self.find(place, &needed, (costs, progress));
            state = self.lock();
            match found {
                Ok(part) => self.found(&mut state, place, part),
                Err(error) => self.failed(&mut state, place, error),
            }
            self.changed.notify_all();
        }
    }

    /// The units that one needs; what is known needs nothing.
    fn needs(&self, place: usize) -> impl Iterator<Item = usize> {
        let needs = if self.job.known[place] { &[][..] } else { &self.job.plan.steps[place].needs };
        needs.iter().map(|need| self.twin[*need])
    }

    fn is_ready(&self, state: &State, place: usize) -> bool {
        self.needs(place).all(|need| state.parts[need].is_some())
    }

    fn found(&self, state: &mut State, place: usize, part: Part) {
        state.parts[place] = (state.wanted[place] > 0).then_some(part);
        for need in self.needs(place) {
            state.wanted[need] -= 1;
            if state.wanted[need] == 0 {
                state.parts[need] = None;
            }
        }
    }

    /// What needs a failed unit cannot be done either.
    fn failed(&self, state: &mut State, place: usize, error: talscope::Error) {
        state.failed.push((place, error));
        if self.temper == Temper::Strict {
            state.waiting.clear();
            return;
        }
        let mut lost = vec![place];
        while let Some(lost_one) = lost.pop() {
            let needs_it = |waiting: &usize| self.needs(*waiting).any(|need| need == lost_one);
            lost.extend(state.waiting.extract_if(.., |waiting| needs_it(waiting)));
        }
    }

    fn find(
        &self,
        place: usize,
        needed: &[Part],
        (costs, progress): (&[Cost], &Progress),
    ) -> talscope::Result<Part> {
        let (name, cost) = (&self.job.names[place], costs[place]);
        if let Some(known) = self.job.store.find(name) {
            progress.more_of(cost, 0.0, 1.0);
            return Ok(known);
        }
        let mut before = 0.0;
        let part = self.job.plan.steps[place].unit.run(needed, &mut |share, _| {
            progress.more_of(cost, before, share.min(0.999));
            before = share.min(0.999);
            ControlFlow::Continue(())
        })?;
        progress.more_of(cost, before, 1.0);
        self.job.store.keep(name, &part)?;
        Ok(part)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no worker panicked")
    }
}
