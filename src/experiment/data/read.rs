//! The unit that reads a table, and tasks from what it found.

use crate::cost::Cost;
use crate::error::{Error, Result, counted};
use crate::exchange::{read_split, read_table};
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::{Part, Unit, Work};
use crate::model::choice::CHECK_EVERY;
use crate::model::{Model, Validation};
use crate::numeric::{Matrix, Vector};
use crate::points::Points;
use crate::scenario::{Scenario, Sizes, Source, TableUse};
use crate::table::{NATIVE, Numbers};
use crate::task::Task;
use crate::task::table::{Scale, Split, TableTask};

/// A file becomes numbers.
pub static TABLE: Work = Work {
    id: "table",
    keys: &[&["task", "rows", "d", "column", "leave", "read"]],
    version: |_| "1".into(),
    cost: Some(|unit| {
        Cost::operations(50.0 * unit.files.iter().map(Vec::len).sum::<usize>() as f64)
    }),
    run: |unit, _, _| run(unit),
};

/// A table as units have it.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Inputs, a row of the table each column.
    pub x: Matrix,
    /// What is predicted, in its own unit.
    pub y: Vector,
    /// Which rows of the file these are, from 0.
    pub rows: Vec<usize>,
    /// How it is split, by places among these; without it, the seed decides.
    pub split: Option<Split>,
}

/// How many rows and inputs a scenario has to say that a table has.
pub fn sizes_of(numbers: &Numbers) -> (usize, usize) {
    (numbers.y.len(), numbers.inputs.len())
}

fn run(unit: &Unit) -> Result<Part> {
    let scenario = unit.scenario();
    let missing = || Error::missing("the table", "open its file");
    let bytes = unit.files.first().filter(|bytes| !bytes.is_empty()).ok_or_else(missing)?;
    let TableUse { rows, reading, choice, .. } = &scenario.data.table;
    let numbers = read_table(bytes, reading, choice, NATIVE)?;
    let (found, said) = (sizes_of(&numbers), (*rows, scenario.data.dimension));
    if found != said {
        return Err(Error::clash(format!(
            "the table has {} and {}, and {} and {} were expected",
            counted(found.0, "row"),
            counted(found.1, "input"),
            counted(said.0, "row"),
            counted(said.1, "input"),
        )));
    }
    let split = unit.files.get(1).map(|bytes| split_of(bytes, &numbers)).transpose()?;
    Ok(write(&Table { x: numbers.x, y: numbers.y, rows: numbers.rows, split }))
}

/// A split of rows of the file, by their places among those that are used.
///
/// # Errors
/// [`Error`] with the row, or with what is missing.
pub fn split_of(bytes: &[u8], numbers: &Numbers) -> Result<Split> {
    let split = read_split(bytes)?;
    let places = |rows: &[usize]| -> Result<Vec<usize>> {
        let place = |row: &usize| {
            let lost =
                |_| Error::value("a row of the split", row, "a row of the table that is used");
            numbers.rows.binary_search(row).map_err(lost)
        };
        rows.iter().map(place).collect()
    };
    let split = Split {
        train: places(&split.train)?,
        pool: places(&split.pool)?,
        test: places(&split.test)?,
        validation: places(&split.validation)?,
    };
    split.check(numbers.y.len())?;
    match split.validation.is_empty() {
        true => {
            Err(Error::missing("every row of validation", "epochs and noise are chosen on these"))
        }
        false => Ok(split),
    }
}

fn write(table: &Table) -> Part {
    let mut out = Writer::default();
    out.matrix(&table.x);
    out.list(table.y.as_slice());
    out.indices(&table.rows);
    out.flag(table.split.is_some());
    if let Some(Split { train, pool, test, validation }) = &table.split {
        [train, pool, test, validation].into_iter().for_each(|rows| out.indices(rows));
    }
    out.end()
}

