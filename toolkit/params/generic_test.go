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
	"Seen": func(x *linalg.Dense, outputs int) params.Block {
		csr := sparse(x)
		y, rows := make([]int, x.R), make([]int, x.R)
		for i := range x.R {
			y[i], rows[i] = i%outputs, i
		}
		return params.NewSeen(0, csr, params.PairsOf(csr, y, rows), outputs)
	},
	"Kernel": func(x *linalg.Dense, outputs int) params.Block { return params.NewKernel(0, gram(x), outputs) },
	"Kernel/sparse": func(x *linalg.Dense, outputs int) params.Block {
		return params.NewKernel(0, sparse(gram(x)), outputs)
	},
}

var _, _, _ params.Block = (*params.Explicit)(nil), (*params.Kernel)(nil), (*params.Seen)(nil)

// sparse is a matrix in sparse form, without its zeros.
func sparse(x *linalg.Dense) *linalg.CSR {
	csr := &linalg.CSR{R: x.R, C: x.C, Ptr: []int{0}}
	for i := range x.R {
		for j, v := range x.Row(i) {
			if v != 0 {
				csr.Col, csr.Val = append(csr.Col, int32(j)), append(csr.Val, v)
			}
		}
		csr.Ptr = append(csr.Ptr, len(csr.Col))
	}
	return csr
}

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
