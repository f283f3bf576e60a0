//! Portable numerics: the same bits natively and in every browser.
