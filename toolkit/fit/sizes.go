package fit

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

const smallest, largest = check.Smallest, check.Largest

// checkSizes returns the norms of the features, and names one whose square is no number, or a target of a squared loss.
func (in *input) checkSizes() (norms []float64, err error) {
	norms = linalg.ColumnNorms(in.data.X)
	if err := check.Norms(in.data.X, norms, in.data.FeatureNames); err != nil {
		return nil, err
	}
	if !losses.Squares(in.loss) || in.data.Y == nil {
		return norms, nil
	}
	var most float64
	for i, y := range in.data.Y {
		if most = math.Max(most, math.Abs(y)); most > largest {
			return nil, fmt.Errorf("target %d is %g, whose square is too large a number: scale the targets down", i+1, y)
		}
	}
	if most > 0 && most < smallest {
		return nil, fmt.Errorf("no target is larger than %g, whose square is too small a number: scale the targets up", most)
	}
	return norms, nil
}
