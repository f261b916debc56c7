"""Parameters of all estimators: what each may be, and what it means, by its name."""

from __future__ import annotations

import inspect
import numbers
import re
from dataclasses import dataclass, field
from typing import Any, dataclass_transform

from sklearn.base import BaseEstimator
from sklearn.utils._param_validation import Interval, StrOptions

NOT_NEGATIVE = [Interval(numbers.Real, 0, None, closed="left")]
POSITIVE = [Interval(numbers.Real, 0, None, closed="neither")]
SHARE = [Interval(numbers.Real, 0, 1, closed="both")]
INSIDE = [Interval(numbers.Real, 0, 1, closed="neither")]
COUNT = [Interval(numbers.Integral, 1, None, closed="left")]
BOOLEAN = ["boolean"]
LIST = ["array-like", None]
FREE: Any = "no_validation"

_TABLE: dict[str, tuple[Any, str, str]] = {
    "alpha": (NOT_NEGATIVE, "float", "The strength of the penalty, beside the mean of the losses."),
    "C": (POSITIVE, "float", "The weight of the sum of the losses, beside the penalty."),
    "l1_ratio": (SHARE, "float", "The share of ‖w‖₁ in the penalty, from 0, the ridge, to 1, the lasso."),
    "positive": (BOOLEAN, "bool", "Weights are 0 or more."),
    "penalty_weights": (LIST, "array-like", "v_j ≥ 0 of each feature, which make ‖w‖₁ Σ_j v_j |w_j|."),
    "groups": (FREE, "list or int", "Lists of features from 0, a label for each feature, or a number of neighbours; of "
                                    "group penalties None is one group of all."),
    "group_weights": (LIST, "array-like", "v_g of each group, by default the root of its size."),
    "mix": (SHARE, "float", "The share of groups or differences beside ‖w‖₁."),
    "slope": ([str, "array-like"], "str or array-like", "\"bh:q\" for Benjamini-Hochberg at the rate q, \"oscar:a\" for 1 "
                                                        "and a more for each rank, or the weights."),
    "gamma": ([Interval(numbers.Real, 1, None, closed="neither")], "float", "The larger, the later a weight is free."),
    "edges": (LIST, "list of pairs", "Features from 0 that are neighbours; None is for a line of all."),
    "delta": (POSITIVE, "float", "Where ½r² becomes linear, in the unit of y."),
    "quantile": (INSIDE, "float", "The share of y that is to be below."),
    "epsilon": (NOT_NEGATIVE, "float", "Errors of up to so much cost nothing."),
    "class_weight": ([dict, StrOptions({"balanced"}), None], "dict or \"balanced\"", "Factors of weights by class."),
    "ties": ([StrOptions({"breslow", "efron"})], "str", "How ties are counted, as \"breslow\" or \"efron\" have it."),
    "mu": (NOT_NEGATIVE, "float", "The strength of ½ ‖w‖² beside the penalty."),
    "fit_intercept": (BOOLEAN, "bool", "Add b, which nothing penalizes."),
    "standardize": (BOOLEAN, "bool", "Divide features by their standard deviations for the penalty."),
    "tol": (POSITIVE, "float", "The gap to end at, as a share of the objective."),
    "max_iter": (COUNT, "int", "The most iterations, by default those that the solver sets."),
    "solver": ([str], "str", "One of ``proxlab help solvers``."),
    "kernel": ([str], "str", "A word of ``proxlab help kernels``, with columns from 1, or \"precomputed\" for an X of "
                             "Gram matrices."),
    "kernels": (["array-like", str, tuple], "list of str", "Words of kernels; with \"precomputed\" X has their Gram matrices "
                                                           "side by side."),
    "norm": ([Interval(numbers.Real, 1, 2, closed="both")], "float", "p, from 1, which leaves kernels out, to 2, which adds "
                                                                     "them up."),
    "n_components": (COUNT, "int", "The number of atoms, by default that of features."),
    "passes": (COUNT, "int", "Over the examples, in mini-batches."),
    "positive_code": (BOOLEAN, "bool", "Codes are 0 or more."),
    "positive_dict": (BOOLEAN, "bool", "Atoms are 0 or more."),
    "random_state": (["random_state"], "int or RandomState", "Of the order of examples."),
    "beta": (POSITIVE, "float", "The strength of ‖S‖₁, by default alpha / √max(n_samples, n_features)."),
    "ridge": (POSITIVE, "float", "Of k values an offset is k/(k + ridge) of their mean."),
    "rank": (COUNT, "int", "The largest; what is said of the minimum stays true."),
    "alphas": (LIST, "array-like", "Strengths to try, by default n_alphas in equal ratios from where all weights are 0."),
    "n_alphas": (COUNT, "int", "How many are tried."),
    "eps": (INSIDE, "float", "The last of them as a share of the first."),
    "cv": (FREE, "int, generator or iterable", "The folds as scikit-learn has them, 5 by default."),
    "selection": ([StrOptions({"best", "1se"})], "str", "\"best\" for the least error, \"1se\" for the simplest model within "
                                                        "one standard error of it."),
}
_SECTIONS = ("Parameters", "Attributes", "Examples")
_valid: set[tuple] = set()  # settings of simple types that have been validated


