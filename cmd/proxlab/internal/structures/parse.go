package structures

import (
	"context"
	"fmt"
	"io"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/templates"
	"github.com/spf13/cobra"
)

// NewParse is the command parse.
func NewParse() *cobra.Command {
	return learning.Kind{
		Use:   "parse",
		Short: "Learn to find dependency trees, find them, and score them",
		Long: "Learn to find the dependency trees of sentences, find them, and score them. Files are CoNLL-U, CoNLL-X, " +
			"CoNLL-2008 or CoNLL-2009, packed or not, - for the standard input, or @NAME, @NAME:dev or @NAME:test of a " +
			"registered treebank: @ud-english-ewt, @ud-english-partut. @grammar is a synthetic one, which needs no file.\n" +
			"The scores are UAS, the share of words that get their head, and LAS, of those that get their relation as well, " +
			"by the universal part before a colon. Punctuation does not count: words with the universal tag PUNCT, or, where " +
			"not all tags are universal, of punctuation characters alone; beside it stand the scores of all words, and that " +
			"of words of content, " + ofContent + ", as conll18_ud_eval counts them.",
		Example: "  proxlab parse train -o grammar.parser\n" +
			"  proxlab parse train train.conllu --dev dev.conllu -o my.parser\n" +
			"  proxlab parse predict my.parser test.conllu -o parsed.conllu\n" +
			"  proxlab parse score test.conllu parsed.conllu",
		Train: newParseTrain(), Predict: newParsePredict(), Score: parseScore(),
	}.Command()
}

// conllFlag is the flag of a file's format.
func conllFlag(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVar(format, "format", "",
		"the format: "+ui.Joined(conllFormats)+" (default: by the first word)")
}

var conllFormats = []sentences.CoNLL{sentences.CoNLLU, sentences.CoNLLX, sentences.CoNLL2008, sentences.CoNLL2009}

// readTreebank reads what a name stands for: a file, the standard input, or a part of a registered treebank.
func readTreebank(cmd *cobra.Command, name, format string) (*sentences.Treebank, error) {
	return treebankBy(cmd, name, format, sentences.ReadCoNLL, datasets.OpenCoNLL)
}

// treebankBy reads it by a reader of a stream, or of a file.
func treebankBy(
	cmd *cobra.Command, name, format string,
	read func(context.Context, io.Reader, string, sentences.CoNLL) (*sentences.Treebank, error),
	open func(context.Context, string, sentences.CoNLL) (*sentences.Treebank, error),
) (*sentences.Treebank, error) {
	if bank, err := registered(cmd.Context(), name); bank != nil || err != nil {
		return bank, err
	}
	if name == ui.StandardInput {
		in := source.Stream(cmd.Context(), cmd.InOrStdin())
		return read(cmd.Context(), in, ui.DataName(name), sentences.CoNLL(format))
	}
	return open(cmd.Context(), name, sentences.CoNLL(format))
}

// counted says how large a treebank is.
func counted(name string, b *sentences.Treebank) string {
	words := 0
	for _, s := range b.Sentences {
		words += len(s.Tokens)
	}
	return fmt.Sprintf("%s: %d sentences, %d words", plain.Text(ui.DataName(name)), len(b.Sentences), words)
}

// skipLongFlag is the flag that goes on where sentences are too long for a parser.
func skipLongFlag(cmd *cobra.Command, skip *bool, then string) {
	cmd.Flags().BoolVar(skip, "skip-long", false,
		fmt.Sprintf("sentences of more than %d words %s, with a note, and are no error", templates.MostWords, then))
}

// noteUnseen names the first word whose relation, by its universal part, is none that was learnt.
func noteUnseen(w io.Writer, b *sentences.Treebank, learnt map[string]bool) {
	unseen := b.CheckRelations(func(relation string) error {
		if relation == "" || relation == "_" || learnt[templates.UniversalRelation(relation)] {
			return nil
		}
		return fmt.Errorf("the relation %.40q is none that was learnt, and is never found", relation)
	})
	if unseen != nil {
		fmt.Fprintf(w, "note: %s\n", plain.Text(unseen.Error()))
	}
}

// isLong tells whether a sentence is too long for a parser.
func isLong(s sentences.Sentence) bool { return len(s.Tokens) > templates.MostWords }

// checkLengths tells where a sentence is that is too long for a parser; to skip such is to say so.
func checkLengths(cmd *cobra.Command, b *sentences.Treebank, skip bool) error {
	for i, s := range b.Sentences {
		if !isLong(s) {
			continue
		}
		at := fmt.Sprintf("%s: a sentence of %d words", plain.Text(b.At(i)), len(s.Tokens))
		if !skip {
			return fmt.Errorf("%s: one may have %d, split it, or go on by --skip-long", at, templates.MostWords)
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "note: %s is skipped\n", at)
	}
	return nil
}
