"""The other side of judge.py: P by its documented formula, and its minimum by cvxpy and Clarabel; nothing of proxlab's code."""

import itertools, warnings

import cvxpy as cp
import numpy as np
from scipy.special import xlogy

from problems import CONCAVE, NO_SHIFT, RANKING, REGRESSION


def weights(p):
    return np.full(p.n, 1 / p.n) if p.weights is None else p.weights / p.weights.sum()


def hazards(p):
    """Terms (c, examples, log ω) of c log Σ ω_j exp(f_j), and a of −⟨a, f⟩."""
    c, a, terms = weights(p), np.zeros(p.n), []
    for t in np.unique(p.y):
        events = [i for i in range(p.n) if p.y[i] == t and p.event[i] and c[i] > 0]
        risk = [j for j in range(p.n) if p.y[j] >= t and c[j] > 0]
        a[events] = c[events]
        for level, i in enumerate(events):
            gone = level / len(events) if p.delta == "efron" else 0
            omega = np.array([p.n * c[j] * (1 - gone if j in events else 1) for j in risk])
            terms.append((c[events].mean() if p.delta == "efron" else c[i], risk, np.log(omega)))
    return terms, a


def rankings(p):
    """For each query that counts, the rows A and b of what the loss is made of: a sum of max(0, b + Af), or the maximum of b + Af."""
    out = []
    for q in np.unique(p.query):
        docs = [i for i in range(p.n) if p.query[i] == q]
        pairs = [(i, j) for i in docs for j in docs if p.y[i] > p.y[j]]
        if not pairs:
            continue
        if p.loss == "pairwise":
            rows = np.array([np.eye(p.n)[j] - np.eye(p.n)[i] for i, j in pairs]) / len(pairs)
            out.append((rows, np.full(len(pairs), 1 / len(pairs))))
            continue
        docs.sort(key=lambda i: -p.y[i])
        places, gain = min(p.delta, len(docs)), 2 ** p.y - 1
        dcg = lambda order: sum(gain[i] / np.log2(2 + r) for r, i in enumerate(order))
        a = np.array([(p.delta - r) / p.delta * (gain[docs[r]] > 0) for r in range(places)])
        orders = list(itertools.permutations(docs, places))
        rows = np.array([a @ (np.eye(p.n)[list(order)] - np.eye(p.n)[docs[:places]]) for order in orders])
        out.append((rows, np.array([1 - dcg(order) / dcg(docs[:places]) for order in orders])))
    return out


def loss_of(p, f, unit):
    """Σ c_i ℓ_i of an expression of cvxpy for f/unit, over unit² where the loss has squares of targets, over unit where not, or over
    the mean of counts; and what it is over."""
    c, y = weights(p), p.y / unit
    if p.loss == "poisson":
        mean = c @ p.y
        return c @ (cp.exp(f - np.log(mean)) - cp.multiply(y / mean, f) + (xlogy(y, y) - y) / mean), mean
    if p.loss == "cox":
        terms, a = hazards(p)
        return sum(t * cp.log_sum_exp(f[risk] + log) for t, risk, log in terms) - a @ f, 1
    if p.loss in RANKING:
        merge, queries = {"pairwise": lambda e: cp.sum(cp.pos(e)), "ndcg": cp.max}[p.loss], rankings(p)
        return sum(merge(b + a @ f) for a, b in queries) / len(queries), 1
    by = unit ** 2 if p.loss in ("squared", "huber", "squared-epsilon-insensitive") else unit
    return {
        "squared": lambda: c @ (cp.square(f - y) / 2),
        "huber": lambda: c @ (cp.huber(f - y, p.delta / unit) / 2),
        "quantile": lambda: c @ cp.maximum(p.delta * (y - f), (p.delta - 1) * (y - f)),
        "epsilon-insensitive": lambda: c @ cp.pos(cp.abs(f - y) - p.delta / unit),
        "squared-epsilon-insensitive": lambda: c @ (cp.square(cp.pos(cp.abs(f - y) - p.delta / unit)) / 2),
        "multinomial": lambda: c @ (cp.log_sum_exp(f, axis=1) - cp.sum(cp.multiply(np.eye(p.k)[y.astype(int)], f), axis=1)),
        "logistic": lambda: c @ cp.logistic(-cp.multiply(y, f)),
        "hinge": lambda: c @ cp.pos(1 - cp.multiply(y, f)),
        "squared-hinge": lambda: c @ (cp.square(cp.pos(1 - cp.multiply(y, f))) / 2),
    }[p.loss](), by


