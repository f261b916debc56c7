package bundle

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// TestBounds compares τ_{1:t} with what the solver's steps say, 1/(λt + τ_{1:t}), and the bounds with their formulas.
func TestBounds(t *testing.T) {
	t.Parallel()
	d, err := tiny("hinge")[0].data(t)
	if err != nil {
		t.Fatal(err)
	}
	const lambda = 1e-3
	radius := 1 / math.Sqrt(lambda)
	f, err := d.function()
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := run(t.Context(), literal, f, lambda, 0, extent{12, 12})
	if err != nil {
		t.Fatal(err)
	}
	third, fifth := bounds(lambda, radius, c.Slopes)
	var before, sum, most float64
	f, _ = d.function()
	plain := bundle.Proximal{Config: bundle.Config{Lambda: lambda, Bounded: true}}
	for st, err := range plain.Iterations(t.Context(), f) {
		k := st.Evals
		if err != nil || k > 12 {
			break
		}
		all := 1/st.Step - lambda*float64(k) // τ_{1:t}
		g := lambda*radius + c.Slopes[k-1]
		sum += 2*(all-before)*radius*radius + g*g*st.Step/2
		most, before = max(most, g), all
		want := most * most * (1 + math.Log(float64(k))) / (lambda * float64(k))
		if math.Abs(third[k-1]*float64(k)-sum) > 1e-9*sum || math.Abs(fifth[k-1]-want) > 1e-12*want {
			t.Errorf("after %d calls: %g and %g, by the steps %g and %g", k, third[k-1], fifth[k-1], sum/float64(k), want)
		}
		if c.Best[k-1] != st.Objective {
			t.Errorf("call %d: best %g, not %g", k, c.Best[k-1], st.Objective)
		}
	}
	h := theoryOf(lambda, c, []Course{c, {Least: c.Best[11] - 1, Floor: c.Lower[11] - 1}})
	if h.least[11] != 1 || h.most[11] != c.Best[11]-c.Lower[11] || h.norm > radius || h.outside != 0 {
		t.Errorf("above the minimum by %g to %g, norm %g, %d outside", h.least[11], h.most[11], h.norm, h.outside)
	}
	if kept, broken := h.against(make([]float64, 12)); kept != 0 || broken != 12 {
		t.Errorf("bounds of 0 are kept %d times and broken %d times", kept, broken)
	}
	if kept, broken := h.against(h.most); kept != 12 || broken != 0 {
		t.Errorf("bounds that are met are kept %d times and broken %d times", kept, broken)
	}
}

// data loads what a set of tests is of.
func (s set) data(t *testing.T) (*data, error) {
	t.Helper()
	return origin{Kind: s.kind, Made: s.made.seeded(1)}.load(t.Context())
}

// walk is a function on a line, ℓ(w) = |w − 1|.
type walk struct{}

func (walk) Dim() int { return 1 }

func (walk) Subgradient(_ context.Context, a, w []float64) (float64, error) {
	a[0] = math.Copysign(1, w[0]-1)
	return math.Abs(w[0] - 1), nil
}

// TestCourse counts the calls of a run that can be followed by hand. The cut of w = 0 is 1 − w, which is positive for w
// < 1, and with λ = 1/10 the standard method goes to where it and 0 meet, w = 1: there f is λ/2, and the kink's cut
// w − 1 ends the search at a gap of nothing but rounding.
func TestCourse(t *testing.T) {
	t.Parallel()
	c, _, err := run(t.Context(), standard, walk{}, 0.1, 0, extent{3, 9})
	if err != nil {
		t.Fatal(err)
	}
	if c.Loss0 != 1 || math.Abs(c.Best[1]-0.05) > 1e-15 || c.first() != 2 || c.Within != [3]int{2, 2, 2} || c.Calls != 3 {
		t.Errorf("course %+v", c)
	}
	if math.Abs(c.Norms[1]-1) > 1e-15 || c.Slopes[0] != 1 || len(c.Norms) != 3 {
		t.Errorf("norms %v, slopes %v", c.Norms, c.Slopes)
	}
	if (Course{Loss0: 1, Best: []float64{1, 1}}).first() != 0 {
		t.Error("a course that never falls does")
	}
	if late, _, err := run(t.Context(), standard, walk{}, 1e-9, 0, extent{1, 1}); err != nil || late.Within != [3]int{} {
		t.Errorf("after one call within %v, %v", late.Within, err)
	}
}

// TestFirstWeight: the call for ‖a_1‖ counts for nothing, and a unit of it is the method's own weight.
func TestFirstWeight(t *testing.T) {
	t.Parallel()
	own, _, err := run(t.Context(), stabilized, walk{}, 0.1, 0, extent{4, 4})
	one, _, err1 := run(t.Context(), stabilized, walk{}, 0.1, 1, extent{4, 4})
	far, _, err2 := run(t.Context(), stabilized, walk{}, 0.1, 10, extent{4, 4})
	if err := errors.Join(err, err1, err2); err != nil {
		t.Fatal(err)
	}
	if own.Best[1] != one.Best[1] || own.Best[1] == far.Best[1] || far.Norms[0] != 0 {
		t.Errorf("best after two calls %v, %v, %v", own.Best, one.Best, far.Best)
	}
}

