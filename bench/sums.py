"""Composite problems of the comparison: losses with sums of penalties, with penalties of maps, and with constraints; what
each is in numbers (value), for cvxpy (cone), and for our side (a file of JSON)."""

import json, os
from dataclasses import asdict, dataclass, field

import numpy as np
import scipy.sparse as sp

from rows import FOLDER

CONES = [1e-8, 1e-10]  # the first is Clarabel's own
STEPS = [1e-6, 1e-8]


@dataclass
class Sum:
    name: str
    title: str
    n: int
    d: int
    loss: str
    parts: list  # kind, strength, and what it is on
    sets: list = field(default_factory=list)
    map: str = ""  # the identity, a blur, or two identities; '' for a table of normal features
    raw: bool = False  # columns as far from 0 and as large as measurements are
    tau: float = 0.5
    tol: float = 1e-9  # of our certificate
    peers: dict = field(default_factory=dict)
    limit: float = 120
    close: float = 1e-6

    @property
    def intercept(self):
        return self.map == ""


OUTPUTS = 20  # of two identities
L1, FUSED, TV = ("l1", 0.02), ("fused", 0.015), ("tv", 0.006)
CLARABEL, SCS, OSQP = {"Clarabel": CONES}, {"SCS": STEPS}, {"OSQP": STEPS}


def pair(loss, part, n, d, raw=False, peers=CLARABEL):
    words = {"quantile": "median", "hinge": "hinge"}[loss] + " × " + part[0] + f", {n:,} × {d:,}" + ", raw units" * raw
    return Sum(f"{'raw-' * raw}{loss}-{part[0]}-{n}", words, n, d, loss, [(part[0], part[1])], raw=raw, peers=peers)


SUMS = {s.name: s for s in [
    pair("quantile", L1, 500, 200, peers={"scikit-learn QuantileRegressor": [0.0], "quantreg": [1e-6, 1e-9], **CLARABEL, **OSQP}),
    pair("quantile", FUSED, 500, 200, peers={**CLARABEL, **SCS, **OSQP}),
    pair("quantile", TV, 500, 200, peers={**CLARABEL, **SCS}),
    pair("quantile", ("overlap", 0.023), 500, 200),
    pair("quantile", ("slope", 0.01), 500, 200),
    pair("quantile", ("group-max", 0.1), 500, 200),
    pair("hinge", FUSED, 500, 200, peers={**CLARABEL, **OSQP}),
    pair("hinge", TV, 500, 200, peers={**CLARABEL, **SCS}),
    pair("quantile", FUSED, 500, 200, raw=True),
    pair("hinge", TV, 500, 200, raw=True),
    pair("quantile", L1, 2000, 500, peers={"scikit-learn QuantileRegressor": [0.0], "quantreg": [1e-6, 1e-9], **CLARABEL}),
    pair("quantile", FUSED, 2000, 500),
    pair("hinge", TV, 2000, 500),
    Sum("tv-l1-box", "squared, tv, ℓ1 and a box, 500 × 200", 500, 200, "squared", [("tv", 0.02), ("l1", 0.01)],
        [("box", 0.0, 0.9)], peers={**CLARABEL, **SCS}),
    Sum("sum-to-zero", "lasso, weights that sum to zero, 500 × 200", 500, 200, "squared", [("l1", 0.05)], [("sum", 0.0)],
        peers={**CLARABEL, **OSQP}),
    Sum("rising", "least squares, weights that rise, 500 × 200", 500, 200, "squared", [], [("rising",)],
        peers={**CLARABEL, **OSQP}),
    pair("quantile", ("latent", 0.05), 500, 200),
    pair("quantile", ("dirty", 0.02), 500, 200),
    Sum("rpca", "low rank and sparse, 40 × 20", 800, 80, "squared", [("rpca", 0.002)], map="two", tol=1e-6, peers={**CLARABEL, **SCS}),
    Sum("trend", "trend filtering of 1,000 numbers", 1000, 1000, "squared", [("trend", 0.5)], map="identity",
        peers={**CLARABEL, **OSQP, "PyProximal": [10000]}),
    Sum("trend-median", "the same of their median", 1000, 1000, "quantile", [("trend", 0.5)], map="identity",
        peers={**CLARABEL, **OSQP}),
    Sum("trend-long", "trend filtering of 100,000 numbers", 100000, 100000, "squared", [("trend", 0.5)], map="identity",
        tol=1e-6, peers=CLARABEL),
    Sum("deblur", "a blurred picture of 64², by products alone, tv and a box", 4096, 4096, "squared", [("tv", 0.01 / 4096)],
        [("box", 0.0, 1.0)], map="blur", tol=1e-6, peers={**CLARABEL, "PyProximal": [400]}),
    Sum("deblur-large", "the same of 256²", 65536, 65536, "squared", [("tv", 0.01 / 65536)], [("box", 0.0, 1.0)],
        map="blur", tol=1e-6, peers={"PyProximal": [400]}),
    pair("quantile", ("overlap", 0.023), 200, 800),
]}


