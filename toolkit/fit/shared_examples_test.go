package fit

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/internal/sweep"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// sharedExamples are those of k tasks, which stand in any order, with the same features for each, dense or sparse.
func sharedExamples(rng *rand.Rand, n, d, k int, dense bool) Data {
	x, y := testproblems.Normal(rng, n*d, 1), testproblems.Normal(rng, n*k, 1)
	all, data := linalg.NewDense(n*k, d, nil), Data{Y: make([]float64, n*k), Task: make([]int64, n*k)}
	at := make([]int, k)
	for place, from := range rng.Perm(n * k) {
		t := from % k
		i := at[t]
		at[t]++
		copy(all.Row(place), x[i*d:(i+1)*d])
		data.Y[place], data.Task[place] = 3+x[i*d]+0.3*y[i*k+t], int64(10*t+2)
	}
	if data.X = all; !dense {
		data.X = linalg.ToCSR(all)
	}
	return data
}

// TestSharedExamples: tasks with the same examples are solved as outputs of one, to a model, a certificate and bounds
// that are those of tasks: with one entry that differs they are solved as such.
func TestSharedExamples(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 41))
	for _, c := range []Linear{
		{Penalty: prox.MultiTask{Lambda: 1}, Lambda: 0.02},
		{Penalty: prox.MultiTask{Lambda: 1}, Lambda: 0.02, Intercept: true, Mu: 0.01},
		{Penalty: prox.L1{Lambda: 1}, Lambda: 0.01, Intercept: true, Standardize: true},
	} {
		for _, dense := range []bool{true, false} {
			data := sharedExamples(rng, 30, 60, 4, dense)
			p, err := c.Prepare(data)
			if err != nil {
				t.Fatal(err)
			}
			if p.few == nil || p.made != nil {
				t.Fatalf("%v: not known to be shared", c.Penalty)
			}
			m, err := p.Fit(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			apart := &Prepared{Linear: p.Linear, in: p.in, memory: p.memory}
			if apart.made, err = newProblem(p.Linear, p.in, &sweep.Columns{}, nil); err != nil {
				t.Fatal(err)
			}
			checkShared(t, p, apart, m)
			again, err := p.fit(t.Context(), c.Lambda/2, m)
			if err != nil || again.Status != solver.Converged || again.Gap > 1e-6*again.Objective {
				t.Errorf("along a path: %v, gap %g of %g", err, again.Gap, again.Objective)
			}
			other := data
			other.X = linalg.ToDense(linalg.SelectRows(data.X, seq(120)))
			other.X.(*linalg.Dense).Data[7] += 0.1
			if p, err = c.Prepare(other); err != nil || p.few != nil {
				t.Errorf("examples that differ: %v; shared: %v", err, p.few != nil)
			}
		}
	}
}

// checkShared compares a model of tasks that share examples, and what else is known, with those of tasks apart.
func checkShared(t *testing.T, p, apart *Prepared, m *model.Linear) {
	t.Helper()
	want, err := apart.Fit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if off := math.Abs(m.Objective - want.Objective); off > m.Gap+want.Gap || m.Gap > 1e-6*m.Objective {
		t.Errorf("objective %.12g, gap %g; of tasks apart %.12g, gap %g", m.Objective, m.Gap, want.Objective, want.Gap)
	}
	same := m.Loss == want.Loss && m.Examples == want.Examples && m.Outputs == want.Outputs
	same = same && m.Method == want.Method && m.Why == want.Why && m.Link == want.Link
	if !same || !reflect.DeepEqual(m.Known, want.Known) || !slices.Equal(m.Tasks, want.Tasks) {
		t.Errorf("the model is %+v, of tasks apart %+v", m, want)
	}
	if floats.Distance(m.Weights, want.Weights, 2) > 1e-3*floats.Norm(want.Weights, 2) {
		t.Error("weights differ")
	}
	q, err := apart.Certify(t.Context(), m.Weights, m.Intercept)
	if err != nil || math.Abs(q.Objective-m.Objective) > 1e-12*m.Objective || q.Gap > 1.1*m.Gap+1e-12 {
		t.Errorf("%v: the model is certified to %.15g, gap %g; said %.15g, gap %g", err, q.Objective, q.Gap, m.Objective,
			m.Gap)
	}
	for name, of := range map[string]func(*Prepared) (float64, error){"λ": (*Prepared).LambdaMax, "μ": (*Prepared).MuMax} {
		got, err := of(p)
		bound, other := of(apart)
		if err != nil || other != nil || math.Abs(got-bound) > 1e-9*bound {
			t.Errorf("%s begins at %g, of tasks apart at %g (%v, %v)", name, got, bound, err, other)
		}
	}
}

func seq(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
