package solve

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestInTurn: a smooth loss goes by accelerated gradients where these are quick, and by splits where they are not: in
// raw units after as many steps as splits cost, and at once of many variables with a prox that is found by iteration.
// The minimum is the same.
func TestInTurn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		penalty toolkit.Proxable
		d       int
		spread  float64 // of the logarithm of units
		method  string
		after   bool // steps of FISTA
	}{
		{prox.Fused{Lambda: 1, Mix: 0.5}, 24, 0, "fista", false},
		{prox.TotalVariation{Lambda: 1, Rows: 2, Cols: 5}, 10, 18, "composite", true},
		{prox.Latent{Lambda: 1, Groups: prox.Groups{upTo(0, 13), upTo(12, 24)}}, 24, 0, "composite", false},
		{prox.Overlap{Lambda: 1, Groups: prox.Groups{upTo(0, 13), upTo(12, 24)}}, 24, 0, "fista", false},
	} {
		const n, lambda = 60, 0.01
		rng := rand.New(rand.NewPCG(8, uint64(c.d)))
		x, y := linalg.NewDense(n, c.d, nil), make([]float64, n)
		units := make([]float64, c.d)
		for j := range units {
			units[j] = math.Exp(c.spread * (rng.Float64() - 0.5))
		}
		for i := range n {
			row := x.Row(i)
			for j := range row {
				row[j] = rng.NormFloat64()
			}
			y[i] = row[0] - row[1] + rng.NormFloat64()
			floats.Mul(row, units)
		}
		at := solver.NewProblem(x, loss.Squared{Y: y}, c.penalty)
		got, err := NewProblem(at).Solve(t.Context(), Settings{}, caseOf(at), lambda, nil)
		if err != nil || got.Status != solver.Converged || got.Method != c.method {
			t.Fatalf("%v: %+v, %v", c.penalty, got, err)
		}
		if strings.HasSuffix(got.Why, fmt.Sprintf("(here after %d)", fewestSteps)) != c.after {
			t.Errorf("%v: %s", c.penalty, got.Why)
		}
		other := Composite
		if c.method == Composite.Name {
			other = FISTA
		}
		asked := caseOf(at)
		asked.Wanted = other
		want, err := NewProblem(at).Solve(t.Context(), Settings{MaxIter: 20000}, asked, lambda, nil)
		if err != nil || math.Abs(got.Objective-want.Objective) > got.Gap+want.Gap {
			t.Errorf("%v: %.12g by %s, %.12g by %s (%v)", c.penalty, got.Objective, got.Method, want.Objective, want.Method, err)
		}
	}
}

// upTo are the numbers from one to another.
func upTo(from, to int) (out []int) {
	for j := from; j < to; j++ {
		out = append(out, j)
	}
	return out
}
