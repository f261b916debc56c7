package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// filled has so many numbers that are not 0, anywhere.
func filled(n, d, count int) *linalg.CSR {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	x := linalg.NewDense(n, d, nil)
	for _, at := range rng.Perm(n * d)[:count] {
		x.Data[at] = 1 + rng.Float64()
	}
	return linalg.ToCSR(x)
}

// TestStored: fits of features that become dense ones are the same.
func TestStored(t *testing.T) {
	t.Parallel()
	x := filled(100, 200, 4000)
	y := make([]float64, 100)
	for i := range y {
		y[i] = float64(i % 2)
	}
	c := Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.01, Intercept: true}
	sparse, err := c.Fit(t.Context(), Data{X: x, Y: y})
	if err != nil {
		t.Fatal(err)
	}
	dense, err := c.Fit(t.Context(), Data{X: linalg.ToDense(x), Y: y})
	if err != nil {
		t.Fatal(err)
	}
	if sparse.Objective != dense.Objective || sparse.Method != dense.Method {
		t.Errorf("%g by %s, dense %g by %s", sparse.Objective, sparse.Method, dense.Objective, dense.Method)
	}
}

// signed are ±1 by a sum of features.
func signed(x linalg.Map) []float64 {
	n, d := x.Dims()
	w, y := make([]float64, d), make([]float64, n)
	for j := range w {
		w[j] = math.Sin(float64(3 * j))
	}
	x.MulVec(y, w)
	for i, v := range y {
		y[i] = math.Copysign(1, v)
	}
	return y
}

// TestColumnsOfZeros: sparse features most of which are 0 have the fits of dense ones, which keep them.
func TestColumnsOfZeros(t *testing.T) {
	t.Parallel()
	x, weights := filled(30, 400, 90), make([]float64, 400)
	data := Data{X: x, Y: signed(x)}
	for j := range weights {
		weights[j] = 1 + float64(j%3)
	}
	for name, c := range map[string]Linear{
		"lasso":          {Penalty: prox.L1{Lambda: 1}, Lambda: 0.01, Intercept: true},
		"standardized":   {Penalty: prox.L1{Lambda: 1}, Lambda: 0.01, Intercept: true, Standardize: true},
		"weighted":       {Penalty: prox.L1{Lambda: 1, Weights: weights}, Lambda: 0.01, Mu: 0.01},
		"logistic":       {Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.005, Intercept: true},
		"vector machine": {Loss: loss.Hinge{}, Mu: 0.01},
		"groups":         {Penalty: prox.L21{Lambda: 1, Groups: [][]int{{0, 1}, {2, 3, 4}}}, Lambda: 0.01, Mu: 0.1},
	} {
		p, err := c.Prepare(data)
		if err != nil {
			t.Fatal(name, err)
		}
		got, err := p.Fit(t.Context())
		if err != nil {
			t.Fatal(name, err)
		}
		want, err := c.Fit(t.Context(), Data{X: linalg.ToDense(x), Y: data.Y})
		if err != nil {
			t.Fatal(name, err)
		}
		if math.Abs(got.Objective-want.Objective) > got.Gap+want.Gap || !(got.Gap <= 1e-6*got.Objective) {
			t.Errorf("%s: %g by a gap of %g, dense %g", name, got.Objective, got.Gap, want.Objective)
		}
		if _, columns := p.made.x.Dims(); (columns < 400) == (name == "groups") {
			t.Errorf("%s: there are %d features", name, columns)
		}
		if c.Start = got; c.Mu == 0 {
			again, err := c.Fit(t.Context(), data)
			if err != nil || again.Iterations > got.Iterations || math.Abs(again.Objective-got.Objective) > 2*got.Gap {
				t.Errorf("%s: from itself %g, after %d iterations: %v", name, again.Objective, again.Iterations, err)
			}
		}
	}
}

// TestZerosCount: whoever asks about all features is told of columns of zeros, too.
func TestZerosCount(t *testing.T) {
	t.Parallel()
	x, weights := filled(30, 400, 90), make([]float64, 400)
	data := Data{X: x, Y: signed(x)}
	for j := range weights {
		weights[j] = 1 + float64(j%3)
	}
	c := Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.01}
	p, err := c.Prepare(data)
	if err != nil {
		t.Fatal(err)
	}
	of, err := p.Certify(t.Context(), weights, nil)
	if err != nil {
		t.Fatal(err)
	}
	dense, err := c.Certify(t.Context(), Data{X: linalg.ToDense(x), Y: data.Y}, weights, nil)
	if err != nil || math.Abs(of.Objective-dense.Objective) > 1e-12*dense.Objective || !(of.Gap > 0.01*1) {
		t.Errorf("weights of columns of zeros count: %g, dense %g, %v", of.Objective, dense.Objective, err)
	}
	best, err := p.Fit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if df, err := p.Degrees(t.Context(), best); err != nil || int(math.Round(df)) > best.Nonzeros() || df < 1 {
		t.Errorf("%g degrees of freedom of %d weights, %v", df, best.Nonzeros(), err)
	}
}

// TestMomentsOfSparse: sparse examples of few features have the fits of dense ones, by moments where these do, and
// where they do not: a column that hardly varies.
func TestMomentsOfSparse(t *testing.T) {
	t.Parallel()
	full := linalg.ToDense(filled(900, 20, 5000))
	y := signed(full)
	for i := range 900 {
		y[i] += 5 + full.At(i, 0)
	}
	far := linalg.NewDense(900, 20, append([]float64(nil), full.Data...))
	for i := range 900 {
		far.Row(i)[3] = 1e7 + float64(i%7)
	}
	for name, x := range map[string]*linalg.Dense{"moments": full, "far": far} {
		for _, c := range []Linear{
			{Penalty: prox.L1{Lambda: 1}, Lambda: 0.01, Intercept: true},
			{Penalty: prox.L1{Lambda: 1}, Lambda: 0.001, Mu: 0.01, Intercept: true, Standardize: true},
			{Penalty: prox.L1{Lambda: 1}, Lambda: 0.01},
			{Mu: 0.1, Intercept: true},
			{Intercept: true},
		} {
			data := Data{X: linalg.ToCSR(x), Y: y}
			p, err := c.Prepare(data)
			if err != nil {
				t.Fatal(name, err)
			}
			got, err := p.Fit(t.Context())
			if err != nil {
				t.Fatal(name, err)
			}
			want, err := c.Fit(t.Context(), Data{X: x, Y: y})
			if err != nil {
				t.Fatal(name, err)
			}
			enough := math.Max(1e-6*got.Objective, 1.1*want.Gap) // of a column far off rounding is more
			if math.Abs(got.Objective-want.Objective) > got.Gap+want.Gap || !(got.Gap <= enough) {
				t.Errorf("%s: %.12g by a gap of %g, dense %.12g, %g", name, got.Objective, got.Gap, want.Objective, want.Gap)
			}
			if known := p.few != nil && p.made == nil; name == "moments" && !known {
				t.Errorf("%s: not by moments", name)
			}
		}
	}
	c := Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true, Lambda: 0.01}
	judged := func(x linalg.Map) []float64 {
		v, err := c.CrossValidate(t.Context(), Data{X: x, Y: y}, []float64{0.1, 0.01}, 5)
		if err != nil {
			t.Fatal(err)
		}
		return v.Error
	}
	dense := judged(full)
	for k, v := range judged(linalg.ToCSR(full)) {
		if math.Abs(v-dense[k]) > 1e-6*v {
			t.Errorf("error %d of folds: %g, dense %g", k, v, dense[k])
		}
	}
}
