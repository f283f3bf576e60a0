//! Equal questions have equal answers, whoever is asked: labs, short commands and requests.

use serde_json::{Value, json};
use talscope::experiment::measure::{METACORRELATION, XLL};
use talscope::experiment::train::task_seed;
use talscope::experiment::{self, Memory, Part, Store, agreement, correlation, to_the_end};
use talscope::lab::Opened;
use talscope::model::KINDS;
use talscope::numeric::Matrix;
use talscope::scenario::{Link, Scenario};
use talscope::task::Task;

/// Every kind of model that is fitted, small; with what the request `fit` calls it, if it can.
fn models() -> Vec<(&'static str, Option<Value>)> {
    let small = json!({ "units": 5, "epochs": 20, "particles": 2, "draws": 50 });
    vec![
        ("oracle", None),
        ("gp(rbf(0.7),0.02)", None),
        ("detuned(2)", None),
        ("relu(20)", None),
        ("fourier(20)", None),
        ("shrunk(0.5)", None),
        ("independent", None),
        ("gp-rbf", Some(json!({ "gp-rbf": {} }))),
        ("svgp(inducing=4,steps=20)", Some(json!({ "svgp": { "inducing": 4, "steps": 20 } }))),
        (
            "hmc(units=5,eta=1,chains=2,burn_in=40,draws=10,thin=2)",
            Some(
                json!({ "hmc": { "units": 5, "chains": 2, "burn_in": 40, "draws": 10, "thin": 2 } }),
            ),
        ),
        ("bbb(units=5,eta=1,epochs=20,particles=2,draws=50)", Some(json!({ "bbb": small }))),
        ("nng(units=5,eta=1,epochs=20,particles=2,draws=50)", Some(json!({ "nng": small }))),
        ("nkn(steps=20)", Some(json!({ "nkn": { "steps": 20 } }))),
        ("fbnn(units=20,epochs=20)", Some(json!({ "fbnn": { "units": 20, "epochs": 20 } }))),
        (
            "ensemble(members=3,units=5,epochs=20)",
            Some(json!({ "ensemble": { "members": 3, "units": 5, "epochs": 20 } })),
        ),
        (
            "dropout(units=5,epochs=20,draws=50)",
            Some(json!({ "dropout": { "units": 5, "epochs": 20, "draws": 50 } })),
        ),
    ]
}

const TASKS: [&str; 2] = ["preset=net&compare=targets", "task=benchmark&d=1&compare=targets"];

fn scenario(text: &str) -> Scenario {
    text.parse::<Link>().unwrap().scenario
}

/// Agreement with the oracle and XLL under it, of the second of two models on the first two tasks.
fn by_agreement(task: &str, model: &str, store: &Memory) -> [(Option<f64>, Option<f64>); 2] {
    let link = format!("lab=agreement&{task}&tasks=2&candidate=oracle&candidate={model}");
    let plan = experiment::plan(&scenario(&link), &[]);
    [0, 1].map(|number| {
        let found = plan.solve(number, store, &mut to_the_end).unwrap();
        let judged = agreement::read(&found).unwrap().judged;
        (judged.of(&METACORRELATION)[1], judged.of(&XLL)[1])
    })
}

fn by_correlations(task: &str, model: &str, store: &Memory) -> [(Option<f64>, Option<f64>); 2] {
    let link = format!("lab=correlation&{task}&tasks=1&candidate=oracle&candidate={model}");
    let scenario = scenario(&link);
    let plan = experiment::plan(&scenario, &[]);
    let [shown, further] = [0, 1].map(|place| plan.solve(place, store, &mut to_the_end).unwrap());
    let shown = correlation::codec::read_picture(&scenario, shown).unwrap().judged;
    let further = correlation::codec::read_judged(&further).unwrap();
    [shown, further].map(|judged| (judged.of(&METACORRELATION)[1], judged.of(&XLL)[1]))
}

fn by_models(task: &str, model: &str, store: &Memory) -> Option<f64> {
    let link = format!("lab=models&{task}&candidate={model}").parse().unwrap();
    let opened = Opened::complete_from(link, &[], store, &mut to_the_end).unwrap();
    let numbers = opened.figure().unwrap().numbers();
    let of_a_model = |name: &str| !name.starts_with("exact") && name.ends_with(".metacorrelation");
    numbers.iter().find(|(name, _)| of_a_model(name)).map(|(_, value)| *value)
}

fn rows(matrix: &Matrix) -> Value {
    matrix.column_iter().map(|point| json!(point.iter().collect::<Vec<_>>())).collect()
}

