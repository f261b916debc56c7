package toolkit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// multiLosses makes each loss of several outputs for labels.
var multiLosses = map[string]func(y []int, k int, weights []float64) toolkit.MultiOutput{
	"Multinomial": func(y []int, k int, c []float64) toolkit.MultiOutput { return loss.Multinomial{Y: y, K: k, Weights: c} },
	"SquaredOutputs": func(y []int, k int, c []float64) toolkit.MultiOutput {
		targets := make([]float64, len(y)*k)
		for i, l := range y {
			targets[i*k+l] = 1
		}
		return loss.SquaredOutputs{Y: targets, K: k, Weights: c}
	},
	"Tasks": func(y []int, k int, c []float64) toolkit.MultiOutput {
		labels := make([]float64, len(y))
		for i := range labels {
			labels[i] = float64(2*(i%2) - 1)
		}
		return loss.Tasks{Of: loss.Logistic{Y: labels, Weights: c}, Task: y, K: k}
	},
	"TaskMultinomial": func(y []int, k int, c []float64) toolkit.MultiOutput { // tasks of 2 and 3 classes
		l := loss.TaskMultinomial{Task: y, Weights: c, Offset: []int{0}}
		for j := range k {
			l.Offset = append(l.Offset, l.Offset[j]+2+j%2)
		}
		for i := range y {
			l.Y = append(l.Y, i%2)
		}
		return l
	},
}

func randomLabels(rng *rand.Rand, n, k int) []int {
	y := make([]int, n)
	for i := range y {
		y[i] = rng.IntN(k)
	}
	return y
}

func TestMultiOutputLosses(t *testing.T) {
	t.Parallel()
	for name, create := range multiLosses {
		rng := rand.New(rand.NewPCG(60, 61))
		const n, k = 40, 4
		l := create(randomLabels(rng, n, k), k, nil)
		if l.Len() != n || l.Outputs() < k || l.Weight(3) != 1.0/n {
			t.Fatalf("%s: %d examples, %d outputs, weight %g", name, l.Len(), l.Outputs(), l.Weight(3))
		}
		for i := range n {
			lo, hi := l.Span(i)
			if lo < 0 || hi <= lo || hi > l.Outputs() {
				t.Fatalf("%s: block %d to %d of %d outputs", name, lo, hi, l.Outputs())
			}
			k := hi - lo
			value := func(f []float64) float64 { return l.At(make([]float64, k), i, f) }
			a, b := randomVector(rng, k, 3), randomVector(rng, k, 3)
			ga, gb := make([]float64, k), make([]float64, k)
			va, vb := l.At(ga, i, a), l.At(gb, i, b)
			difference := fd.Gradient(nil, value, a, &fd.Settings{Formula: fd.Central})
			if !floats.EqualApprox(ga, difference, 1e-5) {
				t.Fatalf("%s: grad %v, by differences %v", name, ga, difference)
			}
			step := make([]float64, k)
			floats.SubTo(step, b, a)
			if vb < va+floats.Dot(ga, step)-1e-12 {
				t.Fatalf("%s: below its tangent", name)
			}
			if d := floats.Distance(ga, gb, 2) * l.Weight(i); d > l.Curvature()*floats.Norm(step, 2)*(1+1e-12) {
				t.Fatalf("%s: the grad changes by more than the curvature bound", name)
			}
			if left, right := va+l.Conjugate(i, ga), floats.Dot(a, ga); !near(left, right, 1e-9) {
				t.Fatalf("%s: Fenchel-Young: ℓ + ℓ* = %g, ⟨f,u⟩ = %g", name, left, right)
			}
			if c := l.Conjugate(i, gb); c < floats.Dot(a, gb)-va-1e-9 {
				t.Fatalf("%s: conjugate %g is below ⟨f,u⟩ − ℓ", name, c)
			}
			if c := l.Conjugate(i, []float64{7, 7, 7, 7}[:k]); name != "SquaredOutputs" && !math.IsInf(c, 1) {
				t.Fatalf("%s: conjugate %g outside of its domain", name, c)
			}
			checkCurvatures(t, name, l, i, a, step)
			in := append([]float64(nil), a...)
			if v := l.At(in, i, in); v != va || !floats.Equal(in, ga) {
				t.Fatalf("%s: in place it is %g and %v", name, v, in)
			}
		}
		lo, hi := l.Span(0)
		huge := []float64{1e150, -1e150, 0, 1e150}[:hi-lo]
		if v := l.At(make([]float64, hi-lo), 0, huge); math.IsNaN(v) {
			t.Errorf("%s: NaN at huge scores", name)
		}
		nan := math.NaN()
		for bad := range hi - lo {
			f := make([]float64, hi-lo)
			f[bad] = nan
			if v := l.At(make([]float64, hi-lo), 0, f); !math.IsNaN(v) {
				t.Errorf("%s: NaN was swallowed: %g", name, v)
			}
		}
	}
}

