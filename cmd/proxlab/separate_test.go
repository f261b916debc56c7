package main

import (
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestSeparate: a table of rank one with two entries that are far off is parted into both.
func TestSeparate(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("a,b,c,d\n")
	for i := range 12 {
		row := []string{}
		for j := range 4 {
			v := float64(1+i%5) * float64(2-j)
			if i == 3 && j == 1 || i == 8 && j == 2 {
				v += 60
			}
			row = append(row, strconv.FormatFloat(v, 'g', -1, 64))
		}
		b.WriteString(strings.Join(row, ",") + "\n")
	}
	data, dir := file(t, "table.csv", b.String()), t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	out, stderr, code := call(t.Context(), "separate", "--data", data, "--lambda", "0.01max", "-o", in("low.npy"),
		"--outliers", in("few.npy"), "--tol", "1e-8")
	if code != 0 || !strings.Contains(out, "12 rows of 4 numbers") || !strings.Contains(out, "rank 1, and ") ||
		!strings.Contains(out, "converged") {
		t.Fatal(code, out, stderr)
	}
	f, err := datasets.ReadFrame(t.Context(), in("few.npy"), datasets.FrameOptions{NoTarget: true})
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range linalg.ToDense(f.X).Data {
		far := k == 3*4+1 || k == 8*4+2
		if far && math.Abs(v-60) > 10 || !far && math.Abs(v) > 10 {
			t.Errorf("outlier %d is %g", k, v)
		}
	}
	for _, args := range [][]string{
		{}, {"--lambda", "0"}, {"--lambda", "0.1max", "--kappa", "-1"}, {"--lambda", "0.1max", "--tol", "0"},
		{"--lambda", "0.1max", "-o", data},
	} {
		if _, stderr, code := call(t.Context(), append([]string{"separate", "--data", data}, args...)...); code == 0 {
			t.Errorf("%q is taken: %s", args, stderr)
		}
	}
}
