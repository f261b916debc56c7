package structures_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Pictures show a sky, a sea and a boat. A boat is seen only faintly, and where there is one there is a sea.
func ExampleMultiLabel() {
	x := linalg.NewDense(6, 3, []float64{2, 1, 0.3, 2, -2, 0.2, -2, 1, 0.4, 2, -1, 0.3, -2, -1, 0, 1, 2, 0.1})
	sets := [][]int{{0, 1, 2}, {0}, {1, 2}, {0}, {}, {0, 1, 2}}
	data := structures.LabelSets{X: x, Sets: sets, Labels: 3, Names: []string{"sky", "sea", "boat"}}
	m, err := structures.MultiLabel{Mu: 0.01, Intercept: true}.Fit(context.Background(), data)
	if err != nil {
		fmt.Println(err)
		return
	}
	guess, _ := m.Predict(context.Background(), linalg.NewDense(2, 3, []float64{1, 1, 0.3, 2, -1, 0.2}))
	fmt.Println(m.Status, m.Gap <= 1e-3*m.Objective, guess, "boat and sea go together:", m.Pairs[2] > 0)
	// Output: converged true [[0 1 2] [0]] boat and sea go together: true
}

// labelled are examples whose labels follow features, and each other: label 1 is that of label 0 turned round, label 2
// comes with it.
func labelled(n, labels int, seed uint64) structures.LabelSets {
	rng := rand.New(rand.NewPCG(seed, 51))
	x := linalg.NewDense(n, 4, testproblems.Normal(rng, 4*n, 1))
	data := structures.LabelSets{X: x, Labels: labels}
	for i := range n {
		set := []int{}
		first := x.At(i, 0)+0.5*rng.NormFloat64() > 0
		for l := range labels {
			on := x.At(i, l%4)+0.8*rng.NormFloat64() > 0.3
			switch {
			case l == 1:
				on = !first
			case l == 0 || l == 2:
				on = first
			}
			if on {
				set = append(set, l)
			}
		}
		rng.Shuffle(len(set), func(a, b int) { set[a], set[b] = set[b], set[a] })
		data.Sets = append(data.Sets, set)
	}
	return data
}

// TestLabelsWithoutPairsAreSeparate: P is the sum over labels of those of support vector machines, or logistic
// regressions, with the same μ, which dual coordinate descent and Newton's method solve.
func TestLabelsWithoutPairsAreSeparate(t *testing.T) {
	t.Parallel()
	data := labelled(60, 4, 1)
	for _, logistic := range []bool{false, true} {
		c := structures.MultiLabel{Mu: 0.05, NoPairs: true, Logistic: logistic, Tol: 1e-7, MaxIter: 5000}
		m, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		var of toolkit.Loss = loss.Hinge{}
		if logistic {
			of = loss.Logistic{}
		}
		sum, gaps := 0., 0.
		for l := range 4 {
			y := make([]float64, 60)
			for i, set := range data.Sets {
				if y[i] = -1; slices.Contains(set, l) {
					y[i] = 1
				}
			}
			one, err := fit.Linear{Loss: of, Mu: 0.05, Tol: 1e-9}.Fit(t.Context(), fit.Data{X: data.X, Y: y})
			if err != nil {
				t.Fatal(err)
			}
			sum, gaps = sum+one.Objective, gaps+one.Gap
			for j := range 4 {
				if v := m.Weights.At(j, l); !testproblems.Near(v, one.Weights[j], 1e-2) {
					t.Errorf("logistic %v: weight %d of label %d is %g, apart %g", logistic, j, l, v, one.Weights[j])
				}
			}
		}
		if m.Status != solver.Converged || m.Objective-sum > m.Gap+1e-12 || m.Objective < sum-gaps-1e-12 || m.Pairs != nil {
			t.Errorf("logistic %v: %s, objective %g with gap %g, apart %g", logistic, m.Status, m.Objective, m.Gap, sum)
		}
	}
}

// TestMultiLabel: with pairs, labels that exclude each other or come together are read so, of a dense and a sparse
// matrix, by both losses; a saved model predicts the same, and each set is the best.
func TestMultiLabel(t *testing.T) {
	t.Parallel()
	data, test := labelled(150, 4, 2), labelled(150, 4, 3)
	for name, c := range map[string]structures.MultiLabel{
		"hinge": {Mu: 0.01, Intercept: true}, "logistic": {Mu: 0.01, Intercept: true, Logistic: true},
	} {
		passes := 0
		c.Watch = func(solver.Progress) { passes++ }
		m, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		if m.Status != solver.Converged || !(m.Gap <= 1e-3*m.Objective) || passes != m.Iterations || m.Relaxed {
			t.Errorf("%s: %s after %d of %d passes, objective %g, gap %g",
				name, m.Status, passes, m.Iterations, m.Objective, m.Gap)
		}
		var file bytes.Buffer
		if err := m.Save(&file); err != nil {
			t.Fatal(err)
		}
		again := testproblems.Must(model.LoadMultiLabel(&file))
		guess := testproblems.Must(m.Predict(t.Context(), test.X))
		loaded := testproblems.Must(again.Predict(t.Context(), linalg.ToCSR(test.X)))
		broken := 0
		for i, set := range guess {
			if !slices.Equal(set, loaded[i]) {
				t.Fatalf("%s: row %d has %v, and %v of the saved model", name, i, set, loaded[i])
			}
			if slices.Contains(set, 0) == slices.Contains(set, 1) || slices.Contains(set, 0) != slices.Contains(set, 2) {
				broken++
			}
		}
		bestSets(t, m, test.X, guess)
		if got := measures.MeasureLabels(guess, test.Sets, 4); broken > 8 || got.Hamming > 0.25 {
			t.Errorf("%s: %d of 150 sets are impossible, measures %+v", name, broken, got)
		}
	}
}

