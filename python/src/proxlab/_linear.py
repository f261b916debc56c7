"""One estimator with every loss, penalty and constraint of the command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.utils.metaestimators import available_if

from ._base import Base, checked, coded
from ._classification import Classes
from ._settings import FREE, first
from ._survival import CoxPH

COUNTED = ("poisson", "negative-binomial", "gamma", "tweedie")
SEVERAL = ("multinomial", "ordinal")  # of any number of labels, of ordinal in their order
LABELLED = ("logistic", "hinge", "squared-hinge", *SEVERAL)


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
    edge_weights, shape, lower, upper, linear_map
        Weights of edges, rows and columns of an image, a bound for all weights or one for each, and the matrix L of
        penalties of Lw as "l1(L)".

    Examples
    --------
    >>> import numpy as np
    >>> from proxlab import Linear
    >>> X = np.eye(3)
    >>> model = Linear("squared", "l1", alpha=0.1, constraints=["sum(x1..x3)=1"], fit_intercept=False, tol=1e-10)
    >>> round(float(model.fit(X, [1.0, 2.0, 0.0]).coef_.sum()), 6)
    1.0
    """

    loss: str = first("squared")
    penalty: str | Sequence[str] = first("none")
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
    _allowed = {"loss": [str], "alpha": FREE}

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
        tags.target_tags.multi_output = self._outs()
        return tags

    def _outs(self) -> bool:
        """Whether targets may have several columns."""
        return self.loss == "squared" and self.penalty in (
            "none", "l1", "group", "group-max", "multitask", "trace", "fused-tasks", "graph-tasks", "smooth-tasks")

    def _strength(self, alpha: Any, total: float) -> tuple[Any, float]:
        return alpha, self.mu

    def _at(self, head: dict, alpha: Any, total: float) -> dict:
        options = head["options"] | {"mu": float(self.mu)}
        return head | {"options": options if alpha is None else options | {"lambda": alpha}}

    def _problem(self, d: int) -> tuple[dict, dict]:
        options, given = super()._problem(d)
        penalties = [self.penalty] if isinstance(self.penalty, str) else list(self.penalty)
        options |= {"loss": self.loss, "penalty": penalties, "constraint": list(self.constraints)}
        return options | ({"intercept": False} if self.loss in ("cox", "pairwise", "ndcg") else {}), given

    def _ready(self, X: Any, y: Any, sample_weight: Any) -> tuple[Any, dict[str, Any], dict]:
        self._rows = False  # of y, with an output each
        if self.loss in LABELLED:
            X, y = checked(self, X, y)
            arrays, beside = self._weighted({}, sample_weight, X), {}
            arrays["y"] = coded(self, y, arrays.get("weights")).astype(np.float64)
            if len(self.classes_) > 2 and self.loss not in SEVERAL:
                raise ValueError(f"Only binary classification is supported. The {self.loss} loss is of two classes, and "
                                 f"the data have {len(self.classes_)}: multinomial is for more")
        elif self.loss == "cox":
            X, arrays, beside = CoxPH._ready(self, X, y, sample_weight)  # type: ignore[arg-type]
        else:
            X, y = checked(self, X, y, multi_output=self._outs(), y_numeric=True)
            arrays, beside = self._outputs(X, y, sample_weight)
            self._rows = y.ndim == 2
            if y.ndim == 1:
                del arrays["tasks"]
        if self.linear_map is not None:
            of = np.ascontiguousarray(self.linear_map, dtype=np.float64)
            arrays["map"] = of
            beside = beside | {"map": {"format": "dense", "rows": of.shape[0], "cols": of.shape[1]}}
        names = getattr(self, "feature_names_in_", None)
        return X, arrays, beside if names is None else beside | {"features": [str(n) for n in names]}

    def _keep(self, coef: np.ndarray, intercept: np.ndarray, of: dict) -> None:
        self._several = self._rows or of["outputs"] > 1 or self.loss in LABELLED
        super()._keep(coef, intercept, of)
        self.violation_ = of["violation"]
        if self.loss == "ordinal":
            self.thresholds_ = np.array(of["thresholds"])

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
            return Classes.predict(self, X)  # type: ignore[arg-type]
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
