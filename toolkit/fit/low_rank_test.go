package fit_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// clouds are classes on a plane in ten dimensions.
func clouds(n, classes int, seed uint64) (x *linalg.Dense, y []int) {
	rng := rand.New(rand.NewPCG(seed, 3))
	x, y = linalg.NewDense(n, 10, nil), make([]int, n)
	for i := range y {
		y[i] = i % classes
		angle := 2 * math.Pi * float64(y[i]) / float64(classes)
		for j := range 10 {
			x.Data[i*10+j] = 0.5 * rng.NormFloat64()
		}
		x.Data[i*10] += 3 * math.Cos(angle)
		x.Data[i*10+1] += 3 * math.Sin(angle)
	}
	return x, y
}

func ExampleLowRank() {
	ctx := context.Background()
	x, y := clouds(400, 8, 1)
	model, err := fit.LowRank{Share: 0.4}.Fit(ctx, x, loss.Multinomial{Y: y, K: 8})
	if err != nil {
		fmt.Println(err)
		return
	}
	x, y = clouds(400, 8, 2)
	guess, err := model.Predict(x)
	fmt.Printf("rank %d of 8, %.0f %% right, %v\n", model.Rank, fit.Accuracy(guess, y), err)
	// Output:
	// rank 2 of 8, 97 % right, <nil>
}

func TestLowRankCertificateAndStart(t *testing.T) {
	t.Parallel()
	x, y := clouds(200, 5, 1)
	l := loss.Multinomial{Y: y, K: 5}
	m, err := fit.LowRank{Share: 0.05, Tol: 1e-8}.Fit(t.Context(), x, l)
	if err != nil || m.Status != solver.Converged || m.Progress.Gap > 1e-8*m.Progress.Objective || m.Lambda != 0.05*m.LambdaMax {
		t.Fatalf("%+v, error %v", m, err)
	}
	scores, err := m.Scores(x)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]float64, x.R*5)
	linalg.MulMat(want, x, m.W().Data, 5)
	if !floats.EqualApprox(scores.Data, want, 1e-9) {
		t.Error("scores by factors differ from X W")
	}
	again, err := fit.LowRank{Lambda: m.Lambda, Tol: 1e-8, Start: m}.Fit(t.Context(), x, l)
	if err != nil || again.Progress.Iter > 3 || math.Abs(again.Progress.Objective-m.Progress.Objective) > 1e-7 {
		t.Errorf("from its own solution: %d iterations to %g, %g before, error %v", again.Progress.Iter, again.Progress.Objective, m.Progress.Objective, err)
	}
	if none, err := (fit.LowRank{Share: 1.1, Start: m}).Fit(t.Context(), x, l); err != nil || none.Rank != 0 {
		t.Errorf("above λ_max, from a model of rank %d: rank %d, error %v", m.Rank, none.Rank, err)
	}
	if _, err := (fit.LowRank{Lambda: 1, Start: &fit.LowRankModel{Features: 3, Outputs: 5}}).Fit(t.Context(), x, l); err == nil {
		t.Error("a start of another shape was accepted")
	}
}

func TestLowRankPath(t *testing.T) {
	t.Parallel()
	x, y := clouds(200, 5, 1)
	path, err := fit.LowRank{Share: 0.01}.Path(t.Context(), x, loss.Multinomial{Y: y, K: 5}, 6)
	if err != nil || len(path) != 6 {
		t.Fatalf("%d models, error %v", len(path), err)
	}
	for s, m := range path {
		if want := m.LambdaMax * math.Pow(0.01, float64(s+1)/6); math.Abs(m.Lambda-want) > 1e-12 || m.Status != solver.Converged {
			t.Errorf("step %d: λ = %g, want %g; %v", s, m.Lambda, want, m.Status)
		}
		if s > 0 && m.Progress.Objective > path[s-1].Progress.Objective {
			t.Errorf("step %d: the objective rose as λ fell", s)
		}
	}
	for _, bad := range []fit.LowRank{{}, {Lambda: -1}, {Share: 1}, {Lambda: 1e9}} {
		if _, err := bad.Path(t.Context(), x, loss.Multinomial{Y: y, K: 5}, 6); err == nil {
			t.Errorf("a path to %+v was accepted", bad)
		}
	}
}

func TestLowRankTasks(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 4))
	const n, tasks = 600, 20
	x, y, task := linalg.NewDense(n, 6, nil), make([]float64, n), make([]int, n)
	for i := range y {
		for j := range 6 {
			x.Data[i*6+j] = rng.NormFloat64()
		}
		task[i] = i % (tasks - 1) // the last has no example
		y[i] = math.Copysign(1, x.At(i, 0)+0.3*float64(task[i]%3-1)*x.At(i, 1))
	}
	m, err := fit.LowRank{Share: 0.3}.Fit(t.Context(), x, loss.Tasks{Of: loss.Logistic{Y: y}, Task: task, K: tasks})
	if err != nil || m.Rank < 1 || m.Rank > 3 {
		t.Fatalf("rank %d, error %v", m.Rank, err)
	}
	scores, err := m.PredictTasks(x, task)
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	all, _ := m.Scores(x)
	for i, s := range scores {
		if s*y[i] <= 0 {
			wrong++
		}
		if math.Abs(s-all.At(i, task[i])) > 1e-12 {
			t.Fatalf("example %d scores %g, in X W %g", i, s, all.At(i, task[i]))
		}
	}
	if wrong > n/10 {
		t.Errorf("%d of %d wrong", wrong, n)
	}
	if _, err := m.PredictTasks(x, make([]int, 3)); err == nil {
		t.Error("three tasks for 600 rows were accepted")
	}
	task[0] = tasks
	if _, err := m.PredictTasks(x, task); err == nil {
		t.Error("a task too many was accepted")
	}
}

