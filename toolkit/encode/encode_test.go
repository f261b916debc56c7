package encode_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// table is a table of columns that have no faults.
func table(t testing.TB, columns ...encode.Values) *encode.Table {
	t.Helper()
	out, err := encode.NewTable(columns...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

var (
	nan   = math.NaN()
	homes = []encode.Values{
		{Name: "kind", Texts: []string{"flat", "hut", "flat", "house", "", "flat"}},
		{Name: "age", Numbers: []float64{1, 2, nan, 4, 5, 10}},
		{Name: "ok", Texts: []string{"Yes", "no", "NO", "", "yes", "yes"}},
		{Name: "day", Texts: []string{"2000-01-01", "2000-01-03", "2000-02-01", "2000-01-01T12:00", "", "1999-12-31"}},
	}
	auto = encode.Options{Categories: []string{encode.Auto}, Dates: []string{"day"}, Origin: "2000-01-01"}
)

// TestOptions: one table, encoded in each way, against numbers written by hand.
func TestOptions(t *testing.T) {
	t.Parallel()
	with := func(change func(o *encode.Options)) encode.Options {
		o := auto
		change(&o)
		return o
	}
	for what, c := range map[string]struct {
		o        encode.Options
		features []string
		rows     [][]float64
		left     []int
	}{
		"drop": {with(func(o *encode.Options) { o.Missing = encode.Drop }), []string{"kind=hut", "age", "ok", "day"},
			[][]float64{{0, 1, 1, 0}, {1, 2, 0, 2}, {0, 10, 1, -1}}, []int{2, 3, 4}},
		"mean": {with(func(o *encode.Options) { o.Missing = encode.Mean }),
			[]string{"kind=house", "kind=hut", "age", "ok", "day"}, [][]float64{{0, 0, 1, 1, 0}, {0, 1, 2, 0, 2},
				{0, 0, 4.4, 0, 31}, {1, 0, 4, 0.6, 0.5}, {0, 0, 5, 1, 6.5}, {0, 0, 10, 1, -1}}, nil},
		"median, all levels": {with(func(o *encode.Options) { o.Missing, o.AllLevels = encode.Median, true }),
			[]string{"kind=flat", "kind=house", "kind=hut", "age", "ok", "day"}, [][]float64{{1, 0, 0, 1, 1, 0},
				{0, 0, 1, 2, 0, 2}, {1, 0, 0, 4, 0, 31}, {0, 1, 0, 4, 1, 0.5}, {1, 0, 0, 5, 1, 0.5}, {1, 0, 0, 10, 1, -1}}, nil},
		"indicator, rare": {with(func(o *encode.Options) {
			o.Missing, o.MinCount, o.Reference = encode.Indicator, 2, map[string]string{"kind": "flat"}
		}), []string{"kind=other", "kind (missing)", "age", "age (missing)", "ok", "ok (missing)", "day", "day (missing)"},
			[][]float64{{0, 0, 1, 0, 1, 0, 0, 0}, {1, 0, 2, 0, 0, 0, 2, 0}, {0, 0, 4.4, 1, 0, 0, 31, 0},
				{1, 0, 4, 0, 0.6, 1, 0.5, 0}, {0, 1, 5, 0, 1, 0, 6.5, 1}, {0, 0, 10, 0, 1, 0, -1, 0}}, nil},
		"parts": {encode.Options{Dates: []string{"day"}, Missing: encode.Mean, Categories: []string{"kind", "ok"},
			Parts:     []string{encode.Year, encode.Month, encode.Weekday, encode.Hour, encode.Days},
			Reference: map[string]string{"kind": "hut"}, Origin: "1999-12-31"},
			[]string{"kind=flat", "kind=house", "age", "ok=NO", "ok=Yes", "ok=no", "day.year", "day.month", "day.weekday",
				"day.hour", "day"}, [][]float64{{1, 0, 1, 0, 1, 0, 2000, 1, 6, 0, 1}, {0, 0, 2, 0, 0, 1, 2000, 1, 1, 0, 3}},
			nil},
	} {
		e, err := encode.Fit(t.Context(), table(t, homes...), c.o)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if !slices.Equal(e.Features(), c.features) {
			t.Errorf("%s: features %q", what, e.Features())
			continue
		}
		out, err := e.Transform(t.Context(), table(t, homes...))
		if err != nil || !slices.Equal(out.Left, c.left) {
			t.Errorf("%s: left %v, error %v", what, out.Left, err)
			continue
		}
		x := linalg.ToDense(out.X)
		for i, row := range c.rows {
			if d := floatsDiffer(x.Row(i), row); d != "" {
				t.Errorf("%s: row %d: %s", what, i, d)
			}
		}
		if n, d := x.Dims(); d != len(c.features) || n != len(homes[0].Texts)-len(c.left) {
			t.Errorf("%s: %d × %d", what, n, d)
		}
		again(t, what, e)
	}
}

func floatsDiffer(got, want []float64) string {
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) <= 1e-12 })
	return cmp.Diff(want, got, near)
}

