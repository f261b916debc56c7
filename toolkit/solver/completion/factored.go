package completion

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// side are the known entries of rows, or of columns, with their factors, a row of rank numbers for each, and offsets.
type side struct {
	known      *linalg.CSR
	f, offsets []float64
}

// factored are L = UVᵀ and the offsets, with what is left on Ω.
type factored struct {
	Problem
	mean float64
	rank int
	u, v side
	left *linalg.CSR
}

func newFactored(p Problem, rank int) *factored {
	n, m := p.Known.Dims()
	f := &factored{Problem: p, mean: p.centre(), rank: rank, u: side{known: p.Known}}
	f.v.known = linalg.ToCSR(linalg.Columns(p.Known))
	f.u.f, f.v.f = make([]float64, n*rank), make([]float64, m*rank)
	f.u.offsets, f.v.offsets = make([]float64, n), make([]float64, m)
	f.left = linalg.NewCSR(n, m, p.Known.Ptr, p.Known.Col, make([]float64, len(p.Known.Val)))
	return f
}

// rows finds the best factors and offsets of rows for those of columns.
func (f *factored) rows() { f.solve(&f.u, &f.v) }

// columns finds the best factors and offsets of columns for those of rows.
func (f *factored) columns() { f.solve(&f.v, &f.u) }

// solve is a ridge regression for each of a side: of its known entries on the others' factors, and 1.
func (f *factored) solve(s, by *side) {
	var next atomic.Int64
	var group sync.WaitGroup
	const together = 64
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			w := &regression{}
			for lo := int(next.Add(together)) - together; lo < s.known.R; lo = int(next.Add(together)) - together {
				for i := lo; i < min(s.known.R, lo+together); i++ {
					w.run(f, s, by, i)
				}
			}
		})
	}
	group.Wait()
}

// regression is the memory of one processor.
type regression struct{ x, y, b []float64 }

func (w *regression) run(f *factored, s, by *side, i int) {
	col, val := s.known.Row(i)
	r, k := f.rank, f.rank
	if f.offsets() {
		k++
	}
	w.x, w.y, w.b = vec.Resize(w.x, len(col)*k), vec.Resize(w.y, len(col)), vec.Resize(w.b, k)
	for e, j := range col {
		copy(w.x[e*k:(e+1)*k], by.f[int(j)*r:int(j)*r+r])
		if w.y[e] = val[e] - f.mean - by.offsets[j]; k > r {
			w.x[e*k+r] = 1
		}
	}
	if k == 0 {
		return
	}
	x := linalg.NewDense(len(col), k, w.x)
	x.MulTransVec(w.b, w.y)
	gram := linalg.GramOfColumns(x, nil)
	for c := range k {
		if gram[c*k+c] += f.Lambda; c == r {
			gram[c*k+c] += f.Mu - f.Lambda
		}
	}
	linalg.SolveCholesky(linalg.CholeskyOfGram(gram, k), w.b)
	if copy(s.f[i*r:(i+1)*r], w.b); k > r {
		s.offsets[i] = w.b[r]
	}
}

// residuals fills what is left in, and returns ½ its square.
func (f *factored) residuals() float64 {
	r := f.rank
	var sum float64
	for i := range f.left.R {
		u, of := f.u.f[i*r:(i+1)*r], f.mean+f.u.offsets[i]
		for k := f.left.Ptr[i]; k < f.left.Ptr[i+1]; k++ {
			j := int(f.left.Col[k])
			e := f.Known.Val[k] - of - f.v.offsets[j] - linalg.Dot(u, f.v.f[j*r:(j+1)*r])
			f.left.Val[k] = e
			sum += e * e
		}
	}
	return sum / 2
}

// ridges is (μ/2)(‖a‖² + ‖b‖²).
func (f *factored) ridges() (sum float64) {
	if !f.offsets() {
		return 0
	}
	return f.Mu / 2 * (floats.Dot(f.u.offsets, f.u.offsets) + floats.Dot(f.v.offsets, f.v.offsets))
}

