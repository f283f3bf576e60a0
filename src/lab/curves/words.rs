//! Learning curves in words.

use serde_json::{Value, json};

use super::charts::Seen;
use super::found::Found;
use super::{QUANTITIES, gaps, mean_gap, z};
use crate::lab::{capital, count, three_decimals};
use crate::numeric::{Estimate, fixed, sorted_by};
use crate::report::Name;
use crate::scenario::{Scenario, Source};
use crate::task::table::Split;

/// What there is to notice: who is ahead after the last batch, and how sure that is.
pub fn notice(seen: &Seen, rounds: usize, ranking: &str, doubts: &[String]) -> String {
    let quantity = &QUANTITIES[0];
    let last = |line: usize| {
        let last = (quantity.of)(&seen.curves[line]).last().map(|value| value.mean);
        last.filter(|mean| mean.is_finite())
    };
    let order = (0..seen.curves.len()).collect();
    let order = sorted_by(order, |line| -last(*line).unwrap_or(f64::MIN));
    let tasks = count(seen.tasks.len(), "task");
    let after = count(rounds, "batch").replace("batchs", "batches");
    let mut words = match order[..] {
        [best, second, ..] => {
            let lead = gaps(seen.tasks, quantity, (best, second), rounds);
            let name = |line: usize| &seen.names[line].label;
            let mean = last(best).map_or("–".into(), three_decimals);
            format!(
                "After {after}, on {tasks}, {} has the highest log likelihood ({mean}); {}",
                name(best),
                lead_words(lead, name(second), seen.tasks.len())
            )
        }
        [only] => {
            let mean = last(only).map_or("–".into(), three_decimals);
            format!(
                "After {after}, on {tasks}, {} has log likelihood {mean}.",
                seen.names[only].label
            )
        }
        [] => String::new(),
    };
    words += ranking;
    if let Some(first) = doubts.first() {
        let more = if doubts.len() > 1 { " More such doubts stand below." } else { "" };
        words += &format!(" {}{more}", capital(first));
    }
    words
}

fn lead_words(lead: Option<Estimate>, second: &str, tasks: usize) -> String {
    let Some(lead) = lead.filter(|lead| lead.mean.is_finite()) else {
        return "all others are still to come.".into();
    };
    let mean = three_decimals(lead.mean);
    match z(lead) {
        _ if mean == three_decimals(0.0) => format!("{second} does as well, to three decimals."),
        _ if tasks < 2 => format!("one task says nothing of how sure its lead over {second} is."),
        Some(z) if z <= 0.0 => format!("{second} does as well."),
        Some(z) if z > 2.0 => {
            format!("its lead of {mean} over {second}, next best, is {z:.1} standard errors.")
        }
        Some(z) => format!(
            "its lead of {mean} over {second} is only {z:.1} standard errors: more tasks would tell."
        ),
        None => format!("{second} does as well."),
    }
}

/// A row for each line: its numbers after the last batch, and what it has more than the one it is compared with.
pub fn rows(seen: &Seen, rounds: usize) -> Value {
    let row = |line: usize| {
        let values = QUANTITIES.iter().map(|quantity| {
            (quantity.of)(&seen.curves[line]).last().map_or("–".into(), |value| plus(*value))
        });
        let quantity = &QUANTITIES[0];
        let gap = gaps(seen.tasks, quantity, (line, seen.against), rounds);
        let gap = gap.filter(|_| line != seen.against);
        let overall = mean_gap(seen.tasks, quantity, (line, seen.against));
        let overall = overall.filter(|_| line != seen.against);
        json!({
            "label": seen.names[line].label,
            "values": values.collect::<Vec<_>>(),
            "difference": gap.map_or(String::new(), plus),
            "z": gap.and_then(z).map_or(String::new(), |z| fixed(z, 1)),
            "mean": overall.map_or(String::new(), plus),
        })
    };
    (0..seen.curves.len()).map(row).collect()
}

/// Which rows of a table each line asked for on the first split, batch by batch; rows count from 1, those alone that are
/// used.
pub fn asked(scenario: &Scenario, names: &[Name], found: &Found) -> Vec<String> {
    if scenario.data.source != Source::Table {
        return Vec::new();
    }
    let Split { pool, .. } = Split::draw(scenario.data.table.rows, scenario.problem.seed);
    let batch = |places: &Vec<usize>| {
        let rows: Vec<String> =
            places.iter().filter_map(|place| Some((pool.get(*place)? + 1).to_string())).collect();
        rows.join(", ")
    };
    let line = |(line, name): (usize, &Name)| {
        let batches: Vec<String> = found.asked(line)?.iter().map(batch).collect();
        Some(format!("{}: {}", name.label, batches.join("; ")))
    };
    names.iter().enumerate().filter_map(line).collect()
}

fn plus(value: Estimate) -> String {
    if value.mean.is_nan() {
        return "–".into();
    }
    let mean = three_decimals(value.mean);
    value.standard_error.map_or(mean.clone(), |error| format!("{mean} ± {error:.3}"))
}

/// A line's name as goals can say it: a model's settings are no part of it.
pub fn id_of(name: &Name) -> String {
    let id = name.id.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    id.trim_end_matches('-').into()
}

/// The numbers that lessons can speak of: what is no number yet is left out.
pub fn numbers(seen: &Seen, rounds: usize) -> Vec<(String, f64)> {
    let mut numbers = vec![("tasks".to_string(), seen.tasks.len() as f64)];
    for (line, curve) in seen.curves.iter().enumerate() {
        let name = id_of(&seen.names[line]);
        for quantity in &QUANTITIES {
            let last = (quantity.of)(curve).last();
            let gap = gaps(seen.tasks, quantity, (line, seen.against), rounds);
            let gap = gap.filter(|_| line != seen.against);
            let all = [
                ("", last.map(|value| value.mean)),
                (".error", last.and_then(|value| value.standard_error)),
                (".z", gap.and_then(z)),
            ];
            let known = all.into_iter().filter_map(|(what, value)| Some((what, value?)));
            let known = known.filter(|(_, value)| value.is_finite());
            numbers.extend(
                known.map(|(what, value)| (format!("{name}.{}{what}", quantity.id), value)),
            );
        }
    }
    numbers
}

/// How a curve comes to its end: from where, and by when half of the way is gone.
pub fn shape(values: &[Estimate]) -> String {
    let [first, .., last] = values else { return String::new() };
    let (first, way) = (first.mean, last.mean - first.mean);
    if !way.is_finite() {
        return String::new();
    }
    let half = values.iter().position(|value| (value.mean - first) / way >= 0.5);
    let by = half.filter(|_| way != 0.0).map_or(String::new(), |batches| {
        let batches = count(batches, "batch").replace("batchs", "batches");
        format!(", half of the way after {batches}")
    });
    let turn = if way < 0.0 { "down" } else { "up" };
    format!(" ({turn} from {}{by})", three_decimals(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mean of differences may be below 0 by rounding alone: then nobody leads.
    #[test]
    fn no_lead_is_told_where_there_is_none() {
        let told = |mean| {
            let lead = Estimate { mean, standard_error: Some(0.001) };
            lead_words(Some(lead), "MIG", 20)
        };
        assert_eq!(told(-0.0003), "MIG does as well, to three decimals.");
        assert_eq!(told(0.0004), "MIG does as well, to three decimals.");
        assert!(told(0.0015).contains("only 1.5 standard errors"), "{}", told(0.0015));
        assert!(told(0.01).contains("its lead of 0.010 over MIG, next best"), "{}", told(0.01));
    }
}
