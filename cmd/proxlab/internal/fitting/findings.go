package fitting

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/intervals"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/inference"
	"github.com/proxlab/proxlab/toolkit/model"
)

// foundLine is what --json adds of a choice: criteria to each model of the path, the rest to the one that is kept.
type foundLine struct {
	Degrees *Number         `json:"df,omitempty"`
	AIC     *Number         `json:"aic,omitempty"`
	BIC     *Number         `json:"bic,omitempty"`
	EBIC    *Number         `json:"ebic,omitempty"`
	Kept    bool            `json:"kept"`
	Stable  *stableLine     `json:"stability,omitempty"`
	Nested  *nestedLine     `json:"nested,omitempty"`
	Ranges  []intervalsLine `json:"intervals,omitempty"`
	Caution string          `json:"intervals_caution,omitempty"`
}

type stableLine struct {
	Features  []string `json:"features"` // the stable ones
	Frequency []Number `json:"frequency"`
	Threshold float64  `json:"threshold"`
	Most      int      `json:"most_a_half"`
	Bound     Number   `json:"expected_errors_at_most"`
	Unimodal  Number   `json:"expected_errors_at_most_if_unimodal"`
}

type nestedLine struct {
	Measure  string   `json:"measure"`
	Error    Number   `json:"error"`
	StdError Number   `json:"std_error"`
	Accuracy Number   `json:"accuracy"` // 0 to 1
	Inner    Number   `json:"inner_error"`
	Lambdas  []Number `json:"lambdas"`
	Mus      []Number `json:"mus"`
	Chosen   []string `json:"penalties,omitempty"` // of a grid over their strengths
}

type intervalsLine struct {
	Feature  string `json:"feature"`
	Estimate Number `json:"estimate"`
	StdError Number `json:"std_error"`
	Low      Number `json:"low"`
	High     Number `json:"high"`
	P        Number `json:"p"`
}

// foundLine is nil where nothing was asked for.
func (r *fitting) foundLine(k int) *foundLine {
	found := r.found
	if found.criteria == nil && found.stable == nil && found.procedure == nil && found.intervals == nil {
		return nil
	}
	out := &foundLine{Kept: k == found.kept}
	if found.criteria != nil {
		c := found.criteria[k]
		df, aic, bic, ebic := Number(c.Degrees), Number(c.AIC), Number(c.BIC), Number(c.EBIC)
		out.Degrees, out.AIC, out.BIC, out.EBIC = &df, &aic, &bic, &ebic
	}
	if !out.Kept {
		return out
	}
	if s := found.stable; s != nil {
		out.Stable = &stableLine{
			Features: []string{}, Frequency: numbersOf(s.Frequency), Threshold: s.Threshold, Most: s.Most,
			Bound: Number(s.Bound), Unimodal: Number(s.Unimodal),
		}
		for _, j := range s.Selected {
			out.Stable.Features = append(out.Stable.Features, r.feature(j))
		}
	}
	if p := found.procedure; p != nil {
		out.Nested = &nestedLine{Measure: p.Measure, Error: Number(p.Error), StdError: Number(p.StdError),
			Accuracy: Number(p.Accuracy / 100), Inner: Number(meanOf(p.Inner))}
		for _, s := range p.Chosen {
			out.Nested.Lambdas, out.Nested.Mus = append(out.Nested.Lambdas, Number(s.Lambda)),
				append(out.Nested.Mus, Number(s.Mu))
			if named, ok := s.Penalty.(fmt.Stringer); ok {
				out.Nested.Chosen = append(out.Nested.Chosen, named.String())
			}
		}
	}
	if v := found.intervals; v != nil {
		out.Caution = v.Caution
		for j, b := range v.Estimate {
			if !math.IsNaN(b) { // of a feature that is not selected
				out.Ranges = append(out.Ranges, intervalsLine{r.feature(j), Number(b), Number(v.StdError[j]), Number(v.Low[j]),
					Number(v.High[j]), Number(v.P[j])})
			}
		}
	}
	return out
}

func numbersOf(values []float64) []Number {
	out := make([]Number, len(values))
	for k, v := range values {
		out[k] = Number(v)
	}
	return out
}

func meanOf(values []float64) (mean float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	return mean
}

// feature is a feature's name, or its number from 1.
func (r *fitting) feature(j int) string {
	if r.data.FeatureNames != nil {
		return Name(r.data.FeatureNames[j])
	}
	return fmt.Sprint(j + 1)
}

func (r *fitting) criterionTitles() []string {
	if r.found.criteria == nil {
		return nil
	}
	return []string{"df", strings.ToUpper(r.flags.choosing.criterion)}
}

func (r *fitting) criterionCells(k int) []string {
	if r.found.criteria == nil {
		return nil
	}
	c := r.found.criteria[k]
	mark := ""
	if k == r.found.kept {
		mark = " ◀"
	}
	return []string{figures.Number(c.Degrees, 4), fmt.Sprintf("%.2f%s", criterionOf(c, r.flags.choosing.criterion), mark)}
}

