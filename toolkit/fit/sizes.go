package fit

import (
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

const smallest, largest = check.Smallest, check.Largest

// checkSizes returns the norms of the features, and names one whose square is no number, or a target of a squared loss.
func (in *input) checkSizes() (norms []float64, err error) {
	norms = linalg.ColumnNorms(in.features())
	if err = check.Norms(in.features(), norms, in.data.FeatureNames); err == nil && losses.Squares(in.loss) {
		err = check.Targets(in.data.Y)
	}
	return norms, err
}
