package toolkit_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/gauge"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// traceProblem is a random problem of the trace norm with a plain form of its loss: the value and the gradient, d×k, at W.
type traceProblem struct {
	x         *linalg.Dense
	loss      toolkit.MultiOutput
	d, k      int
	lambda    float64
	plain     func(grad, w []float64) float64
	lipschitz float64
}

// randomTraceProblem draws squared, multinomial and multi-task logistic losses in turn, one problem in twenty with d and k up to 40 and
// the others with up to 10.
func randomTraceProblem(trial uint64) *traceProblem {
	rng := rand.New(rand.NewPCG(trial, 90))
	most := 10
	if trial%20 == 0 {
		most = 40
	}
	n, d, k := 5+rng.IntN(2*most), 1+rng.IntN(most), 1+rng.IntN(most)
	p := &traceProblem{x: linalg.NewDense(n, d, randomVector(rng, n*d, 1)), d: d, k: k}
	x := p.x
	scores := func(w []float64, i int) []float64 {
		f := make([]float64, k)
		for j, v := range x.Row(i) {
			for c := range f {
				f[c] += v * w[j*k+c]
			}
		}
		return f
	}
	add := func(grad []float64, i int, u []float64) {
		for j, v := range x.Row(i) {
			for c := range u {
				grad[j*k+c] += v * u[c] / float64(n)
			}
		}
	}
	var curvature float64
	switch trial % 3 {
	case 0:
		y := randomVector(rng, n*k, 1)
		p.loss, curvature = loss.SquaredOutputs{Y: y, K: k}, 1
		p.plain = func(grad, w []float64) (sum float64) {
			clear(grad)
			for i := range n {
				f := scores(w, i)
				for c := range f {
					f[c] -= y[i*k+c]
					sum += f[c] * f[c] / 2 / float64(n)
				}
				add(grad, i, f)
			}
			return sum
		}
	case 1:
		y := randomLabels(rng, n, k)
		p.loss, curvature = loss.Multinomial{Y: y, K: k}, 0.5
		p.plain = func(grad, w []float64) (sum float64) {
			clear(grad)
			for i := range n {
				f := scores(w, i)
				total := floats.LogSumExp(f)
				sum += (total - f[y[i]]) / float64(n)
				for c := range f {
					f[c] = math.Exp(f[c] - total)
				}
				f[y[i]]--
				add(grad, i, f)
			}
			return sum
		}
	default:
		task, y := randomLabels(rng, n, k), make([]float64, n)
		for i := range y {
			y[i] = float64(2*rng.IntN(2) - 1)
		}
		p.loss, curvature = loss.Tasks{Of: loss.Logistic{Y: y}, Task: task, K: k}, 0.25
		p.plain = func(grad, w []float64) (sum float64) {
			clear(grad)
			for i := range n {
				margin := y[i] * scores(w, i)[task[i]]
				sum += math.Log1p(math.Exp(-margin)) / float64(n)
				u := make([]float64, k)
				u[task[i]] = -y[i] / (1 + math.Exp(margin))
				add(grad, i, u)
			}
			return sum
		}
	}
	p.lipschitz = curvature * mat.Norm(mat.NewDense(n, d, x.Data), 2) * mat.Norm(mat.NewDense(n, d, x.Data), 2) / float64(n)
	p.lambda = []float64{0.7, 0.3, 0.1}[rng.IntN(3)] * lambdaMax(x, p.loss, gauge.Trace{}, d, k)
	return p
}

