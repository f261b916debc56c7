package encode_test

import (
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// gappy are twelve rows, or some of them, of a number and a level that may be missing, and a text.
func gappy(rows []int) []encode.Values {
	none := math.NaN()
	x := []float64{1, none, 3, 4, none, 6, 70, 8, none, 10, 11, 120}
	kind := []string{"a", "b", "", "b", "b", "c", "a", "a", "a", "d", "", "b"}
	note := []string{"red sun", "sun", "red", "", "sun", "blue", "red", "sea", "sun", "sea", "red", "blue sea"}
	out := []encode.Values{{Name: "x"}, {Name: "kind"}, {Name: "note"}}
	for _, i := range rows {
		out[0].Numbers, out[1].Texts = append(out[0].Numbers, x[i]), append(out[1].Texts, kind[i])
		out[2].Texts = append(out[2].Texts, note[i])
	}
	return out
}

// TestAnew: features by what some rows teach are those of an encoder that has seen these rows alone; what it does not
// know is 0, and a spline has the knots of the column as it is filled in there.
func TestAnew(t *testing.T) {
	t.Parallel()
	all, some := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, []int{0, 2, 3, 4, 5, 7, 8, 10}
	for _, missing := range []string{encode.Mean, encode.Median, encode.Indicator} {
		o := encode.Options{
			Categories: []string{"kind"}, Texts: []string{"note"}, Missing: missing, MinCount: 2, Unseen: encode.Zero,
			Reference: map[string]string{"kind": "b"},
			Made:      []encode.Ask{{Step: encode.Spline, Of: []string{"x"}, Size: 3}},
		}
		e, out := made(t, o, gappy(all)...)
		x, err := out.Base.Anew(t.Context(), e, some)
		if err != nil {
			t.Fatal(err)
		}
		own, _ := made(t, o, gappy(some)...)
		table, err := encode.NewTable(gappy(all)...)
		if err != nil {
			t.Fatal(err)
		}
		want, err := own.Transform(t.Context(), table)
		if err != nil {
			t.Fatal(err)
		}
		places := map[string]int{}
		for k, name := range own.Features() {
			places[name] = k
		}
		got, by := x.(*linalg.Dense), want.X.(*linalg.Dense)
		for j, name := range e.Features() {
			k, known := places[name]
			for i := range all {
				due := 0.
				if known {
					due = by.At(i, k)
				}
				if name == "kind=other" && i == 9 {
					due = 1 // d, which is rare in all rows and in none of these
				}
				if math.Abs(got.At(i, j)-due) > 1e-12 {
					t.Errorf("%s: %s of row %d is %g, not %g", missing, name, i, got.At(i, j), due)
				}
			}
			delete(places, name)
		}
		if len(places) > 0 {
			t.Errorf("%s: %v are missing", missing, places)
		}
		_, err = out.Base.Anew(t.Context(), e, []int{1, 4, 8})
		if err == nil || !strings.Contains(err.Error(), "--drop x") {
			t.Error(err)
		}
	}
	o := encode.Options{Made: []encode.Ask{{Step: encode.Bins, Of: []string{"x"}, Size: 3}}}
	e, out := made(t, o, encode.Values{Name: "x", Numbers: places})
	_, err := out.Base.Anew(t.Context(), e, []int{1, 1, 1})
	if err == nil || !strings.Contains(err.Error(), "coincide at 1.1") {
		t.Error(err)
	}
	_, out = made(t, encode.Options{Categories: []string{"kind"}, Missing: encode.Drop}, gappy(all)[:2]...)
	if out.Base != nil {
		t.Error("levels alone are learnt anew")
	}
}
