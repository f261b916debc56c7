package blocks_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// parted is a source in parts, of which some readers are slow, others each time.
type parted struct {
	*matrix
	first []int
}

func (s parted) Parts() []int { return s.first }

func (s parted) Read(ctx context.Context, k int, columns []int, b *linalg.RowBlock) error {
	for range rand.IntN(3) * 50 {
		runtime.Gosched()
	}
	return s.matrix.Read(ctx, k, columns, b)
}

// TestWorkersToTheBit: points, objectives, gaps and the examples next to a margin are equal to the bit for any number
// of workers, whichever takes which block, of one part or of several.
func TestWorkersToTheBit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		loss       blocks.Loss
		lambda, mu float64
		sparse     bool
	}{
		"squared":  {loss.Squared{}, 0.02, 0, false},
		"logistic": {loss.Logistic{}, 0.01, 0.01, true},
		"hinge":    {loss.Hinge{}, 0, 0.05, false},
	} {
		m, _ := example(12, 1500, 12, name != "squared", c.sparse)
		m.rows = 70
		for _, first := range [][]int{{0}, {0, 1, 9, 16}} {
			run := func(workers int) (course []any) {
				p := &blocks.Problem{
					A: parted{m, first}, Loss: c.loss, Lambda: c.lambda, Mu: c.mu, Intercept: true, Workers: workers,
				}
				o, err := p.Origin(t.Context())
				if err != nil {
					t.Fatal(name, err)
				}
				course = append(course, *o)
				res, err := solver.Run(solver.Tee(blocks.Newton{Origin: o}.Iterations(t.Context(), p), func(s *blocks.State) {
					course = append(course, s.Objective, s.Gap, s.Columns, s.X(nil))
				}), solver.MaxIter(9))
				if err != nil {
					t.Fatal(name, err)
				}
				if name == "hinge" { // more are next to the margin than may be kept
					r, err := p.Reduce(t.Context(), res.X, o, 2, 200)
					if err != nil || len(r.Y) > 202 {
						t.Fatal(len(r.Y), err)
					}
					course = append(course, *r)
				}
				return course
			}
			one := run(1)
			for _, workers := range []int{2, 3, 5, 5, 22} {
				if !reflect.DeepEqual(one, run(workers)) {
					t.Errorf("%s, parts %v: %d workers find another course than one", name, first, workers)
				}
			}
		}
	}
}
