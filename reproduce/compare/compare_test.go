package compare_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce/compare"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// four are methods of which three differ from the first by numbers whose intervals are known, by nothing, and by what
// has a mean of 0.
func four() (all []plan.Kept) {
	for seed, v := range []float64{0.1, 0.2, 0.15, 0.4, 0.3} {
		base := float64(10 * seed) // the draws differ more than the methods
		for name, value := range map[string]float64{
			"base": base, "other": base + v, "third": base, "fourth": base + 0.001*float64(seed-2),
		} {
			all = append(all, kept(fmt.Sprintf(`{"Method":%q,"Seed":%d}`, name, seed), fmt.Sprintf(`{"E":%v}`, value)))
		}
	}
	return all
}

// TestDifferences compares with Student's intervals of SciPy 1.14, those of 1 − 0.05/2 of two differences: one is none.
func TestDifferences(t *testing.T) {
	t.Parallel()
	s := of(t, four(), compare.Roles{Reference: "base"})
	got := map[string]compare.Difference{}
	for _, x := range s.Differences() {
		got[x.Method] = x
	}
	want := compare.Difference{
		Method: "other", Data: "the data", N: 5, Mean: 0.23, Low: 0.04176662985560442, High: 0.4182333701443959,
		Decided: true,
	}
	if d := cmp.Diff(want, got["other"], near); d != "" {
		t.Errorf("a worse method: %s", d)
	}
	if x := got["third"]; !x.Same || x.Decided || x.Needed != 0 {
		t.Errorf("the same: %+v", x)
	}
	if x := got["fourth"]; x.Same || x.Decided || x.Mean > 1e-12 {
		t.Errorf("one that is not decided: %+v", x)
	}
	s.Higher = true
	for _, x := range s.Differences() {
		if x.Better != (x.Method == "other") {
			t.Errorf("more is better: %+v", x)
		}
	}
}

// TestBestInBold: in LaTeX the means of methods that a paired test does not tell from the best are bold, and no others.
func TestBestInBold(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := of(t, four(), compare.Roles{}).Tables()[0].TeX(&b); err != nil {
		t.Fatal(err)
	}
	bold := map[string]bool{}
	for line := range strings.Lines(b.String()) {
		if name, _, ok := strings.Cut(line, " & "); ok {
			bold[name] = strings.Contains(line, `\bfseries`)
		}
	}
	if !bold["base"] || !bold["third"] || !bold["fourth"] || bold["other"] || !strings.Contains(b.String(), "5 pairs") {
		t.Errorf("bold are %v in\n%s", bold, b.String())
	}
}

// TestSameButForRounding: what differs by less than a solver leaves is no difference, and a tie.
func TestSameButForRounding(t *testing.T) {
	t.Parallel()
	var all []plan.Kept
	for seed := range 5 {
		for method, v := range []float64{1, 1 + 1e-14} {
			all = append(all, kept(fmt.Sprintf(`{"Method":"%d","Seed":%d}`, method, seed), fmt.Sprintf(`{"E":%v}`, v)))
		}
	}
	s := of(t, all, compare.Roles{})
	if d := s.Differences()[0]; !d.Same || d.Decided || d.Needed != 0 {
		t.Errorf("%+v", d)
	}
	if r := s.Ranks(); r.Mean[0] != 1.5 || r.Mean[1] != 1.5 {
		t.Errorf("%+v", r)
	}
}

// TestOneDraw tells nothing of others.
func TestOneDraw(t *testing.T) {
	t.Parallel()
	s := of(t, four()[:4], compare.Roles{})
	if len(s.Differences()) > 0 || len(s.Tables()) != 1 {
		t.Errorf("one draw: %+v", s.Differences())
	}
	if m := s.Mean(0, 0); m.N != 1 || !math.IsInf(m.High, 1) {
		t.Errorf("one run: %+v", m)
	}
}

// TestNeeded: as many replications as are asked for decide, and far fewer do not.
func TestNeeded(t *testing.T) {
	t.Parallel()
	draw := func(n int) *compare.Scores {
		rng := rand.New(rand.NewPCG(1, 2))
		var all []plan.Kept
		for seed := range n {
			noise := rng.NormFloat64()
			for m, v := range []float64{0, 0.3 + noise} {
				all = append(all, kept(fmt.Sprintf(`{"Method":"%d","Seed":%d}`, m, seed), fmt.Sprintf(`{"E":%v}`, v)))
			}
		}
		return of(t, all, compare.Roles{Reference: "0"})
	}
	few := draw(20).Differences()[0]
	if few.Decided || few.Needed < 21 {
		t.Fatalf("20 draws: %+v", few)
	}
	says := strings.Join(draw(20).Says(), "\n")
	if !strings.Contains(says, fmt.Sprintf("about %d replications", few.Needed)) {
		t.Error(says)
	}
	if many := draw(4 * few.Needed).Differences()[0]; !many.Decided {
		t.Errorf("%d were to decide; %d do not: %+v", few.Needed, 4*few.Needed, many)
	}
	s := draw(20)
	s.Planned = 20 // for those who go on until it is decided
	if wide := s.Differences()[0]; !(wide.Low < few.Low && wide.High > few.High) || wide.Needed <= few.Needed {
		t.Errorf("an interval for any number: %+v, for one that was planned %+v", wide, few)
	}
}

