package testproblems

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
)

// CheckOracle checks subgradients on models of x, 4×2, with a number of outputs: against finite differences of the
// loss in random weights, by the subgradient inequality between random models, and by their inner products.
func CheckOracle(t *testing.T, create func(x *linalg.Dense) toolkit.Oracle, outputs int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, 12))
	x := linalg.NewDense(4, 2, Normal(rng, 8, 1))
	o := create(x)
	model := func() *params.Model {
		emission, transition := params.NewExplicit(0, x, outputs), params.NewExplicit(1, linalg.Identity(outputs), outputs)
		return params.NewModel([]params.Block{emission, transition})
	}
	for range 50 {
		m := model()
		randomize(m, rng, 4, outputs)
		i := rng.IntN(o.Len())
		var u, scratch toolkit.Update
		before := o.Grad(i, m, &u)
		step := toolkit.Update{}
		step.Add(0, rng.IntN(4), rng.IntN(outputs), 1)
		step.Add(1, rng.IntN(outputs), rng.IntN(outputs), 1)
		slope := innerProduct(&u, &step, x)
		checkInnerProducts(t, m, model(), &u, x)
		const h = 1e-6
		m.Add(h, &step)
		after := o.Grad(i, m, &scratch)
		if d := (after - before) / h; !Near(d, slope, 1e-4) {
			t.Fatalf("slope %g, by differences %g", slope, d)
		}
		m.Add(1-h, &step)
		if far := o.Grad(i, m, &scratch); far < before+slope-1e-9 {
			t.Fatalf("loss %g below its tangent %g", far, before+slope)
		}
	}
}

// checkInnerProducts compares what a model says of ‖u‖² and ⟨θ, u⟩ with the sums written out and with a model that is
// u.
func checkInnerProducts(t *testing.T, m, zero *params.Model, u *toolkit.Update, x *linalg.Dense) {
	t.Helper()
	inner, squared := m.InnerProducts(u)
	zero.Add(1, u)
	if n := zero.Norm(0); !Near(n*n, squared, 1e-9) || !Near(innerProduct(u, u, x), squared, 1e-9) {
		t.Fatalf("‖u‖² = %g, not %g", squared, n*n)
	}
	if doubled, _ := zero.InnerProducts(u); !Near(doubled, squared, 1e-9) {
		t.Fatalf("⟨u,u⟩ = %g, not %g", doubled, squared)
	}
	if n := m.Norm(0); math.Abs(inner) > n*math.Sqrt(squared)+1e-9 {
		t.Fatalf("⟨θ,u⟩ = %g, beyond ‖θ‖‖u‖", inner)
	}
}

// randomize adds random parts to a model with rows of family 0 and outputs rows of family 1.
func randomize(m *params.Model, rng *rand.Rand, rows, outputs int) {
	var u toolkit.Update
	for range 20 {
		u.Add(0, rng.IntN(rows), rng.IntN(outputs), rng.NormFloat64())
		u.Add(1, rng.IntN(outputs), rng.IntN(outputs), rng.NormFloat64())
	}
	m.Add(1, &u)
}

// innerProduct is ⟨u, v⟩ written out: rows of family 0 are those of x, of family 1 unit vectors.
func innerProduct(u, v *toolkit.Update, x *linalg.Dense) float64 {
	var sum float64
	for _, a := range u.Parts {
		for _, b := range v.Parts {
			switch {
			case a.Family != b.Family || a.Col != b.Col:
			case a.Family == 0:
				sum += a.Value * b.Value * x.DotRows(a.Row, b.Row)
			case a.Row == b.Row:
				sum += a.Value * b.Value
			}
		}
	}
	return sum
}