def parts(p, w):
    """min Σ ω_g‖v_g‖ over w = Σ v_g as an expression of cvxpy, with its constraints; features in no group cost nothing."""
    d = w.shape[0]
    v = [cp.Variable(len(g)) for g in p.groups]
    total = sum(np.eye(d)[:, g] @ part for g, part in zip(p.groups, v))
    inside = sorted(set().union(*p.groups))
    return sum(o * cp.norm(part) for o, part in zip(p.omega, v)), [w[inside] == total[inside]]


def penalty_value(p, w, lam):
    """λΩ + (μ/2)‖·‖² of W, d × k, as the penalty sees it; the latent norm and what is not convex by ways of their own."""
    ridge, t, g = p.mu / 2 * (w ** 2).sum(), np.abs(w).ravel(), p.gamma
    if p.penalty == "mcp":
        return ridge + np.where(t <= g * lam, lam * t - t ** 2 / (2 * g), g * lam ** 2 / 2).sum()
    if p.penalty == "scad":
        middle = (2 * g * lam * t - t ** 2 - lam ** 2) / (2 * (g - 1))
        return ridge + np.where(t <= lam, lam * t, np.where(t <= g * lam, middle, lam ** 2 * (g + 1) / 2)).sum()
    if p.penalty != "latent-group":
        return penalty_of(p, cp.Constant(w), lam)[0].value if t.max() > 0 else 0.
    unit = t[sorted(set().union(*p.groups))].max()  # what is in no group costs nothing, and may be of another size
    if unit == 0:
        return ridge
    norm, constraints = parts(p, w[:, 0] / unit)
    solved(cp.Problem(cp.Minimize(norm), constraints))
    return ridge + lam * unit * norm.value


def penalty_of(p, w, lam):
    """λΩ + (μ/2)‖·‖² of an expression of cvxpy, d × k, with constraints; where that is not convex, what is convex, no less, and
    the same at p.near."""
    if p.penalty in CONCAVE:
        rest, g = p.mu - p.weak, p.gamma
        square = cp.sum_squares(w) if rest >= 0 else 2 * cp.sum(cp.multiply(p.near, w)) - (p.near ** 2).sum()
        bent = cp.sum(cp.square(cp.pos(cp.abs(w) - g * lam))) * p.weak / 2 + lam * cp.sum(cp.abs(w))
        if p.penalty == "scad":
            bent += cp.sum(cp.huber(w, lam)) * p.weak / 2
        return bent + rest / 2 * square, []
    constraints = []
    l1, line = cp.sum(cp.abs(w)), w[:, 0]
    over = lambda norm: sum(o * norm(w[g]) for o, g in zip(p.omega, p.groups))
    two = lambda v: cp.norm(cp.vec(v, order="C"))
    if p.penalty == "latent-group":
        omega, constraints = parts(p, line)
    elif p.penalty == "slope":
        steps = p.omega - np.append(p.omega[1:], 0)
        flat = cp.vec(cp.abs(w), order="C")
        omega = sum(s * cp.sum_largest(flat, i + 1) for i, s in enumerate(steps) if s > 0)
    elif p.penalty == "tv":
        rows, cols = p.shape
        at = lambda i, j: line[i * cols + j]
        omega = sum(cp.norm(cp.hstack([at(min(i + 1, rows - 1), j) - at(i, j), at(i, min(j + 1, cols - 1)) - at(i, j)]))
                    for i in range(rows) for j in range(cols))
    else:
        omega = {
            "none": lambda: 0., "l1": lambda: l1, "bounded": lambda: l1,
            "group": lambda: over(two), "overlap-group": lambda: over(two), "tree": lambda: over(two),
            "sparse-group": lambda: p.mix * over(two) + (1 - p.mix) * l1,
            "group-max": lambda: over(lambda v: cp.max(cp.abs(v))),
            "fused": lambda: p.mix * (cp.sum(cp.abs(cp.diff(line))) if w.shape[0] > 1 else 0) + (1 - p.mix) * l1,
            "graph": lambda: p.mix * sum(o * cp.abs(line[a] - line[b]) for o, (a, b) in zip(p.omega, p.edges)) + (1 - p.mix) * l1,
            "multitask": lambda: cp.sum(cp.norm(w, axis=1)),
            "trace": lambda: cp.normNuc(w),
        }[p.penalty]()
    return lam * omega + p.mu / 2 * cp.sum_squares(w), constraints


