//! What to notice in the toy lab, at the step that is shown: it gives nothing away that is still to
//! come.

use super::words::{is_own, spread, title};
use super::{Panel, Toy};
use crate::acquisition::Rule;
use crate::lab::three_decimals;
use crate::scenario::PRESETS;

/// What to notice after some picks: what to watch for before the first, what the picks did in between,
/// and after the last the preset's own sentence where it holds, or else what the numbers say.
pub fn notice(toy: &Toy, step: usize) -> String {
    match step {
        0 => before(toy),
        _ if step < toy.steps() => {
            let worse = if step == 1 { worse(toy) } else { String::new() };
            let ahead = ahead_of_mig(toy, step);
            // At the first step the leader is told, and its luck is no surprise.
            let (early, late) = if step == 1 { (worse, ahead) } else { (ahead, worse) };
            fitting([leader(toy, step), early, moves(toy, step), late, misfits(toy)])
        }
        _ if holds(toy) => {
            fitting([toy.scenario.problem.preset.notice.into(), ahead_of_mig(toy, step)])
        }
        _ => fitting([
            leader(toy, step),
            ahead_of_mig(toy, step),
            closeness(toy),
            if step == 1 { worse(toy) } else { String::new() },
            misfits(toy),
        ]),
    }
}

/// No words on what to notice are longer.
pub fn longest_notice() -> String {
    let notices = PRESETS.iter().map(|preset| preset.notice);
    let longest = notices.max_by_key(|notice| notice.chars().count()).unwrap_or_default();
    format!("{longest} {}", ahead(1.0, 0.5))
}

/// As many of the sentences as room is kept for; those that matter most come first.
fn fitting<const N: usize>(sentences: [String; N]) -> String {
    let room = longest_notice().chars().count();
    let add = |so_far: String, next: &String| match so_far.chars().count() + next.chars().count() {
        length if length < room && !next.is_empty() => format!("{so_far} {next}"),
        _ => so_far,
    };
    sentences[1..].iter().fold(sentences[0].clone(), add)
}

/// Whether the preset's sentence speaks of what is shown: of this problem, and of no other rule.
fn holds(toy: &Toy) -> bool {
    let shown = |name: &str| toy.panels.iter().any(|panel| title(panel.rule) == name);
    let words = || toy.scenario.problem.preset.notice.split(|c: char| !c.is_ascii_alphanumeric());
    let mut named =
        Rule::ALL.map(title).into_iter().filter(|name| words().any(|word| word == *name));
    is_own(&toy.scenario) && named.all(shown)
}

/// What is about to happen.
fn before(toy: &Toy) -> String {
    let scored = toy.panels.iter().filter(|panel| panel.rule != Rule::Random).count();
    let beliefs = match toy.panels.len() {
        1 => "Nothing is asked yet",
        _ => "Nothing is asked yet, so all panels predict the same",
    };
    let questions = match toy.steps() {
        1 => "one question".into(),
        many => format!("{many} questions"),
    };
    let rules = match (scored, toy.panels.len()) {
        (0, _) => format!("Random will ask {questions} anywhere"),
        (1, 1) => format!("The rule has {questions}, and asks where its score is highest"),
        (_, all) => format!(
            "Each rule has {questions}, and asks where its score is highest{}",
            if scored < all { " (Random anywhere)" } else { "" }
        ),
    };
    let watch = match (scored, toy.steps()) {
        (0, _) | (_, 1) => "Step on: do the answers tell about the targets?",
        _ => {
            "Step on, and watch the scores around each pick: do they sink, and where does the next \
              question go?"
        }
    };
    format!("{beliefs}. {rules}. {watch}")
}

/// What the last pick did to scores, and where the next will be: of MIG and BatchMIG, or else of the
/// first rule that has scores.
fn moves(toy: &Toy, step: usize) -> String {
    let pair = toy.panels.iter().filter(|panel| matches!(panel.rule, Rule::Mig | Rule::BatchMig));
    let first = toy.panels.iter().find(|panel| panel.rule != Rule::Random);
    let mut told: Vec<String> = pair.filter_map(|panel| moved(toy, panel, step)).collect();
    if told.is_empty() {
        told.extend(first.and_then(|panel| moved(toy, panel, step)));
    }
    told.join(" ")
}

fn moved(toy: &Toy, panel: &Panel, step: usize) -> Option<String> {
    let place = |index: usize| toy.task.pool.inputs[index];
    let taken = &panel.batch.indices[..step];
    let next = place(*panel.batch.indices.get(step)?);
    let away = taken.iter().map(|&i| (place(i) - next).abs()).fold(f64::MAX, f64::min);
    let name = title(panel.rule);
    if matches!(panel.rule, Rule::Tig | Rule::Mig) {
        return Some(format!("{name}’s scores stay; it asks next {away:.2} from a pick."));
    }
    let [then, now] = [step - 1, step].map(|step| panel.batch.scores.get(step));
    let (then, now) = (then?, now?);
    // Beside the last pick, because what is taken has no score.
    let last = place(*taken.last()?);
    let free = (0..now.len()).filter(|&i| now[i].is_some());
    let beside =
        free.min_by(|&a, &b| (place(a) - last).abs().total_cmp(&(place(b) - last).abs()))?;
    let [then, now] = [then[beside]?, now[beside]?].map(three_decimals);
    let change =
        if then == now { format!("stays {now}") } else { format!("went from {then} to {now}") };
    Some(format!(
        "{name}’s score beside its last pick {change}; it asks next {away:.2} from a pick."
    ))
}

