"""Estimators that choose how strong their penalty is by cross-validation."""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.model_selection import check_cv

from . import _classification, _regression, _survival
from ._client import client
from ._settings import Settings


class CV(Settings):
    """{of} whose {strength} is chosen by folds, in which the command learns along the whole path.

    Attributes
    ----------
    alpha_ : float
        The strength that was chosen; ``C_`` is the same for estimators with C, whose alphas are C.
    alphas_, errors_path_ : ndarray of shape (n_alphas,), (n_alphas, n_folds)
        What was tried, and the mean errors on what a fold holds out: squared, the deviance, or the loss.

    Examples
    --------
    >>> import numpy as np
    >>> from proxlab import LassoCV
    >>> X = np.random.default_rng(0).standard_normal((60, 5))
    >>> lasso = LassoCV(n_alphas=10, cv=3).fit(X, X[:, 0])
    >>> lasso.errors_path_.shape, bool(lasso.alpha_ == lasso.alphas_[-1])
    ((10, 3), True)
    """

    alphas: Any = None
    n_alphas: int = 50
    eps: float = 1e-3
    cv: Any = None
    selection: str = "best"

    def _alpha(self) -> float:
        return self.alpha_

    @property
    def C_(self) -> float:
        """The strength that was chosen."""
        return self.alpha_

    def fit(self, X: Any, y: Any, sample_weight: Any = None, progress: Any = False) -> Any:
        """Choose the strength, and fit the model with it to all examples."""
        self._validate_params()
        ready, arrays, beside = self._ready(X, y, sample_weight)
        head, arrays, total = self._head(ready, arrays, beside)
        alphas = self._grid(head, arrays, total, self.n_alphas, self.eps) if self.alphas is None else self.alphas
        self.alphas_ = np.sort(np.asarray(alphas, dtype=float))[::-1 if self._falls else 1]
        several = beside.get("outputs", 1) > 1
        targets = arrays["y"].reshape(ready.shape[0], -1) if several else arrays["y"]
        splits = list(check_cv(self.cv, targets, classifier=is_classifier(self)).split(ready, targets))
        self.errors_path_ = (self._errors_of_outputs(ready, targets, arrays.get("weights"), splits) if several else
                             self._errors(head, arrays, splits, total))
        mean = self.errors_path_.mean(axis=1)
        best = int(np.nanargmin(mean))
        if self.selection == "1se":
            near = mean[best] + self.errors_path_[best].std(ddof=1) / len(splits) ** 0.5
            best = int(np.flatnonzero(mean <= near)[0])
        self.alpha_ = float(self.alphas_[best])
        return super().fit(X, y, sample_weight=sample_weight, progress=progress)  # type: ignore[misc]

    def _errors(self, head: dict, arrays: dict, splits: list, total: float) -> np.ndarray:
        for name, parts in zip(("train", "test"), zip(*splits, strict=True), strict=True):
            arrays[name] = np.concatenate(parts).astype(np.int64)
            arrays[name + "_ptr"] = np.cumsum([0, *map(len, parts)], dtype=np.int64)
        y = arrays["y"]
        one_by_one = isinstance(self, _classification.LinearSVC) and len(self.classes_) > 2
        tasks = [(y == c).astype(float) for c in range(len(self.classes_))] if one_by_one else [y]
        errors = sum(client().ask("folds", arrays | {"y": part}, **self._strengths(head, self.alphas_, total))[1]["errors"]
                     for part in tasks)
        return errors.reshape(len(self.alphas_), -1)

    def _errors_of_outputs(self, X: Any, Y: np.ndarray, weights: Any, splits: list) -> np.ndarray:
        """Mean squares over examples and outputs, by a path for each fold."""
        errors = np.empty((len(self.alphas_), len(splits)))
        weights = np.ones(X.shape[0]) if weights is None else weights
        for k, (train, test) in enumerate(splits):
            path = self.path(X[train], Y[train], weights[train], alphas=self.alphas_)  # type: ignore[attr-defined]
            for i, (coef, b) in enumerate(zip(path.coefs, path.intercepts, strict=True)):
                errors[i, k] = np.average(((X[test] @ coef.T + b - Y[test]) ** 2).mean(axis=1), weights=weights[test])
        return errors


def _chosen(of: Any) -> Any:
    """The estimator with its strength by folds, which is no parameter of it then."""
    text = str(CV.__doc__).split("\nParameters\n")[0].format(of=of.__name__, strength=of._by)
    text += "\nAttributes\n" + str(CV.__doc__).split("\nAttributes\n")[1].split("\nExamples\n")[0]
    return type(of.__name__ + "CV", (CV, of), {
        "__module__": __name__, "__doc__": text, "__annotations__": {of._by: "float"},
        of._by: field(init=False, default=1.0)})


LassoCV = _chosen(_regression.Lasso)
ElasticNetCV = _chosen(_regression.ElasticNet)
GroupLassoCV = _chosen(_regression.GroupLasso)
TreeLassoCV = _chosen(_regression.TreeLasso)
SparseGroupLassoCV = _chosen(_regression.SparseGroupLasso)
SlopeCV = _chosen(_regression.Slope)
MCPCV = _chosen(_regression.MCP)
SCADCV = _chosen(_regression.SCAD)
FusedLassoCV = _chosen(_regression.FusedLasso)
HuberRegressorCV = _chosen(_regression.HuberRegressor)
QuantileRegressorCV = _chosen(_regression.QuantileRegressor)
PoissonRegressorCV = _chosen(_regression.PoissonRegressor)
MultiTaskCV = _chosen(_regression.MultiTask)
TraceNormCV = _chosen(_regression.TraceNorm)
LinearSVRCV = _chosen(_regression.LinearSVR)
LogisticRegressionCV = _chosen(_classification.LogisticRegression)
LinearSVCCV = _chosen(_classification.LinearSVC)
CoxPHCV = _chosen(_survival.CoxPH)
