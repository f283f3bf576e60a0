//! A plan is data: units of work, what each needs, and which belong together. Whoever runs one (workers,
//! threads, machines) derives nothing anew.

use std::collections::{BTreeMap, HashMap};

use crate::error::Result;
use crate::experiment::store::Store;
use crate::experiment::{Part, Tell, Unit};

/// Units of work. The first is what a figure shows first; all further ones make it better, in any order
/// that their needs allow.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Plan {
    /// The units.
    pub steps: Vec<Step>,
    /// Those that are counted together, a model's or a task's.
    pub groups: Vec<Vec<usize>>,
    /// How many of the groups, the last ones, are functions that come after all else and are counted by themselves.
    pub functions: usize,
    /// Whether an error in a group leaves the others as they are.
    pub apart: bool,
}

/// A unit in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// What is done.
    pub unit: Unit,
    /// The places of the units whose parts it needs, in their order.
    pub needs: Vec<usize>,
    /// What of it a figure wants.
    pub hears: Hears,
}

/// What a figure hears of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hears {
    /// Its part, and what it has found before.
    Part,
    /// What can be seen while it is under way; its part is for other units.
    Glimpses,
    /// Nothing: its part is for other units.
    Nothing,
}

impl Plan {
    /// A unit whose part figures want, and what it needs; gives its place.
    pub fn add(&mut self, unit: Unit, needs: Vec<usize>) -> usize {
        self.push(Step { unit, needs, hears: Hears::Part })
    }

    /// A unit whose part is for others.
    pub fn help(&mut self, unit: Unit, needs: Vec<usize>, hears: Hears) -> usize {
        self.push(Step { unit, needs, hears })
    }

    fn push(&mut self, step: Step) -> usize {
        self.steps.push(step);
        self.steps.len() - 1
    }

    /// Several units, each of which is heard and needs nothing; what is counted is all but the first.
    pub fn of(units: impl IntoIterator<Item = Unit>) -> Self {
        let mut plan = Self::default();
        units.into_iter().for_each(|unit| _ = plan.add(unit, Vec::new()));
        plan.groups = (1..plan.steps.len()).map(|place| vec![place]).collect();
        plan
    }

    /// The places of the units whose parts figures want.
    pub fn heard(&self) -> impl Iterator<Item = usize> {
        (0..self.steps.len()).filter(|place| self.steps[*place].hears == Hears::Part)
    }

    /// The names of all units, by their places.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<Option<String>> = vec![None; self.steps.len()];
        (0..self.steps.len()).for_each(|place| self.name(place, &mut names));
        names.into_iter().flatten().collect()
    }

    fn name(&self, place: usize, names: &mut [Option<String>]) {
        if names[place].is_some() {
            return;
        }
        let Step { unit, needs, .. } = &self.steps[place];
        needs.iter().for_each(|need| self.name(*need, names));
        let needed: Vec<&str> = needs.iter().filter_map(|need| names[*need].as_deref()).collect();
        names[place] = Some(unit.name(&needed));
    }

    /// What one of the units finds, with all that it needs, asked of a store first.
    ///
    /// # Errors
    /// As [`Unit::run`].
    pub fn solve(&self, place: usize, store: &dyn Store, tell: Tell) -> Result<Part> {
        // Only what this unit needs is named: a plan may have thousands of others.
        let mut names = vec![None; self.steps.len()];
        self.name(place, &mut names);
        self.solved(place, &names, store, tell)
    }

    fn solved(
        &self,
        place: usize,
        names: &[Option<String>],
        store: &dyn Store,
        tell: Tell,
    ) -> Result<Part> {
        let name = names[place].as_deref().expect("what is needed was named first");
        if let Some(known) = store.find(name) {
            return Ok(known);
        }
        let Step { unit, needs, .. } = &self.steps[place];
        let needed = needs.iter().map(|need| self.solved(*need, names, store, tell));
        let part = unit.run(&needed.collect::<Result<Vec<_>>>()?, tell)?;
        store.keep(name, &part)?;
        Ok(part)
    }

    /// The places of some units and of all that they need, each after those that it needs. What is known needs
    /// nothing.
    pub fn order(
        &self,
        wanted: impl IntoIterator<Item = usize>,
        is_known: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        let (mut order, mut met) = (Vec::new(), vec![false; self.steps.len()]);
        let mut open: Vec<(usize, bool)> = Vec::new();
        for place in wanted {
            open.push((place, false));
            // Chains of needs may be long: no recursion.
            while let Some((place, ready)) = open.pop() {
                if ready {
                    order.push(place);
                } else if !std::mem::replace(&mut met[place], true) {
                    open.push((place, true));
                    let needs = if is_known(place) { &[][..] } else { &self.steps[place].needs };
                    open.extend(needs.iter().rev().map(|need| (*need, false)));
                }
            }
        }
        order
    }

    /// Units that belong together because they need each other's parts, or are equal: what can be done apart from
    /// all others. Each group, and all groups, in the order of their first units. What holds a file is quick, and is
    /// done wherever it is needed.
    pub fn groups_by_need(&self, names: &[String]) -> Vec<Vec<usize>> {
        let mut root: Vec<usize> = (0..self.steps.len()).collect();
        let find = |root: &mut Vec<usize>, mut place: usize| {
            while root[place] != place {
                root[place] = root[root[place]];
                place = root[place];
            }
            place
        };
        let mut first: HashMap<&str, usize> = HashMap::new();
        for (place, step) in self.steps.iter().enumerate() {
            let twin = *first.entry(&names[place]).or_insert(place);
            let needs = step.needs.iter().filter(|need| self.steps[**need].unit.files.is_empty());
            for other in needs.chain([&twin]) {
                let (a, b) = (find(&mut root, place), find(&mut root, *other));
                root[a.max(b)] = a.min(b);
            }
        }
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for place in 0..root.len() {
            groups.entry(find(&mut root, place)).or_default().push(place);
        }
        groups.into_values().collect()
    }

    /// The same units in another order, which names each of them once.
    #[must_use]
    pub fn reordered(&self, order: &[usize]) -> Self {
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &before)| places[before] = place);
        let moved = |all: &[usize]| all.iter().map(|place| places[*place]).collect();
        let step = |&before: &usize| {
            let Step { unit, needs, hears } = &self.steps[before];
            Step { unit: unit.clone(), needs: moved(needs), hears: *hears }
        };
        Self {
            steps: order.iter().map(step).collect(),
            groups: self.groups.iter().map(|group| moved(group)).collect(),
            ..*self
        }
    }

    /// Several plans as one, in their order: places of a later one come after all of those before.
    pub fn join(plans: impl IntoIterator<Item = Self>) -> Self {
        let mut joined = Self::default();
        for mut plan in plans {
            let offset = joined.steps.len();
            let needs = plan.steps.iter_mut().flat_map(|step| &mut step.needs);
            needs.chain(plan.groups.iter_mut().flatten()).for_each(|place| *place += offset);
            joined.steps.append(&mut plan.steps);
            joined.groups.append(&mut plan.groups);
        }
        joined
    }
}