def first(default: Any) -> Any:
    """A parameter that may be given by its place; all others have names."""
    return field(default=default, kw_only=False)


@dataclass_transform(kw_only_default=True, field_specifiers=(field, first))
class Settings(BaseEstimator):
    """An estimator whose parameters are fields of a dataclass, with what the table says of them."""

    _allowed: dict = {}  # what parameters of a class may be in the place of the table's
    _sets = ""  # numpydoc of the attributes that all have

    def __init_subclass__(cls) -> None:
        """A subclass is a dataclass, validated and described by its fields."""
        super().__init_subclass__()
        dataclass(eq=False, repr=False, kw_only=True)(cls)
        fields: dict[str, Any] = {n: f for n, f in cls.__dataclass_fields__.items() if f.init}  # type: ignore[attr-defined]
        allowed = {n: cls._allowed.get(n, _TABLE.get(n, (FREE,))[0]) for n in fields}
        cls._parameter_constraints = {
            n: [*a, None] if isinstance(a, list) and fields[n].default is None and None not in a else a
            for n, a in allowed.items()}
        if vars(cls).get("__doc__"):
            cls.__doc__ = cls._described(fields)

    @classmethod
    def _described(cls, fields: dict[str, Any]) -> str:
        """The class's own text, with the table's parameters and the attributes that it has not."""
        head, *parts = re.split(rf"\n(?=(?:{'|'.join(_SECTIONS)})\n-+\n)", inspect.cleandoc(cls.__doc__ or ""))
        own = {part.split("\n")[0]: part.rstrip() for part in parts}
        said = own.setdefault("Parameters", "Parameters\n----------")
        own["Parameters"] += "".join(
            f"\n{n} : {_TABLE[n][1]}, default {f.default!r}\n    {_TABLE[n][2]}" for n, f in ((n, fields[n]) for n in _TABLE if n in fields)
            if not re.search(rf"^(\w+, )*{n}(, \w+)*( :|$)", said, re.M))
        if cls._sets:
            own.setdefault("Attributes", "Attributes\n----------\n" + cls._sets)
        return "\n\n".join([head.rstrip(), *(own[s] for s in _SECTIONS if s in own)]) + "\n"

    def _validate_params(self) -> None:
        """As scikit-learn does it, where these settings are not known to be valid: it takes a while."""
        settings = [getattr(self, name) for name in self.__dataclass_fields__]  # type: ignore[attr-defined]
        key = (type(self), *((type(v), v) for v in settings if v is None or isinstance(v, (int, float, str))))
        if key in _valid:
            return
        super()._validate_params()
        if len(key) == 1 + len(settings) and len(_valid) < 1000:
            _valid.add(key)
