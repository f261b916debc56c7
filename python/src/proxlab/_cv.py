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
    """

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
        splits = list(check_cv(self.cv, arrays["y"], classifier=is_classifier(self)).split(ready, arrays["y"]))
        for name, parts in zip(("train", "test"), zip(*splits, strict=True), strict=True):
            arrays[name] = np.concatenate(parts).astype(np.int64)
            arrays[name + "_ptr"] = np.cumsum([0, *map(len, parts)], dtype=np.int64)
        self.errors_path_ = sum(
            client().ask("folds", arrays | {"y": part}, **self._strengths(head, self.alphas_, total))[1]["errors"]
            for part in self._targets(arrays["y"])).reshape(len(self.alphas_), -1)
        mean = self.errors_path_.mean(axis=1)
        best = int(np.nanargmin(mean))
        if self.selection == "1se":
            near = mean[best] + self.errors_path_[best].std(ddof=1) / len(splits) ** 0.5
            best = int(np.flatnonzero(mean <= near)[0])
        self.alpha_ = float(self.alphas_[best])
        return super().fit(X, y, sample_weight=sample_weight, progress=progress)  # type: ignore[misc]

    def _targets(self, y: np.ndarray) -> list[np.ndarray]:
        if isinstance(self, _classification.LinearSVC) and len(self.classes_) > 2:
            return [(y == c).astype(float) for c in range(len(self.classes_))]
        return [y]


def _fixed() -> Any:
    return field(init=False, default=1.0)


@dataclass(eq=False, repr=False)
class LassoCV(CV, _regression.Lasso):
    """Lasso with alpha by cross-validation. See CV."""

    alpha: float = _fixed()


@dataclass(eq=False, repr=False)
class ElasticNetCV(CV, _regression.ElasticNet):
    """ElasticNet with alpha by cross-validation. See CV."""

    alpha: float = _fixed()


@dataclass(eq=False, repr=False)
class GroupLassoCV(CV, _regression.GroupLasso):
    """GroupLasso with alpha by cross-validation. See CV."""

    alpha: float = _fixed()


@dataclass(eq=False, repr=False)
class TreeLassoCV(CV, _regression.TreeLasso):
    """TreeLasso with alpha by cross-validation. See CV."""

    alpha: float = _fixed()


@dataclass(eq=False, repr=False)
class SparseGroupLassoCV(CV, _regression.SparseGroupLasso):
    """SparseGroupLasso with alpha by cross-validation. See CV."""

    alpha: float = _fixed()


@dataclass(eq=False, repr=False)
class SlopeCV(CV, _regression.Slope):
    """Slope with alpha by cross-validation. See CV."""

    alpha: float = _fixed()


@dataclass(eq=False, repr=False)
class MCPCV(CV, _regression.MCP):
    """MCP with alpha by cross-validation. See CV."""

    alpha: float = _fixed()


@dataclass(eq=False, repr=False)
class SCADCV(CV, _regression.SCAD):
    """SCAD with alpha by cross-validation. See CV."""

    alpha: float = _fixed()


@dataclass(eq=False, repr=False)
class FusedLassoCV(CV, _regression.FusedLasso):
    """FusedLasso with alpha by cross-validation. See CV."""

    alpha: float = _fixed()


@dataclass(eq=False, repr=False)
class HuberRegressorCV(CV, _regression.HuberRegressor):
    """HuberRegressor with alpha by cross-validation. See CV."""

    alpha: float = _fixed()


@dataclass(eq=False, repr=False)
class QuantileRegressorCV(CV, _regression.QuantileRegressor):
    """QuantileRegressor with alpha by cross-validation. See CV."""

    alpha: float = _fixed()


@dataclass(eq=False, repr=False)
class PoissonRegressorCV(CV, _regression.PoissonRegressor):
    """PoissonRegressor with alpha by cross-validation. See CV."""

    alpha: float = _fixed()


@dataclass(eq=False, repr=False)
class LinearSVRCV(CV, _regression.LinearSVR):
    """LinearSVR with C by cross-validation: alphas are C. See CV."""

    C: float = _fixed()


@dataclass(eq=False, repr=False)
class LogisticRegressionCV(CV, _classification.LogisticRegression):
    """LogisticRegression with C by cross-validation: alphas are C. See CV."""

    C: float = _fixed()


@dataclass(eq=False, repr=False)
class LinearSVCCV(CV, _classification.LinearSVC):
    """LinearSVC with C by cross-validation: alphas are C. See CV."""

    C: float = _fixed()


@dataclass(eq=False, repr=False)
class CoxPHCV(CV, _survival.CoxPH):
    """CoxPH with alpha by cross-validation. See CV."""

    alpha: float = _fixed()