// TestProfiles counts shares by their definition.
func TestProfiles(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	const target = 0.01
	var all []plan.Kept
	times := map[[3]int]float64{}
	for i := range 3 * 3 * 4 {
		m, d, seed := i%3, i/3%3, i/9
		var ts, gaps []float64
		at := math.Inf(1)
		for k := range 6 {
			ts, gaps = append(ts, rng.Float64()+float64(k)), append(gaps, math.Pow(10, -3*rng.Float64()))
			if gaps[k] <= target {
				at = min(at, ts[k])
			}
		}
		times[[3]int{m, d, seed}] = at
		all = append(all, kept(fmt.Sprintf(`{"Method":"m%d","Data":"d%d","Seed":%d}`, m, d, seed),
			fmt.Sprintf(`{"E":1,"T":%s,"G":%s}`, list(ts), list(gaps))))
	}
	s := of(t, all, compare.Roles{Measure: "E", Time: "T", Gap: "G", Target: target})
	profile, err := s.Performance()
	within, err2 := s.TimeToGap()
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	// share counts the runs of a method whose time passes.
	share := func(m int, passes func(own, best float64) bool) (n float64) {
		for d := range 3 {
			for seed := range 4 {
				own := times[[3]int{m, d, seed}]
				best := min(times[[3]int{0, d, seed}], times[[3]int{1, d, seed}], times[[3]int{2, d, seed}])
				if !math.IsInf(own, 1) && passes(own, best) {
					n += 1. / 12
				}
			}
		}
		return n
	}
	for m := range 3 {
		for _, x := range []float64{1, 1.1, 1.5, 2, 4, 100} {
			ratio := share(m, func(own, best float64) bool { return own <= x*best })
			time := share(m, func(own, _ float64) bool { return own <= x })
			if got := profile.At(m, x); math.Abs(got-ratio) > 1e-12 {
				t.Errorf("method %d within %g of the best: %g, and is %g", m, x, got, ratio)
			}
			if got := within.At(m, x); math.Abs(got-time) > 1e-12 {
				t.Errorf("method %d within %g s: %g, and is %g", m, x, got, time)
			}
		}
	}
	for _, f := range s.Figures() {
		if err := figures.Write(io.Discard, f, ".svg"); err != nil {
			t.Error(err)
		}
	}
	if len(s.Figures()) != 5 {
		t.Errorf("%d figures", len(s.Figures()))
	}
	all[0].Made.Processor = "another"
	if _, err := of(t, all, s.Roles).TimeToGap(); !errors.Is(err, compare.ErrNoProfile) {
		t.Errorf("times of two processors: %v", err)
	}
}

func list(v []float64) string { return strings.Join(strings.Fields(fmt.Sprint(v)), ",") }

// TestRoles: which fields are what, and what is wrong with them.
func TestRoles(t *testing.T) {
	t.Parallel()
	all := []plan.Kept{
		kept(`{"Method":"a","Rate":0.1,"Data":"x","N":5,"Seed":1}`, `{"E":1,"Note":"fine"}`),
		kept(`{"Method":"a","Rate":0.2,"Data":"x","N":5,"Seed":1}`, `{"E":"NaN","Note":"fine"}`),
		kept(`{"Method":"b","Rate":0.1,"Data":"x","N":5,"Seed":1}`, `{"E":2,"Note":"fine"}`),
		kept(`"another task"`, `{"E":7}`),
		kept(`{"Method":"b","Rate":0.1,"Data":"x","N":5,"Seed":1}`, `{"E":2,"Note":"again, from another folder"}`),
	}
	s := of(t, all, compare.Roles{Method: "Method,Rate"})
	if d := cmp.Diff([][]string{{"a, 0.1", "a, 0.2", "b, 0.1"}, {"x"}}, [][]string{s.Methods, s.Data}); d != "" {
		t.Error(d)
	}
	if s := of(t, all, compare.Roles{}); cmp.Diff([]string{"0.1", "0.2"}, s.Data) != "" ||
		!strings.Contains(s.Says()[0], "On 1 of the problems a method has no run") {
		t.Errorf("data %q, says %q", s.Data, s.Says())
	}
	for says, r := range map[string]compare.Roles{
		"they have Data, E, Method, N, Note, Rate, Seed": {Over: "Draw"},
		"none of 5 results has the fields":               {Measure: "Note"},
		"has two results, 1 and NaN":                     {Over: "Seed,N,Data,Method"},
		"there is no method \"c\"":                       {Reference: "c"},
		"go together":                                    {Time: "T"},
	} {
		if says == "has two results, 1 and NaN" {
			r.Method, r.Over = "Method", "Seed,Rate"
			all = append(all, kept(`{"Method":"a","Rate":0.1,"Data":"x","N":5,"Seed":1}`, `{"E":"NaN"}`))
		}
		if _, err := compare.Of(all, r); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: error %v, not %q", r, err, says)
		}
		all = all[:5]
	}
	two := []plan.Kept{kept(`{"Method":"a","Seed":1}`, `{"E":1,"F":2}`)}
	if _, err := compare.Of(two, compare.Roles{}); err == nil || !strings.Contains(err.Error(), "E, F") {
		t.Errorf("two measures: %v", err)
	}
	if _, err := compare.Of(nil, compare.Roles{Measure: "E"}); err == nil {
		t.Error("nothing to compare, and no error")
	}
}
