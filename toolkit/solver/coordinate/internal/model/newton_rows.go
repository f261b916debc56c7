package model

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// rooted is a quadratic whose columns are known: Rooted are √C A_k of some, as rows.
type rooted interface {
	Rooted(columns []int) []float64
}

// newtonCost are the flops of a Newton step on so many weights, and what makes the Gram matrix that it takes. With a
// ridge, and more weights than predictions, it takes none, and the flops of their Gram matrix.
func (m *Model) newtonCost(size int) (flops float64, gram func(columns []int) []float64) {
	k, n := float64(size), float64(m.N)
	flops, _ = m.Loss.Cost(size)
	flops += k * k * k / 3
	_, ok := m.Loss.(rooted)
	ok = ok && m.Parts == nil && m.Mu > 0 && m.From[m.Penalized] == len(m.Columns) && k*n <= maxNewtonNumbers
	if byRows := k*n*n + n*n*n/3; ok && byRows < flops {
		return byRows, func([]int) []float64 { return nil }
	}
	return flops, m.Loss.Gram
}

// stepByRows is −H⁻¹∇ on a support, H = ZᵀZ + D with Z = √C A_S and D as in addPenalty, by a system of as many unknowns
// as there are predictions. With V = Z D^−½ and c = −D^−½∇,
//
//	−H⁻¹∇ = D^−½ (c − Vᵀ (I + V Vᵀ)⁻¹ V c),    D_g^−½ = I/√(μ+s) + (1/√μ − 1/√(μ+s)) u uᵀ.
//
// Source: Golub and Van Loan, Matrix Computations, 2013, section 2.1.4 (Sherman, Morrison, Woodbury).
func (m *Model) stepByRows(s support) []float64 {
	n, size := m.N, len(s.columns)
	z, step := m.Loss.(rooted).Rooted(s.columns), make([]float64, size)
	units, bends := make([][]float64, len(s.Blocks)), make([]float64, len(s.Blocks))
	at := 0
	for b, g := range s.Blocks {
		units[b], bends[b] = m.fall(step[at:], g)
		at += len(units[b])
	}
	divide := func(x []float64, width int) { // the rows of a block by D^½
		at, mean := 0, make([]float64, width)
		for b, unit := range units {
			rows := x[at*width : (at+len(unit))*width]
			across, along := 1/math.Sqrt(m.Mu+bends[b]), 1/math.Sqrt(m.Mu)
			if len(unit) == 1 {
				across = along
			}
			clear(mean)
			for i, u := range unit {
				floats.AddScaled(mean, (along-across)*u, rows[i*width:(i+1)*width])
			}
			floats.Scale(across, rows)
			for i, u := range unit {
				floats.AddScaled(rows[i*width:(i+1)*width], u, mean)
			}
			at += len(unit)
		}
	}
	divide(z, n)
	divide(step, 1)
	byPrediction, system := make([]float64, len(z)), make([]float64, n*n)
	linalg.Transpose(byPrediction, z, size, n)
	linalg.Gemm(system, byPrediction, byPrediction, n, size, n, true)
	for i := range n {
		system[i*n+i]++
	}
	v, shared, own := linalg.NewDense(size, n, z), make([]float64, n), make([]float64, size)
	v.MulTransVec(shared, step)
	linalg.SolveCholesky(linalg.CholeskyOfGram(system, n), shared)
	v.MulVec(own, shared)
	floats.Sub(step, own)
	divide(step, 1)
	return step
}
