"""Classification: logistic and multinomial regression, support vector machines."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils._param_validation import StrOptions
from sklearn.utils.class_weight import compute_sample_weight

from ._base import Base, checked, coded, know_all
from ._regression import Margin
from ._settings import first


class Classes(ClassifierMixin):
    """The class of the largest score, or of two the second one where the score is positive."""

    def predict(self, X: Any) -> np.ndarray:
        """The classes."""
        scores = self.decision_function(X)  # type: ignore[attr-defined]
        return self.classes_[(scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)]  # type: ignore


class Classifier(Classes, Base):
    """A classifier by scores."""

    C: float = first(1.0)
    class_weight: Any = None
    _several = True

    def _ready(self, X: Any, y: Any, sample_weight: Any) -> tuple[Any, dict[str, Any], dict]:
        X, y = checked(self, X, y)
        arrays = self._weighted({}, sample_weight, X)
        if self.class_weight is not None:
            arrays["weights"] = compute_sample_weight(self.class_weight, y) * arrays.get("weights", 1.0)
        arrays["y"] = coded(self, y, arrays.get("weights")).astype(np.float64)
        return X, arrays, {}

    def decision_function(self, X: Any) -> np.ndarray:
        """The scores, a column a class, or of two classes those of the second one."""
        scores = self._scores(X)
        return scores[:, 0] if scores.shape[1] == 1 else scores


class LogisticRegression(Classifier):
    """Σ log-loss + penalty/C, as scikit-learn has it; multinomial for more than two classes.

    Parameters
    ----------
    penalty : {"l1", "l2", "elasticnet", "group"}, default "l1"
        ‖w‖₁, ½ ‖w‖², l1_ratio ‖w‖₁ + ½ (1 − l1_ratio) ‖w‖², or Σ_g v_g ‖w_g‖.

    Examples
    --------
    >>> import numpy as np
    >>> from proxlab import LogisticRegression
    >>> X = np.array([[-2.0], [-1.0], [1.0], [2.0]])
    >>> model = LogisticRegression(C=10).fit(X, ["no", "no", "yes", "yes"])
    >>> model.predict([[-3.0], [3.0]]).tolist(), model.certificate_.kind
    (['no', 'yes'], 'duality')
    """

    penalty: str = "l1"
    l1_ratio: float = 0.5
    groups: Any = None
    group_weights: Any = None
    _allowed = {"penalty": [StrOptions({"l1", "l2", "elasticnet", "group"})]}

    def _strength(self, alpha: float, total: float) -> tuple[float, float]:
        share = {"l2": 0.0, "elasticnet": self.l1_ratio}.get(self.penalty, 1.0)
        return share / (alpha * total), (1 - share) / (alpha * total)

    @property
    def _loss(self) -> str:
        return "logistic" if len(self.classes_) == 2 else "multinomial"

    @property
    def _penalty(self) -> str:
        return "group" if self.penalty == "group" else "none" if self._strength(1, 1)[0] == 0 else "l1"

    def _problem(self, d: int) -> tuple[dict, dict]:
        options, given = super()._problem(d)
        return options, given if self.penalty == "group" else {}

    def predict_proba(self, X: Any) -> np.ndarray:
        """The probabilities of the classes."""
        s = self.decision_function(X)
        s = np.column_stack([np.zeros_like(s), s]) if s.ndim == 1 else s
        e = np.exp(s - s.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    def predict_log_proba(self, X: Any) -> np.ndarray:
        """The logarithms of the probabilities."""
        return np.log(self.predict_proba(X))


class LinearSVC(Margin, Classifier):
    """½ ‖w‖² + C Σ max(0, 1 − y (Xw + b)), as scikit-learn has it, or its squares; of several classes one against the rest.

    Of several classes the certificate is the sum of theirs.

    Parameters
    ----------
    loss : {"hinge", "squared_hinge"}
    """

    loss: str = "squared_hinge"
    tol: float = 1e-9
    _allowed = {"loss": [StrOptions({"hinge", "squared_hinge"})]}

    def _learn(self, X: Any, arrays: dict[str, Any], beside: dict, progress: Any = False) -> tuple[Any, Any, dict]:
        if len(self.classes_) == 2:
            return super()._learn(X, arrays, beside, progress)
        parts, known, steps = [], [], []
        for c in range(len(self.classes_)):
            parts.append(super()._learn(X, arrays | {"y": (arrays["y"] == c).astype(float)}, beside, progress))
            known.append(self.certificate_)
            steps.append(self.n_iter_)
        know_all(self, known, steps)
        return np.vstack([p[0] for p in parts]), np.concatenate([p[1] for p in parts]), parts[0][2]
