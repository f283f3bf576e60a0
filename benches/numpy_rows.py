"""The same work as some rows of the benches, in vectorised numpy, one thread.

`cargo xtask bench` runs this beside the benches where python3 has numpy (and where it has jax or torch
too, jax_rows.py and torch_rows.py). It prints the same lines,
`bench <name> <median nanoseconds>`; an argument keeps the names that contain it.
"""

import os
import sys
import time

for library in ("OMP", "OPENBLAS", "MKL", "VECLIB_MAXIMUM", "NUMEXPR"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402  (the thread count is read on import)

NOISE = 0.01


def rbf(left, right, lengthscale):
    squares = (left**2).sum(1)[:, None] + (right**2).sum(1)[None] - 2 * left @ right.T
    return np.exp(-0.5 * np.maximum(squares, 0) / lengthscale**2)


def posterior(x_train, y_train, x, lengthscale):
    lower = np.linalg.cholesky(rbf(x_train, x_train, lengthscale) + NOISE * np.eye(len(x_train)))
    projected = np.linalg.solve(lower, rbf(x_train, x, lengthscale))
    mean = projected.T @ np.linalg.solve(lower, y_train)
    return mean, rbf(x, x, lengthscale) - projected.T @ projected


def total_information(variance):
    return 0.5 * np.log1p(variance / NOISE)


def marginal_information(cross, variance_pool, variance_targets):
    squares = cross**2
    rest = np.maximum(variance_pool[:, None] * variance_targets - squares, 0)
    return 0.5 * np.log1p(squares / (rest + NOISE * variance_targets)).mean(1)


def batch_mig(covariance, pool, size):
    """Greedy; a pick costs one rank-one update of pool x targets, the pool's own is left lazy."""
    own, cross = covariance[:pool, :pool], covariance[:pool, pool:].copy()
    variances = np.diag(covariance)
    variance_pool, variance_targets = variances[:pool].copy(), variances[pool:].copy()
    seen = np.empty((size, pool))
    free = np.ones(pool, bool)
    picks = []
    for step in range(size):
        scores = marginal_information(cross, variance_pool, variance_targets)
        pick = int(np.argmax(np.where(free, scores, -np.inf)))
        free[pick] = False
        picks.append(pick)
        root = np.sqrt(variance_pool[pick] + NOISE)
        with_pool = (own[pick] - seen[:step, pick] @ seen[:step]) / root
        with_targets = cross[pick] / root
        seen[step] = with_pool
        cross -= np.outer(with_pool, with_targets)
        variance_pool -= with_pool**2
        variance_targets -= with_targets**2
    return picks


def cross_likelihoods(means, covariances, y, size):
    """XLL of every model under every reference, batches factored together."""
    count = len(covariances)
    noisy = [covariance + NOISE * np.eye(len(y)) for covariance in covariances]
    deviations = [np.sqrt(np.diag(s)) for s in noisy]
    correlations = [s / np.outer(d, d) for s, d in zip(noisy, deviations)]
    table = np.empty((count, count))
    for reference in range(count):
        strength = np.abs(correlations[reference])
        np.fill_diagonal(strength, np.inf)
        batches = np.argpartition(-strength, size - 1, axis=1)[:, :size]
        scores = ((y - means[reference]) / deviations[reference])[batches][..., None]
        logs = np.log(deviations[reference])[batches].sum(1)
        for candidate in range(count):
            blocks = correlations[candidate][batches[:, :, None], batches[:, None, :]]
            lower = np.linalg.cholesky(blocks)
            whitened = np.linalg.solve(lower, scores)[..., 0]
            logdet = np.log(np.diagonal(lower, axis1=1, axis2=2)).sum(1)
            density = -0.5 * (whitened**2).sum(1) - logdet - logs
            table[reference, candidate] = density.mean() / size - 0.5 * np.log(2 * np.pi)
    return table


def gram_row():
    x = np.random.default_rng(1).normal(size=(2000, 10))
    return lambda: rbf(x, x, 3.0)


def posterior_row():
    draw = np.random.default_rng(1)
    x_train, y_train, x = draw.normal(size=(50, 10)), draw.normal(size=50), draw.normal(size=(700, 10))
    return lambda: posterior(x_train, y_train, x, 3.0)


def batch_mig_row():
    draw = np.random.default_rng(1)
    x_train, y_train, x = draw.normal(size=(50, 10)), draw.normal(size=50), draw.normal(size=(700, 10))
    covariance = posterior(x_train, y_train, x, 3.0)[1]
    return lambda: batch_mig(covariance, 200, 10)


def cross_likelihoods_row():
    draw = np.random.default_rng(1)
    x, y, mean = draw.normal(size=(500, 10)), draw.normal(size=500), draw.normal(size=500)
    covariances = [rbf(x, x, 1 + 0.25 * model) for model in range(8)]
    return lambda: cross_likelihoods([mean] * 8, covariances, y, 5)


def toy_row():
    x_train = np.array([-2.7, -2.4, -2.1, 1.7, 2.0, 2.3])[:, None]
    y_train = np.sin(2.2 * x_train[:, 0])
    x = np.concatenate([np.linspace(-6, 6, 200), np.linspace(-1.3, 1.3, 20)])[:, None]

    def work():
        covariance = posterior(x_train, y_train, x, 0.8)[1]
        variance = np.maximum(np.diag(covariance), 0)
        np.argsort(-total_information(variance[:200]), kind="stable")[:5]
        scores = marginal_information(covariance[:200, 200:], variance[:200], variance[200:])
        np.argsort(-scores, kind="stable")[:5]
        return batch_mig(covariance, 200, 5)

    return work


ROWS = {
    "gram-rbf-2000": gram_row,
    "posterior-50-200-500-d10": posterior_row,
    "batchmig-q10": batch_mig_row,
    "xll-8-models-500-b5": cross_likelihoods_row,
    "toy-three-rules": toy_row,
}


def median_nanoseconds(work):
    """The median of nine samples of at least 20 ms each, after a warm-up."""

    def sample(repeats):
        start = time.perf_counter()
        for _ in range(repeats):
            work()
        return time.perf_counter() - start

    start, repeats = time.perf_counter(), 1
    while time.perf_counter() - start < 0.4:
        if sample(repeats) < 0.02:
            repeats *= 2
    times = sorted(sample(repeats) / repeats for _ in range(9))
    return times[4] * 1e9


def main(rows):
    """Times the rows that are asked for."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    for name, prepare in rows.items():
        if wanted in name:
            print(f"bench {name} {median_nanoseconds(prepare()):.0f}", flush=True)


if __name__ == "__main__":
    main(ROWS)
