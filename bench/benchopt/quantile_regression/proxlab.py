"""mean pinball(y − Xβ) + lmbd ‖β‖₁ is P."""

import numpy as np
from by_command import ByCommand, stops_by


class Solver(ByCommand):
    stopping_criterion = stops_by("value")

    def set_objective(self, X, y, lmbd, quantile, fit_intercept):
        self.intercept = bool(fit_intercept)
        self.keep(X, y, {"loss": "quantile", "tau": float(quantile), "penalty": "l1", "lambda": lmbd,
                         "intercept": self.intercept})

    def weights(self, coef, intercept):
        return {"params": np.concatenate([coef, intercept[:self.intercept]])}
