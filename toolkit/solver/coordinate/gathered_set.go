package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// gathered are the columns of Z = √C A of some blocks of a problem, beside the unpenalized ones: blocks are only ever
// added. With R the residual a step over a block needs, by output, its part of
//
//	q = Z_Sᵀ R = Z_Sᵀ Y − G w,
//
// Where the set has no more columns than there are examples, it keeps their Gram matrix G and q, which a change of a
// block's weights changes by rows of G, and no other block's test costs a product; else it keeps R.
//
// Source: covariance updates: Friedman, Hastie, Tibshirani, Regularization Paths for Generalized Linear Models via
// Coordinate Descent, J. Statist. Softw. 2010, section 2.2.
type gathered struct {
	of     *grouped
	has    []bool       // by block of the problem
	blocks []int        // which blocks, in the order they came
	start  []int        // where their columns begin
	column []int        // features
	shape  []blockShape // by block
	z      []float64    // m×n: a column a row, beside F
	along  [][]float64  // by column: Qᵀz of what it was before; see orthogonal
	gram   []float64    // m×m; nil where the residual is kept
	b, q   []float64    // Z_SᵀY and Z_SᵀR, k×m
	r      []float64    // R, k×n; nil where products are kept
	w      []float64    // weights, k×m
	space  []float64
}

func newGathered(g *grouped) *gathered {
	return &gathered{of: g, has: make([]bool, len(g.blocks)), start: []int{0}}
}

// size is the number of columns m.
func (s *gathered) size() int { return len(s.column) }

// add gathers the columns of more blocks; false where a Gram matrix is not finite.
func (s *gathered) add(blocks []int) bool {
	first, old := s.size(), len(s.blocks)
	for _, g := range blocks {
		s.has[g] = true
		s.blocks, s.column = append(s.blocks, g), append(s.column, s.of.blocks[g]...)
		s.start = append(s.start, len(s.column))
	}
	s.gather(first)
	m, n, k := s.size(), s.of.a.R, s.of.k
	if m <= n {
		s.extend(first)
	} else {
		s.gram, s.r = nil, linalg.Resize(s.r, k*n)
	}
	s.b, s.q, s.w = make([]float64, k*m), make([]float64, k*m), make([]float64, k*m)
	s.productsOf(s.b, s.of.beside)
	most := 0
	for i := old; i < len(s.blocks); i++ {
		lo, hi := s.start[i], s.start[i+1]
		own := make([]float64, (hi-lo)*(hi-lo))
		part := s.z[lo*n : hi*n]
		linalg.Gemm(own, part, part, hi-lo, n, hi-lo, true)
		shape, ok := newBlockShape(own, hi-lo)
		if !ok {
			return false
		}
		s.shape = append(s.shape, shape)
		most = max(most, hi-lo)
	}
	s.space = linalg.Resize(s.space, max(len(s.space), 3*most*k))
	return true
}

// gatherPanel is how many columns are copied at once: where they go to stays in a first-level cache.
const gatherPanel = 64

// gather copies the columns from one on.
func (s *gathered) gather(first int) {
	n, end := s.of.a.R, s.size()
	s.z = append(s.z, make([]float64, (end-first)*n)...)
	for lo := first; lo < end; lo += gatherPanel {
		panel := s.column[lo:min(end, lo+gatherPanel)]
		for i, root := range s.of.roots {
			row := s.of.a.Row(i)
			for at, j := range panel {
				s.z[(lo+at)*n+i] = root * row[j]
			}
		}
	}
	if s.of.free.q != nil {
		for at := first; at < s.size(); at++ {
			s.along = append(s.along, s.of.free.leave(s.z[at*n:(at+1)*n]))
		}
	}
}

// rest is Qᵀ(y − Z w) of an output, of columns that are not beside F yet.
func (s *gathered) rest(c int) []float64 {
	out := append([]float64(nil), s.of.along[c]...)
	for at, v := range s.w[c*s.size() : (c+1)*s.size()] {
		if v != 0 {
			floats.AddScaled(out, -v, s.along[at])
		}
	}
	return out
}

// extend makes the Gram matrix one of columns from one on, too.
func (s *gathered) extend(first int) {
	m, n := s.size(), s.of.a.R
	gram, fresh := make([]float64, m*m), make([]float64, (m-first)*m)
	linalg.Gemm(fresh, s.z[first*n:], s.z, m-first, n, m, true)
	for i := range first {
		copy(gram[i*m:i*m+first], s.gram[i*first:(i+1)*first])
	}
	copy(gram[first*m:], fresh)
	for i := range first {
		for j := first; j < m; j++ {
			gram[i*m+j] = fresh[(j-first)*m+i]
		}
	}
	s.gram = gram
}

