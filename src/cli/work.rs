//! Plans done on all cores.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;

use talscope::cost::Cost;
use talscope::experiment::{Part, Plan, Store, train};

use super::progress::Progress;

/// Does all units of a plan as far as the store does not know them, and gives each heard part to `take`
/// with its place, in the plan's order.
pub fn run(
    plan: &Plan,
    cost: Cost,
    store: &dyn Store,
    quiet: bool,
    mut take: impl FnMut(usize, Part) -> talscope::Result<()>,
) -> talscope::Result<()> {
    let names = plan.names();
    let order = plan.order();
    let progress = Progress::new(order.len(), cost, "pieces of work", quiet);
    let costs = costs(plan, &order, cost);
    let crew = Crew::new(plan, order, &names, store, Watch { progress: &progress, costs });
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(|| crew.serve())));
    let Crew { state, twin, .. } = crew;
    let State { parts, failed, .. } = state.into_inner().expect("no worker panicked");
    drop(progress);
    match failed {
        Some(error) => Err(error),
        None => plan.heard().try_for_each(|place| {
            take(place, parts[twin[place]].clone().expect("all units are done"))
        }),
    }
}

/// Who hears how far work is, and what each unit costs.
struct Watch<'a> {
    progress: &'a Progress,
    costs: Vec<Cost>,
}

/// What each unit costs: training is known, and all others share the rest.
fn costs(plan: &Plan, order: &[usize], all: Cost) -> Vec<Cost> {
    let training: Vec<Option<Cost>> =
        plan.steps.iter().map(|step| train::cost(&step.unit)).collect();
    let known: Cost = order.iter().filter_map(|place| training[*place]).sum();
    let others = order.iter().filter(|place| training[**place].is_none()).count().max(1);
    let rest = (all.as_seconds() - known.as_seconds()).max(0.0) / others as f64;
    training.into_iter().map(|cost| cost.unwrap_or(Cost::seconds(rest))).collect()
}

/// Those who do the units, each time the first in the order whose needs are there.
struct Crew<'a> {
    plan: &'a Plan,
    names: &'a [String],
    store: &'a dyn Store,
    watch: Watch<'a>,
    /// For each unit, the first of those that are equal to it, which alone is done.
    twin: Vec<usize>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    waiting: Vec<usize>,
    parts: Vec<Option<Part>>,
    /// How many units still need each part; a figure counts as one. What nobody needs is let go.
    wanted: Vec<usize>,
    failed: Option<talscope::Error>,
}

impl<'a> Crew<'a> {
    fn new(
        plan: &'a Plan,
        order: Vec<usize>,
        names: &'a [String],
        store: &'a dyn Store,
        watch: Watch<'a>,
    ) -> Self {
        let mut first: HashMap<&str, usize> = HashMap::new();
        order.iter().for_each(|&place| _ = first.entry(&names[place]).or_insert(place));
        let twin: Vec<usize> =
            names.iter().enumerate().map(|(i, name)| *first.get(&**name).unwrap_or(&i)).collect();
        let waiting: Vec<usize> = order.into_iter().filter(|&place| twin[place] == place).collect();
        let mut wanted = vec![0; plan.steps.len()];
        for &place in &waiting {
            plan.steps[place].needs.iter().for_each(|need| wanted[twin[*need]] += 1);
        }
        plan.heard().for_each(|place| wanted[twin[place]] += 1);
        let parts = vec![None; plan.steps.len()];
        let state = Mutex::new(State { waiting, parts, wanted, failed: None });
        Self { plan, names, store, watch, twin, state, changed: Condvar::new() }
    }

    /// Does units until there are none left, or one has failed.
    fn serve(&self) {
        let mut state = self.lock();
        while state.failed.is_none() && !state.waiting.is_empty() {
            let there = |need: &usize| state.parts[self.twin[*need]].is_some();
            let ready = |place: &usize| self.plan.steps[*place].needs.iter().all(there);
            let Some(at) = state.waiting.iter().position(ready) else {
                state = self.changed.wait(state).expect("no worker panicked");
                continue;
            };
            let place = state.waiting.remove(at);
            let needs = self.plan.steps[place].needs.iter();
            let needed: Vec<Part> =
                needs.filter_map(|need| state.parts[self.twin[*need]].clone()).collect();
            drop(state);
            let found = self.find(place, &needed);
            state = self.lock();
            match found {
                Ok(part) => self.found(&mut state, place, part),
                Err(error) => state.failed = Some(error),
            }
            self.changed.notify_all();
        }
    }

    fn found(&self, state: &mut State, place: usize, part: Part) {
        state.parts[place] = Some(part);
        for need in &self.plan.steps[place].needs {
            let need = self.twin[*need];
            state.wanted[need] -= 1;
            if state.wanted[need] == 0 {
                state.parts[need] = None;
            }
        }
    }

    fn find(&self, place: usize, needed: &[Part]) -> talscope::Result<Part> {
        let (name, Watch { progress, costs }) = (&self.names[place], &self.watch);
        if let Some(known) = self.store.find(name) {
            progress.more_of(costs[place], 0.0, 1.0);
            return Ok(known);
        }
        let mut before = 0.0;
        let part = self.plan.steps[place].unit.run(needed, &mut |share, _| {
            progress.more_of(costs[place], before, share.min(0.999));
            before = share.min(0.999);
            ControlFlow::Continue(())
        })?;
        progress.more_of(costs[place], before, 1.0);
        self.store.keep(name, &part)?;
        Ok(part)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no worker panicked")
    }
}