/// That Random is ahead of MIG, if it is, and why: MIG's questions may repeat each other, or Random was lucky.
fn ahead_of_mig(toy: &Toy, step: usize) -> String {
    let outcome = |rule: Rule| toy.panels.iter().find(|p| p.rule == rule).map(|p| &p.results[step]);
    match (outcome(Rule::Random), outcome(Rule::Mig)) {
        (Some(random), Some(mig)) if random.log_likelihood > mig.log_likelihood => {
            ahead(random.information, mig.information)
        }
        _ => String::new(),
    }
}

fn ahead(random: f64, mig: f64) -> String {
    let told = [random, mig].map(three_decimals).join(" nats against ");
    match random > mig {
        true => format!("Random is ahead of MIG with this seed: {told}."),
        false => format!("Random is ahead of MIG by luck: its picks tell less, {told}."),
    }
}

/// Which rules' first answer raised their RMSE, if any did, and how that can be: an answer that is right still
/// moves the mean elsewhere.
fn worse(toy: &Toy) -> String {
    let rose = |panel: &&Panel| panel.results[1].rmse > panel.results[0].rmse;
    let most = |a: &&Panel, b: &&Panel| a.results[1].rmse.total_cmp(&b.results[1].rmse);
    let Some(worst) = toy.panels.iter().filter(rose).max_by(most) else { return String::new() };
    let [then, now] = [0, 1].map(|step| three_decimals(worst.results[step].rmse));
    if then == now {
        return String::new();
    }
    let alike = |panel: &&Panel| three_decimals(panel.results[1].rmse) == now;
    let names: Vec<_> = toy.panels.iter().filter(alike).map(|panel| title(panel.rule)).collect();
    format!(
        "The RMSE of {} rose from {then} to {now}: better here can be worse there.",
        names.join(" and ")
    )
}

/// Points that were dragged off the truth, which the model takes at their word.
fn misfits(toy: &Toy) -> String {
    let train = &toy.task.train;
    let far = 4.0 * toy.task.noise.sqrt();
    let off = train.observed.iter().zip(&train.truth).filter(|(y, f)| (*y - *f).abs() > far);
    match off.count() {
        0 => String::new(),
        1 => "One training point lies off the true function: no rule can know that.".into(),
        many => {
            format!("{many} training points lie off the true function: no rule can know that.")
        }
    }
}

/// Which rules predict the targets best after so many picks.
fn leader(toy: &Toy, step: usize) -> String {
    let all = step == toy.steps();
    let after = match step {
        1 if all => "After one pick".into(),
        1 => "After the first pick".into(),
        _ if all => format!("After all {step} picks"),
        _ => format!("After {step} picks"),
    };
    let likelihood = |panel: &Panel| three_decimals(panel.results[step].log_likelihood);
    if let [only] = &toy.panels[..] {
        let before = three_decimals(only.results[0].log_likelihood);
        let (name, now) = (title(only.rule), likelihood(only));
        return format!(
            "{after}, {name} gives the targets a log likelihood of {now}; before, it was {before}."
        );
    }
    let by_likelihood = |a: &&Panel, b: &&Panel| {
        a.results[step].log_likelihood.total_cmp(&b.results[step].log_likelihood)
    };
    let most = toy.panels.iter().max_by(by_likelihood).map(likelihood).unwrap_or_default();
    let best: Vec<_> = toy.panels.iter().filter(|panel| likelihood(panel) == most).collect();
    let names: Vec<_> = best.iter().map(|panel| title(panel.rule)).collect();
    match &names[..] {
        [name] => format!("{after}, {name} predicts the targets best: log likelihood {most}."),
        every if every.len() == toy.panels.len() => {
            format!("{after}, all rules predict the targets equally well: log likelihood {most}.")
        }
        some => format!(
            "{after}, {} predict the targets equally well, and best: log likelihood {most}.",
            some.join(" and ")
        ),
    }
}

/// How closely the picks of MIG and BatchMIG lie together, if both are shown.
fn closeness(toy: &Toy) -> String {
    let q = toy.steps();
    let find = |rule: Rule| toy.panels.iter().find(|panel| panel.rule == rule);
    let (Some(mig), Some(batch)) = (find(Rule::Mig), find(Rule::BatchMig)) else {
        return String::new();
    };
    if mig.batch.indices[..q] == batch.batch.indices[..q] {
        return "MIG and BatchMIG ask the same.".into();
    }
    format!(
        "MIG’s picks lie on a stretch {:.2} wide, BatchMIG’s on one {:.2} wide.",
        spread(toy, mig, q),
        spread(toy, batch, q)
    )
}
