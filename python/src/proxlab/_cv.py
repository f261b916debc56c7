"""Estimators that choose how strong their penalty is by cross-validation."""

from __future__ import annotations

import numbers
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.model_selection import check_cv
from sklearn.utils._param_validation import Interval, StrOptions

from . import _classification, _regression, _survival
from ._client import client

_COUNT = [Interval(numbers.Integral, 1, None, closed="left")]


@dataclass(eq=False, repr=False)
class CV:
    """The strength is chosen by folds, in which the command learns along the whole path.

    Parameters
    ----------
    alphas : array-like, optional
        The strengths to try; by default n_alphas in equal ratios, from where all weights are 0 down to eps of that.
    n_alphas, eps : int, default 50, float, default 1e-3
    cv : int, cross-validation generator or iterable, optional
        As scikit-learn has it; 5 folds by default.
    selection : {"best", "1se"}, default "best"
        Of the least error, or the simplest one whose error is within one standard error of it.

    Attributes
    ----------
    alpha_ : float
        The strength that was chosen; ``C_`` is the same for estimators with C.
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

    def __init_subclass__(cls) -> None:
        """A subclass is a dataclass, and what folds choose is no parameter of it."""
        super().__init_subclass__()
        strength = "C" if "C" in cls._parameter_constraints else "alpha"
        cls.__annotations__ = {strength: "float"}
        setattr(cls, strength, field(init=False, default=1.0))
        dataclass(eq=False, repr=False)(cls)

    _: KW_ONLY
    alphas: Any = None
    n_alphas: int = 50
    eps: float = 1e-3
    cv: Any = None
    selection: str = "best"

    def _validate_params(self) -> None:
        self._parameter_constraints = type(self)._parameter_constraints | {
            "n_alphas": _COUNT, "eps": [Interval(numbers.Real, 0, 1, closed="neither")],
            "selection": [StrOptions({"best", "1se"})]}
        try:
            super()._validate_params()
        finally:
            del self._parameter_constraints

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
        alphas = self.alphas
        if alphas is None:
            alphas = self._grid(head, arrays, total, self.n_alphas, self.eps)
        self.alphas_ = np.sort(np.asarray(alphas, dtype=float))[::-1 if self._falls else 1]
        targets = arrays["y"].reshape(ready.shape[0], -1) if beside.get("outputs", 1) > 1 else arrays["y"]
        splits = list(check_cv(self.cv, targets, classifier=is_classifier(self)).split(ready, targets))
        if beside.get("outputs", 1) > 1:
            self.errors_path_ = self._errors_of_outputs(ready, targets, arrays.get("weights"), splits)
        else:
            self.errors_path_ = self._errors(head, arrays, splits, total)
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
        errors = sum(
            client().ask("folds", arrays | {"y": part}, **self._strengths(head, self.alphas_, total))[1]["errors"]
            for part in self._targets(arrays["y"]))
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

    def _targets(self, y: np.ndarray) -> list[np.ndarray]:
        if isinstance(self, _classification.LinearSVC) and len(self.classes_) > 2:
            return [(y == c).astype(float) for c in range(len(self.classes_))]
        return [y]


class LassoCV(CV, _regression.Lasso):
    """Lasso with alpha by cross-validation. See CV."""


class ElasticNetCV(CV, _regression.ElasticNet):
    """ElasticNet with alpha by cross-validation. See CV."""


class GroupLassoCV(CV, _regression.GroupLasso):
    """GroupLasso with alpha by cross-validation. See CV."""


class TreeLassoCV(CV, _regression.TreeLasso):
    """TreeLasso with alpha by cross-validation. See CV."""


class SparseGroupLassoCV(CV, _regression.SparseGroupLasso):
    """SparseGroupLasso with alpha by cross-validation. See CV."""


class SlopeCV(CV, _regression.Slope):
    """Slope with alpha by cross-validation. See CV."""


class MCPCV(CV, _regression.MCP):
    """MCP with alpha by cross-validation. See CV."""


class SCADCV(CV, _regression.SCAD):
    """SCAD with alpha by cross-validation. See CV."""


class FusedLassoCV(CV, _regression.FusedLasso):
    """FusedLasso with alpha by cross-validation. See CV."""


class HuberRegressorCV(CV, _regression.HuberRegressor):
    """HuberRegressor with alpha by cross-validation. See CV."""


class QuantileRegressorCV(CV, _regression.QuantileRegressor):
    """QuantileRegressor with alpha by cross-validation. See CV."""


class PoissonRegressorCV(CV, _regression.PoissonRegressor):
    """PoissonRegressor with alpha by cross-validation. See CV."""


class MultiTaskCV(CV, _regression.MultiTask):
    """MultiTask with alpha by cross-validation. See CV."""


class TraceNormCV(CV, _regression.TraceNorm):
    """TraceNorm with alpha by cross-validation. See CV."""


class LinearSVRCV(CV, _regression.LinearSVR):
    """LinearSVR with C by cross-validation: alphas are C. See CV."""


class LogisticRegressionCV(CV, _classification.LogisticRegression):
    """LogisticRegression with C by cross-validation: alphas are C. See CV."""


class LinearSVCCV(CV, _classification.LinearSVC):
    """LinearSVC with C by cross-validation: alphas are C. See CV."""


class CoxPHCV(CV, _survival.CoxPH):
    """CoxPH with alpha by cross-validation. See CV."""
