package completion

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// drawn are known entries of a matrix of low rank with offsets.
func drawn(seed uint64, n, m, rank int, share, noise float64) *linalg.CSR {
	rng := rand.New(rand.NewPCG(seed, 5))
	u, v := make([]float64, n*(rank+1)), make([]float64, m*(rank+1))
	for _, s := range [][]float64{u, v} {
		for k := range s {
			s[k] = rng.NormFloat64()
		}
	}
	ptr := []int{0}
	var col []int32
	var val []float64
	for i := range n {
		for j := range m {
			if rng.Float64() < share && i != 2 { // nothing is known of row 3
				x, y := u[i*(rank+1):(i+1)*(rank+1)], v[j*(rank+1):(j+1)*(rank+1)]
				col = append(col, int32(j))
				val = append(val, 3+x[rank]+y[rank]+floats.Dot(x[:rank], y[:rank])+noise*rng.NormFloat64())
			}
		}
		ptr = append(ptr, len(col))
	}
	return linalg.NewCSR(n, m, ptr, col, val)
}

// bySoftImpute is the least P by proximal gradient steps of length 1 on all of the matrix, accelerated, with the best
// offsets for each L by turns.
func bySoftImpute(t *testing.T, p Problem, steps int) float64 {
	t.Helper()
	n, m := p.Known.Dims()
	l, before := make([]float64, n*m), make([]float64, n*m)
	a, b := make([]float64, n), make([]float64, m)
	mean := p.centre()
	left := func(l []float64) (r []float64) {
		for range 30 {
			r = make([]float64, n*m)
			rows, columns := make([]float64, n), make([]float64, m)
			counts, others := make([]float64, n), make([]float64, m)
			for i := range n {
				col, val := p.Known.Row(i)
				for k, j := range col {
					rows[i] += val[k] - mean - b[j] - l[i*m+int(j)]
					counts[i]++
				}
				if p.offsets() {
					a[i] = rows[i] / (counts[i] + p.Mu)
				}
				for k, j := range col {
					columns[j] += val[k] - mean - a[i] - l[i*m+int(j)]
					others[j]++
				}
			}
			for j := range b {
				if p.offsets() {
					b[j] = columns[j] / (others[j] + p.Mu)
				}
			}
			for i := range n {
				col, val := p.Known.Row(i)
				for k, j := range col {
					r[i*m+int(j)] = val[k] - mean - a[i] - b[j] - l[i*m+int(j)]
				}
			}
		}
		return r
	}
	norm, speed := 0., 1.
	for range steps {
		at := make([]float64, n*m)
		next := (1 + math.Sqrt(1+4*speed*speed)) / 2
		for k := range at {
			at[k] = l[k] + (speed-1)/next*(l[k]-before[k])
		}
		speed = next
		floats.Add(at, left(at))
		pairs, ok := linalg.ThinPairs(at, n, m)
		if !ok {
			t.Fatal("no pairs")
		}
		copy(before, l)
		clear(l)
		norm = 0
		for k, sigma := range pairs.Values {
			if sigma <= p.Lambda {
				break
			}
			norm += sigma - p.Lambda
			for i := range n {
				floats.AddScaled(l[i*m:(i+1)*m], (sigma-p.Lambda)*pairs.Left[k*n+i], pairs.Right[k*m:(k+1)*m])
			}
		}
	}
	r := left(l)
	value := floats.Dot(r, r)/2 + p.Lambda*norm
	if p.offsets() {
		value += p.Mu / 2 * (floats.Dot(a, a) + floats.Dot(b, b))
	}
	return value
}

