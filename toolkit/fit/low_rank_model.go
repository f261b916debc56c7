package fit

import (
	"errors"
	"fmt"
	"io"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// LowRankModel is a matrix of weights W = Uᵀ V: U has Rank rows of Features numbers, V as many of Outputs.
type LowRankModel struct {
	Features, Outputs, Rank int
	U, V                    []float64
	Lambda, LambdaMax       float64
	Progress                solver.Progress // Gap bounds the distance of Objective to the minimum
	Status                  solver.Status   // why training ended
}

// newLowRankModel copies a state; nil stands for W = 0.
func newLowRankModel(x linalg.Map, l toolkit.MultiOutput, s *lowrank.State, lambda, most float64) *LowRankModel {
	_, d := x.Dims()
	m := &LowRankModel{Features: d, Outputs: l.Outputs(), Lambda: lambda, LambdaMax: most, Status: solver.Converged}
	if s != nil {
		m.Rank, m.U, m.V = s.Rank, append([]float64(nil), s.U...), append([]float64(nil), s.V...)
		m.Progress, m.Status = s.Progress, solver.Canceled
	}
	return m
}

// W is the matrix of weights, Features × Outputs.
func (m *LowRankModel) W() *linalg.Dense {
	return linalg.NewDense(m.Features, m.Outputs, lowrank.NewState(m.U, m.V, m.Features, m.Outputs).X(nil))
}

// Scores is X W, a row for every row of x: zeros for a model of rank 0. W is not formed.
func (m *LowRankModel) Scores(x linalg.Map) (*linalg.Dense, error) {
	n, d := x.Dims()
	if d != m.Features {
		return nil, fmt.Errorf("x has %d columns; the model was learned from %d", d, m.Features)
	}
	out := linalg.NewDense(n, m.Outputs, nil)
	if m.Rank == 0 || n == 0 {
		return out, nil
	}
	xu := make([]float64, n*m.Rank)
	linalg.MulRows(xu, x, m.U, m.Rank)
	linalg.Gemm(out.Data, xu, m.V, n, m.Rank, m.Outputs, false)
	return out, nil
}

// Predict returns the class that scores highest for every row of x, the first of equals: class 0 everywhere for a model of rank 0.
func (m *LowRankModel) Predict(x linalg.Map) ([]int, error) {
	scores, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	out := make([]int, scores.R)
	for i := range out {
		out[i] = floats.MaxIdx(scores.Row(i))
	}
	return out, nil
}

// PredictTasks returns the score of each row of x for its own task: positive for the class +1.
func (m *LowRankModel) PredictTasks(x linalg.Map, task []int) ([]float64, error) {
	n, d := x.Dims()
	if d != m.Features || n != len(task) {
		return nil, fmt.Errorf("x is %d × %d; the model was learned from %d columns, and there are %d tasks", n, d, m.Features, len(task))
	}
	if err := checkRange("task", task, m.Outputs); err != nil {
		return nil, err
	}
	xu := make([]float64, n*m.Rank)
	if m.Rank > 0 {
		linalg.MulRows(xu, x, m.U, m.Rank)
	}
	out := make([]float64, n)
	for i, t := range task {
		for j := range m.Rank {
			out[i] += xu[i*m.Rank+j] * m.V[j*m.Outputs+t]
		}
	}
	return out, nil
}

// lowRankHeader is the first line of a saved model; its number changes with the format.
const lowRankHeader = "proxlab low-rank model 1\n"

// Save writes the model.
func (m *LowRankModel) Save(w io.Writer) error { return save(w, lowRankHeader, m) }

// LoadLowRankModel reads what Save wrote.
func LoadLowRankModel(r io.Reader) (*LowRankModel, error) {
	m := &LowRankModel{}
	if err := load(r, lowRankHeader, m, m.check); err != nil {
		return nil, err
	}
	return m, nil
}

// check tests that the shapes go together.
func (m *LowRankModel) check() error {
	if m.Features < 1 || m.Outputs < 1 || m.Rank < 0 || len(m.U) != m.Rank*m.Features || len(m.V) != m.Rank*m.Outputs {
		return errors.New("features, outputs or factors do not go together")
	}
	return nil
}
