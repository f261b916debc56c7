"""What the peers in Python do: each line of the standard input is a question in JSON, of a fit, a work or a chain, and is
answered by a line with the processor seconds, and the seconds by the clock, that one of them takes."""

import gc, json, os, sys, time, warnings

import numpy as np
from sklearn import linear_model as lm
from sklearn.svm import LinearSVC

import sequences
from drawn import named
from rows import ALPHA, EPSILON, falling, load
from solvers import Solver
from works import VALUES, WORKS

warnings.filterwarnings("ignore")
MANY = 100000
LEAST = 0.05  # seconds that a measurement takes at least: shorter pieces are repeated


def estimator(row, peer, tol, n, threads):
    c = 1 / (n * (row.lam or row.mu or 1))
    at = dict(fit_intercept=row.intercept, tol=tol)
    logistic = lambda solver: lm.LogisticRegression(C=c, l1_ratio=1 if row.lam else 0, solver=solver, max_iter=MANY, **at)
    grid = np.geomspace(row.most, row.lam, row.path) if row.path else None
    if row.path and not row.folds:
        if peer == "celer path":
            import celer  # what takes a second
        return Path(row, peer, tol)
    if peer.startswith("NumPy"):
        return Accelerated(row)
    if peer.startswith("SPAMS"):
        return Flat(row, tol, threads)
    if peer.startswith("celer"):
        import celer
        if row.penalty == "groups":
            return celer.GroupLasso(groups=row.size, alpha=row.lam, **at)
        if row.penalty == "rows":
            return celer.MultiTaskLasso(alpha=row.lam, **at)
        if row.path:
            return celer.LassoCV(alphas=grid, cv=10, n_jobs=threads, **at)
        if row.loss == "logistic":
            return celer.LogisticRegression(C=c, **at)
        if row.mu:
            return celer.ElasticNet(alpha=row.lam + row.mu, l1_ratio=row.lam / (row.lam + row.mu), **at)
        return celer.Lasso(alpha=row.lam, positive=row.penalty == "nonnegative", **at)
    if peer.startswith("skglm"):
        import skglm
        from skglm.datafits import Logistic
        from skglm.penalties import L1
        from skglm.solvers import ProxNewton
        if row.penalty == "groups":
            return skglm.GroupLasso(groups=row.size, alpha=row.lam, **at)
        if row.penalty == "sparse-groups":
            return sparse_groups(row, tol)
        if row.penalty == "rows":
            return skglm.MultiTaskLasso(alpha=row.lam, **at)
        if row.penalty == "slope":
            from skglm.datafits import Quadratic
            from skglm.penalties import SLOPE
            from skglm.solvers import FISTA
            penalty = SLOPE(row.lam * falling(np.load(row.files[0], mmap_mode="r").shape[1]))
            return skglm.GeneralizedLinearEstimator(Quadratic(), penalty, FISTA(max_iter=MANY, tol=tol, opt_strategy="fixpoint"))
        if row.mu and row.loss == "squared":
            return skglm.ElasticNet(alpha=row.lam + row.mu, l1_ratio=row.lam / (row.lam + row.mu), **at)
        if row.loss == "squared":
            return skglm.Lasso(alpha=row.lam, positive=row.penalty == "nonnegative", **at)
        return skglm.GeneralizedLinearEstimator(Logistic(), L1(row.lam), ProxNewton(tol=tol, fit_intercept=False))
    return {
        "scikit-learn Lasso": lambda: lm.Lasso(alpha=row.lam, positive=row.penalty == "nonnegative", max_iter=MANY, **at),
        "scikit-learn ElasticNet":
            lambda: lm.ElasticNet(alpha=row.lam + row.mu, l1_ratio=row.lam / (row.lam + row.mu), max_iter=MANY, **at),
        "scikit-learn MultiTaskLasso": lambda: lm.MultiTaskLasso(alpha=row.lam, max_iter=MANY, **at),
        "scikit-learn LassoCV": lambda: lm.LassoCV(alphas=grid, cv=10, n_jobs=threads, max_iter=MANY, **at),
        "scikit-learn LinearRegression": lambda: lm.LinearRegression(fit_intercept=row.intercept),
        "scikit-learn poisson-lbfgs": lambda: lm.PoissonRegressor(alpha=row.mu, max_iter=MANY, **at),
        "scikit-learn poisson-newton-cholesky":
            lambda: lm.PoissonRegressor(alpha=row.mu, solver="newton-cholesky", max_iter=MANY, **at),
        "scikit-learn HuberRegressor": lambda: lm.HuberRegressor(epsilon=EPSILON, alpha=ALPHA, max_iter=MANY, **at),
        "scikit-learn LassoLars": lambda: lm.LassoLars(alpha=row.lam, fit_intercept=row.intercept, max_iter=MANY),
        "scikit-learn Ridge": lambda: lm.Ridge(alpha=n * row.mu, fit_intercept=row.intercept),
        "LIBLINEAR (scikit-learn)": lambda: LinearSVC(C=c, loss="hinge", dual=True, max_iter=MANY, **at),
        "LIBLINEAR, 1,000 passes": lambda: LinearSVC(C=c, loss="hinge", dual=True, max_iter=1000, **at),  # its own limit
    }.get(peer, lambda: logistic(peer.split()[-1]))()


