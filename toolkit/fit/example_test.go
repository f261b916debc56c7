package fit_test

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// The target follows the first feature; the second is a distraction. The lasso finds that, and shrinks; ridge regression on what was selected
// takes the shrinkage back.
func ExampleSparse() {
	x := linalg.NewDense(4, 2, []float64{1, 1, 2, -1, 3, -1, 4, 1})
	data := fit.Examples{X: x, Y: []float64{2, 4, 6, 8}}
	m, err := fit.Sparse{}.Fit(context.Background(), 1.5, data)
	if err != nil {
		fmt.Println(err)
		return
	}
	debiased, _ := fit.Debias(m.Selected(), []float64{0}, data)
	fmt.Printf("selected %v, weight %.2f, debiased %.2f\n", m.Selected(), m.Weights[0], debiased[0][0])
	// Output: selected [0], weight 1.80, debiased 2.00
}

// Of two kernels only the first has to do with the targets.
func ExampleKernels() {
	a, b := []float64{1, -1, 1, -1}, []float64{1, 1, -1, -1}
	gram := func(v []float64) *linalg.Dense {
		k := linalg.NewDense(4, 4, nil)
		for i := range v {
			for j := range v {
				k.Row(i)[j] = v[i] * v[j]
			}
		}
		return k
	}
	m, err := fit.Kernels{Lambda: 0.5}.Fit(context.Background(), []*linalg.Dense{gram(a), gram(b)}, []float64{3, -3, 3, -3})
	fmt.Printf("norms %.2f, error %v\n", m.Norms, err)
	// Output: norms [2.50 0.00], error <nil>
}

// An edge survives, noise does not.
func ExampleDenoise() {
	image, _, _, err := fit.Denoise([]float64{0.1, -0.1, 1.1, 0.9}, 1, 4, 0.1, 1e-12)
	fmt.Printf("%.2f, error %v\n", image, err)
	// Output: [0.05 0.05 0.95 0.95], error <nil>
}
