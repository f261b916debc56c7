package fit_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// allowedPairs are those of the documentation.
var allowedPairs = []fit.Linear{
	{Loss: loss.Squared{}},
	{Loss: loss.Squared{}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.L1{Lambda: 1}},
	{Loss: loss.Squared{}, Penalty: prox.L1{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.L21{Lambda: 1}},
	{Loss: loss.Squared{}, Penalty: prox.L21{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.6}},
	{Loss: loss.Squared{}, Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.6}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.SparseGroup{Lambda: 1}},
	{Loss: loss.Squared{}, Penalty: prox.SparseGroup{Lambda: 1, Mix: 1}},
	{Loss: loss.Squared{}, Penalty: prox.Overlap{Lambda: 1}},
	{Loss: loss.Squared{}, Penalty: prox.Overlap{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.MultiTask{Lambda: 1}},
	{Loss: loss.Squared{}, Penalty: prox.MultiTask{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.TraceNorm{Lambda: 1}},
	{Loss: loss.Squared{}, Penalty: prox.TraceNorm{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Logistic{}, Mu: 0.1},
	{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}},
	{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Logistic{}, Penalty: prox.L21{Lambda: 1}},
	{Loss: loss.Logistic{}, Penalty: prox.L21{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Logistic{}, Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.3}},
	{Loss: loss.Logistic{}, Penalty: prox.Overlap{Lambda: 1}},
	{Loss: loss.Logistic{}, Penalty: prox.MultiTask{Lambda: 1}},
	{Loss: loss.Logistic{}, Penalty: prox.MultiTask{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Logistic{}, Penalty: prox.TraceNorm{Lambda: 1}},
	{Loss: loss.Multinomial{}, Mu: 0.1},
	{Loss: loss.Multinomial{}, Penalty: prox.L1{Lambda: 1}},
	{Loss: loss.Multinomial{}, Penalty: prox.L1{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Multinomial{}, Penalty: prox.TraceNorm{Lambda: 1}},
	{Loss: loss.Multinomial{}, Penalty: prox.TraceNorm{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Hinge{}, Mu: 0.1},
}

// sample are data of a random problem that suits a pair: features of different size and mean, some of them 0.
func sample(c *fit.Linear, n, d int, seed uint64) fit.Data {
	rng := rand.New(rand.NewPCG(seed, 130))
	x := linalg.NewDense(n, d, nil)
	weights := linalg.NewDense(d, 4, nil)
	for k := range weights.Data {
		if k/4%3 == 0 {
			weights.Data[k] = 2 * rng.NormFloat64()
		}
	}
	for i := range n {
		for j := range d {
			if rng.IntN(4) > 0 {
				x.Data[i*d+j] = (rng.NormFloat64() + 0.5) * (1 + 0.5*float64(j%3))
			}
		}
	}
	scores := linalg.NewDense(n, 4, nil)
	linalg.MulMat(scores.Data, x, weights.Data, 4)
	data := fit.Data{X: x, Y: make([]float64, n)}
	for i := range n {
		row := scores.Row(i)
		for k := range row {
			row[k] += 2 * rng.NormFloat64()
		}
		switch lossOf(*c) {
		case "squared":
			data.Y[i] = row[0] + 1
		case "multinomial":
			data.Y[i] = float64(10 * floats.MaxIdx(row))
		default:
			data.Y[i] = 3
			if row[0] > 0.5 {
				data.Y[i] = 7
			}
		}
	}
	if penaltyOf(*c) == "multitask" || penaltyOf(*c) == "trace" && lossOf(*c) != "multinomial" {
		for range n {
			data.Task = append(data.Task, int64(5-2*rng.IntN(3)))
		}
	}
	if seed%2 == 1 {
		for range n {
			data.Weights = append(data.Weights, float64(rng.IntN(4)))
		}
	}
	c.Penalty = grouped(c.Penalty, d)
	if seed%3 == 2 {
		data.X = sparseOf(x)
	}
	return data
}

// lossOf and penaltyOf are names.
func lossOf(c fit.Linear) string {
	if c.Loss == nil {
		return "squared"
	}
	return c.Loss.(fmt.Stringer).String()
}

func penaltyOf(c fit.Linear) string {
	if c.Penalty == nil {
		return "none"
	}
	return c.Penalty.(fmt.Stringer).String()
}

// grouped gives a penalty of groups some for d features.
func grouped(penalty toolkit.Proxable, d int) toolkit.Proxable {
	var triples, chained prox.Groups
	var weights, others []float64
	for j := 0; j+2 < d; j += 3 { // the last features may be in no group
		triples = append(triples, []int{j, j + 1, j + 2})
		weights = append(weights, 1+float64(j%2))
	}
	for j := 0; j+3 < d-1; j += 2 {
		chained = append(chained, []int{j, j + 1, j + 2, j + 3})
		others = append(others, 1+float64(j%3))
	}
	switch g := penalty.(type) {
	case prox.L21:
		g.Groups, g.Weights = triples, weights
		return g
	case prox.SparseGroup:
		g.Groups, g.Weights = triples, weights
		return g
	case prox.Overlap:
		g.Groups, g.Weights = chained, others
		return g
	}
	return penalty
}

func sparseOf(x *linalg.Dense) *linalg.CSR {
	out := &linalg.CSR{R: x.R, C: x.C, Ptr: []int{0}}
	for i := range x.R {
		for j, v := range x.Row(i) {
			if v != 0 {
				out.Col, out.Val = append(out.Col, int32(j)), append(out.Val, v)
			}
		}
		out.Ptr = append(out.Ptr, len(out.Val))
	}
	return out
}

// reference is a problem written down anew: the objective of a weight matrix and intercepts of scaled features, and a
// plain proximal gradient method.
type reference struct {
	c       fit.Linear
	x       [][]float64 // scaled
	y       []float64   // ±1, classes, or targets
	weight  []float64
	column  []int // of examples: their task
	k, d    int
	scale   []float64
	penalty toolkit.Proxable
}

func newReference(c fit.Linear, data fit.Data, m *model.Linear) *reference {
	n, d := data.X.Dims()
	r := &reference{c: c, d: d, k: m.Outputs, scale: make([]float64, d)}
	var total float64
	for i := range n {
		w := 1.
		if data.Weights != nil {
			w = data.Weights[i]
		}
		total += w
		row := make([]float64, d)
		data.X.(linalg.Rows).AddRow(row, 1, i)
		y, column := data.Y[i], 0
		for k, l := range m.Labels {
			if l == y {
				y = float64(k)
				break
			}
		}
		if lossOf(c) == "logistic" || lossOf(c) == "hinge" {
			y = 2*y - 1
		}
		for k, t := range m.Tasks {
			if t == data.Task[i] {
				column = k
			}
		}
		r.x, r.y, r.weight, r.column = append(r.x, row), append(r.y, y), append(r.weight, w), append(r.column, column)
	}
	floats.Scale(1/total, r.weight)
	for j := range d {
		var mean, square float64
		for i := range r.x {
			mean += r.weight[i] * r.x[i][j]
			square += r.weight[i] * r.x[i][j] * r.x[i][j]
		}
		r.scale[j] = 1
		if c.Standardize {
			if c.Intercept {
				square -= mean * mean
			}
			r.scale[j] = math.Sqrt(square)
		}
		for i := range r.x {
			r.x[i][j] /= r.scale[j]
		}
	}
	r.penalty = c.Penalty
	switch g := c.Penalty.(type) {
	case nil:
		r.penalty = prox.L1{}
	case prox.MultiTask:
		var rows prox.Groups
		for j := range d {
			var row []int
			for k := range r.k {
				row = append(row, j*r.k+k)
			}
			rows = append(rows, row)
		}
		r.penalty = prox.L21{Lambda: 1, Groups: rows}
	case prox.TraceNorm:
		r.penalty = g.WithShape(d, r.k)
	}
	return r
}

// value is P, and writes its smooth part's gradient: for weights, then intercepts.
func (r *reference) value(grad, w []float64) float64 {
	clear(grad)
	size := r.d * r.k
	var sum float64
	f, g := make([]float64, r.k), make([]float64, r.k)
	for i, row := range r.x {
		copy(f, w[size:])
		for j, v := range row {
			floats.AddScaled(f, v, w[j*r.k:(j+1)*r.k])
		}
		clear(g)
		t := r.column[i]
		y := r.y[i]
		switch lossOf(r.c) {
		case "squared":
			sum += r.weight[i] * (f[t] - y) * (f[t] - y) / 2
			g[t] = f[t] - y
		case "logistic":
			sum += r.weight[i] * math.Log1p(math.Exp(-y*f[t]))
			g[t] = -y / (1 + math.Exp(y*f[t]))
		case "hinge":
			sum += r.weight[i] * math.Max(0, 1-y*f[t])
		case "multinomial":
			var total float64
			for _, v := range f {
				total += math.Exp(v)
			}
			sum += r.weight[i] * (math.Log(total) - f[int(y)])
			for k, v := range f {
				g[k] = math.Exp(v) / total
			}
			g[int(y)]--
		}
		floats.Scale(r.weight[i], g)
		for j, v := range row {
			floats.AddScaled(grad[j*r.k:(j+1)*r.k], v, g)
		}
		if r.c.Intercept {
			floats.Add(grad[size:], g)
		}
	}
	floats.AddScaled(grad[:size], r.c.Mu, w[:size])
	return sum + r.c.Mu/2*floats.Dot(w[:size], w[:size])
}

// of are a model's weights for scaled features, then its intercepts.
func (r *reference) of(m *model.Linear) []float64 {
	w := append([]float64(nil), m.Weights...)
	for j, s := range r.scale {
		floats.Scale(s, w[j*r.k:(j+1)*r.k])
	}
	b := make([]float64, r.k)
	copy(b, m.Intercept)
	return append(w, b...)
}

func (r *reference) objective(w []float64) float64 {
	return r.value(make([]float64, len(w)), w) + r.c.Lambda*r.penalty.Value(w[:r.d*r.k])
}

// minimize takes plain accelerated proximal gradient steps, with no more cleverness than a restart where P rises.
func (r *reference) minimize() float64 {
	size := r.d * r.k
	w, y := make([]float64, size+r.k), make([]float64, size+r.k)
	grad := make([]float64, size+r.k)
	var l float64 // Σ c_i (‖x_i‖² + 1) bounds the curvature
	for i, row := range r.x {
		l += r.weight[i] * (floats.Dot(row, row) + 1)
	}
	l += r.c.Mu
	best, momentum, last := math.Inf(1), 1., math.Inf(1)
	for range 20000 {
		r.value(grad, y)
		next := append([]float64(nil), y...)
		floats.AddScaled(next, -1/l, grad)
		if r.c.Lambda > 0 {
			r.penalty.Prox(next[:size], next[:size], r.c.Lambda/l)
		}
		value := r.objective(next)
		t := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		if value > last {
			t = 1
		}
		change := append([]float64(nil), next...)
		floats.Sub(change, w)
		far := floats.Norm(change, 2)
		floats.AddScaledTo(y, next, (momentum-1)/t, change)
		if value > last {
			copy(y, next)
		}
		momentum, w, last = t, next, value
		best = math.Min(best, value)
		if far <= 1e-13*floats.Norm(w, 2) {
			break
		}
	}
	return best
}

// hinge is the minimum for the hinge loss, plainly: by golden section over the intercept.
func (r *reference) hinge() float64 {
	if !r.c.Intercept {
		return r.hingeAt(0)
	}
	lo, hi := -10., 10.
	ratio := (math.Sqrt(5) - 1) / 2
	a, b := hi-ratio*(hi-lo), lo+ratio*(hi-lo)
	va, vb := r.hingeAt(a), r.hingeAt(b)
	for hi-lo > 1e-7 {
		if va < vb {
			hi, b, vb = b, a, va
			a = hi - ratio*(hi-lo)
			va = r.hingeAt(a)
		} else {
			lo, a, va = a, b, vb
			b = lo + ratio*(hi-lo)
			vb = r.hingeAt(b)
		}
	}
	return math.Min(va, vb)
}

// hingeAt is the minimum over w at an intercept, by coordinate ascent on the dual.
func (r *reference) hingeAt(b float64) float64 {
	alpha, w := make([]float64, len(r.x)), make([]float64, r.d)
	for range 500 {
		for i, row := range r.x {
			if r.weight[i] == 0 {
				continue
			}
			slope := 1 - r.y[i]*(floats.Dot(row, w)+b)
			now := math.Min(math.Max(alpha[i]+slope*r.c.Mu/floats.Dot(row, row), 0), r.weight[i])
			floats.AddScaled(w, (now-alpha[i])*r.y[i]/r.c.Mu, row)
			alpha[i] = now
		}
	}
	dual := -r.c.Mu / 2 * floats.Dot(w, w)
	for i, a := range alpha {
		dual += a * (1 - r.y[i]*b)
	}
	return dual
}

// TestEveryPair solves random problems of every pair to a relative gap of 1e-8, and compares with a plain method; at
// every tolerance the gap bounds the error, and the objective is that of the weights returned.
func TestEveryPair(t *testing.T) {
	t.Parallel()
	for k, c := range allowedPairs {
		for half := range uint64(2) {
			c, variant := c, 2*half+uint64(k)%2
			c.Intercept, c.Standardize = variant%2 == 1, variant >= 2
			t.Run(fmt.Sprintf("%s-%s-%g-%d-%d", lossOf(c), penaltyOf(c), c.Mu, k, variant), func(t *testing.T) {
				t.Parallel()
				checkPair(t, c, uint64(k)+3*variant)
			})
		}
	}
}

func checkPair(t *testing.T, c fit.Linear, seed uint64) {
	t.Helper()
	data := sample(&c, 30, 8, seed)
	if c.Penalty != nil {
		most, err := c.LambdaMax(data)
		if err != nil {
			t.Fatal(err)
		}
		c.Lambda = 0.15 * most
	}
	c.Tol = 1e-8
	tight, err := c.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	if tight.Status != solver.Converged || tight.GapKind != model.DualityGap || !(tight.Gap <= 1e-8*tight.Objective) {
		t.Fatalf("%s: gap %g (%s) of %g by %s", tight.Status, tight.Gap, tight.GapKind, tight.Objective, tight.Method)
	}
	r := newReference(c, data, tight)
	if o := r.objective(r.of(tight)); math.Abs(o-tight.Objective) > 1e-9*o {
		t.Fatalf("reports %.12g, its weights have %.12g", tight.Objective, o)
	}
	least, slack := 0., 1e-9
	if lossOf(c) == "hinge" {
		least, slack = r.hinge(), 1e-5
	} else {
		least = r.minimize()
	}
	if d := tight.Objective - least; math.Abs(d) > 2e-8*least+slack*least {
		t.Fatalf("P = %.12g by %s, %.12g plainly", tight.Objective, tight.Method, least)
	}
	for _, tol := range []float64{0.5, 1e-1, 1e-3, 1e-5} {
		c.Tol = tol
		loose, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		if excess := loose.Objective - tight.Objective; excess > loose.Gap+1e-12 || loose.Gap > tol*loose.Objective {
			t.Errorf("to %g: %g above the minimum, gap %g", tol, excess, loose.Gap)
		}
	}
}

// TestLeastSquaresIsQR: without penalty or ridge the weights are those of a QR decomposition, and of least norm where
// features are too many.
func TestLeastSquaresIsQR(t *testing.T) {
	t.Parallel()
	c := fit.Linear{}
	data := sample(&c, 40, 6, 4)
	m, err := c.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	var want mat.VecDense
	if err := want.SolveVec(mat.NewDense(40, 6, data.X.(*linalg.Dense).Data), mat.NewVecDense(40, data.Y)); err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(m.Weights, want.RawVector().Data, 1e-9) || m.Gap > 1e-15 {
		t.Errorf("weights %v, by QR %v; gap %g", m.Weights, want.RawVector().Data, m.Gap)
	}
	wide := sample(&c, 10, 30, 4)
	if m, err := c.Fit(t.Context(), wide); err != nil || m.Status != solver.Converged || m.Objective > 1e-20 {
		t.Errorf("more features than examples: %v, objective %g, error %v", m.Status, m.Objective, err)
	}
	c.Method = fit.NewtonCG
	iterated, err := c.Fit(t.Context(), data)
	if err != nil || iterated.GapKind != model.Residual || iterated.Status != solver.Converged ||
		math.Abs(iterated.Objective-m.Objective) > 1e-9 {
		t.Errorf("Newton: %+v, error %v", iterated, err)
	}
	if !floats.EqualApprox(iterated.Weights, want.RawVector().Data, 1e-4) {
		t.Errorf("Newton: weights %v, by QR %v", iterated.Weights, want.RawVector().Data)
	}
}

// standard are the problems that the default tolerance must solve.
func standard() map[string]struct {
	c    fit.Linear
	data fit.Data
} {
	type problem = struct {
		c    fit.Linear
		data fit.Data
	}
	out := map[string]problem{}
	var tens, chained [][]int
	for j := 0; j < 300; j += 10 {
		var g, h []int
		for k := j; k < j+10; k++ {
			g = append(g, k)
		}
		for k := j; k < min(300, j+14); k++ {
			h = append(h, k)
		}
		tens, chained = append(tens, g), append(chained, h)
	}
	regression := sample(&fit.Linear{}, 120, 300, 2*3*7)
	for name, c := range map[string]fit.Linear{
		"lasso": {Penalty: prox.L1{Lambda: 1}}, "elastic net": {Penalty: prox.L1{Lambda: 1}, Mu: 0.05},
		"group":              {Penalty: prox.L21{Lambda: 1, Groups: tens}},
		"sparse-group":       {Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.5, Groups: tens}},
		"overlapping groups": {Penalty: prox.Overlap{Lambda: 1, Groups: chained}},
	} {
		out[name] = problem{c, regression}
	}
	labels := sample(&fit.Linear{Loss: loss.Logistic{}}, 300, 80, 4)
	out["logistic l1"] = problem{fit.Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}}, labels}
	out["logistic l2"] = problem{fit.Linear{Loss: loss.Logistic{}, Mu: 1e-3}, labels}
	out["hinge l2"] = problem{fit.Linear{Loss: loss.Hinge{}, Mu: 1e-3}, labels}
	out["multinomial trace"] = problem{
		fit.Linear{Loss: loss.Multinomial{}, Penalty: prox.TraceNorm{Lambda: 1}},
		classes(240, 40, 12),
	}
	tasks := sample(&fit.Linear{Penalty: prox.L1{Lambda: 1}}, 150, 60, 6)
	for i := range 150 {
		tasks.Task = append(tasks.Task, int64(i%6))
	}
	out["multi-task"] = problem{fit.Linear{Penalty: prox.MultiTask{Lambda: 1}}, tasks}
	return out
}

func classes(n, d, k int) fit.Data {
	rng := rand.New(rand.NewPCG(7, 131))
	x, w := linalg.NewDense(n, d, nil), linalg.NewDense(d, k, nil)
	for i := range x.Data {
		x.Data[i] = rng.NormFloat64()
	}
	for i := range w.Data[:5*k] {
		w.Data[i] = rng.NormFloat64()
	}
	data := fit.Data{X: x, Y: make([]float64, n)}
	scores := linalg.NewDense(n, k, nil)
	linalg.MulMat(scores.Data, x, w.Data, k)
	for i := range n {
		row := scores.Row(i)
		for c := range row {
			row[c] += rng.NormFloat64()
		}
		data.Y[i] = float64(floats.MaxIdx(row))
	}
	return data
}

// TestDefaultTolerance: the default solves the standard problems from heavy to light λ, and zeros and rank are those
// of a solution to 1e-11.
func TestDefaultTolerance(t *testing.T) {
	t.Parallel()
	for name, p := range standard() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shares := []float64{0}
			most := 0.
			if p.c.Penalty != nil {
				shares = []float64{0.9, 0.5, 0.1, 0.01, 0.001}
				var err error
				if most, err = p.c.LambdaMax(p.data); err != nil {
					t.Fatal(err)
				}
			}
			for _, share := range shares {
				c := p.c
				c.Lambda = share * most
				m, err := c.Fit(t.Context(), p.data)
				if err != nil || m.Status != solver.Converged || m.Gap > 1e-6*m.Objective {
					t.Fatalf("λ = %g λ_max: %+v, error %v", share, m.Status, err)
				}
				c.Tol = 1e-11
				exact, err := c.Fit(t.Context(), p.data)
				if err != nil {
					t.Fatal(err)
				}
				if m.Nonzeros() != exact.Nonzeros() {
					t.Errorf(
						"λ = %g λ_max: %d weights are not 0, of the solution %d (gaps %.1e, %.1e)",
						share,
						m.Nonzeros(),
						exact.Nonzeros(),
						m.Gap/m.Objective,
						exact.Gap/m.Objective,
					)
				}
				if m.Rank != nil && *m.Rank != *exact.Rank {
					t.Errorf("λ = %g λ_max: rank %d, of the solution %d", share, *m.Rank, *exact.Rank)
				}
			}
		})
	}
}

