package sparsity

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// compared summarizes multi-task against single-task errors.
func compared(all []Errors, values reproduce.Values) (datasets.Source, reproduce.Values) {
	if len(all) == 0 {
		return datasets.Source{}, nil
	}
	single, multi := bothErrors(all)
	values["single"], values["multi"] = stat.Mean(single, nil), stat.Mean(multi, nil)
	values["gamma"], values["gamma_spread"] = reproduce.MeanSpread(gammas(single, multi))
	values["selected"] = reproduce.Mean(all, func(e Errors) float64 { return e.Selected })
	values["replications"] = len(all)
	if all[0].Explained != 0 {
		values["explained"] = reproduce.Mean(all, func(e Errors) float64 { return e.Explained })
		values["explained_single"] = reproduce.Mean(all, func(e Errors) float64 { return e.ExplainedSingle })
	}
	return all[0].Source, values
}

// inFull is compared with the errors by replication, and γ of their means.
func inFull(all []Errors, values reproduce.Values) (datasets.Source, reproduce.Values) {
	source, values := compared(all, values)
	if values != nil {
		single, multi := bothErrors(all)
		of := evidence.AtLeast("γ of the mean errors", gammaOfMeans(single, multi), 0)
		values["singles"], values["multis"] = single, multi
		values["gamma_means"], values["gamma_error"] = of.Mean, of.Error
	}
	return source, values
}

func bothErrors(all []Errors) (single, multi []float64) {
	return reproduce.Each(all, func(e Errors) float64 { return e.Single }),
		reproduce.Each(all, func(e Errors) float64 { return e.Multi })
}

// gammaOfMeans returns numbers of which the mean is 1 − err_M/err_S for the mean errors.
func gammaOfMeans(single, multi []float64) []float64 {
	out := evidence.Ratios(multi, single)
	for k, q := range out {
		out[k] = 1 - q
	}
	return out
}

// gammas returns γ by replication.
func gammas(single, multi []float64) []float64 {
	out := make([]float64, len(single))
	for k, s := range single {
		out[k] = (s - multi[k]) / s
	}
	return out
}

// tried summarizes the trials of one d, n and α.
func tried(all []Outcome, values reproduce.Values) (datasets.Source, reproduce.Values) {
	if len(all) == 0 {
		return datasets.Source{}, nil
	}
	for key, number := range map[string]func(Outcome) float64{
		"plain_error":      func(o Outcome) float64 { return o.PlainError },
		"selected":         func(o Outcome) float64 { return o.Selected },
		"plain_selected":   func(o Outcome) float64 { return o.PlainSelected },
		"right":            func(o Outcome) float64 { return o.Right },
		"share":            func(o Outcome) float64 { return o.Share },
		"curvature":        func(o Outcome) float64 { return o.Curvature },
		"contraction":      func(o Outcome) float64 { return o.Contraction },
		"iterations":       func(o Outcome) float64 { return o.Counts[fixed].Tight },
		"iterations_loose": func(o Outcome) float64 { return o.Counts[fixed].Loose },
		"adaptive":         func(o Outcome) float64 { return o.Counts[guarded].Tight },
		"excess":           func(o Outcome) float64 { return o.Counts[fixed].Excess },
	} {
		values[key] = reproduce.Mean(all, number)
	}
	errors := reproduce.Each(all, func(o Outcome) float64 { return o.Error })
	values["error"], values["error_spread"] = reproduce.MeanSpread(errors)
	values["errors"] = errors
	values["selections"] = reproduce.Each(all, func(o Outcome) float64 { return o.Selected })
	values["counts"] = reproduce.Each(all, func(o Outcome) float64 { return o.Counts[fixed].Tight })
	values["plain_errors"] = reproduce.Each(all, func(o Outcome) float64 { return o.PlainError })
	values["stopped_short"], values["replications"] = ended(all, fixed), len(all)
	return all[0].Source, values
}

// ended counts the trials in which a rule took all the iterations it may.
func ended(all []Outcome, rule string) int {
	return count(all, func(o Outcome) bool { return o.Counts[rule].Tight == limit })
}

// ratios summarizes Figure 3: fixed over adaptive iterations, their mean over the trials.
func ratios(all []Outcome, values reproduce.Values) (datasets.Source, reproduce.Values) {
	if len(all) == 0 {
		return datasets.Source{}, nil
	}
	values["fixed"] = reproduce.Mean(all, func(o Outcome) float64 { return o.Counts[fixed].Tight })
	for _, rule := range figure3Rules {
		over := func(of func(Count) float64) []float64 {
			return reproduce.Each(all, func(o Outcome) float64 { return of(o.Counts[fixed]) / of(o.Counts[rule]) })
		}
		tightly := over(func(c Count) float64 { return c.Tight })
		values[rule] = reproduce.Mean(all, func(o Outcome) float64 { return o.Counts[rule].Tight })
		values["ratio_"+rule], values["spread_"+rule] = reproduce.MeanSpread(tightly)
		values["least_"+rule], values["most_"+rule] = floats.Min(tightly), floats.Max(tightly)
		values["loose_"+rule], _ = reproduce.MeanSpread(over(func(c Count) float64 { return c.Loose }))
		values["ratios_"+rule], values["failed_"+rule] = tightly, ended(all, rule)
	}
	values["replications"] = len(all)
	return all[0].Source, values
}

