package lowrank

import "github.com/proxlab/proxlab/toolkit/solver/internal/outputs"

// Curved is a toolkit.MultiOutput loss that knows the diagonal of its Hessians: Diagonal writes that of ∇²ℓ_i(f) to
// h. FactoredDescent builds its preconditioner on it.
type Curved interface {
	Diagonal(h []float64, i int, f []float64)
}

// LineCurved is a toolkit.MultiOutput loss with a bound of its own of d²ℓ_i(f + tv)/dt², over all f and t, below its
// Curvature: line searches then start with longer steps. LineCurvature returns the bound for a direction v.
type LineCurved = outputs.LineCurved