func BenchmarkDefaultTolerance(b *testing.B) {
	for name, p := range standard() {
		most := 0.
		if p.c.Penalty != nil {
			most, _ = p.c.LambdaMax(p.data)
		}
		for _, share := range []float64{0.5, 0.1, 0.01, 0.001} {
			c := p.c
			c.Lambda = share * most
			b.Run(fmt.Sprintf("%s/%g", name, share), func(b *testing.B) {
				for b.Loop() {
					if _, err := c.Fit(context.Background(), p.data); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestPathAndFolds: models of a path and errors of folds are those of problems solved on their own, and a second run
// has the same bits.
func TestPathAndFolds(t *testing.T) {
	t.Parallel()
	for _, c := range []fit.Linear{
		{Penalty: prox.L1{Lambda: 1}, Intercept: true},
		{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Standardize: true},
		{Loss: loss.Multinomial{}, Penalty: prox.TraceNorm{Lambda: 1}},
		{Penalty: prox.MultiTask{Lambda: 1}}, {Penalty: prox.Overlap{Lambda: 1}},
	} {
		data := sample(&c, 60, 12, 3)
		c.Tol, c.Seed = 1e-10, 5
		most, err := c.LambdaMax(data)
		if err != nil {
			t.Fatal(err)
		}
		lambdas := []float64{most, 0.5 * most, 0.2 * most, 0.05 * most}
		path, err := c.Path(t.Context(), data, lambdas)
		if err != nil || len(path) != 4 {
			t.Fatalf("%d models, error %v", len(path), err)
		}
		for k, m := range path {
			alone := c
			alone.Lambda = lambdas[k]
			want, err := alone.Fit(t.Context(), data)
			if err != nil || m.Lambda != lambdas[k] || math.Abs(m.Objective-want.Objective) > 1e-9*want.Objective ||
				!floats.EqualApprox(m.Weights, want.Weights, 1e-3) {
				t.Errorf(
					"%s %s: λ %d of the path has P = %.12g, alone %.12g; error %v",
					lossOf(c),
					penaltyOf(c),
					k,
					m.Objective,
					want.Objective,
					err,
				)
			}
		}
		v, err := c.CrossValidate(t.Context(), data, lambdas, 4)
		if err != nil {
			t.Fatal(err)
		}
		again, err := c.CrossValidate(t.Context(), data, lambdas, 4)
		if err != nil || !floats.Equal(v.Error, again.Error) || !floats.Equal(v.StdError, again.StdError) {
			t.Errorf("%s %s: a second run differs: %v, %v", lossOf(c), penaltyOf(c), v.Error, again.Error)
		}
		second, err := c.Path(t.Context(), data, lambdas)
		if err != nil || !floats.Equal(second[3].Weights, path[3].Weights) {
			t.Errorf("%s %s: a second path differs", lossOf(c), penaltyOf(c))
		}
		if v.Fits != 16 || v.Converged != 16 || v.OneStdError > v.Best ||
			v.Error[v.OneStdError] > v.Error[v.Best]+v.StdError[v.Best] {
			t.Errorf("%s %s: %+v", lossOf(c), penaltyOf(c), v)
		}
		other := c
		other.Seed = 6
		if w, err := other.CrossValidate(t.Context(), data, lambdas, 4); err != nil || floats.Equal(w.Error, v.Error) {
			t.Errorf("%s %s: another seed deals the same folds", lossOf(c), penaltyOf(c))
		}
	}
}

// TestFoldsByHand repeats a fold of the squared loss: the mean over folds of mean squared errors, and the deviation
// over the root of folds.
func TestFoldsByHand(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.1, Tol: 1e-11}
	data := sample(&c, 30, 5, 4)
	v, err := c.CrossValidate(t.Context(), data, []float64{0.1}, 30) // every example alone: no matter how they are dealt
	if err != nil {
		t.Fatal(err)
	}
	x := data.X.(*linalg.Dense)
	var errs []float64
	for out := range 30 {
		in := fit.Data{
			X: linalg.NewDense(29, 5, append(append([]float64(nil), x.Data[:out*5]...), x.Data[(out+1)*5:]...)),
			Y: append(append([]float64(nil), data.Y[:out]...), data.Y[out+1:]...),
		}
		m, err := c.Fit(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		r := data.Y[out] - floats.Dot(m.Weights, x.Row(out))
		errs = append(errs, r*r)
	}
	mean := floats.Sum(errs) / 30
	var square float64
	for _, e := range errs {
		square += (e - mean) * (e - mean)
	}
	if se := math.Sqrt(square / 29 / 30); math.Abs(v.Error[0]-mean) > 1e-6 || math.Abs(v.StdError[0]-se) > 1e-6 {
		t.Errorf("%g ± %g, by hand %g ± %g", v.Error[0], v.StdError[0], mean, se)
	}
}

func TestLinearRefuses(t *testing.T) {
	t.Parallel()
	one := fit.Data{X: linalg.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6}), Y: []float64{1, 2, 1}}
	with := func(change func(d *fit.Data)) fit.Data {
		d := one
		change(&d)
		return d
	}
	for name, c := range map[string]struct {
		linear fit.Linear
		data   fit.Data
		says   string
	}{
		"no data":         {fit.Linear{}, fit.Data{}, "no examples"},
		"targets":         {fit.Linear{}, with(func(d *fit.Data) { d.Y = d.Y[:2] }), "2 targets"},
		"NaN":             {fit.Linear{}, with(func(d *fit.Data) { d.Y = []float64{1, math.NaN(), 2} }), "NaN"},
		"negative weight": {fit.Linear{}, with(func(d *fit.Data) { d.Weights = []float64{1, -1, 2} }), "weight of example 2"},
		"no weight":       {fit.Linear{}, with(func(d *fit.Data) { d.Weights = []float64{0, 0, 0} }), "all examples"},
		"one class": {fit.Linear{
			Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Lambda: 1,
		}, with(func(d *fit.Data) { d.Y = []float64{1, 1, 1} }), "two at least"},
		"three classes": {fit.Linear{
			Loss: loss.Hinge{}, Mu: 1,
		}, with(func(d *fit.Data) { d.Y = []float64{1, 2, 3} }), "multinomial"},
		"λ = 0":       {fit.Linear{Penalty: prox.L1{Lambda: 1}}, one, "must be positive"},
		"pair":        {fit.Linear{Loss: loss.Hinge{}, Penalty: prox.L1{Lambda: 1}, Lambda: 1}, one, "smooth loss"},
		"no μ":        {fit.Linear{Loss: loss.Logistic{}}, one, "needs μ > 0"},
		"needs tasks": {fit.Linear{Penalty: prox.MultiTask{Lambda: 1}, Lambda: 1}, one, "needs several tasks"},
		"tasks": {fit.Linear{
			Penalty: prox.L21{Lambda: 1, Groups: prox.Groups{{0, 1}}}, Lambda: 1,
		}, with(func(d *fit.Data) { d.Task = []int64{1, 1, 2} }), "groups are of the features of one output"},
		"strength":    {fit.Linear{Penalty: prox.L1{Lambda: 0.5}, Lambda: 1}, one, "strength 1"},
		"no strength": {fit.Linear{Penalty: prox.L1{}, Lambda: 1}, one, "strength 0"},
		"no groups":   {fit.Linear{Penalty: prox.L21{Lambda: 1}, Lambda: 1}, one, "needs groups"},
		"groups":      {fit.Linear{Penalty: prox.L21{Lambda: 1, Groups: prox.Groups{{0, 2}}}, Lambda: 1}, one, "0 to 1"},
		"groups overlap": {fit.Linear{
			Penalty: prox.L21{Lambda: 1, Groups: prox.Groups{{0, 1}, {1}}}, Lambda: 1,
		}, one, "groups 0 and 1"},
		"method": {fit.Linear{
			Penalty: prox.L1{Lambda: 1}, Lambda: 1, Method: fit.NewtonCG,
		}, one, "those that do: coordinate-descent, proximal-newton, fista"},
		"mix": {fit.Linear{
			Penalty: prox.SparseGroup{Lambda: 1, Mix: 2, Groups: prox.Groups{{0}}}, Lambda: 1,
		}, one, "between 0 and 1"},
		"huge": {fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 1}, with(func(d *fit.Data) {
			d.X = linalg.NewDense(3, 1, []float64{1e300, 1e300, 1})
			d.Y = []float64{1e300, 1e300, 2}
		}), "scale"},
		"a start that fits not": {
			fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 1, Start: &model.Linear{Features: 3, Outputs: 1}}, one, "start",
		},
	} {
		_, err := c.linear.Fit(t.Context(), c.data)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLinearStops: a context that ends and a limit give the best point so far with its gap; a tolerance out of reach
// stalls.
func TestLinearStops(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Loss: loss.Logistic{}, Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.5}}
	data := sample(&c, 60, 11, 4)
	most, err := c.LambdaMax(data)
	if err != nil {
		t.Fatal(err)
	}
	c.Lambda = 0.01 * most
	best, err := c.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	bounded := func(name string, m *model.Linear, status solver.Status) {
		t.Helper()
		if m.Status != status || !(m.Objective-best.Objective <= m.Gap+1e-12) || m.Objective < best.Objective-best.Gap {
			t.Errorf("%s: %s at %g with gap %g; the minimum is %g", name, m.Status, m.Objective, m.Gap, best.Objective)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	c.Watch = func(p solver.Progress) {
		if p.Iter == 5 {
			cancel()
		}
	}
	m, err := c.Fit(ctx, data)
	if err != nil {
		t.Fatal(err)
	}
	bounded("canceled", m, solver.Canceled)
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if m, err = c.Fit(ctx, data); err != nil {
		t.Fatal(err)
	}
	bounded("canceled before it began", m, solver.Canceled)
	c.Watch, c.MaxIter = nil, 7
	if m, err = c.Fit(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	bounded("limit", m, solver.IterationLimit)
	c.MaxIter, c.TimeLimit = 0, time.Nanosecond
	if m, err = c.Fit(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	bounded("time", m, solver.TimeLimited)
	c.TimeLimit, c.Tol = 0, 1e-30
	if m, err = c.Fit(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	bounded("out of reach", m, solver.Stalled)
	if m.Gap > 1e-9 {
		t.Errorf("it stalled at a gap of %g", m.Gap)
	}
	c.Tol, c.Lambda = 1e-6, 2*most
	if m, err = c.Fit(t.Context(), data); err != nil || m.Nonzeros() != 0 || m.Status != solver.Converged ||
		m.Gap > 1e-12 {
		t.Errorf("above λ_max: %+v, error %v", m, err)
	}
}

// TestLinearFile: a model is read as it was written, one that was stopped before anything was known too; what is no
// model, damaged or newer is refused.
func TestLinearFile(t *testing.T) {
	t.Parallel()
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []fit.Linear{
		{Loss: loss.Multinomial{}, Penalty: prox.TraceNorm{Lambda: 1}, Lambda: 0.05, Intercept: true},
		{Penalty: prox.MultiTask{Lambda: 1}, Lambda: 0.1}, {Loss: loss.Hinge{}, Mu: 0.1, Intercept: true},
	} {
		data := sample(&c, 30, 8, 4)
		for name, ctx := range map[string]context.Context{"learnt": t.Context(), "stopped": stopped} {
			m, err := c.Fit(ctx, data)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := m.Save(&b); err != nil {
				t.Fatalf("%s %s, %s: %v", lossOf(c), penaltyOf(c), name, err)
			}
			text := b.String()
			back, err := model.LoadLinear(&b)
			if err != nil || !floats.Equal(back.Weights, m.Weights) || !floats.Equal(back.Intercept, m.Intercept) ||
				!floats.Same([]float64{back.Objective, back.Gap}, []float64{m.Objective, m.Gap}) {
				t.Errorf("%s %s, %s: %+v comes back as %+v, error %v", lossOf(c), penaltyOf(c), name, m, back, err)
			}
			for old, now := range map[string]string{
				`"version":2`: `"version":3`, `"weights":[`: `"weights":[1,`, `"proxlab`: `"other`, `"k":`: `"k":0`, `{`: ``,
			} {
				if _, err := model.LoadLinear(strings.NewReader(strings.Replace(text, old, now, 1))); err == nil {
					t.Errorf("%s for %s was accepted", now, old)
				}
			}
		}
	}
}

// TestErrorFarOut: losses of examples that are far on the wrong side are finite, and unknown labels have none.
func TestErrorFarOut(t *testing.T) {
	t.Parallel()
	for _, m := range []model.Linear{
		{Loss: "logistic", Link: "logit", Features: 1, Outputs: 1, Weights: []float64{1}, Labels: []float64{0, 1}},
		{Loss: "multinomial", Link: "softmax", Features: 1, Outputs: 2, Weights: []float64{0, 1}, Labels: []float64{0, 1}},
	} {
		p, err := m.Predict(linalg.NewDense(1, 1, []float64{2000}), nil)
		if err != nil {
			t.Fatal(err)
		}
		if wrong, right := m.Error(p, 0, 0), m.Error(p, 0, 1); wrong != 2000 || right != 0 || !math.IsNaN(m.Error(p, 0, 7)) {
			t.Errorf(
				"%s: %g where it is wrong, %g where it is right, %g for an unknown label",
				m.Loss,
				wrong,
				right,
				m.Error(p, 0, 7),
			)
		}
	}
}

// TestStartIsWarm: from the solution a solver needs no more than a few iterations.
func TestStartIsWarm(t *testing.T) {
	t.Parallel()
	for _, c := range []fit.Linear{
		{Penalty: prox.L1{Lambda: 1}, Intercept: true, Standardize: true},
		{Loss: loss.Logistic{}, Penalty: prox.L21{Lambda: 1}, Intercept: true},
		{Loss: loss.Multinomial{}, Penalty: prox.TraceNorm{Lambda: 1}},
		{Loss: loss.Multinomial{}, Penalty: prox.L1{Lambda: 1}, Intercept: true},
		{Loss: loss.Logistic{}, Mu: 0.01, Intercept: true},
	} {
		data := sample(&c, 60, 11, 3)
		if c.Penalty != nil {
			most, err := c.LambdaMax(data)
			if err != nil {
				t.Fatal(err)
			}
			c.Lambda = 0.02 * most
		}
		cold, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		c.Start = cold
		warm, err := c.Fit(t.Context(), data)
		if err != nil || warm.Iterations > cold.Iterations || warm.Objective > cold.Objective+cold.Gap {
			t.Errorf(
				"%s %s: %d iterations from the solution, %d from 0; error %v",
				lossOf(c),
				penaltyOf(c),
				warm.Iterations,
				cold.Iterations,
				err,
			)
		}
	}
}

func TestMeasures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 132))
	scores, positive := make([]float64, 60), make([]bool, 60)
	var won, pairs float64
	for i := range scores {
		positive[i] = rng.IntN(3) == 0
		scores[i] = float64(rng.IntN(10)) // ties
	}
	for i := range scores {
		for j := range scores {
			if positive[i] && !positive[j] {
				pairs++
				switch {
				case scores[i] > scores[j]:
					won++
				case scores[i] == scores[j]:
					won += 0.5
				}
			}
		}
	}
	if got := fit.AUC(scores, positive); math.Abs(got-won/pairs) > 1e-12 {
		t.Errorf("AUC %g, by pairs %g", got, won/pairs)
	}
	if v := fit.AUC([]float64{1, 2}, []bool{true, true}); !math.IsNaN(v) {
		t.Errorf("AUC %g of one class", v)
	}
	if v := fit.RSquared([]float64{1, 2, 3}, []float64{1, 2, 3}); v != 1 {
		t.Errorf("R² %g of a perfect prediction", v)
	}
	if v := fit.RSquared([]float64{2, 2, 2}, []float64{1, 2, 3}); v != 0 {
		t.Errorf("R² %g of the mean", v)
	}
}
