package sparsity

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// psnrs shows the denoised pictures' quality over λ.
func psnrs(rec *reproduce.Record) figures.Lines {
	t := rec.Table(tableImages)
	f := figures.Lines{X: figures.Axis{Label: "λ/σ", Log: true}, Y: figures.Axis{Label: "PSNR (dB)"}}
	f.ID, f.Title, f.Subtitle =
		"psnr", "Denoising by total variation", fmt.Sprintf("scale %s; noise of deviation 0.1", rec.Scale)
	for _, r := range gridOf(t).rows {
		if keySigma.In(r) != 0.1 {
			continue
		}
		var x []float64
		for _, l := range lambdas.In(r) {
			x = append(x, l/keySigma.In(r))
		}
		f.Series = append(f.Series, figures.Series{
			Name:  fmt.Sprintf("%s (%s)", picture.In(r), r.Data.Kind),
			X:     x,
			Y:     byLambda.In(r),
			Marks: true,
		})
	}
	return f
}

// pictures shows the middle of pictures, with noise and without.
func pictures(rec *reproduce.Record) figures.Pictures {
	var f figures.Pictures
	f.ID, f.Title, f.Subtitle =
		"pictures", "Denoising by total variation", fmt.Sprintf("the middle of the pictures, scale %s", rec.Scale)
	for _, r := range gridOf(rec.Table(tableImages)).rows {
		c := rec.Curve("picture-" + picture.In(r))
		if c == nil || keySigma.In(r) != 0.1 {
			continue
		}
		side := int(math.Sqrt(float64(len(c.Values[0]))))
		show := func(column, caption string) figures.Picture {
			return figures.Picture{Rows: side, Cols: side, Pixels: c.Column(column), Caption: caption}
		}
		f.Rows = append(f.Rows, []figures.Picture{
			show("original", fmt.Sprintf("%s (%s)", picture.In(r), r.Data.Kind)),
			show("noisy", fmt.Sprintf("with noise: %.1f dB", noisy.In(r))),
			show("denoised", fmt.Sprintf("λ = %.3f: %.1f dB", lambda.In(r), psnr.In(r))),
		})
	}
	return f
}
