"""Matrices beside scikit-learn's, and by their own formulas."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.covariance import GraphicalLasso
from sklearn.decomposition import sparse_encode
from sklearn.exceptions import ConvergenceWarning

import proxlab as p


def test_graphs_are_those_of_scikit_learn():
    r = np.random.default_rng(0)
    X = r.normal(size=(200, 6)) + 0.7 * r.normal(size=(200, 1))
    ours, theirs = p.GraphicalLasso(alpha=0.1, tol=1e-10).fit(X), GraphicalLasso(alpha=0.1, tol=1e-3).fit(X)
    assert np.abs(ours.precision_ - theirs.precision_).max() < 1e-3
    assert np.allclose(ours.covariance_ @ ours.precision_, np.eye(6), atol=1e-9)
    assert ours.certificate_.kind == "duality" and ours.certificate_.gap < 1e-8


def test_codes_are_those_of_scikit_learn():
    r = np.random.default_rng(1)
    X = r.normal(size=(60, 3)) @ r.normal(size=(3, 8)) + 0.1 * r.normal(size=(60, 8))
    of = p.DictionaryLearning(4, alpha=0.2).fit(X)
    assert of.components_.shape == (4, 8) and (np.linalg.norm(of.components_, axis=1) < 1 + 1e-12).all()
    theirs = sparse_encode(X, of.components_, algorithm="lasso_lars", alpha=0.2)
    assert np.abs(of.transform(X) - theirs).max() < 1e-6
    few = p.DictionaryLearning(4, alpha=0.2, passes=1).fit(X)
    assert of.certificate_.objective < few.certificate_.objective and np.isnan(of.certificate_.gap)
    assert (p.DictionaryLearning(4, alpha=0.2, positive_code=True).fit(X).transform(X) >= 0).all()


def test_what_is_missing_is_filled_in():
    r = np.random.default_rng(4)
    X = r.normal(size=(40, 2)) @ r.normal(size=(2, 30)) + 3
    given = np.where(r.random(X.shape) < 0.6, X, np.nan)
    of = p.MatrixCompletion(alpha=0.2, tol=1e-8).fit(given)
    left = of.mean_ + of.row_offsets_[:, None] + of.column_offsets_
    L, known = of.matrix_ - left, ~np.isnan(given)
    primal = (((given - of.matrix_)[known] ** 2).sum() + (of.row_offsets_**2).sum() + (of.column_offsets_**2).sum()) / 2
    primal += 0.2 * np.linalg.norm(L, "nuc")
    assert abs(primal / of.certificate_.objective - 1) < 1e-9 and of.certificate_.gap <= 1e-8 * primal
    assert np.abs(of.matrix_ - X)[~known].max() < 0.5 and of.rank_ == np.linalg.matrix_rank(L)
    stored = sp.csr_matrix((given[known], np.nonzero(known)), shape=X.shape)
    assert np.allclose(p.MatrixCompletion(alpha=0.2, tol=1e-8).fit(stored).matrix_, of.matrix_, atol=1e-6)
    assert p.MatrixCompletion(alpha="1.01max").fit(given).rank_ == 0 
    with pytest.warns(ConvergenceWarning, match="none gap"):
        assert p.MatrixCompletion(rank=1, max_iter=5).fit(given).rank_ == 1


def test_robust_components_find_outliers():
    r = np.random.default_rng(2)
    low, far = np.outer(r.normal(size=30), r.normal(size=20)), r.random((30, 20)) < 0.05
    of = p.RobustPCA(alpha=0.2).fit(low + 20 * far)
    assert of.rank_ == 1 and np.array_equal(np.abs(of.sparse_) > 5, far)
    assert np.abs(of.low_rank_ - low).max() < 0.5 and of.certificate_.gap <= 1e-6 * of.certificate_.objective
