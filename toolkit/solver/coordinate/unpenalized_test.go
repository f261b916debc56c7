package coordinate_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// centred takes the weighted mean from every column.
func centred(x *linalg.Dense, y, c []float64) (*linalg.Dense, []float64) {
	total := floats.Sum(c)
	out, target := linalg.NewDense(x.R, x.C, append([]float64(nil), x.Data...)), append([]float64(nil), y...)
	for j := range x.C {
		var mean float64
		for i := range x.R {
			mean += c[i] * x.At(i, j) / total
		}
		for i := range x.R {
			out.Data[i*x.C+j] -= mean
		}
	}
	floats.AddConst(-floats.Dot(c, y)/total, target)
	return out, target
}

// bounded fails where a gap is less than the distance to the minimum.
func bounded[S solver.Reporter](t *testing.T, seq solver.Seq[S], minimum float64) solver.Seq[S] {
	t.Helper()
	return solver.Tee(seq, func(st S) {
		if p := st.Report(); p.Objective-minimum > p.Gap+1e-9*math.Abs(minimum) {
			t.Errorf("iteration %d: %g above the minimum, gap %g", p.Iter, p.Objective-minimum, p.Gap)
		}
	})
}

// TestUnpenalizedColumnIsCentring: least squares with an unpenalized column of ones is least squares of centred data,
// in coordinate descent, proximal Newton and FISTA alike, and every gap bounds the error.
func TestUnpenalizedColumnIsCentring(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		x, y, ones := testproblems.Intercept(seed, 40, 15)
		c := make([]float64, x.R)
		for i := range c {
			c[i] = (1 + float64(i%3)) / 80
		}
		mu := 0.1 * float64(seed%2)
		centre, target := centred(x, y, c)
		lasso := prox.L1{Lambda: 0.05}
		want := byFISTA(t, solver.NewProblem(centre, loss.Squared{Y: target, Weights: c}, lasso).WithRidge(mu))
		p := solver.NewProblem(x, loss.Squared{Y: y, Weights: c}, lasso).WithRidge(mu).WithUnpenalized(ones)
		stop := func(n int) solver.Stop { return solver.Any(solver.RelGap(1e-11), solver.MaxIter(n)) }
		all := coordinate.Descent{NoWorkingSets: true, NoExtrapolation: true}
		for name, run := range map[string]func() (solver.Result, error){
			"Descent": func() (solver.Result, error) {
				return solver.Run(bounded(t, coordinate.Descent{}.Iterations(t.Context(), p), want.Objective), stop(200))
			},
			"Descent/all": func() (solver.Result, error) {
				return solver.Run(bounded(t, all.Iterations(t.Context(), p), want.Objective), stop(2000))
			},
			"ProximalNewton": func() (solver.Result, error) {
				return solver.Run(bounded(t, coordinate.ProximalNewton{}.Iterations(t.Context(), p), want.Objective), stop(50))
			},
			"FISTA": func() (solver.Result, error) {
				seq := gradient.FISTA{}.Iterations(t.Context(), p)
				return solver.Run(bounded(t, seq, want.Objective), stop(20000))
			},
		} {
			got, err := run()
			if err != nil || got.Status != solver.Converged || !testproblems.Near(got.Objective, want.Objective, 1e-9) ||
				!floats.EqualApprox(got.X[:15], want.X, 1e-5) {
				t.Errorf("problem %d, %s: %v, error %v, objective %g, of centred data %g",
					seed, name, got.Status, err, got.Objective, want.Objective)
			}
			if name == "FISTA" {
				continue
			}
			residual := append([]float64(nil), y...)
			fitted := make([]float64, x.R)
			x.MulVec(fitted, got.X[:15])
			floats.Sub(residual, fitted)
			if b := floats.Dot(c, residual) / floats.Sum(c); math.Abs(b-got.X[15]) > 1e-6 {
				t.Errorf("problem %d, %s: intercept %g, the mean residual is %g", seed, name, got.X[15], b)
			}
		}
		if most := p.LambdaMax(); mu == 0 {
			res, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), p.At(1.0001*most)), solver.MaxIter(5))
			if err != nil || !isZero(res.X[:15]) {
				t.Errorf("problem %d: W = %v above λ_max, error %v", seed, res.X, err)
			}
		}
	}
}

