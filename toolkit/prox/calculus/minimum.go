package calculus

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/solver/composite"
)

// mostIterations of composite.Method for a proximity operator, and patience without a lower gap.
const (
	mostIterations = 400
	patience       = 3
)

// minimum solves a problem as far as rounding allows.
func minimum(p *composite.Problem) (x []float64, value float64) {
	least, wait := math.Inf(1), 0
	for st, err := range (composite.Method{}).Iterations(context.Background(), p) {
		x, value = st.Last(x), st.Objective
		if gap := st.Left(); gap < 0.5*least {
			least, wait = gap, 0
		} else if wait++; st.Newton && wait > patience {
			break
		}
		if err != nil || st.Iter == mostIterations {
			break
		}
	}
	return x, value
}

// proxOf is the proximity operator of a sum of terms at v: the x of
//
//	min_y Σ_k h_k(K_k y + d_k) + ⟨c, y⟩ + ‖S y − v‖²/(2γ),    x = S y.
func proxOf(dst, v []float64, gamma float64, t toolkit.Terms) {
	check(dst, v, gamma)
	size := floats.Norm(v, math.Inf(1))
	if !(size < 1e100) { // NaN, and what products of would overflow
		copy(dst, v)
		return
	}
	p := &composite.Problem{Terms: t.Of, Linear: t.Linear}
	if t.Part == nil {
		p.Ridge = make([]float64, len(v))
		for j := range v {
			p.Ridge[j] = 1 / gamma
		}
		p.Linear = sum(p.Linear, floats.ScaleTo(make([]float64, len(v)), -1/gamma, v), 0, len(v))
		p.Constant = floats.Dot(v, v) / (2 * gamma)
	} else {
		near := toolkit.Term{Function: Square{1 / gamma}, Map: maps.Sums(t.Part, len(v))}
		near.Offset = floats.ScaleTo(make([]float64, len(v)), -1, v)
		p.Terms = append(p.Terms[:len(p.Terms):len(p.Terms)], near)
	}
	if len(p.Terms) == 0 {
		p.Terms = []toolkit.Term{{Function: Square{0}, Map: linalg.Identity(len(v))}}
	}
	y, _ := minimum(p)
	if t.Part == nil {
		copy(dst, y)
		return
	}
	maps.Sums(t.Part, len(v)).MulVec(dst, y)
}
