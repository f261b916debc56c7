package predicting

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/times"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/table"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/survival"
)

// lives are probabilities to survive; nil where there are none.
type lives struct {
	base    *survival.Baseline
	stratum []int // of examples; nil for one
	scores  []float64
	at      []float64   // the times asked for
	survive [][]float64 // those, by time and example
	y       []float64   // nil where there is nothing to judge by
	event   []bool
	left    survival.Curve // the share that is still watched
}

// livesOf makes probabilities of scores, where they are asked for.
func (f predictFlags) livesOf(
	cmd *cobra.Command, m *model.Linear, p *model.Prediction, y []float64, beside fit.Data,
) (*lives, error) {
	note := func(format string, args ...any) { fmt.Fprintf(cmd.ErrOrStderr(), "note: "+format+"\n", args...) }
	if times.Entered(m) && y != nil {
		note("the model has learnt from stretches of time, each with an entry: there are no lives to judge it by")
		y = nil
	}
	if !f.lives(m) {
		return nil, nil
	}
	stratum, err := f.times.Strata(m.Baseline, beside.Query, f.data)
	if err != nil {
		return nil, err
	}
	out := &lives{base: m.Baseline, stratum: stratum, scores: p.Scores.Data, at: f.at, y: y, event: beside.Event}
	if y != nil {
		out.left = survival.Censoring(y, out.event, nil)
	}
	for _, t := range f.at {
		for _, s := range m.Baseline.Strata {
			if t > s.Last {
				note("--at %g: nobody%s was watched after %g, and the probability is that of then", t, ofStratum(s.Name), s.Last)
			}
		}
		out.survive = append(out.survive, out.after(t))
	}
	return out, nil
}

func ofStratum(name string) string {
	if name == "" {
		return ""
	}
	return " of " + fitting.Name(name)
}

// after are the probabilities of all examples to survive t.
func (l *lives) after(t float64) []float64 {
	out := make([]float64, len(l.scores))
	for i, f := range l.scores {
		k := 0
		if l.stratum != nil {
			k = l.stratum[i]
		}
		out[i] = l.base.At(k, t, f)
	}
	return out
}

// head are the columns of a file, and written what they hold by example.
func (l *lives) head() (out []string) {
	if l == nil {
		return nil
	}
	for _, t := range l.at {
		out = append(out, fmt.Sprintf("survival %g", t))
	}
	return out
}

func (l *lives) written() [][]float64 {
	if l == nil {
		return nil
	}
	return l.survive
}

// survivalLine is what is known of a time.
type survivalLine struct {
	Time        float64        `json:"time"`
	Mean        fitting.Number `json:"mean"` // of the probabilities
	KaplanMeier fitting.Number `json:"kaplan_meier"`
	Brier       fitting.Number `json:"brier"`
	BrierOfKM   fitting.Number `json:"brier_of_kaplan_meier"`
}

func (l *lives) lines() (out []survivalLine) {
	if l == nil {
		return nil
	}
	for k, t := range l.at {
		out = append(out, l.line(t, l.survive[k]))
	}
	return out
}

// line judges probabilities to survive t.
func (l *lives) line(t float64, survive []float64) survivalLine {
	nan := fitting.Number(math.NaN())
	out := survivalLine{t, fitting.Number(stat.Mean(survive, nil)), nan, nan, nan}
	if l.y == nil || t > slices.Max(l.y) {
		return out
	}
	share := survival.KaplanMeier(l.y, l.event, nil).At(t)
	out.KaplanMeier = fitting.Number(share)
	alike := make([]float64, len(survive))
	for i := range alike {
		alike[i] = share
	}
	out.Brier = fitting.Number(survival.Brier(t, survive, l.y, l.event, nil, l.left))
	out.BrierOfKM = fitting.Number(survival.Brier(t, alike, l.y, l.event, nil, l.left))
	return out
}