/// What the unit found.
pub fn read(part: &Part) -> Result<Table> {
    part.read(|reader: &mut Reader| {
        let (x, y) = (reader.matrix()?, Vector::from_column_slice(reader.list()?));
        let rows = reader.indices()?;
        let mut split = None;
        if reader.flag()? {
            let mut next = || reader.indices();
            split =
                Some(Split { train: next()?, pool: next()?, test: next()?, validation: next()? });
        }
        Ok(Table { x, y, rows, split })
    })
}

impl Table {
    /// How it is split for a scenario's seed.
    pub fn split_by(&self, scenario: &Scenario) -> Split {
        let drawn = || Split::draw(self.y.len(), scenario.problem.seed);
        self.split.clone().unwrap_or_else(drawn)
    }

    /// The task of a scenario's seed, once some of the pool were observed too.
    pub fn task(&self, scenario: &Scenario, asked: &[usize]) -> Result<TableTask> {
        TableTask::of((&self.x, &self.y), &self.split_by(scenario), asked)
    }

    /// A split in rows of the file.
    pub fn in_file(&self, split: &Split) -> Split {
        let rows = |places: &[usize]| places.iter().map(|place| self.rows[*place]).collect();
        Split {
            train: rows(&split.train),
            pool: rows(&split.pool),
            test: rows(&split.test),
            validation: rows(&split.validation),
        }
    }
}

/// The table among the parts that a unit needs: the first of them.
pub fn table_of(parts: &[Part]) -> Result<Table> {
    read(parts.first().ok_or_else(|| Error::missing("the table that a unit of work needs", ""))?)
}

/// What units learn from.
pub struct Given {
    /// The task.
    pub task: Task,
    /// The places in the pool of what epochs are chosen by, if the task comes from a table.
    validation: Vec<usize>,
    /// What a kernel may be learned from: all that may be seen, with values as they would be observed.
    pub hyper: Option<Points>,
    /// What gives values the unit of the table back, if there is one.
    pub scale: Option<Scale>,
}

impl Given {
    /// What epochs are chosen by, but for what was asked for.
    pub fn validation_left(&self, asked: &[usize]) -> Points {
        let left = self.validation.iter().copied().filter(|place| !asked.contains(place));
        self.task.pool.select(&left.collect::<Vec<_>>())
    }

    /// How some points choose the epoch that is kept, and when training ends.
    pub fn validation_by<'a>(&self, scenario: &Scenario, points: &'a Points) -> Validation<'a> {
        validation(scenario, points)
    }
}

fn validation<'a>(scenario: &Scenario, points: &'a Points) -> Validation<'a> {
    let patience = Some(scenario.data.table.patience).filter(|patience| *patience > 0);
    Validation { points, every: CHECK_EVERY, patience }
}

/// What units learn from, wherever it comes from, and the parts that are left: a table is the first of those that they
/// need.
pub fn given<'a>(
    scenario: &Scenario,
    number: usize,
    parts: &'a [Part],
) -> Result<(Given, &'a [Part])> {
    if scenario.data.source != Source::Table {
        let task = Task::numbered(scenario, number)?;
        return Ok((Given { task, validation: Vec::new(), hyper: None, scale: None }, parts));
    }
    let table = table_of(parts)?;
    let TableTask { task, validation_places, scale, .. } = table.task(scenario, &[])?;
    let hyper = Some(task.train.followed_by(&task.pool));
    let given = Given { task, validation: validation_places, hyper, scale: Some(scale) };
    Ok((given, &parts[1..]))
}

/// What choosing epochs of a model's training costs; nothing where none is chosen.
pub fn choosing_cost(scenario: &Scenario, model: &dyn Model) -> Cost {
    if scenario.data.source != Source::Table || !model.chooses() {
        return Cost::default();
    }
    let (inputs, rows) = (scenario.inputs(), scenario.data.table.rows);
    let count = Sizes::validation_of_rows(rows);
    let nothing = Vector::zeros(count);
    let points =
        Points { inputs: Matrix::zeros(inputs, count), truth: nothing.clone(), observed: nothing };
    model.choosing_cost(inputs, scenario.sizes().train, &validation(scenario, &points))
}
