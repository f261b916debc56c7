package composite

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Restarted solves a Problem by products with its maps and their transposes alone, by the primal-dual hybrid gradient
// method, over-relaxed and restarted at averages,
//
//	x⁺ ← prox_{τg}(x − τ(Σ_k K_kᵀv_k + c))
//	v_k⁺ ← (w_k − prox_{s_k h_k}(w_k))/s_k,  w_k = K_k(2x⁺ − x) + d_k + s_k v_k
//	(x, v) ← (x, v) + ρ(x⁺ − x, v⁺ − v),      τ Σ_k ‖K_k‖²/s_k < 1,
//
// where g is the ridge and a term whose map is the identity, and norms are estimated. An iteration is 40 of these: then
// the point, and the average of points since the last restart, are certified. There is a restart as soon as the smaller
// gap is a fifth of what it was at the last, or four fifths and no longer falling, or after a fifth of all iterations.
// Short dual steps s⁻¹ with long primal ones, by which v comes near its end, and long ones with short ones, by which x
// does, then take turns: the gap is that of the best x to the best v. Of 64² blurred pixels that takes 44 iterations,
// and 96 with the best of either alone. The gap is finite where bounds, a squared loss or a norm of single variables
// absorb Kᵀv, or Radius does.
//
// Source: Chambolle and Pock, A First-Order Primal-Dual Algorithm for Convex Problems, J. Math. Imaging Vis. 2011;
// Applegate et al., Practical Large-Scale Linear Programming using Primal-Dual Hybrid Gradient, NeurIPS 2021; Condat, A
// Primal-Dual Splitting Method, J. Optim. Theory Appl. 2013, for ρ < 2.
type Restarted struct {
	Start []float64 // x; nil for 0. It is copied.
}

const (
	overRelaxed = 1.9
	together    = 40  // iterations from one certificate to the next
	artificial  = 0.2 // of all iterations, without a restart
	short, long = 0.25, 8
)

// Iterations solves a problem. A problem that is not one ends the sequence with an error that says why.
func (c Restarted) Iterations(ctx context.Context, p *Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		if err := p.check(false); err != nil {
			return &State{Progress: solver.Unknown()}, nil, err
		}
		h := newHybrid(newMachine(p, c.Start, nil))
		return h.s, h.step, nil
	})
}

// hybrid is a run.
type hybrid struct {
	*machine
	primal *term // of which the map is the identity; nil for none
	tau    float64
	norms  []float64 // ‖K_k‖² of terms

	next, ahead     []float64 // x⁺ and 2x⁺ − x
	back            []float64
	long            bool // dual steps
	sum             []float64
	sums            [][]float64
	count, all      int
	reference, last float64
}

func newHybrid(m *machine) *hybrid {
	n := len(m.x)
	h := &hybrid{
		machine: m, next: make([]float64, n), ahead: make([]float64, n), sum: make([]float64, n), sums: m.likeTerms(),
		back: make([]float64, n), norms: make([]float64, len(m.terms)), reference: math.Inf(1), last: math.Inf(1),
	}
	even := floats.Max(append([]float64{0}, m.mu...)) == floats.Min(append([]float64{math.Inf(1)}, m.mu...))
	for k, t := range m.terms {
		t.predict(t.p, m.x)
		if h.primal == nil && t.offset == nil && even && isIdentity(t) {
			h.primal = t
			continue
		}
		_, h.norms[k] = linalg.SquaredNorm(t.k)
	}
	h.stepsizes()
	return h
}

// isIdentity tells whether a term's map is the identity.
func isIdentity(t *term) bool {
	if r, c := t.k.Dims(); t.full || r != c {
		return false
	}
	for i := range t.z {
		if col, val := t.k.Stored(i); len(col) != 1 || int(col[0]) != i || val[0] != 1 {
			return false
		}
	}
	return true
}

