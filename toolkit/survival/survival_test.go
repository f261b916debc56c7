package survival_test

import (
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/survival"
)

// patients are two features, a time, whether it ended by an event, a weight, a stratum and an entry.
var patients = [][7]float64{
	{0.04, 0.46, 3, 1, 1, 0, 0}, {0.93, 0.41, 6.5, 0, 2, 1, 1}, {0.07, -0.71, 2.5, 1, 3, 0, 2},
	{0.22, 0.42, 1.5, 0, 1, 1, 1}, {0.86, -1.59, 2.5, 1, 2, 0, 0}, {-0.52, 1.31, 13.5, 0, 3, 1, 6.5},
	{0.31, -0.29, 3, 1, 1, 0, 2.5}, {-0.63, -0.02, 4.5, 1, 2, 1, 1}, {1.84, -0.8, 1, 1, 3, 0, 0},
	{1.1, -0.71, 3.5, 0, 1, 1, 3}, {-1.03, -0.05, 8, 1, 2, 0, 0.5}, {0.45, 0.72, 7, 1, 3, 1, 4.5},
	{1.34, 0.4, 1, 1, 1, 0, 0.5}, {-0.9, 0.16, 48, 1, 2, 1, 8}, {-0.57, 0.35, 7.5, 1, 3, 0, 7},
	{-1.02, 1.3, 6, 1, 1, 1, 1}, {0.38, -0.26, 0.5, 1, 2, 0, 0}, {0.13, -1.38, 1, 1, 3, 1, 0.5},
	{0.49, 1, 0.5, 1, 1, 0, 0}, {1.97, -1.51, 1, 0, 2, 1, 0.25}, {0.82, 0.09, 8.5, 0, 3, 0, 3},
	{-2.03, 1.28, 27.5, 0, 1, 1, 12.5}, {-0.18, 0.63, 4, 1, 2, 0, 1}, {-1.88, 1.73, 12.5, 1, 3, 1, 2.5},
}

// sample is a bound loss of them, and their scores by two weights.
func sample(ties loss.Ties, strata, entries bool, a, b float64) (l loss.Cox, scores []float64) {
	l = loss.Cox{Ties: ties}
	var total float64
	for _, p := range patients {
		total += p[4]
	}
	for _, p := range patients {
		l.Y, l.Event, l.Weights = append(l.Y, p[2]), append(l.Event, p[3] == 1), append(l.Weights, p[4]/total)
		if strata {
			l.Strata = append(l.Strata, int64(p[5]))
		}
		if entries {
			l.Entry = append(l.Entry, p[6])
		}
		scores = append(scores, a*p[0]+b*p[1])
	}
	return l, scores
}

var times = []float64{1, 3, 7.5, 10}

// Brier scores of the model with Efron's ties, and of Kaplan-Meier, in R.
var (
	brierInR  = []float64{0.134957114446, 0.130203479034, 0.173492721116, 0.11565402415}
	brierOfKM = []float64{0.164930555556, 0.232222222222, 0.230744154854, 0.213759122085}
)

// TestAsInR compares probabilities with survfit of R's survival 3.5 after coxph, by both kinds of ties, in strata and
// with entries.
func TestAsInR(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ties            loss.Ties
		strata, entries bool
		a, b            float64
		stratum         int
		of              [2]float64
		want            []float64
	}{
		{loss.Breslow, false, false, 0.119043680591439, -0.793026293379299, 0, [2]float64{0.04, 0.46},
			[]float64{0.892654511849, 0.75556204467, 0.420824900523, 0.356376742868}},
		{loss.Efron, false, false, 0.116377311221149, -0.845511716547322, 0, [2]float64{0.04, 0.46},
			[]float64{0.890376683608, 0.74692863699, 0.417096239871, 0.353563271491}},
		{loss.Breslow, false, true, -0.0656837731231141, -0.368276739229677, 0, [2]float64{0.3, 0.1},
			[]float64{0.571613498763, 0.364775042484, 0.146412632876, 0.117647553404}},
		{loss.Efron, false, true, -0.0604834997243816, -0.391726845558725, 0, [2]float64{0.3, 0.1},
			[]float64{0.530782651327, 0.322461103231, 0.127768723023, 0.102276945638}},
		{loss.Breslow, true, true, -0.0517561974359727, -0.191449351107167, 0, [2]float64{0.3, 0.1},
			[]float64{0.495355798196, 0.228437757299, 0.118571766742, 0.0802961142338}},
		{loss.Efron, true, true, -0.0174321930321939, -0.204890149477182, 1, [2]float64{-1, 0.8},
			[]float64{0.675471510709, 0.675471510709, 0.322534970746, 0.322534970746}},
	} {
		l, scores := sample(c.ties, c.strata, c.entries, c.a, c.b)
		var names []string
		if c.strata {
			names = []string{"north", "south"}
		}
		base := survival.NewBaseline(l, scores, l.Y, l.Strata, names)
		if err := base.Check(); err != nil {
			t.Fatal(err)
		}
		for k, at := range times {
			got := base.At(c.stratum, at, c.a*c.of[0]+c.b*c.of[1])
			if math.Abs(got-c.want[k]) > 1e-11 {
				t.Errorf("%v: at %g %.12g, in R %.12g", c, at, got, c.want[k])
			}
		}
	}
}

