package kernels

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// EasyWeights are weights of kernels that sum to 1, for a machine of their weighted sum (Sum), for 0 < Λ < 1: with
// distributions γ over the examples of either label,
//
//	min over γ of (1 − Λ) γᵀY(Σ_j K_j)Yγ + Λ‖γ‖²,      weights in proportion to γᵀYK_jYγ.
//
// That is the dual, but for a scale, of a machine of Σ_j K_j with the squared hinge, an intercept and nμ = Λ/(1 − Λ),
// whose ‖f_j‖² are in proportion to the weights. Kernels are to have diagonals of 1, or the same trace at least.
//
// Source: Aiolli, Donini, EasyMKL: a scalable multiple kernel learning algorithm, Neurocomputing 2015, equation 4.
func EasyWeights(ctx context.Context, data Data, lambda float64) ([]float64, error) {
	if !(lambda > 0 && lambda < 1) {
		return nil, fmt.Errorf("the share Λ is %g: above 0, and below 1, is due", lambda)
	}
	data.Weights = nil
	mu := lambda / (1 - lambda) / float64(max(1, len(data.Y)))
	m, err := Machine{Loss: loss.SquaredHinge{}, Mu: mu, Intercept: true, Tol: 1e-9}.Fit(ctx, data)
	if err != nil {
		return nil, err
	}
	weights := make([]float64, len(m.Norms))
	for j, norm := range m.Norms {
		weights[j] = norm * norm
	}
	if sum := floats.Sum(weights); sum > 0 {
		floats.Scale(1/sum, weights)
	}
	return weights, nil
}

// Alignments are those of kernels with targets or labels y, from 0 to 1: with all centred by H = I − 11ᵀ/n,
//
//	yᵀHK_jHy / (‖Hy‖² ‖HK_jH‖).
//
// They serve as weights of kernels of the same scale.
//
// Source: Cortes, Mohri, Rostamizadeh, Algorithms for Learning Kernels Based on Centered Alignment, JMLR 2012,
// definition 4.
func Alignments(ctx context.Context, grams []toolkit.Gram, y []float64) ([]float64, error) {
	n := len(y)
	mean := floats.Sum(y) / float64(n)
	centred, all, ones := make([]float64, n), make([]int, n), make([]float64, n)
	for i, v := range y {
		centred[i], all[i], ones[i] = v-mean, i, 1
	}
	out, f, column := make([]float64, len(grams)), make([]float64, n), make([]float64, n)
	for j, g := range grams {
		if g.Len() != n {
			return nil, fmt.Errorf("kernel %d has %d examples, there are %d targets", j+1, g.Len(), n)
		}
		if err := g.Product(ctx, f, all, ones); err != nil {
			return nil, err
		}
		rows, total := floats.Dot(f, f), floats.Sum(f)
		if err := g.Product(ctx, f, all, centred); err != nil {
			return nil, err
		}
		var square float64
		for i := range n {
			if err := g.Columns(ctx, column, []int{i}); err != nil {
				return nil, err
			}
			square += floats.Dot(column, column)
		}
		square += total/float64(n)*total/float64(n) - 2*rows/float64(n) // ‖HKH‖²
		if size := floats.Dot(centred, centred) * math.Sqrt(math.Max(0, square)); size > 0 {
			out[j] = math.Max(0, floats.Dot(centred, f)) / size
		}
	}
	return out, nil
}
