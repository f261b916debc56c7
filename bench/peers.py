"""One fit by a peer: python peers.py ROW PEER TOLERANCE OUT.npz THREADS prints its processor seconds as JSON."""

import json, os, sys, time, warnings

import numpy as np
from sklearn import linear_model as lm
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model._coordinate_descent import LinearModelCV
from sklearn.svm import LinearSVC

from rows import ALPHA, EPSILON, ROWS, make

warnings.filterwarnings("ignore")
MANY = 100000


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
    if peer.startswith("celer"):
        import celer
        if row.penalty == "groups":
            return celer.GroupLasso(groups=row.size, alpha=row.lam, **at)
        if row.penalty == "rows":
            return celer.MultiTaskLasso(alpha=row.lam, **at)
        tolerant(LinearModelCV)
        if row.path:
            return celer.LassoCV(alphas=grid, cv=10, n_jobs=threads, **at)
        if row.loss == "logistic":
            return celer.LogisticRegression(C=c, **at)
        return celer.Lasso(alpha=row.lam, **at)
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
        if row.loss == "squared":
            return skglm.Lasso(alpha=row.lam, **at)
        return skglm.GeneralizedLinearEstimator(Logistic(), L1(row.lam), ProxNewton(tol=tol, fit_intercept=False))
    return {
        "scikit-learn Lasso": lambda: lm.Lasso(alpha=row.lam, max_iter=MANY, **at),
        "scikit-learn MultiTaskLasso": lambda: lm.MultiTaskLasso(alpha=row.lam, max_iter=MANY, **at),
        "scikit-learn LassoCV": lambda: lm.LassoCV(alphas=grid, cv=10, n_jobs=threads, max_iter=MANY, **at),
        "scikit-learn LinearRegression": lambda: lm.LinearRegression(fit_intercept=row.intercept),
        "scikit-learn poisson-lbfgs": lambda: lm.PoissonRegressor(alpha=row.mu, max_iter=MANY, **at),
        "scikit-learn poisson-newton-cholesky":
            lambda: lm.PoissonRegressor(alpha=row.mu, solver="newton-cholesky", max_iter=MANY, **at),
        "scikit-learn HuberRegressor": lambda: lm.HuberRegressor(epsilon=EPSILON, alpha=ALPHA, max_iter=MANY, **at),
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
    d = make(row)[1][0].shape[1]
    indices, starts = grp_converter(row.size, d)
    penalty = WeightedL1GroupL2(row.lam, np.full(d // row.size, row.mix), np.full(d, 1 - row.mix), starts, indices)
    return skglm.GeneralizedLinearEstimator(QuadraticGroup(starts, indices), penalty,
                                            GroupBCD(tol=tol, fit_intercept=False, max_epochs=MANY, ws_strategy="fixpoint"))


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
        self.grid = np.geomspace(row.most, row.lam, row.path)

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
            w = lm.lasso_path(X, y, alphas=self.grid, tol=self.tol, max_iter=MANY)[1][:, -1]
        self.coef_, self.intercept_ = w, shift - mean @ w


def tolerant(base):
    """celer 0.7.4 hands scikit-learn 1.9 an argument that it no longer knows."""
    init = base.__init__

    def known(self, *args, n_alphas=None, **rest):
        init(self, *args, **rest)
        self.n_alphas = n_alphas

    base.__init__ = known


def main():
    name, peer, tol, out, threads = sys.argv[1:]
    row = next(r for r in ROWS if r.name == name)
    files, (X, y) = make(row)
    begun = time.process_time()
    X, y = load_svmlight_file(files[0]) if len(files) == 1 else (np.load(files[0]), np.load(files[1]))
    if len(files) == 1:  # what LIBLINEAR takes
        X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)
    loaded = time.process_time()
    e = estimator(row, peer, float(tol), X.shape[0], int(threads))
    if peer.startswith("skglm"):  # compiles what it needs the first time
        estimator(row, peer, 1e-1, X.shape[0], 1).fit(X, y)
        loaded_again = time.process_time()
    else:
        loaded_again = loaded
    clock = time.time()
    before = os.times()
    e.fit(X, y)
    after = os.times()  # with the children of joblib, once they have ended
    spent = time.process_time() - loaded_again + after.children_user - before.children_user
    w = np.atleast_2d(e.coef_)
    if row.loss == "multinomial":
        w = w.reshape(-1, X.shape[1])
    np.savez(out, w=w.T, b=np.asarray(getattr(e, "intercept_", 0.0)))
    print(json.dumps({"Load": loaded - begun, "Fit": spent, "Wall": time.time() - clock}))


if __name__ == "__main__":
    main()
