// Package kronecker takes Newton steps on columns that several outputs share, by systems of as many unknowns as there
// are columns.
package kronecker

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// System is that of a Newton step on blocks of as many weights as there are outputs, which share their columns, of the
// Gram matrix G: with s_g = λω_g/‖w_g‖ and u_g = w_g/‖w_g‖ the Hessian is
//
//	H = M ⊗ I − U Uᵀ,      M = G + diag(s + μ),   U = (√s_g e_g ⊗ u_g)_g.
type System struct {
	Fall          []float64 // −∇, block by block
	size, outputs int
	m             []float64
	units         []float64 // u
	roots         []float64 // √s
}

// New is one of so many blocks, which are added.
func New(gram []float64, size, outputs int) *System {
	numbers := func(count int) []float64 { return make([]float64, count) }
	return &System{numbers(size * outputs), size, outputs, slices.Clone(gram), numbers(size * outputs), numbers(size)}
}

// Add adds a block with its u, s and μ, and a little so that dependent columns do no harm.
func (q *System) Add(b int, unit []float64, bend, mu float64) {
	copy(q.units[b*q.outputs:], unit)
	q.roots[b] = math.Sqrt(bend)
	at := b*q.size + b
	q.m[at] = (q.m[at] + bend + mu) * (1 + 1e-10)
}

// Step is −H⁻¹∇, by systems of as many unknowns as there are blocks, and the factor of M:
//
//	H⁻¹ = M⁻¹ + M⁻¹U T⁻¹UᵀM⁻¹,      T_gh = δ_gh − √(s_g s_h) (M⁻¹)_gh ⟨u_g, u_h⟩.
//
// Source: Golub and Van Loan, Matrix Computations, 2013, section 2.1.4 (Sherman, Morrison, Woodbury).
func (q *System) Step() (step []float64, l *linalg.Dense) {
	size, k := q.size, q.outputs
	l = linalg.CholeskyOfGram(q.m, size)
	inverse, step := make([]float64, size*size), make([]float64, size*k)
	root := inverseOf(l)
	linalg.Gemm(inverse, root, root, size, size, size, true)
	linalg.Gemm(step, inverse, q.Fall, size, size, k, false)
	system, along := make([]float64, size*size), make([]float64, size)
	linalg.Gemm(system, q.units, q.units, size, k, size, true)
	for i := range size {
		along[i] = q.roots[i] * floats.Dot(q.units[i*k:(i+1)*k], step[i*k:(i+1)*k])
		for j := range size {
			system[i*size+j] *= -q.roots[i] * q.roots[j] * inverse[i*size+j]
		}
		system[i*size+i]++
	}
	linalg.SolveCholesky(linalg.CholeskyOfGram(system, size), along)
	u, more := slices.Clone(q.units), make([]float64, size*k)
	for i, v := range along {
		floats.Scale(q.roots[i]*v, u[i*k:(i+1)*k])
	}
	linalg.Gemm(more, inverse, u, size, size, k, false)
	floats.Add(step, more)
	return step, l
}

// inverseOf is L⁻ᵀ, row by row, without what has the pivot 0.
func inverseOf(l *linalg.Dense) []float64 {
	size := l.R
	inverse, out := make([]float64, size*size), make([]float64, size*size)
	for i := range size {
		row, of := inverse[i*size:(i+1)*size], l.Row(i)
		if of[i] == 0 {
			continue
		}
		for j, v := range of[:i] {
			floats.AddScaled(row[:j+1], v, inverse[j*size:j*size+j+1])
		}
		row[i]--
		floats.Scale(-1/of[i], row[:i+1])
	}
	linalg.Transpose(out, inverse, size, size)
	return out
}

// OfFewer is the Gram matrix of some columns, from one of more; nil where there is none.
func OfFewer(gram []float64, columns, fewer []int) []float64 {
	if gram == nil {
		return nil
	}
	at, out := make([]int, 0, len(fewer)), make([]float64, 0, len(fewer)*len(fewer))
	for i, k := range columns {
		if len(at) < len(fewer) && k == fewer[len(at)] {
			at = append(at, i)
		}
	}
	for _, i := range at {
		for _, j := range at {
			out = append(out, gram[i*len(columns)+j])
		}
	}
	return out
}
