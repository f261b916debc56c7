package toolkit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// blockProblem is a problem of CoordinateDescent's and the same as a solver.Problem.
type blockProblem struct {
	blocks coordinate.Blocks
	loss   loss.Squared
	mu     float64
	plain  func(lambda float64) *solver.Problem
	d      int
}

// groupProblem has groups of 1 to 6 columns in random order, or one of 70, with weights.
func groupProblem(t *testing.T, seed uint64) blockProblem {
	a, l, mu := lassos(seed)
	rng := rand.New(rand.NewPCG(seed, 31))
	_, d := a.Dims()
	var groups prox.Groups
	var weights []float64
	for rest := rng.Perm(d); len(rest) > 0; {
		size := min(len(rest), 1+rng.IntN(6))
		if len(groups) == 0 {
			size = min(len(rest), 70)
		}
		groups, rest = append(groups, rest[:size]), rest[size:]
		weights = append(weights, math.Sqrt(float64(size))*(0.5+rng.Float64()))
	}
	blocks, err := coordinate.GroupBlocks(linalg.Columns(a), groups)
	if err != nil {
		t.Fatal(err)
	}
	if blocks, err = blocks.Weighted(weights); err != nil {
		t.Fatal(err)
	}
	return blockProblem{blocks, l, mu, func(lambda float64) *solver.Problem {
		return solver.NewProblem(a, l, damped(prox.L21{Lambda: lambda, Groups: groups, Weights: weights}, mu))
	}, d}
}

// taskProblem has tasks of different numbers of examples and weights, or several outputs of the same examples.
func taskProblem(seed uint64) blockProblem {
	rng := rand.New(rand.NewPCG(seed, 32))
	tasks, d := 1+rng.IntN(4), 5+rng.IntN(40)
	var columns []linalg.Rows
	var l loss.Squared
	var rows []float64
	n := 0
	shared := linalg.NewDense(12, d, randomVector(rng, 12*d, 1))
	for t := range tasks {
		x := shared
		if seed%2 == 0 {
			x = linalg.NewDense(3+rng.IntN(20), d, nil)
			copy(x.Data, randomVector(rng, len(x.Data), 1))
		}
		columns = append(columns, linalg.Columns(x))
		n += x.R
		for i := range x.R {
			row := make([]float64, d*tasks)
			for j, v := range x.Row(i) {
				row[j*tasks+t] = v
			}
			rows = append(rows, row...)
			l.Y, l.Weights = append(l.Y, rng.NormFloat64()), append(l.Weights, 1/float64(tasks*x.R))
		}
	}
	groups := make(prox.Groups, d)
	for j := range d {
		for t := range tasks {
			groups[j] = append(groups[j], j*tasks+t)
		}
	}
	mu := 0.1 * float64(seed%3%2)
	return blockProblem{coordinate.TaskBlocks(columns), l, mu, func(lambda float64) *solver.Problem {
		return solver.NewProblem(linalg.NewDense(n, d*tasks, rows), l, damped(prox.L21{Lambda: lambda, Groups: groups}, mu))
	}, d * tasks}
}

func damped(g toolkit.Proxable, mu float64) toolkit.Proxable {
	if mu > 0 {
		return prox.Ridge{Mu: mu, Inner: g}
	}
	return g
}

// TestBlockCoordinateDescent agrees with a long run of FISTA to 1e-8 on random group lassos and multi-task problems, and its gap bounds the
// error after every iteration.
func TestBlockCoordinateDescent(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		for name, p := range map[string]blockProblem{"groups": groupProblem(t, seed), "tasks": taskProblem(seed)} {
			most := p.plain(1).LambdaMax()
			for _, share := range []float64{1.001, 0.3, 0.05} {
				plain := p.plain(share * most)
				long, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), plain, plain.Regularizer(), make([]float64, p.d)), solver.Any(solver.RelGap(1e-11), solver.MaxIter(20000)))
				if err != nil {
					t.Fatal(err)
				}
				for st, err := range (coordinate.Descent{}).Iterations(t.Context(), p.blocks, p.loss, share*most, p.mu) {
					if err != nil {
						t.Fatal(err)
					}
					if o := plain.Objective(st.X(nil)); !near(o, st.Objective, 1e-9) {
						t.Fatalf("%s %d: reports %g, at its point it is %g", name, seed, st.Objective, o)
					}
					if excess := st.Objective - long.Objective; excess > st.Gap+1e-9 || excess < -long.Gap-1e-12 {
						t.Fatalf("%s %d, iteration %d: %g above the minimum, gap %g", name, seed, st.Iter, excess, st.Gap)
					}
					if st.Gap <= 1e-10*st.Objective {
						if zero := prox.L21.Value(prox.L21{Lambda: 1, Groups: prox.Groups{seq(p.d)}}, st.X(nil)) == 0; zero != (share > 1) {
							t.Errorf("%s %d: at %g λ_max, zero is %v", name, seed, share, zero)
						}
						break
					}
					if st.Iter == 3000 {
						t.Fatalf("%s %d, λ = %g λ_max: gap %g of %g", name, seed, share, st.Gap, st.Objective)
					}
				}
			}
		}
	}
}

