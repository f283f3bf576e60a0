//! One terminal for stages that run at the same time.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// Shows the lines of one stage as they come; those of others wait until it ends. So what is read is
/// what would be read if the stages ran one after another.
pub struct Terminal<W> {
    state: Mutex<State<W>>,
}

impl<W: Write> Terminal<W> {
    /// Writes to the given place.
    pub fn new(out: W) -> Self {
        Self { state: Mutex::new(State { out, speaker: None, waiting: BTreeMap::new() }) }
    }

    /// Shows a line of a stage, now or later.
    pub fn say(&self, stage: usize, line: &str) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).say(stage, line);
    }

    /// The stage says no more: others have their turn.
    pub fn end(&self, stage: usize) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).end(stage);
    }
}

struct State<W> {
    out: W,
    speaker: Option<usize>,
    waiting: BTreeMap<usize, Block>,
}

/// What a stage said while another was speaking.
#[derive(Default)]
struct Block {
    text: String,
    ended: bool,
}

impl<W: Write> State<W> {
    fn say(&mut self, stage: usize, line: &str) {
        if *self.speaker.get_or_insert(stage) == stage {
            self.show(&format!("{line}\n"));
        } else {
            let block = self.waiting.entry(stage).or_default();
            block.text += &format!("{line}\n");
        }
    }

    fn end(&mut self, stage: usize) {
        if self.speaker != Some(stage) {
            self.waiting.entry(stage).or_default().ended = true;
            return;
        }
        self.speaker = None;
        let (ended, waiting): (BTreeMap<_, _>, BTreeMap<_, _>) =
            std::mem::take(&mut self.waiting).into_iter().partition(|(_, block)| block.ended);
        self.waiting = waiting;
        ended.values().for_each(|block| self.show(&block.text));
        if let Some((next, block)) = self.waiting.pop_first() {
            self.speaker = Some(next);
            self.show(&block.text);
        }
    }

    /// A reader who has gone away, as `head` does, is no reason to stop the tests.
    fn show(&mut self, text: &str) {
        let _ = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_do_not_interrupt_each_other() {
        let terminal = Terminal::new(Vec::new());
        for (stage, line) in [(1, "a"), (2, "A"), (3, "x"), (1, "b"), (3, "y"), (2, "B")] {
            terminal.say(stage, line);
        }
        assert_eq!(shown(&terminal), "a b", "the first to speak is heard at once");
        terminal.end(3);
        assert_eq!(shown(&terminal), "a b", "the others wait");
        terminal.end(1);
        assert_eq!(shown(&terminal), "a b x y A B", "what has ended goes first");
        terminal.say(2, "C");
        assert_eq!(shown(&terminal), "a b x y A B C", "and who is left is heard");
        terminal.end(2);
        terminal.say(4, "later");
        assert_eq!(shown(&terminal), "a b x y A B C later");
    }

    fn shown(terminal: &Terminal<Vec<u8>>) -> String {
        let state = terminal.state.lock().unwrap();
        String::from_utf8(state.out.clone()).unwrap().trim().replace('\n', " ")
    }
}
