package structures

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/templates"
	"github.com/spf13/cobra"
)

// parsePredictFlags are the flags of the command as they are given.
type parsePredictFlags struct {
	out, format, figure, details, tagger string
	sentence, trees                      int
	keepRelations                        bool
	skipLong                             bool
}

func newParsePredict() *cobra.Command {
	var f parsePredictFlags
	cmd := &cobra.Command{
		Use:   "predict MODEL [FILE] [-o OUT]",
		Short: "Find the trees of sentences, and score them where they have heads",
		Long: "Find the trees of sentences with a model of proxlab parse train. What is written is the file with other " +
			"heads and relations – _ where the model has learnt none –, without what goes with the heads that were there in " +
			"other columns, and everything else to the byte; --keep-relations leaves relations and these as they are. Where " +
			"words have heads in the file, the score is said.\n" +
			"--details writes a line of JSON for each sentence: the margin of its tree to the second best, the --trees best " +
			"trees with their scores, and the arcs of probability 0.01 and more, p(tree) ∝ exp(score). Scores are learnt by " +
			"margins: a probability is not how often such an arc is right.\n" +
			"--figure draws a sentence with its arcs, and where its heads are known those that are wrong in red, with " +
			"the true ones dashed.",
		Example: "  proxlab parse predict my.parser text.conllu -o parsed.conllu\n" +
			"  proxlab parse predict grammar.parser -o /dev/null --figure tree.html --sentence 7",
		Args: ui.Checked(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error { return runParsePredict(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.out, "out", "o", ui.StandardOutput,
		"the file of the sentences with trees; - for the standard output")
	conllFlag(cmd, &f.format)
	skipLongFlag(cmd, &f.skipLong, "get no heads")
	flags.BoolVar(&f.keepRelations, "keep-relations", false,
		"keep the file's relations beside heads that are others, and DEPS, PHEAD and PDEPREL, which else are _")
	flags.StringVar(&f.tagger, "tagger", "", "predict tags first, by the model in this file: that of train --tagger, or "+
		"of\ntag train, of the tags that the parser wants")
	flags.StringVar(&f.details, "details", "",
		"write margins, the best trees and probabilities of arcs to this file, as JSON")
	flags.IntVar(&f.trees, "trees", 2, "so many of the best trees in it")
	flags.StringVar(&f.figure, "figure", "", "draw a sentence with its arcs: "+ui.FigureFormats)
	flags.IntVar(&f.sentence, "sentence", 1, "the one to draw, counted from 1")
	offersTreebanks(cmd)
	return cmd
}

func (f parsePredictFlags) check(modelFile, name string) error {
	if f.sentence < 1 {
		return ui.Usage(fmt.Errorf("--sentence %d: sentences count from 1", f.sentence))
	}
	reads := treebankFiles(modelFile, name, f.tagger)
	switch {
	case f.trees < 1:
		return ui.Usage(fmt.Errorf("--trees %d: one at least", f.trees))
	case f.details != "" && (f.details == f.out || f.details == f.figure):
		return ui.Usage(fmt.Errorf("--details: %s is another output, too", f.details))
	case f.details != "":
		if err := ui.CheckOutput("--details", f.details, reads...); err != nil {
			return err
		}
	}
	return ui.CheckPredicted(f.out, f.figure, reads...)
}

func runParsePredict(cmd *cobra.Command, f parsePredictFlags, args []string) error {
	name := orGrammar(cmd, args, 1, testPart)
	if err := f.check(args[0], name); err != nil {
		return err
	}
	m, err := models.LoadParser(cmd.Context(), args[0])
	if err != nil {
		return err
	}
	bank, err := f.read(cmd, name, m)
	if err != nil {
		return err
	}
	unparsed, err := taggedBy(cmd, f.tagger, m, bank)
	if err != nil {
		return err
	}
	if f.figure != "" && f.sentence > len(unparsed) {
		return ui.Usage(fmt.Errorf("--sentence %d: there are %d", f.sentence, len(unparsed)))
	}
	heads, relations, err := parseShort(cmd.Context(), m, unparsed)
	if err != nil {
		return fmt.Errorf("%s: %w", plain.Text(ui.DataName(name)), err)
	}
	if f.details != "" {
		if err := writeDetails(cmd.Context(), f.details, m, unparsed, f.trees); err != nil {
			return fmt.Errorf("--details: %w", err)
		}
	}
	parsed, err := bank.WithHeads(heads)
	if err == nil && !f.keepRelations {
		parsed = parsed.WithoutRelations()
		if relations != nil {
			parsed, err = parsed.WithRelations(relations)
		}
	}
	if err != nil {
		return err
	}
	gold, unknown := bank.Gold() // some heads, or all, may not be known
	p := learning.Prediction{
		Out: f.out, About: counted(name, bank),
		Write: func(w io.Writer) error { return sentences.WriteCoNLL(w, parsed) },
		Score: func(w io.Writer) error {
			if unknown != nil {
				if bank.HasHeads() {
					fmt.Fprintf(w, "no score: %v\n", unknown)
				}
				return nil
			}
			score, err := model.ScoreTrees(gold, heads, relations)
			if err == nil {
				fmt.Fprintln(w, scoreLine(score, bank.Punctuation()))
			}
			return err
		},
	}
	if f.figure != "" {
		s := unparsed[f.sentence-1]
		if unknown == nil {
			s = gold[f.sentence-1]
		}
		title := fmt.Sprintf("Sentence %d of %s", f.sentence, plain.Text(ui.DataName(name)))
		p.Draw = func(ctx context.Context) error { return drawArcs(ctx, f.figure, title, s, heads[f.sentence-1]) }
	}
	return learning.Predicted(cmd, p)
}

// parseShort finds the heads of sentences, and relations, nil where none were learnt; words of those that are too long
// get none.
func parseShort(
	ctx context.Context, m *model.Parser, all []templates.Sentence,
) (heads [][]int, relations [][]string, err error) {
	short := shortOf(all)
	if heads, err = m.Parse(ctx, short); err != nil {
		return nil, nil, err
	}
	if m.Relations != nil {
		if relations, err = m.Label(ctx, short, heads); err != nil {
			return nil, nil, err
		}
	}
	for i, s := range all {
		if !tooLong(s) {
			continue
		}
		heads = slices.Insert(heads, i, slices.Repeat([]int{sentences.NoHead}, len(s.Forms)))
		if relations != nil {
			relations = slices.Insert(relations, i, slices.Repeat([]string{"_"}, len(s.Forms)))
		}
	}
	return heads, relations, nil
}

// read reads sentences with the tags that the model has learnt from.
func (f parsePredictFlags) read(cmd *cobra.Command, name string, m *model.Parser) (*sentences.Treebank, error) {
	bank, err := treebankBy(cmd, name, f.format, sentences.ReadUnparsed, datasets.OpenUnparsed)
	if err != nil {
		return nil, err
	}
	bank.Tags = sentences.Tags(m.Made[tagsMade]) // of models of old "": xpos
	if err := bank.Tags.Check(); err != nil {
		return nil, fmt.Errorf("the parser: %w", err)
	}
	if m.Relations != nil {
		seen := map[string]bool{}
		for _, r := range m.Relations.Labels {
			seen[templates.UniversalRelation(r)] = true
		}
		noteUnseen(cmd.ErrOrStderr(), bank, seen)
	}
	return bank, checkLengths(cmd, bank, f.skipLong)
}
