"""What is said of answers: objectives by their formulas, against scikit-learn, in all forms of the data."""

import pickle
import warnings

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.linear_model as sk
from sklearn.exceptions import ConvergenceWarning

import proxlab as p

rng = np.random.default_rng(47)
X = rng.standard_normal((80, 12))
y = X[:, 0] - 2 * X[:, 3] + rng.standard_normal(80)
labels = np.where(y > 0, "yes", "no")


@pytest.mark.parametrize("ours, theirs", [
    (p.Lasso(0.1, tol=1e-10), sk.Lasso(0.1, tol=1e-10)),
    (p.ElasticNet(0.1, tol=1e-10), sk.ElasticNet(0.1, tol=1e-10)),
    (p.QuantileRegressor(0.05, quantile=0.3), sk.QuantileRegressor(alpha=0.05, quantile=0.3)),
    (p.PoissonRegressor(0.1, tol=1e-12), sk.PoissonRegressor(alpha=0.1, tol=1e-10)),
    (p.LogisticRegression(0.5, penalty="l2", tol=1e-12), sk.LogisticRegression(C=0.5, tol=1e-10)),
    (p.MultiTask(0.1, tol=1e-10), sk.MultiTaskLasso(0.1, tol=1e-10)),
    (p.Linear("gamma", mu=0.1, tol=1e-12), sk.GammaRegressor(alpha=0.1, tol=1e-10)),
    (p.Linear("tweedie", mu=0.1, power=1.5, tol=1e-12), sk.TweedieRegressor(alpha=0.1, power=1.5, tol=1e-10)),
])
def test_scikit_learns_scale(ours, theirs):
    target = {"PoissonRegressor": np.abs(y).round(), "LogisticRegression": labels, "Linear": np.abs(y) + 0.1,
              "MultiTask": np.column_stack([y, -y, X[:, 1]])}.get(type(ours).__name__, y)
    ours.fit(X, target), theirs.fit(X, target)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=2e-4)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=2e-4)
    assert ours.status_ == "converged" and ours.dual_gap_ <= 1e-6 * ours.certificate_.objective


def test_certificate_is_the_formulas():
    w = sk.Lasso(0.1, tol=1e-2, fit_intercept=False).fit(X, y).coef_
    c = p.Lasso(0.1, fit_intercept=False).certify(X, y, w)
    r, n = y - X @ w, len(y)
    primal = r @ r / 2 / n + 0.1 * abs(w).sum()
    u = r / max(1, abs(X.T @ r).max() / n / 0.1)
    dual = (y @ y - (y - u) @ (y - u)) / 2 / n
    assert abs(c.objective - primal) < 1e-12 and c.kind == "duality"
    assert primal - dual - 1e-12 < c.gap < primal - dual + 1e-12
    assert c.lower_bound <= p.Lasso(0.1, fit_intercept=False, tol=1e-12).fit(X, y).certificate_.objective


def test_forms_of_data():
    want = p.Lasso(0.1).fit(X, y).coef_
    for form in (np.asfortranarray(X), sp.csr_matrix(X), sp.csc_array(X), sp.coo_matrix(X), X.tolist(), X[::-1][::-1]):
        np.testing.assert_allclose(p.Lasso(0.1).fit(form, y).coef_, want, atol=1e-8)
    np.testing.assert_allclose(p.Lasso(0.1).fit(X.astype(np.float32), y).coef_, want, atol=1e-5)
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    names = [f"x{j}" for j in range(12)]
    for frame in (pd.DataFrame(X, columns=names), pl.DataFrame(X, schema=names)):
        m = p.Lasso(0.1).fit(frame, y)
        assert list(m.feature_names_in_) == names
        np.testing.assert_allclose(m.coef_, want, atol=1e-8)


def test_files_are_mapped(tmp_path):
    np.save(tmp_path / "x.npy", X)
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    from proxlab._base import features

    assert features(mapped[10:])[1]["x"]["at"] == mapped.offset + 10 * 12 * 8
    np.testing.assert_array_equal(p.Lasso(0.1).fit(mapped[10:], y[10:]).coef_, p.Lasso(0.1).fit(X[10:], y[10:]).coef_)


def test_says_what_did_not_converge():
    with pytest.warns(ConvergenceWarning, match="iteration-limit.*gap"):
        p.Lasso(1e-4, max_iter=1, tol=1e-15, solver="fista").fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isnan(p.MCP(0.1).fit(X, y).certificate_.gap) or p.MCP(0.1).fit(X, y).certificate_.kind == "local"


def test_pickle_needs_no_process():
    m = pickle.loads(pickle.dumps(p.LogisticRegression().fit(X, labels)))
    import proxlab._client as c

    before = c._one
    assert set(m.predict(X)) <= {"yes", "no"} and c._one is before
    assert b"Client" not in pickle.dumps(m)


def test_folds_of_several_outputs():
    many = np.column_stack([y, y - X[:, 1], X[:, 2]])
    ours = p.MultiTaskCV(alphas=[0.5, 0.2, 0.1, 0.05, 0.02], cv=4, tol=1e-9).fit(X, many)
    theirs = sk.MultiTaskLassoCV(alphas=ours.alphas_, cv=4, tol=1e-9).fit(X, many)
    np.testing.assert_allclose(ours.errors_path_, theirs.mse_path_, atol=1e-5)
    assert ours.alpha_ == theirs.alpha_
    weights = rng.integers(0, 3, len(y))
    errors = p.TraceNormCV(alphas=[0.1], cv=[(np.arange(40), np.arange(40, 80))]).fit(X, many, weights).errors_path_
    part = p.TraceNorm(0.1).fit(X[:40], many[:40], weights[:40]).predict(X[40:]) - many[40:]
    np.testing.assert_allclose(errors, [[np.average((part ** 2).mean(axis=1), weights=weights[40:])]], rtol=1e-4)