/// The same by the requests `fit` and `score`, for the task numbered `number`.
fn by_requests(task: &str, number: usize, model: &Value) -> Option<f64> {
    let scenario = scenario(&format!("lab=correlation&{task}"));
    let drawn = Task::numbered(&scenario, number).unwrap();
    let fit = |model: Value| -> Value {
        let request = json!({
            "model": model,
            "x_train": rows(&drawn.train.inputs),
            "y_train": drawn.train.observed.as_slice(),
            "noise_variance": drawn.noise,
            "x": rows(&drawn.targets.inputs),
            "seed": task_seed(&scenario, number),
        });
        let answer = talscope::json::answer("fit", &request.to_string()).unwrap();
        let mut fitted: Value = serde_json::from_str(&answer).unwrap();
        let fields = ["mean", "covariance", "noise_variance"];
        let model = fields.map(|field| (field.to_string(), fitted[field].take()));
        let mut model = Value::Object(model.into_iter().collect());
        model["name"] = "m".into();
        model
    };
    let oracle = oracle_of(&scenario, &drawn);
    let request = json!({
        "y": drawn.targets.observed.as_slice(),
        "batch_size": 5,
        "models": [fit(model.clone())],
        "oracle": oracle,
    });
    let answer = talscope::json::answer("score", &request.to_string()).unwrap();
    serde_json::from_str::<Value>(&answer).unwrap()["models"][0]["metacorrelation"].as_f64()
}

fn oracle_of(scenario: &Scenario, task: &Task) -> Value {
    let process = experiment::oracle(scenario).condition(&task.train).unwrap();
    let joint = process.joint(&task.targets.inputs).unwrap();
    json!({
        "name": "oracle",
        "mean": joint.mean.as_slice(),
        "covariance": rows(&joint.covariance),
        "noise_variance": task.noise,
    })
}

#[test]
fn labs_commands_and_requests_agree_on_every_kind_of_model() {
    let all = models();
    let known: Vec<&str> = KINDS.iter().map(|kind| kind.id).filter(|id| *id != "own").collect();
    for id in &known {
        let named = |(text, _): &(&str, Option<Value>)| text.split('(').next() == Some(id);
        assert!(all.iter().any(named), "{id} is not among the models of this test");
    }
    for task in TASKS {
        for (model, request) in &all {
            let what = format!("{model} on {task}");
            let compared = by_agreement(task, model, &Memory::default());
            assert_eq!(compared, by_correlations(task, model, &Memory::default()), "{what}");
            if task.starts_with("preset") && *model != "oracle" {
                let studied = by_models(task, model, &Memory::default());
                assert_eq!(studied, compared[0].0, "{what}");
            }
            for (number, request) in request.iter().flat_map(|model| [(0, model), (1, model)]) {
                let requested = by_requests(task, number, request).unwrap();
                // Predicted at the targets alone, sums may be rounded otherwise.
                let near = (requested - compared[number].0.unwrap()).abs() < 1e-9;
                assert!(near, "{what}, task {number}: {requested} {compared:?}");
            }
        }
    }
}

/// A store that counts what is trained.
#[derive(Default)]
struct Counted {
    memory: Memory,
    missed: std::sync::Mutex<Vec<String>>,
}

impl Store for Counted {
    fn find(&self, name: &str) -> Option<Part> {
        self.memory.find(name)
    }

    fn keep(&self, name: &str, part: &Part) -> talscope::Result<()> {
        self.missed.lock().unwrap().push(name.into());
        self.memory.keep(name, part)
    }
}

/// The lab Models, then Correlations and the comparison: each model is trained once.
#[test]
fn what_one_lab_has_trained_no_other_trains_again() {
    let trained = models().into_iter().filter(|(_, request)| request.is_some());
    let candidates: String = trained.map(|(model, _)| format!("&candidate={model}")).collect();
    let store = Counted::default();
    let mut trained = Vec::new();
    for lab in ["models", "correlation", "agreement"] {
        let link: Link = format!("lab={lab}&preset=net&tasks=1{candidates}").parse().unwrap();
        let plan = experiment::plan(&link.scenario, &[]);
        let names = plan.names();
        // Further tasks are others.
        let shown = if lab == "models" { plan.heard().collect() } else { vec![0] };
        shown
            .into_iter()
            .for_each(|place| drop(plan.solve(place, &store, &mut to_the_end).unwrap()));
        let training = (0..names.len()).filter(|place| plan.steps[*place].unit.work.id == "train");
        let training: Vec<&String> = training.map(|place| &names[place]).collect();
        let missed = std::mem::take(&mut *store.missed.lock().unwrap());
        trained.push(missed.iter().filter(|name| training.contains(name)).count());
    }
    assert!(trained[0] >= 8, "{trained:?}");
    assert_eq!(trained[1..], [0, 0], "trained anew");
}
