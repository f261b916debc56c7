"""½ mean (y − Xβ)² + Σ_i α_i |β|_(i) is P with the weights α at λ = 1."""

import numpy as np
from by_command import ByCommand, stops_by


class Solver(ByCommand):
    stopping_criterion = stops_by("duality_gap")

    def set_objective(self, X, y, alphas, fit_intercept):
        self.keep(X, y, {"penalty": "slope", "lambda": 1.0, "intercept": bool(fit_intercept)},
                  {"given": {"slope_weights": np.asarray(alphas, dtype=float).tolist()}})

    def weights(self, coef, intercept):
        return {"beta": np.concatenate([intercept if len(intercept) else [0.0], coef])}
