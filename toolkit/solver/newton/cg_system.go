package newton

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// direction is about −H⁻¹∇P, by at most so many preconditioned conjugate gradients: the inner loop of CG's box.
func (n *newtonCG) direction(ctx context.Context, most int) []float64 {
	n.bend()
	way, steps := n.preconditioner()
	steps = min(steps, most)
	var cost float64
	if n.shared = nil; way >= ofGram {
		cost = n.share(way)
	}
	n.fillDiagonal(way)
	z, negative := make([]float64, len(n.grad)), make([]float64, len(n.grad))
	floats.ScaleTo(negative, -1, n.grad)
	n.precondition(z, n.grad)
	left := math.Sqrt(floats.Dot(n.grad, z) / math.Abs(n.s.Objective)) // in no unit
	enough := linalg.Share(math.Min(0.25, math.Max(1e-6, math.Sqrt(left))))
	taken, last, gaps, willDo := -1, 1., n.gaps(), n.p.Tol/2*math.Abs(n.s.Objective)
	n.s.Promise = linalg.ConjugateGradients{
		Times: n.hessianTimes, Precondition: n.precondition, Steps: steps,
		Stop: func(square, first float64) bool {
			taken, last = taken+1, square/first
			return context.Cause(ctx) != nil || enough(square, first) || taken > 0 && gaps*square <= willDo
		},
	}.Solve(z, negative)
	n.taken = max(1, taken)
	n.rates[way] = -math.Log(last) / (float64(n.taken) + cost)
	if floats.Norm(z, 1) == 0 {
		return negative
	}
	return z
}

// gaps is by how much rᵀM⁻¹r is multiplied to bound ‖r‖²/(2μ), the gap where the gradient is r.
func (n *newtonCG) gaps() float64 {
	if n.mu == 0 {
		return math.Inf(1)
	}
	if n.shared != nil {
		return n.shared.bound / (2 * n.mu)
	}
	return floats.Max(n.diagonal) / (2 * n.mu)
}

// M is that of the ridge alone, or has the diagonal of the loss's part, too, or of several outputs a Gram matrix, or
// one of each: the first is better than the second where columns say nearly the same, as H is the ridge and little more
// but along a few directions, the second where they are of many units. Where the ridge takes more than so many steps
// the diagonal is tried, for so many at most, Gram matrices once steps have cost what these do, and what was quicker
// stays.
const (
	ofRidge = iota
	ofDiagonal
	ofGram
	ofGrams
	ways
	quickSteps = 8
	triedSteps = 25
	leastTaken = 4
)

// preconditioner is one of these, and how many steps of conjugate gradients it gets.
func (n *newtonCG) preconditioner() (way, steps int) {
	for way := ofGrams; way >= ofGram; way-- {
		products, steps := n.sharedWait(way)
		try := n.rates[way] == 0 && n.taken > steps && n.spent >= products
		if try || n.rates[way] > 0 && n.rates[way] == slices.Max(n.rates[:]) {
			return way, n.inner
		}
	}
	switch {
	case n.mu == 0:
		return ofDiagonal, n.inner
	case n.rates[ofRidge] == 0:
		return ofRidge, min(n.inner, triedSteps)
	case n.rates[ofDiagonal] == 0 && n.taken > quickSteps:
		return ofDiagonal, min(n.inner, triedSteps)
	case n.rates[ofDiagonal] > n.rates[ofRidge]:
		return ofDiagonal, n.inner
	}
	return ofRidge, n.inner
}

// precondition is dst = M⁻¹r.
func (n *newtonCG) precondition(dst, r []float64) {
	if n.shared != nil {
		n.shared.solve(dst, r, n.o.K, n.ridged, n.mu)
		return
	}
	for j, v := range r {
		dst[j] = v
		if n.diagonal[j] > 0 {
			dst[j] /= n.diagonal[j]
		}
	}
}

// fillDiagonal makes M: about the diagonal of the Hessian, ‖A_j‖² times the mean of c_i ∇²ℓ_i, and μ, as a pass over
// A for the curvatures of each column's own examples would cost as much as steps do; or μ alone, for weights that have
// it, and for maps that cannot enumerate their entries.
func (n *newtonCG) fillDiagonal(way int) {
	clear(n.diagonal)
	if _, ok := n.a.(linalg.Entries); ok {
		curved, mean := make([]float64, n.o.K), make([]float64, n.o.K)
		for i := range n.o.N {
			z, lo := n.o.Span(n.z, i)
			part := curved[:len(z)]
			n.hessians.Diagonal(part, i)
			floats.AddScaled(mean[lo:lo+len(z)], 1/float64(n.o.N), part)
		}
		for j, norm := range n.norms() {
			floats.AddScaled(n.diagonal[j*n.o.K:(j+1)*n.o.K], norm*norm, mean)
		}
	}
	part := n.diagonal[:n.ridged]
	if way == ofRidge {
		clear(part)
	}
	floats.AddConst(n.mu, part)
}

