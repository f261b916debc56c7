"""Machines of kernels: support vector machines and regression, and kernels that are learnt."""

from __future__ import annotations

import numbers
import re
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils._param_validation import Interval
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from ._base import NOT_NEGATIVE, POSITIVE, Base, Certificate, features
from ._client import client


def _wide(word: str, X: np.ndarray, weights: Any) -> str:
    """The word with the width that auto stands for, by the weights of examples: as if these were repeated."""
    mean = np.average(X, axis=0, weights=weights).mean()
    width = float(np.sqrt(X.shape[1] / 2 * np.average((X - mean) ** 2, axis=0, weights=weights).mean())) or 1.0
    return re.sub(r"gaussian:auto(?!@)", f"gaussian:{width!r}", word)


@dataclass(eq=False, repr=False)
class _Machine(BaseEstimator):
    """What machines share. A kernel is a word of ``proxlab help kernels``, whose columns are numbers from 1."""

    C: float = 1.0
    _: KW_ONLY
    fit_intercept: bool = True
    tol: float = 1e-9
    max_iter: int | None = None

    _parameter_constraints = {
        "C": POSITIVE, "fit_intercept": ["boolean"], "tol": POSITIVE,
        "max_iter": [Interval(numbers.Integral, 1, None, closed="left"), None],
    }

    def _words(self) -> list[str]:
        """The kernels; none where X has Gram matrices."""
        return [] if self.kernel == "precomputed" else [self.kernel]  # type: ignore[attr-defined]

    def _options(self) -> dict:
        raise NotImplementedError

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = not self._words()
        return tags

    def _learn(self, X: Any, y: Any, weights: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, float, Certificate]:
        """Rows that support the machine, coefficients, norms, the intercept and what is known."""
        total = float(len(y) if weights is None else weights.sum())
        shape, arrays = features(X)
        arrays["y"] = np.ascontiguousarray(y, dtype=np.float64)
        if weights is not None:
            arrays["weights"] = weights
        ask = {"kernels": [_wide(w, X, weights) for w in self._words()], "mu": 1 / (self.C * total), "intercept": bool(self.fit_intercept),
               "tol": float(self.tol), "max_iter": int(self.max_iter or 0)} | self._options()
        answer, out = client().ask("machine", arrays, x=shape, machine=ask)
        of = answer["fits"][0]
        Base._known(self, of)  # type: ignore[arg-type]
        self.kernels_ = answer.get("words") or []
        b = float(out["intercept"][0]) if len(out["intercept"]) else 0.0
        return out["rows"].astype(int), out["alpha"].reshape(len(out["norms"]), -1), out["norms"], b, self.certificate_

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


