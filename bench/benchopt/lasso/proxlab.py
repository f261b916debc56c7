"""proxlab for benchopt's benchmark_lasso: data go to the command once, before the clock, and fits by tolerance."""

import numpy as np
from benchopt import BaseSolver
from benchopt.stopping_criterion import SufficientProgressCriterion
from proxlab._base import features
from proxlab._client import client


class Solver(BaseSolver):
    name = "proxlab"
    sampling_strategy = "tolerance"
    stopping_criterion = SufficientProgressCriterion(
        patience=20, strategy="tolerance", key_to_monitor="duality_gap")
    requirements = ["pip::proxlab"]

    def set_objective(self, X, y, lmbd, fit_intercept):
        """½ ‖y − Xβ‖² + lmbd ‖β‖₁ is n times P at λ = lmbd/n."""
        shape, arrays = features(X)
        self.d, self.intercept = X.shape[1], bool(fit_intercept)
        self.options = {"penalty": "l1", "lambda": lmbd / X.shape[0], "intercept": self.intercept, "no-polish": True}
        client().ask("put", arrays | {"y": np.ascontiguousarray(y, dtype=float)}, keep="benchopt", x=shape)

    def run(self, tolerance):
        """Fit to a gap of a share of P."""
        self.beta = np.zeros(self.d + self.intercept)
        if tolerance < 1:
            _, out = client().ask("fit", data="benchopt", options=self.options | {"tol": max(float(tolerance), 1e-15)})
            self.beta = np.concatenate([out["coef"], out["intercept"]])

    def get_result(self):
        """The weights, the intercept last."""
        return {"beta": self.beta}
