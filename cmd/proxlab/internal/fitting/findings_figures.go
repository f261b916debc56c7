package fitting

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"
)

// keptPath is the path of the model that is kept, of several.
func (r *fitting) keptPath(models []*model.Linear) []*model.Linear {
	paths := r.flags.paths()
	if paths > 1 && !r.flags.ridgePath() && len(models)%paths == 0 {
		length := len(models) / paths
		first := r.found.kept / length * length
		models = models[first : first+length]
	}
	if shares := len(r.flags.choosing.relax); shares > 1 {
		models = every(models, r.found.kept%shares, shares)
	}
	return models
}

// every are values from a place on, one of so many.
func every[T any](values []T, from, step int) (out []T) {
	for k := from; k < len(values); k += step {
		out = append(out, values[k])
	}
	return out
}

// validationFigure draws the error over λ or μ, with a curve for each path.
func (r *fitting) validationFigure(models []*model.Linear, v *choose.Validation, about string) figures.Figure {
	meta := figures.Meta{ID: "validation", Title: "Cross-validation", Subtitle: about}
	if r.flags.sums() && len(v.Begins) > 1 && len(v.Begins) < len(v.Error) {
		return r.flags.heat(meta, v, models, r.found.kept)
	}
	shares := max(1, len(r.flags.choosing.relax))
	if len(v.Begins) == 1 && shares == 1 {
		x, symbol := r.flags.axis(models)
		f := figures.Validation(meta, v.Measure, len(v.Errors[0]), x, v.Error, v.StdError, v.Best, v.OneStdError)
		f.X.Label = symbol
		return f
	}
	var paths []figures.Path
	for k, begin := range v.Begins {
		end := len(v.Lambdas)
		if k+1 < len(v.Begins) {
			end = v.Begins[k+1]
		}
		label := fmt.Sprintf("μ = %.4g", v.Mus[begin])
		if ratios := r.flags.choosing.ratios; ratios != nil {
			label = fmt.Sprintf("ℓ1 ratio %g", ratios[k])
		}
		for s := range shares {
			of := func(values []float64) []float64 { return every(values[begin:end], s, shares) }
			name := label
			if shares > 1 {
				name = fmt.Sprintf("relaxed by %g", r.flags.choosing.relax[s])
			}
			if shares > 1 && len(v.Begins) > 1 {
				name = label + ", " + name
			}
			paths = append(paths, figures.Path{Name: name, Strength: of(v.Lambdas), Mean: of(v.Error), Error: of(v.StdError)})
		}
	}
	at := func(k int) [2]float64 { return [2]float64{v.Lambdas[k], v.Error[k]} }
	return figures.ValidationPaths(meta, v.Measure, paths, at(v.Best), at(r.found.kept))
}

// foundFigures draw what was found out about the choice.
func (r *fitting) foundFigures(models []*model.Linear, about string) (out []figures.Figure) {
	found := r.found
	meta := func(id, title string) figures.Meta { return figures.Meta{ID: id, Title: title, Subtitle: about} }
	if path := r.keptPath(models); found.criteria != nil && len(path) > 1 {
		x, symbol := r.flags.axis(path)
		values := make([][]float64, len(criteria))
		from := slices.Index(models, path[0])
		for _, c := range found.criteria[from : from+len(path)] {
			for k, word := range criteria {
				values[k] = append(values[k], criterionOf(c, word))
			}
		}
		out = append(out, figures.Criteria(meta("criteria", "Information criteria"), symbol, x,
			[]string{"AIC", "BIC", "EBIC"}, values))
	}
	if s := found.stable; s != nil {
		order := descending(s.Frequency)
		out = append(out, figures.Frequencies(meta("stability", "Stability selection"), r.names(order),
			pick(s.Frequency, order), s.Threshold))
	}
	if p := found.procedure; p != nil {
		out = append(out, figures.Nested(meta("nested", "Nested cross-validation"), p.Measure, p.Inner, p.Errors))
	}
	if v := found.intervals; v != nil {
		order, m := farthest(v), models[found.kept]
		title := fmt.Sprintf("Intervals at %g %%: the weights farthest from 0", 100*v.Level)
		about := meta("intervals", title)
		about.Subtitle = strings.TrimPrefix(about.Subtitle+"; "+v.Theory, "; ")
		out = append(out, figures.Intervals(about, r.names(order), pick(m.Weights, order),
			pick(v.Estimate, order), pick(v.Low, order), pick(v.High, order)))
	}
	return out
}

func (r *fitting) names(order []int) []string {
	out := make([]string, len(order))
	for k, j := range order {
		out[k] = r.feature(j)
	}
	return out
}

// pick are values in an order.
func pick(values []float64, order []int) []float64 {
	out := make([]float64, len(order))
	for k, j := range order {
		out[k] = values[j]
	}
	return out
}
