"""Those that solve composite problems in Python: cvxpy's cone solvers, without its compiling, HiGHS and PyProximal."""

import numpy as np

from sums import SUMS, cone, data, value

MANY = 100000
SETTINGS = {
    "Clarabel": lambda tol: {"tol_gap_abs": tol, "tol_gap_rel": tol, "tol_feas": tol},
    "SCS": lambda tol: {"eps_abs": tol, "eps_rel": tol, "max_iters": MANY},
    "OSQP": lambda tol: {"eps_abs": tol, "eps_rel": tol, "max_iter": MANY // 5},
}


class Solver:
    """A problem, read once, and solutions of it."""

    def __init__(self, name):
        self.s = SUMS[name]
        self.X, self.y = data(self.s)
        self.compiled = {}

    def prepare(self, who, tol, out):
        """What is to be timed, and what follows it."""
        found = []
        if who.startswith("scikit-learn"):
            do, taken = self.quantiles(found)
        elif who == "PyProximal":
            do, taken = self.splitting(int(tol), found)
        else:
            do, taken = self.cones(who, tol, found)

        def follow():
            w, b = taken()
            np.savez(out, w=w, b=b)
            return {"Objective": float(value(self.s, self.X, self.y, w, b))}

        return do, follow

    def cones(self, who, tol, found):
        if who not in self.compiled:
            w, b, problem = cone(self.s, self.X, self.y)
            self.compiled[who] = w, b, problem, *problem.get_problem_data(who.upper(), solver_opts={})
        w, b, problem, given, chain, inverse = self.compiled[who]

        def taken():
            problem.unpack_results(found[-1], chain, inverse)
            return w.value, b.value if self.s.intercept else 0.0

        return lambda: found.append(chain.solve_via_data(problem, given, solver_opts=SETTINGS[who](tol))), taken

    def quantiles(self, found):
        from sklearn.linear_model import QuantileRegressor
        model = QuantileRegressor(quantile=self.s.tau, alpha=self.s.parts[0][1], solver="highs")
        return lambda: found.append(model.fit(self.X, self.y)), lambda: (found[-1].coef_, found[-1].intercept_)

    def splitting(self, steps, found):
        """The primal-dual method for the sum of squares: trend filtering, and total variation of a blurred picture in
        a box. A picture's gradient is PyLops', and the norm of its map at most 3."""
        import pylops, pyproximal
        n, strength = self.s.n, self.s.parts[0][1] * self.s.n
        if self.s.map == "identity":
            f, map = pyproximal.L2(b=self.y), pylops.MatrixMult(second(n), otherdims=())
            g, norm = pyproximal.L1(sigma=strength), 4.0
        else:
            side = int(np.sqrt(n))
            f = pyproximal.L2(Op=pylops.MatrixMult(self.X), b=self.y, niter=10, warm=True)
            gradient = pylops.Gradient((side, side), kind="forward", edge=False)
            map, norm = pylops.VStack([gradient, pylops.Identity(n)]), 3.0
            g = pyproximal.VStack([pyproximal.L21(ndim=2, sigma=strength), pyproximal.Box(0, 1)], [2 * n, n])
        step = 0.99 / norm
        run = lambda: pyproximal.optimization.primaldual.PrimalDual(
            f, g, map, tau=step, mu=step, theta=1.0, x0=np.zeros(n), niter=steps, gfirst=False)
        return lambda: found.append(run()), lambda: (found[-1], 0.0)


def second(n):
    import scipy.sparse as sp
    return sp.diags([1.0, -2.0, 1.0], [0, 1, 2], shape=(n - 2, n)).tocsr()
