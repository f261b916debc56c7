"""scikit-learn's checks of estimators, for every estimator and penalty; in the short form of one of each kind."""

import os
import warnings

import pytest
from sklearn.utils.estimator_checks import check_estimator

import proxlab as p

# Of each kind one is checked in the short form, too. CoxPH with ties as Efron has them is left out: repeated examples
# are ties, and weights are none.
SHORT = [p.Lasso(alpha=0.1), p.Linear("multinomial", "l1", alpha=0.01), p.MultiTask(alpha=0.1), p.LassoCV(n_alphas=5, cv=3)]
# At a thousandth of the largest strength these all but interpolate y, and what they predict for 0 is known to 1e-8.
STEEP = {"FusedLassoCV": {"eps": 0.01}, "SlopeCV": {"eps": 0.01}}
LONG = [
    p.Lasso(alpha=0.1, positive=True), p.ElasticNet(alpha=0.1), p.GroupLasso(alpha=0.1), p.SparseGroupLasso(alpha=0.1),
    p.TreeLasso(alpha=0.1), p.Slope(alpha=0.1), p.MCP(alpha=0.1), p.SCAD(alpha=0.1), p.FusedLasso(alpha=0.1),
    p.FusedLasso(alpha=0.1, edges=[(0, 1)]), p.HuberRegressor(), p.QuantileRegressor(),
    p.QuantileRegressor(alpha=0.01, l1_ratio=0.5), p.PoissonRegressor(), p.PoissonRegressor(l1_ratio=0.5),
    p.LinearSVR(), p.LinearSVR(loss="squared_epsilon_insensitive"), p.TraceNorm(alpha=0.1), p.CoxPH(alpha=0.1),
    *(p.LogisticRegression(penalty=g) for g in ("l1", "l2", "elasticnet", "group")),
    p.LinearSVC(), p.LinearSVC(loss="hinge"), p.KernelSVC(), p.KernelSVR(),
    p.GraphicalLasso(alpha=0.1), p.DictionaryLearning(3, alpha=0.5), p.RobustPCA(alpha=0.5), p.MatrixCompletion(),
    p.Linear(), p.Linear(penalty="l1", alpha=0.1), p.Linear("logistic", "l1", alpha=0.1), p.Linear("poisson", mu=1.0),
    p.Linear("squared", ["fused=0.02", "l1=0.01"], tol=1e-12),
    *(getattr(p, n)(n_alphas=5, cv=3, **STEEP.get(n, {})) for n in p.__all__ if n.endswith("CV") and n != "LassoCV"),
]
SKIPS = {"check_array_api_input"}  # which needs arrays of other libraries


@pytest.mark.parametrize("estimator", SHORT + (LONG if os.environ.get("PROXLAB_LONG") else []), ids=repr)
def test_estimator(estimator):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        done = check_estimator(estimator, on_fail=None, on_skip=None)
    wrong = {c["check_name"]: str(c["exception"])[:300] for c in done if c["status"] not in ("passed", "skipped")}
    assert not wrong
    assert {c["check_name"] for c in done if c["status"] == "skipped"} <= SKIPS
    assert len(done) >= 40
