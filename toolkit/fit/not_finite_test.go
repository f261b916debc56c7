package fit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestNotFiniteIsNamed: an entry that is no number is named, whether moments or norms of the features find it, or it is
// in an example of weight 0; so it is by what only chooses a method, or binds a loss.
func TestNotFiniteIsNamed(t *testing.T) {
	t.Parallel()
	const n, d, row, column = 80, 4, 33, 2
	lasso := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.1, Intercept: true}
	scaled, logistic := lasso, lasso
	scaled.Standardize, logistic.Loss = true, loss.Logistic{}
	ridge := fit.Linear{Mu: 0.1}
	for name, c := range map[string]struct {
		of   fit.Linear
		rows int
		with func(d *fit.Data)
	}{
		"moments":      {lasso, n, nil},
		"standardized": {scaled, n, nil},
		"norms":        {lasso, row + 1, nil},
		"ridge":        {ridge, n, nil},
		"logistic":     {logistic, n, nil},
		"sparse":       {lasso, n, func(d *fit.Data) { d.X = linalg.ToCSR(d.X) }},
		"weight 0": {lasso, n, func(d *fit.Data) {
			d.Weights = make([]float64, n)
			for i := range d.Weights {
				d.Weights[i] = 1
			}
			d.Weights[row] = 0
		}},
	} {
		for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			rng := rand.New(rand.NewPCG(3, 3))
			x, _, signs, _ := normal(rng, c.rows, d, 0, 1)
			x.Row(row)[column] = v
			data := fit.Data{X: x, Y: signs}
			if c.with != nil {
				c.with(&data)
			}
			want := fmt.Sprintf("row %d, column %d of x is %g", row+1, column+1, v)
			_, prepare := c.of.Prepare(data)
			_, explain := c.of.Explain(data)
			_, _, bind := c.of.Bind(data)
			for by, err := range map[string]error{"Prepare": prepare, "Explain": explain, "Bind": bind} {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s, %s: error %v, and not that %s", name, by, err, want)
				}
			}
		}
	}
}
