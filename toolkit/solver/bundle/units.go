package bundle

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// manyUnits is the ratio of units from which they are made alike, and unitless how many times μ the mean square of a
// feature is at least that has one: a ridge that is steep in its units keeps all weights near.
const (
	manyUnits = 30
	unitless  = 1e5
)

// UnitsOf are Stabilized.Units for the weights of a problem, 1/√(10⁵μ + ‖A_j‖²/n); nil where they are much alike.
func UnitsOf(p *solver.Problem) []float64 {
	var out []float64
	n, _ := p.A.Dims()
	for _, norm := range p.ColumnNorms() {
		for range p.Outputs() {
			out = append(out, 1/math.Sqrt(unitless*p.Mu+norm*norm/float64(n)))
		}
	}
	if slices.Max(out) < manyUnits*slices.Min(out) {
		return nil
	}
	return out
}