// why says why a model is kept.
func (r *fitting) why(models []*model.Linear, v *choose.Validation) string {
	at, simplest := r.flags.at(models, r.found.kept), "largest"
	switch {
	case r.flags.sums() && r.flags.paths() > 1:
		simplest = fmt.Sprintf("largest %s at that %s", r.flags.several[0].Name, r.flags.several[1].Name)
	case r.flags.choosing.relax != nil:
		simplest = "largest and least relaxed of its path"
	case strings.Contains(at, " with "):
		simplest = "largest of its path"
	}
	switch {
	case r.found.criteria != nil:
		return fmt.Sprintf("%s has the least %s", at, strings.ToUpper(r.flags.choosing.criterion))
	case v != nil && r.flags.choose == chooseLeast:
		return at + " has the least error"
	case v != nil:
		return fmt.Sprintf("%s is the %s whose error is within one standard error of the least", at, simplest)
	}
	return "at " + at
}

// sayFound prints what was found out about the model that is kept.
func (r *fitting) sayFound(m *model.Linear) error {
	w := r.cmd.OutOrStdout()
	if p := r.found.procedure; p != nil {
		ui.Say(w, "nested cross-validation, %d outer folds: %s %.5g ± %.2g of the whole choice, for which the inner "+
			"folds took %.5g\n", len(p.Errors), p.Measure, p.Error, p.StdError, meanOf(p.Inner))
	}
	if s := r.found.stable; s != nil {
		ui.Say(w, "stability selection: %d of %d features are selected by %.0f %% of the halves or more, "+
			"each up to %d of them;\n%.2g by mistake are expected at most",
			len(s.Selected), len(s.Frequency), 100*s.Threshold, s.Most, s.Bound)
		if !math.IsNaN(s.Unimodal) {
			ui.Say(w, " (%.2g where distributions have one mode)", s.Unimodal)
		}
		ui.Say(w, "\n")
		table := figures.Table{Columns: figures.Columns(1, "feature", "share of halves", "")}
		for _, j := range largest(s.Frequency) {
			mark := ""
			if s.Frequency[j] >= s.Threshold {
				mark = "◀ stable"
			}
			table.Rows = append(table.Rows, []string{r.feature(j), fmt.Sprintf("%.2f", s.Frequency[j]), mark})
		}
		if err := table.Text(w, ui.Columns(w)); err != nil {
			return err
		}
	}
	intervals.Say(w, m.Conformal)
	if v := r.found.intervals; v != nil {
		return r.sayIntervals(m, v)
	}
	return nil
}

// sayIntervals prints the intervals that are farthest from 0.
func (r *fitting) sayIntervals(m *model.Linear, v *inference.Intervals) error {
	w := r.cmd.OutOrStdout()
	ui.Say(w, "intervals at %g %%, each by itself (%s):\n", 100*v.Level, v.Theory)
	table := figures.Table{Columns: figures.Columns(1, "feature", "weight", "estimate", "std. error", "from", "to", "p")}
	order := farthest(v)
	for _, j := range order[:min(shown, len(order))] {
		table.Rows = append(table.Rows, []string{
			r.feature(j), figures.Number(m.Weights[j], 5), figures.Number(v.Estimate[j], 5), figures.Number(v.StdError[j], 2),
			figures.Number(v.Low[j], 5), figures.Number(v.High[j], 5), fmt.Sprintf("%.2g", v.P[j]),
		})
	}
	err := table.Text(w, ui.Columns(w))
	if more := len(order) - shown; more > 0 {
		ui.Say(w, "… and %d more\n", more)
	}
	if v.Caution != "" {
		ui.Say(w, "%s\n", v.Caution)
	}
	return err
}

// farthest orders features by how many standard errors their estimate is from 0.
func farthest(v *inference.Intervals) []int {
	score := make([]float64, len(v.Estimate))
	for j, b := range v.Estimate {
		score[j] = math.Abs(b) / v.StdError[j]
	}
	return slices.DeleteFunc(descending(score), func(j int) bool { return math.IsNaN(score[j]) })
}

// largest are the places of the largest shares that are not 0, as many as are printed.
func largest(shares []float64) []int {
	order := descending(shares)
	order = order[:min(shown, len(order))]
	return slices.DeleteFunc(order, func(j int) bool { return shares[j] == 0 })
}

func descending(values []float64) []int {
	order := make([]int, len(values))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[j], values[i]) })
	return order
}

// choice marks the model that is kept, and the one of least error.
func choice(v *choose.Validation, k, keep int) string {
	var out []string
	if k == keep {
		out = append(out, "◀ chosen")
	}
	if k == v.Best {
		out = append(out, "least")
	} else if k == v.OneStdError && k != keep {
		out = append(out, "one std. error")
	}
	return strings.Join(out, ", ")
}
