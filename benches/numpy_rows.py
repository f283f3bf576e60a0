"""The same work as some rows of the benches, in vectorised numpy, one thread.

`cargo xtask bench` runs this beside the benches where python3 has numpy (and where it has jax or torch
too, jax_rows.py and torch_rows.py). It prints the same lines,
`bench <name> <nanoseconds>`; an argument keeps the names that contain it, or one of its parts between commas.
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


def centres(x, count, draw):
    """k-means from the starts of k-means++, at most 30 rounds."""
    chosen = [draw.integers(len(x))]
    squares = ((x - x[chosen[0]]) ** 2).sum(1)
    while len(chosen) < count:
        chosen.append(draw.choice(len(x), p=squares / squares.sum()))
        squares = np.minimum(squares, ((x - x[chosen[-1]]) ** 2).sum(1))
    middles, nearest = x[chosen], None
    for _ in range(30):
        before = nearest
        nearest = ((middles**2).sum(1) - 2 * x @ middles.T).argmin(1)
        if before is not None and (nearest == before).all():
            break
        sizes = np.bincount(nearest, minlength=count)
        sums = np.stack([np.bincount(nearest, column, count) for column in x.T], 1)
        middles = np.where(sizes[:, None] > 0, sums / np.maximum(sizes, 1)[:, None], middles)
    return middles


def sparse_bound(x, y, z, lengthscale, variance):
    """The collapsed bound of a sparse process, and its gradient by kernel and inducing points.

    numpy has no triangular solve: the inverse of a factor is the fastest that it can do.
    """
    count, eye = len(x), np.eye(len(z))
    own, across = variance * rbf(z, z, lengthscale), variance * rbf(z, x, lengthscale)
    inverse = np.linalg.inv(np.linalg.cholesky(own + 1e-10 * eye))
    projected = inverse @ across
    square, product = projected @ projected.T, projected @ y
    precision = eye + square / NOISE
    covariance = np.linalg.inv(precision)
    mean = covariance @ product / NOISE
    rest = count * variance - np.trace(square)
    misfit = y @ y - 2 * mean @ product + mean @ square @ mean + (covariance * square).sum() + rest
    divergence = np.trace(covariance) + mean @ mean - len(z) + np.linalg.slogdet(precision)[1]
    value = -0.5 * (count * np.log(2 * np.pi * NOISE) + misfit / NOISE + divergence)
    inner = eye - covariance - np.outer(mean, mean)
    by_across = inverse.T @ inner @ projected
    by_across += np.outer(inverse.T @ mean, y)
    by_across *= across / NOISE
    by_own = inverse.T @ (inner @ square + np.outer(mean, product)) @ inverse
    by_own *= -0.5 / NOISE * own

    def moments(weights, right):
        rows, first = weights.sum(1), weights @ right
        squares = weights.sum(0) @ (right**2).sum(1)
        squares += rows @ (z**2).sum(1) - 2 * (z * first).sum()
        return first - rows[:, None] * z, squares

    (points, squares), (own_points, own_squares) = moments(by_across, x), moments(by_own, z)
    by_lengthscale = (squares + own_squares) / lengthscale**3
    by_variance = (by_across.sum() + by_own.sum()) / variance - 0.5 * count / NOISE
    return value, by_lengthscale, by_variance, (points + 2 * own_points) / lengthscale**2


def sparse(x, y, count, steps, draw):
    z, logs = centres(x, count, draw), np.zeros(2)
    parameters = np.concatenate([logs, z.ravel()])
    first, second = np.zeros_like(parameters), np.zeros_like(parameters)
    for step in range(steps):
        lengthscale, variance = np.exp(parameters[:2])
        z = parameters[2:].reshape(-1, x.shape[1])
        _, by_lengthscale, by_variance, by_points = sparse_bound(x, y, z, lengthscale, variance)
        by_logs = [by_lengthscale * lengthscale, by_variance * variance]
        gradient = np.concatenate([by_logs, by_points.ravel()])
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        first_bias, second_bias = 1 - 0.9 ** (step + 1), 1 - 0.999 ** (step + 1)
        rate = 0.05 * min(1, 5 * (steps - step) / steps)
        parameters += rate * first / first_bias / (np.sqrt(second / second_bias) + 1e-8)
    return sparse_bound(x, y, z, lengthscale, variance)[0]


def sparse_row():
    draw = np.random.default_rng(1)
    x = draw.normal(size=(5000, 10))
    y = np.sin(x[:, 0]) + x.sum(1) / 3 + 0.1 * draw.normal(size=5000)
    return lambda: sparse(x, y, 500, 100, draw)


def gram_row():
    x = np.random.default_rng(1).normal(size=(2000, 10))
    return lambda: rbf(x, x, 3.0)


def posterior_row():
    draw = np.random.default_rng(1)
    x_train, y_train, x = draw.normal(size=(50, 10)), draw.normal(size=50), draw.normal(size=(700, 10))
    return lambda: posterior(x_train, y_train, x, 3.0)


def exact_row(count):
    """With scipy, whose solves know triangles; nothing without it."""
    try:
        from scipy import linalg
    except ImportError:
        return None
    draw = np.random.default_rng(1)
    x_train, x = draw.normal(size=(count, 16)), draw.normal(size=(count, 16))
    value = lambda x: np.sin(x[:, 0]) + x.sum(1) / 3 + 0.1 * draw.normal(size=len(x))
    y_train, y = value(x_train), value(x)

    def work():
        noisy = rbf(x_train, x_train, 4.0)
        noisy[np.diag_indices(count)] += NOISE
        lower = linalg.cholesky(noisy, lower=True, overwrite_a=True, check_finite=False)
        solve = lambda right: linalg.solve_triangular(lower, right, lower=True, check_finite=False)
        projected = solve(rbf(x_train, x, 4.0))
        mean = projected.T @ solve(y_train)
        covariance = rbf(x, x, 4.0) - projected.T @ projected
        cross_likelihoods([mean], [covariance], y, 5)

    return work


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


def conditioned(mean, covariance, picks, seen):
    """The joint Gaussian once some of its points were observed."""
    own = covariance[np.ix_(picks, picks)] + NOISE * np.eye(len(picks))
    projected = np.linalg.solve(np.linalg.cholesky(own), np.c_[covariance[picks], seen - mean[picks]])
    across = projected[:, :-1]
    return mean + across.T @ projected[:, -1], covariance - across.T @ across


def record(mean, covariance, pool, y):
    """Log likelihood of the targets, what it is expected to be, and the root mean square error."""
    variance = np.diag(covariance)[pool:] + NOISE
    miss = y - mean[pool:]
    logs = np.log(2 * np.pi * variance)
    return -0.5 * (logs + miss**2 / variance).mean(), -0.5 * (logs + 1).mean(), np.sqrt((miss**2).mean())


def chosen(rule, covariance, left, pool, size, draw):
    """The batch of a rule out of the points that are left."""
    targets = np.arange(pool, len(covariance))
    if rule == "random":
        return draw.permutation(left)[:size]
    if rule == "batch-mig":
        both = np.r_[left, targets]
        return left[batch_mig(covariance[np.ix_(both, both)], len(left), size)]
    variance = np.maximum(np.diag(covariance), 0)
    scores = total_information(variance[left])
    if rule == "mig":
        scores = marginal_information(covariance[np.ix_(left, targets)], variance[left], variance[targets])
    return left[np.argsort(-scores, kind="stable")[:size]]


def curves_row():
    draw = np.random.default_rng(1)
    x_train, y_train, x = draw.normal(size=(25, 5)), draw.normal(size=25), draw.normal(size=(700, 5))
    pool, y = 500, np.full(200, 0.5)

    def work():
        start = posterior(x_train, y_train, x, 3.0)
        for rule in ("batch-mig", "mig", "tig", "random"):
            (mean, covariance), left = start, np.arange(pool)
            for _ in range(10):
                record(mean, covariance, pool, y)
                picks = chosen(rule, covariance, left, pool, 7, draw)
                left = np.setdiff1d(left, picks, assume_unique=True)
                mean, covariance = conditioned(mean, covariance, picks, 0.5)
            record(mean, covariance, pool, y)

    return work


ROWS = {
    "gram-rbf-2000": gram_row,
    "posterior-50-200-500-d10": posterior_row,
    "exact-1200-train-1200-test-d16": lambda: exact_row(1200),
    "exact-2400-train-2400-test-d16": lambda: exact_row(2400),
    "batchmig-q10": batch_mig_row,
    "xll-8-models-500-b5": cross_likelihoods_row,
    "toy-three-rules": toy_row,
    "curves-four-rules-d5": curves_row,
    "svgp-500-of-5000": sparse_row,
}


def free_something_large():
    """Without this, malloc asks the system for every large array anew, and a row takes up to three times as long."""
    np.ones(30 * 2**17)


def best_nanoseconds(work):
    """The best of nine samples of at least 20 ms each, after a warm-up; what takes seconds is run once."""

    def sample(repeats):
        start = time.perf_counter()
        for _ in range(repeats):
            work()
        return time.perf_counter() - start

    free_something_large()
    start, repeats = time.perf_counter(), 1
    while time.perf_counter() - start < 0.4:
        taken = sample(repeats)
        if taken > 2:
            return taken * 1e9
        if taken < 0.02:
            repeats *= 2
    return min(sample(repeats) / repeats for _ in range(9)) * 1e9


def main(rows):
    """Times the rows that are asked for: those whose names hold the argument, or one of several parts of it."""
    wanted = sys.argv[1].split(",") if len(sys.argv) > 1 else [""]
    for name, prepare in rows.items():
        work = prepare() if any(part in name for part in wanted) else None
        if work:
            print(f"bench {name} {best_nanoseconds(work):.0f}", flush=True)


if __name__ == "__main__":
    main(ROWS)
