"""Survival: the proportional hazards of Cox."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._base import Base, checked
from ._settings import FREE, first


class CoxPH(Base):
    """−log partial likelihood / Σ weights + alpha (l1_ratio ‖w‖₁ + ½ (1 − l1_ratio) ‖w‖²).

    y is a structured array of an event (bool) and a time, in this order, as scikit-survival has it; an array of times
    alone stands for events alone. There is no intercept.

    Examples
    --------
    >>> import numpy as np
    >>> from proxlab import CoxPH
    >>> y = np.array([(True, 1.0), (True, 2.0), (False, 3.0), (True, 4.0)], dtype=[("event", "?"), ("time", "f8")])
    >>> X = np.array([[2.0], [1.0], [0.5], [1.5]])
    >>> CoxPH(alpha=0.1).fit(X, y).score(X, y)
    0.8
    """

    alpha: float = first(0.01)
    l1_ratio: float = 1.0
    ties: str = "breslow"
    fit_intercept: bool = False
    tol: float = 1e-10
    _allowed = {"fit_intercept": FREE}
    _loss = "cox"

    def _problem(self, d: int) -> tuple[dict, dict]:
        options, given = super()._problem(d)
        return options | {"intercept": False}, given

    def _ready(self, X: Any, y: Any, sample_weight: Any) -> tuple[Any, dict[str, Any], dict]:
        event, time = _survival(y)
        X, time = checked(self, X, time, y_numeric=True)
        ranks = np.unique(time, return_inverse=True)[1] + 1.0  # times matter by their order alone
        arrays = {"y": ranks}
        if event is not None:
            arrays["event"] = event.astype(np.int64)
        return X, self._weighted(arrays, sample_weight, X), {}

    def predict(self, X: Any) -> np.ndarray:
        """The logarithms of the hazards' ratios, Xw: the larger, the earlier."""
        return self._scores(X)

    def score(self, X: Any, y: Any) -> float:
        """Harrell's concordance: the share of comparable pairs of which the earlier has the larger prediction."""
        event, time = _survival(y)
        time, risk = np.asarray(time, dtype=float), self.predict(X)
        first = np.ones(len(time), dtype=bool) if event is None else event
        later = (time[:, None] < time[None, :]) & first[:, None]
        right = (risk[:, None] > risk[None, :]) + 0.5 * (risk[:, None] == risk[None, :])
        return float((right * later).sum() / later.sum()) if later.any() else float("nan")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags


def _survival(y: Any) -> tuple[np.ndarray | None, Any]:
    """Events, None for events alone, and times."""
    names = getattr(getattr(y, "dtype", None), "names", None)
    if names is None:
        return None, y
    if len(names) != 2:
        raise ValueError(f"y has the fields {names}: an event and a time are due")
    return np.asarray(y[names[0]], dtype=bool), np.asarray(y[names[1]], dtype=float)
