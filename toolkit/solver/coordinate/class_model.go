package coordinate

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// classModel is the quadratic model of a softmax loss around weights w, with slopes G there and the changes V = A Δ,
//
//	⟨G, Δ⟩ + ½ Σ_i c_i (Σ_c p_ic v_ic² − (Σ_c p_ic v_ic)²) + R(w + Δ),
//
// and its minimization block by block. Predictions are kept class by class, so that a step over one weight meets the
// entries of one column and one class.
type classModel struct {
	*classProblem
	mu, lambda float64
	prob       []float64 // p, class by class
	change     []float64 // V, class by class
	mean       []float64 // Σ_c p_ic v_ic
	gradient   []float64 // G, of features and then of unpenalized columns, k each
	old, w     []float64 // w, and w + Δ
	bound      []float64 // by block: of the largest eigenvalue of its Hessian; 0 where it is not known yet
	step       []float64
	visited    float64       // weights
	few        *classProblem // a sample of the examples, or all of few
	fewProb    []float64     // p there
	grams      *classGrams   // of few; nil before they are asked for
}

// classProblem is what is the same for all models and λ.
type classProblem struct {
	n, d, k   int
	columns   linalg.StoredRows // of A
	weighted  linalg.StoredRows // the same times the weights of the examples; columns where they are all weight
	fixed     linalg.StoredRows // of F; nil for none
	fixedBy   linalg.StoredRows
	weight    float64 // 1 where weighted is another matrix
	blocks    []classBlock
	penalized int       // blocks that the norm or a ridge is on; the others are single
	norms     []float64 // ‖A_j‖
	share     []float64 // c_i
	unseen    []float64 // by feature: a bound of curvatures where all examples here have 0 and others have not; nil for 0
}

// classBlock are weights of one row that the norm keeps together.
type classBlock struct {
	row     int // of W, or behind it of B
	classes []int
	omega   float64
}

// column is a column of A or of F, as it is or times the weights.
func (p *classProblem) column(row int, weighted bool) (at []int32, values []float64) {
	a := p.columns
	switch {
	case row >= p.d && weighted:
		return p.fixedBy.Stored(row - p.d)
	case row >= p.d:
		return p.fixed.Stored(row - p.d)
	case weighted:
		a = p.weighted
	}
	return a.Stored(row)
}

// slope is the derivative of the model's loss by one weight.
func (m *classModel) slope(row, class int) float64 {
	at, values := m.column(row, true)
	p, v := m.prob[class*m.n:(class+1)*m.n], m.change[class*m.n:(class+1)*m.n]
	var sum float64
	if at == nil {
		mean := m.mean[:len(values)]
		for i, a := range values {
			sum += a * p[i] * (v[i] - mean[i])
		}
	} else {
		values = values[:len(at)]
		for e, i := range at {
			sum += values[e] * p[i] * (v[i] - m.mean[i])
		}
	}
	return m.gradient[row*m.k+class] + m.weight*sum
}

// add changes one weight.
func (m *classModel) add(row, class int, by float64) {
	at, values := m.column(row, false)
	p, v := m.prob[class*m.n:(class+1)*m.n], m.change[class*m.n:(class+1)*m.n]
	m.w[row*m.k+class] += by
	if at == nil {
		for i, a := range values {
			a *= by
			v[i] += a
			m.mean[i] += p[i] * a
		}
		return
	}
	for e, i := range at {
		a := values[e] * by
		v[i] += a
		m.mean[i] += p[i] * a
	}
}

// curvature is a bound of the largest eigenvalue of a block's Hessian: itself for one weight, and for several, as ppᵀ
// takes away only, the largest entry of the rest.
func (m *classModel) curvature(g int) float64 {
	if m.bound[g] > 0 {
		return m.bound[g]
	}
	block := &m.blocks[g]
	at, values := m.column(block.row, false)
	_, weighted := m.column(block.row, true)
	var most float64
	for _, c := range block.classes {
		p := m.prob[c*m.n : (c+1)*m.n]
		var sum, floor float64
		for e, a := range values {
			i := e
			if at != nil {
				i = int(at[e])
			}
			square, share := a*weighted[e], p[i]
			if len(block.classes) == 1 {
				share *= 1 - share
			}
			sum += square * share
			floor += square
		}
		most = math.Max(most, m.weight*math.Max(sum, minCurvature*floor))
	}
	if most == 0 && m.unseen != nil && g < m.penalized {
		most = m.unseen[block.row]
	}
	m.bound[g] = most
	return most
}

