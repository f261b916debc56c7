"""Regression: the squared loss with any penalty, and other losses with the elastic net."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils._param_validation import Interval, StrOptions

from ._base import Base, checked
from ._settings import first


class Scored(RegressorMixin, Base):
    """Predictions are scores."""

    def predict(self, X: Any) -> np.ndarray:
        """The scores Xw + b."""
        return self._scores(X)


class Regressor(Scored):
    """One output, with a penalty of the strength alpha."""

    alpha: float = first(1.0)


class ElasticNet(Regressor):
    """The elastic net, ½ mean (y − Xw − b)² + alpha (l1_ratio ‖w‖₁ + ½ (1 − l1_ratio) ‖w‖²), as scikit-learn has it.

    Examples
    --------
    >>> import numpy as np
    >>> from proxlab import ElasticNet
    >>> X = np.eye(4)
    >>> ElasticNet(alpha=0.1, fit_intercept=False).fit(X, X @ [1, 0, 2, 0]).coef_.round(4)
    array([0.6667, 0.    , 1.5   , 0.    ])
    """

    l1_ratio: float = 0.5
    positive: bool = False


class Lasso(Regressor):
    """The lasso, ½ mean (y − Xw − b)² + alpha ‖w‖₁, as scikit-learn has it."""

    positive: bool = False
    penalty_weights: Any = None


class GroupLasso(Regressor):
    """½ mean (y − Xw − b)² + alpha Σ_g v_g ‖w_g‖ over disjoint groups.

    Examples
    --------
    >>> import numpy as np
    >>> from proxlab import GroupLasso
    >>> GroupLasso(alpha=0.1, groups=2, fit_intercept=False).fit(np.eye(4), [3, 4, 0.1, 0]).coef_.round(4)
    array([2.6606, 3.5475, 0.    , 0.    ])
    """

    groups: Any = None
    group_weights: Any = None
    _penalty = "group"


class TreeLasso(GroupLasso):
    """½ mean (y − Xw − b)² + alpha Σ_g v_g ‖w_g‖ over groups that are nested or disjoint: lists, inner ones first."""

    _penalty = "tree"


class SparseGroupLasso(GroupLasso):
    """½ mean (y − Xw − b)² + alpha (mix Σ_g v_g ‖w_g‖ + (1 − mix) ‖w‖₁)."""

    mix: float = 0.5
    _penalty = "sparse-group"


class Slope(Regressor):
    """½ mean (y − Xw − b)² + alpha Σ_i v_i |w|_(i), sorted |w| with weights that fall (SLOPE, OSCAR)."""

    slope: Any = "bh:0.1"
    tol: float = 1e-10  # weights follow the gap by its root, and nothing finishes them exactly
    _penalty = "slope"


class MCP(Regressor):
    """½ mean (y − Xw − b)² + Σ_j MCP(w_j; alpha, gamma), gamma > 1: large weights are not shrunk.

    The answer is a local minimum: ``certificate_.kind`` is "local", and its gap a residual.
    """

    gamma: float = 3.0
    _penalty = "mcp"


class SCAD(MCP):
    """½ mean (y − Xw − b)² + Σ_j SCAD(w_j; alpha, gamma), gamma > 2; a local minimum, as that of MCP."""

    gamma: float = 3.7
    _allowed = {"gamma": [Interval(numbers.Real, 2, None, closed="neither")]}
    _penalty = "scad"


class FusedLasso(Regressor):
    """½ mean (y − Xw − b)² + alpha (mix Σ |w_a − w_b| + (1 − mix) ‖w‖₁) over neighbours, or over edges (a, b)."""

    mix: float = 0.5
    edges: Any = None

    def _problem(self, d: int) -> tuple[dict, dict]:
        options, given = super()._problem(d)
        return options | {"penalty": "graph" if "edges" in given else "fused" if d > 1 else "l1"}, given


class HuberRegressor(Regressor):
    """mean huber(y − Xw − b) + alpha (l1_ratio ‖w‖₁ + ½ (1 − l1_ratio) ‖w‖²), ½r² up to delta, linear beyond."""

    alpha: float = first(0.01)
    l1_ratio: float = 1.0
    delta: float = 1.35
    _loss = "huber"


class QuantileRegressor(Regressor):
    """mean pinball(y − Xw − b; quantile) + alpha (l1_ratio ‖w‖₁ + ½ (1 − l1_ratio) ‖w‖²); l1_ratio 1 is scikit-learn's."""

    alpha: float = first(0.01)
    l1_ratio: float = 1.0
    quantile: float = 0.5
    _loss = "quantile"


class PoissonRegressor(Regressor):
    """Half the mean deviance of counts with means exp(Xw + b), + alpha (l1_ratio ‖w‖₁ + ½ (1 − l1_ratio) ‖w‖²).

    l1_ratio 0 is scikit-learn's.
    """

    l1_ratio: float = 0.0
    _loss = "poisson"

    def predict(self, X: Any) -> np.ndarray:
        """The means exp(Xw + b)."""
        return np.exp(self._scores(X))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.positive_only = True
        return tags


class Margin(Base):
    """½ ‖w‖² + C Σ loss, or its squares; b is not penalized."""

    C: float = first(1.0)
    _penalty = "none"

    @property
    def _loss(self) -> str:
        return self.loss.replace("_", "-")  # type: ignore[attr-defined]

    def _strength(self, alpha: float, total: float) -> tuple[float, float]:
        return 0.0, 1 / (alpha * total) / (2 if self._loss.startswith("squared") else 1)


class LinearSVR(Margin, Scored):
    """½ ‖w‖² + C Σ max(0, |y − Xw − b| − epsilon), as scikit-learn has it, or the squares of these.

    Parameters
    ----------
    loss : {"epsilon_insensitive", "squared_epsilon_insensitive"}
    """

    epsilon: float = 0.0
    loss: str = "epsilon_insensitive"
    _allowed = {"loss": [StrOptions({"epsilon_insensitive", "squared_epsilon_insensitive"})]}


class MultiTask(Regressor):
    """½ mean ‖y − XW − b‖² + alpha Σ_j ‖W_j‖, a feature in all outputs or in none; scikit-learn's MultiTaskLasso.

    Examples
    --------
    >>> import numpy as np
    >>> from proxlab import MultiTask
    >>> MultiTask(alpha=0.25, fit_intercept=False).fit(np.eye(2), [[3, 4], [0.1, 0.2]]).coef_.round(4)
    array([[2.7, 0. ],
           [3.6, 0. ]])
    """

    _penalty, _several = "multitask", True

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags

    def _ready(self, X: Any, y: Any, sample_weight: Any) -> tuple[Any, dict[str, Any], dict]:
        X, y = checked(self, X, y, multi_output=True, y_numeric=True)
        self._flat = y.ndim == 1
        return X, *self._outputs(X, y, sample_weight)

    def predict(self, X: Any) -> np.ndarray:
        """The scores XW + b, of shape (n_samples, n_outputs)."""
        scores = self._scores(X)
        return scores[:, 0] if self._flat else scores


class TraceNorm(MultiTask):
    """½ mean ‖y − XW − b‖² + alpha times the sum of the singular values of W: few factors for all outputs."""

    _penalty = "trace"
