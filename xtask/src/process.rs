//! Child processes: run one to its end, or read its lines while the user reads them too.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// Runs the command and fails when it does.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| cannot_start(command))?;
    ensure!(status.success(), "`{}` failed with {status}", describe(command));
    Ok(())
}

/// Runs the command, prints its output as it comes and hands each line on.
/// Returns whether the command succeeded.
pub fn stream(command: &mut Command, mut each_line: impl FnMut(&str)) -> Result<bool> {
    lines(command, |line| {
        println!("{line}");
        each_line(line);
    })
}

/// Runs the command and hands on each line of its output and its errors, in the order in which they
/// were written. Returns whether the command succeeded.
pub fn lines(command: &mut Command, mut each_line: impl FnMut(&str)) -> Result<bool> {
    let (output, input) = std::io::pipe().context("making a pipe")?;
    command.stdout(input.try_clone()?).stderr(input);
    let child = command.spawn().with_context(|| cannot_start(command));
    // The command holds the pipe's other end; while it does, the lines never end.
    command.stdout(Stdio::inherit()).stderr(Stdio::inherit());
    let mut child = child?;
    for line in BufReader::new(output).split(b'\n') {
        let line = line.context("reading the child's output")?;
        each_line(&String::from_utf8_lossy(&line));
    }
    Ok(child.wait()?.success())
}

/// The command as one would type it.
pub fn describe(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(command.get_program());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn cannot_start(command: &Command) -> String {
    format!("cannot start `{}`: is it installed and on the PATH?", describe(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_command_is_named() {
        let error = run(Command::new("cargo").arg("no-such-subcommand").stderr(Stdio::null()));
        let message = error.unwrap_err().to_string();
        assert!(message.contains("cargo no-such-subcommand"), "{message}");
    }

    #[test]
    fn a_missing_command_is_named() {
        let message = run(&mut Command::new("no-such-program")).unwrap_err().to_string();
        assert!(message.contains("no-such-program"), "{message}");
    }

    #[test]
    fn each_line_is_handed_on() {
        let mut lines = Vec::new();
        let good = stream(Command::new("cargo").arg("--version"), |line| lines.push(line.into()));
        assert!(good.unwrap());
        assert_eq!(lines.len(), 1);
        let line: &String = &lines[0];
        assert!(line.starts_with("cargo "), "{line}");
    }

    #[test]
    fn errors_are_lines_too() {
        let mut text = String::new();
        let good = lines(Command::new("cargo").arg("no-such-subcommand"), |line| text += line);
        assert!(!good.unwrap());
        assert!(text.contains("no-such-subcommand"), "{text}");
    }
}
