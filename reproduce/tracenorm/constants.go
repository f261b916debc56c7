package tracenorm

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// printedConstant is the L of the step 1/L that the paper prints for Prox++: 1/H in appendix C, with H = max_i ‖x_i‖²
// by Propositions B.1 and B.2. There H belongs to the norm max_ℓ ‖d_ℓ‖ of the columns and not to the Frobenius norm of
// the proximal step, for which L may be smaller by far: see lipschitzConstant.
//
// A person's choices are two columns in the paper and their difference is one here. A step of 1/H moves both columns,
// in opposite directions, and so their difference by 2/H: L is H/2 for tasks.
func printedConstant(x *linalg.Dense, l toolkit.MultiOutput) float64 {
	var most float64
	for i := range x.R {
		row := x.Data[i*x.C : (i+1)*x.C]
		most = math.Max(most, floats.Dot(row, row))
	}
	if oneOutput(l) {
		return most / 2
	}
	return most
}

// lipschitzConstant is a Lipschitz constant of ∇φ in the Frobenius norm: ½ λ_max(XᵀX)/n for the multinomial loss, whose
// Hessian by the predictions is at most ½, and ¼ max_j λ_max(X_jᵀX_j)/n for tasks j of logistic losses, which share no
// column.
func lipschitzConstant(x *linalg.Dense, l toolkit.MultiOutput) float64 {
	blocks := map[int][]float64{}
	for i := range x.R {
		lo, _ := l.Span(i)
		blocks[lo] = append(blocks[lo], x.Data[i*x.C:(i+1)*x.C]...)
	}
	var most float64
	for _, rows := range blocks {
		_, hi := linalg.SquaredNorm(&linalg.Dense{R: len(rows) / x.C, C: x.C, Data: rows})
		most = math.Max(most, hi)
	}
	return l.Curvature() * most
}

// oneOutput tells whether every example has one prediction, as for tasks.
func oneOutput(l toolkit.MultiOutput) bool {
	lo, hi := l.Span(0)
	return hi-lo == 1
}
