"""One function for the objectives of all, in float64."""

import numpy as np

from rows import falling


def objective(row, X, y, w, b):
    """P(W, b) in proxlab's scaling; W is d × k."""
    f = X[:, :w.shape[0]] @ w + b  # columns at the end that never occur are in no sparse file
    n = X.shape[0]
    if row.loss == "squared":
        total = 0.5 * np.mean((f[:, 0] - y) ** 2)
    elif row.loss == "outputs":
        total = 0.5 * np.sum((f - y) ** 2) / n
    elif row.loss == "logistic":
        total = np.mean(np.logaddexp(0, -y * f[:, 0]))
    elif row.loss == "cox":  # of times that all differ, −time where they are censored
        order = np.argsort(-np.abs(y))
        total = np.sum((np.logaddexp.accumulate(f[order, 0]) - f[order, 0])[y[order] > 0]) / n
    elif row.loss == "poisson":
        total = np.mean(np.exp(f[:, 0]) - y * f[:, 0] + y * np.log(np.maximum(y, 1)) - y)
    elif row.loss == "huber":
        r = np.abs(f[:, 0] - y)
        total = np.mean(np.where(r <= row.delta, r * r / 2, row.delta * (r - row.delta / 2)))
    elif row.loss == "hinge":
        total = np.mean(np.maximum(0, 1 - y * f[:, 0]))
    elif f.shape[1] == 1:
        return np.nan  # two classes by one column of weights, whose ridge is another
    else:
        top = f.max(axis=1, keepdims=True)
        total = np.mean(np.log(np.exp(f - top).sum(axis=1)) + top[:, 0] - f[np.arange(n), y.astype(int)])
    return total + row.lam * penalty(row, w) + row.mu / 2 * np.sum(w * w)


def penalty(row, w):
    """Ω(W)."""
    groups = lambda: np.linalg.norm(w.reshape(-1, row.size), axis=1).sum()
    return {
        "none": lambda: 0.0,
        "l1": lambda: np.abs(w).sum(),
        "nonnegative": lambda: w.sum() if w.min() >= 0 else np.inf,
        "groups": groups,
        "sparse-groups": lambda: row.mix * groups() + (1 - row.mix) * np.abs(w).sum(),
        "slope": lambda: falling(len(w)) @ np.sort(np.abs(w[:, 0]))[::-1],
        "rows": lambda: np.linalg.norm(w, axis=1).sum(),
        "trace": lambda: np.linalg.svd(w, compute_uv=False).sum(),
    }[row.penalty]()
