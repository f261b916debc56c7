"""The other side of judge.py: P by its documented formula in NumPy, and its minimum by cvxpy and Clarabel. Nothing here is taken from
the code of proxlab."""

import itertools, warnings

import cvxpy as cp
import numpy as np
from scipy.special import logsumexp, xlogy

from problems import CONCAVE, NO_SHIFT, REGRESSION


def weights(p):
    return np.full(p.n, 1 / p.n) if p.weights is None else p.weights / p.weights.sum()


# Cox, pairwise and ndcg are sums and maxima of what is made once of times and queries.


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
        rows, b = [], []
        if p.loss == "pairwise":
            for i, j in pairs:
                row = np.zeros(p.n)
                row[i], row[j] = -1, 1
                rows, b = rows + [row / len(pairs)], b + [1 / len(pairs)]
        else:
            docs.sort(key=lambda i: -p.y[i])
            k, places = p.delta, min(p.delta, len(docs))
            gain = {i: (2 ** p.y[i] - 1) for i in docs}
            best = sum(gain[i] / np.log2(2 + r) for r, i in enumerate(docs[:places]))
            m = sum(gain[i] > 0 for i in docs[:places])
            for order in itertools.permutations(docs, places):
                row = np.zeros(p.n)
                for r in range(m):
                    row[order[r]] += (k - r) / k
                    row[docs[r]] -= (k - r) / k
                rows, b = rows + [row], b + [1 - sum(gain[i] / np.log2(2 + r) for r, i in enumerate(order)) / best]
        out.append((np.array(rows), np.array(b)))
    return out


def loss_value(p, f):
    """Σ c_i ℓ_i of scores f, n or n × k."""
    c, y, r = weights(p), p.y, None
    if p.loss in REGRESSION:
        r = np.abs(f - y)
    with np.errstate(over="ignore"):
        return {
            "squared": lambda: c @ (r ** 2 / 2),
            "huber": lambda: c @ np.where(r <= p.delta, r ** 2 / 2, p.delta * (r - p.delta / 2)),
            "quantile": lambda: c @ np.maximum(p.delta * (y - f), (p.delta - 1) * (y - f)),
            "epsilon-insensitive": lambda: c @ np.maximum(0, r - p.delta),
            "squared-epsilon-insensitive": lambda: c @ (np.maximum(0, r - p.delta) ** 2 / 2),
            "logistic": lambda: c @ np.logaddexp(0, -y * f),
            "hinge": lambda: c @ np.maximum(0, 1 - y * f),
            "squared-hinge": lambda: c @ (np.maximum(0, 1 - y * f) ** 2 / 2),
            "poisson": lambda: c @ (np.exp(f) - y * f + xlogy(y, y) - y),
            "multinomial": lambda: c @ (logsumexp(f, axis=1) - f[np.arange(p.n), y.astype(int)]),
            "cox": lambda: sum(t * logsumexp(f[risk] + log) for t, risk, log in hazards(p)[0]) - hazards(p)[1] @ f,
            "pairwise": lambda: np.mean([np.maximum(0, b + a @ f).sum() for a, b in rankings(p)]),
            "ndcg": lambda: np.mean([(b + a @ f).max() for a, b in rankings(p)]),
        }[p.loss]()


