"""½ ‖y − Xβ‖² + λ_k ‖β‖₁ for all λ_k at once is n times P at λ_k/n."""

import numpy as np
from by_command import ByCommand, stops_by


class Solver(ByCommand):
    stopping_criterion = stops_by("max_rel_duality_gap")
    op = "path"

    def set_objective(self, X, y, lambdas, fit_intercept):
        self.intercept = bool(fit_intercept)
        options = {"penalty": "l1", "intercept": self.intercept, "no-polish": True}
        self.keep(X, y, options, {"lambdas": (np.asarray(lambdas) / len(y)).tolist()})
        self.size = (X.shape[1], len(lambdas))

    def weights(self, coef, intercept):
        coef = coef.reshape(self.size[::-1]).T if coef.ndim == 1 else coef
        if not self.intercept:
            return {"coefs": coef}
        return {"coefs": np.vstack([coef, intercept if len(intercept) == self.size[1] else np.zeros(self.size[1])])}
