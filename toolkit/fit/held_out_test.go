package fit_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// regressions are tasks of some sizes that need features 0 to 2, in one table.
func regressions(rng *rand.Rand, d int, sizes ...int) fit.Data {
	n := 0
	for _, size := range sizes {
		n += size
	}
	x := linalg.NewDense(n, d, nil)
	data := fit.Data{X: x, Y: make([]float64, n)}
	i := 0
	for t, size := range sizes {
		w := []float64{1 + rng.Float64(), -1 - rng.Float64(), 0.5}
		for range size {
			row := x.Row(i)
			for j := range row {
				row[j] = rng.NormFloat64()
			}
			data.Y[i] = floats.Dot(row[:3], w) + 0.1*rng.NormFloat64()
			if len(sizes) > 1 {
				data.Task = append(data.Task, int64(t))
			}
			i++
		}
	}
	return data
}

// TestHoldOutFindsTheFeatures: the features that matter are selected, and the error reported is that of the weights
// returned.
func TestHoldOutFindsTheFeatures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 41))
	for _, c := range []struct {
		problem fit.Linear
		sizes   []int
	}{
		{fit.Linear{Penalty: prox.L1{Lambda: 1}}, []int{20}},
		{fit.Linear{Penalty: prox.MultiTask{Lambda: 1}}, []int{15, 25, 10}},
	} {
		whole := regressions(rng, 60, doubled(c.sizes)...)
		train, held := halves(whole, c.sizes)
		top, err := c.problem.LambdaMax(train)
		if err != nil {
			t.Fatal(err)
		}
		lambdas, ridges := fit.Geometric(top, 0.01, 20), []float64{0, 1e-3}
		choice, err := c.problem.HoldOut(t.Context(), train, held, lambdas, ridges)
		if err != nil {
			t.Fatal(err)
		}
		selected := choice.Model.Selected()
		for _, j := range []int{0, 1} {
			if !slices.Contains(selected, j) {
				t.Errorf("%v examples: feature %d was not selected: %v", c.sizes, j, selected)
			}
		}
		if e := squaredError(choice.Weights, held, len(c.sizes)); math.Abs(e-choice.Error) > 1e-12 {
			t.Errorf("reports an error of %g, it is %g", choice.Error, e)
		}
		if choice.Error > 0.5 || choice.Error != choice.Errors[choice.At][choice.RidgeAt] ||
			choice.Lambda != lambdas[choice.At] {
			t.Errorf("%v examples: %+v", c.sizes, choice)
		}
		plain, err := c.problem.HoldOut(t.Context(), train, held, lambdas, nil)
		if err != nil || !math.IsNaN(plain.Ridge) || !slices.Equal(plain.Weights, plain.Model.Weights) {
			t.Errorf("without debiasing: %+v, error %v", plain, err)
		}
		if of := choice.Plain; of == nil || !slices.Equal(of.Weights, plain.Weights) || of.Error != plain.Error {
			t.Errorf("of the same path without debiasing: %+v, by itself %+v", of, plain)
		}
	}
}

func doubled(sizes []int) []int {
	out := slices.Clone(sizes)
	for t := range out {
		out[t] *= 2
	}
	return out
}

// halves are the first and the second half of each task.
func halves(data fit.Data, sizes []int) (first, second fit.Data) {
	var a, b []int
	at := 0
	for _, size := range sizes {
		for i := range size {
			a, b = append(a, at+i), append(b, at+size+i)
		}
		at += 2 * size
	}
	part := func(rows []int) fit.Data {
		out := fit.Data{X: linalg.SelectRows(data.X, rows)}
		for _, i := range rows {
			out.Y = append(out.Y, data.Y[i])
			if data.Task != nil {
				out.Task = append(out.Task, data.Task[i])
			}
		}
		return out
	}
	return part(a), part(b)
}

