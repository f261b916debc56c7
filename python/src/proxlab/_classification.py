"""Classification: logistic and multinomial regression, support vector machines."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils._param_validation import StrOptions
from sklearn.utils.class_weight import compute_sample_weight
from sklearn.utils.multiclass import check_classification_targets

from ._base import CLASS_WEIGHT, POSITIVE, SHARE, Base, Certificate, checked, given_groups
from ._regression import GROUPS


@dataclass(eq=False, repr=False)
class Classifier(ClassifierMixin, Base):
    """The class of the largest score, or of two the second one where the score is positive."""

    C: float = 1.0
    _: KW_ONLY
    class_weight: Any = None
    _parameter_constraints = {**Base._parameter_constraints, "C": POSITIVE, "class_weight": CLASS_WEIGHT}
    _falls = False

    def _alpha(self) -> float:
        return self.C

    def _ready(self, X: Any, y: Any, sample_weight: Any) -> tuple[Any, dict[str, Any], dict]:
        X, y = checked(self, X, y)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        arrays = self._weighted({"y": codes.astype(np.float64)}, sample_weight, X)
        if self.class_weight is not None:
            balance = compute_sample_weight(self.class_weight, y)
            arrays["weights"] = balance * arrays["weights"] if "weights" in arrays else balance
        left = codes if "weights" not in arrays else codes[arrays["weights"] > 0]
        if len(np.unique(left)) < 2:
            raise ValueError(f"{type(self).__name__} needs examples with weight of at least 2 classes, and the data "
                             "have one class")
        return X, arrays, {}

    def fit(self, X: Any, y: Any, sample_weight: Any = None, progress: Any = False) -> Any:
        """Fit the model to labels y; the rest is that of ElasticNet.fit."""
        self._validate_params()
        X, arrays, beside = self._ready(X, y, sample_weight)
        self.coef_, self.intercept_ = self._learn(X, arrays, beside, progress)
        return self

    def _learn(self, X: Any, arrays: dict[str, Any], beside: dict, progress: Any) -> tuple[Any, Any]:
        coef, intercept, _ = self._solve(X, arrays, beside, progress)
        return coef, intercept

    def decision_function(self, X: Any) -> np.ndarray:
        """The scores, a column a class, or of two classes those of the second one."""
        scores = self._scores(X)
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def predict(self, X: Any) -> np.ndarray:
        """The classes."""
        scores = self.decision_function(X)
        return self.classes_[(scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)]


@dataclass(eq=False, repr=False)
class LogisticRegression(Classifier):
    """Σ log-loss + penalty/C; multinomial for more than two classes. C as scikit-learn has it, with the sum of losses.

    Parameters
    ----------
    C : float, default 1.0
    penalty : {"l1", "l2", "elasticnet", "group"}, default "l1"
        ‖w‖₁, ½ ‖w‖², l1_ratio ‖w‖₁ + ½ (1 − l1_ratio) ‖w‖², or Σ_g v_g ‖w_g‖ over groups as GroupLasso has them.
    class_weight : dict, "balanced" or None
        Factors of the examples' weights by class.

    Examples
    --------
    >>> import numpy as np
    >>> from proxlab import LogisticRegression
    >>> X = np.array([[-2.0], [-1.0], [1.0], [2.0]])
    >>> model = LogisticRegression(C=10).fit(X, ["no", "no", "yes", "yes"])
    >>> model.predict([[-3.0], [3.0]]).tolist(), model.certificate_.kind
    (['no', 'yes'], 'duality')
    """

    _: KW_ONLY
    penalty: str = "l1"
    l1_ratio: float = 0.5
    groups: Any = None
    group_weights: Any = None
    _parameter_constraints = {**Classifier._parameter_constraints, "l1_ratio": SHARE, **GROUPS,
                              "penalty": [StrOptions({"l1", "l2", "elasticnet", "group"})]}

    def _strength(self, alpha: float, total: float) -> tuple[float, float]:
        share = {"l2": 0.0, "elasticnet": self.l1_ratio}.get(self.penalty, 1.0)
        return share / (alpha * total), (1 - share) / (alpha * total)

    def _problem(self, d: int) -> tuple[dict, dict]:
        loss = "logistic" if len(self.classes_) == 2 else "multinomial"
        if self.penalty == "group":
            return {"loss": loss, "penalty": "group"}, given_groups(self.groups, self.group_weights, d)
        return {"loss": loss, "penalty": "none" if self._strength(1, 1)[0] == 0 else "l1"}, {}

    def predict_proba(self, X: Any) -> np.ndarray:
        """The probabilities of the classes."""
        s = self.decision_function(X)
        s = np.column_stack([np.zeros_like(s), s]) if s.ndim == 1 else s
        e = np.exp(s - s.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    def predict_log_proba(self, X: Any) -> np.ndarray:
        """The logarithms of the probabilities."""
        return np.log(self.predict_proba(X))


@dataclass(eq=False, repr=False)
class LinearSVC(Classifier):
    """½ ‖w‖² + C Σ max(0, 1 − y (Xw + b)), or its squares; b is not penalized. Several classes: one against the rest.

    C as scikit-learn has it, with the sum over examples. Of several classes the certificate is the sum of theirs.
    """

    _: KW_ONLY
    loss: str = "squared_hinge"
    tol: float = 1e-9
    _parameter_constraints = {**Classifier._parameter_constraints, "loss": [StrOptions({"hinge", "squared_hinge"})]}

    def _strength(self, alpha: float, total: float) -> tuple[float, float]:
        return 0.0, 1 / (alpha * total) / (2 if self.loss == "squared_hinge" else 1)

    def _problem(self, d: int) -> tuple[dict, dict]:
        return {"loss": self.loss.replace("_", "-"), "penalty": "none"}, {}

    def _learn(self, X: Any, arrays: dict[str, Any], beside: dict, progress: Any) -> tuple[Any, Any]:
        if len(self.classes_) == 2:
            return super()._learn(X, arrays, beside, progress)
        codes, parts, known, iterations = arrays["y"], [], [], []
        for c in range(len(self.classes_)):
            parts.append(super()._learn(X, arrays | {"y": (codes == c).astype(float)}, beside, progress))
            known.append(self.certificate_)
            iterations.append(self.n_iter_)
        worst = next((c for c in known if c.status != "converged"), known[0])
        self.certificate_ = Certificate(sum(c.objective for c in known), sum(c.gap for c in known), worst.kind,
                                        worst.rounding, worst.status)
        self.dual_gap_, self.status_, self.n_iter_ = self.certificate_.gap, worst.status, max(iterations)
        return np.vstack([w for w, _ in parts]), np.concatenate([b for _, b in parts])