@dataclass(eq=False, repr=False)
class KernelSVC(ClassifierMixin, _Machine):
    """½ ‖f‖² + C Σ max(0, 1 − y (f(x) + b)), as SVC; of several classes one against the rest.

    Parameters
    ----------
    C : float, default 1.0
    kernel : str, default "gaussian:auto"
        A kernel by its word, or "precomputed" for an X of Gram matrices.

    Attributes
    ----------
    certificate_ : Certificate
        What is known of the answer, divided by C times the sum of weights; of several classes the sum of theirs.
    support_ : ndarray
        Examples with a coefficient.

    Examples
    --------
    >>> from proxlab import KernelSVC
    >>> X = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]
    >>> KernelSVC(C=10, kernel="gaussian:0.5").fit(X, [0, 0, 1, 1]).predict(X).tolist()
    [0, 0, 1, 1]
    """

    kernel: str = "gaussian:auto"
    _parameter_constraints = {**_Machine._parameter_constraints, "kernel": [str]}

    def _options(self) -> dict:
        return {"loss": "hinge"}

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """Fit the machine to labels y."""
        self._validate_params()
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        weights = self._weights_of(sample_weight, X)
        left = codes if weights is None else codes[weights > 0]
        if len(np.unique(left)) < 2:
            raise ValueError(f"{type(self).__name__} needs examples with weight of at least 2 classes, and the data "
                             "have one class")
        tasks = [1] if len(self.classes_) == 2 else [c for c in range(len(self.classes_)) if (left == c).any()]
        parts, iterations = [], []
        for c in tasks:
            parts.append(self._learn(X, (codes == c).astype(float), weights))
            iterations.append(self.n_iter_)
        self._tasks, known = tasks, [p[4] for p in parts]
        worst = next((k for k in known if k.status != "converged"), known[0])
        self.certificate_ = Certificate(sum(k.objective for k in known), sum(k.gap for k in known), worst.kind,
                                        worst.rounding, worst.status)
        self.dual_gap_, self.status_, self.n_iter_ = self.certificate_.gap, worst.status, max(iterations)
        self.norms_ = parts[0][2] if len(parts) == 1 else np.array([p[2] for p in parts])
        self._parts = [(r, X[r] if self._words() else None, a, b) for r, a, _, b, _ in parts]
        self.support_ = np.unique(np.concatenate([p[0] for p in parts]))
        return self

    def decision_function(self, X: Any) -> np.ndarray:
        """The scores, a column a class, or of two classes those of the second one."""
        X = self._checked(X)
        values = [self._value(X, *part) for part in self._parts]
        if len(self.classes_) == 2:
            return values[0]
        out = np.full((len(X), len(self.classes_)), -np.inf)
        for c, v in zip(self._tasks, values, strict=True):
            out[:, c] = v
        return out

    def predict(self, X: Any) -> np.ndarray:
        """The classes."""
        scores = self.decision_function(X)
        return self.classes_[(scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)]


@dataclass(eq=False, repr=False)
class MKLClassifier(KernelSVC):
    """KernelSVC of a sum of functions, one of each kernel's space, with ½ (Σ_j ‖f_j‖^p)^{2/p} in place of ½ ‖f‖².

    Parameters
    ----------
    kernels : sequence of str, or "precomputed"
        Words of kernels; with "precomputed" X has their Gram matrices side by side.
    norm : float, default 1.0
        p, from 1, which leaves kernels out, to 2, which adds them up.

    Attributes
    ----------
    norms_ : ndarray
        ‖f_j‖, 0 for a kernel that is not needed; of several classes a row each.
    """

    kernel: str = "unused"
    _: KW_ONLY
    tol: float = 1e-6
    kernels: Any = ("linear", "gaussian:auto")
    norm: float = 1.0
    _parameter_constraints = {**_Machine._parameter_constraints, "kernel": [str], "kernels": ["array-like", str, tuple],
                              "norm": [Interval(numbers.Real, 1, 2, closed="both")]}

    def _words(self) -> list[str]:
        return [] if isinstance(self.kernels, str) and self.kernels == "precomputed" else list(self.kernels)

    def _options(self) -> dict:
        return {"loss": "hinge", "norm": float(self.norm)}


@dataclass(eq=False, repr=False)
class KernelSVR(RegressorMixin, _Machine):
    """½ ‖f‖² + C Σ max(0, |y − f(x) − b| − epsilon), as SVR.

    Parameters
    ----------
    C : float, default 1.0
    epsilon : float, default 0.1
    kernel : str, default "gaussian:auto"
        A kernel by its word, or "precomputed" for an X of Gram matrices.
    """

    _: KW_ONLY
    epsilon: float = 0.1
    kernel: str = "gaussian:auto"
    _parameter_constraints = {**_Machine._parameter_constraints, "kernel": [str], "epsilon": NOT_NEGATIVE}

    def _options(self) -> dict:
        return {"loss": "epsilon-insensitive", "parameter": float(self.epsilon)}

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """Fit the machine to targets y."""
        self._validate_params()
        X, y = validate_data(self, X, y, dtype=np.float64, y_numeric=True)
        rows, alpha, self.norms_, b, _ = self._learn(X, y, self._weights_of(sample_weight, X))
        self._part = (rows, X[rows] if self._words() else None, alpha, b)
        self.support_ = rows
        return self

    def predict(self, X: Any) -> np.ndarray:
        """The targets that are to be expected."""
        return self._value(self._checked(X), *self._part)
