package coordinate

import (
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/repeated"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/sphere"
)

// Memory is what runs on one problem hand on to those at other λ and μ. Of Descent that is products of columns with
// dual points, and the factor of the Gram matrix of columns whose weights are not 0; of ProximalNewton what is known
// at the last point, and the Gram matrix of its model. The zero value is empty; on another problem it is emptied. It is
// for one goroutine at a time.
type Memory struct {
	of         *model.LeastSquares
	remembered *sphere.Remembered
	factor     *model.ActiveFactor
	repeated   repeated.Columns
	newton     any // the last run of ProximalNewton
}

// bind makes the memory one of a problem.
func (m *Memory) bind(q *model.LeastSquares, norms *norms) {
	if m.of == q {
		return
	}
	var columns []float64
	if norms != nil {
		columns = norms.columns
	}
	*m = Memory{of: q, remembered: sphere.New(&q.Blocks, columns), factor: model.NewActiveFactor(q)}
}
