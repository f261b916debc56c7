package labelsets

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/spf13/cobra"
)

// found is the column of what predict writes.
const found = "labels"

func newPredict() *cobra.Command {
	var f files
	var out string
	cmd := &cobra.Command{
		Use:   "predict MODEL FILE [-o OUT]",
		Short: "Give labels, and score them where the file has some",
		Long: "Give labels to examples, with a model of proxlab labels train: a table of the examples' numbers and their " +
			"labels. --labels names the columns of true ones, which are compared then.",
		Example: "  proxlab labels predict songs.labels new.csv -o found.csv",
		Args:    ui.Checked(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			reads := []ui.Input{{Flag: args[0], Name: args[0]}, {Flag: args[1], Name: args[1]}}
			if err := ui.CheckPredicted(out, "", reads...); err != nil {
				return err
			}
			m, err := models.LoadMultiLabel(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			t, err := f.load(cmd.Context(), args[1], m.Columns)
			if err != nil {
				return err
			}
			sets, err := m.Predict(cmd.Context(), t.X)
			if err != nil {
				return fmt.Errorf("%s: %w", plain.Text(args[1]), err)
			}
			guess := make([][]string, len(sets))
			for i, set := range sets {
				for _, l := range set {
					name := strconv.Itoa(l)
					if m.Names != nil {
						name = m.Names[l]
					}
					guess[i] = append(guess[i], name)
				}
			}
			return learning.Predicted(cmd, learning.Prediction{
				Out: out, About: t.sized(args[1]),
				Write: func(w io.Writer) error { return write(w, guess, f.between) },
				Score: func(w io.Writer) error {
					if len(slices.Concat(t.sets...)) > 0 {
						newScores(t.sets, guess).Print(w)
					}
					return nil
				},
			})
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", ui.StandardOutput, "the file of the labels; - for the standard output")
	f.flags(cmd)
	return cmd
}

func write(w io.Writer, sets [][]string, between string) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"example", found}) // its error stays
	for i, set := range sets {
		_ = out.Write([]string{strconv.Itoa(i + 1), strings.Join(set, between)})
	}
	out.Flush()
	return out.Error()
}

func labelScore() learning.Comparison {
	var f files
	return learning.Comparison{
		Use:   "TRUE PREDICTED --labels COLUMNS",
		Short: "Compare labels with the true ones",
		Long: "Compare the labels that predict wrote with the true ones, of the columns --labels of another table: F1 over " +
			"all decisions (micro) and as the mean over labels (macro), the share of sets that are right, and of decisions " +
			"that are wrong (Hamming).",
		Example: "  proxlab labels score new.csv found.csv --labels moods --json",
		Flags:   f.flags,
		Compare: func(cmd *cobra.Command, names []string) (learning.Scores, error) {
			return f.compare(cmd.Context(), names[0], names[1])
		},
	}
}

// compare reads true labels, and those that were found.
func (f *files) compare(ctx context.Context, known, guessed string) (learning.Scores, error) {
	if len(f.columns) == 0 {
		return nil, ui.Usage(errors.New("--labels COLUMNS is needed: where the true labels are"))
	}
	truth, err := f.load(ctx, known, nil)
	if err != nil {
		return nil, err
	}
	guess, err := (&files{columns: []string{found}, between: f.between}).load(ctx, guessed, nil)
	if err != nil {
		return nil, err
	}
	if n, m := len(truth.sets), len(guess.sets); n != m {
		return nil, fmt.Errorf("%s has %d examples, and %s %d", plain.Text(known), n, plain.Text(guessed), m)
	}
	s := newScores(truth.sets, guess.sets)
	if len(s.Labels) == 0 {
		return nil, fmt.Errorf("%s and %s: no example has a label", plain.Text(known), plain.Text(guessed))
	}
	return s, nil
}

// Scores are what labels make beside true ones.
type Scores struct {
	Examples int                   `json:"examples"`
	MicroF1  float64               `json:"micro_f1"`
	MacroF1  float64               `json:"macro_f1"`
	Subset   float64               `json:"subset_accuracy"`
	Hamming  float64               `json:"hamming"`
	Labels   []learning.LabelScore `json:"labels"`
}

func newScores(truth, guess [][]string) *Scores {
	names := (&files{}).names(slices.Concat(truth, guess))
	m := measures.MeasureLabels(numbered(guess, names), numbered(truth, names), len(names))
	return &Scores{
		Examples: len(truth), MicroF1: m.MicroF1, MacroF1: m.MacroF1, Subset: m.Subset, Hamming: m.Hamming,
		Labels: learning.CountLabels(names, truth, guess),
	}
}

// Print writes the scores for people.
func (s *Scores) Print(w io.Writer) {
	fmt.Fprintf(w, "F1 %.3f (micro), %.3f (macro); sets that are right %.2f %% of %d, wrong decisions %.2f %%\n\n",
		s.MicroF1, s.MacroF1, 100*s.Subset, s.Examples, 100*s.Hamming)
	t := figures.Table{Columns: figures.Columns(1, "label", "examples", "found", "F1")}
	for _, l := range s.Labels {
		f1 := 2 * float64(l.Right) / float64(max(1, l.True+l.Found))
		t.Rows = append(t.Rows, []string{
			plain.Text(l.Label), fmt.Sprint(l.True), fmt.Sprint(l.Found), fmt.Sprintf("%.3f", f1),
		})
	}
	_ = t.Text(w, ui.Columns(w)) // an error of w stays in it
}
