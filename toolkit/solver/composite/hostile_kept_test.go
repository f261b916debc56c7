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
		46002: "converged", // numbers of 4e4 that are rounded to where P is more
		30784: "converged", // P* = 0, of no x
		39689: "converged", // multipliers that are large and cancel
		40192: "converged", // targets of 1e-5
		33329: "converged", // constraints that hold a million times as far away as targets are
		45995: "converged", // columns that a loss has nearly twice, and a penalty tells apart
		45649: "converged", // points of one merit, of which one satisfies the constraints
		42118: "unbounded", // rays of columns that are others but for 1e-7
		27426: "unbounded",
		53996: "unbounded",  // a ray along which norms rise, on faces of which is none
		25823: "unbounded",  // the same
		62275: "unbounded",  // the same
		49912: "infeasible", // one contradiction beside constraints that hold, with multipliers of 1e-7
		42532: "converged",  // steps that are rounded to what was before
		30383: "converged",  // multipliers of 64 that q is absorbed by but for rounding
	} {
		out := solveHostile(t, drawHostile(seed))
		if judge(&out); out.Ended != want || out.Wrong != "" {
			t.Errorf("%d: %s, not %s; gap %g of %g; %s", seed, out.Ended, want, out.Gap, out.Objective, out.Wrong)
		}
	}
}
