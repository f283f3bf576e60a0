//! Plans done on all cores.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;

use talscope::cost::Cost;
use talscope::experiment::{Part, Plan, Snapshot, Store, Unit, train};

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

/// Lets the allocator keep memory that was freed. Matrices come and go by the thousand; the GNU C library gives each
/// back to the system at once, and gets it anew page by page, each with zeros and behind a lock that all threads
/// share. A large block that was freed teaches it to wait until twice as much is
/// free (its "dynamic threshold", which ends at 32 MB); nothing is ever written to the block, so it costs nothing.
pub fn keep_memory() {
    const LARGEST: usize = (32 << 20) - (64 << 10);
    drop(std::hint::black_box(Vec::<u8>::with_capacity(LARGEST)));
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

impl Job<'_> {
    /// Units that are trained on one way ([`train::paths`]): whoever does the longest does all.
    fn paths(&self) -> Vec<Vec<usize>> {
        train::paths(self.plan, self.order.iter().copied().filter(|place| !self.known[*place]))
    }
}

/// What each unit costs: most know it, and all others share the rest evenly. On a path each adds to the one before.
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
    for path in job.paths() {
        for pair in path.windows(2).rev() {
            let before = costs[pair[0]].share_of(costs[pair[1]]);
            costs[pair[1]] = costs[pair[1]] * (1.0 - before);
        }
    }
    costs
}

/// So many units are the last.
const LAST: usize = 80;

