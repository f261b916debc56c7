package predicting

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"text/tabwriter"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/intervals"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/model"
)

// quality is what --json prints; shares are between 0 and 1.
type quality struct {
	N                int            `json:"n"`
	Loss             string         `json:"loss"`
	Accuracy         fitting.Number `json:"accuracy"`
	Error            fitting.Number `json:"error"`
	AUC              fitting.Number `json:"auc"`
	AveragePrecision fitting.Number `json:"average_precision"`
	MacroF1          fitting.Number `json:"macro_f1"`
	LogLoss          fitting.Number `json:"log_loss"`
	Brier            fitting.Number `json:"brier"`
	CalibrationError fitting.Number `json:"calibration_error"`
	R2               fitting.Number `json:"r2"`
	MSE              fitting.Number `json:"mean_squared_error"`
	// Concordance is Harrell's index.
	Concordance fitting.Number `json:"concordance"`
	NDCG        fitting.Number `json:"ndcg"`            // of Depth places
	Depth       int            `json:"depth,omitempty"` // 0 where nothing is ranked
	MAP         fitting.Number `json:"mean_average_precision"`
	MRR         fitting.Number `json:"mean_reciprocal_rank"`
	Queries     int            `json:"queries,omitempty"` // those with a relevant document
	MAE         fitting.Number `json:"mean_absolute_error"`
	LossName    string         `json:"loss_measure,omitempty"` // what MeanLoss is, beside the measures above
	MeanLoss    fitting.Number `json:"mean_loss"`
	Unseen      map[string]int `json:"unseen_labels,omitempty"` // that the model does not know, with their counts
	Labels      []labelLine    `json:"labels,omitempty"`
	Out         string         `json:"out,omitempty"`

	Interval   *intervals.Ends  `json:"interval,omitempty"`
	Survival   []survivalLine   `json:"survival,omitempty"`   // by times of --at
	Importance []importanceLine `json:"importance,omitempty"` // the largest first
}

// labelLine is what is measured of a label.
type labelLine struct {
	Label     string         `json:"label"`
	Examples  int            `json:"examples"`
	Precision fitting.Number `json:"precision"`
	Recall    fitting.Number `json:"recall"`
	F1        fitting.Number `json:"f1"`
	TakenFor  []int          `json:"taken_for"` // how many of its examples for each label, a row of the confusion matrix
}

// judgement compares predictions with targets.
type judgement struct {
	m      *model.Linear
	p      *model.Prediction
	y      []float64 // nil without targets
	event  []bool    // of times; nil where all are events
	lives  *lives
	query  []int64 // of documents; nil where nothing is ranked
	depth  int     // k of NDCG@k
	class  []int   // places of labels; −1 of those that the model does not know; nil where targets are numbers
	guess  []int
	unseen map[string]int
}

func newJudgement(
	m *model.Linear, frame *datasets.Frame, p *model.Prediction, y []float64, event []bool,
) *judgement {
	j := &judgement{m: m, p: p, y: y, event: event}
	if m.Labels == nil || y == nil {
		return j
	}
	j.unseen = map[string]int{}
	for i, v := range y {
		class, known := slices.BinarySearch(m.Labels, v)
		if !known {
			class = -1
			j.unseen[words.LabelName(frame, frame.Y[i])]++
		}
		guess, _ := slices.BinarySearch(m.Labels, p.Labels[i])
		j.class, j.guess = append(j.class, class), append(j.guess, guess)
	}
	return j
}

// labelsFor returns the targets of a frame as the model numbers its labels. Labels that are text are matched by name;
// NaN stands for a label that the model does not know.
func labelsFor(m *model.Linear, frame *datasets.Frame) []float64 {
	if frame.Y == nil || frame.Labels == nil && m.LabelNames == nil {
		return frame.Y
	}
	names := m.LabelNames
	if names == nil {
		for _, l := range m.Labels {
			names = append(names, strconv.FormatFloat(l, 'g', -1, 64))
		}
	}
	out := make([]float64, len(frame.Y))
	for i, v := range frame.Y {
		out[i] = math.NaN()
		if at := slices.Index(names, words.LabelName(frame, v)); at >= 0 {
			out[i] = m.Labels[at]
		}
	}
	return out
}

// noteUnseen says how many labels the model does not know, and which.
func (j *judgement) noteUnseen(w io.Writer) {
	if len(j.unseen) == 0 {
		return
	}
	var names []string
	all := 0
	for label, count := range j.unseen {
		names = append(names, fmt.Sprintf("%s (%d)", label, count))
		all += count
	}
	slices.Sort(names)
	fmt.Fprintf(w, "note: %d of %d examples have labels that the model does not know: %s; all its guesses of them are "+
		"wrong, and what judges probabilities leaves them out\n", all, len(j.y), plain.List(names))
}

// calibrationBins is the number of intervals of probability.
const calibrationBins = 10

// reliability compares probabilities with what came true, for the examples whose label is known: of two labels the
// probability of the second, of several that of the label that was guessed.
func (j *judgement) reliability() []measures.Bin {
	var probability []float64
	var came []bool
	for i, class := range j.class {
		if class < 0 {
			continue
		}
		of := j.guess[i]
		if j.p.Probabilities.C == 2 {
			of = 1
		}
		probability, came = append(probability, j.p.Probabilities.At(i, of)), append(came, class == of)
	}
	return measures.Reliability(probability, came, calibrationBins)
}

