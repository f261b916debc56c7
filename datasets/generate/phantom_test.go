package generate_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets/generate"
)

func TestPhantom(t *testing.T) {
	t.Parallel()
	img, err := generate.Phantom(128)
	if err != nil || img.Check() != nil {
		t.Fatal(err, img.Check())
	}
	levels := map[float64]bool{}
	for _, v := range img.Pixels {
		levels[math.Round(v*1e6)] = true
	}
	if len(levels) != 6 || img.Pixels[0] != 0 || math.Abs(img.Pixels[64*128+64]-0.2) > 1e-9 {
		t.Errorf("levels %v, corner %g, centre %g", levels, img.Pixels[0], img.Pixels[64*128+64])
	}
	noise := img.Noisy(0.1, 1)
	for k := range noise.Pixels {
		noise.Pixels[k] -= img.Pixels[k]
	}
	if m, s := stat.MeanStdDev(noise.Pixels, nil); math.Abs(m) > 0.005 || math.Abs(s-0.1) > 0.005 {
		t.Errorf("noise of mean %g and deviation %g", m, s)
	}
	if _, err := generate.Phantom(0); err == nil {
		t.Error("a phantom of no pixels was made")
	}
}
