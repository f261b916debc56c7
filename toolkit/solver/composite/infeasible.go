package composite

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/composite/internal/functions"
)

// Infeasible is the error of a problem whose constraints contradict each other. Its Ray proves it (Farkas): with
// Σ_k K_kᵀv_k = q and sets C_k of support functions σ_k, any x with K_kx + d_k in all C_k has
//
//	Margin = Σ_k ⟨d_k, v_k⟩ − σ_k(v_k) ≤ −⟨q, x⟩,
//
// and q = 0 but for rounding: there is none with |x_j| ≤ Radius_j.
//
// Source: Rockafellar, Convex Analysis, 1970, Theorem 21.3.
type Infeasible struct {
	Ray    [][]float64 // v_k, one a term; nil for those that are no constraints
	Margin float64
	Radius []float64
}

// Error says it.
func (e *Infeasible) Error() string {
	return fmt.Sprintf("the constraints contradict each other: a certificate of margin %.3g proves that no x of numbers "+
		"up to %.1g satisfies all", e.Margin, floats.Min(e.Radius))
}

// search solves a problem.
type search = func(ctx context.Context, p *Problem) solver.Seq[*State]

// Searches for certificates take so many iterations at most.
const mostSearched = 60

// farkas looks for a proof that the constraints of a problem contradict each other: the multipliers of the least sum of
// squared distances are one, where that is not 0; or those of the constraints alone that make up that sum, as others
// hide multipliers that are small. It is nil where there is none. It returns the point of the sum of all, too.
func (p *Problem) farkas(ctx context.Context, solve search) (best *Infeasible, x []float64) {
	var all []int
	for k, t := range p.Terms {
		if _, ok := t.Function.(toolkit.SupportFunction); ok {
			all = append(all, k)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	best, x, some := p.contradiction(ctx, solve, all)
	if best == nil && len(some) < len(all) {
		best, _, _ = p.contradiction(ctx, solve, some)
	}
	return best, x
}

// share is that of the least sum of squared distances below which a constraint has no part in it.
const share = 1e-6

// contradiction is farkas for some constraints. It tells which make up the sum.
func (p *Problem) contradiction(ctx context.Context, solve search, at []int) (best *Infeasible, x []float64, of []int) {
	distances := &Problem{}
	for _, k := range at {
		t := p.Terms[k]
		t.Function = functions.Distance(t.Function, t.Function.(toolkit.SupportFunction))
		distances.Terms = append(distances.Terms, t)
	}
	for st, err := range solve(ctx, distances) {
		if err != nil || st.Iter > mostSearched {
			break
		}
		found := p.proof(distances, at, st)
		if found != nil && (best == nil || found.Radius[0] > best.Radius[0]) {
			best = found
		}
		x = st.X(x)
		if st.Gap <= 1e-6*st.Objective && best != nil || st.Objective == 0 {
			break
		}
	}
	if x == nil {
		return best, nil, at
	}
	sum := distances.Value(x)
	for i, t := range distances.Terms {
		if (&Problem{Terms: []Term{t}}).Value(x) >= share*sum {
			of = append(of, at[i])
		}
	}
	return best, x, of
}

// wide is how much farther than where a search looks an x is to be for a proof that there is none nearer.
const wide = 1e6

// proof is what the multipliers of a state prove, nil for nothing.
func (p *Problem) proof(distances *Problem, at []int, st *State) *Infeasible {
	out := &Infeasible{Ray: make([][]float64, len(p.Terms)), Radius: p.units()}
	q, size := make([]float64, p.Variables()), 0.0
	for i, t := range distances.Terms {
		v := st.Multipliers(nil, i)
		if v == nil {
			return nil
		}
		product, support := make([]float64, len(q)), p.Terms[at[i]].Function.(toolkit.SupportFunction).Conjugate(v)
		t.Map.MulTransVec(product, v)
		floats.Add(q, product)
		size += math.Abs(support)
		out.Margin -= support
		if t.Offset != nil {
			out.Margin += floats.Dot(t.Offset, v)
			size += floats.Norm(t.Offset, 2) * floats.Norm(v, 2)
		}
		out.Ray[at[i]] = v
	}
	x := st.X(nil)
	reach, most := 0.0, 1.0
	for j, unit := range out.Radius {
		reach += math.Abs(q[j]) * unit
		most = math.Max(most, math.Abs(x[j]/unit))
	}
	radius := out.Margin / (reach + math.SmallestNonzeroFloat64)
	if !(out.Margin > 1e-11*size && radius > wide*most) {
		return nil
	}
	floats.Scale(math.Min(radius, math.MaxFloat64), out.Radius)
	return out
}
