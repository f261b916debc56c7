package machines

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/model/machine"
	"github.com/spf13/cobra"
)

// path is what was learnt along one.
type path struct {
	strengths []float64
	models    []*machine.Model
	found     *kernels.Validation // nil without folds
	keep      int
}

// learn learns one machine, or a path of which one is kept.
func (f flags) learn(cmd *cobra.Command, t *table) (*machine.Model, *path, error) {
	ctx, c := cmd.Context(), f.settings
	if f.loss == oneClass {
		m, err := kernels.OneClass{Nu: f.nu, Tol: c.Tol, Bytes: c.Bytes}.Fit(ctx, t.data)
		return m, nil, err
	}
	if f.path == 0 && f.cv == 0 {
		m, err := c.Fit(ctx, t.data)
		return m, nil, err
	}
	p := &path{strengths: []float64{c.Mu}}
	if c.Lambda > 0 {
		p.strengths[0] = c.Lambda
	}
	if f.path > 0 {
		p.strengths = f.strengths(t)
	}
	var err error
	if f.cv > 0 {
		if p.found, err = c.CrossValidate(ctx, t.data, p.strengths, f.cv); err != nil {
			return nil, nil, err
		}
		if p.keep = p.found.OneStdError; f.choose == "least" {
			p.keep = p.found.Best
		}
	} else {
		p.keep = len(p.strengths) - 1
	}
	for m, err := range c.Along(ctx, t.data, p.strengths) {
		if m == nil {
			return nil, nil, err
		}
		if p.models = append(p.models, m); err != nil {
			return m, p, err
		}
	}
	return p.models[p.keep], p, nil
}

// strengths are those of a path: of μ, or of λ where that is given, down to what is given.
func (f flags) strengths(t *table) []float64 {
	most := kernels.MostRidge(kernels.Sum(t.data.Grams, nil))
	const span = 1e-4
	least := f.mu
	if f.lambda > 0 {
		least, most = f.lambda, math.Sqrt(most)
	}
	if least == 0 {
		least = span * most
	}
	return kernels.Path(math.Max(most, least), least, f.path)
}

// why says how the problem is solved.
func (f flags) why(count int) string {
	switch {
	case f.norm == 1 && count > 1 && f.loss != oneClass && kernels.Decomposes(f.settings.Loss):
		return "the squared ℓ1 of a loss that is linear beyond an interval: an interior-point method, of whose dual the " +
			"weights of the kernels are multipliers"
	case f.norm != 2 && count > 1:
		return "the block norm is a minimum over weights of the kernels: machines of their weighted sum, and the weights, " +
			"in turns"
	case f.lambda > 0:
		return "the norms ‖f_j‖ are those of groups of features of the Gram matrices: as for linear models with groups"
	case f.loss == oneClass || kernels.Decomposes(f.settings.Loss):
		return "the loss is linear beyond an interval: decomposition, by columns of the Gram matrix as they are needed"
	}
	return "the loss is not linear beyond an interval: as for linear models, on the features of the Gram matrix"
}
