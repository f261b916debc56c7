package sparsity

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// plainTask is a task as the paper has it: examples in rows, and targets.
type plainTask struct {
	x [][]float64
	y []float64
}

// plainTasks copies tasks. With means, those of each task's first set are taken from all of its sets.
func plainTasks(centred bool, sets ...[]fit.Data) [][]plainTask {
	out := make([][]plainTask, len(sets))
	for t := range sets[0] {
		var meanX []float64
		var meanY float64
		for s, set := range sets {
			x, y := linalg.ToDense(set[t].X), set[t].Y
			if s == 0 {
				meanX = make([]float64, x.C)
				for i := range x.R {
					if centred {
						meanY += y[i] / float64(x.R)
						floats.AddScaled(meanX, 1/float64(x.R), x.Row(i))
					}
				}
			}
			var of plainTask
			for i := range x.R {
				row := append([]float64(nil), x.Row(i)...)
				floats.Sub(row, meanX)
				of.x, of.y = append(of.x, row), append(of.y, y[i]-meanY)
			}
			out[s] = append(out[s], of)
		}
	}
	return out
}

// plainIteration is Algorithm 6: β_j ← S_{τ/σ}(β_j + Σ over examples of (y − ⟨β, x⟩) x_j/(nσ) − μβ_j/σ) by the norm
// over tasks, with σ = (a + b)/2 + μ, from 0 until ‖β − β⁻‖ ≤ tol ‖β‖. It returns β by task, and the iterations.
func plainIteration(tasks []plainTask, tau, mu, sigma, tol float64) (beta [][]float64, iterations int) {
	d := len(tasks[0].x[0])
	beta = make([][]float64, len(tasks))
	for t := range beta {
		beta[t] = make([]float64, d)
	}
	for iterations = 1; iterations < limit; iterations++ {
		next := make([][]float64, len(tasks))
		for t, task := range tasks {
			next[t] = append([]float64(nil), beta[t]...)
			floats.Scale(1-mu/sigma, next[t])
			for i, x := range task.x {
				floats.AddScaled(next[t], (task.y[i]-floats.Dot(beta[t], x))/(float64(len(task.x))*sigma), x)
			}
		}
		var moved, length float64
		for j := range d {
			var square float64
			for t := range next {
				square += next[t][j] * next[t][j]
			}
			shrink := math.Max(0, 1-tau/sigma/math.Max(math.Sqrt(square), math.SmallestNonzeroFloat64))
			for t := range next {
				next[t][j] *= shrink
				moved += (next[t][j] - beta[t][j]) * (next[t][j] - beta[t][j])
				length += next[t][j] * next[t][j]
			}
		}
		beta = next
		if math.Sqrt(moved) <= tol*math.Sqrt(length) {
			break
		}
	}
	return beta, iterations
}

// plainRLS is the debiasing step: least squares of the features selected with a ridge of ρ, task by task.
func plainRLS(task plainTask, support []int, rho float64) []float64 {
	n := float64(len(task.x))
	a, b := mat.NewSymDense(len(support), nil), mat.NewVecDense(len(support), nil)
	for p, j := range support {
		for q, k := range support {
			var sum float64
			for _, x := range task.x {
				sum += x[j] * x[k] / n
			}
			if p == q {
				sum += rho
			}
			if p <= q {
				a.SetSym(p, q, sum)
			}
		}
		for i, x := range task.x {
			b.SetVec(p, b.AtVec(p)+x[j]*task.y[i]/n)
		}
	}
	var w mat.VecDense
	var chol mat.Cholesky
	out := make([]float64, len(task.x[0]))
	if len(support) > 0 && chol.Factorize(a) && chol.SolveVecTo(&w, b) == nil {
		for p, j := range support {
			out[j] = w.AtVec(p)
		}
	}
	return out
}

func plainError(tasks []plainTask, beta [][]float64) (sum float64) {
	for t, task := range tasks {
		for i, x := range task.x {
			r := task.y[i] - floats.Dot(beta[t], x)
			sum += r * r / float64(len(task.x)*len(tasks))
		}
	}
	return sum
}

// plainTrial is the protocol of section 5.1 in the paper's scaling, and what a trial finds.
func plainTrial(x trial, relevant int) Outcome {
	data := newDraw(2, x.D, relevant, x.N, x.Seed)
	sets := plainTasks(x.Centred, data.train, data.held, data.test)
	train, held, test := sets[0], sets[1], sets[2]
	var a, most float64
	for _, task := range train {
		var gram mat.SymDense
		gram.SymOuterK(1/float64(x.N), mat.NewDense(x.N, x.D, inOne(task.x)).T())
		var eigen mat.EigenSym
		eigen.Factorize(&gram, false)
		a = math.Max(a, floats.Max(eigen.Values(nil)))
	}
	for j := range x.D {
		var square float64
		for _, task := range train {
			var slope float64
			for i, row := range task.x {
				slope += row[j] * task.y[i] / float64(x.N)
			}
			square += slope * slope
		}
		most = math.Max(most, math.Sqrt(square))
	}
	mu := a * x.Alpha / 2
	sigma := a/2 + mu // b = 0 for fewer examples than features
	out, best := Outcome{}, math.Inf(1)
	for _, share := range shares {
		beta, _ := plainIteration(train, share*most, mu, sigma, 1e-12)
		var support []int
		for j := range x.D {
			if beta[0][j] != 0 || beta[1][j] != 0 {
				support = append(support, j)
			}
		}
		for k := range ridges { // of equal errors the larger ρ
			rho := ridges[len(ridges)-1-k]
			w := [][]float64{plainRLS(train[0], support, rho), plainRLS(train[1], support, rho)}
			if e := plainError(held, w); e < best-1e-15 {
				best = e
				out.Error, out.Selected, out.Share, out.Ridge = plainError(test, w), float64(len(support)), share, rho
			}
		}
	}
	_, iterations := plainIteration(train, out.Share*most, mu, sigma, tight)
	out.Counts = map[string]Count{fixed: {Tight: float64(iterations)}}
	return out
}

func inOne(rows [][]float64) (out []float64) {
	for _, r := range rows {
		out = append(out, r...)
	}
	return out
}

// TestTrialIsThePlainOne compares trials, raw and centred, with an implementation straight from the paper's formulas.
func TestTrialIsThePlainOne(t *testing.T) {
	t.Parallel()
	for _, centred := range []bool{false, true} {
		for seed := range uint64(3) {
			x := trial{Instance: multitask, D: 12, N: 8, Alpha: 0.01, Seed: seed, Rules: []string{fixed}, Centred: centred}
			got, err := x.run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			want := plainTrial(x, 3)
			if math.Abs(got.Error/want.Error-1) > 1e-6 || got.Selected != want.Selected || got.Share != want.Share ||
				got.Ridge != want.Ridge || math.Abs(got.Counts[fixed].Tight-want.Counts[fixed].Tight) > 1 {
				t.Errorf("centred %t, seed %d: %+v\nand plainly %+v", centred, seed, got, want)
			}
		}
	}
}