// load takes weights of the problem, d×k, whose residual, k×n, is r.
func (s *gathered) load(w, r []float64) {
	m, k := s.size(), s.of.k
	for at, j := range s.column {
		for c := range k {
			s.w[c*m+at] = w[j*k+c]
		}
	}
	s.refresh(r)
}

// refresh makes q and R those of a residual.
func (s *gathered) refresh(r []float64) {
	copy(s.r, r)
	s.productsOf(s.q, r)
}

// productsOf are Z_SᵀR, k×m, of a residual, k×n.
func (s *gathered) productsOf(dst, r []float64) {
	n, m := s.of.a.R, s.size()
	if s.of.k == 1 {
		linalg.NewDense(m, n, s.z).MulVec(dst, r)
		return
	}
	linalg.Gemm(dst, r, s.z, s.of.k, n, m, true)
}

// store writes the weights to those of the problem, d×k.
func (s *gathered) store(w []float64) {
	m, k := s.size(), s.of.k
	for at, j := range s.column {
		for c := range k {
			w[j*k+c] = s.w[c*m+at]
		}
	}
}

// residual writes R = Y − Z w beside the unpenalized columns, k×n, where no other weight is not 0.
func (s *gathered) residual(r []float64) {
	n, k, m := s.of.a.R, s.of.k, s.size()
	copy(r, s.of.beside)
	for c := range k {
		own := r[c*n : (c+1)*n]
		for j, v := range s.w[c*m : (c+1)*m] {
			if v != 0 {
				linalg.Axpy(own, -v, s.z[j*n:(j+1)*n])
			}
		}
		s.of.free.leave(own)
	}
}

// norm is ‖w_g‖ of a block, by its place.
func (s *gathered) norm(i int) float64 {
	m, lo, hi := s.size(), s.start[i], s.start[i+1]
	var sum float64
	for c := range s.of.k {
		for _, v := range s.w[c*m+lo : c*m+hi] {
			sum += v * v
		}
	}
	return math.Sqrt(sum)
}

// productNorm is ‖q_g‖ of a block, by its place.
func (s *gathered) productNorm(i int) float64 {
	m, lo, hi := s.size(), s.start[i], s.start[i+1]
	var sum float64
	for c := range s.of.k {
		for _, v := range s.q[c*m+lo : c*m+hi] {
			sum += v * v
		}
	}
	return math.Sqrt(sum)
}

// update minimizes over a block, by its place.
func (s *gathered) update(i int, lambda, mu float64) {
	m, k, lo, hi := s.size(), s.of.k, s.start[i], s.start[i+1]
	size := hi - lo
	shape := &s.shape[i]
	old, now := s.space[:size*k], s.space[size*k:2*size*k]
	for a := range size {
		for c := range k {
			old[a*k+c] = s.w[c*m+lo+a]
		}
	}
	s.products(now, lo, hi)
	norm := floats.Norm(old, 2)
	if norm > 0 { // q + H w
		for a := range size {
			for b, h := range shape.gram[a*size : (a+1)*size] {
				for c := range k {
					now[a*k+c] += h * old[b*k+c]
				}
			}
		}
	}
	shape.minimum(now, s.space[2*size*k:], k, lambda*s.of.omega[s.blocks[i]], mu, norm)
	for a := range size {
		for c := range k {
			if change := now[a*k+c] - old[a*k+c]; change != 0 {
				s.w[c*m+lo+a] = now[a*k+c]
				s.move(lo+a, c, change)
			}
		}
	}
}

// products writes the part of q of the columns lo ≤ j < hi, k numbers a column.
func (s *gathered) products(dst []float64, lo, hi int) {
	m, n, k := s.size(), s.of.a.R, s.of.k
	for j := lo; j < hi; j++ {
		for c := range k {
			if s.gram != nil {
				dst[(j-lo)*k+c] = s.q[c*m+j]
			} else {
				dst[(j-lo)*k+c] = linalg.Dot(s.z[j*n:(j+1)*n], s.r[c*n:(c+1)*n])
			}
		}
	}
}

// move takes note of a change of a column's weight for an output.
func (s *gathered) move(j, c int, change float64) {
	m, n := s.size(), s.of.a.R
	if s.gram != nil {
		linalg.Axpy(s.q[c*m:(c+1)*m], -change, s.gram[j*m:(j+1)*m])
		return
	}
	linalg.Axpy(s.r[c*n:(c+1)*n], -change, s.z[j*n:(j+1)*n])
}
