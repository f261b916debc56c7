"""Regression: the squared loss with any penalty, and other losses with the elastic net."""

from __future__ import annotations

import numbers
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils._param_validation import Interval, StrOptions

from ._base import NOT_NEGATIVE, POSITIVE, SHARE, Base, checked, given_groups

GROUPS = {"groups": "no_validation", "group_weights": ["array-like", None]}


@dataclass(eq=False, repr=False)
class Regressor(RegressorMixin, Base):
    """One output, predicted by its score."""

    alpha: float = 1.0
    _parameter_constraints = {**Base._parameter_constraints, "alpha": NOT_NEGATIVE}

    def fit(self, X: Any, y: Any, sample_weight: Any = None, progress: Any = False) -> Any:
        """Fit the model.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional
            Weights of the examples; they are divided by their sum.
        progress : bool or callable, default False
            Show gap and objective while it goes on, or call with each event, a dict of ``iter``, ``objective``,
            ``gap`` and ``seconds``.

        Returns
        -------
        self
        """
        self._validate_params()
        X, arrays, beside = self._ready(X, y, sample_weight)
        coef, intercept, _ = self._solve(X, arrays, beside, progress)
        self.coef_, self.intercept_ = coef[0], float(intercept[0])
        return self

    def predict(self, X: Any) -> np.ndarray:
        """The scores Xw + b."""
        return self._scores(X)


@dataclass(eq=False, repr=False)
class ElasticNet(Regressor):
    """The elastic net, ½ mean (y − Xw − b)² + alpha (l1_ratio ‖w‖₁ + ½ (1 − l1_ratio) ‖w‖²).

    Parameters
    ----------
    alpha : float, default 1.0
        As scikit-learn has it: with the mean over examples, not their sum.
    l1_ratio : float, default 0.5
        The share of ‖w‖₁, from 0, the ridge, to 1, the lasso.
    positive : bool, default False
        Weights are 0 or more.
    fit_intercept, standardize : bool
        Add b, which nothing penalizes; divide features by their standard deviations for the penalty.
    tol : float, default 1e-6
        The duality gap to end at, as a share of the objective.
    max_iter : int, optional
        The most iterations, by default those that the solver sets.
    solver : str, default "auto"
        One of ``proxlab help solvers``.

    Attributes
    ----------
    coef_, intercept_ : ndarray of shape (n_features,), float
    certificate_ : Certificate
        Objective, gap, lower bound, the gap's kind and what it is that ended.
    dual_gap_, status_, n_iter_, solver_ : the gap and the status of the certificate, iterations, who solved

    Examples
    --------
    >>> import numpy as np
    >>> from proxlab import ElasticNet
    >>> X = np.eye(4)
    >>> ElasticNet(alpha=0.1, fit_intercept=False).fit(X, X @ [1, 0, 2, 0]).coef_.round(4)
    array([0.6667, 0.    , 1.5   , 0.    ])
    """

    _: KW_ONLY
    l1_ratio: float = 0.5
    positive: bool = False
    _parameter_constraints = {**Regressor._parameter_constraints, "l1_ratio": SHARE, "positive": ["boolean"]}

    def _strength(self, alpha: float, total: float) -> tuple[float, float]:
        return alpha * self.l1_ratio, alpha * (1 - self.l1_ratio)

    def _problem(self, d: int) -> tuple[dict, dict]:
        return {"loss": "squared", "penalty": "l1", "nonnegative": bool(self.positive)}, {}


@dataclass(eq=False, repr=False)
class Lasso(Regressor):
    """The lasso, ½ mean (y − Xw − b)² + alpha ‖w‖₁; alpha as scikit-learn has it. See ElasticNet for the rest.

    penalty_weights, one ≥ 0 for each feature, make it alpha Σ_j v_j |w_j|.
    """

    _: KW_ONLY
    positive: bool = False
    penalty_weights: Any = None
    _parameter_constraints = {**Regressor._parameter_constraints, "positive": ["boolean"],
                              "penalty_weights": ["array-like", None]}

    def _problem(self, d: int) -> tuple[dict, dict]:
        given = {} if self.penalty_weights is None else {"penalty_weights": [float(v) for v in self.penalty_weights]}
        return {"loss": "squared", "penalty": "l1", "nonnegative": bool(self.positive)}, given


@dataclass(eq=False, repr=False)
class GroupLasso(Regressor):
    """½ mean (y − Xw − b)² + alpha Σ_g v_g ‖w_g‖ over disjoint groups, v_g = √|g| unless given.

    groups are lists of features from 0, a label for each feature, or a number of neighbours; None is one group of all.
    See ElasticNet for the rest.

    >>> import numpy as np
    >>> from proxlab import GroupLasso
    >>> GroupLasso(alpha=0.1, groups=2, fit_intercept=False).fit(np.eye(4), [3, 4, 0.1, 0]).coef_.round(4)
    array([2.6606, 3.5475, 0.    , 0.    ])
    """

    _: KW_ONLY
    groups: Any = None
    group_weights: Any = None
    _parameter_constraints = {**Regressor._parameter_constraints, **GROUPS}
    _word = "group"

    def _problem(self, d: int) -> tuple[dict, dict]:
        return {"loss": "squared", "penalty": self._word}, given_groups(self.groups, self.group_weights, d)


