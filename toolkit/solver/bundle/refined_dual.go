package bundle

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A dual point is refined where that costs no more than so many multiplications, and the model promises no more than
// such a share of f; bounds that it meets are taken in so often at most.
const (
	mostRefined  = 1e6
	nearlyThere  = 1e-2
	mostBoundary = 8
)

// refine goes from the master's weights α of planes S towards those that maximize the dual objective with the ridge
// alone over Σ_S α = 1, as far as α ≥ 0 lets it, and takes notice of the bound there. With E of the differences of
// planes from the first, α = (1 − Σβ, β) and E = QR that is
//
//	Rβ = R⁻ᵀ(λΔb) − Qᵀa_1.
//
// Rows of E, which have the units of features, are sorted by their size: each keeps its own digits, which products of
// planes do not.
//
// Source: Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 20.3 (row-wise errors of QR).
func (r *run) refine(alpha []float64) {
	alpha = slices.Clone(alpha)
	for range mostBoundary {
		var s []int
		for i, v := range alpha {
			if v > 0 {
				s = append(s, i)
			}
		}
		n := len(s) - 1
		if n < 1 || n > r.cuts.dim || r.cuts.dim*n*n > mostRefined {
			return
		}
		target := r.unbounded(s)
		if target == nil {
			return
		}
		step := 1.
		for k, i := range s {
			if target[k] < 0 {
				step = min(step, alpha[i]/(alpha[i]-target[k]))
			}
		}
		for k, i := range s {
			if alpha[i] += step * (target[k] - alpha[i]); target[k] < 0 && alpha[i] <= 1e-15 {
				alpha[i] = 0
			}
		}
		floats.Scale(1/floats.Sum(alpha), alpha)
		if r.bound(alpha); step == 1 {
			return
		}
	}
}

// unbounded are the weights of planes S, of any sign, that maximize the dual objective; nil where planes depend on one
// another.
func (r *run) unbounded(s []int) []float64 {
	d, n := r.cuts.dim, len(s)-1
	first := floats.DivTo(make([]float64, d), r.cuts.a[s[0]], r.units)
	rows, order := make([][]float64, d), make([]int, d)
	for j := range rows {
		order[j], rows[j] = j, make([]float64, n)
		for k, i := range s[1:] {
			rows[j][k] = (r.cuts.a[i][j] - r.cuts.a[s[0]][j]) / r.units[j]
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(floats.Norm(rows[j], 2), floats.Norm(rows[i], 2))
	})
	e, start := mat.NewDense(d, n, nil), mat.NewVecDense(d, nil)
	for at, j := range order {
		e.SetRow(at, rows[j])
		start.SetVec(at, first[j])
	}
	var qr mat.QR
	var q, upper mat.Dense
	qr.Factorize(e)
	qr.QTo(&q)
	qr.RTo(&upper)
	beta := make([]float64, n)
	for k := range n { // R⁻ᵀ(λΔb)
		sum := r.Lambda * (r.cuts.b[s[k+1]] - r.cuts.b[s[0]])
		for l := range k {
			sum -= upper.At(l, k) * beta[l]
		}
		beta[k] = sum / upper.At(k, k)
	}
	for k := range n {
		beta[k] -= mat.Dot(q.ColView(k), start)
	}
	rest := 1.
	for k := n - 1; k >= 0; k-- {
		for l := k + 1; l < n; l++ {
			beta[k] -= upper.At(k, l) * beta[l]
		}
		beta[k] /= upper.At(k, k)
		rest -= beta[k]
	}
	if math.IsNaN(rest) || math.IsInf(rest, 0) {
		return nil
	}
	return append([]float64{rest}, beta...)
}