// stepsizes are those at which all terms have the same share of τ⁻¹, that of the loss, whose value is the largest at
// the start, being the inverse of its curvature there, or what is likely for one that is straight or has a kink there.
func (h *hybrid) stepsizes() {
	most, share := 0.0, 1.0
	for k, t := range h.terms {
		value := t.value(t.p)
		if t == h.primal || !(value > most) || math.IsInf(value, 1) || h.norms[k] == 0 {
			continue
		}
		likely, _ := t.likely(value)
		n, bends := float64(len(t.p)), t.jacobian.Diagonal // h″s/(1 + h″s), at s = small·n·value
		if sum := floats.Sum(bends); sum > 0 && floats.Min(bends) > 0 && floats.Max(bends) < 1 {
			likely = small * n * value * (n/sum - 1)
		}
		most, share = value, h.norms[k]/likely
	}
	var total float64
	for k, t := range h.terms {
		if t.s = 1; t != h.primal && h.norms[k] > 0 {
			t.s = h.norms[k] / (share * short)
			total += h.norms[k] / t.s
		}
	}
	h.tau = 0.99 / math.Max(total, math.SmallestNonzeroFloat64)
}

// step takes 40 iterations.
func (h *hybrid) step(ctx context.Context) (float64, error) {
	s := h.s
	s.Iter++
	for i := 0; i < together && context.Cause(ctx) == nil; i++ {
		h.iterate()
	}
	for k, t := range h.terms {
		copy(h.v[k], t.u)
	}
	gap := h.judge(h.next)
	middle := make([]float64, len(h.x))
	floats.ScaleTo(middle, 1/float64(h.count), h.sum)
	for k, sum := range h.sums {
		floats.ScaleTo(h.v[k], 1/float64(h.count), sum)
	}
	gap = math.Min(gap, h.judge(middle))
	h.report()
	if gap <= 0.2*h.reference || gap <= 0.8*h.reference && gap > h.last || float64(h.count) >= artificial*float64(h.all) {
		h.reference, h.last = gap, math.Inf(1)
		h.restart()
	} else {
		h.last = gap
	}
	return s.Objective, context.Cause(ctx)
}

// restart begins new averages, and changes stepsizes.
func (h *hybrid) restart() {
	h.count, h.long = 0, !h.long
	clear(h.sum)
	by := long / short
	if !h.long {
		by = short / long
	}
	h.tau /= by
	for k, t := range h.terms {
		clear(h.sums[k])
		if t != h.primal {
			t.s /= by
		}
	}
}

// iterate takes one iteration.
func (h *hybrid) iterate() {
	h.s.Splittings++
	h.all++
	h.count++
	q := h.direction
	copy(q, h.linear)
	for _, t := range h.terms {
		if t != h.primal {
			t.k.MulTransVec(h.back, t.v)
			floats.Add(q, h.back)
		}
	}
	for j, x := range h.x {
		h.next[j] = (x - h.tau*q[j]) / (1 + h.tau*h.mu[j])
	}
	if h.primal != nil {
		copy(h.primal.w, h.next)
		h.primal.Prox(h.next, h.primal.w, h.tau/(1+h.tau*h.mu[0]))
	}
	for j, x := range h.next {
		h.ahead[j] = 2*x - h.x[j]
		h.sum[j] += x
		h.x[j] += overRelaxed * (x - h.x[j])
	}
	for k, t := range h.terms {
		if t == h.primal {
			continue
		}
		t.predict(t.w, h.ahead)
		floats.AddScaled(t.w, t.s, t.v)
		t.step()
		floats.Add(h.sums[k], t.u)
		for i, u := range t.u {
			t.v[i] += overRelaxed * (u - t.v[i])
		}
	}
}

// judge is the gap of a point and of multipliers h.v, which it takes for the best where they are.
func (h *hybrid) judge(x []float64) float64 {
	point := append([]float64(nil), x...)
	for _, t := range h.terms {
		t.takeInside(point)
	}
	value := h.try(point, h.outward(point), 0)
	if !h.conjugates {
		return math.NaN()
	}
	q, far := append([]float64(nil), h.linear...), h.farthest(x)
	for k, t := range h.terms {
		if t == h.primal {
			clear(h.v[k])
		}
		t.clip(h.v[k], false, h.tilted)
		t.addTransposed(q, h.v[k])
	}
	return value - h.absorb(q, point, far)
}
