package structures

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/spf13/cobra"
)

// tagPredictFlags are the flags of the command as they are given.
type tagPredictFlags struct{ out, format, column, spans string }

func newTagPredict() *cobra.Command {
	var f tagPredictFlags
	cmd := &cobra.Command{
		Use:   "predict MODEL [FILE] [-o OUT]",
		Short: "Label the words of sentences, and score labels where the file has some",
		Long: "Label the words of sentences with a model of proxlab tag train. What is written is the file with other " +
			"labels in their column, and everything else to the byte; lines of plain columns may be without it, and get it. " +
			"Where words have labels in the file, the score is said, as proxlab tag score has it.",
		Example: "  proxlab tag predict my.tagger text.conllu -o tagged.conllu",
		Args:    ui.Checked(cobra.RangeArgs(1, 2)),
		RunE:    func(cmd *cobra.Command, args []string) error { return runTagPredict(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.out, "out", "o", ui.StandardOutput,
		"the file of the labelled sentences; - for the standard output")
	flags.StringVar(&f.column, "column", "", "the column to write: see train --help (default: the one learnt from)")
	flags.StringVar(&f.spans, "spans", "", "write the spans that labels mark, a row each, to this CSV file, too")
	wordsFlag(cmd, &f.format)
	return cmd
}

func runTagPredict(cmd *cobra.Command, f tagPredictFlags, args []string) error {
	name := orGrammar(cmd, args, 1, testPart)
	if f.out != ui.StandardOutput {
		if err := ui.CheckOutput("-o", f.out, treebankFiles(args[0], name)...); err != nil {
			return err
		}
	}
	if f.spans != "" {
		if err := ui.CheckOutput("--spans", f.spans, treebankFiles(args[0], name)...); err != nil {
			return err
		}
	}
	m, err := models.LoadTagger(cmd.Context(), args[0])
	if err != nil {
		return err
	}
	words, err := readWords(cmd, name, f.format)
	if err != nil {
		return err
	}
	column, err := f.columnOf(m, words)
	if err != nil {
		return err
	}
	labels, err := m.Predict(cmd.Context(), words.Sentences)
	if err != nil {
		return fmt.Errorf("%s: %w", plain.Text(ui.DataName(name)), err)
	}
	p := learning.Prediction{
		Out: f.out, About: sized(name, words),
		Write: func(w io.Writer) error { return words.Write(w, column, labels) },
		Score: func(w io.Writer) error {
			if gold, err := words.Labels(column); err == nil {
				newTagScores(words, gold, labels, m).Print(w)
			}
			return nil
		},
	}
	if f.spans != "" {
		p.Draw = func(ctx context.Context) error {
			if err := outfile.Write(ctx, f.spans, spansOf(words, labels), 0o666); err != nil {
				return fmt.Errorf("--spans: %w", err)
			}
			return nil
		}
	}
	return learning.Predicted(cmd, p)
}

// spansOf is a table of the spans that labels mark; sentences and words count from 1.
func spansOf(words *sentences.WordLines, labels [][]string) []byte {
	var b bytes.Buffer
	out := csv.NewWriter(&b) // into memory: there are no errors
	_ = out.Write([]string{"sentence", "first", "last", "type", "words"})
	for i, y := range labels {
		for _, s := range measures.Spans(y) {
			var text []string
			for _, columns := range words.Sentences[i][s.First:s.End] {
				text = append(text, columns[words.Form])
			}
			_ = out.Write([]string{
				strconv.Itoa(i + 1), strconv.Itoa(s.First + 1), strconv.Itoa(s.End), s.Type, strings.Join(text, " "),
			})
		}
	}
	out.Flush()
	return b.Bytes()
}

// columnOf is the column of the labels, where the file goes with the model.
func (f tagPredictFlags) columnOf(m *model.Tagger, words *sentences.WordLines) (column int, err error) {
	if f.column != "" {
		if column, err = words.TagColumn(f.column); err != nil {
			return 0, ui.Usage(fmt.Errorf("--column: %w", err))
		}
	} else if column, err = strconv.Atoi(m.Made[columnMade]); err != nil || column < 1 {
		return 0, errors.New("the model does not say which column it learnt from: name one by --column")
	}
	if words.Form != m.Form {
		return 0, fmt.Errorf("the model has learnt from words in column %d, and this file, of the format %s, has them in %d",
			m.Form+1, string(words.Format), words.Form+1)
	}
	return column, nil
}

// newTagScores compares labels with the gold ones; a model knows words, without one it is nil.
func newTagScores(words *sentences.WordLines, gold, guess [][]string, m *model.Tagger) *tagScores {
	s := &tagScores{TagScore: measures.ScoreTags(gold, guess)}
	if m == nil {
		return s
	}
	s.KnownWords, s.UnknownWords, s.UnknownLabels = &shareOf{}, &shareOf{}, &shareOf{}
	for i, y := range gold {
		for t, label := range y {
			of := s.UnknownWords
			if m.Knows(words.Sentences[i][t][words.Form]) {
				of = s.KnownWords
			}
			right := guess[i][t] == label
			of.add(right)
			if !m.Has(label) {
				s.UnknownLabels.add(right)
			}
		}
	}
	return s
}
