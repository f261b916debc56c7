package structures

import (
	"fmt"
	"io"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// scoreLine is the score in one line.
func scoreLine(s model.ParserScore, rule sentences.PunctuationRule) string {
	return fmt.Sprintf("UAS %.2f (%d of %d words have their head; without punctuation: %s), exact match %.2f, "+
		"root %.2f; %s", s.UAS(), s.Correct, s.Total, rule, s.ExactMatch(), s.RootScore(), lasText(&s.Labels))
}

// lasText is the scores of relations, where they were guessed and are known.
func lasText(s *model.LabelScore) string {
	if s.Words == 0 {
		return "LAS is not given, as relations are not predicted, or not known"
	}
	return fmt.Sprintf("LAS %.2f; with punctuation, as conll18_ud_eval counts, UAS %.2f, LAS %.2f, %s %.2f",
		s.LAS(), s.AllUAS(), s.AllLAS(), ofContent, s.ContentLAS())
}

// sayEpoch says how an epoch went.
func sayEpoch(w io.Writer, e structures.ParserEpoch) {
	if e.Iter == 1 {
		fmt.Fprintf(w, "stage %d of %d: %d templates, %s\n", e.Stage, e.Stages, e.Templates, e.Method)
	}
	fmt.Fprintf(w, "  epoch %d  %7.1f s  mean loss %7.3f", e.Iter, e.Elapsed.Seconds(), e.MeanLoss)
	if e.HeldOut.Total > 0 {
		fmt.Fprintf(w, "  held out: UAS %.2f", e.HeldOut.UAS())
		if e.Best {
			fmt.Fprint(w, "  ◀ best")
		}
	}
	fmt.Fprintln(w)
}

// printParser says what was learned.
func printParser(w io.Writer, m *model.Parser, rule sentences.PunctuationRule) {
	const few = 10
	switch {
	case m.HeldOut.Total > 0:
		fmt.Fprintf(w, "epoch %d was chosen: UAS %.2f on what was held out (without punctuation: %s); %s\n", m.Progress.Iter,
			m.HeldOut.UAS(), rule, lasText(&m.HeldOut.Labels))
	case m.Status == solver.Canceled:
		fmt.Fprintf(w, "interrupted before an epoch was judged: the model has seen %d sentences\n", m.Progress.Evals)
	default:
		fmt.Fprintf(w, "epoch %d, the last; nothing was held out to choose one by\n", m.Progress.Iter)
	}
	if r := m.Relations; r != nil {
		fmt.Fprintf(w, "%d relations, by %d features of %d templates, %d weights\n", len(r.Labels), len(r.Features),
			len(r.Templates), len(r.Weights)+len(r.Following.Data))
	}
	zero := 0
	for _, v := range m.Norms {
		if v == 0 {
			zero++
		}
	}
	fmt.Fprintf(w, "%d templates", len(m.Templates))
	if m.Ranking != nil {
		fmt.Fprintf(w, " of %d", len(m.Ranking))
	}
	if zero > 0 {
		fmt.Fprintf(w, ", %d of them with weights that are all 0", zero)
	}
	table := figures.Table{Columns: figures.Columns(1, "template", "norm")}
	for _, r := range ranked(m)[:min(few, len(m.Templates))] {
		table.Rows = append(table.Rows, []string{r.Template.String(), fmt.Sprintf("%.4g", r.Norm)})
	}
	fmt.Fprintf(w, "; those of the largest norms ‖θ_k‖:\n")
	_ = table.Text(w, ui.Columns(w)) // an error of w stays in it
}