func TestLowRankSaved(t *testing.T) {
	t.Parallel()
	x, y := clouds(100, 4, 1)
	for _, share := range []float64{0.1, 1.5} { // the second of rank 0
		m, err := fit.LowRank{Share: share}.Fit(t.Context(), x, loss.Multinomial{Y: y, K: 4})
		if err != nil || share > 1 && m.Rank != 0 {
			t.Fatalf("rank %d, error %v", m.Rank, err)
		}
		var b bytes.Buffer
		if err := m.Save(&b); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		back, err := fit.LoadLowRankModel(&b)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := m.Predict(x)
		got, err := back.Predict(x)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) || back.Lambda != m.Lambda {
			t.Errorf("another model came back, error %v", err)
		}
		for cut := range []int{0, 5, len(text) / 2, len(text) - 1} {
			if _, err := fit.LoadLowRankModel(strings.NewReader(text[:cut])); err == nil {
				t.Errorf("a model cut at %d was loaded", cut)
			}
		}
		if _, err := fit.LoadChainModel(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "chain model") {
			t.Errorf("as a chain model: %v", err)
		}
		if _, err := back.Predict(linalg.NewDense(2, 3, nil)); err == nil {
			t.Error("examples of another width were predicted")
		}
	}
	var b bytes.Buffer
	if err := (&fit.LowRankModel{Features: 2, Outputs: 2, Rank: 1, U: []float64{1}, V: []float64{1, 2}}).Save(&b); err != nil {
		t.Fatal(err)
	}
	if _, err := fit.LoadLowRankModel(&b); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("factors that do not go together: %v", err)
	}
}

func TestLowRankBadInput(t *testing.T) {
	t.Parallel()
	x, y := clouds(20, 3, 1)
	nan := linalg.NewDense(20, 10, append([]float64(nil), x.Data...))
	nan.Data[37] = math.NaN()
	tasks := loss.TaskMultinomial{Y: make([]int, 20), Task: make([]int, 20), Offset: []int{0, 2}}
	badLabel := loss.TaskMultinomial{Y: append(make([]int, 19), 2), Task: make([]int, 20), Offset: []int{0, 2}}
	for what, c := range map[string]struct {
		x    linalg.Map
		l    toolkit.MultiOutput
		c    fit.LowRank
		want string
	}{
		"λ of 0":           {x, loss.Multinomial{Y: y, K: 3}, fit.LowRank{}, "must be positive"},
		"λ below 0":        {x, loss.Multinomial{Y: y, K: 3}, fit.LowRank{Lambda: -1}, "must be positive"},
		"NaN":              {nan, loss.Multinomial{Y: y, K: 3}, fit.LowRank{Share: 0.1}, "row 3, column 7 of x is NaN"},
		"no rows":          {linalg.NewDense(0, 3, nil), loss.Multinomial{K: 3}, fit.LowRank{Share: 0.1}, "nothing to learn"},
		"too few labels":   {x, loss.Multinomial{Y: y[:5], K: 3}, fit.LowRank{Share: 0.1}, "20 rows, the loss 5"},
		"a label too high": {x, loss.Multinomial{Y: y, K: 2}, fit.LowRank{Share: 0.1}, "example 2: label 2"},
		"a task too high":  {x, loss.Tasks{Of: loss.Squared{Y: make([]float64, 20)}, Task: y, K: 2}, fit.LowRank{Share: 0.1}, "task 2"},
		"a class too high": {x, badLabel, fit.LowRank{Share: 0.1}, "example 19: label 2 of task 0"},
		"a target of NaN":  {x, loss.SquaredOutputs{Y: append(make([]float64, 19), math.NaN()), K: 1}, fit.LowRank{Share: 0.1}, "not finite"},
	} {
		if _, err := c.c.Fit(t.Context(), c.x, c.l); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, not %q", what, err, c.want)
		}
	}
	if m, err := (fit.LowRank{Share: 0.1}).Fit(t.Context(), x, tasks); err != nil || m.Outputs != 2 {
		t.Errorf("one task: error %v", err)
	}
	if m, err := (fit.LowRank{Share: 0.1}).Fit(t.Context(), linalg.NewDense(20, 2, nil), loss.Multinomial{Y: y, K: 3}); err != nil || m.Rank != 0 {
		t.Errorf("features of 0: rank %d, error %v", m.Rank, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if m, err := (fit.LowRank{Share: 0.1}).Fit(ctx, x, loss.Multinomial{Y: y, K: 3}); !errors.Is(err, context.Canceled) || m == nil {
		t.Errorf("canceled: model %v, error %v", m, err)
	}
}
