package imagefiles_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/imagefiles"
)

func encoded(t testing.TB, picture image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadGreyImage(t *testing.T) {
	t.Parallel()
	grey := image.NewGray(image.Rect(0, 0, 3, 2))
	copy(grey.Pix, []byte{0, 51, 255, 102, 153, 204})
	got, err := imagefiles.ReadGreyImage(bytes.NewReader(encoded(t, grey)), "x.png")
	if err != nil {
		t.Fatal(err)
	}
	if got.Rows != 2 || got.Cols != 3 {
		t.Fatalf("%d × %d", got.Rows, got.Cols)
	}
	for k, want := range []float64{0, 0.2, 1, 0.4, 0.6, 0.8} {
		if math.Abs(got.Pixels[k]-want) > 1e-12 {
			t.Errorf("pixel %d is %g, want %g", k, got.Pixels[k], want)
		}
	}
	colours := image.NewRGBA(image.Rect(0, 0, 1, 1))
	colours.Set(0, 0, color.RGBA{255, 0, 0, 255})
	if got, err := imagefiles.ReadGreyImage(bytes.NewReader(encoded(t, colours)), "red.png"); err != nil ||
		math.Abs(got.Pixels[0]-0.299) > 1e-3 {
		t.Errorf("red is %v, error %v", got, err)
	}
}

func TestReadGreyImageRefuses(t *testing.T) {
	t.Parallel()
	whole := encoded(t, image.NewGray(image.Rect(0, 0, 30, 30)))
	for name, content := range map[string][]byte{
		"empty":     nil,
		"text":      []byte("P5 3 2 255"),
		"truncated": whole[:len(whole)-20],
		"huge":      encoded(t, image.NewGray(image.Rect(0, 0, 5000, 1))),
	} {
		if _, err := imagefiles.ReadGreyImage(bytes.NewReader(content), "bad.png"); err == nil ||
			!strings.HasPrefix(err.Error(), "bad.png: ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := imagefiles.LoadGreyImage(t.Context(), "lena"); err == nil || !strings.Contains(err.Error(), "cameraman") {
		t.Errorf("error %v does not list the pictures", err)
	}
	nan := dataset.GreyImage{Rows: 1, Cols: 2, Pixels: []float64{0, math.NaN()}}
	if err := nan.Check(); err == nil || !strings.Contains(err.Error(), "(0, 1)") {
		t.Errorf("error %v does not name the pixel", err)
	}
}

func TestGreyImages(t *testing.T) {
	t.Parallel()
	for _, name := range imagefiles.GreyImages {
		img, err := imagefiles.LoadGreyImage(t.Context(), name)
		var missing *datasets.NotFoundError
		if errors.As(err, &missing) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := img.Check(); err != nil || img.Rows != img.Cols || img.Rows != 256 && img.Rows != 512 {
			t.Errorf("%s: %d × %d, error %v", name, img.Rows, img.Cols, err)
		}
	}
}

func FuzzReadGreyImage(f *testing.F) {
	f.Add(encoded(f, image.NewGray(image.Rect(0, 0, 2, 2))))
	f.Add([]byte("\x89PNG\r\n\x1a\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if img, err := imagefiles.ReadGreyImage(bytes.NewReader(content), "x"); err == nil {
			if err := img.Check(); err != nil {
				t.Error(err)
			}
		}
	})
}
