package sets_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

func affine(t *testing.T, rows int, a ...float64) *sets.Affine {
	t.Helper()
	b := make([]float64, rows)
	for i := range b {
		b[i] = float64(i + 1)
	}
	s, err := sets.NewAffine(linalg.NewDense(rows, len(a)/rows, a), b)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSets: every set is what it says.
func TestSets(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]sets.Set{
		"box":        sets.Box{Lower: []float64{-1, 0, math.Inf(-1), 2}, Upper: []float64{1, math.Inf(1), 0, 2}},
		"orthant":    sets.Box{Lower: []float64{0}},
		"linf":       sets.LInfBall(1.5),
		"point":      sets.Point(1, 2, 3, 4),
		"half-space": sets.HalfSpace{A: []float64{1.1, -2.3, 0.7, 3.1}, B: -1.3},
		"affine":     affine(t, 2, 1, 2, 3, 4, 1, 0, -1, 0),
		"dependent":  affine(t, 2, 1, 2, 3, 4, 2, 4, 6, 8),
		"simplex":    sets.Simplex{Sum: 2},
		"unit":       sets.Simplex{},
		"rising":     sets.Monotone{},
		"falling":    sets.Monotone{Decreasing: true},
		"l1":         sets.L1Ball{Radius: 1.5},
		"l2":         sets.L2Ball{Radius: 1.5},
		"cone":       sets.SecondOrderCone{},
	} {
		if err := toolkittest.Prox(s, 4); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.Check(4, 1); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := toolkittest.Prox(sets.Semidefinite{}, 9, toolkittest.Shape(3, 3)); err != nil {
		t.Error(err)
	}
}

// polyhedron is G x ≤ h, with rows of G, and the first so many of them equations.
type polyhedron struct {
	g         [][]float64
	h         []float64
	equations int
}

func (p *polyhedron) add(h float64, g ...float64) {
	p.g, p.h = append(p.g, g), append(p.h, h)
}

// project is the nearest of all points that are nearest with some rows as equations, of those in the polyhedron.
func (p *polyhedron) project(v []float64) []float64 {
	var best []float64
	least := math.Inf(1)
	for chosen := range 1 << len(p.g) {
		var rows, right []float64
		for i, row := range p.g {
			if chosen>>i&1 == 1 {
				rows, right = append(rows, row...), append(right, p.h[i])
			}
		}
		if chosen&(1<<p.equations-1) != 1<<p.equations-1 || len(right) > len(v) {
			continue
		}
		z, ok := onto(rows, right, v)
		for i, row := range p.g {
			ok = ok && floats.Dot(row, z) <= p.h[i]+1e-9
		}
		if far := floats.Distance(z, v, 2); ok && far < least {
			best, least = z, far
		}
	}
	return best
}

// onto is the nearest point to v at which rows have given products, by elimination of the normal equations.
func onto(rows, right, v []float64) (z []float64, ok bool) {
	d, m := len(v), len(right)
	z = append([]float64(nil), v...)
	a := linalg.NewDense(m, m+1, nil)
	for i := range m {
		for j := range m {
			a.Row(i)[j] = floats.Dot(rows[i*d:(i+1)*d], rows[j*d:(j+1)*d])
		}
		a.Row(i)[m] = floats.Dot(rows[i*d:(i+1)*d], v) - right[i]
	}
	for i := range m {
		if a.At(i, i) < 1e-9 {
			return z, false
		}
		for k := range m {
			if k != i {
				floats.AddScaled(a.Row(k), -a.At(k, i)/a.At(i, i), a.Row(i))
			}
		}
	}
	for i := range m {
		floats.AddScaled(z, -a.At(i, m)/a.At(i, i), rows[i*d:(i+1)*d])
	}
	return z, true
}

// TestProjectionsByAllFaces: projections on polyhedra are those that are found by trying all faces.
func TestProjectionsByAllFaces(t *testing.T) {
	t.Parallel()
	var simplex, rising, l1, box, half polyhedron
	simplex.equations = 1
	simplex.add(2, 1, 1, 1)
	for j := range 3 {
		unit := make([]float64, 3)
		unit[j] = -1
		simplex.add(0, unit...)
		box.add(0.5, unit...)
		box.add(1, floats.ScaleTo(make([]float64, 3), -1, unit)...)
	}
	rising.add(0, 1, -1, 0)
	rising.add(0, 0, 1, -1)
	for signs := range 8 {
		l1.add(1.5, float64(signs&1*2-1), float64(signs>>1&1*2-1), float64(signs>>2&1*2-1))
	}
	half.add(-1, 1, 2, -3)
	r := rand.New(rand.NewPCG(3, 1))
	for name, c := range map[string]struct {
		set   sets.Set
		faces *polyhedron
	}{
		"simplex":    {sets.Simplex{Sum: 2}, &simplex},
		"monotone":   {sets.Monotone{}, &rising},
		"l1":         {sets.L1Ball{Radius: 1.5}, &l1},
		"box":        {sets.Box{Lower: []float64{-0.5}, Upper: []float64{1}}, &box},
		"half-space": {sets.HalfSpace{A: []float64{1, 2, -3}, B: -1}, &half},
	} {
		for range 200 {
			v, z := []float64{2 * r.NormFloat64(), 2 * r.NormFloat64(), 2 * r.NormFloat64()}, make([]float64, 3)
			c.set.Prox(z, v, 1)
			if want := c.faces.project(v); !floats.EqualApprox(z, want, 1e-9) {
				t.Errorf("%s: of %v it is %v, by all faces %v", name, v, z, want)
			}
		}
	}
}

// TestConesAreOne: 2×2 semidefinite matrices are a second-order cone turned, and the projection on that is the best
// over the sizes of its first coordinate.
func TestConesAreOne(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 1))
	for range 200 {
		v, z := []float64{2 * r.NormFloat64(), 2 * r.NormFloat64(), 2 * r.NormFloat64()}, make([]float64, 3)
		sets.SecondOrderCone{}.Prox(z, v, 1)
		far := func(t float64) float64 {
			ball := make([]float64, 2)
			sets.L2Ball{Radius: t}.Prox(ball, v[1:], 1)
			return math.Hypot(t-v[0], floats.Distance(ball, v[1:], 2))
		}
		lo, hi := 0.0, 20.0
		for range 200 {
			if a, b := lo+(hi-lo)/3, hi-(hi-lo)/3; far(a) < far(b) {
				hi = b
			} else {
				lo = a
			}
		}
		if got := floats.Distance(z, v, 2); got > far(lo)+1e-12 || math.Abs(z[0]-lo) > 1e-6 {
			t.Errorf("of %v it is %v, %.12g away, by bisection %.12g at %.9g", v, z, got, far(lo), lo)
		}
		w := make([]float64, 4)
		sets.Semidefinite{}.Prox(w, []float64{v[0] + v[1], v[2], v[2], v[0] - v[1]}, 1)
		if turned := []float64{(w[0] + w[3]) / 2, (w[0] - w[3]) / 2, w[1]}; !floats.EqualApprox(turned, z, 1e-9) {
			t.Errorf("of %v it is %v, by matrices %v", v, z, turned)
		}
	}
}

// TestBadSets: what is no set is named.
func TestBadSets(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]sets.Set{
		"empty box":       sets.Box{Lower: []float64{1}, Upper: []float64{0}},
		"bounds":          sets.Box{Lower: []float64{1, 2, 3}},
		"no direction":    sets.HalfSpace{A: []float64{0, 0}},
		"other direction": sets.HalfSpace{A: []float64{1}},
		"no equations":    &sets.Affine{},
		"negative sum":    sets.Simplex{Sum: -1},
		"negative radius": sets.L1Ball{Radius: -1},
		"no radius":       sets.L2Ball{},
		"no square":       sets.Semidefinite{},
	} {
		if s.Check(2, 1) == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for name, b := range map[string][]float64{"contradictory": {1, 3}, "NaN": {1, math.NaN()}, "too few": {1}} {
		if _, err := sets.NewAffine(linalg.NewDense(2, 2, []float64{1, 2, 2, 4}), b); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
