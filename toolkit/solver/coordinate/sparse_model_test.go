package coordinate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestModelsOnSparseColumns agrees with models on scaled copies of columns, and on the dense matrix, for sparse columns
// of which the last half nearly repeats the first, with a ridge and an intercept and without.
func TestModelsOnSparseColumns(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 91))
		const n, d = 80, 120
		dense, y := linalg.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			row := dense.Row(i)
			for j := range d / 2 {
				if rng.IntN(10) == 0 {
					row[j] = rng.NormFloat64()
					row[j+d/2] = row[j] * (1 + 0.1*rng.NormFloat64())
				}
			}
			y[i] = math.Copysign(1, floats.Sum(row[:d/4])+0.3*rng.NormFloat64()-0.2)
		}
		problem := func(a linalg.Map) *solver.Problem {
			p := solver.NewProblem(a, loss.Logistic{Y: y}, prox.L1{Lambda: 2e-3}).WithRidge(1e-3 * float64(seed%2))
			if seed/2%2 == 1 {
				ones := linalg.NewDense(1, n, nil)
				floats.AddConst(1, ones.Data)
				p = p.WithUnpenalized(ones)
			}
			return p
		}
		solve := func(p *solver.Problem, pairs bool) solver.Result {
			seq := solver.Sequence(t.Context(), func() (*ProximalNewtonState, solver.Step, error) {
				s := &ProximalNewtonState{Progress: solver.Unknown()}
				l, err := layoutOf(p, nil, nil)
				if err != nil {
					return s, nil, err
				}
				s.w = make([]float64, len(l.Columns))
				m := newProximalNewton(l, l.smoothLoss(p.Loss), p, s)
				m.sparse = m.sparse && pairs
				if m.sparse != pairs {
					t.Fatalf("problem %d: models on pairs %v, want %v", seed, m.sparse, pairs)
				}
				m.predict()
				m.minimizeUnpenalized()
				m.certify()
				return s, m.step, nil
			})
			res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-11), solver.MaxIter(60)))
			if err != nil || res.Status != solver.Converged {
				t.Fatalf("problem %d, pairs %v: %v after %d, gap %g, error %v", seed, pairs, res.Status, res.Iter, res.Gap, err)
			}
			return res
		}
		sparse := solve(problem(linalg.ToCSR(dense)), true)
		for name, other := range map[string]solver.Result{
			"copies": solve(problem(linalg.ToCSR(dense)), false), "dense": solve(problem(dense), false),
		} {
			if math.Abs(sparse.Objective-other.Objective) > 1e-10*other.Objective {
				t.Errorf("problem %d: %g, by %s %g", seed, sparse.Objective, name, other.Objective)
			}
			if !floats.EqualApprox(sparse.X, other.X, 1e-4) {
				t.Errorf("problem %d: other weights by %s", seed, name)
			}
		}
		if sparse.Nonzeros() < 10 {
			t.Errorf("problem %d: %d weights are not 0", seed, sparse.Nonzeros())
		}
	}
}

// TestPairProducts agrees with the sums of the formulas, for sparse and dense rows.
func TestPairProducts(t *testing.T) {
	t.Parallel()
	dense := linalg.NewDense(2, 3, []float64{1, 0, -2, 0, 3, 0.5})
	for _, a := range []linalg.PairRows{dense, linalg.ToCSR(dense)} {
		for i := range 2 {
			at := []linalg.Pair{{Slope: 1, Curvature: 2}, {Slope: -1, Curvature: 3}, {Slope: 0.5, Curvature: 4}}
			var slope, curvature float64
			for j, v := range dense.Row(i) {
				slope += v * at[j].Slope
				curvature += v * v * at[j].Curvature
			}
			gotSlope, gotCurvature := a.PairProducts(i, at)
			if gotSlope != slope || gotCurvature != curvature || a.PairSlope(i, at) != slope {
				t.Errorf("%T: %g %g %g, want %g %g", a, gotSlope, gotCurvature, a.PairSlope(i, at), slope, curvature)
			}
			a.AddPair(at, 2, i)
			if want := slope + 2*curvature; a.PairSlope(i, at) != want {
				t.Errorf("%T: %g after a step, want %g", a, a.PairSlope(i, at), want)
			}
		}
	}
}

// TestWeightsWorthAVisit leaves out a weight where it is 0 and the slope is further within its bound than any is
// beyond.
func TestWeightsWorthAVisit(t *testing.T) {
	t.Parallel()
	var optima []sparseOptimum
	for _, c := range []struct{ w, slope float64 }{{0, 1.2}, {0, -0.9}, {0, 0.7}, {2, -1.1}, {0, -0.75}, {-1, 1}} {
		optima = append(optima, sparseOptimum{w: c.w, slope: c.slope, bound: 1})
	}
	if got, want := worthVisits(optima), []int32{0, 1, 3, 5}; !slices.Equal(got, want) {
		t.Errorf("visits of %v, want %v", got, want)
	}
}
