package composite_test

import "testing"

// TestKeptComposites: hostile problems of which something else was said once, each by its cause.
func TestKeptComposites(t *testing.T) {
	t.Parallel()
	for seed, want := range map[uint64]string{
		20271: "converged",  // a column that the loss does not have, in units of 10⁶
		30023: "converged",  // a ray that leaves a simplex by little
		34138: "converged",  // one that leaves a ball
		30717: "infeasible", // a point that runs away, beside which violations are small
		34763: "infeasible",
		33497: "converged", // columns that are others but for 1e-7, in which x is 1e7
		34890: "converged",
		20554: "unbounded",
		32660: "converged", // what is left of Kᵀv, summed in twice the digits
		30784: "converged", // P* = 0, of no x
		34841: "converged", // multipliers that are large and cancel
	} {
		out := solveHostile(t, drawHostile(seed))
		if judge(&out); out.Ended != want || out.Wrong != "" {
			t.Errorf("%d: %s, not %s; gap %g of %g; %s", seed, out.Ended, want, out.Gap, out.Objective, out.Wrong)
		}
	}
}
