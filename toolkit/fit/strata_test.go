package fit_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// watched are examples of two features: their times, whether they died, their weights, and their strata.
var watched = [][6]float64{
	{0.04, 0.46, 3, 1, 1, 0}, {0.93, 0.41, 6.5, 0, 2, 1}, {0.07, -0.71, 2.5, 1, 3, 0}, {0.22, 0.42, 1.5, 0, 1, 1},
	{0.86, -1.59, 2.5, 1, 2, 0}, {-0.52, 1.31, 13.5, 0, 3, 1}, {0.31, -0.29, 3, 1, 1, 0},
	{-0.63, -0.02, 4.5, 1, 2, 1}, {1.84, -0.8, 1, 1, 3, 0}, {1.1, -0.71, 3.5, 0, 1, 1},
	{-1.03, -0.05, 8, 1, 2, 0}, {0.45, 0.72, 7, 1, 3, 1}, {1.34, 0.4, 1, 1, 1, 0}, {-0.9, 0.16, 48, 1, 2, 1},
	{-0.57, 0.35, 7.5, 1, 3, 0}, {-1.02, 1.3, 6, 1, 1, 1}, {0.38, -0.26, 0.5, 1, 2, 0}, {0.13, -1.38, 1, 1, 3, 1},
	{0.49, 1, 0.5, 1, 1, 0}, {1.97, -1.51, 1, 0, 2, 1}, {0.82, 0.09, 8.5, 0, 3, 0}, {-2.03, 1.28, 27.5, 0, 1, 1},
	{-0.18, 0.63, 4, 1, 2, 0}, {-1.88, 1.73, 12.5, 1, 3, 1},
}

// watchedData are these.
func watchedData() fit.Data {
	x, data := linalg.NewDense(len(watched), 2, nil), fit.Data{}
	for i, w := range watched {
		copy(x.Row(i), w[:2])
		data.Y, data.Event = append(data.Y, w[2]), append(data.Event, w[3] == 1)
		data.Weights, data.Query = append(data.Weights, w[4]), append(data.Query, int64(w[5]))
	}
	data.X = x
	return data
}

// TestCoxAsInSurvival compares with coxph of R's survival, with weights, strata and without, by both kinds of ties:
// weights of features, and the logarithm of the partial likelihood.
func TestCoxAsInSurvival(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ties   loss.Ties
		strata bool
		want   []float64
		log    float64
	}{
		{loss.Breslow, false, []float64{0.119043680591441, -0.793026293379305}, -102.889014732774},
		{loss.Breslow, true, []float64{0.0612891777306787, -0.7083738916793043}, -84.5541173645353},
		{loss.Efron, false, []float64{0.116377311221150, -0.845511716547325}, -101.54196365489},
		{loss.Efron, true, []float64{0.0764762625918569, -0.7452510537476166}, -83.3562364621751},
	} {
		data := watchedData()
		var total, events float64
		for i, w := range data.Weights {
			if total += w; data.Event[i] {
				events += w
			}
		}
		if !c.strata {
			data.Query = nil
		}
		m, err := fit.Linear{Loss: loss.Cox{Ties: c.ties}, Mu: 1e-13, Tol: 1e-14}.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		for j, w := range c.want {
			if math.Abs(w-m.Weights[j]) > 1e-8 {
				t.Errorf("%v: weight %d is %.12g, by survival %.12g", c, j+1, m.Weights[j], w)
			}
		}
		// weights ω_j are n c_j here: the logarithm of their unit is taken off with every event
		n := float64(len(data.Y))
		log := -total*m.Objective + events*math.Log(n/total)
		if math.Abs(log-c.log) > 1e-8*math.Abs(c.log) {
			t.Errorf("%v: the partial likelihood's logarithm is %.12g, by survival %.12g", c, log, c.log)
		}
	}
}

// entered says when each was first watched.
var entered = []float64{
	0, 1, 2, 1, 0, 6.5, 2.5, 1, 0, 3, 0.5, 4.5, 0.5, 8, 7, 1, 0, 0.5, 0, 0.25, 3, 12.5, 1, 2.5,
}