// TestBrierAsInR compares Brier scores with those that R's survfit and the formula make, and Kaplan-Meier with survfit.
func TestBrierAsInR(t *testing.T) {
	t.Parallel()
	l, scores := sample(loss.Efron, false, false, 0.116377311221149, -0.845511716547322)
	base := survival.NewBaseline(l, scores, l.Y, nil, nil)
	g, km := survival.Censoring(l.Y, l.Event, l.Weights), survival.KaplanMeier(l.Y, l.Event, l.Weights)
	for k, at := range times {
		survive, alike := make([]float64, len(scores)), make([]float64, len(scores))
		for i, f := range scores {
			survive[i], alike[i] = base.At(0, at, f), km.At(at)
		}
		if want := []float64{0.791666666667, 0.633333333333, 0.361234567901, 0.30962962963}[k]; math.Abs(
			km.At(at)-want) > 1e-11 {
			t.Errorf("Kaplan-Meier at %g is %.12g, in R %.12g", at, km.At(at), want)
		}
		got := survival.Brier(at, survive, l.Y, l.Event, l.Weights, g)
		if want := brierInR[k]; math.Abs(got-want) > 1e-10 {
			t.Errorf("Brier score at %g is %.12g, in R %.12g", at, got, want)
		}
		got = survival.Brier(at, alike, l.Y, l.Event, l.Weights, g)
		if want := brierOfKM[k]; math.Abs(got-want) > 1e-10 {
			t.Errorf("Brier score of Kaplan-Meier at %g is %.12g, in R %.12g", at, got, want)
		}
	}
	if v := survival.Brier(50, scores, l.Y, l.Event, nil, g); !math.IsNaN(v) {
		t.Errorf("beyond the last time there is a Brier score of %g", v)
	}
}

// TestWithoutCensoring: the Brier score is then the mean squared error, and Kaplan-Meier the share that is left.
func TestWithoutCensoring(t *testing.T) {
	t.Parallel()
	y, p := []float64{1, 2, 2, 5}, []float64{.1, .4, .9, .8}
	km, g := survival.KaplanMeier(y, nil, nil), survival.Censoring(y, nil, nil)
	if km.At(0.5) != 1 || km.At(2) != 0.25 || km.Before(2) != 0.75 || km.At(5) != 0 || g.At(9) != 1 {
		t.Error("shares", km, g)
	}
	if got, want := survival.Brier(2, p, y, nil, nil, g), (.01+.16+.81+.04)/4; math.Abs(got-want) > 1e-15 {
		t.Errorf("Brier score %g, want %g", got, want)
	}
}

// TestFaults: baselines that are none are named, and so is a stratum that was not learnt.
func TestFaults(t *testing.T) {
	t.Parallel()
	one := func(times, hazard []float64) *survival.Baseline {
		return &survival.Baseline{Strata: []survival.Stratum{{Name: "north", Times: times, Hazard: hazard, Last: 3}}}
	}
	for want, b := range map[string]*survival.Baseline{
		"no stratum": {}, "1 times and 2 hazards": one([]float64{1}, []float64{1, 2}),
		"does not rise at the time 1": one([]float64{2, 1}, []float64{1, 2}),
		"does not rise at the time 2": one([]float64{1, 2}, []float64{2, 1}),
		"does not rise at the time 4": one([]float64{4}, []float64{1}),
		"of the score NaN":            {Score: math.NaN(), Strata: make([]survival.Stratum, 1)},
	} {
		if err := b.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	b := one(nil, nil)
	if _, err := b.Find("south"); err == nil || !strings.Contains(err.Error(), `no stratum "south"; there are ["north"]`) {
		t.Error(err)
	}
	if b.Check() != nil || b.At(0, 2, 1) != 1 {
		t.Error("a stratum without events")
	}
}