// solvePlainly is proximal gradient with a fixed step, momentum and restarts, on the plain form, with a full decomposition a step. It
// shares no code with the solvers.
func (p *traceProblem) solvePlainly() (objective float64) {
	size := p.d * p.k
	w, y, grad := make([]float64, size), make([]float64, size), make([]float64, size)
	best, t := math.Inf(1), 1.
	for range 4000 {
		p.plain(grad, y)
		next := make([]float64, size)
		floats.AddScaledTo(next, y, -1/p.lipschitz, grad)
		var svd mat.SVD
		svd.Factorize(mat.NewDense(p.d, p.k, next), mat.SVDThin)
		values := svd.Values(nil)
		for j := range values {
			values[j] = math.Max(0, values[j]-p.lambda/p.lipschitz)
		}
		var u, v, us, out mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		us.Mul(&u, mat.NewDiagDense(len(values), values))
		out.Mul(&us, v.T())
		copy(next, out.RawMatrix().Data)
		value := p.plain(grad, next) + p.lambda*floats.Sum(values)
		if value > objective && t > 1 {
			t = 1
		}
		objective = value
		best = math.Min(best, value)
		move := floats.Distance(next, w, 2)
		after := (1 + math.Sqrt(1+4*t*t)) / 2
		for i := range y {
			y[i] = next[i] + (t-1)/after*(next[i]-w[i])
		}
		w, t = next, after
		if move <= 1e-10*(1e-10+floats.Norm(w, 2)) {
			break
		}
	}
	return best
}

// TestTraceNormSolversAgree: on 200 random problems every solver of the trace norm reaches the objective of a plain one to 1e-8, and
// its gap bounds the distance to it at every iteration. Rank-one descent by the letter converges like 1/t: there it is the bound alone,
// and 5e-2 in 60 steps.
func TestTraceNormSolversAgree(t *testing.T) {
	t.Parallel()
	for trial := range uint64(200) {
		p := randomTraceProblem(trial)
		if p.lambda == 0 { // nothing to learn
			continue
		}
		want := p.solvePlainly()
		check := func(name string, most int, tol float64, run func(ctx context.Context, look func(*solver.Progress) bool) error) {
			t.Helper()
			var last solver.Progress
			err := run(t.Context(), func(s *solver.Progress) bool {
				last = *s
				excess := s.Objective - want
				if excess > s.Gap+1e-9*(1+want) {
					t.Errorf("%s, problem %d (%d×%d), iteration %d: %g above the minimum %g, gap %g", name, trial, p.d, p.k, s.Iter, excess, want, s.Gap)
					return false
				}
				return s.Iter < most && (excess > tol/10*want || math.IsNaN(s.Gap))
			})
			if excess := last.Objective - want; err != nil || math.Abs(excess) > tol*want {
				t.Errorf("%s, problem %d (%d×%d, λ = %g): %g after %d iterations, the minimum is %g (relative %.2g), error %v",
					name, trial, p.d, p.k, p.lambda, last.Objective, last.Iter, want, excess/want, err)
			}
		}
		check("FactoredDescent", 3000, 1e-8, func(ctx context.Context, look func(*solver.Progress) bool) error {
			return visitAll(lowrank.FactoredDescent{}.Iterations(ctx, p.x, p.loss, p.lambda), look)
		})
		for name, form := range map[string]lowrank.Decomposition{"thin": lowrank.ThinSVD, "Gram": lowrank.GramEigen, "matrix-free": lowrank.MatrixFree} {
			check("AcceleratedProximal, "+name, 3000, 1e-8, func(ctx context.Context, look func(*solver.Progress) bool) error {
				return visitAll(lowrank.AcceleratedProximal{Decomposition: form, CheckEvery: 1}.Iterations(ctx, p.x, p.loss, p.lambda), look)
			})
		}
		problem := solver.NewProblem(p.x, p.loss, prox.TraceNorm{Lambda: p.lambda, Rows: p.d, Cols: p.k})
		check("FISTA", 3000, 1e-8, func(ctx context.Context, look func(*solver.Progress) bool) error {
			return visitAll(gradient.FISTA{CheckEvery: 1}.Iterations(ctx, problem, problem.Regularizer(), make([]float64, p.d*p.k)), look)
		})
		if p.d*p.k > 200 {
			continue
		}
		check("Descent", 60, 5e-2, func(ctx context.Context, look func(*solver.Progress) bool) error {
			return visitAll(atoms.Descent{}.Iterations(ctx, p.x, p.loss, gauge.Trace{}, p.lambda), look)
		})
	}
}

// visitAll shows the progress of every state until look returns false.
func visitAll[S solver.Reporter](seq solver.Seq[S], look func(*solver.Progress) bool) error {
	for st, err := range seq {
		if err != nil {
			return err
		}
		if !look(st.Report()) {
			return nil
		}
	}
	return nil
}