def loss_of(p, f, unit):
    """The same of an expression of cvxpy for f/unit, over unit² where the loss has squares of targets, over unit where not; with what
    it is over. A Poisson mean is meant in shares of the mean target: f is less its logarithm there."""
    c, y = weights(p), p.y / unit
    if p.loss == "poisson":
        mean = c @ p.y
        return c @ (cp.exp(f - np.log(mean)) - cp.multiply(y / mean, f) + (xlogy(y, y) - y) / mean), mean
    if p.loss == "multinomial":
        chosen = np.eye(p.k)[y.astype(int)]
        return c @ (cp.log_sum_exp(f, axis=1) - cp.sum(cp.multiply(chosen, f), axis=1)), 1
    if p.loss == "cox":
        terms, a = hazards(p)
        return sum(t * cp.log_sum_exp(f[risk] + log) for t, risk, log in terms) - a @ f, 1
    if p.loss in ("pairwise", "ndcg"):
        merge = (lambda e: cp.sum(cp.pos(e))) if p.loss == "pairwise" else cp.max
        all_of = rankings(p)
        return sum(merge(b + a @ f) for a, b in all_of) / len(all_of), 1
    by = unit ** 2 if p.loss in ("squared", "huber", "squared-epsilon-insensitive") else unit
    return {
        "squared": lambda: c @ (cp.square(f - y) / 2),
        "huber": lambda: c @ (cp.huber(f - y, p.delta / unit) / 2),
        "quantile": lambda: c @ cp.maximum(p.delta * (y - f), (p.delta - 1) * (y - f)),
        "epsilon-insensitive": lambda: c @ cp.pos(cp.abs(f - y) - p.delta / unit),
        "squared-epsilon-insensitive": lambda: c @ (cp.square(cp.pos(cp.abs(f - y) - p.delta / unit)) / 2),
        "logistic": lambda: c @ cp.logistic(-cp.multiply(y, f)),
        "hinge": lambda: c @ cp.pos(1 - cp.multiply(y, f)),
        "squared-hinge": lambda: c @ (cp.square(cp.pos(1 - cp.multiply(y, f))) / 2),
    }[p.loss](), by


def parts(p, w):
    """min Σ ω_g‖v_g‖ over w = Σ v_g as an expression of cvxpy, with its constraints; features in no group cost nothing."""
    d = w.shape[0]
    v = [cp.Variable(len(g)) for g in p.groups]
    total, free = 0, np.ones(d)
    for g, part in zip(p.groups, v):
        total = total + np.eye(d)[:, g] @ part
        free[g] = 0
    inside = np.flatnonzero(free == 0)
    return sum(o * cp.norm(part) for o, part in zip(p.omega, v)), [w[inside] == total[inside]]


def penalty_value(p, w, lam):
    """λΩ(W) of W, d × k, as the penalty sees it."""
    size = np.abs(w)
    if p.penalty in CONCAVE:
        t, g = size.ravel(), p.gamma
        if p.penalty == "mcp":
            return np.where(t <= g * lam, lam * t - t ** 2 / (2 * g), g * lam ** 2 / 2).sum()
        middle = (2 * g * lam * t - t ** 2 - lam ** 2) / (2 * (g - 1))
        return np.where(t <= lam, lam * t, np.where(t <= g * lam, middle, lam ** 2 * (g + 1) / 2)).sum()
    over = lambda norm: sum(o * norm(w[g]) for o, g in zip(p.omega, p.groups))
    two = lambda v: np.sqrt((v ** 2).sum())
    line = w[:, 0]
    if p.penalty == "latent-group":
        most = size.max()
        if most == 0:
            return 0.
        expression, constraints = parts(p, line / most)
        solved(cp.Problem(cp.Minimize(expression), constraints))
        return lam * most * expression.value
    return lam * {
        "none": lambda: 0., "l1": size.sum, "bounded": size.sum,
        "group": lambda: over(two), "overlap-group": lambda: over(two), "tree": lambda: over(two),
        "sparse-group": lambda: p.mix * over(two) + (1 - p.mix) * size.sum(),
        "group-max": lambda: over(lambda v: np.abs(v).max()),
        "slope": lambda: np.sort(size.ravel())[::-1] @ p.omega,
        "fused": lambda: p.mix * np.abs(np.diff(line)).sum() + (1 - p.mix) * size.sum(),
        "graph": lambda: p.mix * sum(o * abs(line[a] - line[b]) for o, (a, b) in zip(p.omega, p.edges)) + (1 - p.mix) * size.sum(),
        "tv": lambda: np.sqrt(np.diff(image(p, line), axis=0, append=image(p, line)[-1:]) ** 2 +
                              np.diff(image(p, line), axis=1, append=image(p, line)[:, -1:]) ** 2).sum(),
        "multitask": lambda: sum(two(row) for row in w),
        "trace": lambda: np.linalg.norm(w, "nuc"),
    }[p.penalty]()


