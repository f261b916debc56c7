// Package params holds representations of a model's parameters behind toolkit.Params: explicit weights over dense or
// sparse features, kernel expansions, groups of such blocks side by side, and hashed weights of templates.
//
// Every block is a matrix W of one row a feature and one column an output, of which only inner products are needed. Its
// squared norm is kept up to date through
//
//	‖W + s U‖² = ‖W‖² + 2s⟨W,U⟩ + s²‖U‖²,
//
// clamped at 0 and recomputed exactly by Refresh. (Equation (17) of Martins et al., 2010, corrected: it lacks the
// score of the true output.)
package params

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Block is one matrix of parameters for one family of parts.
type Block interface {
	// Family is the family of parts whose features the block weighs.
	Family() int
	// SquaredNorm is ‖W‖².
	SquaredNorm() float64
	// Scale is W ← c W; c = 0 resets to zero.
	Scale(c float64)
	// Add is W ← W + step Σ_p Value_p φ(Row_p) e_{Col_p}ᵀ over the parts of the block's family.
	Add(step float64, parts []toolkit.Part)
	// InnerProducts returns ⟨W, U⟩ and ‖U‖² for U = Σ_p Value_p φ(Row_p) e_{Col_p}ᵀ over the parts of the block's
	// family. It takes an inner product for every pair of parts of the same column.
	InnerProducts(parts []toolkit.Part) (inner, squared float64)
	// Scores adds φ(row)ᵀW to dst, one entry an output column.
	Scores(dst []float64, row int)
	// Coefficients is what W is made of, one column an output: W itself, one row a feature, or the α of W = Σ_j φ(x_j)
	// α_jᵀ, one row a training row.
	Coefficients() *linalg.Dense
	// Refresh recomputes the squared norm exactly.
	Refresh()
	// StartAverage begins to average W over the rounds that Tick counts; Averaged is a block of its own with the average.
	StartAverage()
	Tick()
	Averaged() Block
}

// Model is a list of groups, each of one or more blocks. A group's norm is the root of its blocks' squared norms
// added up.
type Model struct {
	groups [][]Block
	layout layout
}

// NewModel makes a model of groups of blocks. It panics when there is no group or a group is empty.
func NewModel(groups ...[]Block) *Model {
	if len(groups) == 0 {
		panic("params: a model needs a group")
	}
	for _, g := range groups {
		if len(g) == 0 {
			panic("params: a group needs a block")
		}
	}
	return &Model{groups: groups}
}

// Groups is the number of groups.
func (m *Model) Groups() int { return len(m.groups) }

// Norm is ‖θ_k‖.
func (m *Model) Norm(k int) float64 {
	var s float64
	for _, b := range m.groups[k] {
		s += b.SquaredNorm()
	}
	return math.Sqrt(s)
}

// Scale is θ_k ← c θ_k.
func (m *Model) Scale(k int, c float64) {
	for _, b := range m.groups[k] {
		b.Scale(c)
	}
}

// Add is θ ← θ + step·u.
func (m *Model) Add(step float64, u *toolkit.Update) {
	for _, g := range m.groups {
		for _, b := range g {
			b.Add(step, u.Parts)
		}
	}
}

// InnerProducts returns ⟨θ, u⟩ and ‖u‖².
func (m *Model) InnerProducts(u *toolkit.Update) (inner, squared float64) {
	for _, g := range m.groups {
		for _, b := range g {
			i, s := b.InnerProducts(u.Parts)
			inner, squared = inner+i, squared+s
		}
	}
	return inner, squared
}

// Scores adds the scores of one row of a family to dst, over all blocks of that family.
func (m *Model) Scores(dst []float64, family, row int) {
	for _, g := range m.groups {
		for _, b := range g {
			if b.Family() == family {
				b.Scores(dst, row)
			}
		}
	}
}

// rowsBlock is a block that scores many rows at once.
type rowsBlock interface {
	// ScoreRows adds the scores of the rows lo ≤ r < hi, one row after another.
	ScoreRows(dst []float64, lo, hi int)
}

// ScoreRows adds the scores of the rows lo ≤ r < hi of a family to dst, one row after another, over all blocks of that
// family. It implements toolkit.RowsScorer.
func (m *Model) ScoreRows(dst []float64, family, lo, hi int) {
	if lo == hi {
		return
	}
	c := len(dst) / (hi - lo)
	for _, g := range m.groups {
		for _, b := range g {
			if b.Family() != family {
				continue
			}
			if many, ok := b.(rowsBlock); ok {
				many.ScoreRows(dst, lo, hi)
				continue
			}
			for r := lo; r < hi; r++ {
				b.Scores(dst[(r-lo)*c:(r-lo+1)*c], r)
			}
		}
	}
}

// Weighs tells whether the model has a block of a family.
func (m *Model) Weighs(family int) bool {
	return slices.ContainsFunc(m.groups, func(g []Block) bool {
		return slices.ContainsFunc(g, func(b Block) bool { return b.Family() == family })
	})
}

// Refresh recomputes all squared norms exactly; solvers call it once a pass.
func (m *Model) Refresh() {
	for _, g := range m.groups {
		for _, b := range g {
			b.Refresh()
		}
	}
}

// StartAverage begins to average the parameters over the rounds that Tick counts.
func (m *Model) StartAverage() {
	for _, g := range m.groups {
		for _, b := range g {
			b.StartAverage()
		}
	}
}

// Tick counts a round at the current parameters.
func (m *Model) Tick() {
	for _, g := range m.groups {
		for _, b := range g {
			b.Tick()
		}
	}
}

// Averaged is a model of its own with the parameters averaged over the rounds.
func (m *Model) Averaged() *Model {
	groups := make([][]Block, len(m.groups))
	for k, g := range m.groups {
		for _, b := range g {
			groups[k] = append(groups[k], b.Averaged())
		}
	}
	return NewModel(groups...)
}
