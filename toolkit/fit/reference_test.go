package fit_test

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

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
		if l, ok := c.Loss.(interface{ Binary() bool }); ok && l.Binary() {
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
	r.plainPenalty(c.Penalty, d)
	return r
}

// plainPenalty is a penalty written down for scaled features and all outputs.
func (r *reference) plainPenalty(penalty toolkit.Proxable, d int) {
	r.penalty = penalty
	switch g := penalty.(type) {
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
	case prox.L21:
		var of prox.Groups
		for _, group := range g.Groups {
			var rows []int
			for k := range r.k {
				for _, j := range group {
					rows = append(rows, j*r.k+k)
				}
			}
			of = append(of, rows)
		}
		r.penalty = prox.L21{Lambda: 1, Groups: of, Weights: g.Weights}
	case prox.Bounds:
		if r.k == 1 {
			r.penalty = g.WithScale(r.scale)
		}
		if g.Lambda == 0 {
			r.c.Lambda = 1
		}
	}
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
		default:
			value, slope := plainLoss(r.c.Loss, f[t], y)
			sum += r.weight[i] * value
			g[t] = slope
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
	if lossOf(r.c) == "poisson" { // up to means of 60
		l *= 60
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
