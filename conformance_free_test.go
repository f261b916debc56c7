package toolkit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// smoothSolvers are those of smooth problems; TestNewtonCG asks of each what any solver owes.
var smoothSolvers = []string{"CG"}

// withIntercept is a random problem whose targets need an intercept, and the column of ones.
func withIntercept(seed uint64, n, d int) (x *linalg.Dense, y []float64, ones *linalg.Dense) {
	rng := rand.New(rand.NewPCG(seed, 120))
	x = linalg.NewDense(n, d, randomVector(rng, n*d, 1))
	y = randomVector(rng, n, 0.5)
	ones = linalg.NewDense(1, n, nil)
	for i := range n {
		y[i] += 3 + x.At(i, 0) - x.At(i, 1)
		x.Data[i*d+1] += 1
		ones.Data[i] = 1
	}
	return x, y, ones
}

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

// TestFreeColumnIsCentring: least squares with a free column of ones is least squares of centred data, in coordinate descent, proximal Newton and
// FISTA alike, and every gap bounds the error.
func TestFreeColumnIsCentring(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		x, y, ones := withIntercept(seed, 40, 15)
		c := make([]float64, x.R)
		for i := range c {
			c[i] = (1 + float64(i%3)) / 80
		}
		mu := 0.1 * float64(seed%2)
		l := loss.Squared{Y: y, Weights: c}
		centre, target := centred(x, y, c)
		plain := solver.NewProblem(centre, loss.Squared{Y: target, Weights: c}, prox.Ridge{Mu: mu, Inner: prox.L1{Lambda: 0.05}})
		want, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), plain, plain.Regularizer(), make([]float64, 15)), solver.Any(solver.RelGap(1e-12), solver.MaxIter(20000)))
		if err != nil {
			t.Fatal(err)
		}
		blocks := coordinate.SingleBlocks(linalg.Columns(x)).Free(ones, 0)
		matrix := solver.NewProblem(x, loss.Tasks{Of: l, Task: make([]int, x.R), K: 1}, prox.Ridge{Mu: mu, Inner: prox.L1{Lambda: 0.05}}).WithUnpenalized(ones)
		for name, run := range map[string]func() (solver.Result, error){
			"CoordinateDescent": func() (solver.Result, error) {
				return solver.Run(bounded(t, coordinate.Descent{}.Iterations(t.Context(), blocks, l, 0.05, mu), want.Objective), solver.Any(solver.RelGap(1e-11), solver.MaxIter(200)))
			},
			"CoordinateDescent/all": func() (solver.Result, error) {
				return solver.Run(bounded(t, coordinate.Descent{NoWorkingSets: true, NoExtrapolation: true}.Iterations(t.Context(), blocks, l, 0.05, mu), want.Objective), solver.Any(solver.RelGap(1e-11), solver.MaxIter(2000)))
			},
			"ProximalNewton": func() (solver.Result, error) {
				return solver.Run(bounded(t, coordinate.ProximalNewton{}.Iterations(t.Context(), blocks, l, 0.05, mu), want.Objective), solver.Any(solver.RelGap(1e-11), solver.MaxIter(50)))
			},
			"FISTA": func() (solver.Result, error) {
				return solver.Run(bounded(t, gradient.FISTA{}.Iterations(t.Context(), matrix, matrix.Regularizer(), make([]float64, 15)), want.Objective), solver.Any(solver.RelGap(1e-11), solver.MaxIter(20000)))
			},
		} {
			got, err := run()
			if err != nil || got.Status != solver.Converged || !near(got.Objective, want.Objective, 1e-9) || !floats.EqualApprox(got.X[:15], want.X, 1e-5) {
				t.Errorf("problem %d, %s: %v, error %v, objective %g, of centred data %g", seed, name, got.Status, err, got.Objective, want.Objective)
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
		if most := blocks.LambdaMax(l); mu == 0 {
			res, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), blocks, l, 1.0001*most, 0), solver.MaxIter(5))
			if err != nil || floats.Norm(res.X[:15], 1) != 0 {
				t.Errorf("problem %d: W = %v above λ_max, error %v", seed, res.X, err)
			}
		}
	}
}

// bounded fails where a gap is less than the distance to the minimum.
func bounded[S solver.Reporter](t *testing.T, seq solver.Seq[S], least float64) solver.Seq[S] {
	t.Helper()
	return solver.Tee(seq, func(st S) {
		if p := st.Report(); p.Objective-least > p.Gap+1e-9*math.Abs(least) {
			t.Errorf("iteration %d: %g above the minimum, gap %g", p.Iter, p.Objective-least, p.Gap)
		}
	})
}

