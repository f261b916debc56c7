"""What all estimators share: settings, data on their way, and what is known of an answer."""

from __future__ import annotations

import math
import numbers
import warnings
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from ._client import client
from ._progress import EVERY, watcher

NOT_NEGATIVE = [Interval(numbers.Real, 0, None, closed="left")]
POSITIVE = [Interval(numbers.Real, 0, None, closed="neither")]
SHARE = [Interval(numbers.Real, 0, 1, closed="both")]
CLASS_WEIGHT = [dict, StrOptions({"balanced"}), None]


@dataclass(frozen=True)
class Certificate:
    """What is known of an answer.

    Attributes
    ----------
    objective : float
        P at the weights, by the formula of the estimator's class divided by the sum of the examples' weights where
        that is a sum.
    gap : float
        What P is above its minimum at most; NaN where nothing is known. See ``kind``.
    kind : str
        "duality" for a bound, "residual" or "local" where the gap is a residual of a proximal step, "none" for none.
    rounding : bool
        Whether rounding allows no smaller gap.
    status : str
        Why it ended: "converged", "stalled", "iteration-limit", "time-limit", "canceled".
    """

    objective: float
    gap: float
    kind: str
    rounding: bool
    status: str

    @property
    def lower_bound(self) -> float:
        """What the minimum of P is at least."""
        return self.objective - self.gap if self.kind == "duality" else -np.inf


def certificate(of: dict) -> Certificate:
    """The certificate of a fit's answer."""
    objective, gap = (np.nan if of[k] is None else of[k] for k in ("objective", "gap"))
    return Certificate(objective, gap, of["gap_kind"], of["rounding"], of["status"])


@dataclass
class Path:
    """Models of several strengths, from ``estimator.path``.

    Attributes
    ----------
    alphas : ndarray of shape (n_alphas,)
    coefs : ndarray of shape (n_alphas, n_features)
        (n_alphas, n_outputs, n_features) where there are several outputs.
    intercepts : ndarray of shape (n_alphas,) or (n_alphas, n_outputs)
    certificates : list of Certificate
    """

    alphas: np.ndarray
    coefs: np.ndarray
    intercepts: np.ndarray
    certificates: list[Certificate] = field(repr=False)

    def plot(self, ax: Any = None) -> Any:
        """Draw the weights over alpha by matplotlib, and return the axes."""
        if ax is None:
            import matplotlib.pyplot as plt

            ax = plt.subplots()[1]
        ax.plot(self.alphas, self.coefs.reshape(len(self.alphas), -1))
        ax.set_xscale("log")
        ax.invert_xaxis()
        ax.set_xlabel("alpha")
        ax.set_ylabel("weights")
        return ax


def _file_of(x: np.ndarray) -> dict | None:
    """The file that an array is mapped from, for the command to map."""
    root: Any = x
    while root is not None and not isinstance(root, np.memmap):
        root = getattr(root, "base", None)
    while root is not None and isinstance(root.base, np.memmap):
        root = root.base
    if root is None or root.filename is None or root.mode == "c" or x.dtype.str != "<f8" or not x.flags.c_contiguous:
        return None
    at = root.offset + x.__array_interface__["data"][0] - root.__array_interface__["data"][0]
    return None if at % 8 else {"type": "f8", "count": x.size, "path": str(root.filename), "at": at}


def features(X: Any) -> tuple[dict, dict[str, Any]]:
    """The header's part and the arrays of features."""
    if sp.issparse(X):
        form = "csc" if X.format == "csc" else "csr"
        X = X.asformat(form)
        if not X.has_canonical_format:
            X = X.copy()
            X.sum_duplicates()
        return {"format": form, "rows": X.shape[0], "cols": X.shape[1]}, {
            "data": np.asarray(X.data, dtype=np.float64), "indices": X.indices, "indptr": X.indptr}
    head = {"format": "dense", "rows": X.shape[0], "cols": X.shape[1], "order": "C"}
    if not X.flags.c_contiguous and X.flags.f_contiguous:
        head["order"], X = "F", X.T
    if X.dtype.str not in ("<f8", "<f4") or not X.flags.c_contiguous:
        X = np.ascontiguousarray(X, dtype="<f8")
    return head, {"x": _file_of(X) or X}


def spread_groups(groups: Any, d: int) -> list[list[int]]:
    """None is one group of all features, a number so many neighbours each, a list of labels one for each feature."""
    if groups is None:
        return [list(range(d))]
    if isinstance(groups, numbers.Integral):
        return [list(range(j, min(d, j + int(groups)))) for j in range(0, d, int(groups))]
    groups = list(groups)
    if groups and np.ndim(groups[0]) == 0:
        if len(groups) != d:
            raise ValueError(f"there are {d} features and {len(groups)} labels of groups")
        return [np.flatnonzero(np.asarray(groups) == g).tolist() for g in np.unique(groups)]
    return [[int(j) for j in g] for g in groups]


