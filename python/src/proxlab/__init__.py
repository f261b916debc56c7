"""Linear models with structured sparsity, as scikit-learn estimators: every answer has a duality gap.

The work is done by the command ``proxlab``, which a wheel brings along: no compiler, nothing else to install.

>>> import numpy as np
>>> from proxlab import Lasso
>>> X = np.array([[1.0, 0.0], [2.0, 1.0], [3.0, 0.0], [4.0, 1.0]])
>>> lasso = Lasso(alpha=0.1).fit(X, X[:, 0])
>>> lasso.certificate_.gap <= 1e-6 * lasso.certificate_.objective
True
"""

from __future__ import annotations

__version__ = "0.0.0"

_HOMES = {
    "_client": ["ProxlabError"],
    "_base": ["Certificate", "Path"],
    "_linear": ["Linear"],
    "_regression": ["ElasticNet", "FusedLasso", "GroupLasso", "HuberRegressor", "Lasso", "LinearSVR", "MCP", "MultiTask",
                    "PoissonRegressor", "QuantileRegressor", "SCAD", "Slope", "SparseGroupLasso", "TraceNorm",
                    "TreeLasso"],
    "_classification": ["LinearSVC", "LogisticRegression"],
    "_survival": ["CoxPH"],
    "_kernels": ["KernelSVC", "KernelSVR", "MKLClassifier"],
    "_structures": ["RNA", "GraphCRF", "Parser", "Tagger"],
    "_matrices": ["DictionaryLearning", "GraphicalLasso", "MatrixCompletion", "RobustPCA"],
    "_cv": ["CoxPHCV", "ElasticNetCV", "FusedLassoCV", "GroupLassoCV", "HuberRegressorCV", "LassoCV", "LinearSVCCV",
            "LinearSVRCV", "LogisticRegressionCV", "MCPCV", "MultiTaskCV", "PoissonRegressorCV", "QuantileRegressorCV",
            "SCADCV", "SlopeCV", "SparseGroupLassoCV", "TraceNormCV", "TreeLassoCV"],
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [*sorted(_HOME), "__version__"]


TYPE_CHECKING = False  # who checks types takes it for true; typing itself would take longer to import than all else
if TYPE_CHECKING:
    from ._base import Certificate, Path
    from ._classification import LinearSVC, LogisticRegression
    from ._client import ProxlabError
    from ._cv import (CoxPHCV, ElasticNetCV, FusedLassoCV, GroupLassoCV, HuberRegressorCV, LassoCV, LinearSVCCV,
                      LinearSVRCV, LogisticRegressionCV, MCPCV, MultiTaskCV, PoissonRegressorCV, QuantileRegressorCV, SCADCV,
                      SlopeCV, SparseGroupLassoCV, TraceNormCV, TreeLassoCV)
    from ._kernels import KernelSVC, KernelSVR, MKLClassifier
    from ._linear import Linear
    from ._matrices import DictionaryLearning, GraphicalLasso, MatrixCompletion, RobustPCA
    from ._regression import (MCP, SCAD, ElasticNet, FusedLasso, GroupLasso, HuberRegressor, Lasso, LinearSVR, MultiTask,
                              PoissonRegressor, QuantileRegressor, Slope, SparseGroupLasso, TraceNorm, TreeLasso)
    from ._structures import RNA, GraphCRF, Parser, Tagger
    from ._survival import CoxPH


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'proxlab' has no attribute {name!r}")
    import importlib

    value = getattr(importlib.import_module("." + _HOME[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
