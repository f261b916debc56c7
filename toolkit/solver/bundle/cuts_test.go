package bundle

import (
	"errors"
	"testing"
)

// TestCutsRemember: a cut is compared with the best value whose own cut has gone, and a value with a cut that two
// became.
func TestCutsRemember(t *testing.T) {
	t.Parallel()
	filled := func() *cuts { // of |w|
		s := newCuts(Config{}, 1, nil)
		for call, w := range []float64{0, -8, -7, -6, -5, 4, 3, 2, 1} {
			slope := 1.
			if w < 0 {
				slope = -1
			}
			if err := s.add([]float64{slope}, []float64{w}, slope*w, slope*w, call+1); err != nil {
				t.Fatal(err)
			}
			if call == 0 {
				s.best()
			}
		}
		return s
	}
	s := filled()
	s.thin(8, &activeSet{gram: &s.gram})
	if s.at[0] != nil && s.at[0][0] == 0 || len(s.a) != 6 {
		t.Fatalf("%d cuts are left, the first from %v: the test needs that it has gone", len(s.a), s.at[0])
	}
	if err := s.add([]float64{0.8}, []float64{0.5}, 0.6, 0.6, 10); !errors.Is(err, ErrInconsistent) {
		t.Errorf("a cut that is 0.2 at 0, where the function is 0: %v", err)
	}
	s = filled()
	p := &activeSet{gram: &s.gram}
	p.follow()
	gone := map[int]bool{}
	for len(s.a)-len(gone) > 1 {
		s.merge(gone, []*activeSet{p})
	}
	var keep []int
	for i := range s.a {
		if !gone[i] {
			keep = append(keep, i)
		}
	}
	s.leave(keep)
	s.bestAt = nil
	if w := []float64{50 * s.a[0][0]}; s.add([]float64{0}, w, -1, -1, 11) == nil {
		t.Errorf("a value of −1 at %g is taken, below the cut %g·w + %g", w, s.a[0][0], s.b[0])
	}
}

// TestMerge: two cuts become their combination by their weights.
func TestMerge(t *testing.T) {
	t.Parallel()
	s := newCuts(Config{}, 1, nil)
	for call, w := range []float64{-1, 1} { // of |w| + 2
		if err := s.add([]float64{w}, []float64{w}, 3, 3, call+1); err != nil {
			t.Fatal(err)
		}
	}
	p, gone := &activeSet{gram: &s.gram, alpha: []float64{0.25, 0.75}}, map[int]bool{}
	s.merge(gone, []*activeSet{p})
	if !gone[0] || s.a[1][0] != 0.5 || s.b[1] != 2 || p.alpha[1] != 1 || s.g[1][1] != 0.25 {
		t.Errorf("gone %v; %g·w + %g with weight %g and square %g", gone, s.a[1], s.b[1], p.alpha[1], s.g[1][1])
	}
}
