package sparsity

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// each returns one number of each of several results.
func each[T any](results []T, number func(T) float64) []float64 {
	out := make([]float64, len(results))
	for k, r := range results {
		out[k] = number(r)
	}
	return out
}

// average returns the mean of a number, NaN of none.
func average[T any](results []T, number func(T) float64) float64 {
	if len(results) == 0 {
		return math.NaN()
	}
	return stat.Mean(each(results, number), nil)
}

// compared summarizes multi-task against single-task errors.
func compared(all []Errors, values map[string]any) (datasets.Source, map[string]any) {
	if len(all) == 0 {
		return datasets.Source{}, nil
	}
	gamma := each(all, func(e Errors) float64 { return (e.Single - e.Multi) / e.Single })
	values["single"], values["multi"] =
		average(all, func(e Errors) float64 { return e.Single }), average(all, func(e Errors) float64 { return e.Multi })
	values["gamma"], values["gamma_spread"] = stat.MeanStdDev(gamma, nil)
	values["replications"], values["selected"] =
		float64(len(all)), average(all, func(e Errors) float64 { return e.Selected })
	if all[0].Explained != 0 {
		values["explained"] = average(all, func(e Errors) float64 { return e.Explained })
		values["explained_single"] = average(all, func(e Errors) float64 { return e.ExplainedSingle })
	}
	return all[0].Source, values
}

// tried summarizes the trials of one d, n and α.
func tried(all []Outcome, values map[string]any) (datasets.Source, map[string]any) {
	if len(all) == 0 {
		return datasets.Source{}, nil
	}
	for key, number := range map[string]func(Outcome) float64{
		"error":            func(o Outcome) float64 { return o.Error },
		"plain_error":      func(o Outcome) float64 { return o.PlainError },
		"selected":         func(o Outcome) float64 { return o.Selected },
		"plain_selected":   func(o Outcome) float64 { return o.PlainSelected },
		"right":            func(o Outcome) float64 { return o.Right },
		"share":            func(o Outcome) float64 { return o.Share },
		"contraction":      func(o Outcome) float64 { return o.Contraction },
		"iterations":       func(o Outcome) float64 { return o.Counts[fixed].Tight },
		"iterations_loose": func(o Outcome) float64 { return o.Counts[fixed].Loose },
		"adaptive":         func(o Outcome) float64 { return o.Counts[guarded].Tight },
		"excess":           func(o Outcome) float64 { return o.Counts[fixed].Excess },
	} {
		values[key] = average(all, number)
	}
	errors := each(all, func(o Outcome) float64 { return o.Error })
	values["error_spread"], values["errors"] = stat.StdDev(errors, nil), errors
	values["plain_errors"] = each(all, func(o Outcome) float64 { return o.PlainError })
	values["stopped_short"] = float64(countOf(all, fixed, limit))
	values["replications"] = float64(len(all))
	return all[0].Source, values
}

// countOf counts the trials in which a rule took the given number of iterations.
func countOf(all []Outcome, rule string, iterations float64) (n int) {
	for _, o := range all {
		if o.Counts[rule].Tight == iterations {
			n++
		}
	}
	return n
}

// ratios summarizes Figure 3: fixed over adaptive iterations, their mean over the trials.
func ratios(all []Outcome, values map[string]any) (datasets.Source, map[string]any) {
	if len(all) == 0 {
		return datasets.Source{}, nil
	}
	tightRatio := each(all, func(o Outcome) float64 { return o.Counts[fixed].Tight / o.Counts[adaptive].Tight })
	values["ratio"], values["ratio_spread"] = stat.MeanStdDev(tightRatio, nil)
	values["ratio_least"], values["ratio_most"] = floats.Min(tightRatio), floats.Max(tightRatio)
	values["ratio_loose"] = average(all,
		func(o Outcome) float64 { return o.Counts[fixed].Loose / o.Counts[adaptive].Loose })
	values["ratio_guarded"] = average(all,
		func(o Outcome) float64 { return o.Counts[fixed].Tight / o.Counts[guarded].Tight })
	values["guarded_least"] = floats.Min(each(all,
		func(o Outcome) float64 { return o.Counts[fixed].Tight / o.Counts[guarded].Tight }))
	values["fixed"] = average(all, func(o Outcome) float64 { return o.Counts[fixed].Tight })
	values["adaptive"] = average(all, func(o Outcome) float64 { return o.Counts[adaptive].Tight })
	values["adaptive_failed"], values["replications"] = float64(countOf(all, adaptive, limit)), float64(len(all))
	return all[0].Source, values
}

