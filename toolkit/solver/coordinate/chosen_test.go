package coordinate

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// wideProblem has more features than columns are chosen from, and twelve that matter.
func wideProblem(sparse, intercept bool) *solver.Problem {
	rng := rand.New(rand.NewPCG(3, 17))
	const n, d = 60, chosenFrom + 100
	a, y := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), make([]float64, n)
	if sparse {
		for k := range a.Data {
			if rng.Float64() < 0.8 {
				a.Data[k] = 0
			}
		}
	}
	for i := range y {
		y[i] = rng.NormFloat64() + 2
		for j := range 12 {
			y[i] += 2 * a.At(i, 90*j)
		}
	}
	var of linalg.Map = a
	if sparse {
		of = linalg.ToCSR(a)
	}
	p := solver.NewProblem(of, loss.Squared{Y: y}, prox.L1{Lambda: 1})
	if intercept {
		ones := linalg.NewDense(1, n, nil)
		for i := range ones.Data {
			ones.Data[i] = 1
		}
		p = p.WithUnpenalized(ones)
	}
	return p
}

// TestChosenColumnsAlone: runs that copy columns of working sets come to the minimum that runs on all columns come to,
// and copy few.
func TestChosenColumnsAlone(t *testing.T) {
	t.Parallel()
	for _, sparse := range []bool{false, true} {
		for _, intercept := range []bool{false, true} {
			p := wideProblem(sparse, intercept)
			p = p.At(p.LambdaMax() / 5)
			d, err := newDescent(Descent{}, p)
			if err != nil || d.Chosen == nil {
				t.Fatalf("sparse %v: no columns are chosen, %v", sparse, err)
			}
			all, err := newDescent(Descent{NoWorkingSets: true}, p)
			if err != nil || all.Chosen != nil {
				t.Fatalf("sparse %v: columns are chosen without working sets, %v", sparse, err)
			}
			for _, run := range []*descent{d, all} {
				for range 300 {
					if _, err := run.step(context.Background()); err != nil {
						t.Fatal(err)
					}
					if run.s.Gap <= 1e-9*run.s.Objective {
						break
					}
				}
			}
			if off := math.Abs(d.s.Objective - all.s.Objective); off > d.s.Gap+all.s.Gap || d.s.Gap > 1e-9*d.s.Objective {
				t.Errorf("sparse %v: the objectives are off by %g, with gaps of %g and %g", sparse, off, d.s.Gap, all.s.Gap)
			}
			for _, g := range d.Set {
				if d.Columns[g].A == linalg.Rows(d.Chosen) {
					t.Fatalf("sparse %v: column %d is looked up at each product", sparse, g)
				}
			}
			if !sparse && d.Chosen.Has(vec.UpTo(chosenFrom)) {
				t.Error("all columns were copied")
			}
		}
	}
}

// TestRepeatsAcrossCopies: a column repeats another that was copied before it, and not one that is twice as long.
func TestRepeatsAcrossCopies(t *testing.T) {
	t.Parallel()
	const n, d = 6, chosenFrom
	a := linalg.NewDense(n, d, testproblems.Normal(rand.New(rand.NewPCG(3, 19)), n*d, 1))
	for i := range n {
		a.Row(i)[500], a.Row(i)[20] = a.At(i, 40), 2*a.At(i, 40)
	}
	p := solver.NewProblem(a, loss.Squared{Y: make([]float64, n)}, prox.L1{Lambda: 1})
	run, err := newDescent(Descent{}, p.At(1))
	if err != nil {
		t.Fatal(err)
	}
	run.Choose([]int{20, 40})
	run.Choose([]int{500})
	if !run.repeats(40, 500) || run.repeats(20, 500) || run.repeats(20, 40) {
		t.Errorf("column 500 repeats 40: %v, 20: %v, 40 repeats 20: %v", run.repeats(40, 500), run.repeats(20, 500),
			run.repeats(20, 40))
	}
}

// TestChosenWhereFew: of hundreds of columns those of working sets are copied alone where they are dense and few slopes
// at 0 are beyond λ, of the sign that weights may have, or examples are few.
func TestChosenWhereFew(t *testing.T) {
	t.Parallel()
	const n, d = 500, 400
	a, y := linalg.NewDense(n, d, testproblems.Normal(rand.New(rand.NewPCG(3, 20)), n*d, 1)), make([]float64, n)
	for i := range y {
		y[i] = a.At(i, 7)
		for j := range d / 2 {
			y[i] -= 0.3 * a.At(i, d/2+j)
		}
	}
	few := linalg.NewDense(d/3, d, a.Data[:d/3*d])
	for _, c := range []struct {
		name    string
		a       linalg.Map
		penalty toolkit.Proxable
		share   float64
		chosen  bool
	}{
		{"any sign", a, prox.L1{Lambda: 1}, 0.1, false},
		{"any sign, near λ_max", a, prox.L1{Lambda: 1}, 0.5, true},
		{"few examples", few, prox.L1{Lambda: 1}, 0.1, true},
		{"one sign", a, prox.Nonnegative(1), 0.1, true},
		{"sparse", linalg.ToCSR(a), prox.Nonnegative(1), 0.1, false},
	} {
		n, _ := c.a.Dims()
		p := solver.NewProblem(c.a, loss.Squared{Y: y[:n]}, c.penalty)
		if run, err := newDescent(Descent{}, p.At(c.share*p.LambdaMax())); err != nil || run.Chosen != nil != c.chosen {
			t.Errorf("%s: chosen %v, %v", c.name, run.Chosen != nil, err)
		}
	}
}

// TestCanceledAlongPath: a run that begins with the products of another, and is canceled at once, knows a gap.
func TestCanceledAlongPath(t *testing.T) {
	t.Parallel()
	p := wideProblem(false, true)
	top, memory := p.LambdaMax(), &Memory{}
	first, err := newDescent(Descent{Memory: memory, Start: make([]float64, p.Dim()+1)}, p.At(top/2))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.step(context.Background()); err != nil {
		t.Fatal(err)
	}
	next, err := newDescent(Descent{Memory: memory, Start: first.s.X(nil)}, p.At(top/3))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := next.step(ctx); err == nil || !solver.Finite(next.s.Gap) {
		t.Errorf("the gap is %g, and the error %v", next.s.Gap, err)
	}
}
