"""½ ‖Y − XW‖² + lmbd Σ_j ‖W_j‖ is n times P at λ = lmbd/n."""

from by_command import ByCommand, stops_by


class Solver(ByCommand):
    stopping_criterion = stops_by("value")

    def set_objective(self, X, Y, lmbd):
        self.shape = X.shape[1], Y.shape[1]
        self.keep(X, Y, {"penalty": "multitask", "lambda": lmbd / len(Y)})

    def weights(self, coef, intercept):
        return {"W": coef.reshape(self.shape)}
