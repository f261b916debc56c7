"""What the solvers of all benchmarks share: data go to the command once, before the clock, and fits are by tolerance."""

import numpy as np
from benchopt import BaseSolver
from benchopt.stopping_criterion import SufficientProgressCriterion
from proxlab._base import features
from proxlab._client import client


def stops_by(key):
    """A criterion on what the benchmark measures: 20 tolerances without progress end a curve."""
    return SufficientProgressCriterion(patience=20, strategy="tolerance", key_to_monitor=key)


class ByCommand(BaseSolver):
    """A solver calls ``keep``, and says what ``weights`` a benchmark takes."""

    name = "proxlab"
    sampling_strategy = "tolerance"
    requirements = ["pip::proxlab"]
    op = "fit"

    def keep(self, X, y, options, head=None):
        """Data under a name; options of the command; head is of the header beside them."""
        shape, more = features(np.asarray(X, dtype=float) if not hasattr(X, "format") else X)
        y = np.ascontiguousarray(y, dtype=float)
        outputs = y.shape[1] if y.ndim == 2 else 1
        client().ask("put", more | {"y": y.ravel()}, keep="benchopt", x=shape, outputs=outputs)
        self.size, self.options, self.head = X.shape[1] * outputs, options, {"data": "benchopt"} | (head or {})

    def run(self, tolerance):
        """Fit to a gap of a share of P; weights of 0 before."""
        coef, intercept = np.zeros(self.size), np.zeros(1)
        if tolerance < 1:
            options = self.options | {"tol": max(float(tolerance), 1e-15)}
            _, out = client().ask(self.op, **self.head, options=options)
            coef, intercept = out["coef"], out["intercept"]
        self.result = self.weights(coef, intercept)

    def weights(self, coef, intercept):
        """What the benchmark measures."""
        raise NotImplementedError

    def get_result(self):
        return self.result
