package sparsity

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/datasets/imagefiles"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// denoising is a picture with noise, denoised by total variation at each of several λ.
type denoising struct {
	Picture   string
	Checksums string
	Side      int // at most
	Sigma     float64
	Lambdas   []float64
	Tol       float64
	Seed      uint64
	Shown     bool // whether the middle is kept
}

// Denoised is what became of it: PSNR in dB before, and after at the best λ, which knows the truth.
type Denoised struct {
	Source              datasets.Source
	Rows, Cols          int
	Noisy, PSNR, Lambda float64
	ByLambda            []float64
	Gap                 float64     // relative, the worst
	Agreement           float64     // the largest difference of a pixel from Chambolle's iteration
	Middle              [][]float64 // its pixels: of the original, with noise, and at the best λ; nil unless shown
}

// Check tells whether the pictures that are shown are of one size.
func (d Denoised) Check() error {
	for _, pixels := range d.Middle {
		if len(d.Middle) != 3 || len(pixels) == 0 || len(pixels) != len(d.Middle[0]) {
			return fmt.Errorf("%d pictures, one of %d pixels", len(d.Middle), len(pixels))
		}
	}
	return nil
}

// check tells whether there is a number for every λ, and pictures where they are to be shown.
func (x denoising) check(d Denoised) error {
	if len(d.ByLambda) != len(x.Lambdas) || x.Shown != (len(d.Middle) > 0) {
		return fmt.Errorf("%d numbers for %d λ, %d pictures", len(d.ByLambda), len(x.Lambdas), len(d.Middle))
	}
	return nil
}

// lambdasFor returns the λ that are tried at a noise level: about 0.3 to 2 times its deviation.
func lambdasFor(sigma float64, count int) []float64 {
	out := make([]float64, count)
	for k := range out {
		out[k] = sigma * 0.3 * math.Pow(2/0.3, float64(k)/float64(max(1, count-1)))
	}
	return out
}

func (x denoising) run(ctx context.Context) (Denoised, error) {
	picture, err := x.load(ctx)
	if err != nil {
		return Denoised{}, err
	}
	noisy := picture.Noisy(x.Sigma, x.Seed)
	out := Denoised{
		Source: picture.Source, Rows: picture.Rows, Cols: picture.Cols,
		Noisy: measures.PSNR(noisy.Pixels, picture.Pixels, 1), PSNR: math.Inf(-1),
	}
	var best []float64
	for _, lambda := range x.Lambdas {
		if err := context.Cause(ctx); err != nil {
			return out, err
		}
		image, objective, gap, err := fit.Denoise(noisy.Pixels, noisy.Rows, noisy.Cols, lambda, x.Tol)
		if err != nil {
			return out, err
		}
		out.Gap = math.Max(out.Gap, gap/objective)
		psnr := measures.PSNR(image, picture.Pixels, 1)
		if out.ByLambda = append(out.ByLambda, psnr); psnr > out.PSNR {
			out.PSNR, out.Lambda, best = psnr, lambda, image
		}
	}
	other := make([]float64, len(noisy.Pixels))
	g := prox.TotalVariation{Lambda: out.Lambda, Rows: noisy.Rows, Cols: noisy.Cols, Chambolle: true}
	g.ProxTo(other, make([]float64, g.Duals(len(other))), noisy.Pixels, 1, x.Tol)
	for k, v := range other {
		out.Agreement = math.Max(out.Agreement, math.Abs(v-best[k]))
	}
	if x.Shown {
		for _, pixels := range [][]float64{picture.Pixels, noisy.Pixels, best} {
			of := &dataset.GreyImage{Rows: noisy.Rows, Cols: noisy.Cols, Pixels: pixels}
			out.Middle = append(out.Middle, rounded(crop(of, keptSide).Pixels))
		}
	}
	return out, nil
}

// keptSide is the side of the middle that is kept and shown.
const keptSide = 128

// crop returns the middle of a picture, side × side pixels, or all of a smaller one.
func crop(p *dataset.GreyImage, side int) *dataset.GreyImage {
	if side >= p.Rows || side >= p.Cols {
		return p
	}
	out := &dataset.GreyImage{Source: p.Source, Rows: side, Cols: side}
	top, left := (p.Rows-side)/2, (p.Cols-side)/2
	for i := range side {
		out.Pixels = append(out.Pixels, p.Pixels[(top+i)*p.Cols+left:(top+i)*p.Cols+left+side]...)
	}
	return out
}

// rounded rounds to a thousandth, for files of pixels.
func rounded(pixels []float64) []float64 {
	out := make([]float64, len(pixels))
	for k, v := range pixels {
		out[k] = math.Round(1000*v) / 1000
	}
	return out
}

// The phantom is the picture that is always at hand.
const (
	phantom     = "phantom"
	phantomSide = 256
)

func (x denoising) load(ctx context.Context) (*dataset.GreyImage, error) {
	if x.Picture == phantom {
		return generate.Phantom(x.Side)
	}
	picture, err := imagefiles.LoadGreyImage(ctx, x.Picture)
	if err != nil {
		return nil, err
	}
	return crop(picture, x.Side), nil
}
