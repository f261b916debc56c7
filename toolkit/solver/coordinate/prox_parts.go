package coordinate

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/arranged"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// Coordinatewise is a penalty Σ_j g_j(x_j): ProxAt minimizes g_j(z) + (z − v)²/(2γ), globally where g_j is not convex.
type Coordinatewise interface {
	ProxAt(j int, v, gamma float64) float64
}

// Blockwise is a penalty Σ_k g_k(x_k) of disjoint blocks x_k of d coordinates, Parts, of which every coordinate is in
// one. ProxPart writes what minimizes g_k(z) + ‖z − v‖²/(2γ) to dst, which may be v.
type Blockwise interface {
	Parts(d int) [][]int
	ProxPart(dst, v []float64, k int, gamma float64)
}

// CurvedBlocks is a Blockwise penalty whose g_k is twice differentiable in the weights x of a block that are not 0, as
// long as these stay so, and the others 0. Derivatives writes its gradient in x, and its Hessian row by row.
type CurvedBlocks interface {
	Blockwise
	Derivatives(gradient, hessian, x []float64, k int)
}

// CurvedWeights is a Coordinatewise penalty that is twice differentiable in weights that are not 0. DerivativesAt are
// those of g_j at x ≠ 0, NaN where there are none.
type CurvedWeights interface {
	Coordinatewise
	DerivativesAt(j int, x float64) (slope, curvature float64)
}

// proxParts is a penalty that is known by its prox, part by part: the blocks of a model, in their order.
type proxParts struct {
	of     toolkit.Proxable
	single Coordinatewise
	block  Blockwise     // nil where weights are single
	curved CurvedBlocks  // nil where there are no derivatives
	bent   CurvedWeights // the same of single weights
	parts  [][]int       // of weights
	size   int           // penalized weights
}

func proxPartsOf(p *solver.Problem) (*proxParts, error) {
	out := &proxParts{of: p.Penalty, size: p.Dim()}
	switch g := p.Penalty.(type) {
	case Coordinatewise:
		out.single = g
		out.bent, _ = p.Penalty.(CurvedWeights)
		all := vec.UpTo(p.Dim())
		for j := range all {
			out.parts = append(out.parts, all[j:j+1])
		}
	case Blockwise:
		out.block, out.parts = g, g.Parts(p.Dim())
		out.curved, _ = p.Penalty.(CurvedBlocks)
	default:
		return nil, fmt.Errorf("proximal coordinate descent needs a penalty of single weights (coordinate.Coordinatewise) "+
			"or of blocks (coordinate.Blockwise), which %T is not; FISTA takes any", p.Penalty)
	}
	return out, nil
}

// Prox is that of part g at x, in its place.
func (p *proxParts) Prox(x []float64, g int, gamma float64) {
	if p.block == nil {
		x[0] = p.single.ProxAt(g, x[0], gamma)
		return
	}
	p.block.ProxPart(x, x, g, gamma)
}

// enter goes into the penalty's domain.
func (p *proxParts) enter(w []float64) {
	for g, part := range p.parts {
		x := vec.Pick(nil, w, part)
		p.Prox(x, g, math.SmallestNonzeroFloat64)
		for i, j := range part {
			w[j] = x[i]
		}
	}
}

// Value is λ Σ_g g_g.
func (p *proxParts) Value(w []float64, lambda float64) float64 {
	if lambda == 0 {
		return 0
	}
	return lambda * p.of.Value(w[:p.size])
}

func (p *proxParts) IsSmooth() bool { return p.curved != nil || p.bent != nil }

func (p *proxParts) Derivatives(gradient, hessian, x []float64, g int) {
	if p.bent != nil {
		gradient[0], hessian[0] = p.bent.DerivativesAt(g, x[0])
		return
	}
	p.curved.Derivatives(gradient, hessian, x, g)
}

// columns are those of a problem in the parts of its penalty, and the unpenalized ones.
func (p *proxParts) columns(of *solver.Problem, predictions *arranged.Predictions) model.Blocks {
	b := model.Blocks{N: len(predictions.Example), From: []int{0}}
	for _, part := range p.parts {
		var columns []model.Column
		for _, i := range part {
			columns = append(columns, predictions.Column(predictions.Columns, i, 0))
		}
		b.Add(1, columns...)
	}
	b.Penalized = b.Count()
	if of.Unpenalized != nil {
		for i := range of.Unpenalized.R * of.Outputs() {
			b.Add(0, predictions.Column(predictions.Unpenalized, i, p.size))
		}
	}
	return b
}
