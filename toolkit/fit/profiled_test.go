package fit_test

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss/profile"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// ordered are 60 examples of four labels in an order, by formulas that any program can compute.
func ordered() fit.Data {
	const n = 60
	x, data := linalg.NewDense(n, 3, nil), fit.Data{Y: make([]float64, n)}
	for i := range n {
		k := float64(i + 1)
		copy(x.Row(i), []float64{math.Sin(3 * k), math.Cos(5*k + 1), math.Sin(7*k + 2)})
		z := 1.2*x.At(i, 0) - 0.7*x.At(i, 1) + 1.5*math.Sin(11*k)
		for _, above := range []float64{-1, 0.2, 1.1} {
			if z > above {
				data.Y[i]++
			}
		}
	}
	data.X = x
	return data
}

// TestOrdinalAsStatsmodels: without a penalty but for a ridge of 1e-13, weights, thresholds and the likelihood are
// those of OrderedModel of statsmodels 0.14.4, its Newton steps gone on with to slopes of 2e-9; MASS::polr has the same
// likelihood.
func TestOrdinalAsStatsmodels(t *testing.T) {
	t.Parallel()
	m, err := fit.Linear{Loss: profile.Ordinal{}, Mu: 1e-13, Tol: 1e-13}.Fit(t.Context(), ordered())
	if err != nil {
		t.Fatal(err)
	}
	got := slices.Concat(m.Weights, m.Thresholds, []float64{m.Objective})
	want := []float64{
		1.8259761893723037, -1.1197800338964694, -0.1736624157015173, -1.4378442556254327, 0.7244953755311385,
		1.5196585827921387, 1.0609164792368448,
	}
	if !floats.EqualApprox(got, want, 1e-8) {
		t.Errorf("%.15g, not %.15g", got, want)
	}
}

// TestProfiledAsClarabel: with ℓ1, objectives are those of Clarabel by cvxpy, as cones of other variables.
func TestProfiledAsClarabel(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		loss      toolkit.Loss
		lambda    float64
		objective float64
		want      []float64 // weights, intercept or thresholds
	}{
		{profile.RootSquared{}, 0.1, 0.9863006583458768, []float64{0.756548277, -0.360710499, 0, 1.3775060856773296}},
		{profile.RootSquared{}, 0.02, 0.8860161355954375, []float64{0.887909298, -0.499403813, 0, 1.3807594640809813}},
		{profile.Ordinal{}, 0.1, 1.2627034520859444, []float64{0.891337194, -0.294879822, 0, -1.11272541, 0.54342836,
			1.17976456}},
		{profile.Ordinal{}, 0.02, 1.1173692183807618, []float64{1.58854668, -0.9261956, -0.02707956, -1.35024818, 0.6745178,
			1.42747958}},
	} {
		m, err := fit.Linear{Loss: c.loss, Penalty: prox.L1{Lambda: 1}, Lambda: c.lambda, Tol: 1e-12}.Fit(t.Context(),
			ordered())
		if err != nil {
			t.Fatal(err)
		}
		got := slices.Concat(m.Weights, m.Intercept, m.Thresholds)
		if math.Abs(m.Objective-c.objective) > 1e-9 || !floats.EqualApprox(got, c.want, 1e-5) {
			t.Errorf("%v, λ = %g: %.12g at %.9g, not %.12g at %.9g", c.loss, c.lambda, m.Objective, got, c.objective, c.want)
		}
		if m.GapKind != model.DualityGap || !(m.Gap <= 1e-9) {
			t.Errorf("%v: a gap of %g, %s", c.loss, m.Gap, m.GapKind)
		}
	}
}

// TestProfiledCertificates: wherever a fit stops, its gap is not less than what a better one finds below it, with
// weights, in any units, with each penalty.
func TestProfiledCertificates(t *testing.T) {
	t.Parallel()
	penalties := []toolkit.Proxable{
		nil, prox.L1{Lambda: 1}, prox.L21{Lambda: 1, Groups: prox.Groups{{0, 1}, {2}}},
		prox.Slope{Lambda: 1, Weights: []float64{3, 2, 1}},
	}
	for k, penalty := range penalties {
		for _, l := range []toolkit.Loss{profile.Ordinal{}, profile.RootSquared{}} {
			for _, scale := range []float64{1, 1e4} {
				data := ordered()
				for i := range data.Y {
					data.X.(*linalg.Dense).Row(i)[1] *= scale //nolint:errcheck // ordered makes it
					data.Weights = append(data.Weights, float64(1+i%3))
				}
				c := fit.Linear{Loss: l, Penalty: penalty, Lambda: 0.05, Mu: 0.01, Standardize: k%2 == 1, Tol: 1e-11}
				best, err := c.Fit(t.Context(), data)
				if err != nil {
					t.Fatal(err)
				}
				if c.Standardize && best.Status != solver.Converged {
					t.Errorf("%v with %v: %s at %g", l, penalty, best.Status, best.Gap)
				}
				for _, steps := range []int{1, 2, 5} {
					c.MaxIter = steps
					m, err := c.Fit(t.Context(), data)
					if err != nil {
						t.Fatal(err)
					}
					if past := m.Objective - best.Objective - m.Gap; past > 1e-13*m.Objective {
						t.Errorf("%v with %v after %d steps: %g above the minimum, by a gap of %g", l, penalty, steps,
							m.Objective-best.Objective, m.Gap)
					}
				}
			}
		}
	}
}

