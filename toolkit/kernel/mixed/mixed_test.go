package mixed_test

import (
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/kernel/mixed"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

var texts = []string{"abab", "", "kernel machines learn", "machines learn kernels", "aab", "ärger"}

func examples() mixed.Examples {
	x := linalg.NewDense(6, 2, []float64{1, 2, 3, 1, 0, 0, 0.5, 4, 1, 1, 2, 2})
	return mixed.Examples{
		X: x, Columns: []string{"a", "b"}, Texts: [][]string{texts}, TextColumns: []string{"text"},
	}
}

// TestWords: each kernel is what its formula says for two examples, is a Gram matrix by all three ways, and is said
// again by its word.
func TestWords(t *testing.T) {
	t.Parallel()
	e := examples()
	for word, want := range map[string]float64{ // of examples 1 and 2, (1, 2) and (3, 1), "abab" and ""
		"linear":                            5,
		"gaussian:2@a":                      math.Exp(-0.5),
		"polynomial:3":                      216,
		"polynomial:2,0@b":                  4,
		"matern:0.5,2@a":                    math.Exp(-1),
		"matern:1.5,2@a":                    (1 + math.Sqrt(3)) * math.Exp(-math.Sqrt(3)),
		"matern:2.5,2@a":                    (1 + math.Sqrt(5) + 5./3) * math.Exp(-math.Sqrt(5)),
		"laplace:3":                         math.Exp(-1),
		"chi2:0.5":                          math.Exp(-0.5 * (1 + 1./3)),
		"intersection":                      2,
		"normalized(linear)":                5 / math.Sqrt(50),
		"2*linear + intersection":           12,
		"linear*intersection@a":             5,
		"0.5*(linear + linear@a)*linear@b":  8,
		"spectrum:2@text":                   0,
		"normalized(words:1@text) + linear": 5,
		"gapped:2,1@text":                   0,
	} {
		k, err := mixed.Parse(word, e)
		if err != nil {
			t.Fatal(err)
		}
		v, err := k.Values(t.Context(), e, e)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.At(0, 1); math.Abs(got-want) > 1e-14*(1+want) {
			t.Errorf("%s is %g, not %g", word, got, want)
		}
		g, err := mixed.Gram(t.Context(), k, e)
		if err != nil {
			t.Fatal(err)
		}
		checkGram(t, word, v, func(dst []float64, which []int) error { return g.Columns(t.Context(), dst, which) })
		part := g.Select([]int{4, 1})
		product := make([]float64, 2)
		if err := part.Product(t.Context(), product, []int{0, 1}, []float64{2, 3}); err != nil {
			t.Fatal(err)
		}
		if want := 2*v.At(1, 4) + 3*v.At(1, 1); math.Abs(product[1]-want) > 1e-12*(1+math.Abs(want)) ||
			math.Abs(part.Diagonal()[0]-v.At(4, 4)) > 1e-12*(1+v.At(4, 4)) {
			t.Errorf("%s of two examples: product %g, not %g", word, product[1], want)
		}
		if again, err := mixed.Parse(k.String(), e); err != nil || again.String() != k.String() {
			t.Errorf("%s says itself as %s (%v)", word, k, err)
		}
	}
}

// checkGram compares columns with values, which have a factor.
func checkGram(t *testing.T, word string, v *linalg.Dense, columns func(dst []float64, which []int) error) {
	t.Helper()
	if _, err := kernel.Features(v); err != nil {
		t.Errorf("%s: %v", word, err)
	}
	dst := make([]float64, 2*v.R)
	if err := columns(dst, []int{3, 0}); err != nil {
		t.Fatal(err)
	}
	for i := range v.R {
		if math.Abs(dst[i]-v.At(3, i)) > 1e-12*(1+math.Abs(v.At(3, i))) {
			t.Errorf("%s: column 3 has %g at %d, not %g", word, dst[i], i, v.At(3, i))
		}
	}
}

// TestTexts compares kernels of texts with counts by hand.
func TestTexts(t *testing.T) {
	t.Parallel()
	e := examples()
	for word, want := range map[string][3]float64{ // of texts 1 and 5, 3 and 4, 6 and 6
		"spectrum:2@text": {2, 22, 4},
		"words:1@text":    {0, 2, 1},
		"words:2@text":    {0, 1, 0},
		// abab: ab 2, ba 1, a_a ½, b_b ½; aab: aa 1, ab 1, a_b ½.
		"gapped:2,1@text":       {3.5, math.NaN(), math.NaN()},
		"gapped-words:2,1@text": {0, 1, 0},
	} {
		k, err := mixed.Parse(word, e)
		if err != nil {
			t.Fatal(err)
		}
		v, err := k.Values(t.Context(), e, e)
		if err != nil {
			t.Fatal(err)
		}
		for at, got := range []float64{v.At(0, 4), v.At(2, 3), v.At(5, 5)} {
			if !math.IsNaN(want[at]) && math.Abs(got-want[at]) > 1e-12 {
				t.Errorf("%s, pair %d: %g, not %g", word, at+1, got, want[at])
			}
		}
	}
}

// TestAuto: the width is said in numbers.
func TestAuto(t *testing.T) {
	t.Parallel()
	k, err := mixed.Parse("gaussian:auto@a", mixed.Examples{
		X: linalg.NewDense(2, 1, []float64{1, 5}), Columns: []string{"a"},
	})
	if err != nil || k.String() != "gaussian:1.4142135623730951@a" {
		t.Error(k, err)
	}
}

// TestRefuse: what a word cannot mean is named.
func TestRefuse(t *testing.T) {
	t.Parallel()
	e := examples()
	e.X.Data[3] = -1
	for word, want := range map[string]string{
		"":                        "there is no kernel",
		"gauss:1":                 `there is no kernel "gauss"`,
		"gaussian":                "say gaussian:σ",
		"gaussian:0":              "must be positive",
		"gaussian:1e999":          "is no number",
		"gaussian:1@c":            `no column "c"`,
		"gaussian:1@text":         `column "text" has texts`,
		"spectrum:2@a":            `column "a" has numbers`,
		"spectrum:2@a,text":       "one column of texts",
		"spectrum:0@text":         "must be positive",
		"spectrum:2.5@text":       "whole",
		"intersection":            `example 2 has -1 in column "b"`,
		"polynomial:1.5":          "whole number",
		"matern:1,1":              "ν is 0.5",
		"(linear":                 ") is missing",
		"linear)":                 "more than a kernel",
		"-1*linear":               "weight -1",
		strings.Repeat("(", 1000): "deep",
	} {
		if _, err := mixed.Parse(word, e); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, not: %s", word, err, want)
		}
	}
	same := mixed.Examples{X: linalg.NewDense(2, 1, nil), Columns: []string{"a"}}
	if _, err := mixed.Parse("gaussian:auto", same); err == nil {
		t.Error("a width of numbers that are the same")
	}
}

