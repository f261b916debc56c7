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
		all := params.Pairs{Ptr: []int32{0}}
		for range x.C {
			for y := range outputs {
				all.Output = append(all.Output, uint16(y))
			}
			all.Ptr = append(all.Ptr, int32(len(all.Output)))
		}
		return params.NewSeen(0, indicators(x), all, outputs)
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

// positive is a matrix of 1 where x is positive, and 0 elsewhere: that of indicators(x).
func positive(x *linalg.Dense) *linalg.Dense {
	out := linalg.NewDense(x.R, x.C, nil)
	for k, v := range x.Data {
		if v > 0 {
			out.Data[k] = 1
		}
	}
	return out
}

// indicators are the features that are positive.
func indicators(x *linalg.Dense) *params.Indicators {
	is := &params.Indicators{Features: x.C, Ptr: []int{0}}
	for i := range x.R {
		for j, v := range x.Row(i) {
			if v > 0 {
				is.Col = append(is.Col, int32(j))
			}
		}
		is.Ptr = append(is.Ptr, len(is.Col))
	}
	return is
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
			x := x
			if name == "Seen" {
				x = positive(x)
			}
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
