package solver_test

import (
	"sync"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

type key int

// TestShared: problems of a path share what is made for a key, made once even where several goroutines ask; problems
// with other unpenalized columns do not.
func TestShared(t *testing.T) {
	t.Parallel()
	p, _ := testproblems.TinyLasso()
	made := 0
	create := func() *int { made++; n := made; return &n }
	got := make([]*int, 8)
	var group sync.WaitGroup
	for k := range got {
		q := p.At(float64(1 + k)).WithRidge(float64(k))
		group.Go(func() { got[k] = solver.Shared(q, key(1), create) })
	}
	group.Wait()
	for _, n := range append(got, solver.Shared(p, key(1), create)) {
		if *n != 1 || n != got[0] {
			t.Errorf("made %d times", *n)
		}
	}
	if n := solver.Shared(p, key(2), create); *n != 2 {
		t.Errorf("another key has number %d", *n)
	}
	other := p.WithUnpenalized(linalg.NewDense(1, 3, []float64{1, 1, 1}))
	if n := solver.Shared(other, key(1), create); *n != 3 {
		t.Errorf("another problem has number %d", *n)
	}
	if p.Columns() != p.At(3).Columns() {
		t.Error("a path transposes its matrix twice")
	}
}

// TestHingeSigns: a hinge loss is known by its method, of one output or of a single task; another loss or label is
// named.
func TestHingeSigns(t *testing.T) {
	t.Parallel()
	s := testproblems.NewSVM(30, 3, 0.1, 1)
	signs, err := s.Problem().HingeSigns()
	if err != nil || len(signs) != 30 {
		t.Fatal(signs, err)
	}
	for i, y := range signs {
		if y != s.Y[i] {
			t.Errorf("label %d is %g, not %g", i, y, s.Y[i])
		}
	}
	p, _ := testproblems.TinyLasso()
	if _, err := p.HingeSigns(); err == nil {
		t.Error("a squared loss has signs")
	}
}
