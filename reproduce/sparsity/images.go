package sparsity

import (
	"context"
	"errors"
	"math"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// denoising is a picture with noise, denoised by total variation at each of several λ.
type denoising struct {
	Picture string
	SHA256  string
	Side    int
	Sigma   float64
	Lambdas []float64
	Tol     float64
	Seed    uint64
}

// Denoised is what became of it: PSNR in dB before, and after at the best λ, which knows the truth.
type Denoised struct {
	Noisy, PSNR, Lambda float64
	ByLambda            []float64
	Gap                 float64   // relative, the worst
	Agreement           float64   // the largest difference of a pixel from Chambolle's iteration
	Before, After       []float64 // pixels of the middle, at the best λ
}

// lambdasFor returns the λ that are tried at a noise level: about 0.3 to 2 times its deviation.
func lambdasFor(sigma float64, count int) []float64 {
	out := make([]float64, count)
	for k := range out {
		out[k] = sigma * 0.3 * math.Pow(2/0.3, float64(k)/float64(max(1, count-1)))
	}
	return out
}

func (x denoising) run(ctx context.Context, c reproduce.Config, picture *datasets.GreyImage) (Denoised, error) {
	return cell(c, "denoising", x, func() (Denoised, error) {
		noisy := picture.Noisy(x.Sigma, x.Seed)
		out := Denoised{
			Noisy:  fit.PSNR(noisy.Pixels, picture.Pixels, 1),
			PSNR:   math.Inf(-1),
			Before: crop(noisy, keptSide).Pixels,
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
			psnr := fit.PSNR(image, picture.Pixels, 1)
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
		out.After = crop(&datasets.GreyImage{Rows: noisy.Rows, Cols: noisy.Cols, Pixels: best}, keptSide).Pixels
		return out, nil
	})
}

// keptSide is the side of the middle that is kept and shown.
const keptSide = 128

// crop returns the middle of a picture, side × side pixels, or all of a smaller one.
func crop(p *datasets.GreyImage, side int) *datasets.GreyImage {
	if side >= p.Rows || side >= p.Cols {
		return p
	}
	out := &datasets.GreyImage{Source: p.Source, Rows: side, Cols: side}
	top, left := (p.Rows-side)/2, (p.Cols-side)/2
	for i := range side {
		out.Pixels = append(out.Pixels, p.Pixels[(top+i)*p.Cols+left:(top+i)*p.Cols+left+side]...)
	}
	return out
}

// loadPictures loads the pictures of the plan that are at hand, and the phantom.
func loadPictures(ctx context.Context, c reproduce.Config, p plan) ([]*datasets.GreyImage, error) {
	var out []*datasets.GreyImage
	if c.Data != datasets.OnlySynthetic {
		for _, name := range p.pictures {
			picture, err := datasets.LoadGreyImage(ctx, name)
			var missing *datasets.NotFoundError
			if errors.As(err, &missing) {
				c.Notice("picture %s: %v", name, err)
				continue
			}
			if err != nil {
				return nil, err
			}
			out = append(out, crop(picture, p.side))
		}
	}
	phantom, err := datasets.Phantom(min(p.side, phantomSide))
	if err != nil {
		return nil, err
	}
	return append(out, phantom), nil
}

const phantomSide = 256