@dataclass(eq=False, repr=False)
class TreeLasso(GroupLasso):
    """½ mean (y − Xw − b)² + alpha Σ_g v_g ‖w_g‖ over groups that are nested or disjoint, inner ones first.

    The groups as lists; see GroupLasso for the rest.
    """

    _word = "tree"


@dataclass(eq=False, repr=False)
class SparseGroupLasso(GroupLasso):
    """½ mean (y − Xw − b)² + alpha (mix Σ_g v_g ‖w_g‖ + (1 − mix) ‖w‖₁); see GroupLasso for the rest."""

    _: KW_ONLY
    mix: float = 0.5
    _parameter_constraints = {**GroupLasso._parameter_constraints, "mix": SHARE}

    def _problem(self, d: int) -> tuple[dict, dict]:
        return ({"loss": "squared", "penalty": "sparse-group", "mix": float(self.mix)},
                given_groups(self.groups, self.group_weights, d))


@dataclass(eq=False, repr=False)
class Slope(Regressor):
    """½ mean (y − Xw − b)² + alpha Σ_i v_i |w|_(i), sorted |w| with weights that fall (SLOPE, OSCAR).

    slope is "bh:q" for Benjamini-Hochberg at the rate q, "oscar:a" for 1 and a more for each rank, or the weights.
    See ElasticNet for the rest.
    """

    _: KW_ONLY
    slope: Any = "bh:0.1"
    tol: float = 1e-10  # weights follow the gap by its root, and nothing finishes them exactly
    _parameter_constraints = {**Regressor._parameter_constraints, "slope": [str, "array-like"]}

    def _problem(self, d: int) -> tuple[dict, dict]:
        options = {"loss": "squared", "penalty": "slope"}
        if isinstance(self.slope, str):
            return options | {"slope": self.slope}, {}
        return options, {"slope_weights": [float(v) for v in self.slope]}


@dataclass(eq=False, repr=False)
class MCP(Regressor):
    """½ mean (y − Xw − b)² + Σ_j MCP(w_j; alpha, gamma), gamma > 1: large weights are not shrunk.

    The answer is a local minimum: ``certificate_.kind`` is "local", and its gap a residual. See ElasticNet for the rest.
    """

    _: KW_ONLY
    gamma: float = 3.0
    _parameter_constraints = {**Regressor._parameter_constraints,
                              "gamma": [Interval(numbers.Real, 1, None, closed="neither")]}
    _word = "mcp"

    def _problem(self, d: int) -> tuple[dict, dict]:
        return {"loss": "squared", "penalty": self._word, "gamma": float(self.gamma)}, {}


@dataclass(eq=False, repr=False)
class SCAD(MCP):
    """½ mean (y − Xw − b)² + Σ_j SCAD(w_j; alpha, gamma), gamma > 2; see MCP."""

    _: KW_ONLY
    gamma: float = 3.7
    _parameter_constraints = {**Regressor._parameter_constraints,
                              "gamma": [Interval(numbers.Real, 2, None, closed="neither")]}
    _word = "scad"


@dataclass(eq=False, repr=False)
class FusedLasso(Regressor):
    """½ mean (y − Xw − b)² + alpha (mix Σ |w_a − w_b| + (1 − mix) ‖w‖₁) over neighbours, or over edges (a, b).

    edges are pairs of features from 0; None is for features on a line. See ElasticNet for the rest.
    """

    _: KW_ONLY
    mix: float = 0.5
    edges: Any = None
    _parameter_constraints = {**Regressor._parameter_constraints, "mix": SHARE, "edges": ["array-like", None]}

    def _problem(self, d: int) -> tuple[dict, dict]:
        options = {"loss": "squared", "mix": float(self.mix)}
        if self.edges is None:
            return options | {"penalty": "fused" if d > 1 else "l1"}, {}
        if d < 1 + max((int(v) for e in self.edges for v in e), default=-1):
            raise ValueError(f"edges name features beyond the n_features={d} that there are")
        return options | {"penalty": "graph"}, {"edges": [[int(a), int(b)] for a, b in self.edges]}


@dataclass(eq=False, repr=False)
class _WithElasticNet(Regressor):
    """A loss with the elastic net."""

    _: KW_ONLY
    l1_ratio: float = 1.0
    _parameter_constraints = {**Regressor._parameter_constraints, "l1_ratio": SHARE}
    _strength = ElasticNet._strength

    def _loss(self) -> dict:
        raise NotImplementedError

    def _problem(self, d: int) -> tuple[dict, dict]:
        return self._loss() | {"penalty": "l1"}, {}