// TestProfiledLives: paths, folds, weights as copies, predictions, files; labels are the likeliest, their probabilities
// sum up to 1 and are those of the loss.
func TestProfiledLives(t *testing.T) {
	t.Parallel()
	data := ordered()
	for _, l := range []toolkit.Loss{profile.Ordinal{}, profile.RootSquared{}} {
		c := fit.Linear{Loss: l, Penalty: prox.L1{Lambda: 1}, Standardize: true, Intercept: true, Tol: 1e-11}
		v, err := c.CrossValidate(t.Context(), data, []float64{0.3, 0.1, 0.03}, 4)
		if err != nil || !(v.Error[2] < v.Error[0]) {
			t.Fatalf("%v: %v, %v", l, err, v)
		}
		c.Lambda = 0.03
		weighted := data
		var rows []int
		for i := range data.Y {
			weighted.Weights = append(weighted.Weights, float64(1+i%3))
			rows = append(rows, slices.Repeat([]int{i}, 1+i%3)...)
		}
		a, errA := c.Fit(t.Context(), weighted)
		b, errB := c.Fit(t.Context(), data.Pick(rows))
		if errA != nil || errB != nil || !floats.EqualApprox(a.Weights, b.Weights, 1e-7) {
			t.Errorf("%v: %v with weights, %v with copies; %v %v", l, a.Weights, b.Weights, errA, errB)
		}
		m, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		checkProfiled(t, m, data)
	}
	tasks := data
	tasks.Task = make([]int64, len(data.Y))
	if _, err := (fit.Linear{Loss: profile.Ordinal{}, Mu: 1}).Fit(t.Context(), tasks); err == nil {
		t.Error("tasks")
	}
}

// checkProfiled checks a model, and the same read again from a file.
func checkProfiled(t *testing.T, m *model.Linear, data fit.Data) {
	t.Helper()
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	again, err := model.LoadLinear(&b)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []*model.Linear{m, again} {
		p, err := m.Predict(data.X, nil)
		if err != nil {
			t.Fatal(err)
		}
		mean, _, err := fit.MeanError(m, data)
		if err != nil {
			t.Fatal(err)
		}
		smooth := m.Objective - m.Lambda*floats.Norm(rescaled(m, data), 1)
		if p.Labels == nil {
			if math.Abs(math.Sqrt(mean)-smooth) > 1e-9 {
				t.Errorf("the root of the mean squared error is %.12g, the loss %.12g", math.Sqrt(mean), smooth)
			}
			continue
		}
		if math.Abs(mean-smooth) > 1e-9 {
			t.Errorf("the mean error is %.12g, the loss %.12g", mean, smooth)
		}
		for i := range data.Y {
			row := p.Probabilities.Row(i)
			if math.Abs(floats.Sum(row)-1) > 1e-14 || p.Labels[i] != m.Labels[floats.MaxIdx(row)] {
				t.Fatalf("probabilities %v, label %g", row, p.Labels[i])
			}
		}
	}
}

// rescaled are weights of features divided by their standard deviations.
func rescaled(m *model.Linear, data fit.Data) []float64 {
	out := slices.Clone(m.Weights)
	for j := range out {
		column := make([]float64, len(data.Y))
		for i := range column {
			column[i] = data.X.(*linalg.Dense).Row(i)[j] //nolint:errcheck // ordered makes it
		}
		out[j] *= stat.PopStdDev(column, nil)
	}
	return out
}

// TestProfiledOffset: an offset along a feature takes 1 from its weight, and a model with offsets predicts with them.
func TestProfiledOffset(t *testing.T) {
	t.Parallel()
	for _, l := range []toolkit.Loss{profile.Ordinal{}, profile.RootSquared{}} {
		data := ordered()
		c := fit.Linear{Loss: l, Mu: 1e-13, Tol: 1e-13}
		plain, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		for i := range data.Y {
			data.Offset = append(data.Offset, data.X.(*linalg.Dense).At(i, 1))
		}
		m, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Concat(plain.Weights, plain.Intercept, plain.Thresholds)
		want[1]--
		if got := slices.Concat(m.Weights, m.Intercept, m.Thresholds); !floats.EqualApprox(got, want, 1e-8) {
			t.Errorf("%v: %.10g, not %.10g", l, got, want)
		}
		a, err := plain.Predict(data.X, nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := m.PredictWith(data.X, nil, data.Offset)
		if err != nil || !floats.EqualApprox(a.Scores.Data, b.Scores.Data, 1e-8) {
			t.Errorf("%v: predictions differ: %v", l, err)
		}
	}
}