// checkCurvatures compares the diagonal of the Hessian with differences of the gradient, and the bound along a line with the second
// difference of the loss.
func checkCurvatures(t *testing.T, name string, l toolkit.MultiOutput, i int, f, line []float64) {
	t.Helper()
	k := len(f)
	at := func(step float64, dir []float64) (float64, []float64) {
		p, g := append([]float64(nil), f...), make([]float64, k)
		floats.AddScaled(p, step, dir)
		return l.At(g, i, p), g
	}
	if c, ok := l.(lowrank.Curved); ok {
		h := make([]float64, k)
		c.Diagonal(h, i, f)
		for j := range h {
			unit := make([]float64, k)
			unit[j] = 1
			_, plus := at(1e-5, unit)
			_, minus := at(-1e-5, unit)
			if d := (plus[j] - minus[j]) / 2e-5; !near(d, h[j], 1e-6) {
				t.Fatalf("%s: ∂²ℓ/∂f² = %g, by differences %g", name, h[j], d)
			}
		}
	}
	if c, ok := l.(toolkit.Hessian); ok {
		h := make([]float64, k*k)
		c.Hessian(h, i, f)
		for j := range k {
			unit := make([]float64, k)
			unit[j] = 1
			_, plus := at(1e-5, unit)
			_, minus := at(-1e-5, unit)
			for m := range k {
				if d := (plus[m] - minus[m]) / 2e-5; !near(d, h[j*k+m], 1e-6) {
					t.Fatalf("%s: ∂²ℓ/∂f_%d∂f_%d = %g, by differences %g", name, j, m, h[j*k+m], d)
				}
			}
		}
	}
	if c, ok := l.(lowrank.LineCurved); ok {
		const step = 1e-4
		plus, _ := at(step, line)
		minus, _ := at(-step, line)
		zero, _ := at(0, line)
		if second := (plus - 2*zero + minus) / (step * step); second > c.LineCurvature(i, line)+1e-5 {
			t.Fatalf("%s: the curvature along a line is %g, its bound %g", name, second, c.LineCurvature(i, line))
		}
	}
}

// TestMatrixProducts compares dense, sparse and general maps with gonum's product.
func TestMatrixProducts(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(62, 63))
	const r, c, k = 7, 5, 3
	dense := linalg.NewDense(r, c, randomVector(rng, r*c, 1))
	sparse := &linalg.CSR{R: r, C: c, Ptr: []int{0}}
	for i := range r {
		for j := range c {
			if rng.IntN(2) == 0 {
				dense.Data[i*c+j] = 0
				continue
			}
			sparse.Col, sparse.Val = append(sparse.Col, int32(j)), append(sparse.Val, dense.At(i, j))
		}
		sparse.Ptr = append(sparse.Ptr, len(sparse.Val))
	}
	w, u := randomVector(rng, c*k, 1), randomVector(rng, r*k, 1)
	var aw, atu mat.Dense
	aw.Mul(mat.NewDense(r, c, dense.Data), mat.NewDense(c, k, w))
	atu.Mul(mat.NewDense(r, c, dense.Data).T(), mat.NewDense(r, k, u))
	for name, a := range map[string]linalg.Map{"dense": dense, "sparse": sparse, "general": struct{ linalg.Map }{sparse}} {
		got := make([]float64, r*k)
		if linalg.MulMat(got, a, w, k); !floats.EqualApprox(got, aw.RawMatrix().Data, 1e-12) {
			t.Errorf("%s: A W is wrong", name)
		}
		got = make([]float64, c*k)
		if linalg.MulTransMat(got, a, u, k); !floats.EqualApprox(got, atu.RawMatrix().Data, 1e-12) {
			t.Errorf("%s: Aᵀ U is wrong", name)
		}
	}
}

