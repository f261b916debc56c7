"""Machines of kernels: support vector machines and regression, and kernels that are learnt."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from ._base import coded, features, know, know_all
from ._classification import Classes
from ._client import client
from ._settings import Settings, first


def _wide(word: str, X: np.ndarray, weights: Any) -> str:
    """The word with the width that auto stands for, by the weights of examples: as if these were repeated."""
    mean = np.average(X, axis=0, weights=weights).mean()
    width = float(np.sqrt(X.shape[1] / 2 * np.average((X - mean) ** 2, axis=0, weights=weights).mean())) or 1.0
    return re.sub(r"gaussian:auto(?!@)", f"gaussian:{width!r}", word)


class Machine(Settings):
    """What machines share. A kernel is a word of ``proxlab help kernels``, whose columns are numbers from 1."""

    C: float = first(1.0)
    fit_intercept: bool = True
    tol: float = 1e-9
    max_iter: int | None = None
    kernel: str = "gaussian:auto"
    _sets = """support_ : ndarray
    Examples with a coefficient.
norms_ : ndarray
    ‖f_j‖ of each kernel, 0 for one that is not needed; of several classes a row each.
certificate_ : Certificate
    Of the objective divided by C times the sum of weights; of several classes the sum of theirs.
dual_gap_, status_, n_iter_ : the gap and the status of the certificate, iterations"""

    def _words(self) -> list[str]:
        """The kernels; none where X has Gram matrices."""
        return [] if self.kernel == "precomputed" else [self.kernel]

    def _options(self) -> dict:
        return {"loss": "hinge"}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = not self._words()
        return tags

    def _learn(self, X: Any, y: Any, weights: Any) -> tuple[np.ndarray, Any, np.ndarray, float]:
        """Examples that support the machine, these, coefficients and the intercept."""
        total = float(len(y) if weights is None else weights.sum())
        shape, arrays = features(X)
        arrays["y"] = np.ascontiguousarray(y, dtype=np.float64)
        if weights is not None:
            arrays["weights"] = weights
        answer, out = client().ask("machine", arrays, x=shape, machine={
            "kernels": [_wide(w, X, weights) for w in self._words()], "mu": 1 / (self.C * total),
            "intercept": bool(self.fit_intercept), "tol": float(self.tol), "max_iter": int(self.max_iter or 0)} |
            self._options())
        know(self, answer["fits"][0])
        self.kernels_, self.norms_, rows = answer.get("words") or [], out["norms"], out["rows"].astype(int)
        return (rows, X[rows] if self._words() else None, out["alpha"].reshape(len(self.norms_), -1),
                float(out["intercept"][0]) if len(out["intercept"]) else 0.0)

    def _weights_of(self, sample_weight: Any, X: Any) -> Any:
        if sample_weight is None:
            return None
        return np.ascontiguousarray(_check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True))

    def _value(self, X: Any, rows: np.ndarray, support: Any, alpha: np.ndarray, b: float) -> np.ndarray:
        if not self._words():
            n = X.shape[1] // len(alpha)
            return sum(X[:, j * n:(j + 1) * n][:, rows] @ a for j, a in enumerate(alpha)) + b
        if len(rows) == 0:
            return np.full(len(X), b)
        shape, arrays = features(X)
        arrays["support"], arrays["alpha"] = np.ascontiguousarray(support, dtype=np.float64), alpha.ravel()
        return client().ask("expand", arrays, x=shape, machine={"kernels": self.kernels_})[1]["scores"] + b

    def _checked(self, X: Any) -> np.ndarray:
        check_is_fitted(self)
        return validate_data(self, X, dtype=np.float64, reset=False)


class KernelSVC(Classes, Machine):
    """½ ‖f‖² + C Σ max(0, 1 − y (f(x) + b)), as SVC; of several classes one against the rest.

    Examples
    --------
    >>> from proxlab import KernelSVC
    >>> X = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]
    >>> KernelSVC(C=10, kernel="gaussian:0.5").fit(X, [0, 0, 1, 1]).predict(X).tolist()
    [0, 0, 1, 1]
    """

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """Fit the machine to labels y."""
        self._validate_params()
        X, y = validate_data(self, X, y, dtype=np.float64)
        weights = self._weights_of(sample_weight, X)
        codes = coded(self, y, weights)
        there = codes if weights is None else codes[weights > 0]
        self._tasks = [1] if len(self.classes_) == 2 else [c for c in range(len(self.classes_)) if (there == c).any()]
        self._parts, known, steps, norms = [], [], [], []
        for c in self._tasks:
            self._parts.append(self._learn(X, (codes == c).astype(float), weights))
            known.append(self.certificate_)
            steps.append(self.n_iter_)
            norms.append(self.norms_)
        know_all(self, known, steps)
        self.norms_ = norms[0] if len(norms) == 1 else np.array(norms)
        self.support_ = np.unique(np.concatenate([p[0] for p in self._parts]))
        return self

    def decision_function(self, X: Any) -> np.ndarray:
        """The scores, a column a class, or of two classes those of the second one."""
        X = self._checked(X)
        values = [self._value(X, *part) for part in self._parts]
        if len(self.classes_) == 2:
            return values[0]
        out = np.full((len(X), len(self.classes_)), -np.inf)
        out[:, self._tasks] = np.column_stack(values)
        return out


class MKLClassifier(KernelSVC):
    """KernelSVC of a sum of functions, one of each kernel's space, with ½ (Σ_j ‖f_j‖^p)^{2/p} in place of ½ ‖f‖².

    Parameters
    ----------
    kernel : unused
    """

    kernel: str = "unused"
    tol: float = 1e-6
    kernels: Any = ("linear", "gaussian:auto")
    norm: float = 1.0

    def _words(self) -> list[str]:
        return [] if isinstance(self.kernels, str) and self.kernels == "precomputed" else list(self.kernels)

    def _options(self) -> dict:
        return {"loss": "hinge", "norm": float(self.norm)}


class KernelSVR(RegressorMixin, Machine):
    """½ ‖f‖² + C Σ max(0, |y − f(x) − b| − epsilon), as SVR."""

    epsilon: float = 0.1

    def _options(self) -> dict:
        return {"loss": "epsilon-insensitive", "parameter": float(self.epsilon)}

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """Fit the machine to targets y."""
        self._validate_params()
        X, y = validate_data(self, X, y, dtype=np.float64, y_numeric=True)
        self._part = self._learn(X, y, self._weights_of(sample_weight, X))
        self.support_ = self._part[0]
        return self

    def predict(self, X: Any) -> np.ndarray:
        """The targets that are to be expected."""
        return self._value(self._checked(X), *self._part)
