//! `talscope lesson`: for those who write lessons.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use talscope::lesson::{Lesson, Mistake, check};
use talscope::scenario::Link;

use super::input::read;
use super::run::complete;
use super::{Outcome, output};

/// What can be done with lessons.
#[derive(Subcommand)]
pub enum Command {
    /// Names mistakes by their lines, and proves that each goal is unmet at first and met by the step's
    /// solution.
    Check {
        /// The lesson, a Markdown file.
        file: PathBuf,
    },
    /// Writes an example with comments, to begin with.
    New {
        /// The file to write; without one it is printed.
        file: Option<PathBuf>,
    },
    /// Lists the numbers of a link's figure that goals and texts can speak of.
    Numbers {
        /// A link from the page, or the part behind its #.
        link: String,
    },
}

/// What a new lesson begins with.
const EXAMPLE: &str = include_str!("example.md");

/// Does it.
pub fn run(command: &Command, quiet: bool) -> Outcome {
    match command {
        Command::Check { file } => check_file(file, quiet),
        Command::New { file: None } => output::print(EXAMPLE),
        Command::New { file: Some(file) } if file.exists() => {
            Err(format!("{} is there already, and is left as it is", file.display()).into())
        }
        Command::New { file: Some(file) } => output::write(file, EXAMPLE.as_bytes()),
        Command::Numbers { link } => {
            let opened = complete(link.parse::<Link>()?, &[], quiet)?;
            let line = |(name, value): (String, f64)| format!("{name:40} {value:>10.4}\n");
            let lines: String = opened.figure()?.numbers().into_iter().map(line).collect();
            output::print(&lines)
        }
    }
}

fn check_file(file: &Path, quiet: bool) -> Outcome {
    let source = String::from_utf8(read(file)?)
        .map_err(|error| format!("{} is not UTF-8 text: {error}", file.display()))?;
    let wrong = |mistakes: Vec<Mistake>| {
        let lines = mistakes.iter().map(|mistake| format!("{}, {mistake}", file.display()));
        lines.collect::<Vec<_>>().join("\ntalscope: ")
    };
    let lesson = Lesson::parse(&source).map_err(wrong)?;
    let proofs = check(&lesson, &mut |link| complete(link.clone(), &[], quiet)).map_err(wrong)?;
    let lines =
        proofs.iter().map(|proof| format!("{:20} {}\n", proof.id, output::plain(&proof.words)));
    output::print(&format!("{}\n{}", lesson.title, lines.collect::<String>()))
}