// TestHalvesAreFolded: all pairs are counted once, by each decoder, and another split has other halves.
func TestHalvesAreFolded(t *testing.T) {
	t.Parallel()
	d, err := tiny("rna")[0].data(t)
	if err != nil {
		t.Fatal(err)
	}
	var all rna.Agreement
	for _, e := range d.examples {
		all.Add(e.Y, e.Y)
	}
	c := training{CRF: true, Lambda: 0.1, Calls: 10}
	var found [2][]rna.Agreement
	for split := range found {
		if found[split], err = c.crossValidate(t.Context(), d.examples, 7, split); err != nil {
			t.Fatal(err)
		}
		for k, got := range found[split] {
			if got.True != all.True || got.Guessed == 0 || got.Shared == 0 || got.Shared == got.True {
				t.Errorf("split %d, %s: %+v of %d pairs", split, c.decoders()[k], got, all.True)
			}
		}
	}
	if slices.Equal(found[0], found[1]) {
		t.Error("two splits are alike")
	}
}

// TestDrawnDocuments: half of them are irrelevant, and what made them ranks them well.
func TestDrawnDocuments(t *testing.T) {
	t.Parallel()
	train, test := drawDocuments(QueriesConfig{Queries: 200, Documents: 20, Features: 5, Seed: 3})
	counts := map[float64]float64{}
	for _, y := range train.y {
		counts[y] += 1 / float64(len(train.y))
	}
	for y, share := range []float64{.5, .25, .125, .0625, .0625} {
		if math.Abs(counts[float64(y)]-share) > 0.1 {
			t.Errorf("degree %d has %.3f of the documents", y, counts[float64(y)])
		}
	}
	_, x, err := run(t.Context(), stabilized, train.risk(pairs), 1e-3, 0, extent{10, 10})
	if good, none := test.judge(x), test.judge(make([]float64, 5)); err != nil || good < 0.9 || none > 0.6 {
		t.Errorf("NDCG %.3f learned, %.3f in the order of the documents, %v", good, none, err)
	}
}

// TestHingeOfAdult compares with another program's curves on the first 8,000 rows of a9a, to the three digits it has:
// the best objective after 10, 20, 40 and 80 calls.
func TestHingeOfAdult(t *testing.T) {
	t.Parallel()
	s := setOf("hinge")
	if _, err := datasets.AtHand(s.real); err != nil {
		t.Skip("the data are not at hand")
	}
	d, err := origin{Name: s.real, Kind: s.kind, Rows: s.rows}.load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method method
		lambda float64
		best   [4]float64
	}{
		{standard, 1e-4, [4]float64{.479, .479, .420, .395}}, {literal, 1e-3, [4]float64{.410, .368, .359, .356}},
		{guessed, 1e-5, [4]float64{.412, .388, .373, .363}}, {restarting, 1e-4, [4]float64{.413, .366, .352, .350}},
	} {
		f, err := d.function()
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := run(t.Context(), c.method, f, c.lambda, 0, extent{80, 80})
		if err != nil {
			t.Fatal(err)
		}
		for k, calls := range []int{10, 20, 40, 80} {
			if math.Abs(got.Best[calls-1]-c.best[k]) > 0.0006 {
				t.Errorf("%s at λ = %g: %.4f after %d calls, the other has %.3f", c.method.id, c.lambda, got.Best[calls-1], calls,
					c.best[k])
			}
		}
	}
}

// TestTies: whichever structure is taken at w = 0, the value there is the same and its features are a subgradient; no
// other point is touched.
func TestTies(t *testing.T) {
	t.Parallel()
	d, err := tiny("rna")[0].data(t)
	if err != nil {
		t.Fatal(err)
	}
	f, err := d.function()
	if err != nil {
		t.Fatal(err)
	}
	zero, w := make([]float64, f.Dim()), make([]float64, f.Dim())
	for j := range w {
		w[j] = 0.1 * float64(j%7-3)
	}
	at := func(g bundle.Function, w []float64) (float64, []float64) {
		a := make([]float64, f.Dim())
		v, err := g.Subgradient(t.Context(), a, w)
		if err != nil {
			t.Fatal(err)
		}
		return v, a
	}
	own, _ := at(f, zero)
	far, slope := at(f, w)
	sums := map[tie]float64{}
	for _, x := range ties {
		v, a := at(x.breakTies(f), zero)
		sums[x] = floats.Sum(a)
		if math.Abs(v-own) > 1e-9 || far < v+floats.Dot(a, w)-1e-9 {
			t.Errorf("%s: %g at 0, not %g, and a cut %g above %g", x, v, own, v+floats.Dot(a, w)-far, far)
		}
		if there, b := at(x.breakTies(f), w); there != far || !slices.Equal(b, slope) {
			t.Errorf("%s changes the function elsewhere", x)
		}
	}
	if !(sums["fewest"] < sums["drawn"] && sums["drawn"] < sums["most"]) {
		t.Errorf("features in all: %v", sums)
	}
}