def given_groups(groups: Any, weights: Any, d: int) -> dict:
    """Groups with their weights, which are the roots of their sizes where none are given."""
    spread = spread_groups(groups, d)
    own = [len(g) ** 0.5 for g in spread] if weights is None else [float(w) for w in weights]
    return {"groups": spread, "group_weights": own}


def checked(of: BaseEstimator, X: Any, y: Any, **how: Any) -> tuple[Any, Any]:
    """X and y as scikit-learn validates them; for plain arrays of finite doubles at the cost of two sums."""
    if (type(X) is type(y) is np.ndarray and X.dtype == y.dtype == np.float64 and X.ndim == 2 and y.ndim == 1
            and len(X) == len(y) > 1 and X.shape[1] > 0):
        with np.errstate(over="ignore", invalid="ignore"):
            finite = math.isfinite(X.sum() + y.sum())
        if finite:
            of.n_features_in_ = X.shape[1]
            vars(of).pop("feature_names_in_", None)
            return X, y
    return validate_data(of, X, y, accept_sparse=("csr", "csc"), dtype=(np.float64, np.float32), **how)


_valid: set[tuple] = set()  # settings of simple types that have been validated


@dataclass(eq=False, repr=False)
class Base(BaseEstimator):
    """Settings that all estimators have."""

    _: KW_ONLY
    fit_intercept: bool = True
    standardize: bool = False
    tol: float = 1e-6
    max_iter: int | None = None
    solver: str = "auto"

    _parameter_constraints = {
        "fit_intercept": ["boolean"], "standardize": ["boolean"], "tol": POSITIVE, "solver": [str],
        "max_iter": [Interval(numbers.Integral, 1, None, closed="left"), None],
    }

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _validate_params(self) -> None:
        """As scikit-learn does it, where these settings are not known to be valid: it takes a while."""
        settings = [getattr(self, name) for name in self.__dataclass_fields__]
        key = (type(self), *((type(v), v) for v in settings if v is None or isinstance(v, (int, float, str))))
        if key in _valid:
            return
        super()._validate_params()
        if len(key) == 1 + len(settings) and len(_valid) < 1000:
            _valid.add(key)

    # What a class says of its problem

    def _strength(self, alpha: float, total: float) -> tuple[float, float]:
        """λ and μ of alpha, which is C for some; total is the sum of the examples' weights."""
        return alpha, 0.0

    def _alpha(self) -> float:
        return self.alpha  # type: ignore[attr-defined]

    def _problem(self, d: int) -> tuple[dict, dict]:
        """Options of the command, without strengths, and what penalties are on."""
        raise NotImplementedError

    # Ways to the command

    def _ready(self, X: Any, y: Any, sample_weight: Any) -> tuple[Any, dict[str, Any], dict]:
        """X, the arrays of targets and weights, and what goes into the header beside."""
        X, y = checked(self, X, y, y_numeric=True)
        arrays = {"y": np.ascontiguousarray(y, dtype=np.float64)}
        return X, self._weighted(arrays, sample_weight, X), {}

    def _weighted(self, arrays: dict[str, Any], sample_weight: Any, X: Any) -> dict[str, Any]:
        if sample_weight is not None:
            arrays["weights"] = np.ascontiguousarray(
                _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True))
        return arrays

    def _head(self, X: Any, arrays: dict[str, Any], beside: dict) -> tuple[dict, dict[str, Any], float]:
        """The header and all arrays of a request, without strengths, and the sum of the examples' weights."""
        shape, more = features(X)
        options, given = self._problem(X.shape[1])
        options = {"intercept": bool(self.fit_intercept), "standardize": bool(self.standardize), "tol": float(self.tol),
                   "max-iter": int(self.max_iter or 0), "solver": self.solver} | options
        weights = arrays.get("weights")
        total = float(X.shape[0] if weights is None else weights.sum())
        return {"x": shape, "options": options, "given": given, **beside}, {**more, **arrays}, total

    def _at(self, head: dict, alpha: float, total: float) -> dict:
        """The header with the strengths of alpha."""
        lam, mu = self._strength(alpha, total)
        return head | {"options": head["options"] | {"lambda": float(lam), "mu": float(mu)}}

    def _solve(self, X: Any, arrays: dict[str, Any], beside: dict, progress: Any = False) -> tuple[Any, Any, dict]:
        """Weights, outputs × features, intercepts, and what is known; attributes that all have are set."""
        head, arrays, total = self._head(X, arrays, beside)
        seen = watcher(progress, type(self).__name__)
        try:
            answer, out = client().ask("fit", arrays, on_event=seen, events=EVERY if seen else 0,
                                       **self._at(head, self._alpha(), total))
        finally:
            if seen:
                seen.close()
        of = answer["fits"][0]
        self._known(of)
        return *self._weights(of, out["coef"], out["intercept"]), of

    def _known(self, of: dict) -> None:
        """Set what is known of an answer, and warn where it did not converge."""
        self.certificate_ = certificate(of)
        self.dual_gap_, self.status_ = self.certificate_.gap, self.certificate_.status
        self.n_iter_, self.solver_ = max(1, of["n_iter"]), of["solver"]
        if self.status_ != "converged":
            why = "rounding allows no smaller one" if self.certificate_.rounding else "raise max_iter, or tol"
            warnings.warn(f"{type(self).__name__} ended as {self.status_!r} with a {self.certificate_.kind} gap of "
                          f"{self.dual_gap_:.3g} at an objective of {self.certificate_.objective:.6g}: {why}",
                          ConvergenceWarning, stacklevel=4)

    @staticmethod
    def _weights(of: dict, coef: np.ndarray, intercept: np.ndarray) -> tuple[Any, Any]:
        k = of["outputs"]
        return np.ascontiguousarray(coef.reshape(of["features"], k).T), intercept if len(intercept) else np.zeros(k)

    def _scores(self, X: Any) -> np.ndarray:
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse=("csr", "csc"), dtype=(np.float64, np.float32), reset=False)
        return np.asarray(X @ self.coef_.T) + self.intercept_  # type: ignore[attr-defined]

    # What all can do

    def path(self, X: Any, y: Any, sample_weight: Any = None, *, alphas: Any = None, n_alphas: int = 100,
             eps: float = 1e-3) -> Path:
        """Models of several strengths, each from the one before.

        Parameters
        ----------
        X, y, sample_weight : as in ``fit``
        alphas : array-like, optional
            Strengths, C for classifiers and support vectors; by default ``n_alphas`` in equal ratios, from the least
            one at which all weights are 0 down to ``eps`` times it.

        Returns
        -------
        Path
        """
        self._validate_params()
        X, arrays, beside = self._ready(X, y, sample_weight)
        head, arrays, total = self._head(X, arrays, beside)
        if alphas is None:
            alphas = self._grid(head, arrays, total, n_alphas, eps)
        alphas = np.sort(np.asarray(alphas, dtype=float))[::-1 if self._falls else 1]
        answer, out = client().ask("path", arrays, **self._strengths(head, alphas, total))
        fits = answer["fits"]
        d, k = fits[0]["features"], fits[0]["outputs"]
        coefs = out["coef"].reshape(-1, d, k).transpose(0, 2, 1)
        intercepts = out["intercept"].reshape(-1, k) if len(out["intercept"]) else np.zeros((len(fits), k))
        if k == 1:
            coefs, intercepts = coefs[:, 0], intercepts[:, 0]
        return Path(alphas[:len(fits)], coefs, intercepts, [certificate(f) for f in fits])

    _falls = True  # with alpha the model becomes simpler

    def _strengths(self, head: dict, alphas: Any, total: float) -> dict:
        """The header of a path of alphas."""
        lambdas, mus = zip(*(self._strength(float(a), total) for a in alphas), strict=True)
        options = head["options"] | {"mu": float(max(mus))}
        if not any(lambdas):
            return head | {"options": options | {"penalty": "none"}, "mus": list(mus)}
        return head | {"options": options, "lambdas": list(lambdas), "mus": list(mus)}

    def _grid(self, head: dict, arrays: dict, total: float, count: int, eps: float) -> np.ndarray:
        """Alphas from where all weights are 0; of a ridge alone by the trace of the Hessian's bound."""
        unit_lambda, unit_mu = self._strength(1.0, total)
        if unit_lambda == 0:
            most = 10.0 / unit_mu if self._falls else unit_mu
            eps = 1e-6
        else:
            answer, _ = client().ask("lambda_max", arrays, **self._at_zero(head))
            top = answer["lambda_max"][0]
            most = (top or 1.0) / unit_lambda if self._falls else unit_lambda / (top or 1.0)
        return most * eps ** (np.arange(count) / max(1, count - 1) * (1 if self._falls else -1))

    @staticmethod
    def _at_zero(head: dict) -> dict:
        return head | {"options": head["options"] | {"mu": 0.0}}

    def certify(self, X: Any, y: Any, coef: Any, intercept: Any = 0.0, sample_weight: Any = None) -> Certificate:
        """What is known of weights that somebody else has found for this estimator's problem.

        Parameters
        ----------
        coef, intercept : the weights, in the shapes of ``coef_`` and ``intercept_``
        """
        self._validate_params()
        X, arrays, beside = self._ready(X, y, sample_weight)
        head, arrays, total = self._head(X, arrays, beside)
        coef = np.atleast_2d(np.asarray(coef, dtype=np.float64))
        b = np.atleast_1d(np.asarray(intercept, dtype=np.float64)) if self.fit_intercept else np.zeros(0)
        answer, _ = client().ask("certify", arrays | {"coef": np.ascontiguousarray(coef.T).ravel(), "intercept": b},
                                 **self._at(head, self._alpha(), total))
        return certificate(answer["fits"][0])
