package structures

import (
	"errors"
	"fmt"
	"io"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/spf13/cobra"
)

// tagScoreFlags are the flags of the command as they are given.
type tagScoreFlags struct {
	column, format, model string
}

func tagScore() learning.Comparison {
	var f tagScoreFlags
	return learning.Comparison{
		Use:   "GOLD PREDICTED",
		Short: "Compare labels with the true ones",
		Long: "Compare the labels of two files of the same sentences: the share that is right, of sentences whose labels " +
			"all are, and with the model of words that it knows and others. Where all labels are of the kind B-PER, I-PER, " +
			"O (BIO, IOB1, IOBES), precision, recall and F1 of spans, by type too, as conlleval counts them.",
		Example: "  proxlab tag score test.conllu tagged.conllu --model my.tagger\n" +
			"  proxlab tag score test.txt tagged.txt --column 4",
		Flags: func(cmd *cobra.Command) {
			cmd.Flags().StringVar(&f.column, "column", "",
				"the column of the labels: XPOS, UPOS, or a number from 1 (default: XPOS; the last of plain columns)")
			wordsFlag(cmd, &f.format)
			cmd.Flags().StringVar(&f.model, "model", "", "a model, which knows the words that it has learnt from")
		},
		Compare: func(cmd *cobra.Command, names []string) (learning.Scores, error) { return f.compare(cmd, names) },
	}
}

// compare counts what is right in two files.
func (f tagScoreFlags) compare(cmd *cobra.Command, args []string) (s *tagScores, err error) {
	var m *model.Tagger
	if f.model != "" {
		if m, err = models.LoadTagger(cmd.Context(), f.model); err != nil {
			return nil, err
		}
	}
	var words [2]*sentences.WordLines
	var labels [2][][]string
	for k, name := range args {
		if words[k], err = readWords(cmd, name, f.format); err != nil {
			return nil, err
		}
		column, err := words[k].TagColumn(f.column)
		if err != nil {
			return nil, ui.Usage(fmt.Errorf("--column: %w", err))
		}
		if labels[k], err = words[k].Labels(column); err != nil {
			return nil, err
		}
	}
	if err := sameWords(words[0], words[1]); err != nil {
		return nil, err
	}
	return newTagScores(words[0], labels[0], labels[1], m), nil
}

// sameWords tells whether two files are of the same sentences.
func sameWords(gold, guess *sentences.WordLines) error {
	for i, s := range gold.Sentences {
		switch {
		case i >= len(guess.Sentences):
			return fmt.Errorf("%d sentences in the true file and %d in the other", len(gold.Sentences), len(guess.Sentences))
		case len(guess.Sentences[i]) != len(s):
			return guess.Fault(i, 0, fmt.Sprintf("sentence %d has %d words, and %d in the true file", i+1,
				len(guess.Sentences[i]), len(s)))
		}
		for t, cols := range s {
			if other := guess.Sentences[i][t][guess.Form]; other != cols[gold.Form] {
				const says = "the word is %.60q, and %.60q in the true file"
				return guess.Fault(i, t, fmt.Sprintf(says, other, cols[gold.Form]))
			}
		}
	}
	if len(guess.Sentences) > len(gold.Sentences) {
		return errors.New("the other file has more sentences than the true one")
	}
	return nil
}

// tagScores are what two files make.
type tagScores struct {
	measures.TagScore
	KnownWords    *shareOf `json:",omitempty"`
	UnknownWords  *shareOf `json:",omitempty"`
	UnknownLabels *shareOf `json:",omitempty"` // labels that the model does not have
}

// shareOf counts what is right.
type shareOf struct{ Right, Of int }

func (s *shareOf) add(right bool) {
	s.Of++
	if right {
		s.Right++
	}
}

// percent is the share of all, 0 of none.
func (s *shareOf) percent() float64 { return 100 * float64(s.Right) / float64(max(1, s.Of)) }

// Print writes the scores for people.
func (s *tagScores) Print(w io.Writer) {
	fmt.Fprintf(w, "accuracy %.2f %% of %d words; all labels right in %.2f %% of %d sentences\n", 100*s.Accuracy(),
		s.Words, (&shareOf{s.Whole, s.Sentences}).percent(), s.Sentences)
	if s.KnownWords != nil {
		fmt.Fprintf(w, "known words %.2f %% of %d, unknown words %.2f %% of %d\n", s.KnownWords.percent(), s.KnownWords.Of,
			s.UnknownWords.percent(), s.UnknownWords.Of)
		if s.UnknownLabels.Of > 0 {
			fmt.Fprintf(w, "%d words have labels that the model does not know: they are wrong\n", s.UnknownLabels.Of)
		}
	}
	if !s.SpanLabels {
		return
	}
	all := s.Spans
	fmt.Fprintf(w, "spans: precision %.2f %%, recall %.2f %%, F1 %.2f: %d of %d found, %d of %d right\n\n",
		100*all.Precision(), 100*all.Recall(), 100*all.F1(), all.Right, all.Gold, all.Right, all.Guessed)
	table := figures.Table{Columns: figures.Columns(1, "type", "spans", "precision", "recall", "F1")}
	for _, t := range s.Types {
		table.Rows = append(table.Rows, []string{
			plain.Text(t.Type), fmt.Sprint(t.Gold), fmt.Sprintf("%.2f", 100*t.Precision()), fmt.Sprintf("%.2f", 100*t.Recall()),
			fmt.Sprintf("%.2f", 100*t.F1()),
		})
	}
	_ = table.Text(w, ui.Columns(w)) // an error of w stays in it
}