// print writes a line a time for people.
func (l *lives) print(w io.Writer) error {
	if l == nil || l.at == nil {
		return nil
	}
	var out table.Table
	for _, name := range []string{"time", "survive, by the model", "by Kaplan-Meier", "Brier score", "of Kaplan-Meier"} {
		out.Columns = append(out.Columns, table.Column{Title: name, Right: true})
	}
	for _, line := range l.lines() {
		out.Rows = append(out.Rows, []string{fmt.Sprintf("%g", line.Time), shareCell(line.Mean), shareCell(line.KaplanMeier),
			shareCell(line.Brier), shareCell(line.BrierOfKM)})
	}
	return out.Text(w, ui.Columns(w))
}

func shareCell(v fitting.Number) string {
	if math.IsNaN(float64(v)) {
		return "–"
	}
	return fmt.Sprintf("%.4f", float64(v))
}

// groupsDrawn is into how many groups of equal size, by score, examples fall in the figure of curves; timesDrawn is the
// most times of a curve.
const groupsDrawn, timesDrawn = 3, 200

// figures are curves of groups by score, beside those of Kaplan and Meier, and Brier scores over time.
func (l *lives) figures(data string) []figures.Figure {
	about := fmt.Sprintf("%s: %d examples, by thirds of their scores", data, len(l.scores))
	curves := figures.Lines{
		Meta: figures.Meta{ID: "survival", Title: "Probability to survive", Subtitle: about},
		X:    figures.Axis{Label: "time"}, Y: figures.Axis{Label: "probability"},
	}
	grid := l.grid()
	probability := make([][]float64, len(grid))
	for k, t := range grid {
		probability[k] = l.after(t)
	}
	order := make([]int, len(l.scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(l.scores[i], l.scores[j]) })
	names := []string{"low scores", "middle", "high"}
	for g, name := range names {
		rows := order[g*len(order)/groupsDrawn : (g+1)*len(order)/groupsDrawn]
		if len(rows) == 0 {
			continue
		}
		s := figures.Series{Name: name + ", model", Color: g + 1}
		for k, t := range grid {
			var sum float64
			for _, i := range rows {
				sum += probability[k][i]
			}
			s.X, s.Y = append(s.X, t), append(s.Y, sum/float64(len(rows)))
		}
		curves.Series = append(curves.Series, s)
		if l.y != nil {
			curves.Series = append(curves.Series, l.observed(rows, name+", Kaplan-Meier", g+1))
		}
	}
	out := []figures.Figure{curves}
	if l.y == nil {
		return out
	}
	brier := figures.Lines{
		Meta: figures.Meta{ID: "brier", Title: "Brier score over time", Subtitle: fmt.Sprintf("%s: %d examples", data,
			len(l.scores))},
		X: figures.Axis{Label: "time"}, Y: figures.Axis{Label: "Brier score"},
		Series: []figures.Series{{Name: "model"}, {Name: "Kaplan-Meier", Dashed: true}},
	}
	for k, t := range grid {
		line := l.line(t, probability[k])
		for s, v := range []fitting.Number{line.Brier, line.BrierOfKM} {
			if of := &brier.Series[s]; !math.IsNaN(float64(v)) {
				of.X, of.Y = append(of.X, t), append(of.Y, float64(v))
			}
		}
	}
	return append(out, brier)
}

// observed is the curve of Kaplan and Meier of some examples, with its steps.
func (l *lives) observed(rows []int, name string, color int) figures.Series {
	var y []float64
	var event []bool
	for _, i := range rows {
		y = append(y, l.y[i])
		event = append(event, l.event == nil || l.event[i])
	}
	km := survival.KaplanMeier(y, event, nil)
	s := figures.Series{Name: name, Color: color, Dashed: true, X: []float64{0}, Y: []float64{1}}
	for k, t := range km.Times {
		s.X, s.Y = append(s.X, t, t), append(s.Y, s.Y[len(s.Y)-1], km.Value[k])
	}
	last := slices.Max(y)
	s.X, s.Y = append(s.X, last), append(s.Y, s.Y[len(s.Y)-1])
	return s
}

// grid are times from 0 to the last that both the model and the data know.
func (l *lives) grid() (out []float64) {
	var last float64
	for _, s := range l.base.Strata {
		last = math.Max(last, s.Last)
	}
	if l.y != nil {
		last = math.Min(last, slices.Max(l.y))
	}
	for k := range timesDrawn {
		out = append(out, last*float64(k)/(timesDrawn-1))
	}
	return out
}
