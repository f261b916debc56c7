package generate

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets/source"
)

// TestGaussianClasses checks the protocol: class means of ±1 in the first fifth of the features, 3σ apart on average,
// and covariance σ² ρ^|i−j|.
func TestGaussianClasses(t *testing.T) {
	t.Parallel()
	c := GaussianClassesConfig{Features: 20, Classes: 40, Train: 200, Test: 3, Correlation: 0.9, Seed: 3}
	set := GaussianClasses(c)
	if set.K != 40 || set.Train.X.R != 8000 || set.Test.X.R != 120 || set.Source.Kind != source.Synthetic {
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