def blur(side):
    """The matrix of a Gaussian blur along a line, of which the picture's is the square."""
    k = np.exp(-0.5 * (np.arange(-4, 5) / 1.5) ** 2)
    return sp.diags([np.full(side, v) for v in k / k.sum()], range(-4, 5), shape=(side, side)).tocsr()


def data(s):
    """X and y."""
    rng = np.random.default_rng(3)
    if s.map == "identity":
        t = np.arange(s.n) / s.n
        y = np.abs(t - 0.3) * 10 + np.where(t > 0.7, (t - 0.7) * 20, 0) + 0.3 * rng.standard_t(3, s.n)
        return sp.identity(s.n, format="csr"), y
    if s.map == "two":
        size = s.d // 2, OUTPUTS
        rank, where = rng.standard_normal((size[0], 3)) @ rng.standard_normal((3, OUTPUTS)), rng.random(size) < 0.05
        y = rank + where * rng.uniform(-10, 10, size) + 0.1 * rng.standard_normal(size)
        return sp.hstack([sp.identity(size[0])] * 2).tocsr(), y
    if s.map == "blur":
        side = int(np.sqrt(s.n))
        picture, of = np.zeros((side, side)), sp.kron(blur(side), blur(side)).tocsr()
        picture[side // 4:side // 2, side // 4:3 * side // 4] = 0.8
        picture[side // 2:side // 2 + side // 5, side // 3:side // 2] = 0.4
        return of, of @ picture.ravel() + 0.02 * rng.standard_normal(s.n)
    X, w = rng.standard_normal((s.n, s.d)), np.zeros(s.d)
    w[30:70] = 1
    w[:4] = [2, -2, 1, -1]
    if s.sets == [("rising",)]:
        w = np.sort(np.round(rng.standard_normal(s.d)))
    f = X @ w / (4 if s.loss == "hinge" else 1)
    y = np.sign(f + rng.standard_normal(s.n)) if s.loss == "hinge" else f + rng.standard_normal(s.n)
    if s.raw:
        X = X * np.tile([1, 1e3, 1e-2, 10], s.d // 4) + np.tile([0, 5e3, 0, 45], s.d // 4)
    return X, y


def groups(kind, d):
    """Ten neighbours, five of which are those of the next group where they overlap."""
    step = 5 if kind in ("overlap", "latent") else 10
    return [list(range(j, j + 10)) for j in range(0, d - 9, step)]


def oscar(d):
    return 1 + 0.02 * np.arange(d)[::-1]


def picture(d):
    """Rows and columns of the image that d weights are."""
    side = int(np.sqrt(d))
    return (side, side) if side * side == d else (d // 10, 10)


def make(s):
    """The files: features, targets, and what the problem is."""
    at = lambda ending: os.path.join(FOLDER, "sum-" + s.name + ending)
    os.makedirs(FOLDER, exist_ok=True)
    X, y = data(s)
    np.save(at(".y.npy"), y.ravel())
    if s.map == "":
        np.save(at(".X.npy"), np.ascontiguousarray(X))
    rows, cols = picture(s.d)
    parts = [{"Kind": k, "Strength": v, "Rows": rows, "Cols": cols,
              "Groups": groups(k, s.d) if k in ("overlap", "group-max", "latent", "dirty") else None,
              "Weights": list(oscar(s.d)) if k == "slope" else None} for k, v in s.parts]
    sets = [{"Kind": k[0], "Low": k[1] if len(k) > 1 else 0, "High": k[-1] if len(k) > 1 else 0} for k in s.sets]
    with open(at(".json"), "w") as f:
        json.dump({"Loss": s.loss, "Tau": s.tau, "Map": s.map, "Intercept": s.intercept, "Parts": parts, "Sets": sets,
                   "X": at(".X.npy"), "Y": at(".y.npy")}, f)
    return at(".json")


def inside(s, w):
    """The nearest weights that hold the constraints: objectives beside one another are of these."""
    for kind, *at in s.sets:
        if kind == "box":
            w = np.clip(w, *at)
        elif kind == "sum":
            w = w - (w.sum() - at[0]) / len(w)
        else:
            from sklearn.isotonic import isotonic_regression
            w = isotonic_regression(w)
    return w


def value(s, X, y, w, b):
    """P at the nearest weights inside."""
    w = inside(s, w)
    f = X @ (w.reshape(s.d, -1) if s.map == "two" else w) + b
    r = y - f
    total = {"quantile": lambda: np.maximum(s.tau * r, (s.tau - 1) * r), "hinge": lambda: np.maximum(0, 1 - y * f),
             "squared": lambda: r * r / 2}[s.loss]().sum() / s.n
    for kind, strength in s.parts:
        total += strength * PENALTIES[kind](w)
    return total


def gradient(w):
    image, d = w.reshape(picture(len(w))), np.zeros((2,) + picture(len(w)))
    d[0, :-1], d[1, :, :-1] = np.diff(image, axis=0), np.diff(image, axis=1)
    return d


def least(kind, w):
    """A penalty that is a minimum over parts, by Clarabel."""
    import cvxpy as cp
    cost, held = parts(kind, w, len(w))
    return cp.Problem(cp.Minimize(cost), held).solve(solver="CLARABEL", tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12)


def parts(kind, w, d):
    """Latent groups, and single weights beside groups: parts that add up to w."""
    import cvxpy as cp
    of, from_ = groups(kind, d), cp.Variable(d)
    if kind == "dirty":
        return cp.norm1(from_) + 2 * sum(cp.norm((w - from_)[g]) for g in of), []
    each = cp.Variable(sum(map(len, of)))
    to = sp.csr_matrix((np.ones(each.size), (np.concatenate(of), np.arange(each.size))), shape=(d, each.size))
    ends = np.cumsum([0] + [len(g) for g in of])
    return sum(cp.norm(each[a:b]) for a, b in zip(ends, ends[1:])), [to @ each == w]


def low(w):
    """The trace norm of the first half, and ℓ1 of the second."""
    first, second = np.split(w.reshape(-1, OUTPUTS), 2)
    return np.linalg.svd(first, compute_uv=False).sum() + 0.2 * np.abs(second).sum()


PENALTIES = {
    "latent": lambda w: least("latent", w),
    "dirty": lambda w: least("dirty", w),
    "rpca": low,
    "l1": lambda w: np.abs(w).sum(),
    "fused": lambda w: (np.abs(np.diff(w)).sum() + np.abs(w).sum()) / 2,
    "tv": lambda w: np.hypot(*gradient(w)).sum(),
    "overlap": lambda w: sum(np.linalg.norm(w[g]) for g in groups("overlap", len(w))),
    "group-max": lambda w: sum(np.abs(w[g]).max() for g in groups("group-max", len(w))),
    "slope": lambda w: oscar(len(w)) @ np.sort(np.abs(w))[::-1],
    "trend": lambda w: np.abs(np.diff(w, 2)).sum(),
}


def cone(s, X, y):
    """The same for cvxpy: variables and the problem."""
    import cvxpy as cp
    w, b = cp.Variable((s.d, OUTPUTS) if s.map == "two" else s.d), cp.Variable() if s.intercept else 0
    f = (w if s.map == "identity" else X @ w) + b
    r = y - f
    total = {"quantile": lambda: cp.sum(cp.maximum(s.tau * r, (s.tau - 1) * r)),
             "hinge": lambda: cp.sum(cp.pos(1 - cp.multiply(y, f))),
             "squared": lambda: cp.sum_squares(r) / 2}[s.loss]() / s.n

    def slope():
        weights, u = np.append(oscar(s.d), 0), cp.abs(w)
        return sum((weights[i] - weights[i + 1]) * cp.sum_largest(u, i + 1) for i in range(s.d))

    def norms(kind, of):
        return sum(of(w[g]) for g in groups(kind, s.d))

    held = []

    def minimum(kind):
        cost, of = parts(kind, w, s.d)
        held.extend(of)
        return cost

    for kind, strength in s.parts:
        total += strength * {
            "latent": lambda: minimum("latent"), "dirty": lambda: minimum("dirty"),
            "rpca": lambda: cp.normNuc(w[:s.d // 2]) + 0.2 * cp.sum(cp.abs(w[s.d // 2:])),
            "l1": lambda: cp.norm1(w), "fused": lambda: (cp.norm1(cp.diff(w)) + cp.norm1(w)) / 2, "slope": slope,
            "tv": lambda: variation(w, s.d), "overlap": lambda: norms("overlap", cp.norm),
            "trend": lambda: cp.norm1(cp.diff(w, 2)), "group-max": lambda: norms("group-max", cp.norm_inf)}[kind]()
    for kind, *at in s.sets:
        held += {"box": lambda: [w >= at[0], w <= at[1]], "sum": lambda: [cp.sum(w) == at[0]],
                 "rising": lambda: [cp.diff(w) >= 0]}[kind]()
    return w, b, cp.Problem(cp.Minimize(total), held)


def variation(w, d):
    """Norms of forward differences, 0 at the far edges, by a matrix of them."""
    import cvxpy as cp
    rows, cols = picture(d)
    down = sp.diags([-np.append(np.ones(rows - 1), 0), np.ones(rows - 1)], [0, 1])
    across = sp.diags([-np.append(np.ones(cols - 1), 0), np.ones(cols - 1)], [0, 1])
    both = cp.vstack([sp.kron(down, sp.identity(cols)) @ w, sp.kron(sp.identity(rows), across) @ w])
    return cp.sum(cp.norm(both, 2, axis=0))
