package fitting

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"
)

// parsePenalties reads --penalty, and what it says of λ: c, where one penalty has the strength c; 1, where all of a sum
// have some. Else λ multiplies the sum.
func (f *fitFlags) parsePenalties() (err error) {
	if f.of, err = words.ParsePenalties(f.penalties); err != nil {
		return err
	}
	if f.structure.Map != "" {
		f.of = f.of.OfMap()
	}
	f.penalty, f.several = f.of.String(), f.of.Several()
	word, strength, single := f.of.Single()
	switch {
	case f.several != nil && (f.path > 0 || f.lambda != ""):
		return fmt.Errorf("--penalty %s says the strengths that are tried: leave --path and --lambda out", f.penalty)
	case len(f.several) > 2 || !f.of.Given() && f.several != nil:
		return fmt.Errorf("--penalty %s: one or two penalties may have several strengths, and the others need one", f.penalty)
	case single && strength > 0 && f.lambda != "":
		return fmt.Errorf("--penalty %s and --lambda %s both say λ: give one of them", f.penalty, f.lambda)
	case single && strength > 0:
		f.penalty, f.lambda = word, strconv.FormatFloat(strength, 'g', -1, 64)
		f.of, err = words.ParsePenalties([]string{word})
	case !single && f.of.Given() && f.lambda == "" && f.path == 0:
		f.lambda = "1"
	}
	if count := f.several.Count(); count > mostPath {
		return fmt.Errorf("--penalty %s: a grid has at most %d models, and this has %d", f.penalty, mostPath, count)
	}
	return err
}

// sums tells whether the grid is of strengths of a sum: those of one penalty are λ.
func (f *fitFlags) sums() bool {
	_, _, single := f.of.Single()
	return f.several != nil && !single
}

// listed is the grid of the strengths of penalties.
func (r *fitting) listed() choose.Grid {
	f := r.flags
	if !f.sums() {
		return choose.Grid{choose.LambdaPath(f.several[0].Values, f.mu)}
	}
	return f.several.Paths(f.mu, r.sum)
}

// at says which model of a grid one is.
func (r *fitting) at(models []*model.Linear, k int) string {
	f, m := r.flags, models[k]
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
func (r *fitting) strengthTitles(models []*model.Linear) (titles []string, mus bool) {
	if r.flags.sums() {
		for _, s := range r.flags.several {
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
		return []string{"λ", "μ"}, true
	}
	return []string{"λ"}, false
}

func (r *fitting) strengthCells(m *model.Linear, k int, mus bool) (out []string) {
	if r.flags.sums() {
		for _, v := range r.flags.several.At(k) {
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
func (r *fitting) axis(path []*model.Linear) (values []float64, symbol string) {
	if r.flags.sums() {
		return r.flags.several[0].Values[:len(path)], r.flags.several[0].Name
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

// paths is how many paths a grid has.
func (f *fitFlags) paths() int {
	if f.sums() && len(f.several) > 1 {
		return len(f.several[1].Values)
	}
	return max(1, len(f.choosing.ratios), len(f.choosing.mus))
}

// heat draws the errors of a grid over two strengths, which rise along its axes.
func (r *fitting) heat(meta figures.Meta, v *choose.Validation, models []*model.Linear) figures.Figure {
	first, second := r.flags.several[0], r.flags.several[1]
	meta.Title += ": " + v.Measure
	meta.Subtitle += fmt.Sprintf("; least at %s; kept %s", r.at(models, v.Best), r.at(models, r.found.kept))
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
func (r *fitting) alongside() string {
	if !r.flags.sums() || r.flags.paths() == 1 {
		return ""
	}
	return fmt.Sprintf("; %s = %.6g", r.flags.several[1].Name, r.flags.several.At(r.found.kept)[1])
}

// penaltyText is the penalty of all models of a path.
func (r *fitting) penaltyText(models []*model.Linear) string {
	if r.flags.sums() {
		return r.flags.penalty
	}
	return models[0].Penalty
}
