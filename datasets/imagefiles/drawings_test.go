package imagefiles

import (
	"archive/zip"
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// drawing returns a PNG of n × n pixels, black in the upper half.
func drawing(t testing.TB, n int) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, n, n))
	for y := range n {
		for x := range n {
			if y >= n/2 {
				img.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipOf(t testing.TB, files map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range files {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDrawings(t *testing.T) {
	t.Parallel()
	one := zipOf(t, map[string][]byte{
		"set/Greek/character01/a.png": drawing(t, 6),
		"set/Greek/character01/b.png": drawing(t, 4),
		"set/Greek/character02/a.png": drawing(t, 6),
		"set/readme.txt":              []byte("hello"),
	})
	two := zipOf(t, map[string][]byte{
		"set/Greek/character01/a.png": drawing(t, 6),
		"set/Latin/character01/a.png": drawing(t, 6),
	})
	d, loaded := &dataset.Drawings{X: &linalg.Dense{C: 4}, Side: 2}, map[string]bool{}
	for _, content := range [][]byte{one, two} {
		if err := addZip(t.Context(), d, content, "f.zip", loaded); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Join(d.Names, " ") != "Greek/character01 Greek/character02 Latin/character01" || d.X.R != 4 ||
		d.Y[1] != 0 || d.Y[3] != 2 {
		t.Fatalf("classes %v of %v", d.Y, d.Names)
	}
	for i := range d.X.R {
		if !floats.EqualApprox(d.X.Row(i), []float64{1, 1, 0, 0}, 1e-12) {
			t.Errorf("picture %d is %v", i, d.X.Row(i))
		}
	}
	set := d.Split(1, 1, 0, 1)
	if set.K != 3 || set.Train.X.R != 3 || set.Test.X.R != 1 || len(set.Train.Y) != 3 {
		t.Errorf("split into %d and %d of %d classes", set.Train.X.R, set.Test.X.R, set.K)
	}
	for what, c := range map[string]struct {
		content []byte
		want    string
	}{
		"no archive":          {[]byte("hello"), "f.zip"},
		"a damaged picture":   {zipOf(t, map[string][]byte{"s/A/b/c.png": []byte("hello")}), "s/A/b/c.png"},
		"a truncated picture": {zipOf(t, map[string][]byte{"s/A/b/c.png": drawing(t, 6)[:50]}), "s/A/b/c.png"},
	} {
		d := &dataset.Drawings{X: &linalg.Dense{C: 4}, Side: 2}
		err := addZip(t.Context(), d, c.content, "f.zip", map[string]bool{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, not %q", what, err, c.want)
		}
	}
}

// TestInkKeepsTheSum: scaling moves ink, it makes none.
func TestInkKeepsTheSum(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(3, 5, 3+105, 5+105))
	var want float64
	for i := range img.Pix {
		img.Pix[i] = uint8(i * 7)
		want += 1 - float64(img.Pix[i])/255
	}
	for _, side := range []int{1, 16, 64, 105, 200} {
		got := floats.Sum(Ink(img, side)) * float64(105*105) / float64(side*side)
		if math.Abs(got-want) > 1e-9*want {
			t.Errorf("side %d: %g of ink, %g before", side, got, want)
		}
	}
}

func FuzzDrawings(f *testing.F) {
	f.Add(zipOf(f, map[string][]byte{"s/A/b/c.png": drawing(f, 6)}))
	f.Fuzz(func(t *testing.T, content []byte) {
		d := &dataset.Drawings{X: &linalg.Dense{C: 4}, Side: 2}
		if err := addZip(t.Context(), d, content, "fuzz", map[string]bool{}); err == nil &&
			(len(d.X.Data) != 4*d.X.R || len(d.Y) != d.X.R) {
			t.Fatalf("%d numbers and %d labels for %d pictures", len(d.X.Data), len(d.Y), d.X.R)
		}
	})
}

func TestOmniglot(t *testing.T) {
	t.Parallel()
	d, err := LoadOmniglot(t.Context(), 16)
	var missing *datasets.NotFoundError
	if errors.As(err, &missing) {
		t.Skip(err)
	}
	if err != nil || len(d.Names) != 242 || d.X.R != 4840 || len(d.Y) != 4840 {
		t.Fatalf("%d classes, %d drawings, error %v", len(d.Names), d.X.R, err)
	}
	set := d.Split(10, 10, 0, 1)
	if set.Train.X.R != 2420 || set.Test.X.R != 2420 {
		t.Errorf("split into %d and %d", set.Train.X.R, set.Test.X.R)
	}
}
