package inference

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// classical are the estimates at the minimum of the loss alone, by Newton's method from the model, and their standard
// errors by the inverse of the Hessian there. It returns the degrees of freedom of Student's t, +Inf for a normal law.
//
// Source: McCullagh, Nelder, Generalized Linear Models, 2nd edition 1989, sections 2.5 and 4.4.
func (out *Intervals) classical(ctx context.Context, q *Local, squares bool) (freedom float64, err error) {
	size := q.d
	if q.problem.Unpenalized != nil {
		size += q.problem.Unpenalized.R
	}
	if q.n <= size {
		return 0, fmt.Errorf("%d examples are too few for the intervals of %d weights without a penalty", q.n, size)
	}
	u := linalg.NewDense(size, q.n, nil)
	for j := range q.d {
		q.columns.AddRow(u.Row(j), 1, j)
	}
	for r := q.d; r < size; r++ {
		copy(u.Row(r), q.problem.Unpenalized.Row(r-q.d))
	}
	n := newtonStep{q: q, u: u, w: make([]float64, size)}
	copy(n.w, q.weights)
	inverse, err := aside(ctx, n.solve)
	if err != nil {
		return 0, err
	}
	out.Theory, freedom = "maximum likelihood, normal law", math.Inf(1)
	if mu := q.problem.Mu; mu > 0 {
		out.Theory = "maximum likelihood without the ridge, normal law"
		out.Caution = fmt.Sprintf("They and the estimates are of the weights without a ridge, at the maximum of the "+
			"likelihood: the weights beside them are shrunken by μ = %g.", mu)
	}
	if squares {
		out.Theory, freedom = "least squares, Student's t", float64(q.n-size)
		q.slope = n.slope
		if out.Sigma, err = q.noise(float64(size)); err != nil {
			return 0, err
		}
	}
	for j := range q.d {
		out.Estimate = append(out.Estimate, n.w[j])
		out.StdError = append(out.StdError, out.Sigma*math.Sqrt(inverse.At(j, j)/float64(q.n)))
	}
	return freedom, nil
}

// newtonStep is Newton's method on the loss alone, for columns as rows of u.
type newtonStep struct {
	q     *Local
	u     *linalg.Dense
	w     []float64
	slope []float64 // c_i ℓ'_i
}

var errSeparated = errors.New("the loss has no single minimum to take intervals at: features are dependent, or " +
	"separate the labels")

// solve goes to the minimum and returns the inverse of the Hessian there.
func (n *newtonStep) solve() (*mat.SymDense, error) {
	const most = 100
	value, gradient, factor := n.at(n.w)
	for range most {
		if factor == nil {
			return nil, errSeparated
		}
		var step mat.VecDense
		if err := factor.SolveVecTo(&step, mat.NewVecDense(len(gradient), gradient)); err != nil {
			return nil, errSeparated
		}
		decrement := floats.Dot(step.RawVector().Data, gradient)
		if decrement <= 1e-16*value { // where labels are separated both go to 0 together
			return inverseOf(factor)
		}
		trial, t := make([]float64, len(n.w)), 1.
		for {
			floats.AddScaledTo(trial, n.w, -t, step.RawVector().Data)
			v, g, f := n.at(trial)
			if v <= value || t < 1e-8 {
				last := !(v < value) // rounding allows no more
				value, gradient, factor, n.w = v, g, f, trial
				if last && factor != nil {
					return inverseOf(factor)
				}
				break
			}
			t /= 2
		}
	}
	return nil, errSeparated
}

func inverseOf(factor *mat.Cholesky) (*mat.SymDense, error) {
	var out mat.SymDense
	if err := factor.InverseTo(&out); err != nil {
		return nil, errSeparated
	}
	return &out, nil
}

// at evaluates the loss, its gradient and its factored Hessian; the factor is nil where the Hessian is singular.
func (n *newtonStep) at(w []float64) (value float64, gradient []float64, factor *mat.Cholesky) {
	loss, second := n.q.loss, n.q.second
	scores, weighted := make([]float64, n.q.n), linalg.NewDense(n.u.R, n.u.C, nil)
	n.u.MulTransVec(scores, w)
	n.slope = make([]float64, n.q.n)
	root := make([]float64, n.q.n)
	for i, f := range scores {
		v, s := loss.At(i, f)
		value += loss.Weight(i) * v
		n.slope[i], root[i] = loss.Weight(i)*s, math.Sqrt(loss.Weight(i)*second.Second(i, f))
	}
	gradient = make([]float64, n.u.R)
	n.u.MulVec(gradient, n.slope)
	for r := range n.u.R {
		floats.MulTo(weighted.Row(r), n.u.Row(r), root)
	}
	hessian := make([]float64, n.u.R*n.u.R)
	linalg.Gemm(hessian, weighted.Data, weighted.Data, n.u.R, n.u.C, n.u.R, true)
	factor = &mat.Cholesky{}
	const worst = 1e13 // of the condition, from where on nothing is left of an inverse
	if !factor.Factorize(mat.NewSymDense(n.u.R, hessian)) || factor.Cond() > worst {
		return value, gradient, nil
	}
	return value, gradient, factor
}

// Intervals are confidence intervals of the weights, each by itself: of many at a level of 0.95 one in twenty misses.
// They are of features as the data had them, and take the model for true and examples for independent. Features that
// the data, and not the design, told to look at have none: no interval here knows of a choice made before.
type Intervals struct {
	Level              float64
	Theory             string // what they rest on
	Caution            string // what they are easily taken for and are not, a sentence; "" for nothing
	Estimate, StdError []float64
	Low, High          []float64
	P                  []float64 // two-sided, of the hypothesis that the weight is 0
	Sigma              float64   // the noise's standard deviation; 1 for labels
}

// noise is the standard deviation of the residuals with so many degrees of freedom spent.
func (q *Local) noise(spent float64) (float64, error) {
	left := float64(q.n) - spent
	if left < 1 {
		return 0, fmt.Errorf("%d examples and %g degrees of freedom: none is left to estimate the noise by", q.n, spent)
	}
	var sum float64
	for _, s := range q.slope { // (f_i − y_i)/n
		sum += s * s
	}
	return float64(q.n) * math.Sqrt(sum/left), nil
}
