"""½ ‖y − Xβ‖² + lmbd ‖β‖₁ is n times P at λ = lmbd/n."""

import numpy as np
from by_command import ByCommand, stops_by


class Solver(ByCommand):
    stopping_criterion = stops_by("duality_gap")

    def set_objective(self, X, y, lmbd, fit_intercept):
        self.intercept = bool(fit_intercept)
        self.keep(X, y, {"penalty": "l1", "lambda": lmbd / len(y), "intercept": self.intercept, "no-polish": True})

    def weights(self, coef, intercept):
        return {"beta": np.concatenate([coef, intercept[:self.intercept]])}
