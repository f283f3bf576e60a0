//! Models judged on a table of the reader's own, as the paper judges them on UCI's: who ranks where by XLL over splits,
//! how sure that is, and what each believes goes together in the test set.

mod charts;
mod figure;
mod found;
mod ranking;
mod report;
mod words;

pub use figure::DataFigure;

#[cfg(test)]
mod tests;
