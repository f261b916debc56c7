package lowrank

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Decomposition is how AcceleratedProximal finds the singular pairs of its proximal step.
type Decomposition int

// The decompositions: all pairs by the thin singular value decomposition; all by the eigenvalues of the smaller Gram
// matrix, faster; those above the threshold by subspace iteration from the pairs before, without forming the gradient
// or W: fastest at low rank.
const (
	ThinSVD Decomposition = iota
	GramEigen
	MatrixFree
)

// AcceleratedProximal minimizes P(W) = φ(W) + λ‖W‖_*, φ(W) = Σ_i c_i ℓ_i(Wᵀa_i), by accelerated proximal gradient
// steps with a search for the Lipschitz constant L of ∇φ. With S_c(U Σ Vᵀ) = U max(0, Σ − c) Vᵀ, which thresholds
// singular values,
//
//	W = W⁻ = 0, t = 1, β = 0
//	repeat
//	    Y = W + β(W − W⁻)
//	    W⁺ = S_{λ/L}(Y − ∇φ(Y)/L)
//	    while φ(W⁺) > φ(Y) + ⟨∇φ(Y), W⁺ − Y⟩ + (L/2)‖W⁺ − Y‖²
//	        L = 2L, W⁺ = S_{λ/L}(Y − ∇φ(Y)/L)
//	    if P(W⁺) > P(W)                                    momentum starts afresh
//	        t = 1
//	    t⁺ = (1 + √(1 + 4t²))/2, β = (t − 1)/t⁺
//	    W⁻ = W, W = W⁺, t = t⁺, L = 4L/5
//
// With a Fixed L there is neither search nor fresh start: FISTA with a constant step of 1/L, by Beck and Teboulle.
//
// The predictions A Y of the extrapolated point come from those of the last two. FISTA with prox.TraceNorm is the
// same method in general terms.
//
// Source: Toh, Yun, An Accelerated Proximal Gradient Algorithm for Nuclear Norm Regularized Least Squares Problems,
// Pacific J. Optim. 2010, section 3; Ji, Ye, An Accelerated Gradient Method for Trace Norm Minimization, ICML 2009;
// restarts: O'Donoghue and Candès 2015; the constant step: Beck, Teboulle, A Fast Iterative Shrinkage-Thresholding
// Algorithm for Linear Inverse Problems, SIAM J. Imaging Sciences 2009, section 4.
type AcceleratedProximal struct {
	Decomposition Decomposition
	// Fixed is L from the first step to the last; 0 searches for L. Below the Lipschitz constant of ∇φ, for which the
	// sequence converges, objectives may rise.
	Fixed float64
	// CheckEvery is how often Gap is computed; 0 for 10. A check costs about a gradient and the largest singular value.
	CheckEvery int
}

// Iterations starts from W = 0. The penalty must be a TraceNorm, λ positive, the loss smooth, and the problem without
// ridge and unpenalized columns.
func (c AcceleratedProximal) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		s := stateAtZero(p)
		lambda, err := Strength(p, "accelerated proximal gradient")
		if err == nil {
			err = checkSmooth(p.Loss, "accelerated proximal gradient")
		}
		if c.Decomposition < ThinSVD || c.Decomposition > MatrixFree {
			err = fmt.Errorf("there is no decomposition %d", c.Decomposition)
		}
		if c.Fixed < 0 || math.IsNaN(c.Fixed) || math.IsInf(c.Fixed, 1) {
			err = fmt.Errorf("a fixed L of %g: it must be positive and finite", c.Fixed)
		}
		if err != nil {
			return s, nil, err
		}
		if c.CheckEvery <= 0 {
			c.CheckEvery = 10
		}
		return s, newAccelerated(c, newFactored(p.A, p.Loss, lambda, s)).step, nil
	})
}

// matrix is an iterate of the method: factors, predictions, and W where it is formed.
type matrix struct {
	u, v, z, w []float64
	rank       int
}

type accelerated struct {
	AcceleratedProximal
	*factored
	now, before matrix // W and W⁻
	t, beta, l  float64
	y, zy       []float64 // Y where it is formed, and its predictions
	rng         *rand.Rand
	warm        []float64 // right vectors of the subspace before
}

func newAccelerated(c AcceleratedProximal, f *factored) *accelerated {
	m := &accelerated{AcceleratedProximal: c, factored: f, t: 1, rng: rand.New(rand.NewPCG(1, 3))}
	meanEigenvalue := linalg.SquaredFrobenius(f.a) / float64(f.s.d) // of AᵀA: a start for L from below
	if m.l = f.o.Loss.Curvature() * meanEigenvalue / 8; !(m.l > 0) {
		m.l = 1
	}
	if c.Fixed > 0 {
		m.l = c.Fixed
	}
	for _, w := range []*matrix{&m.now, &m.before} {
		w.z = make([]float64, f.o.Size())
		if c.Decomposition != MatrixFree {
			w.w = make([]float64, f.s.d*f.s.k)
		}
	}
	m.y, m.zy = make([]float64, len(m.now.w)), make([]float64, f.o.Size())
	return m
}

func (m *accelerated) step(context.Context) (objective float64, err error) {
	s := m.s
	s.Iter++
	m.extrapolate(m.zy, m.now.z, m.before.z)
	m.extrapolate(m.y, m.now.w, m.before.w)
	atY := m.o.Slopes(m.slope, m.zy)
	s.Evals++
	if !solver.Finite(atY) {
		return m.report(atY), nil
	}
	if m.Decomposition != MatrixFree {
		m.o.Gradient(m.gradient, m.a, m.slope)
	}
	next, objective, err := m.search(atY)
	if err != nil {
		return 0, err
	}
	m.before, m.now = m.now, next
	s.U, s.V, s.Rank = next.u, next.v, next.rank
	m.momentum(objective)
	s.Step = 1 / m.l
	if m.Fixed == 0 {
		m.l *= 0.8
	}
	if s.Iter%m.CheckEvery == 0 {
		m.o.Slopes(m.slope, m.now.z)
		m.gradientKnown = false
		_, norm, err := m.gradientPairs()
		if err != nil {
			return 0, err
		}
		m.improveBound(objective, norm)
	}
	return m.report(objective), nil
}

