package fitting

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"
)

// at says which model of a grid one is.
func (f *fitFlags) at(models []*model.Linear, k int) string {
	text := f.strengthAt(models, k)
	if f.choosing.relax != nil {
		text += fmt.Sprintf(", relaxed by %g", models[k].Relaxed)
	}
	return text
}

func (f *fitFlags) strengthAt(models []*model.Linear, k int) string {
	m := models[k]
	switch {
	case f.sums():
		return f.several.Text(k)
	case m.Penalty == "none":
		return fmt.Sprintf("μ = %.6g", m.Mu)
	case m.Mu != 0 && (f.choosing.ratios != nil || f.choosing.mus != nil):
		return fmt.Sprintf("λ = %.6g with μ = %.6g", m.Lambda, m.Mu)
	}
	return fmt.Sprintf("λ = %.6g", m.Lambda)
}

// strengthTitles are the columns that tell the models of a path apart: λ, μ or both, or strengths of penalties.
func (f *fitFlags) strengthTitles(models []*model.Linear) (titles []string, mus bool) {
	if f.sums() {
		for _, s := range f.several {
			titles = append(titles, s.Name)
		}
		return titles, false
	}
	first := models[0]
	for _, m := range models {
		mus = mus || m.Mu != first.Mu
	}
	switch {
	case first.Penalty == "none":
		return []string{"μ"}, true
	case mus:
		titles = []string{"λ", "μ"}
	default:
		titles = []string{"λ"}
	}
	if f.choosing.relax != nil {
		titles = append(titles, "relaxed")
	}
	return titles, mus
}

func (f *fitFlags) strengthCells(m *model.Linear, k int, mus bool) (out []string) {
	if f.sums() {
		for _, v := range f.several.At(k) {
			out = append(out, strengthText(v))
		}
		return out
	}
	if m.Penalty != "none" {
		out = append(out, strengthText(m.Lambda))
	}
	if mus {
		out = append(out, strengthText(m.Mu))
	}
	if f.choosing.relax != nil {
		out = append(out, fmt.Sprint(m.Relaxed))
	}
	return out
}

func strengthText(v float64) string {
	const small = 0.01 // where four decimals say too little
	if v > 0 && v < small {
		return fmt.Sprintf("%.2e", v)
	}
	return figures.Number(v, 4)
}

// axis are the λ of the models of a path, or the μ where these have no penalty or differ in μ alone, or the strengths
// of the first penalty that has several.
func (f *fitFlags) axis(path []*model.Linear) (values []float64, symbol string) {
	if f.sums() {
		return f.several[0].Values[:len(path)], f.several[0].Name
	}
	first, last := path[0], path[len(path)-1]
	symbol = "λ"
	if first.Lambda == last.Lambda {
		symbol = "μ"
	}
	for _, m := range path {
		v := m.Lambda
		if symbol == "μ" {
			v = m.Mu
		}
		values = append(values, v)
	}
	return values, symbol
}

// heat draws the errors of a grid over two strengths, which rise along its axes.
func (f *fitFlags) heat(
	meta figures.Meta, v *choose.Validation, models []*model.Linear, kept int,
) figures.Figure {
	first, second := f.several[0], f.several[1]
	meta.Title += ": " + v.Measure
	meta.Subtitle += fmt.Sprintf("; least at %s; kept %s", f.at(models, v.Best), f.at(models, kept))
	h := figures.Heat{Meta: meta, X: figures.Axis{Label: first.Name}, Y: figures.Axis{Label: second.Name}}
	for _, s := range slices.Backward(first.Values) {
		h.Columns = append(h.Columns, fmt.Sprintf("%.3g", s))
	}
	for k, s := range slices.Backward(second.Values) {
		row := slices.Clone(v.Error[k*len(first.Values) : (k+1)*len(first.Values)])
		slices.Reverse(row)
		h.RowsUp, h.Values = append(h.RowsUp, fmt.Sprintf("%.3g", s)), append(h.Values, row)
	}
	const digits = 2 // that tell the errors apart
	if spread := floats.Max(v.Error) - v.Error[v.Best]; spread > 0 {
		h.Digits = max(0, digits-int(math.Floor(math.Log10(spread))))
	}
	return h
}

// alongside says where a path along the first strength is.
func (f *fitFlags) alongside(kept int) string {
	if !f.sums() || f.paths() == 1 {
		return ""
	}
	return fmt.Sprintf("; %s = %.6g", f.several[1].Name, f.several.At(kept)[1])
}

// penaltyText is the penalty of all models of a path.
func (f *fitFlags) penaltyText(models []*model.Linear) string {
	if f.sums() {
		return f.penalty
	}
	return models[0].Penalty
}