// update minimizes the model's bound over a block, and returns what that gains at least.
func (m *classModel) update(g int) (gain float64) {
	block, l := &m.blocks[g], m.curvature(g)
	if l == 0 && g < m.penalized { // columns of zeros
		for _, class := range block.classes {
			m.w[block.row*m.k+class] = 0
		}
	}
	if l == 0 {
		return 0
	}
	mu, threshold := m.mu, m.lambda*block.omega
	if g >= m.penalized {
		mu = 0
	}
	step := m.step[:len(block.classes)]
	for c, class := range block.classes {
		step[c] = l*m.w[block.row*m.k+class] - m.slope(block.row, class)
	}
	scale := 0.
	if norm := floats.Norm(step, 2); norm > threshold || norm != norm {
		scale = (1 - threshold/norm) / (l + mu)
	}
	for c, class := range block.classes {
		now := 0.
		if scale != 0 {
			now = scale * step[c]
		}
		if by := now - m.w[block.row*m.k+class]; by != 0 {
			m.add(block.row, class, by)
			m.w[block.row*m.k+class] = now
			gain += (l + mu) / 2 * by * by
		}
	}
	m.visited += float64(len(block.classes))
	return gain
}

// isActive tells whether a block is unpenalized or has a weight that is not 0.
func (m *classModel) isActive(g int) bool {
	block := &m.blocks[g]
	if g >= m.penalized {
		return true
	}
	for _, c := range block.classes {
		if m.w[block.row*m.k+c] != 0 {
			return true
		}
	}
	return false
}

// maxClassPasses bounds those over one model.
const maxClassPasses = 200

// minimize goes over the blocks of a set until a pass over all of them gains less than a share of all gains. Between
// such passes are others, over the blocks that are not 0, until another promises less than that, as gains fall in equal
// shares in the end.
func (m *classModel) minimize(ctx context.Context, set []int, share float64) {
	whole, before, total := true, math.Inf(1), 0.
	var seen [][]float64
	for range maxClassPasses {
		if context.Cause(ctx) != nil {
			return
		}
		gain := 0.
		for _, g := range set {
			if whole || m.isActive(g) {
				gain += m.update(g)
			}
		}
		total += gain
		if whole && gain <= share*total {
			return
		}
		ratio := math.Min(gain/before, 0.98)
		whole, before = !whole && gain*ratio/(1-ratio) <= share*total, gain
		if seen = append(seen, m.of(set)); len(seen) == subspaceFrom {
			more := m.subspaceStep(set)
			total += more
			whole = more > 0
		}
		if len(seen) > extrapolated || whole {
			if !whole {
				m.extrapolate(set, seen)
			}
			seen = nil
		}
	}
}

// subspaceFrom is the pass since the last one over all blocks after which a subspace step is tried.
const subspaceFrom = 2

// of are the weights of a set.
func (m *classModel) of(set []int) (w []float64) {
	for _, g := range set {
		for _, c := range m.blocks[g].classes {
			w = append(w, m.w[m.blocks[g].row*m.k+c])
		}
	}
	return w
}

// extrapolate goes to where the weights of a set tend, where the model is lower there.
func (m *classModel) extrapolate(set []int, seen [][]float64) {
	next := make([]float64, len(seen[0]))
	if !linalg.Extrapolate(next, seen) {
		return
	}
	before := m.value()
	change, mean := append([]float64(nil), m.change...), append([]float64(nil), m.mean...)
	m.replace(set, next, true)
	if !(m.value() < before) {
		copy(m.change, change)
		copy(m.mean, mean)
		m.replace(set, seen[len(seen)-1], false)
	}
}

// replace replaces the weights of a set, and changes the predictions where asked.
func (m *classModel) replace(set []int, w []float64, predictions bool) {
	at := 0
	for _, g := range set {
		for _, c := range m.blocks[g].classes {
			i := m.blocks[g].row*m.k + c
			if by := w[at] - m.w[i]; by != 0 && predictions {
				m.add(m.blocks[g].row, c, by)
			}
			m.w[i] = w[at]
			at++
		}
	}
}

// value is the model, but for the loss at w.
func (m *classModel) value() (sum float64) {
	for j, g := range m.gradient {
		sum += g * (m.w[j] - m.old[j])
	}
	return sum + m.quadratic() + m.penalty(m.w, m.lambda, m.mu)
}
