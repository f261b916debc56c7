package datasets

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/source"
)

func TestPairRatings(t *testing.T) {
	t.Parallel()
	design := [][]float64{{1, 0}, {0, 1}, {1, 1}, {0, 0}, {2, 2}}
	set, ties, err := PairRatings([][]float64{{5, 3, 2, 2, 9}, {1, 4, 0, 7, 1}}, design)
	if err != nil || ties != 1 || set.Tasks != 2 || !cmp.Equal(set.Task, []int{0, 1, 1}) ||
		!cmp.Equal(set.Y, []float64{1, -1, -1}) ||
		!cmp.Equal(set.X.Data, []float64{1, -1, 1, -1, 1, 1}) {
		t.Errorf("%+v, %d ties, error %v", set, ties, err)
	}
	if _, _, err := PairRatings([][]float64{{1, 1}}, design); err == nil || !strings.Contains(err.Error(), "no pair") {
		t.Errorf("ties alone: error %v", err)
	}
	if _, _, err := PairRatings([][]float64{{1, 2, 3, 4, 5, 6}}, design); err == nil ||
		!strings.Contains(err.Error(), "rates 6 products, the design has 5") {
		t.Errorf("too many ratings: error %v", err)
	}
}

func TestReadNumbers(t *testing.T) {
	t.Parallel()
	rows, err := readNumbers(t.Context(), strings.NewReader("a,b\n1,2\n-3,4e1\n"), "f")
	if err != nil || !cmp.Equal(rows, [][]float64{{1, 2}, {-3, 40}}) {
		t.Errorf("%v, error %v", rows, err)
	}
	for what, c := range map[string]struct{ text, want string }{
		"empty":           {"", "the file is empty"},
		"a heading alone": {"a,b\n", "no rows of numbers"},
		"text":            {"a,b\n1,2\n3,x\n", "f:3: field 2: \"x\""},
		"NaN":             {"a\nNaN\n", "f:2: field 1"},
		"a short line":    {"a,b\n1\n", "line 2"},
	} {
		if _, err := readNumbers(t.Context(), strings.NewReader(c.text), "f"); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, not %q", what, err, c.want)
		}
	}
}

// TestComputers compares the pairs of the real survey with its other form, a MATLAB file that has each person's
// calibration products in another order: the ratings by product must be the same.
func TestComputers(t *testing.T) {
	t.Parallel()
	set, ties, err := LoadComputers(t.Context())
	var missing *NotFoundError
	if errors.As(err, &missing) {
		t.Skip(err)
	}
	if err != nil || set.X.R != 1148 || set.X.C != 13 || set.Tasks != 180 || ties != 180*8-1148 || len(set.Y) != set.X.R {
		t.Fatalf("%d×%d of %d people, %d ties, error %v", set.X.R, set.X.C, set.Tasks, ties, err)
	}
	path, err := source.Locate(computersEntry, source.File{Path: "lenk-computer/lenk_data.mat"})
	if err != nil {
		t.Skip(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	arrays, err := array.ReadMATLAB(f, path)
	if err != nil {
		t.Fatal(err)
	}
	rows, cols, data, err := arrays["Traindata"].Matrix()
	if err != nil || rows != 180*calibration || cols != 15 {
		t.Fatalf("%d×%d, error %v", rows, cols, err)
	}
	for person := range 180 {
		rating := map[[13]float64]float64{} // by product, without the constant
		for i := range calibration {
			row := data[(person*calibration+i)*cols:]
			rating[[13]float64(row[1:14])] = row[14]
		}
		for i := range set.Y {
			if set.Task[i] == person && !agrees(rating, set.X.Row(i), set.Y[i]) {
				t.Fatalf("example %d, of person %d, is not in the other form", i, person)
			}
		}
	}
}

// agrees tells whether two products differ so, and were rated so.
func agrees(rating map[[13]float64]float64, difference []float64, label float64) bool {
	for a, ra := range rating {
	next:
		for b, rb := range rating {
			for j, v := range difference {
				if a[j]-b[j] != v {
					continue next
				}
			}
			if (ra-rb)*label > 0 {
				return true
			}
		}
	}
	return false
}