// TestAlternatingAgainstSoftImpute: the minimum is that of another method, no gap is less than what is missing, and
// what is said of P is so.
func TestAlternatingAgainstSoftImpute(t *testing.T) {
	t.Parallel()
	for seed, shape := range [][2]int{{14, 9}, {8, 15}} {
		known := drawn(uint64(seed), shape[0], shape[1], 2, 0.6, 0.3)
		for _, mu := range []float64{0.5, math.Inf(1)} {
			for _, share := range []float64{0.5, 0.1, 1.1} {
				p := Problem{Known: known, Mu: mu, Lambda: 1}
				p.Lambda = share * p.LambdaMax()
				want := bySoftImpute(t, p, 200)
				var last *State
				for s, err := range (Alternating{Tol: 1e-9}).Iterations(t.Context(), p) {
					if err != nil {
						t.Fatal(err)
					}
					if s.Objective-want > s.Gap+1e-7*want {
						t.Errorf("μ = %g, λ = %g, step %d: gap %g, P − P* = %g", mu, p.Lambda, s.Iter, s.Gap, s.Objective-want)
					}
					if last = s; s.Gap < 1e-7*s.Objective || s.Iter == 3000 {
						break
					}
				}
				if !(last.Gap < 1e-7*last.Objective) || math.Abs(last.Objective-want) > 1e-5*want {
					t.Errorf("μ = %g, λ = %g: P = %.9g, gap %g, by soft-impute %.9g", mu, p.Lambda, last.Objective, last.Gap, want)
				}
				if share > 1 && last.Rank() != 0 {
					t.Errorf("beyond λ_max the rank is %d", last.Rank())
				}
				checkValue(t, p, last)
			}
		}
	}
}

// checkValue computes P anew.
func checkValue(t *testing.T, p Problem, s *State) {
	t.Helper()
	u, v, a, b := s.Factors()
	n, m := p.Known.Dims()
	value := 0.
	for i := range n {
		col, val := p.Known.Row(i)
		for k, j := range col {
			e := val[k] - s.At(i, int(j))
			value += e * e / 2
		}
	}
	if p.offsets() {
		value += p.Mu / 2 * (floats.Dot(a, a) + floats.Dot(b, b))
	}
	l := make([]float64, n*m)
	linalg.Gemm(l, u.Data, v.Data, n, s.Rank(), m, true)
	pairs, _ := linalg.ThinPairs(l, n, m)
	for _, sigma := range pairs.Values {
		value += p.Lambda * sigma
	}
	if math.Abs(value-s.Objective) > 1e-9*(1+value) {
		t.Errorf("P = %.12g, said is %.12g", value, s.Objective)
	}
}

// TestNormBound: no bound is below the largest singular value, and that by a factor is near.
func TestNormBound(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		r := drawn(seed, 5+int(seed), 12, 3, 0.4, 1)
		dense := linalg.ToDense(r)
		values, _ := linalg.SingularValues(dense.Data, dense.R, dense.C)
		for _, near := range []float64{values[0], values[0] * (1 - 1e-6), values[0] / 2, 0} {
			bound := NormBound(r, near, 0)
			if bound < values[0]*(1-1e-14) || near > 0.9*values[0] && bound > values[0]*(1+1e-5) {
				t.Errorf("seed %d, from %g: %.17g of %.17g", seed, near, bound, values[0])
			}
		}
	}
	if b := NormBound(linalg.NewCSR(2, 2, []int{0, 1, 1}, []int32{0}, []float64{0}), 0, 0); b != 0 {
		t.Errorf("of 0 it is %g", b)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	one := linalg.NewCSR(1, 2, []int{0, 1}, []int32{1}, []float64{3})
	nan := linalg.NewCSR(1, 2, []int{0, 1}, []int32{1}, []float64{math.NaN()})
	twice := &linalg.CSR{R: 1, C: 2, Ptr: []int{0, 2}, Col: []int32{1, 1}, Val: []float64{1, 1}}
	for want, p := range map[string]Problem{
		"0 entries of 1 × 1":     {Known: linalg.NewCSR(1, 1, []int{0, 0}, nil, nil), Lambda: 1, Mu: 1},
		"λ = 0":                  {Known: one, Mu: 1},
		"μ = 0":                  {Known: one, Lambda: 1},
		"row 1, column 2 is NaN": {Known: nan, Lambda: 1, Mu: 1},
		"has column 2 twice":     {Known: twice, Lambda: 1, Mu: 1},
	} {
		for _, err := range (Alternating{}).Iterations(t.Context(), p) {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("the error is %v, not %q", err, want)
			}
			break
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	res, err := solver.Run(Alternating{}.Iterations(ctx, Problem{Known: one, Lambda: 1, Mu: 1}), solver.MaxIter(3))
	if !errors.Is(err, context.Canceled) || res.Status != solver.Canceled {
		t.Error(res, err)
	}
}
