"""One estimator with every loss, penalty and constraint of the command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets

from ._base import NOT_NEGATIVE, Base, checked, given_groups
from ._classification import Classifier
from ._survival import CoxPH

COUNTED = ("poisson", "negative-binomial", "gamma", "tweedie")
SEVERAL = ("multinomial", "ordinal")  # of any number of labels, of ordinal in their order
LABELLED = ("logistic", "hinge", "squared-hinge", *SEVERAL)


@dataclass(eq=False, repr=False)
class Linear(Base):
    """Σ_i c_i loss(y_i, x_i w + b) + alpha Ω(w) + ½ mu ‖w‖², with c_i = 1/n or weights that sum to 1.

    Parameters
    ----------
    loss : str, default "squared"
        A word of ``proxlab help losses``; delta, tau, epsilon, theta, power and ties are parameters of some.
    penalty : str or list of str, default "none"
        Words of ``proxlab help penalties``; several are summed and have strengths, as in ["tv=0.02", "l1=0.01"].
    alpha : float or str, optional
        λ, or a share of the least one at which all weights are 0, as "0.1max". None where penalty says strengths.
    mu : float, default 0.0
    constraints : sequence of str
        As "sum(x1..x4)=1", "0<=x<=0.9", "monotone" or "simplex": features by name, or from x1.
    groups, group_weights, edges, edge_weights, shape, mix, gamma, slope, penalty_weights, lower, upper, linear_map
        What penalties are on: groups as GroupLasso has them, pairs of features from 0, rows and columns of an image,
        ..., a bound for all weights or one for each, and the matrix L of penalties of Lw as "l1(L)".

    See ElasticNet for the rest.

    Examples
    --------
    >>> import numpy as np
    >>> from proxlab import Linear
    >>> X = np.eye(3)
    >>> model = Linear("squared", "l1", alpha=0.1, constraints=["sum(x1..x3)=1"], fit_intercept=False, tol=1e-10)
    >>> round(float(model.fit(X, [1.0, 2.0, 0.0]).coef_.sum()), 6)
    1.0
    """

    loss: str = "squared"
    penalty: str | Sequence[str] = "none"
    _: KW_ONLY
    alpha: float | str | None = None
    mu: float = 0.0
    constraints: Sequence[str] = ()
    groups: Any = None
    group_weights: Any = None
    edges: Any = None
    edge_weights: Any = None
    shape: tuple[int, int] | None = None
    mix: float | None = None
    gamma: float | None = None
    slope: Any = None
    penalty_weights: Any = None
    lower: Any = None
    upper: Any = None
    linear_map: Any = None
    delta: float | None = None
    tau: float | None = None
    epsilon: float | None = None
    ties: str | None = None
    theta: float | None = None
    power: float | None = None
    _parameter_constraints = {**Base._parameter_constraints, "loss": [str], "mu": NOT_NEGATIVE}

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags, RegressorTags

        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        if self.loss in LABELLED:
            tags.estimator_type = "classifier"
            tags.classifier_tags = ClassifierTags(multi_class=self.loss in SEVERAL)
        else:
            tags.estimator_type, tags.regressor_tags = "regressor", RegressorTags()
        tags.target_tags.positive_only = self.loss in (*COUNTED, "binomial")
        tags.target_tags.multi_output = self._several()
        return tags

    def _several(self) -> bool:
        """Whether targets may have several columns."""
        return self.loss == "squared" and self.penalty in (
            "none", "l1", "group", "group-max", "multitask", "trace", "fused-tasks", "graph-tasks", "smooth-tasks")

    def _strength(self, alpha: Any, total: float) -> tuple[Any, float]:
        return alpha, self.mu

    def _at(self, head: dict, alpha: Any, total: float) -> dict:
        options = head["options"] | {"mu": float(self.mu)}
        return head | {"options": options if alpha is None else options | {"lambda": alpha}}

    def _problem(self, d: int) -> tuple[dict, dict]:
        penalties = [self.penalty] if isinstance(self.penalty, str) else list(self.penalty)
        options: dict[str, Any] = {"loss": self.loss, "penalty": penalties, "constraint": list(self.constraints)}
        for name in ("mix", "gamma", "delta", "tau", "epsilon", "ties", "theta", "power"):
            if getattr(self, name) is not None:
                options[name] = getattr(self, name)
        if self.loss in ("cox", "pairwise", "ndcg"):
            options["intercept"] = False
        if self.shape is not None:
            options["shape"] = f"{self.shape[0]}x{self.shape[1]}"
        given: dict[str, Any] = {}
        if self.groups is not None:
            given |= given_groups(self.groups, self.group_weights, d)
        if self.edges is not None:
            given["edges"] = [[int(a), int(b)] for a, b in self.edges]
        if isinstance(self.slope, str):
            options["slope"] = self.slope
        elif self.slope is not None:
            given["slope_weights"] = np.asarray(self.slope, dtype=float).tolist()
        for name in ("edge_weights", "penalty_weights", "lower", "upper"):
            if getattr(self, name) is not None:
                given[name] = np.atleast_1d(np.asarray(getattr(self, name), dtype=float)).tolist()
        return options, given

    def _ready(self, X: Any, y: Any, sample_weight: Any) -> tuple[Any, dict[str, Any], dict]:
        if self.loss in LABELLED:
            X, arrays, beside = self._labelled(X, y, sample_weight)
        elif self.loss == "cox":
            X, arrays, beside = CoxPH._ready(self, X, y, sample_weight)  # type: ignore[arg-type]
        else:
            X, y = checked(self, X, y, multi_output=self._several(), y_numeric=True)
            arrays = self._weighted({"y": np.ascontiguousarray(y, dtype=np.float64).ravel()}, sample_weight, X)
            beside = {"outputs": 1 if y.ndim == 1 else y.shape[1]}
            if y.ndim == 2 and y.shape[1] == 1:
                arrays["tasks"] = np.zeros(X.shape[0], dtype=np.int64)
        if self.linear_map is not None:
            of = np.ascontiguousarray(self.linear_map, dtype=np.float64)
            arrays["map"] = of
            beside = beside | {"map": {"format": "dense", "rows": of.shape[0], "cols": of.shape[1]}}
        names = getattr(self, "feature_names_in_", None)
        return X, arrays, beside if names is None else beside | {"features": [str(n) for n in names]}

    def _labelled(self, X: Any, y: Any, sample_weight: Any) -> tuple[Any, dict[str, Any], dict]:
        X, y = checked(self, X, y)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) > 2 and self.loss not in SEVERAL:
            raise ValueError(f"Only binary classification is supported. The {self.loss} loss is of two classes, and the "
                             f"data have {len(self.classes_)}: multinomial is for more")
        arrays = self._weighted({"y": codes.astype(np.float64)}, sample_weight, X)
        if len(np.unique(codes if sample_weight is None else codes[arrays["weights"] > 0])) < 2:
            raise ValueError("Linear needs examples with weight of at least 2 classes, and the data have one class")
        return X, arrays, {}

    def _alpha(self) -> Any:
        return self.alpha

    def fit(self, X: Any, y: Any, sample_weight: Any = None, progress: Any = False) -> Linear:
        """Fit the model; parameters are those of ElasticNet.fit, y labels for losses of labels."""
        self._validate_params()
        X, arrays, beside = self._ready(X, y, sample_weight)
        self.coef_, self.intercept_, of = self._solve(X, arrays, beside, progress)
        self._plain = of["outputs"] == 1 and self.loss not in LABELLED and beside.get("outputs", 1) == 1
        if self._plain and "tasks" not in arrays:
            self.coef_, self.intercept_ = self.coef_[0], float(self.intercept_[0])
        self.violation_ = of["violation"]
        if self.loss == "ordinal":
            self.thresholds_ = np.array(of["thresholds"])
        return self

    @available_if(lambda self: self.loss in LABELLED)
    def decision_function(self, X: Any) -> np.ndarray:
        """The scores XW + b of losses of labels."""
        return self._squeezed(X)

    def _squeezed(self, X: Any) -> np.ndarray:
        scores = self._scores(X)
        if self.loss == "multinomial" and scores.shape[1] == 2:
            return scores[:, 1] - scores[:, 0]
        return scores[:, 0] if scores.ndim == 2 and scores.shape[1] == 1 else scores

    def predict(self, X: Any) -> np.ndarray:
        """Classes, means of counts and shares, or scores, by the loss."""
        if self.loss == "ordinal":
            up_to = 1 / (1 + np.exp(self._squeezed(X)[:, None] - self.thresholds_))  # P(y ≤ k)
            return self.classes_[np.diff(up_to, prepend=0.0, append=1.0).argmax(axis=1)]
        if self.loss in LABELLED:
            return Classifier.predict(self, X)  # type: ignore[arg-type]
        scores = self._squeezed(X)
        if self.loss == "binomial":
            return 1 / (1 + np.exp(-scores))
        return np.exp(scores) if self.loss in COUNTED else scores

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Accuracy for losses of labels, concordance for Cox's, else R²."""
        from sklearn.metrics import accuracy_score, r2_score

        if self.loss == "cox":
            return CoxPH.score(self, X, y)  # type: ignore[arg-type]
        measure = accuracy_score if self.loss in LABELLED else r2_score
        return float(measure(y, self.predict(X), sample_weight=sample_weight))