// counted summarizes the iterations of a rule.
func counted(all []Outcome, rule string, values reproduce.Values) (datasets.Source, reproduce.Values) {
	if len(all) == 0 {
		return datasets.Source{}, nil
	}
	values["iterations"] = reproduce.Mean(all, func(o Outcome) float64 { return o.Counts[rule].Tight })
	values["iterations_loose"] = reproduce.Mean(all, func(o Outcome) float64 { return o.Counts[rule].Loose })
	values["excess"] = reproduce.Mean(all, func(o Outcome) float64 { return o.Counts[rule].Excess })
	values["failed"], values["replications"] = ended(all, rule), len(all)
	return all[0].Source, values
}

func contracted(all []Contraction, alpha float64) (datasets.Source, reproduce.Values) {
	source := datasets.Source{Name: "shared-features", Kind: datasets.Synthetic}
	if len(all) == 0 {
		return source, nil
	}
	return source, reproduce.Values{
		"what":         "contraction",
		"alpha":        alpha,
		"measured":     most(all, func(c Contraction) float64 { return c.Measured }),
		"bound":        most(all, func(c Contraction) float64 { return c.Factor }),
		"formula":      1 / (1 + alpha),
		"distance":     most(all, func(c Contraction) float64 { return c.Distance }),
		"above":        count(all, func(c Contraction) bool { return c.Measured > c.Factor+rounding }),
		"beyond":       count(all, func(c Contraction) bool { return c.Distance > 1+rounding }),
		"other":        count(all, func(c Contraction) bool { return math.Abs(c.Factor-1/(1+alpha)) > 1e-6 }),
		"replications": len(all),
	}
}

// Contraction is compared up to rounding, and the projection is reached where the distance from it is at most
// such a share of its norm.
const (
	rounding = 1e-9
	reached  = 1e-3
)

// count returns of how many results something is true.
func count[T any](results []T, is func(T) bool) (n int) {
	for _, r := range results {
		if is(r) {
			n++
		}
	}
	return n
}

// most returns the largest of a number of several results.
func most[T any](results []T, number func(T) float64) float64 {
	return floats.Max(reproduce.Each(results, number))
}

func projected(all []Projection, times float64) (datasets.Source, reproduce.Values) {
	source := datasets.Source{Name: "random groups", Kind: datasets.Synthetic}
	if len(all) == 0 {
		return source, nil
	}
	return source, reproduce.Values{
		"what":         "projection",
		"times":        times,
		"increase":     most(all, func(p Projection) float64 { return p.Increase }),
		"excess":       most(all, func(p Projection) float64 { return p.Excess }),
		"off":          most(all, func(p Projection) float64 { return p.Distance }),
		"risen":        count(all, func(p Projection) bool { return p.Increase > 1e-12 }),
		"away":         count(all, func(p Projection) bool { return !(p.Distance <= reached) }),
		"replications": len(all),
	}
}

// courseCurve shows a course of the theory, where it was kept.
func courseCurve(id string, columns []string, course [][]float64) []reproduce.Curve {
	if course == nil {
		return nil
	}
	return []reproduce.Curve{{ID: id, Columns: columns, Values: course}}
}

// followed summarizes the paths of a penalty.
func followed(all []Path, truth, penalty string) (datasets.Source, reproduce.Values) {
	source := datasets.Source{Name: "features in a row", Kind: datasets.Synthetic}
	if len(all) == 0 {
		return source, nil
	}
	return source, reproduce.Values{
		"truth": truth, "penalty": penalty, "replications": len(all),
		"error":    reproduce.Mean(all, func(p Path) float64 { return p.TestError[p.Best] }),
		"selected": reproduce.Mean(all, func(p Path) float64 { return p.Selected[p.Best] }),
		"right":    reproduce.Mean(all, func(p Path) float64 { return p.Hits }),
		"gap":      most(all, func(p Path) float64 { return p.Gap }),
	}
}

// pathCurves shows the first path, and the weights at its best point.
func pathCurves(all []Path, truth, penalty string) []reproduce.Curve {
	if len(all) == 0 {
		return nil
	}
	first := all[0]
	weights := first.Weights[first.Best]
	features := make([]float64, len(weights))
	for j := range features {
		features[j] = float64(j + 1)
	}
	return []reproduce.Curve{
		{
			ID: "path-" + truth + "-" + penalty, Columns: []string{"share", "selected", "test_error"},
			Values: [][]float64{first.Shares, first.Selected, first.TestError},
		},
		{
			ID: "weights-" + truth + "-" + penalty, Columns: []string{"feature", "weight"},
			Values: [][]float64{features, weights},
		},
	}
}

func denoised(d Denoised, x denoising) (datasets.Source, reproduce.Values) {
	return d.Source, reproduce.Values{
		"picture":   x.Picture,
		"rows":      d.Rows,
		"cols":      d.Cols,
		"sigma":     x.Sigma,
		"noisy":     d.Noisy,
		"psnr":      d.PSNR,
		"lambda":    d.Lambda,
		"gap":       d.Gap,
		"agreement": d.Agreement,
		"lambdas":   x.Lambdas,
		"psnrs":     d.ByLambda,
	}
}

// pictureCurve is the middle of a picture, with noise and without again.
func pictureCurve(d Denoised) reproduce.Curve {
	return reproduce.Curve{
		ID: "picture-" + d.Source.Name, Columns: []string{"original", "noisy", "denoised"}, Values: d.Middle,
	}
}