/// Those who do the units, nearly always the first in the order whose needs are there.
struct Crew<'a> {
    job: &'a Job<'a>,
    temper: Temper,
    /// For each unit, the first of those that are equal to it, which alone is done.
    twin: Vec<usize>,
    /// For each unit that is on a path, that path.
    paths: HashMap<usize, Arc<[usize]>>,
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
        let shared = job.paths().into_iter().map(Arc::<[usize]>::from);
        let paths = shared
            .flat_map(|path| path.iter().map(|&place| (place, path.clone())).collect::<Vec<_>>());
        Self { job, temper, twin, paths: paths.collect(), state, changed: Condvar::new() }
    }

    /// Lets all cores do it.
    fn work(&self, costs: Vec<Cost>, quiet: bool) -> State {
        let (all, count) = {
            let waiting = &self.lock().waiting;
            (waiting.iter().map(|place| costs[*place]).sum(), waiting.len())
        };
        let progress = Progress::new(count, all, "pieces of work", quiet);
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
            let Some(at) = self.next(&state, costs) else {
                state = self.changed.wait(state).expect("no worker panicked");
                continue;
            };
            let mut path = self.path(&mut state, at);
            let place = path[path.len() - 1];
            let needed: Vec<Part> =
                self.needs(place).filter_map(|need| state.parts[need].clone()).collect();
            drop(state);
            let found = self.find(&mut path, &needed, (costs, progress));
            state = self.lock();
            if let (Some(place), Err(error)) = (path.pop(), found) {
                self.failed(&mut state, place, error);
                // What would have ended sooner says itself whether it can.
                if self.temper == Temper::Patient {
                    state.waiting.splice(0..0, path);
                }
            }
            self.changed.notify_all();
        }
    }

    /// Which of those that wait is next: the first whose needs are there, so that parts are let go soon. Of the last ones it
    /// is the longest, so that no core has nothing left to do while another is far from its end.
    fn next(&self, state: &State, costs: &[Cost]) -> Option<usize> {
        let waiting = state.waiting.iter().enumerate();
        let mut ready = waiting.filter(|(_, place)| self.is_ready(state, **place));
        if state.waiting.len() > LAST {
            return ready.next().map(|(at, _)| at);
        }
        // Of equal ones the first.
        let cost = |place: usize| costs[place].as_seconds();
        ready.rev().max_by(|(_, a), (_, b)| cost(**a).total_cmp(&cost(**b))).map(|(at, _)| at)
    }

    /// Takes one of those that wait, and all that are on its path.
    fn path(&self, state: &mut State, at: usize) -> Vec<usize> {
        let place = state.waiting.remove(at);
        let Some(path) = self.paths.get(&place) else { return vec![place] };
        let others: Vec<usize> =
            state.waiting.extract_if(.., |waiting| path.contains(waiting)).collect();
        path.iter().copied().filter(|on| *on == place || others.contains(on)).collect()
    }

    /// The units that one needs; what is known needs nothing.
    fn needs(&self, place: usize) -> impl Iterator<Item = usize> {
        let needs = if self.job.known[place] { &[][..] } else { &self.job.plan.steps[place].needs };
        needs.iter().map(|need| self.twin[*need])
    }

    fn is_ready(&self, state: &State, place: usize) -> bool {
        self.needs(place).all(|need| state.parts[need].is_some())
    }

    fn found(&self, place: usize, part: Part) {
        let state = &mut *self.lock();
        state.parts[place] = (state.wanted[place] > 0).then_some(part);
        for need in self.needs(place) {
            state.wanted[need] -= 1;
            if state.wanted[need] == 0 {
                state.parts[need] = None;
            }
        }
        self.changed.notify_all();
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

    /// Does the units of a path, from the shortest on: what is done is taken from it.
    fn find(
        &self,
        path: &mut Vec<usize>,
        needed: &[Part],
        (costs, progress): (&[Cost], &Progress),
    ) -> talscope::Result<()> {
        let Job { plan, names, store, .. } = self.job;
        path.retain(|&place| match store.find(&names[place]) {
            Some(known) => {
                progress.more_of(costs[place], 0.0, 1.0);
                self.found(place, known);
                false
            }
            None => true,
        });
        if path.is_empty() {
            return Ok(());
        }
        let (all, mut before) = (path.iter().map(|place| costs[*place]).sum(), 0.0);
        let mut tell = |share: f64, _: Snapshot| {
            progress.more_of(all, before, share.min(0.999));
            before = share.min(0.999);
            ControlFlow::Continue(())
        };
        let units: Vec<&Unit> = path.iter().map(|place| &plan.steps[*place].unit).collect();
        let mut keep = |part: Part| {
            store.keep(&names[path[0]], &part)?;
            self.found(path.remove(0), part);
            Ok(())
        };
        let part = match units[..] {
            [unit] => unit.run(needed, &mut tell)?,
            _ => {
                let mut leave = |_, part: Part| {
                    progress.more_of(Cost::default(), 0.0, 1.0);
                    keep(part)
                };
                train::run_path(&units, needed, &mut leave, &mut tell)?
            }
        };
        progress.more_of(all, before, 1.0);
        keep(part)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no worker panicked")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use talscope::experiment::{Memory, to_the_end};
    use talscope::scenario::Link;

    /// Trainings with three numbers of epochs and of another width, and what knows of each how far it got.
    fn plan() -> Plan {
        let scenario = "lab=models".parse::<Link>().unwrap().scenario;
        let mut plan = Plan::default();
        for settings in ["epochs=40", "epochs=10", "units=7,epochs=10", "epochs=20", "epochs=10"] {
            let candidate = format!("dropout({settings})").parse().unwrap();
            let units = train::units(&scenario, &candidate, 0);
            units.into_iter().for_each(|unit| _ = plan.add(unit, Vec::new()));
        }
        plan
    }

    fn job<'a>(plan: &'a Plan, names: &'a [String], store: &'a Memory) -> Job<'a> {
        let known = names.iter().map(|name| store.find(name).is_some()).collect();
        Job { plan, names, store, known, order: (0..names.len()).collect() }
    }

    /// Pieces of work, and the epochs that they take by their cost.
    fn pieces(job: &Job) -> (Vec<Vec<usize>>, f64) {
        let crew = Crew::new(job, &[], Temper::Patient);
        let (mut state, mut pieces) = (crew.lock(), Vec::new());
        while !state.waiting.is_empty() {
            pieces.push(crew.path(&mut state, 0));
        }
        let (costs, alone) = (costs(job, None), train::cost(&job.plan.steps[0].unit).unwrap());
        let done = pieces.iter().flatten().filter(|place| !job.known[**place] && **place != 2);
        let cost: Cost = done.map(|place| costs[*place]).sum();
        (pieces, 40.0 * cost.share_of(alone))
    }

    #[test]
    fn what_goes_the_same_way_is_trained_once() {
        let (plan, store) = (plan(), Memory::default());
        let names = plan.names();
        let (all, epochs) = pieces(&job(&plan, &names, &store));
        assert_eq!(all, [vec![1, 3, 0], vec![2]], "the last is the second");
        assert!((epochs - 40.0).abs() < 1e-9, "{epochs}");
        assert!(fill(&job(&plan, &names, &store), true).is_empty());
        assert_eq!(store.len(), 4);
        for (place, name) in names.iter().enumerate() {
            let alone = plan.steps[place].unit.run(&[], &mut to_the_end).unwrap();
            assert_eq!(store.find(name), Some(alone), "{place}");
        }
    }

    #[test]
    fn of_the_last_units_the_longest_is_next_and_of_equal_ones_the_first() {
        let (plan, store) = (plan(), Memory::default());
        let names = plan.names();
        let job = job(&plan, &names, &store);
        let crew = Crew::new(&job, &[], Temper::Patient);
        let mut costs = vec![Cost::seconds(1.0); names.len()];
        let state = crew.lock();
        let next = |costs: &[Cost]| state.waiting[crew.next(&state, costs).unwrap()];
        assert_eq!(next(&costs), 0);
        costs[2] = Cost::seconds(2.0);
        assert_eq!(next(&costs), 2);
    }

    /// It goes only as far as it must.
    #[test]
    fn a_path_ends_at_the_longest_that_is_missing() {
        let (plan, store) = (plan(), Memory::default());
        let names = plan.names();
        let alone = plan.steps[0].unit.run(&[], &mut to_the_end).unwrap();
        store.keep(&names[0], &alone).unwrap();
        let (all, epochs) = pieces(&job(&plan, &names, &store));
        assert_eq!(all, [vec![0], vec![1, 3], vec![2]]);
        assert!((epochs - 20.0).abs() < 1e-9, "{epochs}");
    }

    /// Has no room for one part.
    struct Refusing(Memory, String);

    impl Store for Refusing {
        fn find(&self, name: &str) -> Option<Part> {
            self.0.find(name)
        }

        fn keep(&self, name: &str, part: &Part) -> talscope::Result<()> {
            match name == self.1 {
                true => Err(talscope::Error::missing("room for a part", "")),
                false => self.0.keep(name, part),
            }
        }
    }

    /// What was left before an error is kept, and whatever else would have ended sooner is tried by itself.
    #[test]
    fn what_ends_before_an_error_is_done() {
        let (plan, store) = (plan(), Memory::default());
        let names = plan.names();
        let store = Refusing(store, names[3].clone());
        let known = vec![false; names.len()];
        let order = (0..names.len()).collect();
        let failed = fill(&Job { plan: &plan, names: &names, store: &store, known, order }, true);
        let mut places: Vec<usize> = failed.into_iter().map(|(place, _)| place).collect();
        places.sort_unstable();
        assert_eq!(places, [0, 3]);
        assert!([1, 2, 4].iter().all(|place| store.find(&names[*place]).is_some()));
    }
}
