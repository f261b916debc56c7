package structures

import (
	"fmt"
	"io"
	"slices"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/rnafiles"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/spf13/cobra"
)

func foldScore() learning.Comparison {
	var knots rnafiles.Options
	return learning.Comparison{
		Use:   "TRUE PREDICTED",
		Short: "Compare structures with the true ones",
		Long: "Compare the pairs of two files of the same sequences: sensitivity, PPV and F1 over all pairs, the mean F1 " +
			"of sequences, and F1 by the length of sequences; and the share of true pairs that are found by how far apart " +
			"their bases are.",
		Example: "  proxlab fold score known.dbn folded.dbn",
		Flags: func(cmd *cobra.Command) {
			knotFlags(cmd, &knots)
			offersRNA(cmd)
		},
		Compare: func(cmd *cobra.Command, names []string) (learning.Scores, error) {
			return scoreFolds(cmd, names[0], names[1], knots)
		},
	}
}

// FoldScores are what two files make.
type FoldScores struct {
	F1          float64      `json:"f1"`
	Sensitivity float64      `json:"sensitivity"`
	PPV         float64      `json:"ppv"`
	MeanF1      float64      `json:"mean_f1"` // of sequences
	Sequences   int          `json:"sequences"`
	True        int          `json:"true_pairs"`
	Guessed     int          `json:"found_pairs"`
	Shared      int          `json:"shared_pairs"`
	ByLength    []FoldPart   `json:"by_length"`
	BySpan      []FoldParted `json:"by_span"`
}

// FoldPart is the score of sequences of some length.
type FoldPart struct {
	Of        string  `json:"of"`
	Sequences int     `json:"sequences"`
	F1        float64 `json:"f1"`
}

// FoldParted is the share of true pairs of a span that are found.
type FoldParted struct {
	Of          string  `json:"of"`
	True        int     `json:"true_pairs"`
	Sensitivity float64 `json:"sensitivity"`
}

// rangesOf are lengths, and distances of the bases of a pair: each up to a number, and the last beyond.
var rangesOf = []int{30, 100, 200, 400}

func rangeName(k int) string {
	switch {
	case k == 0:
		return fmt.Sprintf("up to %d", rangesOf[0])
	case k == len(rangesOf):
		return fmt.Sprintf("more than %d", rangesOf[k-1])
	}
	return fmt.Sprintf("%d to %d", rangesOf[k-1]+1, rangesOf[k])
}

// rangeAt is the place of a number's range.
func rangeAt(n int) int {
	k, _ := slices.BinarySearch(rangesOf, n)
	return k
}

// scoreFolds compares two files.
func scoreFolds(cmd *cobra.Command, trueName, guessName string, o rnafiles.Options) (*FoldScores, error) {
	known, err := readRNA(cmd, trueName, o)
	if err != nil {
		return nil, err
	}
	guess, err := readRNA(cmd, guessName, o)
	if err != nil {
		return nil, err
	}
	if n, m := len(known.Examples), len(guess.Examples); n != m {
		return nil, fmt.Errorf("%s has %d sequences, and %s %d: %w", plain.Text(ui.DataName(trueName)), n,
			plain.Text(ui.DataName(guessName)), m, errOtherSequences)
	}
	for i, e := range known.Examples {
		if other := guess.Examples[i]; !slices.Equal(e.X, other.X) {
			return nil, fmt.Errorf("sequence %d is %.60q, and in %s %.60q: %w", i+1, e.Name, plain.Text(ui.DataName(guessName)),
				other.Name, errOtherSequences)
		}
	}
	return newFoldScores(known.Examples, guess.Examples), nil
}

// newFoldScores counts pairs.
func newFoldScores(known, guess []rna.Example) *FoldScores {
	out := &FoldScores{Sequences: len(known)}
	var all rna.Agreement
	lengths, counts := make([]rna.Agreement, len(rangesOf)+1), make([]int, len(rangesOf)+1)
	spans := make([]rna.Agreement, len(rangesOf)+1)
	for i, e := range known {
		y := guess[i].Y
		var one rna.Agreement
		one.Add(y, e.Y)
		all.Add(y, e.Y)
		lengths[rangeAt(len(e.X))].Add(y, e.Y)
		counts[rangeAt(len(e.X))]++
		out.MeanF1 += one.F1() / float64(len(known))
		for a, b := range e.Y {
			if b > a {
				s := &spans[rangeAt(b-a)]
				s.True++
				if y[a] == b {
					s.Shared++
				}
			}
		}
	}
	out.F1, out.Sensitivity, out.PPV = all.F1(), all.Sensitivity(), all.PPV()
	out.True, out.Guessed, out.Shared = all.True, all.Guessed, all.Shared
	for k := range lengths {
		if counts[k] > 0 {
			out.ByLength = append(out.ByLength, FoldPart{rangeName(k), counts[k], lengths[k].F1()})
		}
		if spans[k].True > 0 {
			out.BySpan = append(out.BySpan, FoldParted{rangeName(k), spans[k].True, spans[k].Sensitivity()})
		}
	}
	return out
}

// Print writes the scores for people.
func (s *FoldScores) Print(w io.Writer) {
	fmt.Fprintln(w, foldLine(rna.Agreement{Shared: s.Shared, Guessed: s.Guessed, True: s.True}))
	fmt.Fprintf(w, "mean F1 of %d sequences: %.3f\n\n", s.Sequences, s.MeanF1)
	lengths := figures.Table{Columns: figures.Columns(1, "bases", "sequences", "F1")}
	for _, p := range s.ByLength {
		lengths.Rows = append(lengths.Rows, []string{p.Of, fmt.Sprint(p.Sequences), fmt.Sprintf("%.3f", p.F1)})
	}
	spans := figures.Table{Columns: figures.Columns(1, "bases apart", "true pairs", "found")}
	for _, p := range s.BySpan {
		spans.Rows = append(spans.Rows, []string{p.Of, fmt.Sprint(p.True), fmt.Sprintf("%.3f", p.Sensitivity)})
	}
	_ = lengths.Text(w, ui.Columns(w)) // an error of w stays in it
	fmt.Fprintln(w)
	_ = spans.Text(w, ui.Columns(w))
}