def test_plain_arrays_are_validated_as_all_are():
    table = pytest.importorskip("pandas").DataFrame(X)
    table.columns = [f"x{j}" for j in range(12)]
    model = p.Lasso(0.1).fit(table, y)
    model.fit(X, y)
    assert model.n_features_in_ == 12 and not hasattr(model, "feature_names_in_")
    for wrong in (np.nan, np.inf):
        spoilt = X.copy()
        spoilt[3, 4] = wrong
        with pytest.raises(ValueError, match="contains|infinity"):
            model.fit(spoilt, y)
    with pytest.raises(ValueError, match="alpha"):
        model.set_params(alpha=-1.0).fit(X, y)


def test_path_and_plot():
    path = p.Lasso().path(X, y, n_alphas=8)
    assert len(path.alphas) == 8 and not path.coefs[0].any() and path.coefs[-1].all()
    assert all(c.gap < 1e-5 for c in path.certificates)
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    assert len(path.plot().lines) == 12


def test_progress_and_its_errors():
    seen = []
    p.Lasso(0.1).fit(X, y, progress=seen.append)
    assert seen and seen[-1]["objective"] > 0 and seen[-1]["iter"] >= 1

    def fails(event):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        p.Lasso(0.1).fit(X, y, progress=fails)
    assert p.Lasso(0.1).fit(X, y).coef_.any()


def test_every_word_by_one_estimator():
    groups = [[0, 1, 2], [3, 4, 5], [6, 7, 8, 9, 10, 11]]
    for penalty, more in {
        "overlap-group": {"groups": [[0, 1, 2], [2, 3]]}, "latent-group": {"groups": [[0, 1, 2], [2, 3]]},
        "group-max": {"groups": groups}, "tv": {"shape": (3, 4)}, "graph": {"edges": [(0, 1), (3, 4)]},
        "l1(L)": {"linear_map": np.eye(12)[:5]}, "none": {"lower": 0.0}, "l1": {"constraints": ["sum(x1..x12)=0"]},
    }.items():
        m = p.Linear(penalty=penalty, alpha=None if penalty == "none" else 0.05, **more).fit(X, y)
        assert m.status_ == "converged", penalty
    assert abs(m.coef_.sum()) < 1e-9
    m = p.Linear("cox", "l1", alpha="0.1max").fit(X, np.array([(True, t) for t in np.exp(y)], dtype=[("e", "?"), ("t", "f8")]))
    assert m.status_ == "converged" and m.score(X, np.exp(y)) < 1


def test_refuses_by_name():
    for wrong, says in (({"penalty": "l3"}, "is none of"), ({"alpha": -1.0, "penalty": "l1"}, "positive"),
                        ({"penalty": "group", "alpha": 1.0, "groups": [[99]]}, "99")):
        with pytest.raises(ValueError, match=says):
            p.Linear(**wrong).fit(X, y)
    with pytest.raises(ValueError, match="alpha"):
        p.Lasso(alpha=-1).fit(X, y)


def test_import_loads_nothing():
    import subprocess
    import sys

    loaded = "import sys; before = set(sys.modules); import proxlab; print('numpy' in sys.modules, 'sklearn' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", loaded], text=True).split() == ["False", "False"]


def test_mu_is_the_ridges():
    m = p.Linear(mu=0.3, tol=1e-12).fit(X, y)
    np.testing.assert_allclose(m.coef_, sk.Ridge(0.3 * len(y)).fit(X, y).coef_, atol=1e-8)
    np.testing.assert_allclose(p.Linear().fit(X, y).coef_, sk.LinearRegression().fit(X, y).coef_, atol=1e-8)


def test_labels_in_an_order():
    level = np.digitize(y, [-1.5, 0.0, 1.5])
    m = p.Linear("ordinal", "l1", alpha=1e-4, tol=1e-8).fit(X, level)
    assert m.status_ == "converged" and (np.diff(m.thresholds_) > 0).all() and m.score(X, level) > 0.6
    f, theta = X @ m.coef_[0], np.concatenate([[-np.inf], m.thresholds_, [np.inf]])
    chance = 1 / (1 + np.exp(f - theta[level + 1])) - 1 / (1 + np.exp(f - theta[level]))
    assert abs(1e-4 * abs(m.coef_).sum() - np.log(chance).mean() - m.certificate_.objective) < 1e-9


def test_losses_of_all_examples_and_of_counts():
    m = p.Linear("root-squared", "l1", alpha=0.1, tol=1e-10).fit(X, y)
    r = y - m.predict(X)
    assert abs((r @ r / len(y)) ** 0.5 + 0.1 * abs(m.coef_).sum() - m.certificate_.objective) < 1e-9
    counts = np.abs(y).round()
    m = p.Linear("negative-binomial", mu=0.1, theta=1e8, tol=1e-10).fit(X, counts)  # Poisson, as theta grows
    np.testing.assert_allclose(m.coef_, p.PoissonRegressor(0.1, tol=1e-10).fit(X, counts).coef_, atol=1e-5)
