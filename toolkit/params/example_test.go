package params_test

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
)

// Parameters in two groups, of the same examples: explicit weights, and a kernel's expansion over them. Oracles see
// scores and updates alone, and need not know which is which.
func Example() {
	x := linalg.NewDense(2, 2, []float64{1, 0, 0, 2})
	gram := linalg.NewDense(2, 2, []float64{1, 0.5, 0.5, 1})
	p := params.NewModel(
		[]params.Block{params.NewExplicit(0, x, 1)}, []params.Block{params.NewKernel(0, gram, 1)},
	)
	var u toolkit.Update
	u.Add(0, 1, 0, 1) // the features of row 1, for output 0
	p.Add(0.5, &u)
	score := make([]float64, 1)
	p.Scores(score, 0, 1)
	fmt.Printf("%d groups of norms %.2f and %.2f, row 1 scores %.2f\n", p.Groups(), p.Norm(0), p.Norm(1), score[0])
	// Output: 2 groups of norms 1.00 and 0.50, row 1 scores 2.50
}