// balance makes the factors those of the singular pairs of L, U = Left √σ and V = Right √σ, of which the smallest are
// left out, and returns ‖L‖_*.
func (f *factored) balance() (norm float64) {
	if f.rank == 0 {
		return 0
	}
	n, m, r := f.u.known.R, f.v.known.R, f.rank
	cut := func(s []float64, of int) []float64 {
		out := make([]float64, r*of)
		linalg.Transpose(out, s, of, r)
		return out
	}
	pairs, ok := linalg.ProductPairs(cut(f.u.f, n), cut(f.v.f, m), n, m, r)
	if !ok {
		return math.NaN()
	}
	const least = 1e-12 // of the largest
	kept := 0
	for kept < len(pairs.Values) && pairs.Values[kept] > least*pairs.Values[0] && pairs.Values[kept] > 0 {
		norm += pairs.Values[kept]
		kept++
	}
	f.put(pairs, kept)
	return norm
}

// put makes the first pairs the factors.
func (f *factored) put(pairs linalg.Pairs, kept int) {
	fill := func(s *side, of []float64) {
		n := s.known.R
		s.f = make([]float64, n*kept)
		for i := range n {
			for k := range kept {
				s.f[i*kept+k] = of[k*n+i] * math.Sqrt(pairs.Values[k])
			}
		}
	}
	fill(&f.u, pairs.Left)
	fill(&f.v, pairs.Right)
	f.rank = kept
}

// grow takes pairs of what is left into the factors: those with singular values above λ, each as far as it alone is
// best. It tells whether there was any.
func (f *factored) grow(pairs linalg.Pairs, most int) bool {
	n, m := f.u.known.R, f.v.known.R
	added := 0
	for k, sigma := range pairs.Values {
		if !(sigma > f.Lambda*(1+1e-12)) || f.rank == most {
			continue
		}
		left, right := pairs.Left[k*n:(k+1)*n], pairs.Right[k*m:(k+1)*m]
		var curve float64
		for i := range n {
			for e := f.left.Ptr[i]; e < f.left.Ptr[i+1]; e++ {
				v := left[i] * right[f.left.Col[e]]
				curve += v * v
			}
		}
		step := math.Sqrt((sigma - f.Lambda) / curve)
		widen(&f.u, f.rank, left, step)
		widen(&f.v, f.rank, right, step)
		f.rank++
		added++
	}
	return added > 0
}

// widen adds a factor.
func widen(s *side, rank int, of []float64, step float64) {
	var out []float64
	for i, v := range of {
		out = append(append(out, s.f[i*rank:(i+1)*rank]...), step*v)
	}
	s.f = out
}

// top are the largest singular pairs of what is left, by passes of subspace iteration.
func (f *factored) top(count, passes int, draw func() float64) (linalg.Pairs, bool) {
	n, m := f.left.Dims()
	count = min(count, n, m)
	right := make([]float64, count*m)
	for k := range right {
		right[k] = draw()
	}
	g := linalg.Product{
		D: n, K: m,
		Times: func(dst, b []float64, r int) {
			for k := range r {
				f.left.MulVec(dst[k*n:(k+1)*n], b[k*m:(k+1)*m])
			}
		},
		TransTimes: func(dst, b []float64, r int) {
			for k := range r {
				f.left.MulTransVec(dst[k*m:(k+1)*m], b[k*n:(k+1)*n])
			}
		},
	}
	return linalg.SubspacePairs(g, right, count, passes)
}

// sums are ‖R1‖² + ‖Rᵀ1‖² of what is left.
func (f *factored) sums() float64 {
	if !f.offsets() {
		return 0
	}
	n, m := f.left.Dims()
	ones, sums := make([]float64, max(n, m)), make([]float64, max(n, m))
	for k := range ones {
		ones[k] = 1
	}
	f.left.MulVec(sums[:n], ones[:m])
	square := floats.Dot(sums[:n], sums[:n])
	f.left.MulTransVec(sums[:m], ones[:n])
	return square + floats.Dot(sums[:m], sums[:m])
}

// LambdaMax is about the least λ at which L = 0: the largest singular value of what offsets leave.
func (p Problem) LambdaMax() float64 {
	f := p.ofOffsets()
	sigma, _ := linalg.TopPair(f.left, make([]float64, f.left.R), make([]float64, f.left.C))
	return sigma
}

// ofOffsets is what offsets alone leave, about.
func (p Problem) ofOffsets() *factored {
	p.Lambda = 1
	f := newFactored(p, 0)
	for range 10 {
		f.rows()
		f.columns()
	}
	f.residuals()
	return f
}
