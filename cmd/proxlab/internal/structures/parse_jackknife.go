package structures

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/fit/structures/jackknife"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/templates"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// What is said in a parser: which tags of words it learnt from, those of sentences.Tags, and by how many folds these
// were predicted.
const (
	tagsMade      = "tags"
	jackknifeMade = "jackknife"
)

// automatic is the word for tags that what is held out chooses.
const automatic = "auto"

// tagWords are the words of --tags.
func tagWords() []string {
	words := []string{automatic}
	for _, t := range sentences.AllTags() {
		words = append(words, string(t))
	}
	return words
}

// jackknifeFlags are those of predicted tags.
type jackknifeFlags struct {
	tagger    string
	jackknife int
}

func (f *jackknifeFlags) add(flags *pflag.FlagSet) {
	flags.IntVar(&f.jackknife, "jackknife", 0, "learn from predicted tags, without --feats: those of each of so\n"+
		"many folds by a tagger that has learnt from the others")
	flags.StringVar(&f.tagger, "tagger", "", "write the tagger of all sentences to this file, by which\n"+
		"predict --tagger finds tags")
}

// checkTagger tests them beside the file of the parser and what is read.
func (f jackknifeFlags) checkTagger(out string, reads []ui.Input) error {
	switch {
	case f.tagger == "" && f.jackknife == 0:
		return nil
	case f.tagger == "" || f.jackknife == 0:
		return ui.Usage(errors.New("--jackknife and --tagger go together: the folds, and the file of the tagger"))
	case f.jackknife < 2:
		return ui.Usage(fmt.Errorf("--jackknife %d: two folds at least", f.jackknife))
	case outfile.Same(f.tagger, out):
		return ui.Usage(fmt.Errorf("--tagger: %s is the parser's file, too", f.tagger))
	}
	return ui.CheckOutput("--tagger", f.tagger, reads...)
}

// predictTags gives sentences to learn from, and those held out, predicted tags of a kind, and writes the tagger.
func (f jackknifeFlags) predictTags(
	ctx context.Context, w io.Writer, kind string, c *structures.Parser, all []templates.Sentence,
) ([]templates.Sentence, error) {
	if f.jackknife == 0 {
		return all, nil
	}
	tagged, m, err := jackknife.Tags(ctx, structures.Tagger{Seed: c.Seed}, all, f.jackknife)
	if err != nil {
		return nil, fmt.Errorf("--jackknife: %w", err)
	}
	m.Made = map[string]string{"command": ui.CommandLine(), tagsMade: kind}
	says := func(what string, gold, guess []templates.Sentence) {
		right, words := 0, 0
		for i, s := range gold {
			for k, tag := range s.Tags {
				if words++; guess[i].Tags[k] == tag {
					right++
				}
			}
		}
		fmt.Fprintf(w, "tags: %.2f %% right %s\n", 100*float64(right)/float64(words), what)
	}
	says(fmt.Sprintf("of what is learnt from, by %d folds", f.jackknife), all, tagged)
	if c.HeldOut != nil {
		held, err := jackknife.Tag(ctx, m, c.HeldOut)
		if err != nil {
			return nil, err
		}
		says("of what is held out", c.HeldOut, held)
		c.HeldOut = held
	}
	var b bytes.Buffer
	if err = m.Save(&b); err == nil {
		err = outfile.Write(ctx, f.tagger, b.Bytes(), 0o666)
	}
	if err != nil {
		return nil, fmt.Errorf("--tagger: %w", err)
	}
	return tagged, nil
}

// taggedBy are the sentences of a file as a parser takes them, with the tags of a tagger's file; "" for their own.
func taggedBy(
	cmd *cobra.Command, file string, m *model.Parser, b *sentences.Treebank,
) ([]templates.Sentence, error) {
	all := b.Unparsed()
	if file == "" {
		if folds := m.Made[jackknifeMade]; folds != "" {
			fmt.Fprintln(cmd.ErrOrStderr(), "note: the parser has learnt from predicted tags, and takes those of the file: "+
				"--tagger FILE predicts them")
		}
		return all, nil
	}
	t, err := models.LoadTagger(cmd.Context(), file)
	if err != nil {
		return nil, fmt.Errorf("--tagger: %w", err)
	}
	if made := t.Made[tagsMade]; made != "" && made != string(b.Tags) {
		return nil, ui.Usage(fmt.Errorf("--tagger: %s finds the tags %s, and the parser wants %s", plain.Text(file), made,
			b.Tags))
	}
	if all, err = jackknife.Tag(cmd.Context(), t, all); err != nil {
		return nil, fmt.Errorf("--tagger: %w", err)
	}
	return all, nil
}
