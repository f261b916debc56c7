"""½ mean (y − Xβ)² + Σ_j MCP(β_j; lmbd, gamma) is P."""

from by_command import ByCommand, stops_by


class Solver(ByCommand):
    stopping_criterion = stops_by("value")

    def set_objective(self, X, y, lmbd, gamma):
        self.keep(X, y, {"penalty": "mcp", "lambda": lmbd, "gamma": float(gamma)})

    def weights(self, coef, intercept):
        return {"beta": coef}
