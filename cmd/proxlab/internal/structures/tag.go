package structures

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/spf13/cobra"
)

// NewTag is the command tag.
func NewTag() *cobra.Command {
	return learning.Kind{
		Use:   "tag",
		Short: "Learn to label the words of sentences, label them, and score labels",
		Long: "Learn to label the words of sentences, label them, and score labels: parts of speech, names, chunks. Files " +
			"are CoNLL-U, CoNLL-X, CoNLL-2008 or CoNLL-2009, or plain columns: one word a line, spaces or tabs between its " +
			"columns, an empty line between sentences, as CoNLL-2000 and CoNLL-2003 have it; packed or not, - for the " +
			"standard input, or @NAME, @NAME:dev or @NAME:test of a registered treebank: @ud-english-ewt, " +
			"@ud-english-partut. @grammar is a synthetic one, which needs no file.",
		Example: "  proxlab tag train train.conllu --dev dev.conllu -o my.tagger\n" +
			"  proxlab tag predict my.tagger test.conllu -o tagged.conllu\n" +
			"  proxlab tag score test.conllu tagged.conllu --model my.tagger",
		Train: newTagTrain(), Predict: newTagPredict(), Score: tagScore(),
	}.Command()
}

// wordsFlag is the flag of a file's format.
func wordsFlag(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVar(format, "format", "",
		"the format: "+ui.Joined(wordFormats)+" (default: by the first line)")
	ui.Offers(cmd, "format", func() []string { return strings.Split(ui.Joined(wordFormats), ", ") })
}

var wordFormats = []sentences.CoNLL{
	sentences.CoNLLU, sentences.CoNLLX, sentences.CoNLL2008, sentences.CoNLL2009, sentences.PlainColumns,
}

// readWords reads what a name stands for: a file, the standard input, or a part of a registered treebank.
func readWords(cmd *cobra.Command, name, format string) (*sentences.WordLines, error) {
	bank, err := registered(cmd.Context(), name)
	switch {
	case err != nil:
		return nil, err
	case bank != nil:
		return bank.WordLines()
	case name == ui.StandardInput:
		in := source.Stream(cmd.Context(), cmd.InOrStdin())
		return sentences.ReadWordLines(cmd.Context(), in, ui.DataName(name), sentences.CoNLL(format))
	}
	return datasets.OpenWordLines(cmd.Context(), name, sentences.CoNLL(format))
}

// sized says how large a file is.
func sized(name string, w *sentences.WordLines) string {
	words := 0
	for _, s := range w.Sentences {
		words += len(s)
	}
	return fmt.Sprintf("%s: %d sentences, %d words", plain.Text(ui.DataName(name)), len(w.Sentences), words)
}