// extrapolate is dst = W + β(W − W⁻), for matrices or their predictions.
func (m *accelerated) extrapolate(dst, now, before []float64) {
	for i, v := range now {
		dst[i] = v + m.beta*(v-before[i])
	}
}

// momentum sets t and β for the next step, from the objective at W⁺; the state has that at W.
func (m *accelerated) momentum(objective float64) {
	if m.Fixed == 0 && objective > m.s.Objective {
		m.t = 1
	}
	next := (1 + math.Sqrt(1+4*m.t*m.t)) / 2
	m.beta, m.t = (m.t-1)/next, next
}

// cancellation is the relative size below which a difference of two values of φ has too few digits left: half the
// change of its slope along the step then stands for what φ is above its linearization.
const cancellation = 1e-9

// search doubles L until φ at the proximal step is below the quadratic bound, but for a fixed L. It returns the step,
// and P there.
func (m *accelerated) search(atY float64) (next matrix, objective float64, err error) {
	slopes := append([]float64(nil), m.slope...)
	for try := 0; ; try++ {
		next, trace, err := m.proximalStep(slopes)
		if err != nil {
			return next, 0, err
		}
		value := m.o.Slopes(m.slope, next.z)
		m.s.Evals++
		if m.Fixed > 0 {
			return next, value + m.lambda*trace, nil
		}
		var linear, change float64
		for i, g := range slopes {
			step := next.z[i] - m.zy[i]
			linear += g * step
			change += (m.slope[i] - g) * step
		}
		excess := value - atY - linear
		if math.Abs(excess) <= cancellation*(math.Abs(value)+math.Abs(atY)) { // as for a quadratic
			excess = change / 2
		}
		if !(excess > m.l/2*m.squaredDistance(next)) || try == 60 {
			return next, value + m.lambda*trace, nil
		}
		m.l *= 2
	}
}

// squaredDistance is ‖W⁺ − Y‖²: of matrices where they are formed, else by the Gram matrices of the factors.
func (m *accelerated) squaredDistance(next matrix) (sum float64) {
	if m.Decomposition != MatrixFree {
		for i, v := range next.w {
			sum += (v - m.y[i]) * (v - m.y[i])
		}
		return sum
	}
	u, v := m.difference(next)
	r := len(u) / m.s.d
	gu, gv := make([]float64, r*r), make([]float64, r*r)
	linalg.Gemm(gu, u, u, r, m.s.d, r, true)
	linalg.Gemm(gv, v, v, r, m.s.k, r, true)
	return math.Max(0, floats.Dot(gu, gv))
}

// difference is W⁺ − Y in factors: those of W⁺, −(1 + β) W and β W⁻, one under another. Of W⁺ = 0, a matrix{}, it is
// −Y.
func (m *accelerated) difference(next matrix) (u, v []float64) {
	add := func(w matrix, scale float64) {
		u = append(u, w.u...)
		from := len(v)
		v = append(v, w.v...)
		floats.Scale(scale, v[from:])
	}
	add(next, 1)
	add(m.now, -1-m.beta)
	if m.beta != 0 {
		add(m.before, m.beta)
	}
	return u, v
}

// proximalStep is W⁺ = S_{λ/L}(Y − ∇/L), and ‖W⁺‖_*.
func (m *accelerated) proximalStep(slopes []float64) (next matrix, trace float64, err error) {
	d, k := m.s.d, m.s.k
	threshold := m.lambda / m.l
	pairs, ok := m.decompose(slopes, threshold)
	if !ok {
		return matrix{}, 0, solver.ErrDiverged
	}
	rank := 0
	for rank < len(pairs.Values) && pairs.Values[rank] > threshold {
		rank++
	}
	next = matrix{u: pairs.Left[:rank*d], v: pairs.Right[:rank*k], rank: rank, z: make([]float64, m.o.Size())}
	for j, v := range pairs.Values[:rank] {
		trace += v - threshold
		root := math.Sqrt(v - threshold)
		floats.Scale(root, next.u[j*d:(j+1)*d])
		floats.Scale(root, next.v[j*k:(j+1)*k])
	}
	if m.Decomposition != MatrixFree {
		next.w = make([]float64, d*k)
		form(next.w, next.u, next.v, d, k, rank)
		if m.formed(rank) {
			m.o.Predict(next.z, m.a, next.w)
			return next, trace, nil
		}
	}
	au := make([]float64, m.o.N*rank)
	linalg.MulRows(au, m.a, next.u, rank)
	m.o.Combine(next.z, au, next.v, rank)
	return next, trace, nil
}

// decompose is Y − ∇/L in singular pairs, at least all above the threshold.
func (m *accelerated) decompose(slopes []float64, threshold float64) (linalg.Pairs, bool) {
	s := m.s
	if m.Decomposition == MatrixFree {
		return m.subspace(slopes, threshold)
	}
	at := make([]float64, s.d*s.k)
	floats.AddScaledTo(at, m.y, -1/m.l, m.gradient)
	if m.Decomposition == GramEigen {
		pairs, _, ok := linalg.SingularPairs(at, s.d, s.k, threshold)
		return pairs, ok
	}
	return linalg.ThinPairs(at, s.d, s.k)
}