def image(p, line):
    return line.reshape(p.shape)


def penalty_of(p, w, lam):
    """λΩ + (μ/2)‖·‖² of an expression of cvxpy, d × k, with constraints; None where that is not convex."""
    if p.penalty in CONCAVE:
        rest, g = p.mu - p.weak, p.gamma
        if rest < 0:
            return None
        bent = cp.sum(cp.square(cp.pos(cp.abs(w) - g * lam))) * p.weak / 2 + lam * cp.sum(cp.abs(w))
        if p.penalty == "scad":
            bent += cp.sum(cp.huber(w, lam)) * p.weak / 2
        return bent + rest / 2 * cp.sum_squares(w), []
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
    if not p.standardize:
        return np.ones(p.x.shape[1])
    c = weights(p)
    mean = c @ p.x if p.intercept else np.zeros(p.x.shape[1])
    s = np.sqrt(c @ (p.x - mean) ** 2)
    return np.where(s > 1e-12 * np.abs(p.x).max(0), s, 1)


def objective(p, w, b, lam):
    """P(W, b) by the formula, and the sum of the sizes of what it is made of, which says what rounding may hide."""
    f = p.x @ w + b
    if p.task is not None:
        f = f[np.arange(p.n), p.task]
    elif p.loss != "multinomial":
        f = f[:, 0]
    seen = w * scales(p)[:, None]
    value = loss_value(p, f)
    rest = penalty_value(p, seen, lam) + p.mu / 2 * (seen ** 2).sum()
    return value + rest, np.abs(value) + rest


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
                return problem.status
    return problem.status or "failed"


def minimum(p, lam):
    """The best point that Clarabel finds in three forms of the problem, by the units of the loss, of the penalty and between: P, W, b
    and what it says, None where it finds none."""
    centre = p.x.mean(0) if p.intercept or p.loss in NO_SHIFT else np.zeros(p.x.shape[1])
    z = p.x - centre
    norm = np.sqrt((z ** 2).mean(0))
    norm[norm <= 1e-12 * np.abs(p.x).max(0)] = 1
    unit = max(p.y.std(), 1e-3 * np.abs(p.y).max(), 1e-300) if p.loss in REGRESSION else 1.
    best, widest = None, np.max(norm / scales(p))
    for by in (unit / norm, unit / (scales(p) * widest), unit / np.sqrt(norm * scales(p) * widest)):
        v, shift = cp.Variable((p.x.shape[1], p.k)), cp.Variable((1, p.k))
        f = (z * by / unit) @ v + (np.ones((p.n, 1)) @ shift if p.intercept else 0)
        if p.task is not None:
            f = cp.sum(cp.multiply(f, np.eye(p.k)[p.task]), axis=1)
        elif p.loss != "multinomial":
            f = f[:, 0]
        loss, over = loss_of(p, f, unit)
        penal = penalty_of(p, cp.multiply((by * scales(p))[:, None] * np.ones((1, p.k)), v), lam)
        if penal is None:
            return None
        penalty, constraints = penal
        wide = by[:, None] * np.ones((1, p.k))
        if np.isfinite(p.lower):
            constraints = constraints + [v >= p.lower / wide]
        if np.isfinite(p.upper):
            constraints = constraints + [v <= p.upper / wide]
        status = solved(cp.Problem(cp.Minimize(loss + penalty / over), constraints))
        if v.value is None:
            continue
        w = np.clip(v.value * by[:, None], p.lower, p.upper)
        b = unit * shift.value[0] - centre @ w if p.intercept else np.zeros(p.k)
        value = objective(p, w, b, lam)[0]
        if best is None or value < best[0]:
            best = value, w, b, status
    return best
