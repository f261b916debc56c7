package composite

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/composite/internal/functions"
)

// Problem is P(x). Its dual is
//
//	D(v) = r − Σ_k [h_k*(v_k) − ⟨d_k, v_k⟩] − Σ_{μ_j>0} q_j²/(2μ_j),      q = c + Σ_k K_kᵀ v_k,  q_j = 0 where μ_j = 0.
//
// A function that is a toolkit.SupportFunction is a constraint: P is the sum of the others, and how far x is from
// satisfying it is told beside, as State.Violation. Functions that are no toolkit.Composable, or say NaN where others
// that they are made of are none, are solved by splitting alone, with a gap where all conjugates are known.
type Problem struct {
	Terms    []Term
	Ridge    []float64 // μ_j ≥ 0, one a variable; nil for none
	Linear   []float64 // c, one a variable; nil for 0
	Constant float64   // r
}

// Term is h(Kx + d). Map has entries: a *linalg.Dense, or what can be made a *linalg.CSR.
type Term = toolkit.Term

// Variables are as many as x has.
func (p *Problem) Variables() int {
	if len(p.Terms) == 0 {
		return len(p.Ridge)
	}
	_, c := p.Terms[0].Map.Dims()
	return c
}

// Value is P(x), +Inf where a constraint does not hold.
func (p *Problem) Value(x []float64) (sum float64) {
	sum = p.Constant
	for j, mu := range p.Ridge {
		sum += mu / 2 * x[j] * x[j]
	}
	for j, c := range p.Linear {
		sum += c * x[j]
	}
	for _, t := range p.Terms {
		r, _ := t.Map.Dims()
		z := make([]float64, r)
		t.Map.MulVec(z, x)
		if t.Offset != nil {
			floats.Add(z, t.Offset)
		}
		sum += t.Function.Value(z)
	}
	return sum
}

// free is the first term whose map is known by its products alone; −1 where there is none.
func (p *Problem) free() int {
	return slices.IndexFunc(p.Terms, func(t Term) bool {
		_, entries := t.Map.(linalg.Entries)
		return !entries
	})
}

// units are those in which the columns of the map of most entries have mean square 1, that of the losses as a rule.
// Columns that are 0 there are as long in one of the other maps as the longest of those that have a unit, and in none
// longer; where nothing is known of a column, its unit is 1.
func (p *Problem) units() []float64 {
	units := make([]float64, p.Variables())
	if p.free() >= 0 {
		floats.AddConst(1, units)
		return units
	}
	most, first := -1, 0
	norms := make([][]float64, len(p.Terms))
	for k, t := range p.Terms {
		r, c := t.Map.Dims()
		entries := r * c
		if sparse, ok := t.Map.(interface{ NNZ() int }); ok {
			entries = sparse.NNZ()
		}
		if norms[k] = linalg.ColumnNorms(t.Map); entries > most {
			most, first = entries, k
		}
	}
	rows, _ := p.Terms[first].Map.Dims()
	for j, norm := range norms[first] {
		if u := math.Sqrt(float64(rows)) / norm; u > 0 && !math.IsInf(u, 1) {
			units[j] = u
		}
	}
	others := slices.Clone(units)
	for _, norms := range norms {
		longest := floats.Max(floats.MulTo(make([]float64, len(units)), norms, units))
		for j, norm := range norms {
			if units[j] > 0 || norm == 0 {
				continue
			}
			if u := math.Max(longest, 1) / norm; !(others[j] > 0 && others[j] < u) && u > 0 && !math.IsInf(u, 1) {
				others[j] = u
			}
		}
	}
	for j, u := range others {
		if u == 0 {
			others[j] = 1
		}
	}
	return others
}

// check says what is wrong with a problem, of which a matrix is to be factored or not.
func (p *Problem) check(factored bool) error {
	if len(p.Terms) == 0 {
		return errors.New("a composite problem needs at least one term")
	}
	n := p.Variables()
	for k, t := range p.Terms {
		r, c := t.Map.Dims()
		switch {
		case c != n:
			return fmt.Errorf("the map of term %d has %d columns, and that of the first %d", k+1, c, n)
		case factored && k == p.free():
			return fmt.Errorf("the map of term %d, a %T, has no entries (linalg.Entries) to factor a matrix of: "+
				"composite.Restarted does without", k+1, t.Map)
		case t.Offset != nil && len(t.Offset) != r:
			return fmt.Errorf("the offset of term %d has %d entries, and its map %d rows", k+1, len(t.Offset), r)
		}
	}
	if p.Ridge != nil && len(p.Ridge) != n {
		return fmt.Errorf("the ridge has %d entries, and there are %d variables", len(p.Ridge), n)
	}
	if p.Linear != nil && len(p.Linear) != n {
		return fmt.Errorf("the linear function has %d entries, and there are %d variables", len(p.Linear), n)
	}
	if floats.HasNaN(p.Linear) || math.IsNaN(p.Constant) {
		return errors.New("the linear function is not a number")
	}
	for j, mu := range p.Ridge {
		if !(mu >= 0) {
			return fmt.Errorf("the ridge of variable %d is %g: it must not be negative", j+1, mu)
		}
	}
	return nil
}

// Known tells what is known of a function of so many numbers: whether a gap rests on its conjugate, and whether it has
// the derivative that Newton steps need.
func Known(f toolkit.Proxable, rows int) (conjugate, derivative bool) {
	return functions.Known(f, rows)
}
