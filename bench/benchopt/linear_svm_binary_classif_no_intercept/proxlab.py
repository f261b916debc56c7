"""½ ‖β‖² + C Σ max(0, 1 − y xβ) is C n times P with μ = 1/(C n)."""

from by_command import ByCommand, stops_by


class Solver(ByCommand):
    stopping_criterion = stops_by("value")

    def set_objective(self, X, y, C):
        self.keep(X, y, {"loss": "hinge", "penalty": "none", "mu": 1 / (C * len(y))})

    def weights(self, coef, intercept):
        return {"beta": coef}
