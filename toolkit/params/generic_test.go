package params_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// blocks makes each block over the same features.
var blocks = map[string]func(x *linalg.Dense, outputs int) params.Block{
	"Explicit": func(x *linalg.Dense, outputs int) params.Block { return params.NewExplicit(0, x, outputs) },
	"Kernel":   func(x *linalg.Dense, outputs int) params.Block { return params.NewKernel(0, gram(x), outputs) },
	"Kernel/sparse": func(x *linalg.Dense, outputs int) params.Block {
		g := gram(x)
		csr := &linalg.CSR{R: g.R, C: g.C, Ptr: []int{0}}
		for i := range g.R {
			for j, v := range g.Row(i) {
				csr.Col, csr.Val = append(csr.Col, int32(j)), append(csr.Val, v)
			}
			csr.Ptr = append(csr.Ptr, len(csr.Col))
		}
		return params.NewKernel(0, csr, outputs)
	},
}

var _, _ params.Block = (*params.Explicit)(nil), (*params.Kernel)(nil)

// gram is the linear kernel's.
func gram(x *linalg.Dense) *linalg.Dense {
	return testproblems.Must(kernel.Gram(context.Background(), kernel.Linear{}, x))
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(6, 4, testproblems.Normal(rand.New(rand.NewPCG(13, 14)), 24, 1))
	families := []toolkittest.Family{{Rows: 6, Cols: 3}, {Rows: 3, Cols: 3}}
	transitions := func() params.Block { return params.NewExplicit(1, linalg.Identity(3), 3) }
	for name, create := range blocks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for what, model := range map[string]func() *params.Model{
				"one group": func() *params.Model {
					return params.NewModel([]params.Block{create(x, 3), transitions()})
				},
				"two groups": func() *params.Model {
					return params.NewModel([]params.Block{create(x, 3)}, []params.Block{transitions()})
				},
				"two blocks of a family": func() *params.Model {
					return params.NewModel([]params.Block{create(x, 3), create(x, 3)}, []params.Block{transitions()})
				},
			} {
				if err := toolkittest.Params(func() toolkit.Params { return model() }, families); err != nil {
					t.Errorf("%s: %v", what, err)
				}
			}
		})
	}
}
