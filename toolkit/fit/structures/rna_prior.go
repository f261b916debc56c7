package structures

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/structures/internal/groups"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/proxlab/proxlab/toolkit/structured/rna/energies"
)

// prior is that of the settings, with λ and strengths of groups.
func (c RNA) prior(lambda float64, strengths []float64) groups.Prior {
	mean := make([]float64, rna.Features)
	if c.Energies {
		mean = energies.Turner2004()
	}
	p := groups.NewPrior(mean, lambda, strengths)
	p.Hold(c.Fixed, c.Without)
	return p
}

// likelihood is the mean loss of examples as a function of the weights.
func (c RNA) likelihood(examples []rna.Example) (*bundle.Oracle, error) {
	return bundle.NewOracle(func() (toolkit.Oracle, toolkit.Params) {
		rows := params.NewModel([]params.Block{params.NewExplicit(0, linalg.Identity(groups.Features(c.Energies)), 1)})
		if c.CRF {
			return &rna.CRF{Examples: examples, Extended: c.Energies}, rows
		}
		return &rna.Hinge{Examples: examples}, rows
	})
}