// norms are those of the columns of A, and of F.
func (n *newtonCG) norms() []float64 {
	out := n.p.ColumnNorms()
	if f := n.p.Unpenalized; f != nil {
		out = slices.Clone(out)
		for k := range f.R {
			out = append(out, floats.Norm(f.Row(k), 2))
		}
	}
	return out
}

// bend makes the Hessians of the loss those at the predictions, damped.
func (n *newtonCG) bend() {
	n.hessians.Damping = n.damping * n.curvature
	n.o.Hessians(&n.hessians, n.z) // the loss has them: start asked
}

// hessianTimes is dst = H v: Xᵀ C ∇²ℓ X v + μv.
func (n *newtonCG) hessianTimes(dst, v []float64) {
	n.hessians.Sandwich(dst, n.x, v)
	floats.AddScaled(dst[:n.ridged], n.mu, v[:n.ridged])
	n.s.Evals++
	n.spent++
}

// typicalCurvature is the most that second derivatives of the loss can be; where they may be anything, their mean.
func (n *newtonCG) typicalCurvature() float64 {
	var sum, largest float64
	for i := range n.o.N {
		sum += n.o.Loss.Weight(i)
		largest = math.Max(largest, n.o.Loss.Weight(i))
	}
	if most := n.o.Loss.Curvature(); !math.IsInf(most, 1) || n.o.Size() != n.o.N {
		return math.Min(most, math.MaxFloat64) / largest
	}
	curvatures := make([]float64, n.o.N)
	n.o.Seconds(curvatures, n.z, n.hessian)
	return floats.Sum(curvatures) / sum
}

// Gram matrices of at most so many columns are tried as M once products with the Hessian have cost sharedSteps times as
// much as factors do, and are made anew when as many more have; sharedLater times, and where a direction took more than
// hardSteps, if a step by factors is no small part of a product, of fewer than sharedRows times as many examples as
// columns, and for a Gram matrix of each output.
const (
	mostShared  = 1000
	sharedSteps = 1.5
	sharedLater = 4
	hardSteps   = 50
	sharedRows  = 4
)

// sharedCost is how many products with the Hessian cost as much as the factors, +Inf where there are none.
func (n *newtonCG) sharedCost(way int) float64 {
	_, d := n.x.Dims()
	_, ok := n.a.(linalg.Entries)
	if !ok || n.o.K == 1 || d > mostShared || n.o.Size() != n.o.N*n.o.K || way == ofGrams && n.mu == 0 {
		return math.Inf(1)
	}
	columns, outputs := float64(d), float64(n.o.K)
	if way == ofGrams {
		outputs = 1
	}
	return columns/(4*outputs) + columns*columns/(3*factorQuick*4*float64(n.o.N)*outputs)
}

// sharedWait is how many products come before factors, at first and from one time to the next, and how many steps.
func (n *newtonCG) sharedWait(way int) (products float64, steps int) {
	if _, d := n.x.Dims(); n.o.N < sharedRows*d || way == ofGrams {
		return sharedLater * n.sharedCost(way), hardSteps
	}
	return sharedSteps * n.sharedCost(way), leastTaken
}

// share makes M that of Gram matrices, and returns how many products that costs.
func (n *newtonCG) share(way int) (cost float64) {
	wait, _ := n.sharedWait(way)
	if n.shared = n.last[way]; n.shared != nil && n.spent-n.shared.since < max(leastTaken, wait) {
		return 0
	}
	count := 1
	if way == ofGrams {
		count = n.o.K
	}
	part, curvatures := make([]float64, n.o.K), linalg.NewDense(count, n.o.N, nil)
	for i := range n.o.N {
		n.hessians.Diagonal(part, i)
		if count == 1 {
			curvatures.Data[i] = floats.Sum(part) / float64(n.o.K-1)
			continue
		}
		for o, v := range part {
			curvatures.Row(o)[i] = v
		}
	}
	n.shared = &shared{since: n.spent}
	for o := 0; o < count && n.shared != nil; o++ {
		n.shared = n.shared.with(n.gramOf(curvatures.Row(o)))
	}
	n.last[way] = n.shared
	return n.sharedCost(way)
}

// gramOf is XᵀDX + μ.
func (n *newtonCG) gramOf(curvatures []float64) *mat.SymDense {
	_, d := n.x.Dims()
	m := mat.NewSymDense(d, linalg.GramOfColumns(n.x, curvatures))
	for j := range n.ridged / n.o.K {
		m.SetSym(j, j, m.At(j, j)+n.mu)
	}
	return m
}
