package coordinate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// groups is a problem of k outputs whose blocks are the weights of several features each, in random order, with weights
// of examples, unpenalized columns and a ridge by turns.
func groups(seed uint64, n, d, k int) *solver.Problem {
	rng := rand.New(rand.NewPCG(seed, 71))
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	for i := range x.Data {
		x.Data[i] += float64(seed % 4) // columns that are nearly dependent
	}
	var c []float64
	if seed%2 == 1 {
		for range n {
			c = append(c, rng.Float64()/float64(n))
		}
	}
	l := loss.SquaredOutputs{Y: testproblems.Normal(rng, n*k, 1), K: k, Weights: c}
	var of [][]int
	var omega []float64
	for rest := rng.Perm(d); len(rest) > 0; {
		size := min(len(rest), 1+rng.IntN(4))
		var block []int
		for _, j := range rest[:size] {
			for output := range k {
				block = append(block, j*k+output)
			}
		}
		of, rest = append(of, block), rest[size:]
		omega = append(omega, 0.5+rng.Float64())
	}
	penalty := prox.L21{Lambda: 1, Groups: of, Weights: omega}
	p := solver.NewProblem(x, l, penalty).WithRidge(0.02 * float64(seed%3))
	if seed%5 > 1 {
		free := linalg.NewDense(2, n, testproblems.Normal(rng, 2*n, 1))
		for i := range n {
			free.Row(0)[i] = 1
		}
		p = p.WithUnpenalized(free)
	}
	return p
}

// TestGatheredColumns: working sets that are gathered, by Gram matrices and by residuals, come to where passes over all
// columns come, and every gap bounds the distance; objective and gap are those of the problem at the point.
func TestGatheredColumns(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		p := groups(seed, 20, 30+int(seed%3)*20, 1+int(seed%4))
		for _, share := range []float64{1.001, 0.3, 0.03} {
			p := p.At(share * p.LambdaMax())
			stop := solver.Any(solver.RelGap(1e-11), solver.MaxIter(3000))
			all, err := solver.Run(coordinate.Descent{NoWorkingSets: true}.Iterations(t.Context(), p), stop)
			if err != nil {
				t.Fatal(err)
			}
			for st, err := range (coordinate.Descent{}).Iterations(t.Context(), p) {
				if err != nil {
					t.Fatal(err)
				}
				checkAgainst(t, p, st, all)
				if st.Gap <= 1e-10*st.Objective {
					break
				}
				if st.Iter == 200 {
					t.Fatalf("seed %d, %g λ_max: gap %g of %g", seed, share, st.Gap, st.Objective)
				}
			}
			if t.Failed() {
				t.Fatalf("seed %d, %g λ_max", seed, share)
			}
		}
	}
}

// checkAgainst compares a state with the problem at its point, and with the solution.
func checkAgainst(t *testing.T, p *solver.Problem, st *coordinate.State, best solver.Result) {
	t.Helper()
	x := st.X(nil)
	w := x[:p.Dim()]
	if o := p.Objective(w); !testproblems.Near(o, st.Objective, 1e-10) {
		t.Errorf("reports %.15g, at its point it is %.15g", st.Objective, o)
	}
	if excess := st.Objective - best.Objective; excess > st.Gap+1e-13 || excess < -best.Gap-1e-13 {
		t.Errorf("%g above the solution, gap %g", excess, st.Gap)
	}
	for i, b := range p.UnpenalizedWeights(w) {
		if at := x[p.Dim()+i]; math.Abs(at-b) > 1e-6*(1+math.Abs(b)) {
			t.Errorf("unpenalized weight %d is %g, the best is %g", i, at, b)
		}
	}
}

// TestGatheredHandsOver: a problem with almost no weight 0 goes on with all columns, and to the same solution.
func TestGatheredHandsOver(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(72, 1))
	const n, d, size = 10, 3200, 8
	g := prox.L21{Lambda: 1}
	for j := 0; j < d; j += size {
		group := make([]int, size)
		for i := range group {
			group[i] = j + i
		}
		g.Groups = append(g.Groups, group)
	}
	l := loss.Squared{Y: testproblems.Normal(rng, n, 1)}
	p := solver.NewProblem(linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), l, g).WithRidge(1)
	p = p.At(1e-3 * p.LambdaMax())
	stop := solver.Any(solver.RelGap(1e-9), solver.MaxIter(60))
	res, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), p), stop)
	if err != nil || res.Status != solver.Converged {
		t.Fatalf("%s after %d, gap %g of %g, error %v", res.Status, res.Iter, res.Gap, res.Objective, err)
	}
	if gap := p.Gap(res.X); gap > 1e-8*res.Objective || !testproblems.Near(p.Objective(res.X), res.Objective, 1e-10) {
		t.Errorf("gap %g of %g, reported %g", gap, p.Objective(res.X), res.Objective)
	}
	zeros := 0
	for _, v := range res.X {
		if v == 0 {
			zeros++
		}
	}
	if zeros > 200 {
		t.Errorf("%d weights are 0: this is no test", zeros)
	}
}

// TestGatheredHandsOverWhenSlow: with little penalty, and more weights than examples that are not 0, passes over
// columns go on, of which fewer are needed.
func TestGatheredHandsOverWhenSlow(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(73, 1))
	const n, d, size = 40, 100, 10
	g := prox.L21{Lambda: 1}
	for j := 0; j < d; j += size {
		g.Groups = append(g.Groups, []int{j, j + 1, j + 2, j + 3, j + 4, j + 5, j + 6, j + 7, j + 8, j + 9})
	}
	a := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	p := solver.NewProblem(a, loss.Squared{Y: testproblems.Normal(rng, n, 1)}, g)
	p = p.At(1e-4 * p.LambdaMax())
	stop := solver.Any(solver.RelGap(1e-9), solver.MaxIter(200))
	res, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), p), stop)
	if err != nil || res.Status != solver.Converged {
		t.Fatalf("%s after %d, gap %g of %g, error %v", res.Status, res.Iter, res.Gap, res.Objective, err)
	}
	if gap := p.Gap(res.X); gap > 1e-8*res.Objective || res.Evals > 1000 {
		t.Errorf("gap %g of %g after %d passes", gap, p.Objective(res.X), res.Evals)
	}
}

// TestFirstFeatures: the first working set has as many features for several outputs as for one, as these share columns.
func TestFirstFeatures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 72))
	const n, d, k = 60, 600, 6
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	l := loss.SquaredOutputs{Y: testproblems.Normal(rng, n*k, 1), K: k}
	p := solver.NewProblem(x, l, prox.MultiTask{Lambda: 1, Cols: k})
	for st, err := range (coordinate.Descent{}).Iterations(t.Context(), p.At(0.1*p.LambdaMax())) {
		if err != nil {
			t.Fatal(err)
		}
		if st.Set != 200 {
			t.Errorf("the first set has %d features, not 200", st.Set)
		}
		break
	}
}
