package completion

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// sidedProblem is of entries that features explain, with offsets and noise, and its features.
func sidedProblem(seed uint64, n, m, d, k int) (p Problem, c Sided) {
	rng := rand.New(rand.NewPCG(seed, 17))
	draw := func(r, cols int) *linalg.Dense {
		f := linalg.NewDense(r, cols, nil)
		for at := range f.Data {
			f.Data[at] = rng.NormFloat64()
		}
		return f
	}
	c = Sided{X: draw(n, d), Z: draw(m, k)}
	u, v := draw(d, 1), draw(k, 1)
	ptr, col, val := []int{0}, []int32{}, []float64{}
	for i := range n {
		for j := range m {
			if rng.IntN(3) == 0 {
				value := 2 + 0.3*float64(i%3) + linalg.Dot(c.X.Row(i), u.Data)*linalg.Dot(c.Z.Row(j), v.Data)
				col, val = append(col, int32(j)), append(val, value+0.1*rng.NormFloat64())
			}
		}
		ptr = append(ptr, len(col))
	}
	return Problem{Known: linalg.NewCSR(n, m, ptr, col, val), Mu: 0.5}, c
}

// solvedBy is the last state, once the gap is a share tol of P, and all P with their gaps.
func solvedBy(t *testing.T, c Sided, p Problem, tol float64) (last *State, said [][2]float64) {
	t.Helper()
	for s, err := range c.Iterations(t.Context(), p) {
		if err != nil {
			t.Fatal(err)
		}
		last, said = s, append(said, [2]float64{s.Objective, s.Gap})
		if s.Gap <= tol*s.Objective {
			return last, said
		}
		if s.Iter == 20000 {
			t.Fatalf("the gap is %g of %g", s.Gap, s.Objective)
		}
	}
	return last, said
}

// TestSidedByThemselves: rows and columns that are features of themselves have the minimum of a matrix without any.
func TestSidedByThemselves(t *testing.T) {
	t.Parallel()
	for _, mu := range []float64{0.5, math.Inf(1)} {
		p, c := sidedProblem(1, 12, 9, 2, 2)
		p.Mu = mu
		p.Lambda = 0.3 * p.LambdaMax()
		c.X, c.Z = linalg.ToDense(linalg.Identity(12)), linalg.ToDense(linalg.Identity(9))
		if of := c.LambdaMax(p); math.Abs(of-p.LambdaMax()) > 1e-9*of {
			t.Errorf("λ_max = %g, and %g", of, p.LambdaMax())
		}
		c.Tol = 1e-9
		last, said := solvedBy(t, c, p, 1e-8)
		var want *State
		for s, err := range (Alternating{Tol: 1e-9}).Iterations(t.Context(), p) {
			if err != nil || s.Iter == 5000 {
				t.Fatal(err)
			}
			if want = s; s.Gap <= 1e-8*s.Objective {
				break
			}
		}
		for k, v := range said {
			if v[0]-want.Objective+want.Gap < -1e-9 || v[0]-want.Objective > v[1]+1e-9*v[0] {
				t.Errorf("step %d: gap %g, P − P* = %g", k, v[1], v[0]-want.Objective)
			}
		}
		for i := range 12 {
			if a, b := last.At(i, i%9), want.At(i, i%9); math.Abs(a-b) > 1e-3 {
				t.Errorf("entry %d: %g, and %g", i, a, b)
			}
		}
	}
}

// TestSidedPredicts: a row without an entry is filled in by its features; P is what its formula says.
func TestSidedPredicts(t *testing.T) {
	t.Parallel()
	const n, m = 40, 30
	full, c := sidedProblem(2, n, m, 3, 4)
	cut, ptr := full.Known.Ptr[1], []int{0} // of the first row nothing is known
	for _, at := range full.Known.Ptr[1:] {
		ptr = append(ptr, at-cut)
	}
	p := Problem{Known: linalg.NewCSR(n, m, ptr, full.Known.Col[cut:], full.Known.Val[cut:]), Mu: full.Mu}
	c.Tol = 1e-7
	p.Lambda = 0.02 * c.LambdaMax(p)
	last, _ := solvedBy(t, c, p, 1e-6)
	if last.Rank() != 1 {
		t.Errorf("the rank is %d", last.Rank())
	}
	col, val := full.Known.Row(0)
	for e, j := range col {
		if got := last.At(0, int(j)); math.Abs(got-val[e]) > 1 {
			t.Errorf("entry %d of the first row is %g, not %g", j, got, val[e])
		}
	}
	u, v, a, b := last.Factors()
	var square, offsets float64
	for i := range n {
		col, val := p.Known.Row(i)
		for e, j := range col {
			left := val[e] - last.Mean - a[i] - b[j] - linalg.Dot(u.Row(i), v.Row(int(j)))
			square += left * left / 2
		}
		offsets += p.Mu / 2 * a[i] * a[i]
	}
	for _, v := range b {
		offsets += p.Mu / 2 * v * v
	}
	values, _ := linalg.SingularValues(last.w[:12], 3, 4)
	norm := 0.
	for _, v := range values {
		norm += v
	}
	if want := square + offsets + p.Lambda*norm; math.Abs(want-last.Objective) > 1e-9*want {
		t.Errorf("P = %.12g, said is %.12g", want, last.Objective)
	}
	warm := c
	warm.Start = last
	for s, err := range warm.Iterations(t.Context(), p) {
		if err != nil || math.Abs(s.Objective-last.Objective) > 1e-6*last.Objective {
			t.Errorf("from there P = %g, error %v", s.Objective, err)
		}
		break
	}
}

func TestSidedRefuses(t *testing.T) {
	t.Parallel()
	p, c := sidedProblem(3, 5, 4, 2, 2)
	p.Lambda = 0.01
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for s, err := range c.Iterations(ctx, p) { // what was reached before the end is kept
		if s.Iter == 3 {
			stop()
		}
		if err != nil && (s.Iter != 3 || math.IsNaN(s.Objective) || !errors.Is(err, context.Canceled)) || s.Iter > 3 {
			t.Errorf("step %d: P = %g, error %v", s.Iter, s.Objective, err)
		}
		if err != nil || s.Iter > 3 {
			break
		}
	}
	nan := linalg.NewDense(4, 1, []float64{1, 2, math.NaN(), 4})
	for want, of := range map[string]Sided{
		"of 5 rows and 4 columns":    {X: linalg.NewDense(4, 1, nil), Z: c.Z},
		"5 × 0":                      {X: linalg.NewDense(5, 0, nil), Z: c.Z},
		"feature 1 of column 3 is N": {X: c.X, Z: nan},
	} {
		for _, err := range of.Iterations(t.Context(), p) {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("the error is %v, not %q", err, want)
			}
			break
		}
	}
}
