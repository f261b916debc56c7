package fit

import (
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/fit/internal/sweep"
)

const smallest, largest = check.Smallest, check.Largest

// checkSizes sweeps over the features, and names one whose square is no number, or a target of a squared loss.
func (in *input) checkSizes() (found *sweep.Columns, err error) {
	var y []float64
	if in.k == 1 && losses.Squares(in.loss) {
		y = in.data.Y
	}
	found = sweep.Of(in.features(), in.asked.Intercept && in.c == nil, y)
	if err = check.Norms(in.features(), found.Norms, in.data.FeatureNames); err == nil && losses.Squares(in.loss) {
		err = check.Targets(in.data.Y)
	}
	return found, err
}
