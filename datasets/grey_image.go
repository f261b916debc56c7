package datasets

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

var greyEntry = Entry{
	Name:     "images-grey",
	Title:    "Four grey pictures: cameraman and house at 256 × 256 pixels, camera and moon at 512 × 512",
	Licence:  "camera: CC0; the others: research use",
	Citation: "the pictures of the denoising literature (set of twelve), and of scikit-image",
	HowTo: "camera and moon are skimage.data.camera() and skimage.data.moon() of scikit-image, saved as PNG; " +
		"cameraman and house are 01.png and 02.png of Set12",
	Files: []File{
		{"images-grey/set12-01-cameraman.png", "", "079229e13faff0a262a9d3eb9a7fa60868203f9b8545de6fb75aadf6fbca4296"},
		{"images-grey/set12-02-house.png", "", "576b2b3b6ff4d7e6c8ddccb0df645774f9b986c81219c28e16ba1935990a0b29"},
		{"images-grey/skimage-camera-cc0.png", "", "b0793d2adda0fa6ae899c03989482bff9a42d3d5690fc7e3648f2795d730c23a"},
		{"images-grey/skimage-moon.png", "", "78739619d11f7eb9c165bb5d2efd4772cee557812ec847532dbb1d92ef71f577"},
	},
}

// largestPicture bounds the side of a picture, in pixels.
const largestPicture = 4096

// GreyImages are the names that LoadGreyImage knows, in the order of the registered files.
var GreyImages = []string{"cameraman", "house", "camera", "moon"}

// GreyImage is a picture of Rows × Cols pixels, row by row from the top, 0 for black and 1 for white.
type GreyImage struct {
	Source     Source
	Rows, Cols int
	Pixels     []float64
}

// LoadGreyImage loads a picture by its name, one of GreyImages.
func LoadGreyImage(ctx context.Context, name string) (*GreyImage, error) {
	for k, n := range GreyImages {
		if n != name {
			continue
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		f := greyEntry.Files[k]
		path, err := Locate(greyEntry, f)
		if err != nil {
			return nil, err
		}
		r, err := open(path)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		out, err := ReadGreyImage(r, path)
		if err != nil {
			return nil, err
		}
		sum, err := r.verify(f.SHA256)
		out.Source = Source{Name: name, Kind: Real, SHA256: sum}
		return out, err
	}
	return nil, fmt.Errorf("there is no picture %q; there are: %s", name, strings.Join(GreyImages, ", "))
}

// ReadGreyImage reads a PNG of 8 or 16 bits; colours become their luminance. name stands in errors.
func ReadGreyImage(r io.Reader, name string) (*GreyImage, error) {
	picture, err := readPicture(io.LimitReader(r, 1<<28))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return greyOf(picture), nil
}

func greyOf(picture image.Image) *GreyImage {
	b := picture.Bounds()
	out := &GreyImage{Rows: b.Dy(), Cols: b.Dx(), Pixels: make([]float64, 0, b.Dx()*b.Dy())}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			g := color.Gray16Model.Convert(picture.At(x, y)).(color.Gray16) // the model's own type
			out.Pixels = append(out.Pixels, float64(g.Y)/0xffff)
		}
	}
	return out
}

// Check returns an error that names the first pixel that is not finite, or the shape where it does not fit.
func (g *GreyImage) Check() error {
	if g.Rows < 1 || g.Cols < 1 || len(g.Pixels) != g.Rows*g.Cols {
		return fmt.Errorf("an image of %d × %d with %d pixels", g.Rows, g.Cols, len(g.Pixels))
	}
	for k, v := range g.Pixels {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("pixel (%d, %d), counted from 0, is %g", k/g.Cols, k%g.Cols, v)
		}
	}
	return nil
}

// Noisy returns the picture plus normal noise of standard deviation sigma. Values are not clipped.
func (g *GreyImage) Noisy(sigma float64, seed uint64) *GreyImage {
	rng := rand.New(rand.NewPCG(seed, 73))
	out := *g
	out.Pixels = make([]float64, len(g.Pixels))
	for k, v := range g.Pixels {
		out.Pixels[k] = v + sigma*rng.NormFloat64()
	}
	return &out
}

// ellipse has its centre and half axes as shares of the half picture, its angle in degrees, and what it adds.
type ellipse struct{ add, a, b, x, y, angle float64 }

var phantom = []ellipse{
	{1, .69, .92, 0, 0, 0}, {-.8, .6624, .874, 0, -.0184, 0}, {-.2, .11, .31, .22, 0, -18}, {-.2, .16, .41, -.22, 0, 18},
	{.1, .21, .25, 0, .35, 0}, {.1, .046, .046, 0, .1, 0}, {.1, .046, .046, 0, -.1, 0}, {.1, .046, .023, -.08, -.605, 0},
	{.1, .023, .023, 0, -.606, 0}, {.1, .023, .046, .06, -.605, 0},
}

// Phantom returns the head of Shepp and Logan in Toft's contrasts, side × side pixels of flat regions.
//
// Source: Shepp, Logan, The Fourier Reconstruction of a Head Section, IEEE Trans. Nuclear Science 1974; Toft, The Radon
// Transform, 1996.
func Phantom(side int) (*GreyImage, error) {
	if side < 1 || side > largestPicture {
		return nil, errors.New("a phantom needs between 1 and 4096 pixels a side")
	}
	out := &GreyImage{Rows: side, Cols: side, Pixels: make([]float64, side*side)}
	for k := range out.Pixels {
		x, y := (2*float64(k%side)+1)/float64(side)-1, 1-(2*float64(k/side)+1)/float64(side)
		for _, e := range phantom {
			sin, cos := math.Sincos(e.angle * math.Pi / 180)
			u, v := (x-e.x)*cos+(y-e.y)*sin, (y-e.y)*cos-(x-e.x)*sin
			if u*u/(e.a*e.a)+v*v/(e.b*e.b) <= 1 {
				out.Pixels[k] += e.add
			}
		}
		out.Pixels[k] = math.Max(0, out.Pixels[k])
	}
	out.Source = Source{
		Name:   "phantom",
		Kind:   Synthetic,
		SHA256: digest(Labelled{X: linalg.NewDense(side, side, out.Pixels)}),
	}
	return out, nil
}
