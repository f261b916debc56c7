package multipliers

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// newton minimizes the subproblem of one output, which has no weights in common with others, with a ridge alone or
// bounds of single weights beside it: by Newton steps in the weights that are free to move,
//
//	RᵀR s = −∇P,      QR = (√C X; √M),      C = diag(c_i ℓ_i”), X = (A F), M = diag(μ, …, μ, 0, …, 0).
//
// Orthogonal factors do not see the units of columns, and do not square their condition. A step ends where P no longer
// falls by its slope there, which rounding hides less than P.
//
// Source: Björck, Numerical Methods for Least Squares Problems, 1996, sections 2.4.2 and 6.6.5 (seminormal equations);
// bounds: Bertsekas, Projected Newton Methods for Optimization Problems with Simple Constraints, SIAM J. Control
// Optim. 1982.
type newton struct {
	loss     *smoothed
	bounds   single
	examples []int
	x        *mat.Dense // their rows of (A F)
	mu       float64
	output   int
	outputs  int
	ridged   int // so many of its columns have a ridge: they come first

	w, z, grad []float64
	objective  float64
}

// single are bounds of single weights: ProxAt is the nearest number that weight j may be.
type single interface {
	ProxAt(j int, v, gamma float64) float64
}

// newtons are those of all outputs.
func newtons(p *solver.Problem, o *outputs.Loss, loss *smoothed) []*newton {
	k, q := o.K, 0
	d := p.Dim() / k
	if p.Unpenalized != nil {
		q = p.Unpenalized.R
	}
	out := make([]*newton, k)
	bounds, _ := p.Penalty.(single)
	for c := range out {
		out[c] = &newton{loss: loss, bounds: bounds, mu: p.Mu, output: c, outputs: k, ridged: d, w: make([]float64, d+q)}
		out[c].grad = make([]float64, d+q)
	}
	rows := linalg.ToCSR(p.A)
	for i, z := 0, make([]float64, o.Size()); i < o.N; i++ {
		_, c := o.Span(z, i)
		out[c].examples = append(out[c].examples, i)
	}
	for _, n := range out {
		n.z, n.x = make([]float64, len(n.examples)), mat.NewDense(max(1, len(n.examples)), d+q, nil)
		for at, i := range n.examples {
			row := n.x.RawRowView(at)
			rows.VisitRow(i, func(j int, v float64) { row[j] = v })
			for r := range q {
				row[d+r] = p.Unpenalized.At(r, i)
			}
		}
	}
	return out
}

// minimize solves the subproblem from the weights of its output among x, where it leaves them, in so many steps at
// most.
func (n *newton) minimize(ctx context.Context, x []float64, most int) (steps int) {
	for j := range n.w {
		n.w[j] = x[j*n.outputs+n.output]
	}
	n.objective = n.at(n.w)
	for steps < most && context.Cause(ctx) == nil && n.step() {
		steps++
	}
	for j, v := range n.w {
		x[j*n.outputs+n.output] = v
	}
	return steps
}

// at fills predictions and the gradient at weights, and returns P.
func (n *newton) at(w []float64) (objective float64) {
	ridged := w[:n.ridged]
	objective = n.mu / 2 * floats.Dot(ridged, ridged)
	clear(n.grad)
	floats.AddScaled(n.grad[:n.ridged], n.mu, ridged)
	for at, i := range n.examples {
		row := n.x.RawRowView(at)
		n.z[at] = floats.Dot(row, w)
		value, slope := n.loss.At(i, n.z[at])
		objective += n.loss.Weight(i) * value
		floats.AddScaled(n.grad, n.loss.Weight(i)*slope, row)
	}
	return objective
}

// to writes w + t·direction to dst, within bounds.
func (n *newton) to(dst []float64, t float64, direction []float64) {
	floats.AddScaledTo(dst, n.w, t, direction)
	for j := range dst[:n.ridged] {
		if n.bounds != nil {
			dst[j] = n.bounds.ProxAt(j*n.outputs+n.output, dst[j], 1)
		}
	}
}

