package structures

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/toolkit/fit/structures/internal/groups"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/proxlab/proxlab/toolkit/structured/rna/energies"
)

// TestStrengthsHaveTheirSlope: derivatives of the held-out loss are those of differences, group by group, and steps by
// them make it less.
func TestStrengthsHaveTheirSlope(t *testing.T) {
	t.Parallel()
	cfg := generate.DefaultHairpins
	cfg.Count, cfg.Most = 8, 40
	set, err := generate.Hairpins(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	c := RNA{CRF: true, Energies: true, Tol: 1e-10, Calls: 400, Lambda: 0.3, StrengthSteps: 4}.complete()
	strengths := make([]float64, len(rna.Groups()))
	for g := range strengths {
		strengths[g] = 1 + 0.1*float64(g)
	}
	train, test := groups.Halves(set.Examples, c.Family, 0, 0)
	loss := func(slope []float64) float64 {
		half, err := c.half(train, test, 0.6)
		if err != nil {
			t.Fatal(err)
		}
		h, err := half.Slope(t.Context(), strengths, slope, 200)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	slope := make([]float64, len(strengths))
	loss(slope)
	const short = 0.02
	for _, g := range []int{1, 2, 13} {
		old := strengths[g]
		strengths[g] = old * math.Exp(short)
		more := loss(make([]float64, len(slope)))
		strengths[g] = old * math.Exp(-short)
		less := loss(make([]float64, len(slope)))
		strengths[g] = old
		if want := (more - less) / (2 * short); math.Abs(slope[g]-want) > 0.1*math.Abs(want)+1e-5 {
			t.Errorf("%s: slope %g, by differences %g", rna.Groups()[g].Name, slope[g], want)
		}
	}
	var losses []float64
	c.Tol, c.Watch = 1e-3, func(s RNAStep) { losses = append(losses, s.HeldOutLoss) }
	if err := c.learnStrengths(t.Context(), set.Examples); err != nil || !(losses[len(losses)-1] < losses[0]) {
		t.Errorf("losses are %v: %v", losses, err)
	}
}

// TestEnergiesAreTheMean: what is held strongly stays there; what is asked for without the likelihood is refused.
func TestEnergiesAreTheMean(t *testing.T) {
	t.Parallel()
	set, err := generate.Hairpins(t.Context(), generate.DefaultHairpins)
	if err != nil {
		t.Fatal(err)
	}
	m, err := RNA{CRF: true, Energies: true, Lambda: 1e9}.Fit(t.Context(), set.Examples[:6])
	if err != nil {
		t.Fatal(err)
	}
	for k, w := range energies.Turner2004() {
		if math.Abs(m.Weights[k]-w) > 1e-6 {
			t.Fatalf("the weight of %q is %g, and its mean %g", rna.ExtendedNames()[k], m.Weights[k], w)
		}
	}
	free, of := RNA{CRF: true, Energies: true, Tol: 1e-6}, rna.Groups()
	held := free
	held.Fixed, held.Without = []string{of[13].Name}, []string{of[0].Name, of[16].Name}
	with, err := held.Fit(t.Context(), set.Examples[:6])
	if err != nil {
		t.Fatal(err)
	}
	all, err := free.Fit(t.Context(), set.Examples[:6])
	if err != nil || !(with.Objective > all.Objective) {
		t.Errorf("P is %g where groups are held, and %g: %v", with.Objective, all.Objective, err)
	}
	for k, w := range energies.Turner2004() {
		switch {
		case k >= of[13].First && k < of[13].Last: // stacks
		case k < of[0].Last, k >= of[16].First && k < of[16].Last:
			w = 0
		default:
			continue
		}
		if math.Abs(with.Weights[k]-w) > 1e-9 {
			t.Fatalf("the weight of %q is %g, and held at %g", rna.ExtendedNames()[k], with.Weights[k], w)
		}
	}
	for _, c := range []RNA{
		{Fixed: []string{"stacks"}}, {CRF: true, Without: []string{"stack"}},
		{Energies: true}, {StrengthSteps: 1}, {CRF: true, Strengths: []float64{1}}, {CRF: true, StrengthSteps: -1},
		{CRF: true, Strengths: make([]float64, len(rna.Groups()))}, {CRF: true, Start: m},
		{CRF: true, StrengthSteps: 1, Family: func(string) string { return "" }},
	} {
		if _, err := c.Fit(t.Context(), set.Examples[:6]); err == nil {
			t.Errorf("%+v is taken", c)
		}
	}
}
