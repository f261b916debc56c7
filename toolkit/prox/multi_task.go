package prox

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// MultiTask is λ Σ_j ‖W_j‖ over the rows of a matrix of Cols columns, given row by row: a column a task or an output,
// so that features are chosen for all of them together. It is L21 with a group for each row.
//
// Source: Obozinski, Taskar, Jordan, Multi-task Feature Selection, 2006.
type MultiTask struct {
	Lambda float64
	Cols   int
}

// row is row j of x.
func (g MultiTask) row(x []float64, j int) []float64 { return x[j*g.Cols : (j+1)*g.Cols] }

// rows is how many there are.
func (g MultiTask) rows(x []float64) int {
	if g.Cols < 1 || len(x)%g.Cols != 0 {
		panic(badLength)
	}
	return len(x) / g.Cols
}

// Value is λ Σ_j ‖W_j‖.
func (g MultiTask) Value(x []float64) (sum float64) {
	for j := range g.rows(x) {
		sum += norm(g.row(x, j))
	}
	return g.Lambda * sum
}

// Prox is block soft thresholding of the rows, dst_j = v_j max(0, 1 − γλ/‖v_j‖).
func (g MultiTask) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	copy(dst, v)
	for j := range g.rows(v) {
		shrink(g.row(dst, j), gamma*g.Lambda)
	}
	return g.Value(dst)
}

// shrink is block soft thresholding, x times max(0, 1 − t/‖x‖); NaN stays NaN.
func shrink(x []float64, t float64) {
	if n := norm(x); n > t || n != n {
		floats.Scale(1-t/n, x)
		return
	}
	clear(x)
}

// Conjugate is the indicator of ‖V_j‖ ≤ λ for all j, with a relative slack of 1e-12.
func (g MultiTask) Conjugate(v []float64) float64 { return indicator(g.Polar(v), directSlack) }

// Polar is max_j ‖V_j‖/λ.
func (g MultiTask) Polar(v []float64) (most float64) {
	for j := range g.rows(v) {
		if n := norm(g.row(v, j)); n > 0 {
			most = max(most, n/g.Lambda)
		}
	}
	return most
}

// ZeroFrom is the same: the λ from which on 0 is the solution where −v is the gradient.
func (g MultiTask) ZeroFrom(v []float64) float64 { return g.Polar(v) }

// Blocks are the rows, with the weights λ.
func (g MultiTask) Blocks(d int) (blocks [][]int, weights []float64) {
	count, all := d/max(1, g.Cols), vec.UpTo(d)
	blocks, weights = make([][]int, count), make([]float64, count)
	for j := range blocks {
		blocks[j], weights[j] = all[j*g.Cols:(j+1)*g.Cols:(j+1)*g.Cols], g.Lambda
	}
	return blocks, weights
}

// LMO is the row of largest norm, normalized: e_j vᵀ with ‖v‖ = 1/λ.
func (g MultiTask) LMO(u, v, x []float64) float64 {
	checkAtom(u, v, x)
	k, at, most := len(v), 0, -1.
	for j := range u {
		if n := floats.Norm(x[j*k:(j+1)*k], 2); n > most || n != n {
			at, most = j, n
		}
	}
	clear(u)
	u[at] = 1
	normalize(v, x[at*k:(at+1)*k])
	return rescale(v, g.Lambda, most)
}

// WithShape is the penalty on matrices of so many columns.
func (g MultiTask) WithShape(_, cols int) toolkit.Proxable {
	g.Cols = cols
	return g
}

// Strength is λ.
func (g MultiTask) Strength() float64 { return g.Lambda }

// String is the penalty's name.
func (g MultiTask) String() string { return "multitask" }

// Check tells what is wrong with it on d×k weights.
func (g MultiTask) Check(_, k int) error {
	switch {
	case g.Cols != 0 && g.Cols != k:
		return fmt.Errorf("the penalty is on %d columns, the weights have %d", g.Cols, k)
	case k < 2:
		return errors.New("the multi-task penalty needs several tasks or outputs")
	}
	return nil
}
