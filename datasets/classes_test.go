package datasets

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
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestGaussianClasses checks the protocol: class means of ±1 in the first fifth of the features, 3σ apart on average,
// and covariance σ² ρ^|i−j|.
func TestGaussianClasses(t *testing.T) {
	t.Parallel()
	c := GaussianClassesConfig{Features: 20, Classes: 40, Train: 200, Test: 3, Correlation: 0.9, Seed: 3}
	set := GaussianClasses(c)
	if set.K != 40 || set.Train.X.R != 8000 || set.Test.X.R != 120 || set.Source.Kind != Synthetic {
		t.Fatalf("%+v", set.Source)
	}
	means := make([][]float64, c.Classes)
	for y := range means {
		means[y] = make([]float64, c.Features)
	}
	for i, y := range set.Train.Y {
		floats.AddScaled(means[y], 1/float64(c.Train), set.Train.X.Row(i))
	}
	var sigma2, neighbours, total float64
	for i, y := range set.Train.Y {
		row := append([]float64(nil), set.Train.X.Row(i)...)
		floats.Sub(row, means[y])
		for j := range row {
			sigma2 += row[j] * row[j] / float64(8000*c.Features)
			if j > 0 {
				neighbours += row[j] * row[j-1] / float64(8000*(c.Features-1))
			}
		}
	}
	if rho := neighbours / sigma2; math.Abs(rho-0.9) > 0.01 {
		t.Errorf("neighbouring features correlate by %g", rho)
	}
	pairs := 0
	for y := range means {
		for j, v := range means[y] {
			want := 0.
			if j < 4 {
				want = math.Copysign(1, v)
			}
			means[y][j] = want
		}
		for z := range y {
			total += floats.Distance(means[y], means[z], 2)
			pairs++
		}
	}
	if ratio := total / float64(pairs) / math.Sqrt(sigma2); math.Abs(ratio-3) > 0.1 {
		t.Errorf("class means are %g standard deviations apart on average", ratio)
	}
	if again := GaussianClasses(c); again.Source != set.Source {
		t.Error("a second draw differs")
	}
	if c.Seed++; GaussianClasses(c).Source == set.Source {
		t.Error("another seed gives the same data")
	}
}

func TestPictures(t *testing.T) {
	t.Parallel()
	set := Pictures(PictureConfig{Side: 12, Classes: 15, Train: 20, Test: 2, Correlation: 0.9, Spread: 1, Seed: 1})
	if set.Train.X.R != 300 || set.Train.X.C != 144 || set.Test.X.R != 30 {
		t.Fatalf("%d×%d and %d", set.Train.X.R, set.Train.X.C, set.Test.X.R)
	}
	var a, right, below []float64
	for i := range set.Train.X.R {
		row := set.Train.X.Row(i)
		for y := range 11 {
			for x := range 11 {
				a = append(a, row[y*12+x])
				right = append(right, row[y*12+x+1])
				below = append(below, row[(y+1)*12+x])
			}
		}
	}
	if r, b := stat.Correlation(a, right, nil), stat.Correlation(a, below, nil); math.Abs(r-0.9) > 0.02 ||
		math.Abs(b-0.9) > 0.02 {
		t.Errorf("neighbours correlate by %g and %g", r, b)
	}
	if norm := floats.Dot(set.Train.X.Data, set.Train.X.Data) / 300; norm < 0.7 || norm > 1.3 {
		t.Errorf("the mean squared length of a row is %g", norm)
	}
}

func TestChoicesAndFolds(t *testing.T) {
	t.Parallel()
	set := Choices(Conjoint1)
	if set.X.R != 1440 || set.X.C != 13 || set.Tasks != 180 {
		t.Fatalf("%d×%d of %d people", set.X.R, set.X.C, set.Tasks)
	}
	seen := 0
	for fold := range 10 {
		train, test := set.Fold(fold, 10, 1)
		if train.X.R+test.X.R != 1440 || len(test.Y) != test.X.R || train.Tasks != 180 {
			t.Fatalf("fold %d: %d and %d", fold, train.X.R, test.X.R)
		}
		if test.X.R < 140 || test.X.R > 148 {
			t.Errorf("fold %d has %d examples", fold, test.X.R)
		}
		seen += test.X.R
	}
	if seen != 1440 {
		t.Errorf("the folds have %d examples together", seen)
	}
}

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
	d, loaded := &Drawings{X: &linalg.Dense{C: 4}, Side: 2}, map[string]bool{}
	for _, content := range [][]byte{one, two} {
		if err := d.addZip(t.Context(), content, "f.zip", loaded); err != nil {
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
		d := &Drawings{X: &linalg.Dense{C: 4}, Side: 2}
		err := d.addZip(t.Context(), c.content, "f.zip", map[string]bool{})
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
		d := &Drawings{X: &linalg.Dense{C: 4}, Side: 2}
		if err := d.addZip(t.Context(), content, "fuzz", map[string]bool{}); err == nil &&
			(len(d.X.Data) != 4*d.X.R || len(d.Y) != d.X.R) {
			t.Fatalf("%d numbers and %d labels for %d pictures", len(d.X.Data), len(d.Y), d.X.R)
		}
	})
}

func TestOmniglot(t *testing.T) {
	t.Parallel()
	d, err := LoadOmniglot(t.Context(), 16)
	var missing *NotFoundError
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