def sparse_groups(row, tol):
    import skglm
    from skglm.datafits import QuadraticGroup
    from skglm.penalties import WeightedL1GroupL2
    from skglm.solvers import GroupBCD
    from skglm.utils.data import grp_converter
    d = np.load(row.files[0], mmap_mode="r").shape[1]
    indices, starts = grp_converter(row.size, d)
    penalty = WeightedL1GroupL2(row.lam, np.full(d // row.size, row.mix), np.full(d, 1 - row.mix), starts, indices)
    return skglm.GeneralizedLinearEstimator(QuadraticGroup(starts, indices), penalty,
                                            GroupBCD(tol=tol, fit_intercept=False, max_epochs=MANY, ws_strategy="fixpoint"))


class Flat:
    """SPAMS' accelerated proximal gradients, which take the sum of squares in the place of their mean."""

    def __init__(self, row, tol, threads):
        import spams
        self.fista, n = spams.fistaFlat, np.load(row.files[0], mmap_mode="r").shape[0]
        self.settings = dict(loss="square", tol=tol, max_it=MANY, it0=10, numThreads=threads, lambda1=n * row.lam)
        if row.penalty == "groups":
            self.settings.update(regul="group-lasso-l2", size_group=row.size)
        else:
            self.settings.update(regul="sparse-group-lasso-l2", size_group=row.size, lambda1=n * row.lam * row.mix,
                                 lambda2=n * row.lam * (1 - row.mix))

    def fit(self, X, y):
        X = np.asfortranarray(X)
        start = np.zeros((X.shape[1], 1), order="F")
        self.coef_ = self.fista(np.asfortranarray(y[:, None]), X, start, **self.settings)[:, 0]


class Accelerated:
    """Prox++ (Nesterov's method with the proximal step by singular values) of multinomial loss with the trace norm, at
    the constant step, with restarts, in NumPy. It ends where ten steps change the objective by less than 1e-8."""

    def __init__(self, row):
        self.row = row

    def fit(self, X, y):
        n, lam = X.shape[0], self.row.lam
        Y = np.eye(int(y.max()) + 1)[y.astype(int)]
        step = 2 * n / np.linalg.norm(X, 2) ** 2  # the softmax's Hessians are at most 1/2
        w = z = np.zeros((X.shape[1], Y.shape[1]))
        theta, last = 1.0, np.inf
        for t in range(1, MANY):
            f = X @ z
            e = np.exp(f - f.max(axis=1, keepdims=True))
            v = z - step / n * (X.T @ (e / e.sum(axis=1, keepdims=True) - Y))
            u, s, vt = np.linalg.svd(v, full_matrices=False)
            s = np.maximum(s - lam * step, 0)
            new = u * s @ vt
            if np.sum((z - new) * (new - w)) > 0:
                theta = 1.0
            after = (1 + np.sqrt(1 + 4 * theta * theta)) / 2
            z, w, theta = new + (theta - 1) / after * (new - w), new, after
            if t % 10 == 0:
                f = X @ w
                top = f.max(axis=1)
                loss = np.mean(np.log(np.exp(f - top[:, None]).sum(axis=1)) + top - np.sum(f * Y, axis=1))
                value = loss + lam * s.sum()
                if abs(last - value) <= 1e-8 * value:
                    break
                last = value
        self.coef_, self.intercept_ = w.T, 0.0


class Path:
    """The last model of a path, with the intercept as in glmnet: X and y are centred before."""

    def __init__(self, row, peer, tol):
        self.peer, self.tol = peer, tol
        self.grid, self.ratio = np.geomspace(row.most, row.lam, row.path) / row.ratio, row.ratio

    def fit(self, X, y):
        mean, shift = X.mean(axis=0), y.mean()
        X, y = np.asfortranarray(X - mean), y - shift
        if self.peer == "celer path":
            from celer import celer_path
            w = celer_path(X, y, "lasso", alphas=self.grid, tol=self.tol)[1][:, -1]
        elif self.peer == "skglm path":
            from skglm import Lasso
            w = Lasso(tol=self.tol, fit_intercept=False).path(X, y, self.grid)[1][:, -1]
        else:
            w = lm.enet_path(X, y, l1_ratio=self.ratio, alphas=self.grid, tol=self.tol, max_iter=MANY)[1][:, -1]
        self.coef_, self.intercept_ = w, shift - mean @ w


class Fit:
    """A row's data, read once, and fits of it."""

    def __init__(self, name):
        self.row = named(name)
        self.X, self.y = load(self.row)
        self.compiled = set()

    def prepare(self, who, tol, out):
        """What is to be timed, and what follows it."""
        threads = int(os.environ["OMP_NUM_THREADS"])
        if who.startswith("skglm") and who not in self.compiled:  # compiles what it needs the first time
            estimator(self.row, who, 1e-1, self.X.shape[0], threads).fit(self.X, self.y)
            self.compiled.add(who)
        e = estimator(self.row, who, tol, self.X.shape[0], threads)

        def follow():
            w = np.atleast_2d(e.coef_)
            if self.row.loss == "multinomial":
                w = w.reshape(-1, self.X.shape[1])
            np.savez(out, w=w.T, b=np.asarray(getattr(e, "intercept_", 0.0)))
            return {}

        return lambda: e.fit(self.X, self.y), follow


class Work:
    """The tables of a work, read once."""

    def __init__(self, name, files):
        self.name, self.tables = name, [np.load(f) for f in files]

    def prepare(self, who):
        out = []

        def follow():
            return {"Value": float(VALUES[self.name](out[-1], *self.tables) if self.name in VALUES else out[-1])}

        return lambda: out.append(WORKS[self.name][2][who](*self.tables)), follow


def timed(do):
    """Processor seconds and seconds by the clock of a piece of work, the mean where it is short."""
    gc.collect()
    now, begun, times = time.perf_counter(), time.process_time(), 0
    while times == 0 or time.perf_counter() - now < LEAST:
        do()
        times += 1
    return {"Fit": (time.process_time() - begun) / times, "Wall": (time.perf_counter() - now) / times, "Times": times}


def answer(q, kept):
    """One answer; kept is the one thing that was read last."""
    key = q["name"]
    if key not in kept:
        kept.clear()
        make = {"fit": lambda: Fit(key), "work": lambda: Work(key, q["files"]),
                "sum": lambda: Solver(key), "sequence": lambda: sequences.Learner(q["files"])}
        kept[key] = make[q["kind"]]()
    if q["kind"] == "work":
        do, follow = kept[key].prepare(q["who"])
    else:
        do, follow = kept[key].prepare(q["who"], q["tol"], q["out"])
    return timed(do) | follow()


def main():
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # libraries print, too
    kept = {}
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), kept)), file=out, flush=True)


if __name__ == "__main__":
    main()
