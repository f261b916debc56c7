"""Matrices that are no weights of features: graphs of variables, dictionaries, low rank, outliers, missing entries."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, check_random_state, validate_data

from ._base import features, know
from ._client import client
from ._settings import POSITIVE, Settings, first


class Matrices(Settings):
    """What is learnt of a matrix; y is not looked at."""

    def _learned(self, X: Any, kind: str, arrays: dict | None = None, **options: Any) -> tuple[dict, dict]:
        """What the command says of a matrix, and its arrays."""
        shape, given = features(X)
        answer, out = client().ask("matrix", given | (arrays or {}), x=shape, matrix={
            "kind": kind} | {"lambda" if k == "alpha" else k: v for k, v in options.items()})
        if kind != "codes":
            know(self, answer["fits"][0])
        return answer["fits"][0], out


class GraphicalLasso(Matrices):
    """−log det Θ + ⟨S, Θ⟩ + alpha Σ_{i≠j} |Θ_ij|, S being the covariances, as scikit-learn has it.

    Attributes
    ----------
    precision_, covariance_ : ndarray of shape (n_features, n_features)
        Θ, positive definite, and its inverse.
    location_ : ndarray of shape (n_features,)
    certificate_ : Certificate
        The gap as a share of the number of features is what tol is compared with.
    """

    alpha: float = first(0.01)
    tol: float = 1e-6
    max_iter: int = 200

    def fit(self, X: Any, y: Any = None) -> Any:
        """Learn the graph of the columns of X."""
        self._validate_params()
        X = validate_data(self, X, dtype=np.float64, ensure_min_samples=2, ensure_min_features=2)
        _, out = self._learned(X, "covariance", alpha=float(self.alpha), tol=float(self.tol), max_iter=int(self.max_iter))
        self.location_ = X.mean(axis=0)
        self.precision_, self.covariance_ = (out[k].reshape(X.shape[1], -1) for k in ("precision", "covariance"))
        return self


class DictionaryLearning(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Matrices):
    """Atoms D of norm 1 at most, and codes ½ ‖x − Dᵀa‖² + alpha ‖a‖₁ by the exact path: a local answer in D.

    Attributes
    ----------
    components_ : ndarray of shape (n_components, n_features)
    certificate_ : Certificate
        Its objective is the mean of the codes'; what atoms are best is not known.
    """

    n_components: int | None = first(None)
    alpha: float = 1.0
    passes: int = 10
    positive_code: bool = False
    positive_dict: bool = False
    random_state: Any = 0
    _allowed = {"alpha": POSITIVE}

    def fit(self, X: Any, y: Any = None) -> Any:
        """Learn atoms of the rows of X."""
        self._validate_params()
        X = validate_data(self, X, dtype=np.float64)
        seed = int(check_random_state(self.random_state).randint(2**31))
        _, out = self._learned(X, "atoms", alpha=float(self.alpha), atoms=int(self.n_components or X.shape[1]), seed=seed,
                               passes=int(self.passes), positive=bool(self.positive_code),
                               positive_atoms=bool(self.positive_dict))
        self.components_ = out["atoms"].reshape(-1, X.shape[1])
        self._n_features_out = len(self.components_)
        return self

    def transform(self, X: Any) -> np.ndarray:
        """The codes of the rows of X, each the minimum given the atoms."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        _, out = self._learned(X, "codes", {"atoms": self.components_.ravel()}, alpha=float(self.alpha),
                               positive=bool(self.positive_code))
        return out["codes"].reshape(len(X), -1)


