package sparsity

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// Contraction is compared up to rounding, and the projection is reached where the distance from it is at most
// such a share of its norm.
const (
	rounding = 1e-9
	reached  = 1e-3
)

// What rows of the theory are about.
const (
	ofContraction = "contraction"
	ofProjection  = "projection"
)

// Values of contraction factors, and of the projection's steps.
var (
	measured = largest("measured", "measured", six, func(c Contraction) float64 { return c.Measured })
	factor   = largest("bound", "bound", six, func(c Contraction) float64 { return c.Factor })
	formula  = reproduce.Shown("formula", "1/(1 + α)", six,
		func(x found[Contraction]) float64 { return 1 / (1 + x.alpha) })
	distance = largest("distance", "share of a-priori bound", four, func(c Contraction) float64 { return c.Distance })
	tooLong  = counted("above", "", func(_ found[Contraction], c Contraction) bool {
		return c.Measured > c.Factor+rounding
	})
	beyond = counted("beyond", "", func(_ found[Contraction], c Contraction) bool { return c.Distance > 1+rounding })
	other  = counted("other", "", func(x found[Contraction], c Contraction) bool {
		return math.Abs(c.Factor-1/(1+x.alpha)) > 1e-6
	})
	increase = largest("increase", "increase in a step", reproduce.Short, func(p Projection) float64 { return p.Increase })
	excess   = largest(keyExcess, "excess", reproduce.Short, func(p Projection) float64 { return p.Excess })
	off      = largest("off", "distance", reproduce.Short, func(p Projection) float64 { return p.Distance })
	risen    = counted("risen", "", func(_ found[Projection], p Projection) bool { return p.Increase > 1e-12 })
	away     = counted("away", "", func(_ found[Projection], p Projection) bool { return !(p.Distance <= reached) })

	contractionFields = reproduce.Fields[found[Contraction]]{
		reproduce.Shown(keyWhat, "what", reproduce.Left(theorem), func(found[Contraction]) string { return ofContraction }),
		measured, factor, formula, distance, at[Contraction](keyAlpha, "", whole, alphaAt), tooLong, beyond, other,
		all("each_measured", func(c Contraction) float64 { return c.Measured }),
		all("each_bound", func(c Contraction) float64 { return c.Factor }),
		all("each_distance", func(c Contraction) float64 { return c.Distance }),
		howMany[Contraction](),
	}
	projectionFields = reproduce.Fields[found[Projection]]{
		reproduce.Kept(keyWhat, func(found[Projection]) string { return ofProjection }), increase, excess, off,
		at[Projection](keyTimes, "", whole, func(p point) float64 { return p.times }), risen, away,
		all("each_increase", func(p Projection) float64 { return p.Increase }),
		all("each_off", func(p Projection) float64 { return p.Distance }),
		howMany[Projection](), reproduce.Whole[found[Projection]]("data", reproduce.Kind),
	}
)

// theoryColumns are those of both kinds of row.
func theoryColumns() []reproduce.Column {
	out := contractionFields.Columns()
	return append(out[:len(out)-1], projectionFields.Columns()...)
}

// theorem names what a row of the theory is about.
func theorem(r reproduce.Row, _ string) string {
	if keyWhat.In(r) == ofProjection {
		return fmt.Sprintf("Theorem 2 at η = %g/‖JJᵀ‖", keyTimes.In(r))
	}
	return fmt.Sprintf("contraction at α = %g", keyAlpha.In(r))
}

// penaltyFields are those of the paths of a penalty.
var penaltyFields = reproduce.Fields[found[Path]]{
	reproduce.Shown("truth", "relevant", reproduce.Left(func(r reproduce.Row, key string) string {
		return map[string]string{interval: "21 to 30", beginning: "the first ten"}[reproduce.Key[string](key).In(r)]
	}), func(x found[Path]) string { return x.truth }),
	reproduce.Shown("penalty", "penalty", reproduce.Left(func(r reproduce.Row, key string) string {
		return penaltyTitles[reproduce.Key[string](key).In(r)]
	}), func(x found[Path]) string { return x.penalty }),
	mean(keyError, "error", three, func(p Path) float64 { return p.TestError[p.Best] }),
	mean(keySelected, "selected", one, func(p Path) float64 { return p.Selected[p.Best] }),
	mean(keyRight, "relevant of ten", one, func(p Path) float64 { return p.Hits }),
	largest(keyGap, "relative gap", reproduce.Short, func(p Path) float64 { return p.Gap }), howMany[Path](),
	reproduce.Whole[found[Path]]("data", reproduce.Kind),
}

// shot is a picture with noise and what became of it.
type shot struct {
	denoising
	Denoised
}

// Values of pictures.
var (
	pixelRows = reproduce.Kept("rows", func(x shot) float64 { return float64(x.Rows) })
	pixelCols = reproduce.Kept("cols", func(x shot) float64 { return float64(x.Cols) })
	picture   = reproduce.Shown("picture", "picture", reproduce.Plain, func(x shot) string { return x.Picture })
	noisy     = reproduce.Shown("noisy", "noisy (dB)", two, func(x shot) float64 { return x.Noisy })
	psnr      = reproduce.Shown("psnr", "denoised (dB)", two, func(x shot) float64 { return x.PSNR })
	lambda    = reproduce.Shown("lambda", "λ", four, func(x shot) float64 { return x.Lambda })
	lambdas   = reproduce.Kept("lambdas", func(x shot) []float64 { return x.Lambdas })
	byLambda  = reproduce.Kept("psnrs", func(x shot) []float64 { return x.ByLambda })

	imageFields = reproduce.Fields[shot]{
		picture, reproduce.Whole[shot]("pixels", reproduce.Right(func(r reproduce.Row, _ string) string {
			return fmt.Sprintf("%.0f × %.0f", pixelRows.In(r), pixelCols.In(r))
		})),
		reproduce.Shown(keySigma, "noise σ", two, func(x shot) float64 { return x.Sigma }), noisy, psnr, lambda,
		reproduce.Whole[shot]("λ/σ", reproduce.Right(func(r reproduce.Row, _ string) string {
			return figures.Number(lambda.In(r)/keySigma.In(r), 2)
		})),
		reproduce.Shown(keyGap, "relative gap", reproduce.Short, func(x shot) float64 { return x.Gap }),
		reproduce.Shown("agreement", "agreement", reproduce.Short, func(x shot) float64 { return x.Agreement }),
		reproduce.Whole[shot]("data", reproduce.Data), pixelRows, pixelCols, lambdas, byLambda,
	}
)
