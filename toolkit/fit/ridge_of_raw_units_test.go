package fit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/solve"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// rawUnits are features of any units, the last of them twelve times the first, with numbers and labels to predict.
func rawUnits(seed uint64, n, d int, most float64) (x *linalg.Dense, numbers, labels []float64) {
	rng := rand.New(rand.NewPCG(seed, 5))
	x, numbers, labels = linalg.NewDense(n, d, nil), make([]float64, n), make([]float64, n)
	for i := range n {
		row := x.Row(i)
		for j := range d - 1 {
			v := rng.NormFloat64()
			row[j] = []float64{most, 1, 1e-3}[j%3] * v
			if j%2 == 0 {
				numbers[i] += v
			}
		}
		row[d-1] = 12 * row[0]
		numbers[i] += 5 + rng.NormFloat64()
		labels[i] = math.Copysign(1, numbers[i]-5)
	}
	return x, numbers, labels
}

// TestRidgeOfRawUnits: losses with kinks and a ridge alone, or bounds beside it, with fewer examples than features and
// with more, of one output and of tasks, which are problems of their own: the sum of what each has is the least, too.
func TestRidgeOfRawUnits(t *testing.T) {
	t.Parallel()
	for k, shape := range [][2]int{{12, 19}, {60, 7}} {
		x, numbers, labels := rawUnits(uint64(k)+1, shape[0], shape[1], []float64{30, 1e5}[k])
		task := make([]int64, shape[0])
		for i := range task {
			task[i] = int64(i % 3 / 2)
		}
		for _, l := range []toolkit.Loss{loss.Hinge{}, loss.Quantile{Tau: 0.75}, loss.EpsilonInsensitive{Epsilon: 0.1}} {
			y := numbers
			if b, ok := l.(loss.Labelled); ok && b.Binary() {
				y = labels
			}
			for _, penalty := range []toolkit.Proxable{
				nil, prox.Nonnegative(0), prox.Bounds{Lower: []float64{-1e-3}, Upper: []float64{0.3}},
			} {
				c := fit.Linear{Loss: l, Penalty: penalty, Mu: 3e-4, Intercept: k == 0}
				together := solved(t, c, fit.Data{X: x, Y: y, Task: task})
				var apart float64
				for of := range int64(2) {
					var rows []int
					var part []float64
					for i, v := range task {
						if v == of {
							rows, part = append(rows, i), append(part, y[i])
						}
					}
					share := float64(len(rows)) / float64(len(task))
					c.Mu = 3e-4 / share
					apart += share * solved(t, c, fit.Data{X: linalg.SelectRows(x, rows), Y: part})
				}
				if !(math.Abs(together-apart) <= 2e-6*apart) {
					t.Errorf("%s, %v: tasks together %.10g, apart %.10g", l, penalty, together, apart)
				}
			}
		}
	}
}

// solved is the objective of a fit, which must converge.
func solved(t *testing.T, c fit.Linear, data fit.Data) float64 {
	t.Helper()
	m, err := c.Fit(t.Context(), data)
	if err != nil || m.Status != solver.Converged || !(m.Gap <= 1e-6*m.Objective) {
		t.Errorf("%s, %v: %s by %s, gap %g of %g, error %v", c.Loss, c.Penalty, m.Status, m.Method, m.Gap, m.Objective, err)
	}
	return m.Objective
}

// TestBoundsOfRawUnits: within bounds the least that a search over all weights finds.
func TestBoundsOfRawUnits(t *testing.T) {
	t.Parallel()
	const mu = 0.02
	x, y, _ := rawUnits(3, 20, 3, 1e5)
	for _, box := range []prox.Bounds{{Lower: []float64{0}}, {Lower: []float64{-2e-6}, Upper: []float64{0.4}}} {
		least := solved(t, fit.Linear{Loss: loss.Quantile{Tau: 0.3}, Penalty: box, Mu: mu}, fit.Data{X: x, Y: y})
		w, of := make([]float64, 3), loss.Quantile{Y: y, Tau: 0.3}
		found := leastOf(w, []float64{1e5, 1, 1e6}, func() float64 {
			sum := 0.
			v := make([]float64, 3)
			box.Prox(v, w, 1)
			for j := range w {
				sum += mu/2*v[j]*v[j] + 1e4*math.Abs(w[j]-v[j])
			}
			for i := range 20 {
				value, _ := of.At(i, v[0]*x.At(i, 0)+v[1]*x.At(i, 1)+v[2]*x.At(i, 2))
				sum += of.Weight(i) * value
			}
			return sum
		})
		if !(math.Abs(least-found) <= 1e-5*found) {
			t.Errorf("%v: P is %.10g, the least is %.10g", box, least, found)
		}
	}
}

// TestMachinesBeyondRounding: a support vector machine of sparse examples with a tiny μ, where doubles add up to more
// than the tolerance of P in predictions, is solved by its dual, and Newton's method ends at the same P.
func TestMachinesBeyondRounding(t *testing.T) {
	t.Parallel()
	const n, d, entries = 400, 600, 30
	rng := rand.New(rand.NewPCG(7, 5))
	x, y := linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for range entries {
			j := rng.IntN(d)
			x.Row(i)[j] = 100 * rng.NormFloat64()
			y[i] += x.Row(i)[j] * float64(j%7-3)
		}
		y[i] = math.Copysign(1, y[i]+300*rng.NormFloat64())
	}
	c := fit.Linear{Loss: loss.Hinge{}, Mu: 1e-3, Method: solve.DualCoordinateDescent}
	dual := solved(t, c, fit.Data{X: linalg.ToCSR(x), Y: y})
	c.Method = solve.SemismoothNewton
	other, err := c.Fit(t.Context(), fit.Data{X: x, Y: y})
	if err != nil || math.Abs(dual-other.Objective) > 2e-6*dual {
		t.Errorf("by the dual %.10g, by Newton's method %.10g, error %v", dual, other.Objective, err)
	}
}