// TestCoxEntries compares with coxph of R's survival for times from entries on, as above.
func TestCoxEntries(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ties   loss.Ties
		strata bool
		want   []float64
	}{
		{loss.Breslow, false, []float64{-0.0656837731231141, -0.368276739229677}},
		{loss.Breslow, true, []float64{-0.0517561974359727, -0.191449351107167}},
		{loss.Efron, false, []float64{-0.0604834997243816, -0.391726845558725}},
		{loss.Efron, true, []float64{-0.0174321930321939, -0.204890149477182}},
	} {
		data := watchedData()
		data.Entry = entered
		if !c.strata {
			data.Query = nil
		}
		m, err := fit.Linear{Loss: loss.Cox{Ties: c.ties}, Mu: 1e-13, Tol: 1e-14}.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		for j, w := range c.want {
			if math.Abs(w-m.Weights[j]) > 1e-8 {
				t.Errorf("%v: weight %d is %.12g, by survival %.12g", c, j+1, m.Weights[j], w)
			}
		}
	}
	data := watchedData()
	data.Entry = slices.Clone(entered)
	data.Entry[4] = data.Y[4]
	if _, err := (fit.Linear{Loss: loss.Cox{}, Mu: 1}).Fit(t.Context(), data); err == nil ||
		!strings.Contains(err.Error(), "example 5 of those with weight enters at 2.5 and ends at 2.5") {
		t.Error(err)
	}
	data.Entry, data.Event, data.Query = entered, nil, nil
	if _, err := (fit.Linear{Mu: 1}).Fit(t.Context(), data); err == nil || !strings.Contains(err.Error(), "entries") {
		t.Error(err)
	}
}

// TestStrataAreSums: the loss of strata is that of each by itself, weighted, for predictions of any size; and a lasso
// of it is certified.
func TestStrataAreSums(t *testing.T) {
	t.Parallel()
	data := watchedData()
	var total float64
	for _, w := range data.Weights {
		total += w
	}
	shares := slices.Clone(data.Weights)
	for i := range shares {
		shares[i] /= total
	}
	for _, ties := range []loss.Ties{loss.Breslow, loss.Efron} {
		for _, size := range []float64{0, 1, 300} {
			whole := loss.Cox{Ties: ties}.BindWatched(data.Y, data.Event, loss.Watched{Strata: data.Query}, shares).(loss.Cox)
			f, grad := make([]float64, len(data.Y)), make([]float64, len(data.Y))
			for i := range f {
				f[i] = size * math.Sin(float64(7*i))
			}
			value, majorant := whole.ValueGrad(grad, f), make([]float64, len(f))
			whole.Majorant(majorant, f)
			bound, _ := whole.DualBound(f, 0.4)
			for s := range int64(2) {
				var rows []int
				for i, q := range data.Query {
					if q == s {
						rows = append(rows, i)
					}
				}
				part := loss.Cox{Ties: ties}
				at, own := []float64{}, make([]float64, len(rows))
				for _, i := range rows {
					part.Y, part.Event = append(part.Y, data.Y[i]), append(part.Event, data.Event[i])
					part.Weights, at = append(part.Weights, shares[i]), append(at, f[i])
				}
				v := part.ValueGrad(own, at)
				var events float64
				for k, i := range rows {
					if math.Abs(own[k]-grad[i]) > 1e-12 {
						t.Errorf("ties %d, size %g: slope %d is %g, and %g by itself", ties, size, i, grad[i], own[k])
					}
					if part.Event[k] {
						events += part.Weights[k]
					}
				}
				shift := events * math.Log(float64(len(data.Y))/float64(len(rows))) // of ω = n c
				value -= v + shift
				b, _ := part.DualBound(at, 0.4)
				bound -= b - shift
				part.Majorant(own, at)
				for k, i := range rows {
					if math.Abs(own[k]-majorant[i]) > 1e-12 {
						t.Errorf("ties %d, size %g: curvature %d is %g, and %g by itself", ties, size, i, majorant[i], own[k])
					}
				}
			}
			if math.Abs(value) > 1e-12*(1+size) || math.Abs(bound) > 1e-12*(1+size) {
				t.Errorf("ties %d, size %g: the loss differs by %g, the bound by %g", ties, size, value, bound)
			}
		}
	}
	m, err := fit.Linear{Loss: loss.Cox{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.02, Tol: 1e-9}.Fit(t.Context(), data)
	if err != nil || m.Status != solver.Converged || !(m.Gap <= 1e-9*m.Objective) {
		t.Errorf("%v, gap %g: %v", m.Status, m.Gap, err)
	}
}
