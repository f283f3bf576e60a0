//! talscope.
#![warn(missing_docs)]

#[cfg(all(target_arch = "wasm32", not(target_feature = "simd128")))]
compile_error!(
    "wasm needs simd128: a RUSTFLAGS variable replaces the flags in .cargo/config.toml; unset it"
);

pub mod error;
pub mod numeric;

pub use error::{Error, Result};
