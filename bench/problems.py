"""Problems for judge.py, drawn by number: one after another over all pairs of loss and penalty that proxlab fit allows, with what
measured data have: raw units, ties, duplicates, constants, few rows."""

import os
from types import SimpleNamespace

import numpy as np
from scipy.stats import norm

REGRESSION = ["squared", "huber", "squared-epsilon-insensitive", "quantile", "epsilon-insensitive"]
LABELS = ["logistic", "hinge", "squared-hinge"]
KINKED = ["quantile", "epsilon-insensitive", "hinge", "pairwise", "ndcg"]
RANKING = ["pairwise", "ndcg"]
NO_SHIFT = ["cox", *RANKING]  # adding a constant to all scores changes nothing
COLUMNS = ["none", "l1", "group", "group-max", "slope", "mcp", "scad", "multitask", "trace"]  # of W with several columns
VECTOR = ["none", "l1", "bounded", "group", "sparse-group", "overlap-group", "latent-group", "group-max", "tree", "slope", "mcp",
          "scad", "fused", "graph", "tv"]
# Penalties that a kinked loss meets by splitting or an interior point, not coordinate by coordinate.
STRUCTURED = ["overlap-group", "latent-group", "group-max", "slope", "fused", "graph", "tv", "tree", "sparse-group", "trace"]
CONCAVE = ["mcp", "scad"]


def pairs():
    """All pairs: loss, penalty, and whether there are tasks."""
    out = []
    for loss in REGRESSION + LABELS + ["poisson"]:
        out += [(loss, p, False) for p in VECTOR] + [(loss, p, True) for p in COLUMNS]
    out += [("multinomial", p, False) for p in COLUMNS] + [("cox", p, False) for p in VECTOR]
    return out + [(loss, "none", False) for loss in RANKING]