// TestTraceNormGap: on random problems the gap bounds the distance to a long run's objective at every iteration, and closes.
func TestTraceNormGap(t *testing.T) {
	t.Parallel()
	for trial := range 20 {
		rng := rand.New(rand.NewPCG(uint64(trial), 64))
		n, d, k := 10+rng.IntN(30), 2+rng.IntN(8), 2+rng.IntN(5)
		x := linalg.NewDense(n, d, randomVector(rng, n*d, 1))
		p := solver.NewProblem(x, loss.Multinomial{Y: randomLabels(rng, n, k), K: k}, nil)
		grad := make([]float64, d*k)
		p.ValueGrad(grad, make([]float64, d*k))
		most := prox.TraceNorm{Lambda: 1, Rows: d, Cols: k}.Polar(grad) // from this λ on, 0 is the solution
		p = solver.NewProblem(x, p.Loss, prox.TraceNorm{Lambda: 0.2 * most, Rows: d, Cols: k})
		seq := func(reg toolkit.Proxable) solver.Seq[*gradient.FISTAState] {
			return gradient.FISTA{CheckEvery: 1}.Iterations(t.Context(), p, reg, make([]float64, d*k))
		}
		res, err := solver.Run(seq(p.Regularizer()), solver.Any(solver.AbsGap(1e-11), solver.MaxIter(20000)))
		if err != nil || res.Status != solver.Converged {
			t.Fatalf("trial %d: %v, gap %g, error %v", trial, res.Status, res.Gap, err)
		}
		for st, err := range seq(p.Regularizer()) {
			if err != nil {
				t.Fatal(err)
			}
			if st.Objective-res.Objective > st.Gap+1e-10 {
				t.Fatalf("trial %d, iteration %d: %g above the minimum, gap %g", trial, st.Iter, st.Objective-res.Objective, st.Gap)
			}
			if st.Iter == 100 {
				break
			}
		}
		p = solver.NewProblem(x, p.Loss, prox.TraceNorm{Lambda: 1.001 * most, Rows: d, Cols: k})
		if gap := p.Gap(make([]float64, d*k)); gap > 1e-12 {
			t.Errorf("trial %d: above λ_max the gap at 0 is %g", trial, gap)
		}
	}
}

// TestTraceNormOnDiagonals: with A the identity and a diagonal target, the trace norm is the lasso on the diagonal.
func TestTraceNormOnDiagonals(t *testing.T) {
	t.Parallel()
	const n = 5
	y := make([]float64, n*n)
	want := make([]float64, n*n)
	const lambda = 0.15
	for i := range n {
		y[i*n+i] = 2 * math.Cos(float64(2*i))
		want[i*n+i] = math.Copysign(math.Max(0, math.Abs(y[i*n+i])-n*lambda), y[i*n+i])
	}
	p := solver.NewProblem(linalg.Identity(n), loss.SquaredOutputs{Y: y, K: n}, prox.TraceNorm{Lambda: lambda, Rows: n, Cols: n})
	seq := gradient.FISTA{}.Iterations(t.Context(), p, p.Regularizer(), make([]float64, n*n))
	res, err := solver.Run(seq, solver.Any(solver.AbsGap(1e-13), solver.MaxIter(2000)))
	if err != nil || !floats.EqualApprox(res.X, want, 1e-6) {
		t.Errorf("%v, by the lasso %v (error %v, gap %g)", res.X, want, err, res.Gap)
	}
}
