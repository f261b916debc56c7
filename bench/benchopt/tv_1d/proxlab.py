"""Σ loss(y − Au) + reg Σ |u_{i+1} − u_i| is n times P at λ = reg/n; A is written out where it is an operator."""

import numpy as np
from by_command import ByCommand, stops_by


class Solver(ByCommand):
    stopping_criterion = stops_by("value")

    def set_objective(self, A, reg, y, c, delta, data_fit):
        loss = {"loss": "squared"} if data_fit == "quad" else {"loss": "huber", "delta": float(delta)}
        self.keep(A @ np.eye(A.shape[1]), y, loss | {"penalty": "fused", "mix": 1.0, "lambda": reg / len(y)})

    def weights(self, coef, intercept):
        return {"u": coef}