def features(r, n, d):
    """Columns as tables have them."""
    kinds = [lambda: r.normal(size=n), lambda: np.round(5000 + 2000 * r.normal(size=n)), lambda: np.round(r.random(n), 2),
             lambda: r.integers(1990, 2021, n), lambda: r.poisson(3, n), lambda: r.integers(0, 2, n),
             lambda: 1e-4 * r.normal(size=n), lambda: np.round(1e5 * np.exp(r.normal(size=n))),
             lambda: np.where(r.random(n) < .1, r.normal(size=n), 0), lambda: np.full(n, r.choice([0, 1, 37.5]))]
    often = [.2, .13, .13, .1, .1, .1, .08, .06, .05, .05]
    if r.random() < .3:
        x = r.normal(size=(n, d))
    else:
        x = np.stack([kinds[r.choice(len(kinds), p=often)]().astype(float) for _ in range(d)], 1)
    if d > 1 and r.random() < .3:  # a duplicate, or a multiple
        a, b = r.choice(d, 2, replace=False)
        x[:, a] = x[:, b] * r.choice([1, 1, -1, 12])
    if n > 3 and r.random() < .3:
        x[r.integers(0, n, n // 3)] = x[r.integers(0, n)]
    return x


def draw(number):
    """The problem of a number: arrays, the flags of the command, and files that they name."""
    everything = pairs()
    r = np.random.default_rng([38, number])
    p = SimpleNamespace(number=number, files={}, tol=1e-6, delta=None, query=None, event=None, task=None, weights=None,
                        lower=-np.inf, upper=np.inf, groups=None, omega=None, edges=None, mix=None, gamma=None, shape=None)
    p.loss, p.penalty, tasked = everything[number % len(everything)]
    p.n = int(r.choice([r.integers(4, 9), r.integers(10, 40), r.integers(40, 120)], p=[.2, .5, .3]))
    d = int(r.integers(1, 30))
    if p.penalty == "tv":
        p.shape = int(r.integers(1, 6)), int(r.integers(2, 6))
        d = p.shape[0] * p.shape[1]
    if p.loss == "cox":
        p.n = min(p.n, 50)
    if p.penalty == "trace" or p.loss == "multinomial":
        d = min(d, 12)
    p.x = features(r, p.n, d)
    p.k = int(r.integers(2, 4)) if tasked else 1
    if tasked:
        p.task = np.concatenate([np.arange(p.k), r.integers(0, p.k, p.n - p.k)])
    targets(p, r)
    p.args = ["--loss", p.loss, "--penalty", "l1" if p.penalty == "bounded" else p.penalty]
    p.intercept, p.standardize = (p.loss not in NO_SHIFT and bool(r.random() < share) for share in (.5, .35))
    if p.loss not in RANKING and r.random() < .15:
        p.weights = r.random(p.n) + .01
        if p.loss in REGRESSION:
            p.weights[max(p.k, r.integers(0, p.n))] = 0  # no task is without weight
    structure(p, r, d)
    strengths(p, r)
    p.args += ["--" + name for name in ("intercept", "standardize") if getattr(p, name)]
    for flag, name in (("weights", "weights"), ("tasks", "task"), ("event", "event"), ("queries", "query")):
        if getattr(p, name) is not None:
            p.args += ["--" + flag, name]
    return p


def targets(p, r):
    scale = p.x.std(0)
    z = (p.x - p.x.mean(0)) / np.where(scale > 0, scale, 1)
    w = r.normal(size=(z.shape[1], 4)) * (r.random((z.shape[1], 1)) < .5)
    f = z @ w / max(1, np.sqrt((w ** 2).sum(0).max())) * r.choice([1, 3])
    noisy = f[:, 0] + r.choice([.1, 1]) * r.normal(size=p.n)
    if p.loss in REGRESSION:
        unit, at, digits = [(1, 0, 12), (1, 5, 1), (5e4, 2e5, 0), (1e-3, 0, 12)][r.integers(0, 4)]
        p.y = np.round(at + unit * noisy, digits)
        if p.loss == "quantile":
            p.delta, p.flag = float(r.choice([.1, .5, .75])), "--tau"
        elif p.loss != "squared":
            p.delta = float("%.3g" % (unit * r.choice([.1, .5, 1.345])))
            p.flag = "--delta" if p.loss == "huber" else "--epsilon"
    elif p.loss in LABELS:
        p.y = np.where(noisy > np.quantile(noisy, r.choice([.5, .5, .8, .05])), 1., -1.)
        p.y[:2] = 1, -1
    elif p.loss == "multinomial":
        p.k = int(r.integers(3, 5))
        p.y = (f[:, :p.k] + .5 * r.normal(size=(p.n, p.k))).argmax(1).astype(float)
        p.y[:p.k] = np.arange(p.k)
    elif p.loss == "poisson":
        p.y = r.poisson(np.exp(np.clip(f[:, 0], -3, 3) + r.choice([0, 1, 8]))).astype(float)
        p.y[0] = max(1, p.y[0])
    elif p.loss == "cox":
        p.y = np.exp(np.clip(-noisy, -6, 6)) * r.exponential(size=p.n)
        p.y = np.round(p.y, int(r.choice([0, 1, 12]))) + .5
        p.event = (r.random(p.n) < r.choice([.3, .8])).astype(float)
        p.event[p.y.argmin()] = 1
        p.delta, p.flag = str(r.choice(["breslow", "efron"])), "--ties"
    else:
        p.query = np.arange(p.n) // r.integers(2, 5)
        p.y = r.integers(0, 4, p.n).astype(float)
        p.y[:2] = 0, 1
        if p.loss == "ndcg":
            p.delta, p.flag = int(r.integers(1, 6)), "--depth"


def structure(p, r, d):
    """Groups, edges, bounds and weights of the penalty."""
    cells = d * p.k
    if "group" in p.penalty or p.penalty == "tree":
        order = r.permutation(d)
        cuts = np.sort(r.choice(d - 1, min(d - 1, int(r.integers(0, 6))), replace=False) + 1) if d > 1 else []
        p.groups = [list(map(int, g)) for g in np.split(order, cuts)]
        if p.penalty in ("overlap-group", "latent-group"):
            p.groups = [sorted(set(g) | {int(r.integers(0, d))}) for g in p.groups]
        if p.penalty == "tree" and len(p.groups) > 1:
            p.groups += [sorted(p.groups[0] + p.groups[1]), list(range(d))][:int(r.integers(1, 3))]
        elif len(p.groups) > 1 and r.random() < .15 and p.k == 1 and p.loss != "cox":
            p.groups.pop()  # features in no group
        p.omega = [1.] * len(p.groups) if r.random() < .5 else [float("%.3g" % np.sqrt(len(g))) for g in p.groups]
        p.files["groups.txt"] = "".join(" ".join(str(j + 1) for j in g) + f" w={w}\n" for g, w in zip(p.groups, p.omega))
        p.args += ["--groups", "groups.txt"]
    if p.penalty in ("sparse-group", "fused", "graph"):
        p.mix = float(r.choice([.2, .5, .9, 1 if p.loss != "cox" else .9]))
        p.args += ["--mix", str(p.mix)]
    if p.penalty == "graph":
        count = int(r.integers(1, 2 * d)) if d > 1 else 0
        p.edges = sorted({tuple(sorted(map(int, r.choice(d, 2, replace=False)))) for _ in range(count)})
        p.omega = [float("%.2g" % w) for w in r.uniform(.5, 2, len(p.edges))]
        p.files["graph.txt"] = "".join(f"{a + 1} {b + 1} w={w}\n" for (a, b), w in zip(p.edges, p.omega))
        p.args += ["--graph", "graph.txt"]
    if p.penalty == "tv":
        p.args += ["--shape", "%dx%d" % p.shape]
    if p.penalty == "slope":
        kind, by = [("bh", .1), ("bh", .5), ("oscar", .5)][r.integers(0, 3)]
        i = np.arange(1, cells + 1)
        p.omega = norm.isf(i * by / (2 * cells)) if kind == "bh" else 1 + by * (cells - i)
        p.omega = np.maximum(p.omega, 0) / p.omega[0]
        p.args += ["--slope", f"{kind}:{by}"]
    if p.penalty == "bounded" or (p.penalty == "none" and r.random() < .2 and p.loss not in RANKING):
        if r.random() < .5:
            p.lower = 0.
            p.args += ["--nonnegative"]
        else:
            p.upper = float("%.2g" % 10 ** r.uniform(-3, 1))
            p.lower = 0. - p.upper * float(r.choice([0, 1]))
            p.args += [f"--bounds={p.lower},{p.upper}"]


def strengths(p, r):
    """λ, μ and the loss's parameter."""
    if p.penalty != "none":
        share = 1.05 if r.random() < .05 else 10 ** r.uniform(-3, -.05)
        unknown = p.penalty in CONCAVE and p.loss in KINKED  # their λ_max
        p.args += ["--lambda", "%.3g" % share + "max" * (not unknown)]
    curved = p.loss in ("squared", "huber", "squared-epsilon-insensitive")
    p.mu = 0.
    if r.random() < .3 or (p.penalty == "none" and not curved) or (p.loss == "cox" and p.penalty == "tv"):
        p.mu = float("%.3g" % 10 ** r.uniform(-5, 0))
    if p.penalty in CONCAVE:
        p.gamma = float(r.choice([3, 3.7, 10]))
        p.args += ["--gamma", str(p.gamma)]
        p.weak = 1 / p.gamma if p.penalty == "mcp" else 1 / (p.gamma - 1)
        if p.loss in KINKED or r.random() < .5:
            p.mu = float("%.3g" % (p.weak * r.uniform(1.01, 3)))
        elif p.loss != "squared":
            p.mu = max(p.mu, 1e-3)
    if p.mu:
        p.args += ["--mu", repr(p.mu)]
    if p.delta is not None:
        p.args += [p.flag, str(p.delta)]


def write(p, folder):
    """Writes the problem's files; its arrays have the names that the flags have."""
    arrays = {name: getattr(p, name) for name in ("weights", "task", "event", "query") if getattr(p, name) is not None}
    np.savez(os.path.join(folder, "data.npz"), X=p.x, y=p.y, **arrays)
    for name, text in p.files.items():
        with open(os.path.join(folder, name), "w") as f:
            f.write(text)