// tries of a step, and the share of P by which the last one that is worth while is to lower it.
const (
	tries = 60
	least = 1e-20
)

// step takes a Newton step; ok is false where none leads further, and the weights stay.
func (n *newton) step() (ok bool) {
	direction, promise := n.direction()
	if !(promise > least*math.Abs(n.objective)) || math.IsInf(promise, 1) {
		return false
	}
	next, way, from := make([]float64, len(n.w)), make([]float64, len(n.w)), append([]float64(nil), n.grad...)
	lo, hi := 0., math.Inf(1) // P falls at lo, and no more at hi
	for try, t := 0, 1.; try < tries; try++ {
		n.to(next, t, direction)
		floats.SubTo(way, next, n.w)
		objective := n.at(next)
		before, slope := floats.Dot(from, way), floats.Dot(n.grad, way)
		small := math.Abs(slope) <= -0.1*before
		if before < 0 && (slope <= 0 && (t == 1 || small) || small && objective <= n.objective) {
			n.w, n.objective = next, objective
			return true
		}
		if before < 0 && slope <= 0 {
			lo = t
		} else {
			hi = t
		}
		if t = hi / 10; lo > 0 {
			t = math.Sqrt(lo * hi)
		}
	}
	n.at(n.w)
	return false
}

// direction is −H⁻¹∇P in the weights that are free to move along it, and half of what P falls by along it at first.
func (n *newton) direction() (step []float64, promise float64) {
	free, to := make([]int, len(n.w)), make([]float64, len(n.w))
	for j := range free {
		free[j] = j
	}
	step = make([]float64, len(n.w))
	floats.AddScaled(step, -1, n.grad)
	for first := true; ; first = false {
		n.to(to, 1, step)
		all := len(free)
		free = slices.DeleteFunc(free, func(j int) bool { return to[j] == n.w[j] && step[j] != 0 && j < n.ridged })
		if len(free) == 0 || len(free) == all && !first {
			return step, promise
		}
		r, part := n.factor(free), make([]float64, len(free))
		for at, j := range free {
			part[at] = -n.grad[j]
		}
		right := blas64.Vector{N: len(part), Inc: 1, Data: part}
		blas64.Trsv(blas.Trans, r, right)
		promise = floats.Dot(part, part) / 2
		blas64.Trsv(blas.NoTrans, r, right)
		clear(step)
		for at, j := range free {
			step[j] = part[at]
		}
	}
}

// The curvature of an unpenalized weight beside that of examples is flat, as a share of what it is at most; flatter
// where no example has any.
const (
	flat    = 1e-14
	flatter = 1e-4
)

// factor is R of some columns.
func (n *newton) factor(columns []int) blas64.Triangular {
	m, d := len(n.examples), len(columns)
	rows := mat.NewDense(m+d, d, nil)
	most, squares, at := n.loss.Curvature(), make([]float64, d), 0
	for e, i := range n.examples {
		row, curvature := n.x.RawRowView(e), n.loss.Weight(i)*n.loss.Second(i, n.z[e])
		for to, j := range columns {
			squares[to] += most * row[j] * row[j]
			rows.Set(at, to, math.Sqrt(curvature)*row[j])
		}
		if curvature > 0 {
			at++
		}
	}
	share := flat
	if at == 0 {
		share = flatter
	}
	for to, j := range columns {
		v := n.mu
		if j >= n.ridged {
			v = share * squares[to]
		}
		rows.Set(at+to, to, math.Sqrt(v))
	}
	var qr mat.QR
	qr.Factorize(rows.Slice(0, at+d, 0, d))
	r := mat.NewDense(at+d, d, nil)
	qr.RTo(r)
	return blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: d, Stride: d, Data: r.RawMatrix().Data}
}
