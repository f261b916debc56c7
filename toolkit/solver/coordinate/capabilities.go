package coordinate

import (
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/arranged"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/smooth"
)

// LeastSquares is a loss of residuals, which coordinate descent keeps.
type LeastSquares = solver.LeastSquares

// ByOutput is a loss of k outputs that is a sum of losses of one output each. ByOutput returns it as a loss of n·k
// examples with one prediction each: those of the first output for all examples, then those of the second, and so on.
type ByOutput = arranged.ByOutput

// Softmax is a toolkit.MultiOutput loss of k outputs whose Hessians are diag(p) − ppᵀ, and which writes p.
type Softmax = smooth.Softmax

// Counted is a sparse matrix, which knows how many of its entries are stored.
type Counted interface{ NNZ() int }

var _ Counted = (*linalg.CSR)(nil)