@dataclass(eq=False, repr=False)
class HuberRegressor(_WithElasticNet):
    """mean huber(y − Xw − b) + alpha (l1_ratio ‖w‖₁ + ½ (1 − l1_ratio) ‖w‖²), ½r² up to delta, linear beyond.

    delta is in the unit of y: no scale is estimated. See ElasticNet for the rest.
    """

    alpha: float = 0.01
    _: KW_ONLY
    delta: float = 1.35
    _parameter_constraints = {**_WithElasticNet._parameter_constraints, "delta": POSITIVE}

    def _loss(self) -> dict:
        return {"loss": "huber", "delta": float(self.delta)}


@dataclass(eq=False, repr=False)
class QuantileRegressor(_WithElasticNet):
    """mean pinball(y − Xw − b; quantile) + alpha (l1_ratio ‖w‖₁ + ½ (1 − l1_ratio) ‖w‖²); scikit-learn's with l1_ratio 1.

    See ElasticNet for the rest.
    """

    alpha: float = 0.01
    _: KW_ONLY
    quantile: float = 0.5
    _parameter_constraints = {**_WithElasticNet._parameter_constraints,
                              "quantile": [Interval(numbers.Real, 0, 1, closed="neither")]}

    def _loss(self) -> dict:
        return {"loss": "quantile", "tau": float(self.quantile)}


@dataclass(eq=False, repr=False)
class PoissonRegressor(_WithElasticNet):
    """Half the mean deviance of counts with means exp(Xw + b), + alpha (l1_ratio ‖w‖₁ + ½ (1 − l1_ratio) ‖w‖²).

    l1_ratio 0 is scikit-learn's. See ElasticNet for the rest.
    """

    _: KW_ONLY
    l1_ratio: float = 0.0

    def _loss(self) -> dict:
        return {"loss": "poisson"}

    def predict(self, X: Any) -> np.ndarray:
        """The means exp(Xw + b)."""
        return np.exp(self._scores(X))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.positive_only = True
        return tags


@dataclass(eq=False, repr=False)
class LinearSVR(Regressor):
    """½ ‖w‖² + C Σ max(0, |y − Xw − b| − epsilon), or the squares of these; b is not penalized.

    C as scikit-learn has it, with the sum over examples. See ElasticNet for the rest.
    """

    C: float = 1.0
    _: KW_ONLY
    epsilon: float = 0.0
    loss: str = "epsilon_insensitive"
    _parameter_constraints = {
        **Base._parameter_constraints, "C": POSITIVE, "epsilon": NOT_NEGATIVE, "alpha": "no_validation",
        "loss": [StrOptions({"epsilon_insensitive", "squared_epsilon_insensitive"})]}
    _falls = False

    def _alpha(self) -> float:
        return self.C

    def _strength(self, alpha: float, total: float) -> tuple[float, float]:
        return 0.0, 1 / (alpha * total) / (2 if self.loss.startswith("squared") else 1)

    def _problem(self, d: int) -> tuple[dict, dict]:
        return {"loss": self.loss.replace("_", "-"), "epsilon": float(self.epsilon), "penalty": "none"}, {}


@dataclass(eq=False, repr=False)
class MultiTask(Regressor):
    """½ mean ‖y − XW − b‖² + alpha Σ_j ‖W_j‖, a feature in all outputs or in none; scikit-learn's MultiTaskLasso.

    coef_ is of shape (n_outputs, n_features). See ElasticNet for the rest.

    >>> import numpy as np
    >>> from proxlab import MultiTask
    >>> MultiTask(alpha=0.25, fit_intercept=False).fit(np.eye(2), [[3, 4], [0.1, 0.2]]).coef_.round(4)
    array([[2.7, 0. ],
           [3.6, 0. ]])
    """

    _parameter_constraints = Regressor._parameter_constraints
    _word = "multitask"

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags

    def _ready(self, X: Any, y: Any, sample_weight: Any) -> tuple[Any, dict[str, Any], dict]:
        X, y = checked(self, X, y, multi_output=True, y_numeric=True)
        self._flat = y.ndim == 1
        k = 1 if self._flat else y.shape[1]
        arrays = {"y": np.ascontiguousarray(y, dtype=np.float64).ravel()}
        if k == 1:
            arrays["tasks"] = np.zeros(X.shape[0], dtype=np.int64)
        return X, self._weighted(arrays, sample_weight, X), {"outputs": k}

    def _problem(self, d: int) -> tuple[dict, dict]:
        return {"loss": "squared", "penalty": self._word}, {}

    def fit(self, X: Any, y: Any, sample_weight: Any = None, progress: Any = False) -> Any:
        """Fit the model to y of shape (n_samples, n_outputs); the rest is that of ElasticNet.fit."""
        self._validate_params()
        X, arrays, beside = self._ready(X, y, sample_weight)
        self.coef_, self.intercept_, _ = self._solve(X, arrays, beside, progress)
        return self

    def predict(self, X: Any) -> np.ndarray:
        """The scores XW + b, of shape (n_samples, n_outputs)."""
        scores = self._scores(X)
        return scores[:, 0] if self._flat else scores


@dataclass(eq=False, repr=False)
class TraceNorm(MultiTask):
    """½ mean ‖y − XW − b‖² + alpha times the sum of the singular values of W: few factors for all outputs.

    See MultiTask for the rest.
    """

    _word = "trace"
