"""Matrices that are no weights of features: graphs of variables, dictionaries, low rank and outliers."""

from __future__ import annotations

import numbers
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import check_is_fitted, check_random_state, validate_data

from ._base import NOT_NEGATIVE, POSITIVE, Base, features
from ._client import client

COUNT = Interval(numbers.Integral, 1, None, closed="left")


def _learned(X: Any, kind: str, arrays: dict | None = None, **options: Any) -> tuple[dict, dict]:
    """What the command says of a matrix, and its arrays."""
    shape, given = features(X)
    answer, out = client().ask("matrix", given | (arrays or {}), x=shape, matrix={"kind": kind} | options)
    return answer["fits"][0], out


@dataclass(eq=False, repr=False)
class GraphicalLasso(BaseEstimator):
    """−log det Θ + ⟨S, Θ⟩ + alpha Σ_{i≠j} |Θ_ij|, S being the covariances, as scikit-learn has it.

    Parameters
    ----------
    alpha : float, default 0.01
    tol : float, default 1e-6
        The gap, as a share of the number of features, that is enough.

    Attributes
    ----------
    precision_, covariance_ : ndarray of shape (n_features, n_features)
        Θ, positive definite, and its inverse.
    location_ : ndarray of shape (n_features,)
    certificate_ : Certificate
    """

    alpha: float = 0.01
    _: KW_ONLY
    tol: float = 1e-6
    max_iter: int = 200

    _parameter_constraints = {"alpha": NOT_NEGATIVE, "tol": POSITIVE, "max_iter": [COUNT]}

    def fit(self, X: Any, y: Any = None) -> Any:
        """Learn the graph of the columns of X."""
        self._validate_params()
        X = validate_data(self, X, dtype=np.float64, ensure_min_samples=2, ensure_min_features=2)
        of, out = _learned(X, "covariance", **{"lambda": float(self.alpha)}, tol=float(self.tol),
                           max_iter=int(self.max_iter))
        Base._known(self, of)  # type: ignore[arg-type]
        d = X.shape[1]
        self.location_ = X.mean(axis=0)
        self.precision_, self.covariance_ = out["precision"].reshape(d, d), out["covariance"].reshape(d, d)
        return self


@dataclass(eq=False, repr=False)
class DictionaryLearning(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Atoms D of norm 1 at most, and codes ½ ‖x − Dᵀa‖² + alpha ‖a‖₁ by the exact path: a local answer in D.

    Parameters
    ----------
    n_components : int or None, default None
        The number of atoms, that of features for None.
    alpha : float, default 1.0
    passes : int, default 10
        Over the examples, in mini-batches.
    positive_code, positive_dict : bool, default False

    Attributes
    ----------
    components_ : ndarray of shape (n_components, n_features)
    certificate_ : Certificate
        Its objective is the mean of the codes'; what atoms are best is not known.
    """

    n_components: int | None = None
    _: KW_ONLY
    alpha: float = 1.0
    passes: int = 10
    positive_code: bool = False
    positive_dict: bool = False
    random_state: Any = 0

    _parameter_constraints = {
        "n_components": [COUNT, None], "alpha": POSITIVE, "passes": [COUNT], "positive_code": ["boolean"],
        "positive_dict": ["boolean"], "random_state": ["random_state"],
    }

    def fit(self, X: Any, y: Any = None) -> Any:
        """Learn atoms of the rows of X."""
        self._validate_params()
        X = validate_data(self, X, dtype=np.float64)
        seed = int(check_random_state(self.random_state).randint(2**31))
        of, out = _learned(X, "atoms", **{"lambda": float(self.alpha)}, atoms=int(self.n_components or X.shape[1]),
                           passes=int(self.passes), positive=bool(self.positive_code),
                           positive_atoms=bool(self.positive_dict), seed=seed)
        Base._known(self, of)  # type: ignore[arg-type]
        self.components_ = out["atoms"].reshape(-1, X.shape[1])
        self._n_features_out = len(self.components_)
        return self

    def transform(self, X: Any) -> np.ndarray:
        """The codes of the rows of X, each the minimum given the atoms."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        _, out = _learned(X, "codes", {"atoms": self.components_.ravel()}, **{"lambda": float(self.alpha)},
                          positive=bool(self.positive_code))
        return out["codes"].reshape(len(X), -1)


@dataclass(eq=False, repr=False)
class RobustPCA(BaseEstimator):
    """½ ‖X − L − S‖² + alpha ‖L‖_* + beta ‖S‖₁: L of low rank, and S of few entries.

    Parameters
    ----------
    alpha : float, default 1.0
    beta : float or None, default None
        alpha / √max(n_samples, n_features) for None.
    tol : float, default 1e-6
        The gap, as a share of the objective, that is enough.

    Attributes
    ----------
    low_rank_, sparse_ : ndarray of shape (n_samples, n_features)
    rank_ : int
    certificate_ : Certificate
    """

    alpha: float = 1.0
    _: KW_ONLY
    beta: float | None = None
    tol: float = 1e-6
    max_iter: int = 5000

    _parameter_constraints = {"alpha": POSITIVE, "beta": [*POSITIVE, None], "tol": POSITIVE, "max_iter": [COUNT]}

    def fit(self, X: Any, y: Any = None) -> Any:
        """Part X."""
        self._validate_params()
        X = validate_data(self, X, dtype=np.float64)
        kappa = self.alpha / np.sqrt(max(X.shape)) if self.beta is None else self.beta
        of, out = _learned(X, "separation", **{"lambda": float(self.alpha)}, kappa=float(kappa), tol=float(self.tol),
                           max_iter=int(self.max_iter))
        Base._known(self, of)  # type: ignore[arg-type]
        self.low_rank_, self.sparse_ = out["low"].reshape(X.shape), out["sparse"].reshape(X.shape)
        self.rank_ = int(of["rank"])
        return self