// TestInterceptsOfTasks: least squares of tasks in random order, with an unpenalized column for each, is least squares
// of each task's centred data.
func TestInterceptsOfTasks(t *testing.T) {
	t.Parallel()
	x, y, ones := testproblems.Intercept(7, 60, 8)
	rng := rand.New(rand.NewPCG(7, 124))
	task := testproblems.Labels(rng, 60, 3)
	centre, target := linalg.NewDense(60, 8, nil), make([]float64, 60)
	for k := range 3 {
		c := make([]float64, 60)
		for i, of := range task {
			if of == k {
				c[i] = 1
			}
		}
		part, of := centred(x, y, c)
		for i, v := range c {
			if v > 0 {
				copy(centre.Row(i), part.Row(i))
				target[i] = of[i]
			}
		}
	}
	g := prox.MultiTask{Lambda: 0.1, Cols: 3}
	stop := solver.Any(solver.RelGap(1e-11), solver.MaxIter(100))
	run := func(a *linalg.Dense, y []float64, unpenalized *linalg.Dense) solver.Result {
		p := solver.NewProblem(a, loss.Tasks{Of: loss.Squared{Y: y}, Task: task, K: 3}, g).WithUnpenalized(unpenalized)
		res, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), p), stop)
		if err != nil || res.Status != solver.Converged {
			t.Fatal(res.Status, err)
		}
		return res
	}
	got, want := run(x, y, ones), run(centre, target, nil)
	if !testproblems.Near(got.Objective, want.Objective, 1e-10) || len(got.X) != 27 ||
		!floats.EqualApprox(got.X[:24], want.X, 1e-6) {
		t.Errorf("objective %g, of centred data %g, weights %v and %v", got.Objective, want.Objective, got.X, want.X)
	}
}

// TestWeightsInNoBlock: without a ridge, weights of ω = 0 or in no group are those of unpenalized columns; with one
// they have the ridge alone, and the solution is FISTA's.
func TestWeightsInNoBlock(t *testing.T) {
	t.Parallel()
	x, y, _ := testproblems.Intercept(3, 40, 9)
	l := loss.Squared{Y: y}
	stop := solver.Any(solver.RelGap(1e-11), solver.MaxIter(100))
	for name, g := range map[string]interface {
		toolkit.Proxable
		Split(d int) (apart []int, rest toolkit.Proxable)
	}{
		"groups": prox.L21{Lambda: 0.2, Groups: prox.Groups{{0, 1}, {3, 2}, {4}, {5, 6}}, Weights: []float64{1, 2, 0, 1}},
		"lasso":  prox.L1{Lambda: 0.2, Weights: []float64{1, 1, 2, 0, 1, 1, 0, 1, 1}},
	} {
		apart, rest := g.Split(9)
		var kept []int
		for j := range 9 {
			if !slices.Contains(apart, j) {
				kept = append(kept, j)
			}
		}
		columns := linalg.Columns(linalg.SelectColumns(x, apart)).(*linalg.Dense)
		p := solver.NewProblem(x, l, g)
		want, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(),
			solver.NewProblem(linalg.SelectColumns(x, kept), l, rest).WithUnpenalized(columns)), stop)
		if err != nil || want.Status != solver.Converged {
			t.Fatal(name, want.Status, err)
		}
		got, err := solver.Run(bounded(t, coordinate.Descent{}.Iterations(t.Context(), p), want.Objective), stop)
		if err != nil || got.Status != solver.Converged || !testproblems.Near(got.Objective, want.Objective, 1e-11) {
			t.Errorf("%s: %v, error %v, objective %g, with the columns apart %g",
				name, got.Status, err, got.Objective, want.Objective)
		}
		for k, j := range append(kept, apart...) {
			if !testproblems.Near(got.X[j], want.X[k], 1e-6) {
				t.Errorf("%s: weight %d is %g, with the columns apart %g", name, j, got.X[j], want.X[k])
			}
		}
		p = p.WithRidge(0.1)
		long := byFISTA(t, p)
		for what, seq := range map[string]solver.Seq[*coordinate.State]{
			"working sets": coordinate.Descent{}.Iterations(t.Context(), p),
			"all":          coordinate.Descent{NoWorkingSets: true}.Iterations(t.Context(), p),
		} {
			got, err := solver.Run(bounded(t, seq, long.Objective), stop)
			if err != nil || got.Status != solver.Converged || !testproblems.Near(got.Objective, long.Objective, 1e-10) ||
				!floats.EqualApprox(got.X, long.X, 1e-5) {
				t.Errorf("%s, %s, with a ridge: %v, error %v, objective %g, by FISTA %g",
					name, what, got.Status, err, got.Objective, long.Objective)
			}
		}
	}
}