// scores are those of a label against all others, and which examples are of it.
func (j *judgement) scores(label int) (scores []float64, positive []bool) {
	for i, class := range j.class {
		score := j.p.Scores.Data[i*j.p.Scores.C]
		if j.m.Classes() {
			score = j.p.Scores.At(i, label)
		}
		scores, positive = append(scores, score), append(positive, class == label)
	}
	return scores, positive
}

// quality is all that can be measured; what cannot is NaN.
func (j *judgement) quality() quality {
	m, nan := j.m, fitting.Number(math.NaN())
	out := quality{
		N: j.p.Scores.R, Loss: m.Loss, Accuracy: nan, Error: nan, AUC: nan, AveragePrecision: nan, MacroF1: nan,
		LogLoss: nan, Brier: nan, CalibrationError: nan, R2: nan, MSE: nan,
		Concordance: nan, NDCG: nan, MAP: nan, MRR: nan, MAE: nan, MeanLoss: nan, Unseen: j.unseen,
	}
	if j.y == nil {
		return out
	}
	var sum, known float64
	for i, wrong := range m.Errors(j.p, j.y) {
		if m.Labels == nil || j.class[i] >= 0 {
			sum += wrong
			known++
		}
	}
	if m.Labels == nil {
		if j.p.Scores.C == 1 { // of several, a loss of one's own knows what they are
			out.judgeNumbers(j, fitting.Number(sum/known))
		}
		return out
	}
	out.Accuracy = fitting.Number(measures.Accuracy(j.guess, j.class) / 100)
	out.Error = 1 - out.Accuracy
	if j.p.Probabilities != nil {
		out.LogLoss = fitting.Number(sum / known)
		out.Brier = fitting.Number(measures.Brier(j.p.Probabilities, j.class))
		out.CalibrationError = fitting.Number(measures.CalibrationError(j.reliability()))
	}
	if !m.Classes() && m.Thresholds == nil {
		scores, positive := j.scores(len(m.Labels) - 1)
		out.AUC = fitting.Number(measures.AUC(scores, positive))
		out.AveragePrecision = fitting.Number(measures.AveragePrecision(scores, positive))
	}
	c := measures.NewConfusion(j.class, j.guess, len(m.Labels))
	out.MacroF1 = fitting.Number(c.MacroF1())
	for l, label := range m.Labels {
		out.Labels = append(out.Labels, labelLine{m.LabelName(label), c.Examples(l), fitting.Number(c.Precision(l)),
			fitting.Number(c.Recall(l)), fitting.Number(c.F1(l)), c.Counts[l]})
	}
	return out
}

// print writes measures for people.
func (v quality) print(w io.Writer, data string, judged bool) error {
	fmt.Fprintf(w, "%s: %d examples", data, v.N)
	if !judged {
		fmt.Fprintln(w, "; there are no targets to judge by")
		return nil
	}
	fmt.Fprintln(w)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	add := func(name string, value fitting.Number, scale float64, unit string) {
		if !math.IsNaN(float64(value)) {
			fmt.Fprintf(table, "  %s\t%.5g%s\n", name, float64(value)*scale, unit)
		}
	}
	add("accuracy", v.Accuracy, 100, " %")
	add("error", v.Error, 100, " %")
	add("area under the ROC curve", v.AUC, 1, "")
	add("average precision", v.AveragePrecision, 1, "")
	add("mean of F1 over labels", v.MacroF1, 1, "")
	add("log-loss", v.LogLoss, 1, "")
	add("Brier score", v.Brier, 1, "")
	add("calibration error", v.CalibrationError, 1, "")
	add("R²", v.R2, 1, "")
	add("mean squared error", v.MSE, 1, "")
	add("concordance index", v.Concordance, 1, "")
	add(fmt.Sprintf("NDCG@%d", v.Depth), v.NDCG, 1, "")
	add("mean average precision", v.MAP, 1, "")
	add("mean reciprocal rank", v.MRR, 1, "")
	if v.Depth > 0 {
		fmt.Fprintf(table, "  queries judged\t%d, those with a relevant document\n", v.Queries)
	}
	add("mean absolute error", v.MAE, 1, "")
	add(v.LossName, v.MeanLoss, 1, "")
	if err := table.Flush(); err != nil || v.Labels == nil {
		return err
	}
	return v.labelTable().Text(w, ui.Columns(w))
}

// The most labels of which what they were taken for is printed, and the most that are printed at all.
const (
	confusedLabels = 8
	printedLabels  = 30
)

// labelTable has a row for each label.
func (v quality) labelTable() figures.Table {
	t := figures.Table{Columns: []figures.Column{{Title: "label"}}}
	add := func(title string) { t.Columns = append(t.Columns, figures.Column{Title: title, Right: true}) }
	for _, title := range []string{"examples", "precision", "recall", "F1"} {
		add(title)
	}
	few := len(v.Labels) <= confusedLabels
	for _, l := range v.Labels {
		if few {
			add("as " + fitting.Name(l.Label))
		}
	}
	for _, l := range v.Labels[:min(printedLabels, len(v.Labels))] {
		row := []string{fitting.Name(l.Label), fmt.Sprint(l.Examples)}
		for _, x := range []fitting.Number{l.Precision, l.Recall, l.F1} {
			row = append(row, figures.Number(float64(x), 4))
		}
		for _, count := range l.TakenFor {
			if few {
				row = append(row, fmt.Sprint(count))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	if more := len(v.Labels) - printedLabels; more > 0 {
		t.Notes = []string{fmt.Sprintf("and %d labels more, which --json has", more)}
	}
	return t
}
