//! What a unit found, as a line of JSON that other programs read: no times, no places, sorted keys, so that equal
//! runs give equal bytes.

use serde_json::{Map, Value, json};

use crate::error::Result;
use crate::experiment::agreement::{self, COMPARE};
use crate::experiment::curves::{self, CURVE, LEARN, learn, record};
use crate::experiment::{Part, Unit};
use crate::tal::Run;

/// The line of a unit whose part is a result; it says so if only quick studies want it.
///
/// # Errors
/// As the part's reader.
pub fn line(name: &str, unit: &Unit, part: &Part, quick: bool) -> Result<String> {
    let mut line = Map::new();
    line.insert("unit".into(), name.into());
    line.insert("work".into(), unit.work.id.into());
    line.insert("task".into(), unit.first.into());
    line.insert("scenario".into(), unit.scenario().link().into());
    if quick {
        line.insert("quick".into(), true.into());
    }
    line.extend(numbers(unit, part)?);
    Ok(Value::Object(line).to_string() + "\n")
}

fn numbers(unit: &Unit, part: &Part) -> Result<Map<String, Value>> {
    let mut numbers = Map::new();
    let mut insert = |name: &str, value: Value| _ = numbers.insert(name.into(), value);
    if *unit.work == CURVE {
        let course = curves::read(part)?;
        let Run { picks, log_likelihood, expected_log_likelihood, rmse } = course.run;
        insert("picks", json!(picks));
        insert("log_likelihood", json!(log_likelihood));
        insert("expected_log_likelihood", json!(expected_log_likelihood));
        insert("rmse", json!(rmse));
        insert("fits_in_doubt", json!(record::doubts(&course.records).0));
    } else if *unit.work == LEARN {
        let [log_likelihood, expected, rmse] = learn::read(part)?.record;
        insert("batches", unit.count.into());
        insert("log_likelihood", json!(log_likelihood));
        insert("expected_log_likelihood", json!(expected));
        insert("rmse", json!(rmse));
    } else if *unit.work == COMPARE {
        let task = agreement::read(part)?;
        let titles = vec![String::new(); unit.scenario().models.candidates.len()];
        for quantity in agreement::quantities(unit.scenario(), &titles) {
            let models = 0..task.judged.models.len();
            let (of, expected): (Vec<_>, Vec<_>) = models
                .map(|model| (quantity.of(&task, model), quantity.expected(&task, model)))
                .unzip();
            if expected.iter().any(Option::is_some) {
                insert(&format!("expected {}", quantity.id), json!(expected));
            }
            insert(&quantity.id, json!(of));
        }
        insert("fits_in_doubt", json!(task.judged.doubts.iter().flatten().count()));
    } else {
        insert("numbers", json!(part.0));
    }
    Ok(numbers)
}
