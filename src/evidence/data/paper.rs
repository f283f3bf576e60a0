//! The tables of the paper that others have too, as it published them: its numbers stand beside those of a run. And
//! what the authors set for each of them.

mod sets;

use sets::SETS;

use crate::error::Result;
use crate::scenario::Candidate;

/// The models that the paper compares, in the order of its columns.
pub const MODELS: [&str; 7] = ["gp-rbf", "bbb", "nng", "hmc", "fbnn", "dropout", "ensemble"];

/// A mean and its standard error.
pub type Published = (f64, f64);

/// One of the paper's eight sets.
#[derive(Debug)]
pub struct PaperSet {
    /// What it is called there.
    pub name: &'static str,
    /// How the names of its files begin.
    begins: &'static [&'static str],
    /// Rows and inputs.
    shape: (usize, usize),
    /// Mean XLLR of its Table 1, by [`MODELS`].
    pub xllr: [Published; 7],
    /// Mean XLL of its Table 5.
    pub xll: [Published; 7],
    /// Whether the authors let learned noise be less there: down to 1e-8 instead of 1e-5.
    has_little_noise: bool,
    /// What the authors set.
    tuned: Tuned,
}

/// Learning rate and units of nets; dropout's rates and noise; FBNN's learning rate and measurement points.
#[derive(Debug)]
struct Tuned {
    ensemble: (f64, usize),
    bbb: (f64, usize),
    nng: (f64, usize),
    hmc: (f64, usize),
    dropout: (f64, f64, f64),
    fbnn: (f64, usize),
}

/// More rows than that are large: HMC burns in longer.
const LARGE: usize = 2_000;

impl PaperSet {
    /// The set that a file is, by its name and its shape.
    pub fn find(file: &str, shape: (usize, usize)) -> Option<&'static Self> {
        let name = file.to_lowercase();
        let is = |set: &&Self| {
            set.shape == shape && set.begins.iter().any(|begin| name.starts_with(begin))
        };
        SETS.iter().find(is)
    }

    /// What the paper found for a kind of model.
    pub fn of(&self, kind: &str) -> Option<(Published, Published)> {
        // On its large sets the paper's column of GP-RBF is a sparse process.
        let kind = if kind == "svgp" { "gp-rbf" } else { kind };
        let place = MODELS.iter().position(|model| *model == kind)?;
        Some((self.xllr[place], self.xll[place]))
    }
}

/// A model as the authors set it on a table of so many rows, or as they set it on all of them if it is none of theirs.
/// What is said of a model already stays.
///
/// # Errors
/// Those of settings that make no sense.
pub fn tuned(candidate: &Candidate, set: Option<&PaperSet>, rows: usize) -> Result<Candidate> {
    let own = set.map(|set| &set.tuned);
    let net = |net: Option<(f64, usize)>| match net {
        Some((rate, units)) => format!("epochs=10000,units={units},learning_rate={rate}"),
        None => "epochs=10000".into(),
    };
    let settings = match candidate.kind.id {
        "gp-rbf" => match set.is_some_and(|set| set.has_little_noise) {
            true => "ard=yes,least_noise=1e-8".into(),
            false => "ard=yes".into(),
        },
        "ensemble" => net(own.map(|own| own.ensemble)),
        "bbb" => net(own.map(|own| own.bbb)),
        "nng" => net(own.map(|own| own.nng)) + ",drop_at=5000",
        "hmc" => {
            let burn_in = if rows > LARGE { ",burn_in=15000" } else { "" };
            let net = own.map(|own| own.hmc);
            let net = net.map(|(rate, units)| format!(",units={units},learning_rate={rate}"));
            format!("learn_eta=yes{burn_in}{}", net.unwrap_or_default())
        }
        "dropout" => match own.map(|own| own.dropout) {
            Some((learning, rate, noise)) => {
                format!("epochs=10000,units=400,learning_rate={learning},rate={rate},noise={noise}")
            }
            None => "epochs=10000,units=400".into(),
        },
        "fbnn" => match own.map(|own| own.fbnn) {
            Some((rate, points)) => {
                format!("epochs=10000,ard=yes,learning_rate={rate},measurement={points}")
            }
            None => "epochs=10000,ard=yes".into(),
        },
        _ => return Ok(candidate.clone()),
    };
    let mut made: Candidate = format!("{}({settings})", candidate.kind.id).parse()?;
    for (setting, value) in candidate.values.changed() {
        made.values.set(setting.id, value.clone());
    }
    Ok(Candidate { name: candidate.name.clone(), is_reference: candidate.is_reference, ..made })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks of seven models add up to 21, and the means over sets are those that the paper prints: whoever mistypes a
    /// number is found out.
    #[test]
    fn published_ranks_add_up() {
        for set in &SETS {
            let sum: f64 = set.xllr.iter().map(|(mean, _)| mean).sum();
            assert!((sum - 21.0).abs() < 0.02, "{}: {sum}", set.name);
        }
        let printed = [2.02, 4.36, 3.88, 1.82, 2.28, 4.73, 1.91];
        for (model, printed) in printed.iter().enumerate() {
            let mean = SETS.iter().map(|set| set.xllr[model].0).sum::<f64>() / 8.0;
            assert!((mean - printed).abs() < 0.0075, "{}: {mean}", MODELS[model]);
        }
    }

    #[test]
    fn sets_are_known_by_name_and_shape() {
        assert_eq!(PaperSet::find("wine_red", (1599, 11)).unwrap().name, "Wine");
        assert!(PaperSet::find("wine_red", (1598, 11)).is_none());
        assert!(PaperSet::find("mine", (1599, 11)).is_none());
    }

    #[test]
    fn every_model_can_be_set_as_the_authors_did() {
        for model in MODELS {
            let plain: Candidate = model.parse().unwrap();
            for set in SETS.iter().map(Some).chain([None]) {
                let made = tuned(&plain, set, 506).unwrap();
                assert_eq!(made.to_string().parse::<Candidate>().unwrap(), made);
            }
        }
        let own = tuned(&"ensemble(members=3)".parse().unwrap(), Some(&SETS[0]), 506).unwrap();
        assert_eq!(own.id(), "ensemble(members=3,units=400,epochs=10000,learning_rate=0.003)");
        let hmc = tuned(&"hmc".parse().unwrap(), Some(&SETS[5]), 8192).unwrap();
        assert_eq!(hmc.id(), "hmc(units=400,burn_in=15000,learn_eta=yes,learning_rate=0.003)");
    }
}
