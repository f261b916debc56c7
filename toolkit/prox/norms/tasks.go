package norms

import (
	"errors"
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// Tasks is λ Σ_t ‖column t of W‖ over the Cols columns of a matrix that is given row by row, a column a task: whole
// tasks are 0. Beside another norm, in an infimal convolution, it has tasks that are not as others are.
//
// Source: Gong, Ye, Zhang, Robust Multi-Task Feature Learning, KDD 2012; Chen, Zhou, Ye, Integrating Low-Rank and
// Group-Sparse Structures for Robust Multi-Task Learning, KDD 2011.
type Tasks struct {
	Lambda float64
	Cols   int
}

// columns is the same norm of groups.
func (g Tasks) columns(n int) prox.L21 {
	groups := make(prox.Groups, g.Cols)
	for k := range n {
		groups[k%g.Cols] = append(groups[k%g.Cols], k)
	}
	return prox.L21{Lambda: g.Lambda, Groups: groups}
}

// Value is λ Σ_t ‖W_t‖.
func (g Tasks) Value(x []float64) float64 { return g.columns(len(x)).Value(x) }

// Prox is block soft thresholding of the columns.
func (g Tasks) Prox(dst, v []float64, gamma float64) float64 {
	return g.columns(len(v)).Prox(dst, v, gamma)
}

// Conjugate is 0 where no column of v is longer than λ, and +Inf elsewhere.
func (g Tasks) Conjugate(v []float64) float64 { return g.columns(len(v)).Conjugate(v) }

// Polar is max_t ‖V_t‖/λ.
func (g Tasks) Polar(v []float64) float64 { return g.columns(len(v)).Polar(v) }

// Blocks are the columns.
func (g Tasks) Blocks(d int) (blocks [][]int, weights []float64) { return g.columns(d).Blocks(d) }

// WithShape is the penalty on matrices of so many columns.
func (g Tasks) WithShape(_, cols int) toolkit.Proxable {
	g.Cols = cols
	return g
}

// Strength is λ.
func (g Tasks) Strength() float64 { return g.Lambda }

// String is its name.
func (g Tasks) String() string { return "tasks" }

// Check refuses another number of columns than there are tasks, and one task.
func (g Tasks) Check(_, k int) error {
	switch {
	case g.Cols != 0 && g.Cols != k:
		return fmt.Errorf("the penalty is of %d columns, and there are %d tasks", g.Cols, k)
	case k < 2:
		return errors.New("the norms of tasks' columns need several tasks or outputs")
	}
	return nil
}
