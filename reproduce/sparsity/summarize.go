package sparsity

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// compared summarizes multi-task against single-task errors.
func compared(all []Errors, values reproduce.Values) (datasets.Source, reproduce.Values) {
	if len(all) == 0 {
		return datasets.Source{}, nil
	}
	values["single"] = reproduce.Mean(all, func(e Errors) float64 { return e.Single })
	values["multi"] = reproduce.Mean(all, func(e Errors) float64 { return e.Multi })
	values["gamma"], values["gamma_spread"] = reproduce.MeanSpread(
		reproduce.Each(all, func(e Errors) float64 { return (e.Single - e.Multi) / e.Single }))
	values["selected"] = reproduce.Mean(all, func(e Errors) float64 { return e.Selected })
	values["replications"] = len(all)
	if all[0].Explained != 0 {
		values["explained"] = reproduce.Mean(all, func(e Errors) float64 { return e.Explained })
		values["explained_single"] = reproduce.Mean(all, func(e Errors) float64 { return e.ExplainedSingle })
	}
	return all[0].Source, values
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
	values["plain_errors"] = reproduce.Each(all, func(o Outcome) float64 { return o.PlainError })
	values["stopped_short"], values["replications"] = ended(all, fixed), len(all)
	return all[0].Source, values
}

// ended counts the trials in which a rule took all the iterations it may.
func ended(all []Outcome, rule string) (n int) {
	for _, o := range all {
		if o.Counts[rule].Tight == limit {
			n++
		}
	}
	return n
}

// ratios summarizes Figure 3: fixed over adaptive iterations, their mean over the trials.
func ratios(all []Outcome, values reproduce.Values) (datasets.Source, reproduce.Values) {
	if len(all) == 0 {
		return datasets.Source{}, nil
	}
	over := func(rule string, of func(Count) float64) []float64 {
		return reproduce.Each(all, func(o Outcome) float64 { return of(o.Counts[fixed]) / of(o.Counts[rule]) })
	}
	tightly, loosely := func(c Count) float64 { return c.Tight }, func(c Count) float64 { return c.Loose }
	tight, safe := over(adaptive, tightly), over(guarded, tightly)
	values["ratio"], values["ratio_spread"] = reproduce.MeanSpread(tight)
	values["ratio_least"], values["ratio_most"] = floats.Min(tight), floats.Max(tight)
	values["ratio_loose"], _ = reproduce.MeanSpread(over(adaptive, loosely))
	values["ratio_guarded"], _ = reproduce.MeanSpread(safe)
	values["guarded_least"] = floats.Min(safe)
	values["fixed"] = reproduce.Mean(all, func(o Outcome) float64 { return o.Counts[fixed].Tight })
	values["adaptive"] = reproduce.Mean(all, func(o Outcome) float64 { return o.Counts[adaptive].Tight })
	values["adaptive_failed"], values["replications"] = ended(all, adaptive), len(all)
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
		"worst":        most(all, func(c Contraction) float64 { return c.Measured - c.Factor }),
		"distance":     most(all, func(c Contraction) float64 { return c.Distance }),
		"replications": len(all),
	}
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
		"replications": len(all),
	}
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
