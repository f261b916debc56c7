// Package kernels is the door for machines: functions of one kernel or of several, by every loss, from Gram matrices
// whose columns are computed when asked for, or that are there.
package kernels

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Machine learns functions f_1, …, f_M, each of its own kernel's space, whose sum predicts:
//
//	P(f, b) = Σ_i c_i ℓ_i(Σ_j f_j(x_i) + b) + λ Σ_j ‖f_j‖ + (μ/2) Σ_j ‖f_j‖²
//
// with c_i = 1/n, or weights that sum to 1. λ > 0 leaves kernels out: multiple kernel learning by ℓ1, or with μ > 0 by
// its elastic net. With Norm p, 1 ≤ p < 2, and λ = 0 it is the block norm
//
//	P(f, b) = Σ_i c_i ℓ_i(Σ_j f_j(x_i) + b) + (μ/2) (Σ_j ‖f_j‖^p)^{2/p},
//
// which is the squared ℓ1 of Martins et al. at p = 1; 0 stands for 2, the sum of the kernels. A support vector machine
// in the scaling of LIBSVM has C = 1/(μn).
//
// Where λ = 0 and p = 2 a loss that is linear beyond an interval (decomposition.Tube) is learnt by decomposition, which
// asks for columns of the sum of the kernels; else all is as for linear models on features of the Gram matrices
// (kernel.Features), by the methods of fit.Linear, which take memory for n² numbers and time for n³ operations a
// kernel. Gaps bound P − P*, rounding counted; those of features, for the matrices that these have.
type Machine struct {
	Loss       toolkit.Loss // without targets, as fit.Linear has it; nil for the squared loss
	Lambda, Mu float64
	Norm       float64
	Intercept  bool
	Tol        float64       // the gap to stop at, as a share of |P|; 0 for 1e-6
	MaxIter    int           // 0 for a number by method
	TimeLimit  time.Duration // 0 for any
	Bytes      int64         // of columns kept; 0 for 100 MB
	Seed       uint64
	Watch      func(solver.Progress)
	// Start are coefficients to start decomposition from, one an example, as Last has them.
	Start []float64
}

// Data are n examples: the Gram matrix of each kernel, targets or labels, and what fit.Data has beside.
type Data struct {
	Grams      []toolkit.Gram
	Y          []float64
	Weights    []float64
	LabelNames []string
}

// pick are some of the examples.
func (d Data) pick(rows []int) Data {
	out := Data{LabelNames: d.LabelNames}
	for _, g := range d.Grams {
		out.Grams = append(out.Grams, g.Select(rows))
	}
	for _, i := range rows {
		out.Y = append(out.Y, d.Y[i])
		if d.Weights != nil {
			out.Weights = append(out.Weights, d.Weights[i])
		}
	}
	return out
}

// check names what is wrong with settings and data, as far as features and decomposition do not.
func (c Machine) check(data Data) error {
	n := len(data.Y)
	switch {
	case len(data.Grams) == 0 || n == 0:
		return errors.New("there is no kernel, or no example")
	case !(c.Lambda >= 0) || !(c.Mu >= 0) || !(c.Lambda+c.Mu > 0) || math.IsInf(c.Lambda+c.Mu, 1):
		return fmt.Errorf("λ = %g, μ = %g: neither may be negative, one must be positive, both finite", c.Lambda, c.Mu)
	case c.Norm != 0 && !(c.Norm >= 1 && c.Norm <= 2):
		return fmt.Errorf("the block norm has p = %g: 1 to 2 is due", c.Norm)
	case c.Norm != 0 && c.Norm != 2 && c.Lambda > 0:
		return fmt.Errorf("λ = %g and a block norm of p = %g: these are two ways to choose among kernels, and one goes with "+
			"λ = 0", c.Lambda, c.Norm)
	}
	for j, g := range data.Grams {
		if g.Len() != n {
			return fmt.Errorf("kernel %d has %d examples, there are %d targets", j+1, g.Len(), n)
		}
	}
	switch c.Loss.(type) {
	case toolkit.Separable, toolkit.MultiOutput:
		return nil
	}
	return fmt.Errorf("the %v loss is no sum over examples: kernels go with losses that are", c.Loss)
}

// linear are the same settings for linear models.
func (c Machine) linear() fit.Linear {
	return fit.Linear{
		Loss: c.Loss, Mu: c.Mu, Intercept: c.Intercept, Tol: c.Tol, MaxIter: c.MaxIter, TimeLimit: c.TimeLimit, Seed: c.Seed,
		Watch: c.Watch,
	}
}
