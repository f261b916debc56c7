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
    if peer.startswith("celer"):
        import celer
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
        if row.loss == "squared":
            return skglm.Lasso(alpha=row.lam, **at)
        return skglm.GeneralizedLinearEstimator(Logistic(), L1(row.lam), ProxNewton(tol=tol, fit_intercept=False))
    return {
        "scikit-learn Lasso": lambda: lm.Lasso(alpha=row.lam, max_iter=MANY, **at),
        "scikit-learn LassoCV": lambda: lm.LassoCV(alphas=grid, cv=10, n_jobs=threads, max_iter=MANY, **at),
        "scikit-learn LinearRegression": lambda: lm.LinearRegression(fit_intercept=row.intercept),
        "scikit-learn poisson-lbfgs": lambda: lm.PoissonRegressor(alpha=row.mu, max_iter=MANY, **at),
        "scikit-learn poisson-newton-cholesky":
            lambda: lm.PoissonRegressor(alpha=row.mu, solver="newton-cholesky", max_iter=MANY, **at),
        "scikit-learn HuberRegressor": lambda: lm.HuberRegressor(epsilon=EPSILON, alpha=ALPHA, max_iter=MANY, **at),
        "scikit-learn Ridge": lambda: lm.Ridge(alpha=n * row.mu, fit_intercept=row.intercept),
        "LIBLINEAR (scikit-learn)": lambda: LinearSVC(C=c, loss="hinge", dual=True, max_iter=MANY, **at),
    }.get(peer, lambda: logistic(peer.split()[-1]))()


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
