package encode_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// places are 12 numbers, and levels beside them.
var (
	places = []float64{0.3, 1.1, 2, 2.5, 3.7, 4.4, 5.2, 6.9, 7.1, 8.8, 9.3, 11}
	levels = []string{"a", "b", "c", "a", "b", "c", "a", "b", "c", "a", "b", "c"}
)

// made learns steps and applies them.
func made(t *testing.T, o encode.Options, of ...encode.Values) (*encode.Encoder, *encode.Encoded) {
	t.Helper()
	table, err := encode.NewTable(of...)
	if err != nil {
		t.Fatal(err)
	}
	e, err := encode.Fit(t.Context(), table, o)
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.Transform(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	if _, d := out.X.Dims(); d != len(e.Features()) {
		t.Errorf("%d columns, and %q", d, e.Features())
	}
	return e, out
}

// TestBSplineAsInR compares with bs(x, df = 5) of R's splines.
func TestBSplineAsInR(t *testing.T) {
	t.Parallel()
	e, out := made(t, encode.Options{
		Made: []encode.Ask{{Step: encode.BSpline, Of: []string{"x"}, Size: 5}}, Hidden: []string{"x"},
	}, encode.Values{Name: "x", Numbers: places})
	if want := []float64{0.3, 3.3, 6.9 + 0.2/3, 11}; !near(e.Made[0].Knots, want, 1e-12) {
		t.Errorf("knots %v, in R %v", e.Made[0].Knots, want)
	}
	want := []float64{0.512363703704, 0.418916323988, 0.0497570093458, 0, 0}
	if got := row(out.X, 3); !near(got, want, 1e-11) {
		t.Errorf("%v, in R %v", got, want)
	}
	six, err := e.Make(t.Context(), linalg.NewDense(1, 1, []float64{6}))
	if err != nil {
		t.Fatal(err)
	}
	want = []float64{0.00554295454545, 0.361454082827, 0.542463395937, 0.0905395666907, 0}
	if got := row(six, 0); !near(got, want, 1e-11) {
		t.Errorf("at 6 %v, in R %v", got, want)
	}
}

// TestNaturalSplineSpans: the features, with a constant, span what ns(x, df = 4) of R's splines does: least squares
// have the same values, beyond the knots too, where they are lines.
func TestNaturalSplineSpans(t *testing.T) {
	t.Parallel()
	e, out := made(t, encode.Options{
		Made: []encode.Ask{{Step: encode.Spline, Of: []string{"x"}, Size: 4}}, Hidden: []string{"x"},
	}, encode.Values{Name: "x", Numbers: places})
	n, d := out.X.Dims()
	a, y := linalg.NewDense(n, d+1, nil), make([]float64, n)
	for i, x := range places {
		copy(a.Row(i), append([]float64{1}, row(out.X, i)...))
		y[i] = math.Sin(x) + 0.1*x
	}
	w := leastSquares(a, y)
	for at, want := range map[float64]float64{
		-1: -0.231308640303, 0.3: 0.453482321974, 5: -0.461343628714, 12: -1.02786967985,
	} {
		x, err := e.Make(t.Context(), linalg.NewDense(1, 1, []float64{at}))
		if err != nil {
			t.Fatal(err)
		}
		got := w[0]
		for k, v := range row(x, 0) {
			got += w[k+1] * v
		}
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("at %g %.12g, in R %.12g", at, got, want)
		}
	}
}