// TestSparse: kernels of sparse rows have the values of the same rows laid out, by columns that are named or all.
func TestSparse(t *testing.T) {
	t.Parallel()
	dense := mixed.Examples{
		X:       linalg.NewDense(4, 5, []float64{0, 1, 0, 0, 2, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 4, 1, 0, 0.5}),
		Columns: []string{"1", "2", "3", "4", "5"},
	}
	sparse := mixed.Examples{Sparse: linalg.ToCSR(dense.X)}
	for _, word := range []string{
		"linear", "gaussian:auto", "gaussian:2@5,2", "polynomial:2", "matern:1.5,2", "laplace:3", "laplace:2@2,5", "chi2:0.5",
		"intersection", "normalized(linear) + 2*laplace:1*chi2:1@1,2",
	} {
		var all [2]*linalg.Dense
		for way, e := range []mixed.Examples{dense, sparse} {
			k, err := mixed.Parse(word, e)
			if err != nil {
				t.Fatal(err)
			}
			g, err := mixed.Gram(t.Context(), k, e.Select([]int{3, 0, 1, 2}))
			if err != nil {
				t.Fatal(err)
			}
			if all[way], err = kernel.Whole(t.Context(), g); err != nil {
				t.Fatal(err)
			}
			for i, d := range g.Diagonal() {
				if math.Abs(d-all[way].At(i, i)) > 1e-14*d {
					t.Errorf("%s: entry %d of the diagonal is %g, and %g", word, i, d, all[way].At(i, i))
				}
			}
		}
		for i, v := range all[0].Data {
			if math.Abs(v-all[1].Data[i]) > 1e-14*(1+math.Abs(v)) {
				t.Errorf("%s: entry %d is %g, of sparse rows %g", word, i, v, all[1].Data[i])
			}
		}
	}
	sparse.Sparse.Val[4] = -1
	for word, want := range map[string]string{
		"linear@6": "those of sparse rows are 1 to 5", "linear@2,2": "column 2 is named twice", "linear@a": `column "a"`,
		"chi2:1": "example 4 has -1 in column 2",
	} {
		if _, err := mixed.Parse(word, sparse); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v does not say %q", word, err, want)
		}
	}
}
