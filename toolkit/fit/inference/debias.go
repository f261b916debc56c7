package inference

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Task are the examples of one task: its features as rows, and its targets.
type Task struct {
	X linalg.Rows
	Y []float64
}

// Debias is ridge regression on selected features alone, which takes back the shrinkage of a sparse model: for each
// task t the minimizer of
//
//	(1/n_t) Σ_i ½(⟨w, x_ti⟩ − y_ti)² + (ρ/2)‖w‖²,      w_j = 0 for all j that are not in support,
//
// for each ρ of ridges, as d×T matrices given row by row. Where ρ = 0 leaves a choice it is the solution of least norm.
//
// Source: Rosasco, Mosci, Santoro, Verri, Villa, Iterative Projection Methods for Structured Sparsity Regularization,
// 2009, section 5.1.
func Debias(tasks []Task, support []int, ridges []float64) ([][]float64, error) {
	for _, r := range ridges {
		if !(r >= 0) || math.IsInf(r, 1) {
			return nil, fmt.Errorf("ρ = %g: it must be finite and not negative", r)
		}
	}
	d, _ := tasks[0].X.Dims()
	out := make([][]float64, len(ridges))
	for k := range out {
		out[k] = make([]float64, d*len(tasks))
	}
	for t, of := range tasks {
		w, err := ridgePath(of.X, support, of.Y, ridges)
		if err != nil {
			return nil, fmt.Errorf("task %d: %w", t+1, err)
		}
		for k := range out {
			for i, j := range support {
				out[k][j*len(tasks)+t] = w[k][i]
			}
		}
	}
	return out, nil
}

// ridgePath is ridge regression on some columns for all of several ρ, by the eigenvalues of the smaller of both Gram
// matrices over n.
func ridgePath(a linalg.Rows, support []int, y, ridges []float64) ([][]float64, error) {
	n, k := len(y), len(support)
	out := make([][]float64, len(ridges))
	for i := range out {
		out[i] = make([]float64, k)
	}
	if k == 0 {
		return out, nil
	}
	z := make([]float64, k*n) // the columns, as rows
	for i, j := range support {
		a.AddRow(z[i*n:(i+1)*n], 1, j)
	}
	small := min(k, n)
	left, gram := z, make([]float64, small*small) // left·leftᵀ/n is the smaller Gram matrix
	if n < k {
		left = make([]float64, n*k)
		linalg.Transpose(left, z, k, n)
	}
	linalg.Gemm(gram, left, left, small, max(k, n), small, true)
	floats.Scale(1/float64(n), gram)
	values, vectors, ok := linalg.EigenSym(gram, small)
	if !ok {
		return nil, fmt.Errorf("the Gram matrix of %d features has no eigenvalues that could be found", k)
	}
	// w = Z (ZᵀZ/n + ρ)⁻¹ y/n with ZᵀZ of n×n, or (ZZᵀ/n + ρ)⁻¹ Z y/n
	right := y
	if k <= n {
		right = make([]float64, k)
		linalg.NewDense(k, n, z).MulVec(right, y)
	}
	spectrum := make([]float64, small)
	for i := range small {
		spectrum[i] = floats.Dot(vectors[i*small:(i+1)*small], right)
	}
	floor := floats.Max(values) * float64(small) * 0x1p-52
	for r, rho := range ridges {
		inner := make([]float64, small)
		for i, v := range values {
			if v+rho <= floor {
				continue
			}
			floats.AddScaled(inner, spectrum[i]/((v+rho)*float64(n)), vectors[i*small:(i+1)*small])
		}
		if k <= n {
			copy(out[r], inner)
		} else {
			linalg.NewDense(k, n, z).MulVec(out[r], inner)
		}
	}
	return out, nil
}

// MeanSquaredError is the mean over tasks of the mean squared error of weights, d×T row by row, that are 0 outside a
// support.
func MeanSquaredError(tasks []Task, weights []float64, support []int) float64 {
	var sum float64
	for t, of := range tasks {
		r := append([]float64(nil), of.Y...)
		for _, j := range support {
			of.X.AddRow(r, -weights[j*len(tasks)+t], j)
		}
		sum += floats.Dot(r, r) / float64(max(1, len(r)))
	}
	return sum / float64(len(tasks))
}