// TestSteps: what each step makes, and what it is called.
func TestSteps(t *testing.T) {
	t.Parallel()
	e, out := made(t, encode.Options{
		Categories: []string{"k"}, Dates: []string{"from", "to"}, Texts: []string{"note"}, Grams: 2, MinCount: 2,
		Made: []encode.Ask{
			{Step: encode.Product, Of: []string{"x", "k", "x2"}}, {Step: encode.Power, Of: []string{"x"}, Size: 3},
			{Step: encode.Log, Of: []string{"x"}}, {Step: encode.Bins, Of: []string{"x"}, Size: 3},
			{Step: encode.Duration, Of: []string{"from", "to"}},
		}, Hidden: []string{"from", "to"},
	}, encode.Values{Name: "x", Numbers: []float64{1, 2, 3, 4}}, encode.Values{Name: "x2", Numbers: []float64{5, 6, 7, 8}},
		encode.Values{Name: "k", Texts: []string{"a", "b", "a", "b"}},
		encode.Values{Name: "from", Texts: []string{"2020-01-31", "2020-02-01", "2020-02-02", "2020-12-31"}},
		encode.Values{Name: "to", Texts: []string{"2020-02-02", "2020-02-01", "2020-02-01", "2021-01-01"}},
		encode.Values{Name: "note", Texts: []string{"Good view, good air", "good view", "", "bad air"}})
	want := []string{"x", "x2", "k=b", "note:air", "note:good", "note:good view", "note:view",
		"x:k=b:x2",
		"x^2", "x^3", "log(x)", "x in [2, 3)", "x in [3, inf)", "from..to"}
	if got := e.Features(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for i, want := range [][]float64{
		{1, 5, 0, 1, 2, 1, 1, 0, 1, 1, 0, 0, 0, 2}, {2, 6, 1, 0, 1, 1, 1, 12, 4, 8, math.Log(2), 1, 0, 0},
		{3, 7, 0, 0, 0, 0, 0, 0, 9, 27, math.Log(3), 0, 1, -1}, {4, 8, 1, 1, 0, 0, 0, 32, 16, 64, math.Log(4), 0, 1, 1},
	} {
		if got := row(out.X, i); !near(got, want, 1e-12) {
			t.Errorf("%d: %v, want %v", i, got, want)
		}
	}
	groups, names := e.Groups()
	if last := groups[len(groups)-1]; len(groups) != 9 || !slices.Equal(last, []int{13}) ||
		names[8] != "duration of from, to" {
		t.Errorf("groups %v", groups)
	}
}

// TestStepFaults: asks that mean nothing are named, with their columns, and values with their examples.
func TestStepFaults(t *testing.T) {
	t.Parallel()
	table, err := encode.NewTable(encode.Values{Name: "x", Numbers: places}, encode.Values{Name: "k", Texts: levels})
	if err != nil {
		t.Fatal(err)
	}
	for want, ask := range map[string]encode.Ask{
		`"root" makes no columns`:           {Step: "root", Of: []string{"x"}},
		"product of 1 columns: 2 are due":   {Step: encode.Product, Of: []string{"x"}},
		"a number from 2 to 1000 is due":    {Step: encode.Spline, Of: []string{"x"}, Size: 1},
		`has "x" twice`:                     {Step: encode.Product, Of: []string{"x", "x"}},
		`there is no column "z"`:            {Step: encode.Log, Of: []string{"z"}},
		`"k" has 2 features`:                {Step: encode.Log, Of: []string{"k"}},
		`a duration is of two columns`:      {Step: encode.Duration, Of: []string{"x", "k"}},
		"knots at its quantiles coincide":   {Step: encode.Bins, Of: []string{"same"}, Size: 3},
		"example 4: log(low) of 0: it must": {Step: encode.Log, Of: []string{"low"}},
	} {
		o := encode.Options{Categories: []string{"k"}, Made: []encode.Ask{ask}}
		of := table
		switch {
		case ask.Of[0] == "same":
			of, err = encode.NewTable(encode.Values{Name: "same", Numbers: []float64{1, 1, 1, 2}},
				encode.Values{Name: "k", Texts: levels[:4]})
		case ask.Of[0] == "low":
			of, err = encode.NewTable(encode.Values{Name: "low", Numbers: []float64{1, 1, 1, 0}},
				encode.Values{Name: "k", Texts: levels[:4]})
		}
		if err != nil {
			t.Fatal(err)
		}
		e, err := encode.Fit(t.Context(), of, o)
		if err == nil {
			_, err = e.Transform(t.Context(), of)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func near(got, want []float64, by float64) bool {
	return slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) <= by })
}

func row(x linalg.Map, i int) []float64 {
	_, d := x.Dims()
	out := make([]float64, d)
	x.(linalg.Entries).VisitRow(i, func(j int, v float64) { out[j] = v })
	return out
}

// leastSquares solves them by the normal equations.
func leastSquares(a *linalg.Dense, y []float64) []float64 {
	d := a.C
	m := make([][]float64, d)
	for j := range m {
		m[j] = make([]float64, d+1)
		for i := range a.R {
			for k := range d {
				m[j][k] += a.At(i, j) * a.At(i, k)
			}
			m[j][d] += a.At(i, j) * y[i]
		}
	}
	for p := range d {
		best := p
		for q := p; q < d; q++ {
			if math.Abs(m[q][p]) > math.Abs(m[best][p]) {
				best = q
			}
		}
		m[p], m[best] = m[best], m[p]
		for q := range d {
			if q == p {
				continue
			}
			by := m[q][p] / m[p][p]
			for k := range m[q] {
				m[q][k] -= by * m[p][k]
			}
		}
	}
	out := make([]float64, d)
	for j := range out {
		out[j] = m[j][d] / m[j][j]
	}
	return out
}

// TestHashedWords: words go to features by FNV-1a, whichever table they are of; 2166136261 is the hash of nothing, and
// that of "a" is published, 0xe40c292c.
func TestHashedWords(t *testing.T) {
	t.Parallel()
	o := encode.Options{Texts: []string{"note"}, Hash: 7, Grams: 2, MinCount: 3}
	e, out := made(t, o, encode.Values{Name: "note", Texts: []string{"a", "A, a", "", "new words"}})
	if at := 0xe40c292c % 7; e.Features()[at] != "note#"+string(rune('0'+at)) || out.X.(*linalg.Dense).At(0, at) != 1 ||
		out.X.(*linalg.Dense).At(1, at) < 2 || out.Base != nil {
		t.Errorf("%v, %v", e.Features(), out.X)
	}
	for i, count := range []float64{1, 3, 0, 3} {
		var sum float64
		for _, v := range out.X.(*linalg.Dense).Row(i) {
			sum += v
		}
		if sum != count {
			t.Errorf("row %d has %g words", i, sum)
		}
	}
	if err := e.Check(); err != nil {
		t.Error(err)
	}
	if _, err := encode.Fit(t.Context(), &encode.Table{}, encode.Options{Hash: -1}); err == nil {
		t.Error("-1 features")
	}
}