// TestProximalNewton agrees with a long run of FISTA on logistic problems over single weights, groups and tasks, with a ridge and without.
func TestProximalNewton(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		x, y, _ := withIntercept(seed, 60, 24)
		floats.AddConst(-3, y)
		var groups prox.Groups
		for j := 0; j < 24; j += 4 {
			groups = append(groups, []int{j, j + 1, j + 2, j + 3})
		}
		l := loss.Logistic{Y: signs(y)}
		blocks, err := coordinate.GroupBlocks(linalg.Columns(x), groups)
		var inner toolkit.Proxable = prox.L21{Lambda: 0.01, Groups: groups}
		if seed%2 == 0 {
			blocks, inner = coordinate.SingleBlocks(linalg.Columns(x)), prox.L1{Lambda: 0.01}
		}
		if err != nil {
			t.Fatal(err)
		}
		mu := 0.02 * float64(seed/2%2)
		p := solver.NewProblem(x, l, inner).WithRidge(mu)
		long, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), p, p.Regularizer(), make([]float64, 24)), solver.Any(solver.RelGap(1e-12), solver.MaxIter(50000)))
		if err != nil {
			t.Fatal(err)
		}
		res, err := solver.Run(bounded(t, coordinate.ProximalNewton{}.Iterations(t.Context(), blocks, l, 0.01, mu), long.Objective), solver.Any(solver.RelGap(1e-12), solver.MaxIter(30)))
		if err != nil || res.Status != solver.Converged || !near(res.Objective, long.Objective, 1e-10) {
			t.Errorf("problem %d: %v, error %v, objective %g, by FISTA %g", seed, res.Status, err, res.Objective, long.Objective)
		}
		for j, w := range res.X {
			if (w == 0) != (long.X[j] == 0) {
				t.Errorf("problem %d: weight %d is %g, by FISTA %g", seed, j, w, long.X[j])
			}
		}
	}
	x, y, ones := withIntercept(1, 30, 5)
	for _, c := range []struct{ lambda, mu float64 }{{0, 0}, {1, -1}, {math.NaN(), 0}} {
		for _, err := range (coordinate.ProximalNewton{}).Iterations(t.Context(), coordinate.SingleBlocks(linalg.Columns(x)), loss.Logistic{Y: signs(y)}, c.lambda, c.mu) {
			if err == nil {
				t.Errorf("λ = %g, μ = %g were accepted", c.lambda, c.mu)
			}
			break
		}
	}
	for _, err := range (coordinate.ProximalNewton{}).Iterations(t.Context(), coordinate.SingleBlocks(linalg.Columns(x)).Free(ones, 0), loss.Hinge{Y: signs(y)}, 1, 0) {
		if err == nil {
			t.Error("the hinge was accepted")
		}
		break
	}
}

// TestNewtonCG agrees with FISTA on ridge problems of several outputs, with a free column; a second run ends at the same bits, and cancellation, NaN
// and bad settings are told apart.
func TestNewtonCG(t *testing.T) {
	t.Parallel()
	x, y, ones := withIntercept(3, 50, 8)
	wide := linalg.NewDense(50, 9, nil)
	for i := range 50 {
		copy(wide.Row(i), x.Row(i))
		wide.Row(i)[8] = 1
	}
	labels := randomLabels(rand.New(rand.NewPCG(1, 2)), 50, 3)
	task := make([]int, 50)
	for i := range task {
		task[i] = i % 2
	}
	for name, l := range map[string]toolkit.MultiOutput{
		"multinomial": loss.Multinomial{Y: labels, K: 3},
		"logistic":    loss.Tasks{Of: loss.Logistic{Y: signs(y)}, Task: make([]int, 50), K: 1},
		"tasks":       loss.Tasks{Of: loss.Squared{Y: y}, Task: task, K: 2},
	} {
		const mu = 0.05
		p := solver.NewProblem(x, l, prox.Ridge{Mu: mu}).WithUnpenalized(ones)
		want, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), p, p.Regularizer(), make([]float64, p.Dim())), solver.Any(solver.RelGap(1e-12), solver.MaxIter(20000)))
		if err != nil || want.Status != solver.Converged {
			t.Fatal(name, want.Status, err)
		}
		run := func() solver.Result {
			res, err := solver.Run(newton.CG{Free: 1}.Iterations(t.Context(), wide, l, mu), solver.Any(solver.SmallResidual(1e-10), solver.MaxIter(50)))
			if err != nil {
				t.Fatal(name, err)
			}
			return res
		}
		got := run()
		if got.Status != solver.Converged || !near(got.Objective, want.Objective, 1e-10) || !floats.EqualApprox(got.X[:p.Dim()], want.X, 1e-5) {
			t.Errorf("%s: %v, objective %g, by FISTA %g", name, got.Status, got.Objective, want.Objective)
		}
		if !floats.EqualApprox(got.X[p.Dim():], p.UnpenalizedWeights(got.X[:p.Dim()]), 1e-6) && name != "multinomial" { // whose intercepts may shift together
			t.Errorf("%s: free weights %v, at the minimum %v", name, got.X[p.Dim():], p.UnpenalizedWeights(got.X[:p.Dim()]))
		}
		if again := run(); !floats.Equal(again.X, got.X) {
			t.Errorf("%s: a second run ends elsewhere", name)
		}
	}
	l := loss.Multinomial{Y: labels, K: 3}
	bad := linalg.NewDense(50, 8, append([]float64(nil), x.Data...))
	bad.Data[7] = math.NaN()
	if _, err := solver.Run(newton.CG{}.Iterations(t.Context(), bad, l, 1), solver.MaxIter(3)); err == nil {
		t.Error("a NaN went unnoticed")
	}
	if _, err := solver.Run(newton.CG{}.Iterations(t.Context(), x, l, -1), solver.MaxIter(3)); err == nil {
		t.Error("μ = −1 was accepted")
	}
}

