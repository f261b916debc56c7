package solver

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// Problem is the regularized empirical risk of a linear model with k outputs, one or several,
//
//	P(W) = min_B Σ_i c_i ℓ_i(Wᵀa_i + Bᵀf_i) + λ Ω(W) + (μ/2)‖W‖²,
//
// where A is n×d with rows a_i, and W is d×k, given row by row. The columns of F, n×q with rows f_i, have weights B,
// q×k, that nothing penalizes: intercepts, as a rule. Without them there is no minimum to take.
//
// As a toolkit.Smooth it is the first term, which is convex with the gradient at the minimum and the same Lipschitz
// constant; Regularizer is the rest; as a toolkit.Certifier it is the whole. A Problem has scratch space: it is for
// one goroutine at a time. Its fields are for reading, but for Tol, which may be set before a run.
type Problem struct {
	A           linalg.Map
	Loss        toolkit.Loss
	Penalty     toolkit.Proxable // Ω, with a strength of its own; nil for none
	Lambda      float64          // λ, which multiplies Ω: 1 unless At says otherwise
	Mu          float64          // μ
	Unpenalized *linalg.Dense    // Fᵀ, q×n: a column of F a row; nil for none
	Inexact     bool             // A or targets were centred or scaled: gaps count what that rounded
	Tol         float64          // the gap that will do, as a share of P; see Within

	o       *outputs.Loss // the loss
	size    int           // d·k
	u, v    []float64     // slopes c_i ∇ℓ_i, and AᵀU, nil before it is asked for
	at      []float64     // W that the slopes are at; nil for none
	value   float64       // the loss there
	gap     [2]float64    // what Certify said there; 0 before
	sharp   bool          // by Sharpen
	minimum *unpenalized  // over B; nil without
	warm    *warmProx     // Ω's prox
	shared  *sync.Map     // what does not depend on λ and μ; see Shared
}

// NewProblem makes a problem with λ = 1. The loss is a toolkit.Separable, a toolkit.MultiOutput or a toolkit.Joint. A
// ridge around the penalty (prox.Ridge) becomes the problem's μ. It panics when A has not as many rows as the loss
// has examples.
func NewProblem(a linalg.Map, loss toolkit.Loss, penalty toolkit.Proxable) *Problem {
	p := &Problem{A: a, Loss: loss, Penalty: penalty, Lambda: 1}
	if r, ok := penalty.(Ridged); ok {
		p.Mu, p.Penalty = r.SplitRidge()
	}
	if n, _ := a.Dims(); n != loss.Len() {
		panic("solver: the loss needs one example for each row of A")
	}
	return p.prepared(&sync.Map{})
}

// At is the same problem at another λ. What does not depend on λ is not computed again. A penalty that is not a
// multiple of itself at another λ is Nonhomogeneous: it gets λ, and the problem's own is 1.
func (p *Problem) At(lambda float64) *Problem {
	q := *p
	q.Lambda = lambda
	if s, ok := p.Penalty.(Nonhomogeneous); ok {
		q.Penalty, q.Lambda = s.WithStrength(lambda), 1
	}
	return q.prepared(p.shared)
}

// WithRidge is the same problem with another μ.
func (p *Problem) WithRidge(mu float64) *Problem {
	q := *p
	q.Mu = mu
	return q.prepared(p.shared)
}

// Within tells whether a gap is well within what will do, a tenth of Tol: what rounding hides of it may stay hidden.
func (p *Problem) Within(gap, objective float64) bool { return gap <= p.Tol/10*math.Abs(objective) }

// WithUnpenalized is the same problem with unpenalized columns, given as rows: Fᵀ, q×n. Its value needs second
// derivatives of the loss: a toolkit.TwiceDifferentiable, or a toolkit.Hessian. It panics where the columns have not
// an entry for each row of A, and for a toolkit.Joint.
func (p *Problem) WithUnpenalized(columns *linalg.Dense) *Problem {
	q := *p
	q.Unpenalized = nil
	if columns != nil && columns.R > 0 {
		if columns.C != p.Loss.Len() {
			panic("solver: the unpenalized columns need one entry for each row of A")
		}
		q.Unpenalized = columns
	}
	return q.prepared(&sync.Map{})
}