// again saves an encoder and reads it: it is the same, and does the same to a table whose columns are in another order,
// among others.
func again(t *testing.T, what string, e *encode.Encoder) {
	t.Helper()
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var f encode.Encoder
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(*e, f); d != "" || f.Check() != nil {
		t.Errorf("%s: saved and read again (%v):\n%s", what, f.Check(), d)
	}
	turned := slices.Clone(homes)
	slices.Reverse(turned)
	turned = append(turned, encode.Values{Name: "more", Texts: slices.Repeat([]string{""}, 6)})
	a, err := e.Transform(t.Context(), table(t, homes...))
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.Consume(t.Context(), table(t, turned...))
	if err != nil {
		t.Fatal(err)
	}
	if d := floatsDiffer(linalg.ToDense(a.X).Data, linalg.ToDense(b.X).Data); d != "" {
		t.Errorf("%s: in another order:\n%s", what, d)
	}
}

// TestDates: every form is read as the day it is, and every day of four years is counted as package time counts it.
func TestDates(t *testing.T) {
	t.Parallel()
	at := time.Date(2020, 2, 29, 13, 5, 6, 0, time.UTC)
	for _, layout := range []string{
		"2006-01-02", "20060102", "2006/01/02", "02.01.2006", "2.1.2006", "2/1/2006", "1/2/2006", "2 Jan 2006",
		"02-Jan-2006", "2 January 2006", "Jan 2, 2006", "January 2, 2006", "2006-01-02T15:04", "2006-01-02 15:04:05",
		"2006-01-02T15:04:05Z", "2006-01-02T15:04:05.000-07:00", "02.01.2006 15:04", "1/2/2006 3:04 PM",
	} {
		var texts []string
		var want []float64
		for k := range 1461 {
			day := at.AddDate(0, 0, k)
			if strings.Contains(layout, "-07:00") {
				day = day.In(time.FixedZone("", 7200))
			}
			texts = append(texts, day.Format(layout))
			back, err := time.Parse(layout, texts[k])
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, float64(back.Unix())/86400)
		}
		tab := table(t, encode.Values{Name: "d", Texts: texts})
		e, err := encode.Fit(t.Context(), tab, encode.Options{Dates: []string{encode.Auto}})
		if err != nil {
			t.Errorf("%s: %v", layout, err)
			continue
		}
		out, err := e.Transform(t.Context(), tab)
		if err != nil {
			t.Fatal(err)
		}
		if d := floatsDiffer(linalg.ToDense(out.X).Data, want); d != "" {
			t.Errorf("%s: %s", layout, d)
		}
	}
}

// TestSparse: a matrix of mostly zeros is sparse, and the same as the dense one of fewer rows.
func TestSparse(t *testing.T) {
	t.Parallel()
	const n = 600
	words, x := make([]string, n), make([]float64, n)
	for i := range words {
		words[i], x[i] = string(rune('a'+i%26)), float64(i%5)
	}
	columns := func(n int) []encode.Values {
		return []encode.Values{{Name: "w", Texts: words[:n]}, {Name: "x", Numbers: x[:n]}}
	}
	e, err := encode.Fit(t.Context(), table(t, columns(n)...), auto2)
	if err != nil {
		t.Fatal(err)
	}
	a, err := e.Transform(t.Context(), table(t, columns(n)...))
	if err != nil {
		t.Fatal(err)
	}
	b, err := e.Transform(t.Context(), table(t, columns(52)...))
	if err != nil {
		t.Fatal(err)
	}
	if linalg.IsDense(a.X) || !linalg.IsDense(b.X) {
		t.Fatalf("%T and %T", a.X, b.X)
	}
	dense := linalg.ToDense(a.X)
	if !slices.Equal(dense.Data[:52*dense.C], linalg.ToDense(b.X).Data) {
		t.Error("the sparse matrix is another")
	}
	groups, _ := e.Groups()
	if len(groups) != 2 || len(groups[0]) != 25 || !slices.Equal(groups[1], []int{25}) {
		t.Errorf("groups %v", groups)
	}
}

var auto2 = encode.Options{Categories: []string{encode.Auto}}
