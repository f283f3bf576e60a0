"""XLL from kept predictions, by numpy alone: every value in tables.json again.

    talscope bench springs.csv --seeds 2 --keep-predictions --out springs
    python xll.py springs

XLL is the paper's Algorithm 2 divided by the size of a batch, so in nats per row. Batches are the rows that go with a
row most closely under the reference, by the correlations of noisy predictions; what differs by rounding alone is
decided by place, so correlations are compared on a grid of 2^-32. Values are of standardised y: log y_sd is taken off,
so that XLL is of y in its own unit.
"""

import json
import sys

import numpy as np


def load(folder, row, model):
    """What a model predicted, with deviations and correlations of its noisy predictions."""
    kept = np.load(f"{folder}/predictions/{row['set']}-{row['seed']}-{model}.npz")
    covariance = kept["covariance"] + np.diag(kept["noise_variance"])
    deviations = np.sqrt(np.diag(covariance))
    return kept, deviations, covariance / np.outer(deviations, deviations)


def xll(folder, row):
    """XLL of a model under a reference."""
    kept, deviations, own = load(folder, row, row["reference"])
    other = load(folder, row, row["model"])[2]
    residuals = (kept["y"] - kept["mean"]) / deviations
    size, total = min(5, len(residuals)), 0.0
    for row_of_test in range(len(residuals)):
        closeness = np.round(np.abs(own[row_of_test]) * 2**32)
        closeness[row_of_test] = np.inf
        batch = np.argsort(-closeness, kind="stable")[:size]
        factor = np.linalg.cholesky(other[np.ix_(batch, batch)])
        z = np.linalg.solve(factor, residuals[batch])
        total -= z @ z / 2 + np.log(np.diag(factor) * deviations[batch]).sum() + size * np.log(2 * np.pi) / 2
    return total / size / len(residuals) - np.log(kept["y_sd"])


if __name__ == "__main__":
    folder = sys.argv[1]
    rows = json.load(open(f"{folder}/tables.json"))["xll"]
    off = [abs(xll(folder, row) - row["xll"]) for row in rows]
    print(f"{len(rows)} values of XLL, at most {max(off):.1e} from those in tables.json")
