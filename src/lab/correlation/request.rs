//! What leaves the lab for any other program.

use serde_json::{Value, json};

use crate::lab::correlation::{Belief, Picture};

/// The request `score` for what a picture shows of the targets, for any other program. It knows no
/// pool, so that its metacorrelations are those of targets with targets.
pub fn score_request(picture: &Picture) -> Value {
    let targets = picture.y.len();
    let titles = super::titles(&picture.scenario);
    let model = |name: &str, belief: &Belief| {
        let belief = belief.last(targets);
        let rows = belief.covariance.row_iter().map(|row| row.iter().copied().collect::<Vec<_>>());
        json!({
            "name": name,
            "mean": belief.mean.as_slice(),
            "covariance": rows.collect::<Vec<_>>(),
            "noise_variance": belief.noise.as_slice(),
        })
    };
    let all = picture.beliefs.iter().zip(&titles);
    let there = all.filter_map(|(belief, name)| Some((name, belief.as_ref()?)));
    let candidates = &picture.scenario.models.candidates;
    let is_reference = |at: &usize| candidates[picture.judged.models[*at]].is_reference;
    let mut request = json!({
        "y": picture.y,
        "batch_size": picture.scenario.judging.xll_batch.min(targets),
        "models": there.map(|(name, belief)| model(name, belief)).collect::<Vec<_>>(),
        "references": (0..picture.judged.models.len()).filter(is_reference).collect::<Vec<_>>(),
        "batches": picture.scenario.key_value("batches"),
        "seed": picture.scenario.problem.seed,
    });
    if let Some(oracle) = &picture.oracle {
        request["oracle"] = model("oracle", oracle);
    }
    request
}
