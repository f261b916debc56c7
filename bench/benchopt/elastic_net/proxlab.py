"""½ mean (y − Xβ)² + lmbda (l1_ratio ‖β‖₁ + ½ (1 − l1_ratio) ‖β‖²) is P."""

import numpy as np
from by_command import ByCommand, stops_by


class Solver(ByCommand):
    stopping_criterion = stops_by("duality_gap")

    def set_objective(self, X, y, lmbda, l1_ratio, fit_intercept):
        self.intercept = bool(fit_intercept)
        self.keep(X, y, {"penalty": "l1", "lambda": lmbda * l1_ratio, "mu": lmbda * (1 - l1_ratio),
                         "intercept": self.intercept})

    def weights(self, coef, intercept):
        return {"beta": np.concatenate([coef, intercept[:self.intercept]])}
