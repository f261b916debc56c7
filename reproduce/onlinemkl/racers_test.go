package onlinemkl

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestRacers: all solve one problem, so that no objective is below what any of them bounds the minimum by; those that
// know their gap close it, and come to less than the online methods do.
func TestRacers(t *testing.T) {
	t.Parallel()
	data := handwriting(t, 60, 10, 5)
	for _, crf := range []bool{false, true} {
		racers, err := Racers(t.Context(), data, 0, 1, crf)
		if err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int{false: 5, true: 3}[crf]; len(racers) != want {
			t.Fatalf("%d racers, not %d", len(racers), want)
		}
		best, lower := math.Inf(1), math.Inf(-1)
		for k, r := range racers {
			last, certified := math.NaN(), k == 0 || k == 1 && !crf
			for st, err := range solver.Timed(r.Seq) {
				p := st.Report()
				if err != nil || !(p.Gap >= 0) || p.Objective < lower-1e-9 {
					t.Fatalf("%s: objective %g, gap %g, at least %g, error %v", r.Name, p.Objective, p.Gap, lower, err)
				}
				if !certified && math.Abs(p.Objective-p.Gap-lower) > 1e-9 {
					t.Fatalf("%s: objective %g with gap %g, and the others' bound is %g", r.Name, p.Objective, p.Gap, lower)
				}
				best, lower, last = min(best, p.Objective), max(lower, p.Objective-p.Gap), p.Objective
				if p.Iter == 25 {
					break
				}
			}
			if certified && last-lower > 0.1*last || !certified && last < best {
				t.Errorf("CRF %v, %s: ends at %g, the best at %g, at least %g", crf, r.Name, last, best, lower)
			}
		}
	}
}