// TestInteriorPointIntercept: an intercept is a feature that is large everywhere and so has next to no ridge; weights are examples repeated.
func TestInteriorPointIntercept(t *testing.T) {
	t.Parallel()
	const large = 1e4
	s := newSVM(80, 5, 0.02, 3)
	weights := make([]float64, 80)
	repeated := svm{x: &linalg.CSR{C: 6, Ptr: []int{0}}, lambda: s.lambda}
	for i := range weights {
		times := 1 + i%3
		weights[i] = float64(times)
		for range times {
			col, val := s.x.Row(i)
			repeated.x.Col, repeated.x.Val = append(append(repeated.x.Col, col...), 5), append(append(repeated.x.Val, val...), large)
			repeated.x.R++
			repeated.x.Ptr = append(repeated.x.Ptr, len(repeated.x.Val))
			repeated.y = append(repeated.y, s.y[i])
		}
	}
	floats.Scale(1/floats.Sum(weights), weights)
	stop := solver.Any(solver.AbsGap(1e-11), solver.MaxIter(200))
	want, err := solver.Run(newton.InteriorPoint{}.Iterations(t.Context(), repeated.x, repeated.y, s.lambda), stop)
	if err != nil {
		t.Fatal(err)
	}
	got, err := solver.Run(newton.InteriorPoint{Weights: weights, Intercept: true}.Iterations(t.Context(), s.x, s.y, s.lambda), stop)
	if err != nil || got.Status != solver.Converged || !near(got.Objective, want.Objective, 1e-6) || math.Abs(got.X[5]-large*want.X[5]) > 1e-3 {
		t.Errorf("%v, error %v: objective %.9g and intercept %g, with a large feature %.9g and %g", got.Status, err, got.Objective, got.X[5], want.Objective, large*want.X[5])
	}
	for _, bad := range [][]float64{weights[:3], make([]float64, 80)} {
		if _, err := solver.Run(newton.InteriorPoint{Weights: bad}.Iterations(t.Context(), s.x, s.y, s.lambda), stop); err == nil {
			t.Errorf("weights %v … of %d were accepted", bad[:3], len(bad))
		}
	}
}

// TestPolarNear: the bound near a subgradient is one, and so close that gaps with overlapping groups become small.
func TestPolarNear(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 121))
		g := prox.Overlap{Lambda: 0.3, Groups: chained(20), Weights: weightsOf(chained(20))}
		v := randomVector(rng, 20, 3)
		x := make([]float64, 20)
		g.Prox(x, v, 0.7)
		u := make([]float64, 20)
		floats.SubTo(u, v, x)
		floats.Scale(1/0.7, u) // a subgradient at x
		if floats.Norm(x, 1) == 0 {
			continue
		}
		if near := g.PolarNear(u, x); near < 1-1e-9 || near > 1+1e-6 {
			t.Errorf("seed %d: the polar of a subgradient is %g", seed, near)
		}
		far := randomVector(rng, 20, 1)
		if near, exact := g.PolarNear(far, x), g.Polar(far); near < exact*(1-1e-3) {
			t.Errorf("seed %d: %g where the polar is %g", seed, near, exact)
		}
	}
}
