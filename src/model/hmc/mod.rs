//! Hamiltonian Monte Carlo over the weights of a network.

pub mod sampler;
