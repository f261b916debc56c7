package decomposition_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver/decomposition"
)

// drawn are examples with labels, targets, and weights.
func drawn(n, d int, seed uint64) (x *linalg.Dense, labels, targets, weights []float64) {
	rng := rand.New(rand.NewPCG(seed, 7))
	x = linalg.NewDense(n, d, nil)
	labels, targets, weights = make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		for j := range d {
			x.Row(i)[j] = rng.NormFloat64()
		}
		targets[i] = math.Sin(2*x.At(i, 0)) + x.At(i, 1) + 0.3*rng.NormFloat64()
		labels[i] = math.Copysign(1, targets[i]+0.3*rng.NormFloat64())
		weights[i] = float64(rng.IntN(4)) / float64(n)
	}
	copy(x.Row(n-1), x.Row(n-2)) // two that are the same to the kernel
	return x, labels, targets, weights
}

// value is P of coefficients and b, by its formula, and the dual.
func value(p decomposition.Problem, gram *linalg.Dense, a []float64, b float64) (primal, dual float64) {
	primal = p.Sum * b
	for i, ai := range a {
		var f float64
		for j, aj := range a {
			f += gram.At(i, j) * aj
		}
		r := p.Y[i] - f - b
		primal += ai*f/2 + p.Up[i]*max(0, r-p.Epsilon) + p.Down[i]*max(0, -r-p.Epsilon)
		dual -= ai*f/2 + p.Epsilon*math.Abs(ai) - p.Y[i]*ai
	}
	return primal, dual
}

// run solves to a relative gap.
func run(t *testing.T, m decomposition.Method, p decomposition.Problem) *decomposition.State {
	t.Helper()
	var last *decomposition.State
	for st, err := range m.Iterations(t.Context(), p) {
		if err != nil {
			t.Fatal(err)
		}
		if last = st; st.Gap <= m.Tol*math.Abs(st.Objective) {
			return st
		}
		if st.Iter > 5000 {
			t.Fatalf("%+v ε %g: P = %g, gap %g after %d working sets", m, p.Epsilon, st.Objective, st.Gap, st.Iter)
		}
	}
	return last
}

// TestDecomposition: machines are those that linear methods find on the kernel's features, with all columns kept or
// few, in sets of any size, and certificates are what their formulas say.
func TestDecomposition(t *testing.T) {
	t.Parallel()
	const n, tol = 90, 1e-9
	x, labels, targets, weights := drawn(n, 3, 1)
	k := kernel.Gaussian{Variance: 1.5}
	gram, err := kernel.Gram(t.Context(), k, x)
	if err != nil {
		t.Fatal(err)
	}
	features, err := kernel.Features(gram)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []loss.Bindable{loss.Hinge{}, loss.EpsilonInsensitive{Epsilon: 0.2}, loss.Quantile{Tau: 0.3}} {
		y := targets
		if _, ok := l.(loss.Labelled); ok {
			y = labels
		}
		for at, mu := range []float64{1, 0.01, 1e-4} {
			intercept, given := at != 1, weights
			if at == 2 {
				given = nil
			}
			ref, err := fit.Linear{
				Loss: l.Bind(nil, nil), Mu: mu, Intercept: intercept, Tol: 1e-9,
			}.Fit(t.Context(), fit.Data{X: features, Y: y, Weights: given})
			if err != nil {
				t.Fatal(err)
			}
			if given != nil {
				given = scaled(given)
			}
			for _, m := range []decomposition.Method{{Tol: tol}, {Tol: tol, Set: 8}, {Tol: 1e-5, Set: 10, Bytes: 1}} {
				p, err := decomposition.NewProblem(kernel.NewColumns(k, x), l.Bind(y, given), mu, intercept)
				if err != nil {
					t.Fatal(err)
				}
				st := run(t, m, p)
				primal, dual := value(p, gram, st.X(nil), st.B)
				switch {
				case math.Abs(primal-st.Objective) > 1e-11*primal, primal-dual > st.Gap:
					t.Errorf("%v, μ = %g, %+v: P is %.14g and D %.14g, said are %.14g and a gap of %g", l, mu, m, primal, dual,
						st.Objective, st.Gap)
				case math.Abs(mu*primal-ref.Objective) > ref.Gap+mu*st.Gap:
					t.Errorf("%v, μ = %g, %+v: P is %.12g, by features %.12g (gaps %g, %g)", l, mu, m, mu*primal, ref.Objective,
						mu*st.Gap, ref.Gap)
				}
			}
		}
	}
}

