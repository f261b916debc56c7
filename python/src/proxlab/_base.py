"""What all estimators share: settings, data on their way, and what is known of an answer."""

from __future__ import annotations

import math
import numbers
import warnings
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from ._client import client
from ._progress import EVERY, watcher
from ._settings import Settings

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


def coded(of: Any, y: Any, weights: Any = None) -> np.ndarray:
    """Labels as numbers of classes_, of which two have examples with weight at least."""
    check_classification_targets(y)
    of.classes_, codes = np.unique(y, return_inverse=True)
    if len(np.unique(codes if weights is None else codes[weights > 0])) < 2:
        raise ValueError(f"{type(of).__name__} needs examples with weight of at least 2 classes, and the data have one "
                         "class")
    return codes


def know(of: Any, answer: dict) -> None:
    """Set what is known of an answer, and warn where it did not converge."""
    of.certificate_ = certificate(answer)
    of.dual_gap_, of.status_ = of.certificate_.gap, of.certificate_.status
    of.n_iter_, of.solver_ = max(1, answer["n_iter"]), answer["solver"]
    if of.status_ != "converged":
        why = "rounding allows no smaller one" if of.certificate_.rounding else "raise max_iter, or tol"
        warnings.warn(f"{type(of).__name__} ended as {of.status_!r} with a {of.certificate_.kind} gap of "
                      f"{of.dual_gap_:.3g} at an objective of {of.certificate_.objective:.6g}: {why}",
                      ConvergenceWarning, stacklevel=4)


def know_all(of: Any, known: list[Certificate], steps: list[int]) -> None:
    """Set what is known of problems that were solved one by one: their sum."""
    worst = next((c for c in known if c.status != "converged"), known[0])
    of.certificate_ = Certificate(sum(c.objective for c in known), sum(c.gap for c in known), worst.kind, worst.rounding,
                                  worst.status)
    of.dual_gap_, of.status_, of.n_iter_ = of.certificate_.gap, worst.status, max(steps)


# Options of the command by the parameters that they are.
_OPTIONS = {name: name for name in ("mix", "gamma", "delta", "tau", "epsilon", "ties", "theta", "power")} | {
    "quantile": "tau", "positive": "nonnegative"}
_LISTS = ("edge_weights", "penalty_weights", "lower", "upper")


class Base(Settings):
    """Settings that all estimators have."""

    fit_intercept: bool = True
    standardize: bool = False
    tol: float = 1e-6
    max_iter: int | None = None
    solver: str = "auto"
    _loss, _penalty = "squared", "l1"
    _several = False  # whether coef_ has a row for each output
    _sets = """coef_, intercept_ : ndarray of shape (n_features,), float
    Of several outputs or classes a row and an entry for each.
certificate_ : Certificate
    Objective, gap, lower bound, the gap's kind and what it is that ended.
dual_gap_, status_, n_iter_, solver_ : the gap and the status of the certificate, iterations, who solved"""

    def __init_subclass__(cls) -> None:
        """A subclass has its strength as C or as alpha, with which the model becomes simpler."""
        super().__init_subclass__()
        fields = cls.__dataclass_fields__  # type: ignore[attr-defined]
        cls._by = "C" if "C" in fields else "alpha"
        cls._falls = cls._by == "alpha"
        cls._has = [n for n in fields if n in _OPTIONS or n in _LISTS or n in ("groups", "edges", "slope", "shape")]

    _by, _falls, _has = "alpha", True, list[str]()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    # What a class says of its problem

    def _strength(self, alpha: float, total: float) -> tuple[float, float]:
        """λ and μ of alpha, which is C for some; total is the sum of the examples' weights."""
        share = getattr(self, "l1_ratio", 1.0)
        return alpha * share, alpha * (1 - share)

    def _alpha(self) -> Any:
        return getattr(self, self._by)

    def _problem(self, d: int) -> tuple[dict, dict]:
        """Options of the command, without strengths, and what penalties are on."""
        options: dict[str, Any] = {"loss": self._loss, "penalty": self._penalty}
        given: dict[str, Any] = {}
        for name in self._has:
            v = getattr(self, name)
            if name == "groups":
                if v is not None or self._penalty in ("group", "tree", "sparse-group"):
                    given |= given_groups(v, self.group_weights, d)  # type: ignore[attr-defined]
            elif v is None:
                continue
            elif name == "edges":
                given["edges"] = [[int(a), int(b)] for a, b in v]
                if d < 1 + max((max(e) for e in given["edges"]), default=-1):
                    raise ValueError(f"edges name features beyond the n_features={d} that there are")
            elif name in _LISTS or name == "slope" and not isinstance(v, str):
                given["slope_weights" if name == "slope" else name] = np.atleast_1d(np.asarray(v, dtype=float)).tolist()
            else:
                options[_OPTIONS.get(name, name)] = f"{v[0]}x{v[1]}" if name == "shape" else v if isinstance(v, str) else \
                    bool(v) if isinstance(v, (bool, np.bool_)) else float(v)
        return options, given

    # What all can do

    def fit(self, X: Any, y: Any, sample_weight: Any = None, progress: Any = False) -> Any:
        """Fit the model.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
        y : array-like of shape (n_samples,), or (n_samples, n_outputs) for several outputs
            Of classifiers labels; of CoxPH see there.
        sample_weight : array-like of shape (n_samples,), optional
            Weights of the examples; with alpha they are divided by their sum.
        progress : bool or callable, default False
            Show gap and objective while it goes on, or call with each event, a dict of ``iter``, ``objective``,
            ``gap`` and ``seconds``.

        Returns
        -------
        self
        """
        self._validate_params()
        X, arrays, beside = self._ready(X, y, sample_weight)
        coef, intercept, of = self._learn(X, arrays, beside, progress)
        self._keep(coef, intercept, of)
        return self

    def _keep(self, coef: np.ndarray, intercept: np.ndarray, of: dict) -> None:
        """Set the weights, outputs × features, and the intercepts."""
        self.coef_, self.intercept_ = (coef, intercept) if self._several else (coef[0], float(intercept[0]))

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

    def _outputs(self, X: Any, y: np.ndarray, sample_weight: Any) -> tuple[dict[str, Any], dict]:
        """The arrays of targets of several outputs, which may be one, and what goes into the header."""
        k = 1 if y.ndim == 1 else y.shape[1]
        arrays: dict[str, Any] = {"y": np.ascontiguousarray(y, dtype=np.float64).ravel()}
        if k == 1:
            arrays["tasks"] = np.zeros(X.shape[0], dtype=np.int64)
        return self._weighted(arrays, sample_weight, X), {"outputs": k}

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

    def _learn(self, X: Any, arrays: dict[str, Any], beside: dict, progress: Any = False) -> tuple[Any, Any, dict]:
        """Weights, outputs × features, intercepts, and what is known, which is set as attributes."""
        head, arrays, total = self._head(X, arrays, beside)
        seen = watcher(progress, type(self).__name__)
        try:
            answer, out = client().ask("fit", arrays, on_event=seen, events=EVERY if seen else 0,
                                       **self._at(head, self._alpha(), total))
        finally:
            if seen:
                seen.close()
        of = answer["fits"][0]
        know(self, of)
        k = of["outputs"]
        coef, intercept = out["coef"].reshape(of["features"], k).T, out["intercept"]
        return np.ascontiguousarray(coef), intercept if len(intercept) else np.zeros(k), of

    def _scores(self, X: Any) -> np.ndarray:
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse=("csr", "csc"), dtype=(np.float64, np.float32), reset=False)
        return np.asarray(X @ self.coef_.T) + self.intercept_  # type: ignore[attr-defined]

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