def scales(p):
    """What --standardize divides features by."""
    c = weights(p)
    s = np.sqrt(c @ (p.x - (c @ p.x if p.intercept else 0)) ** 2)
    return np.where(p.standardize & (s > 1e-12 * np.abs(p.x).max(0)), s, 1)


def scores(p, f):
    """Those that the loss sees of all, n × k: one an example, or of the multinomial loss all."""
    if p.loss == "multinomial":
        return f
    return f[:, 0] if p.task is None else cp.sum(cp.multiply(f, np.eye(p.k)[p.task]), axis=1)


def objective(p, w, b, lam):
    """P(W, b) by the formula, and what rounding and the latent norm's minimum may hide of it."""
    f = scores(p, cp.Constant(p.x @ w + b))
    loss, over = loss_of(p, f, 1)
    value, rest = float(loss.value * over), float(penalty_value(p, w * scales(p)[:, None], lam))
    off = 1e-15 * (np.max(np.abs(p.x) @ np.abs(w) + np.abs(b), axis=1) + np.abs(p.y) + (p.delta if p.loss in REGRESSION[1:] else 0))
    slope = np.abs(f.value - p.y) + off if p.loss in REGRESSION[:3] else p.y + 1 + np.abs(f.value) if p.loss == "poisson" else 1
    return value + rest, (1e-6 if p.penalty == "latent-group" else 1e-9) * (abs(value) + rest) + weights(p) @ (off * slope)


def solved(problem):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for tight, regular in ((1e-11, 1e-8), (1e-9, 1e-8), (1e-9, 1e-12), (1e-7, 1e-8)):
            try:
                problem.solve(solver=cp.CLARABEL, tol_gap_abs=tight, tol_gap_rel=tight, tol_feas=tight, max_iter=500,
                              static_regularization_constant=regular)
            except (cp.SolverError, ValueError):
                continue
            if problem.status in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE) and np.isfinite(problem.value):
                return


def minimum(p, lam):
    """The best point that Clarabel finds in three forms of the problem, by the units of the loss, of the penalty and between:
    P, W and b; None where it finds none."""
    centre = p.x.mean(0) if p.intercept or p.loss in NO_SHIFT else np.zeros(p.x.shape[1])
    z = p.x - centre
    norm = np.sqrt((z ** 2).mean(0))
    norm[norm <= 1e-12 * np.abs(p.x).max(0)] = 1
    unit = max(p.y.std(), 1e-3 * np.abs(p.y).max(), 1e-300) if p.loss in REGRESSION else 1.
    best, widest = None, np.max(norm / scales(p))
    for by in (unit / norm, unit / (scales(p) * widest), unit / np.sqrt(norm * scales(p) * widest)):
        v, shift = cp.Variable((p.x.shape[1], p.k)), cp.Variable((1, p.k))
        f = (z * by / unit) @ v + (np.ones((p.n, 1)) @ shift if p.intercept else 0)
        loss, over = loss_of(p, scores(p, f), unit)
        penalty, constraints = penalty_of(p, cp.multiply((by * scales(p))[:, None] * np.ones((1, p.k)), v), lam)
        wide = by[:, None] * np.ones((1, p.k))
        constraints += [v >= p.lower / wide] if np.isfinite(p.lower) else []
        constraints += [v <= p.upper / wide] if np.isfinite(p.upper) else []
        solved(cp.Problem(cp.Minimize(loss + penalty / over), constraints))
        if v.value is None:
            continue
        w = np.clip(v.value * by[:, None], p.lower, p.upper)
        b = unit * shift.value[0] - centre @ w if p.intercept else np.zeros(p.k)
        value = objective(p, w, b, lam)[0]
        if best is None or value < best[0]:
            best = value, w, b
    return best
