"""Machines of kernels beside scikit-learn's."""

import numpy as np
import pytest
from sklearn.svm import SVC, SVR

import proxlab as p


@pytest.fixture
def data():
    r = np.random.default_rng(0)
    X = r.normal(size=(120, 4))
    return X, np.where(X[:, 0] * X[:, 1] > 0, "a", "b"), X[:, 0] ** 2


def test_machines_are_those_of_libsvm(data):
    X, y, t = data
    gamma = 1 / (X.shape[1] * X.var())
    ours = p.KernelSVC(C=2).fit(X, y)
    theirs = SVC(C=2, gamma=gamma, tol=1e-7).fit(X, y)
    assert np.abs(ours.decision_function(X) - theirs.decision_function(X)).max() < 1e-5
    assert np.array_equal(ours.support_, np.sort(theirs.support_))
    assert ours.certificate_.kind == "duality" and ours.certificate_.gap < 1e-8
    ours, theirs = p.KernelSVR(C=2, epsilon=0.2).fit(X, t), SVR(C=2, epsilon=0.2, gamma=gamma, tol=1e-7).fit(X, t)
    assert np.abs(ours.predict(X) - theirs.predict(X)).max() < 1e-5


def test_given_matrices_and_kernels_that_are_learnt(data):
    X, y, _ = data
    K = np.exp(-((X[:, None] - X[None]) ** 2).sum(2) / 2)
    given = p.KernelSVC(kernel="precomputed").fit(K, y)
    named = p.KernelSVC(kernel="gaussian:1").fit(X, y)
    assert np.allclose(given.decision_function(K), named.decision_function(X), atol=1e-6)
    X, y, K = X[:40], y[:40], K[:40, :40]
    several = p.MKLClassifier(kernels=["linear", "gaussian:1"]).fit(X, y)
    beside = p.MKLClassifier(kernels="precomputed").fit(np.hstack([X @ X.T, K]), y)
    assert several.norms_.shape == (2,) and several.norms_[1] > several.norms_[0]
    assert np.allclose(several.norms_, beside.norms_, atol=1e-4)


def test_what_is_wrong_is_said(data):
    X, y, _ = data
    with pytest.raises(ValueError, match="there is no kernel"):
        p.KernelSVC(kernel="gauss:1").fit(X, y)
    with pytest.raises(ValueError, match="not symmetric"):
        p.KernelSVC(kernel="precomputed").fit(X @ np.arange(16.0).reshape(4, 4) @ X.T, y)
