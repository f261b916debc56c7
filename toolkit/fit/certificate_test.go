package fit_test

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// once are problems whose certificates were false once, of several methods and kinds each.
var once = []uint64{
	308, 3649, 3858, 4382, 4438, 4589, 4764, 5209, 5871, 6308, 6598, 6921, 7171, 7474, 8127, 8400, 8620, 8640, 8817, 9182,
	9559, 9684, 9792,
}

// rounding is what error, as a share of P, rounding may be the cause of: counted apart, and false all the same.
const rounding = 1e-14

// tally counts how problems ended.
type tally struct {
	mu    sync.Mutex
	count map[string]int
}

func (c *tally) add(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count[what]++
}

// TestNoFalseCertificate judges answers to random problems of every pair, at ordinary and at pathological scales, in
// numbers of 384 bits: no error exceeds its gap. One problem: -run TestNoFalseCertificate/SEED, and PROXLAB_FAULTS=long
// for all 10,000.
func TestNoFalseCertificate(t *testing.T) {
	t.Parallel()
	problems, seeds := uint64(150), slices.Clone(once)
	if os.Getenv("PROXLAB_FAULTS") == "long" {
		problems, seeds = 10000, nil
	}
	for seed := range problems {
		seeds = append(seeds, seed)
	}
	counts := &tally{count: map[string]int{}}
	t.Run("problem", func(t *testing.T) {
		for _, seed := range seeds {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				counts.add(certified(t, draw(seed), counts))
			})
		}
	})
	n := counts.count
	t.Logf("%v", n)
	if n[open]*50 > n[honest] {
		t.Errorf("%d problems were not judged, of %v", n["open"], n)
	}
	if n["ordinary, stalled"]*100 > n["ordinary"] {
		t.Errorf("%d problems of ordinary scale stalled, of %d", n["ordinary, stalled"], n["ordinary"])
	}
}

// certified fits a problem, says how that ended, and fails on a false certificate or a panic.
func certified(t *testing.T, p drawn, counts *tally) (ended string) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			stack := make([]byte, 3000)
			t.Errorf("%s: panic %v\n%s", p.name, r, stack[:runtime.Stack(stack, false)])
			ended = "panic"
		}
	}()
	if p.c.Penalty != nil {
		top, err := p.c.LambdaMax(p.data)
		if err != nil || top == 0 {
			return "refused"
		}
		p.c.Lambda *= top
	}
	if !p.ordinary {
		p.c.MaxIter, p.c.TimeLimit = 5000, time.Second
	}
	m, err := p.c.Fit(t.Context(), p.data)
	if err != nil {
		if p.ordinary { // whose method is not asked for
			t.Errorf("%s: %v", p.name, err)
		}
		return "refused"
	}
	if p.ordinary {
		counts.add("ordinary")
		if m.Status == solver.Stalled {
			counts.add("ordinary, stalled")
		}
	}
	if m.GapKind != model.DualityGap {
		if m.Status == solver.Converged && m.GapKind != model.Residual {
			t.Errorf("%s: converged, with a gap of kind %s", p.name, m.GapKind)
		}
		return "without a gap"
	}
	return checkCertificate(t, p.name, p.c, p.data, m)
}

// checkCertificate fails on a false one, and says what it is.
func checkCertificate(t *testing.T, name string, c fit.Linear, data fit.Data, m *model.Linear) (kind string) {
	t.Helper()
	v := judge(c, data, m)
	switch {
	case v.kind == open:
		t.Logf("%s: not judged; P = %g, gap %g, P* from %g to %g", name, v.objective, m.Gap, v.lower, v.upper)
	case v.kind == untrue:
		t.Errorf("%s: %s by %s, P = %.17g said %.17g, gap %.3g; P* ≤ %.17g: beyond the gap by %.2g of P",
			name, m.Status, m.Method, v.objective, m.Objective, m.Gap, v.upper, v.past)
		if v.past <= rounding {
			return "false by rounding"
		}
	}
	return v.kind
}