// squaredError is the mean over tasks of the mean squared error.
func squaredError(weights []float64, data fit.Data, tasks int) float64 {
	sums, counts := make([]float64, tasks), make([]float64, tasks)
	x := data.X.(*linalg.Dense)
	for i, y := range data.Y {
		task := 0
		if data.Task != nil {
			task = int(data.Task[i])
		}
		f := 0.
		for j, v := range x.Row(i) {
			f += v * weights[j*tasks+task]
		}
		sums[task] += (f - y) * (f - y)
		counts[task]++
	}
	floats.Div(sums, counts)
	return floats.Sum(sums) / float64(tasks)
}

// TestDebias agrees with the normal equations, with more features than examples and with fewer.
func TestDebias(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 41))
	many := make([]int, 18)
	for j := range many {
		many[j] = j
	}
	for _, support := range [][]int{{1}, {0, 2, 5}, many} {
		sizes, ridges := []int{9, 12}, []float64{1e-3, 0.5}
		data := regressions(rng, 20, sizes...)
		got, err := fit.Debias(data, support, ridges)
		if err != nil {
			t.Fatal(err)
		}
		for r, rho := range ridges {
			from := 0
			for task, n := range sizes {
				w := normalEquations(t, data, from, n, support, rho)
				for c, j := range support {
					if math.Abs(got[r][j*2+task]-w.At(c, 0)) > 1e-8 {
						t.Fatalf("support %v, ρ = %g: weight %d is %g, want %g", support, rho, j, got[r][j*2+task], w.At(c, 0))
					}
				}
				from += n
			}
		}
	}
	if w, err := fit.Debias(regressions(rng, 4, 3), nil, []float64{0}); err != nil || floats.Norm(w[0], 1) != 0 {
		t.Errorf("no features: %v, error %v", w, err)
	}
}

// normalEquations solves for ridge regression on some columns of n examples from one on.
func normalEquations(t *testing.T, data fit.Data, from, n int, support []int, rho float64) mat.Dense {
	t.Helper()
	x := data.X.(*linalg.Dense)
	z := mat.NewDense(n, len(support), nil)
	for i := range n {
		for c, j := range support {
			z.Set(i, c, x.At(from+i, j))
		}
	}
	var gram, right, w mat.Dense
	gram.Mul(z.T(), z)
	for c := range support {
		gram.Set(c, c, gram.At(c, c)+rho*float64(n))
	}
	right.Mul(z.T(), mat.NewDense(n, 1, data.Y[from:from+n]))
	if err := w.Solve(&gram, &right); err != nil {
		t.Fatal(err)
	}
	return w
}

func TestHoldOutRefuses(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 41))
	good, other := regressions(rng, 6, 5), regressions(rng, 7, 5)
	tasks := regressions(rng, 6, 5, 5)
	lasso := fit.Linear{Penalty: prox.L1{Lambda: 1}}
	for name, c := range map[string]struct {
		data, held      fit.Data
		lambdas, ridges []float64
		says            string
	}{
		"no λ":           {good, good, nil, nil, "no λ"},
		"rising":         {good, good, []float64{0.1, 0.2}, nil, "must fall"},
		"ridge":          {good, good, []float64{0.1}, []float64{-1}, "ρ = -1"},
		"other features": {good, other, []float64{0.1}, nil, "7 features; 6"},
		"unknown task": {fit.Data{
			X: tasks.X, Y: tasks.Y, Task: make([]int64, 10),
		}, tasks, []float64{0.1}, nil, "does not know"},
	} {
		if _, err := lasso.HoldOut(t.Context(), c.data, c.held, c.lambdas, c.ridges); err == nil ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v does not say %q", name, err, c.says)
		}
	}
}

// TestEqualTasks: tasks of different sizes count alike.
func TestEqualTasks(t *testing.T) {
	t.Parallel()
	got := fit.EqualTasks([]int64{7, 3, 7, 7})
	if want := []float64{1. / 6, 1. / 2, 1. / 6, 1. / 6}; !floats.EqualApprox(got, want, 1e-15) {
		t.Errorf("%v, want %v", got, want)
	}
}