// counted summarizes the iterations of a rule.
func counted(all []Outcome, rule string, values map[string]any) (datasets.Source, map[string]any) {
	if len(all) == 0 {
		return datasets.Source{}, nil
	}
	values["iterations"] = average(all, func(o Outcome) float64 { return o.Counts[rule].Tight })
	values["iterations_loose"] = average(all, func(o Outcome) float64 { return o.Counts[rule].Loose })
	values["excess"] = average(all, func(o Outcome) float64 { return o.Counts[rule].Excess })
	values["failed"], values["replications"] = float64(countOf(all, rule, limit)), float64(len(all))
	return all[0].Source, values
}

func contracted(all []contraction, alpha float64) map[string]any {
	if len(all) == 0 {
		return nil
	}
	return map[string]any{
		"what":         "contraction",
		"alpha":        alpha,
		"measured":     floats.Max(each(all, func(c contraction) float64 { return c.measured })),
		"bound":        floats.Max(each(all, func(c contraction) float64 { return c.factor })),
		"formula":      1 / (1 + alpha),
		"worst":        floats.Max(each(all, func(c contraction) float64 { return c.measured - c.factor })),
		"distance":     floats.Max(each(all, func(c contraction) float64 { return c.distance })),
		"replications": float64(len(all)),
	}
}

func projected(all [][2]float64, times float64) map[string]any {
	if len(all) == 0 {
		return nil
	}
	return map[string]any{
		"what": "projection", "times": times, "increase": floats.Max(each(all, func(v [2]float64) float64 { return v[0] })),
		"excess": floats.Max(each(all, func(v [2]float64) float64 { return v[1] })), "replications": float64(len(all)),
	}
}

// followed summarizes the paths of a penalty and adds a curve of the first.
func followed(rec *reproduce.Record, truth, penalty string, all []Path) (datasets.Source, map[string]any) {
	source := datasets.Source{Name: "features in a row", Kind: datasets.Synthetic}
	if len(all) == 0 {
		return source, nil
	}
	first := all[0]
	curve := reproduce.Curve{ID: "path-" + truth + "-" + penalty, Columns: []string{"share", "selected", "test_error"}}
	curve.Values = [][]float64{first.Shares, first.Selected, first.TestError}
	rec.Curves = append(rec.Curves, curve)
	weights := reproduce.Curve{
		ID:      "weights-" + truth + "-" + penalty,
		Columns: []string{"feature", "weight"},
		Values:  make([][]float64, 2),
	}
	for j, w := range first.Weights[first.Best] {
		weights.Values[0], weights.Values[1] = append(weights.Values[0], float64(j+1)), append(weights.Values[1], w)
	}
	rec.Curves = append(rec.Curves, weights)
	return source, map[string]any{
		"truth": truth, "penalty": penalty, "replications": float64(len(all)),
		"error":    average(all, func(p Path) float64 { return p.TestError[p.Best] }),
		"selected": average(all, func(p Path) float64 { return p.Selected[p.Best] }),
		"right":    average(all, func(p Path) float64 { return p.Hits }),
		"gap":      floats.Max(each(all, func(p Path) float64 { return p.Gap })),
	}
}

func denoised(p *datasets.GreyImage, x denoising, d Denoised) map[string]any {
	return map[string]any{
		"picture":   x.Picture,
		"rows":      float64(p.Rows),
		"cols":      float64(p.Cols),
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

// addPicture keeps the middle of a picture, with noise and without again.
func addPicture(rec *reproduce.Record, p *datasets.GreyImage, d Denoised) {
	rec.Curves = append(rec.Curves, reproduce.Curve{
		ID: "picture-" + p.Source.Name, Columns: []string{"original", "noisy", "denoised"},
		Values: [][]float64{rounded(crop(p, keptSide).Pixels), rounded(d.Before), rounded(d.After)},
	})
}

// rounded rounds to a thousandth, for files of pixels.
func rounded(pixels []float64) []float64 {
	out := make([]float64, len(pixels))
	for k, v := range pixels {
		out[k] = math.Round(1000*v) / 1000
	}
	return out
}