func seq(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func TestBlocksRefuse(t *testing.T) {
	t.Parallel()
	columns := linalg.NewDense(3, 5, nil)
	for name, groups := range map[string][][]int{
		"empty group": {{0, 1}, {}, {2}}, "out of range": {{0, 1}, {3}}, "negative": {{-1, 0, 1, 2}}, "twice": {{0, 1}, {1, 2}}, "in none": {{0, 2}}, "no groups": nil,
	} {
		if _, err := coordinate.GroupBlocks(columns, groups); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	for _, w := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := coordinate.SingleBlocks(columns).Weighted([]float64{1, w, 1}); err == nil {
			t.Errorf("weight %g was accepted", w)
		}
	}
}

// TestNearlyDependentColumns: features of one sign and fewer examples than features, with and without a small ridge, take coordinate descent
// few passes, and every gap is right.
func TestNearlyDependentColumns(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(60, 61))
	const n, d, tasks = 12, 80, 2
	var columns []linalg.Rows
	var l loss.Squared
	a := linalg.NewDense(n*tasks, d*tasks, nil)
	for task := range tasks {
		x := linalg.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				x.Data[i*d+j] = 1 + 0.1*rng.NormFloat64()
				a.Row(task*n + i)[j*tasks+task] = x.Data[i*d+j]
			}
			l.Y = append(l.Y, x.Row(i)[0]-x.Row(i)[1]+0.01*rng.NormFloat64())
		}
		columns = append(columns, linalg.Columns(x))
	}
	groups := make(prox.Groups, d)
	for j := range groups {
		groups[j] = []int{j * tasks, j*tasks + 1}
	}
	for _, mu := range []float64{0, 1e-4, 1e-2} {
		for name, single := range map[string]bool{"tasks": false, "lasso": true} {
			blocks, reg := coordinate.TaskBlocks(columns), toolkit.Proxable(prox.L21{Lambda: 1e-4, Groups: groups})
			if single {
				blocks, reg = coordinate.SingleBlocks(linalg.Columns(a)), prox.L1{Lambda: 1e-4}
			}
			p := solver.NewProblem(a, l, damped(reg, mu))
			res, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), blocks, l, 1e-4, mu), solver.Any(solver.RelGap(1e-9), solver.MaxIter(300)))
			if err != nil || res.Status != solver.Converged {
				t.Errorf("%s, μ = %g: %s after %d, gap %g of %g, error %v", name, mu, res.Status, res.Iter, res.Gap, res.Objective, err)
			}
			if gap := p.Gap(res.X); gap > 1e-6*res.Objective || !near(p.Objective(res.X), res.Objective, 1e-9) {
				t.Errorf("%s, μ = %g: gap %g of %g, reported %g", name, mu, gap, res.Objective, res.Gap)
			}
			if res.Evals > 20000 {
				t.Errorf("%s, μ = %g: %d passes over working sets", name, mu, res.Evals)
			}
			t.Logf("%s, μ = %g: %d passes", name, mu, res.Evals)
		}
	}
}

// TestTaskWithoutExamples changes nothing for the others.
func TestTaskWithoutExamples(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(62, 63))
	x := linalg.NewDense(10, 4, randomVector(rng, 40, 1))
	l := loss.Squared{Y: randomVector(rng, 10, 1)}
	columns := linalg.Columns(x)
	alone, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), coordinate.SingleBlocks(columns), l, 0.05, 0), solver.RelGap(1e-12))
	if err != nil {
		t.Fatal(err)
	}
	empty := linalg.Columns(linalg.NewDense(0, 4, nil))
	for name, tasks := range map[string][]linalg.Rows{"before": {empty, columns}, "after": {columns, empty}} {
		res, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), coordinate.TaskBlocks(tasks), l, 0.05, 0), solver.RelGap(1e-12))
		if err != nil || !near(res.Objective, alone.Objective, 1e-10) {
			t.Errorf("%s: objective %g, without it %g, error %v", name, res.Objective, alone.Objective, err)
		}
	}
}