// WithLoss is the same problem with another loss on as many predictions: what depends on A and Ω alone is not computed
// again.
func (p *Problem) WithLoss(loss toolkit.Loss) *Problem {
	q := *p
	q.Loss = loss
	shared := &sync.Map{}
	for _, key := range []sharedKey{columnsKey, columnNormsKey, polarOfNormsKey, penaltyAtZeroKey} {
		if value, ok := p.shared.Load(key); ok {
			shared.Store(key, value)
		}
	}
	return q.prepared(shared)
}

// prepared has scratch space of its own.
func (p Problem) prepared(shared *sync.Map) *Problem {
	_, d := p.A.Dims()
	p.shared, p.minimum, p.at = shared, nil, nil
	p.warm = &warmProx{g: p.Penalty, tol: warmTol}
	if p.Unpenalized == nil {
		p.o = outputs.Any(p.Loss)
	} else {
		p.o = outputs.New(p.Loss)
	}
	p.size, p.u, p.v = d*p.o.K, make([]float64, p.o.Size()), nil
	return &p
}

// Dim is d·k, the number of weights.
func (p *Problem) Dim() int { return p.size }

// Outputs is k.
func (p *Problem) Outputs() int { return p.o.K }

// Separable is the loss where every example has one prediction, be it of one output or of its task's; ok is false
// where not.
func (p *Problem) Separable() (l toolkit.Separable, ok bool) {
	if l, ok := p.Loss.(toolkit.Separable); ok {
		return l, true
	}
	if tasks, ok := p.Loss.(Tasked); ok {
		return tasks.Each(), true
	}
	return nil, false
}

// Value is the loss Σ_i c_i ℓ_i(Wᵀa_i + Bᵀf_i) at the best B.
func (p *Problem) Value(w []float64) float64 { return p.slopes(w) }

// ValueGrad writes the gradient of the loss, AᵀU with rows u_i = c_i ∇ℓ_i, to dst and returns the loss.
func (p *Problem) ValueGrad(dst, w []float64) float64 {
	sum := p.slopes(w)
	p.products(dst, p.u)
	return sum
}

// slopes fills U and returns the loss; for the weights of the last call they are there.
func (p *Problem) slopes(w []float64) float64 {
	if len(w) != len(p.at) || !floats.Equal(w, p.at) {
		p.value, p.gap = p.slopesAt(w), [2]float64{}
		p.at = append(p.at[:0], w...)
	}
	return p.value
}

func (p *Problem) slopesAt(w []float64) float64 {
	if clear(p.u); slices.ContainsFunc(w, func(v float64) bool { return v != 0 }) {
		p.o.Predict(p.u, p.A, w)
	}
	if p.Unpenalized == nil {
		return p.o.Slopes(p.u, p.u)
	}
	if p.minimum == nil {
		p.minimum = newUnpenalized(p.o, p.Unpenalized)
	}
	return p.minimum.find(p.u)
}

// Predict writes the predictions Wᵀa_i + Bᵀf_i to z, B being q×k row by row; nil for none.
func (p *Problem) Predict(z, w, b []float64) {
	p.o.Predict(z, p.A, w)
	for i := range p.o.N {
		part, lo := p.o.Span(z, i)
		for q := 0; q*p.o.K < len(b); q++ {
			floats.AddScaled(part, p.Unpenalized.At(q, i), b[q*p.o.K+lo:q*p.o.K+lo+len(part)])
		}
	}
}

// products is AᵀU.
func (p *Problem) products(dst, u []float64) { p.o.Gradient(dst, p.A, u) }

// UnpenalizedWeights are the best B for W, q×k row by row; nil where there are no unpenalized columns.
func (p *Problem) UnpenalizedWeights(w []float64) []float64 {
	if p.Unpenalized == nil {
		return nil
	}
	p.slopes(w)
	return append([]float64(nil), p.unpenalizedNow()...)
}

// unpenalizedNow are those of the last W, not to be kept.
func (p *Problem) unpenalizedNow() []float64 {
	if p.minimum == nil {
		return nil
	}
	return p.minimum.b
}

// Lipschitz is Curvature · ‖A‖², an upper bound of the Lipschitz constant of the loss's gradient; see
// linalg.SquaredNorm.
func (p *Problem) Lipschitz() float64 {
	_, hi := linalg.SquaredNorm(p.A)
	return p.Loss.Curvature() * hi
}

// sharedKey is a key of Shared.
type sharedKey int

// What a problem shares with those that it was made of.
const (
	columnsKey sharedKey = iota
	lambdaMaxKey
	columnNormsKey
	polarOfNormsKey
	lossesAtZeroKey
	penaltyAtZeroKey
	modulusKey
	atZeroKey
)