class RobustPCA(Matrices):
    """½ ‖X − L − S‖² + alpha ‖L‖_* + beta ‖S‖₁: L of low rank, and S of few entries.

    Attributes
    ----------
    low_rank_, sparse_ : ndarray of shape (n_samples, n_features)
    rank_ : int
    certificate_ : Certificate
    """

    alpha: float = first(1.0)
    beta: float | None = None
    tol: float = 1e-6
    max_iter: int = 5000
    _allowed = {"alpha": POSITIVE}

    def fit(self, X: Any, y: Any = None) -> Any:
        """Part X."""
        self._validate_params()
        X = validate_data(self, X, dtype=np.float64)
        kappa = self.alpha / np.sqrt(max(X.shape)) if self.beta is None else self.beta
        of, out = self._learned(X, "separation", alpha=float(self.alpha), kappa=float(kappa), tol=float(self.tol),
                                max_iter=int(self.max_iter))
        self.low_rank_, self.sparse_, self.rank_ = *(out[k].reshape(X.shape) for k in ("low", "sparse")), int(of["rank"])
        return self


class MatrixCompletion(Matrices):
    """A matrix of which some entries are known, such as ratings: mean + a_i + b_j + L_ij, L of low rank.

    ½ Σ (x_ij − mean − a_i − b_j − L_ij)² over what is known, + (ridge/2) (‖a‖² + ‖b‖²) + alpha ‖L‖_*. What is not known
    is NaN, or not stored in a sparse matrix.

    Parameters
    ----------
    alpha : float or str, default "0.1max"
        A number, or a share of the least one at which L is 0.

    Attributes
    ----------
    matrix_ : ndarray of shape (n_samples, n_features)
        All entries as they are predicted.
    left_, right_ : ndarray of shape (n_samples, rank), (n_features, rank)
        L is left_ @ right_.T.
    mean_, row_offsets_, column_offsets_ : float, ndarray of shape (n_samples,), (n_features,)
    certificate_ : Certificate

    Examples
    --------
    >>> import numpy as np
    >>> from proxlab import MatrixCompletion
    >>> X = np.outer([1.0, 2.0, 3.0, 4.0], [1.0, -1.0, 2.0, 1.0])
    >>> X[1, 2] = np.nan
    >>> MatrixCompletion(alpha=0.01, ridge=0.1).fit(X).matrix_[1, 2].round(1)
    np.float64(4.0)
    """

    alpha: Any = first("0.1max")
    ridge: float = 1.0
    rank: int | None = None
    tol: float = 1e-4
    max_iter: int = 500
    random_state: Any = 0
    _allowed = {"alpha": [*POSITIVE, str]}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = tags.input_tags.allow_nan = True
        return tags

    def fit(self, X: Any, y: Any = None) -> Any:
        """Fill in X."""
        self._validate_params()
        X = validate_data(self, X, dtype=np.float64, accept_sparse="csr", ensure_all_finite="allow-nan")
        if not sp.issparse(X):
            i, j = np.nonzero(~np.isnan(X))
            X = sp.csr_array((X[i, j], (i, j)), shape=X.shape)  # zeros are entries, too
        share = isinstance(self.alpha, str)
        if share and not re.fullmatch(r"[0-9.]+(e-?[0-9]+)?max", self.alpha):
            raise ValueError(f"alpha={self.alpha!r}: a number, or a share as \"0.1max\", is due")
        of, out = self._learned(X, "completion", alpha=float(self.alpha[:-3] if share else self.alpha), share=share,
                                kappa=float(self.ridge), rank=int(self.rank or 0), tol=float(self.tol),
                                max_iter=int(self.max_iter),
                                seed=int(check_random_state(self.random_state).randint(2**31)))
        self.alpha_, self.rank_, self.mean_ = float(out["lambda"][0]), int(of["rank"]), float(out["mean"][0])
        self.left_, self.right_ = (out[k].reshape(n, -1) for k, n in zip(("left", "right"), X.shape, strict=True))
        self.row_offsets_, self.column_offsets_ = out["rows"], out["columns"]
        return self

    @property
    def matrix_(self) -> np.ndarray:
        """All entries as they are predicted."""
        return self.mean_ + self.row_offsets_[:, None] + self.column_offsets_ + self.left_ @ self.right_.T
