package table

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/encode"
)

// TestPiecesMakeNoDifference: a frame is the same whatever the pieces that are parsed beside each other.
func TestPiecesMakeNoDifference(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("kind,size,sold,day,y\n")
	for i := range 400 {
		fmt.Fprintf(&b, "\"k\n%d\",%d.%d,%s,2020-01-%02d,%s\n", i*i%23, i, i%10, []string{"yes", "no", ""}[i%3], 1+i%28,
			[]string{"1", "one", "2"}[i%7%3])
	}
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	o := frame.Options{Target: "y", TextLabels: true, Encode: encode.Options{Categories: []string{encode.Auto},
		Dates: []string{"day"}, Missing: encode.Indicator}}
	r, err := source.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	want, err := Read(t.Context(), r, path, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1, 16, 100, 1000} {
		c := &reader{path: path, options: o, chunk: size, learnt: learnt{texts: []int{4}}}
		got, err := c.read(t.Context(), strings.NewReader(b.String()), &source.Intake{})
		if err != nil {
			t.Fatalf("pieces of %d: %v", size, err)
		}
		got.Source = want.Source
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("pieces of %d:\n%s", size, d)
		}
	}
	if !slices.Equal(want.Labels, []string{"1", "2", "one"}) {
		t.Errorf("labels that are numbers and words: %q", want.Labels)
	}
}