// bestSets checks that no set scores more than a guess.
func bestSets(t *testing.T, m *model.MultiLabel, x linalg.Map, guess [][]int) {
	t.Helper()
	rows := x.(linalg.Rows)
	score := func(i int, on func(l int) bool) (sum float64) {
		pair := 0
		for a := range m.Labels {
			if on(a) {
				column := make([]float64, m.Features)
				for j := range column {
					column[j] = m.Weights.At(j, a)
				}
				sum += rows.DotRow(i, column) + m.Intercept[a]
			}
			for b := a + 1; b < m.Labels; b++ {
				if on(a) && on(b) {
					sum += m.Pairs[pair]
				}
				pair++
			}
		}
		return sum
	}
	for i, set := range guess {
		best := math.Inf(-1)
		testproblems.EachLabelling(m.Labels, 2, func(y []int) {
			best = max(best, score(i, func(l int) bool { return y[l] == 1 }))
		})
		if got := score(i, func(l int) bool { return slices.Contains(set, l) }); !testproblems.Near(got, best, 1e-12) {
			t.Fatalf("row %d: %v scores %g, the best set %g", i, set, got, best)
		}
	}
}

// TestManyLabels: beyond 20 labels the hinge is the relaxed one, and the model says so.
func TestManyLabels(t *testing.T) {
	t.Parallel()
	data := labelled(40, 24, 4)
	m, err := structures.MultiLabel{Mu: 0.1, Tol: 0.05, MaxIter: 200}.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	guess := testproblems.Must(m.Predict(t.Context(), data.X))
	got := measures.MeasureLabels(guess, data.Sets, 24)
	if m.Status != solver.Converged || !m.Relaxed || !(got.Hamming < 0.35) {
		t.Errorf("%s, relaxed %v, objective %g, gap %g, measures %+v", m.Status, m.Relaxed, m.Objective, m.Gap, got)
	}
}

// TestMultiLabelRefuses: what is wrong is said; the end of a context is no error.
func TestMultiLabelRefuses(t *testing.T) {
	t.Parallel()
	good := labelled(10, 3, 5)
	bad := func(change func(*structures.LabelSets)) structures.LabelSets {
		d := good
		d.X = linalg.NewDense(10, 4, append([]float64(nil), good.X.(*linalg.Dense).Data...))
		change(&d)
		return d
	}
	for says, c := range map[string]struct {
		of   structures.MultiLabel
		data structures.LabelSets
	}{
		"μ = 0":           {structures.MultiLabel{}, good},
		"tolerance of -1": {structures.MultiLabel{Mu: 1, Tol: -1}, good},
		"no examples":     {structures.MultiLabel{Mu: 1}, bad(func(d *structures.LabelSets) { d.X = nil })},
		"9 sets":          {structures.MultiLabel{Mu: 1}, bad(func(d *structures.LabelSets) { d.Sets = d.Sets[1:] })},
		"0 × 4": {
			structures.MultiLabel{Mu: 1}, bad(func(d *structures.LabelSets) { d.X = linalg.NewDense(0, 4, nil) }),
		},
		"1 names":           {structures.MultiLabel{Mu: 1}, bad(func(d *structures.LabelSets) { d.Names = []string{"a"} })},
		"labels are 0 to 0": {structures.MultiLabel{Mu: 1}, bad(func(d *structures.LabelSets) { d.Labels = 1 })},
		"too many pairs":    {structures.MultiLabel{Mu: 1}, bad(func(d *structures.LabelSets) { d.Labels = 2001 })},
		"up to 20 labels": {
			structures.MultiLabel{Mu: 1, Logistic: true}, bad(func(d *structures.LabelSets) { d.Labels = 21 }),
		},
		"row 3, column 2 of": {structures.MultiLabel{Mu: 1}, bad(func(d *structures.LabelSets) {
			d.X.(*linalg.Dense).Data[9] = math.NaN()
		})},
	} {
		if _, err := c.of.Fit(t.Context(), c.data); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v does not say %q", err, says)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, logistic := range []bool{false, true} {
		m, err := structures.MultiLabel{Mu: 1, Logistic: logistic}.Fit(ctx, good)
		if !errors.Is(err, context.Canceled) || m.Status != solver.Canceled || !math.IsNaN(m.Gap) ||
			floats.Norm(m.Weights.Data, 1) != 0 {
			t.Errorf("%v, error %v after cancellation", m, err)
		}
	}
	one := structures.LabelSets{X: linalg.NewDense(2, 1, []float64{1, -1}), Sets: [][]int{{0}, {}}, Labels: 1}
	m := testproblems.Must(structures.MultiLabel{Mu: 0.1, MaxIter: 7}.Fit(t.Context(), one))
	guess := testproblems.Must(m.Predict(t.Context(), one.X))
	if len(guess[0]) != 1 || len(guess[1]) != 0 || math.IsNaN(m.Gap) {
		t.Errorf("one label: %v, gap %g", guess, m.Gap)
	}
}
