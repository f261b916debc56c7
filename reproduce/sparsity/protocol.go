// Package sparsity rebuilds Figures 1, 2 and 3 of Rosasco, Mosci, Santoro, Verri, Villa, Iterative Projection Methods
// for Structured Sparsity Regularization (2009), and shows composite absolute penalties and total variation at work.
//
// The paper minimizes F + 2τJ with F = Σ_t (1/n) Σ_i (⟨β_t, x_ti⟩ − y_ti)² + μ‖β‖². The project's objective is that
// over 2T: the same minimizer for λ = τ/T and a ridge of μ/T, where T is the number of tasks. The curvature of our loss
// is a/(nT), with a the largest eigenvalue of the tasks' XᵀX, so that the paper's μ = aα/(2n) is α/2 times our
// curvature, and σ = (a + b)/2 + μ is the same step in both. For group lasso and lasso, whose sums have no 1/n in the
// paper (equations 14 and 16), means are taken as well.
//
// What the paper leaves open and turns a verdict is run both ways: features raw and centred (see draw.centred), and the
// adaptive step as printed and corrected (see figure3Rules).
package sparsity

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// instance is a member of the family that the μ study is run on.
type instance struct {
	id, title string
	tasks     int
	relevant  int
	group     int     // features in a group; 0 for single features
	base      float64 // the share α of a ridge that belongs to the model, beside the one that is varied
}

// The paper's scheme, and others of the family: "all the other learning algorithms … share the same properties".
var instances = []instance{
	{id: multitask, title: "multi-task", tasks: 2, relevant: 3},
	{id: "lasso", title: "lasso", tasks: 1, relevant: 3},
	{id: "elastic-net", title: "elastic net", tasks: 1, relevant: 3, base: 0.01},
	{id: "group-lasso", title: "group lasso", tasks: 1, relevant: 5, group: 5},
}

const multitask = "multi-task"

func instanceOf(id string) instance {
	for _, i := range instances {
		if i.id == id {
			return i
		}
	}
	panic("sparsity: no such instance")
}

// draw is one draw of the paper's simulated data.
type draw struct {
	source            datasets.Source
	train, held, test []fit.Data // by task
}

// The sizes of the validation and the test set of each task, and the noise.
const (
	heldOut = 1000
	noise   = 0.1
)

func newDraw(tasks, d, relevant, n int, seed uint64) draw {
	train, held, test := generate.SharedFeatures(generate.SharedFeaturesConfig{
		Tasks: tasks, Features: d, Relevant: relevant, Train: n, Validation: heldOut, Test: heldOut, Noise: noise, Seed: seed,
	})
	return draw{train.Source, byTask(train), byTask(held), byTask(test)}
}

// byTask takes the tasks of a set apart.
func byTask(set *dataset.TaskSet) []fit.Data {
	out := make([]fit.Data, set.Tasks)
	rows := make([][]int, set.Tasks)
	for i, t := range set.Task {
		rows[t] = append(rows[t], i)
	}
	for t := range out {
		x := linalg.NewDense(len(rows[t]), set.X.C, nil)
		for k, i := range rows[t] {
			copy(x.Row(k), set.X.Row(i))
			out[t].Y = append(out[t].Y, set.Y[i])
		}
		out[t].X = x
	}
	return out
}

// What τ and the ridge of the debiasing step are chosen from.
var (
	shares = fit.Geometric(1, 1e-3, 30)
	ridges = []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1}
)

// smooth is the loss of several tasks with the weights task after task: what IterativeProjection works on.
type smooth struct {
	problem *solver.Problem
	a, b    float64 // the extreme eigenvalues of the loss's Hessian
	mu      float64
}

// blockDiagonal is the map (w_1, …, w_T) ↦ (X_1 w_1, …, X_T w_T).
type blockDiagonal []*linalg.Dense

// Dims returns the sums of the tasks' dimensions.
func (m blockDiagonal) Dims() (r, c int) {
	for _, x := range m {
		r, c = r+x.R, c+x.C
	}
	return r, c
}

// MulVec sets dst = A w.
func (m blockDiagonal) MulVec(dst, w []float64) {
	for _, x := range m {
		x.MulVec(dst[:x.R], w[:x.C])
		dst, w = dst[x.R:], w[x.C:]
	}
}

// MulTransVec sets dst = Aᵀ u.
func (m blockDiagonal) MulTransVec(dst, u []float64) {
	for _, x := range m {
		x.MulTransVec(dst[:x.C], u[:x.R])
		dst, u = dst[x.C:], u[x.R:]
	}
}

// curvature returns the extreme eigenvalues of the Hessian of the tasks' loss.
func curvature(tasks []fit.Data) (a, b float64, err error) {
	b = math.Inf(1)
	for _, e := range tasks {
		x := linalg.ToDense(e.X)
		_, top := linalg.SquaredNorm(x)
		c := 1 / float64(x.R*len(tasks))
		a = math.Max(a, top*c)
		if x.R < x.C {
			b = 0
			continue
		}
		var gram mat.SymDense
		gram.SymOuterK(c, mat.NewDense(x.R, x.C, x.Data).T())
		var eigen mat.EigenSym
		if !eigen.Factorize(&gram, false) {
			return a, b, fmt.Errorf("the eigenvalues of %d × %d examples were not found", x.R, x.C)
		}
		b = math.Min(b, math.Max(0, eigen.Values(nil)[0]))
	}
	return a, b, nil
}

// newSmooth returns the problem of a choice of λ.
func newSmooth(tasks []fit.Data, group int, lambda, mu, a, b float64) *smooth {
	var x blockDiagonal
	var l loss.Squared
	for _, e := range tasks {
		x = append(x, linalg.ToDense(e.X))
		for _, y := range e.Y {
			l.Y, l.Weights = append(l.Y, y), append(l.Weights, 1/float64(len(e.Y)*len(tasks)))
		}
	}
	reg := prox.L21{Lambda: lambda, Groups: groupsOf(x[0].C, len(tasks), group)}
	return &smooth{solver.NewProblem(x, l, prox.Ridge{Mu: mu, Inner: reg}), a, b, mu}
}

// groupsOf returns the features of all tasks, or groups of one task's.
func groupsOf(d, tasks, group int) prox.Groups {
	var out prox.Groups
	if group > 0 {
		for j := 0; j < d; j += group {
			out = append(out, seq(j, min(d, j+group)))
		}
		return out
	}
	for j := range d {
		g := make([]int, tasks)
		for t := range g {
			g[t] = t*d + j
		}
		out = append(out, g)
	}
	return out
}

func seq(lo, hi int) []int {
	out := make([]int, hi-lo)
	for k := range out {
		out[k] = lo + k
	}
	return out
}

// objectiveOf returns P at weights given feature by feature, as fit has them.
func (s *smooth) objectiveOf(weights []float64, tasks int) float64 {
	d := len(weights) / tasks
	w := make([]float64, len(weights))
	for j := range d {
		for t := range tasks {
			w[t*d+j] = weights[j*tasks+t]
		}
	}
	return s.problem.Objective(w)
}

// relevantOf counts the features selected among the relevant ones, which come first.
func relevantOf(selected []int, relevant int) (n int) {
	for _, j := range selected {
		if j < relevant {
			n++
		}
	}
	return n
}
