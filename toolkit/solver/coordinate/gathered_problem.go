package coordinate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// grouped is a least-squares problem of a dense A, d features and k outputs, whose blocks are rows of W, one feature's
// weights or those of several, for all λ and μ. Its examples are scaled: Z = √C A, of which only the columns of working
// sets are ever copied, as A is gone through by rows.
type grouped struct {
	a       *linalg.Dense
	k       int
	blocks  [][]int // features
	omega   []float64
	roots   []float64 // √c_i
	y       []float64 // √C Y and its projection beside F, k×n
	beside  []float64
	free    orthogonal  // √C F
	along   [][]float64 // by output: Qᵀ√C y
	columns []float64   // ‖A_j‖
	sizes   []float64   // by block: ‖A_g‖ in the norm of Frobenius
	polar   float64     // max_g ‖A_g‖/ω_g
	most    float64     // max c_i
}

// groupedKey is the key under which a problem keeps it.
type groupedKey struct{}

// Blocks of more features than this are not minimized over exactly.
const mostInBlock = 256

// groupedOf is the problem so; nil where it is another. What is wrong with λ, μ or the blocks is for layoutOf to say.
func groupedOf(p *solver.Problem) *grouped {
	norm, ok := p.Penalty.(toolkit.BlockNorm)
	if !ok || !linalg.IsDense(p.A) || !(p.Lambda > 0) || math.IsInf(p.Lambda, 1) || !(p.Mu >= 0) || math.IsInf(p.Mu, 1) {
		return nil
	}
	n, d := p.A.Dims()
	if d <= mostReduced && n >= tallFrom*d {
		return nil
	}
	return solver.Shared(p, groupedKey{}, func() *grouped {
		groups, omega := norm.Blocks(p.Dim())
		if groups == nil { // there are quicker ways, with no copy of A
			return nil
		}
		g := &grouped{a: linalg.ToDense(p.A), k: p.Outputs()}
		if checkBlocks(groups, omega, p.Dim()) != nil || !g.arrange(groups, omega, d) || !g.targets(p) {
			return nil
		}
		g.columns, g.sizes = p.ColumnNorms(), make([]float64, len(g.blocks))
		for b, block := range g.blocks {
			var sum float64
			for _, j := range block {
				sum += g.columns[j] * g.columns[j]
			}
			g.sizes[b] = math.Sqrt(sum)
			g.polar = max(g.polar, g.sizes[b]/g.omega[b])
		}
		return g
	})
}

// arrange makes the blocks of features; false where one is not of whole rows of W, or a feature is in none.
func (g *grouped) arrange(groups [][]int, omega []float64, d int) bool {
	if len(groups) == d*g.k && g.k == 1 { // a weight each: there are quicker ways
		return false
	}
	outputs := make([]int, d)
	whole := 0
	g.omega = omega
	for b, group := range groups {
		var block []int
		for _, i := range group {
			if outputs[i/g.k]++; outputs[i/g.k] == 1 {
				block = append(block, i/g.k)
			}
		}
		if whole += len(block); len(block)*g.k != len(group) || len(block) > mostInBlock || !(omega[b] > 0) {
			return false
		}
		slices.Sort(block)
		g.blocks = append(g.blocks, block)
	}
	return whole == d && slices.Min(outputs) == g.k
}

// targets are those of a squared loss, scaled; false where it is none on all examples for every output.
func (g *grouped) targets(p *solver.Problem) bool {
	n, _ := g.a.Dims()
	l, ok := p.Loss.(toolkit.Separable)
	if by, several := p.Loss.(ByOutput); several {
		l, ok = by.ByOutput(), true
	}
	squared, is := l.(LeastSquares)
	if !ok || !is || l.Len() != n*g.k {
		return false
	}
	g.roots, g.y = make([]float64, n), make([]float64, n*g.k)
	for i := range n {
		g.most = max(g.most, l.Weight(i))
		g.roots[i] = math.Sqrt(l.Weight(i))
	}
	for i := range g.y {
		if l.Weight(i) != l.Weight(i%n) {
			return false
		}
		g.y[i] = g.roots[i%n] * squared.Target(i)
	}
	g.free = newOrthogonal(p.Unpenalized, g.roots)
	g.beside = append([]float64(nil), g.y...)
	for c := range g.k {
		g.along = append(g.along, g.free.leave(g.beside[c*n:(c+1)*n]))
	}
	return true
}

// orthogonal are columns F, given as rows, as those of an orthogonal matrix Q with F = Q R. A column that depends on
// those before is 0 in Q.
//
// Source: Gram-Schmidt, twice: Golub and Van Loan, Matrix Computations, 2013, sections 5.2.7 and 5.2.8.
type orthogonal struct {
	f, q  *linalg.Dense // nil for none
	r     [][]float64   // row i of R from its diagonal on
	norms []float64     // of the columns of F before they are scaled
}

func newOrthogonal(columns *linalg.Dense, roots []float64) (o orthogonal) {
	if columns == nil {
		return o
	}
	o.f = linalg.NewDense(columns.R, columns.C, nil)
	for j := range columns.R {
		floats.MulTo(o.f.Row(j), columns.Row(j), roots)
		o.norms = append(o.norms, floats.Norm(columns.Row(j), 2))
		o.r = append(o.r, make([]float64, columns.R))
	}
	o.q = linalg.NewDense(columns.R, columns.C, append([]float64(nil), o.f.Data...))
	for j := range columns.R {
		row := o.q.Row(j)
		before := floats.Norm(row, 2)
		for range 2 {
			for i := range j {
				s := linalg.Dot(o.q.Row(i), row)
				o.r[i][j] += s
				linalg.Axpy(row, -s, o.q.Row(i))
			}
		}
		left := floats.Norm(row, 2)
		if !(left > dependent*before) {
			clear(row)
			continue
		}
		o.r[j][j] = left
		floats.Scale(1/left, row)
	}
	return o
}

// leave takes the projection on the columns, Q Qᵀx, from x, twice for the sake of rounding, and returns Qᵀx.
func (o *orthogonal) leave(x []float64) (along []float64) {
	if o.q == nil {
		return nil
	}
	along = make([]float64, o.q.R)
	for range 2 {
		for j := range o.q.R {
			s := linalg.Dot(o.q.Row(j), x)
			along[j] += s
			linalg.Axpy(x, -s, o.q.Row(j))
		}
	}
	return along
}

// solve is the b for which ‖x − F b‖ is least, given Qᵀx, which it replaces; 0 for columns that depend on others.
func (o *orthogonal) solve(b []float64) []float64 {
	for j := len(b) - 1; j >= 0; j-- {
		if o.r[j][j] == 0 {
			b[j] = 0
			continue
		}
		for i := j + 1; i < len(b); i++ {
			b[j] -= o.r[j][i] * b[i]
		}
		b[j] /= o.r[j][j]
	}
	return b
}