// scaled are weights with the sum 1.
func scaled(w []float64) []float64 {
	out := append([]float64(nil), w...)
	var sum float64
	for _, v := range w {
		sum += v
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// TestLinearKernel: without columns, of dense and of sparse rows, the minimum is that of columns.
func TestLinearKernel(t *testing.T) {
	t.Parallel()
	const tol = 1e-9
	x, labels, _, _ := drawn(150, 4, 9)
	whole, err := kernel.Gram(t.Context(), kernel.Linear{}, x)
	if err != nil {
		t.Fatal(err)
	}
	given, err := kernel.Given(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, intercept := range []bool{true, false} {
		var want *decomposition.State
		for _, gram := range []toolkit.Gram{
			given, kernel.NewColumns(kernel.Linear{}, x), kernel.NewSparse(kernel.Linear{}, linalg.ToCSR(x)),
		} {
			p, err := decomposition.NewProblem(gram, loss.Hinge{Y: labels}, 1e-2, intercept)
			if err != nil {
				t.Fatal(err)
			}
			st := run(t, decomposition.Method{Tol: tol, Set: 20}, p)
			if want == nil {
				want = st
			} else if off := st.Objective - want.Objective; off > st.Gap || off < -want.Gap || st.Columns > 0 {
				t.Errorf("%T: P is off by %g, gaps %g and %g; %d columns", gram, off, st.Gap, want.Gap, st.Columns)
			}
		}
	}
}

// TestManyExamples: memory is that of the columns kept and a few numbers an example, and not that of n² numbers.
func TestManyExamples(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes a minute")
	}
	const n, most = 100_000, 4 << 30 // bytes; a Gram matrix has 8·10¹⁰
	x, labels, _, _ := drawn(n, 4, 11)
	gram := kernel.NewColumns(kernel.Gaussian{Variance: 4}, x)
	p, err := decomposition.NewProblem(gram, loss.Hinge{Y: labels}, 1./n, true)
	if err != nil {
		t.Fatal(err)
	}
	st := run(t, decomposition.Method{Tol: 1e-3}, p)
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	t.Logf("%d working sets, %d columns, P %.6g, gap %.1e, %d MB", st.Iter, st.Columns, st.Objective, st.Gap,
		memory.Sys>>20)
	if memory.Sys > most {
		t.Errorf("%d bytes of memory", memory.Sys)
	}
}

// TestOneClass: ν is a bound of the share of outliers from above, and of that of support vectors from below.
func TestOneClass(t *testing.T) {
	t.Parallel()
	const n, nu = 120, 0.2
	x, _, _, _ := drawn(n, 2, 3)
	p := decomposition.Problem{
		Gram: kernel.NewColumns(kernel.Gaussian{Variance: 1}, x), Y: make([]float64, n), Up: make([]float64, n),
		Down: make([]float64, n), Intercept: true, Sum: nu,
	}
	for i := range p.Up {
		p.Up[i] = 1. / n
	}
	st := run(t, decomposition.Method{Tol: 1e-10, Set: 16}, p)
	outside, support, sum := 0, 0, 0.
	for i, a := range st.X(nil) {
		sum += a
		if a > 0 {
			support++
		}
		if st.Values(nil)[i]+st.B < -1e-9 {
			outside++
		}
	}
	if math.Abs(sum-nu) > 1e-12 || float64(outside) > nu*n || float64(support) < nu*n {
		t.Errorf("coefficients sum to %g; %d outside and %d support vectors of %d", sum, outside, support, n)
	}
}

// broken is a Gram matrix that ends the context at its second block of columns.
type broken struct {
	toolkit.Gram
	cancel context.CancelFunc
	asked  *int
}

func (b broken) Columns(ctx context.Context, dst []float64, which []int) error {
	if *b.asked++; *b.asked > 1 {
		b.cancel()
	}
	return errors.Join(b.Gram.Columns(ctx, dst, which), context.Cause(ctx))
}

// TestWarmAndInterrupted: a start at the solution is one, and what was reached is kept where the context ends.
func TestWarmAndInterrupted(t *testing.T) {
	t.Parallel()
	x, labels, _, _ := drawn(100, 3, 5)
	columns := kernel.NewColumns(kernel.Gaussian{Variance: 1}, x)
	p, err := decomposition.NewProblem(columns, loss.Hinge{Y: labels}, 1e-3, true)
	if err != nil {
		t.Fatal(err)
	}
	cold := run(t, decomposition.Method{Tol: 1e-9, Set: 10}, p)
	warm := run(t, decomposition.Method{Tol: 1e-6, Set: 10, Start: cold.X(nil)}, p)
	if warm.Iter > 2 {
		t.Errorf("%d working sets from the solution", warm.Iter)
	}
	ctx, cancel := context.WithCancel(t.Context())
	p.Gram = broken{columns, cancel, new(int)}
	var last *decomposition.State
	var ended error
	for st, err := range (decomposition.Method{Set: 10}).Iterations(ctx, p) {
		last, ended = st, err
	}
	gram, err := kernel.Gram(t.Context(), kernel.Gaussian{Variance: 1}, x)
	if err != nil {
		t.Fatal(err)
	}
	primal, _ := value(p, gram, last.X(nil), last.B)
	if !errors.Is(ended, context.Canceled) || math.Abs(primal-last.Objective) > 1e-9*primal {
		t.Errorf("P = %g when interrupted, and is %g, error %v", last.Objective, primal, ended)
	}
}

// TestRefuse: what is wrong with a problem is said.
func TestRefuse(t *testing.T) {
	t.Parallel()
	x, labels, _, _ := drawn(6, 3, 5)
	good, err := decomposition.NewProblem(kernel.NewColumns(kernel.Linear{}, x), loss.Hinge{Y: labels}, 1, true)
	if err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(p *decomposition.Problem){
		"target 2 is NaN":          func(p *decomposition.Problem) { p.Y = append([]float64{1, math.NaN()}, p.Y[2:]...) },
		"bounds of example 1":      func(p *decomposition.Problem) { p.Up = append([]float64{-1}, p.Up[1:]...) },
		"are to sum to 1e+09":      func(p *decomposition.Problem) { p.Sum = 1e9 },
		"ε = -1":                   func(p *decomposition.Problem) { p.Epsilon = -1 },
		"6 examples with 5 target": func(p *decomposition.Problem) { p.Y = p.Y[:5] },
	} {
		p := good
		spoil(&p)
		for _, err := range (decomposition.Method{}).Iterations(t.Context(), p) {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Fatalf("%v, not: %s", err, want)
			}
		}
	}
	if _, err := decomposition.NewProblem(good.Gram, loss.Logistic{Y: labels}, 1, true); err == nil {
		t.Error("a smooth loss is taken")
	}
}
