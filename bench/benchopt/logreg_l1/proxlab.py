"""Σ log(1 + exp(−y xβ)) + lmbd ‖β‖₁ is n times P at λ = lmbd/n."""

from by_command import ByCommand, stops_by


class Solver(ByCommand):
    stopping_criterion = stops_by("value")

    def set_objective(self, X, y, lmbd):
        self.keep(X, y, {"loss": "logistic", "penalty": "l1", "lambda": lmbd / len(y)})

    def weights(self, coef, intercept):
        return {"beta": coef}
