// Package structures has the commands tag, parse and fold.
package structures

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/spf13/cobra"
)

// The synthetic treebank, and the parts of a registered one.
const (
	grammarSet = "@grammar"
	trainPart  = "train"
	devPart    = "dev"
	testPart   = "test"
)

// registered is the part of a treebank that a name says, @NAME, @NAME:dev or @NAME:test; nil where the name is that of
// a file.
func registered(ctx context.Context, name string) (*sentences.Treebank, error) {
	set, ours := strings.CutPrefix(name, "@")
	if !ours {
		return nil, nil
	}
	set, part, named := strings.Cut(set, ":")
	if !named {
		part = trainPart
	}
	var banks *sentences.Treebanks
	var err error
	if "@"+set == grammarSet {
		banks, err = generate.Grammar(ctx, generate.DefaultGrammar)
	} else {
		banks, err = datasets.LoadTreebanks(ctx, datasets.OnlyReal, set)
	}
	if err != nil {
		return nil, err
	}
	switch part {
	case trainPart:
		return banks.Train, nil
	case devPart:
		return banks.Dev, nil
	case testPart:
		return banks.Test, nil
	}
	return nil, ui.Usage(fmt.Errorf("%s: there is no part %q; there are %s, %s, %s", name, part, trainPart, devPart,
		testPart))
}

// orGrammar is the file that is named, or the synthetic treebank, of which is said that it is.
func orGrammar(cmd *cobra.Command, args []string, at int, part string) string {
	if len(args) > at {
		return args[at]
	}
	name := grammarSet
	if part != trainPart {
		name += ":" + part
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "note: no file is named: this is %s, a synthetic treebank of made-up words\n", name)
	return name
}

// treebankFiles are what is read, for the check that it is not written over; the synthetic treebank has no file.
func treebankFiles(names ...string) (out []ui.Input) {
	for _, n := range names {
		if n != "" && !strings.HasPrefix(n, grammarSet) {
			out = append(out, ui.Input{Flag: n, Name: n})
		}
	}
	return out
}

// readText reads a small file, or the standard input.
func readText(cmd *cobra.Command, name string) (string, error) {
	if name == ui.StandardInput {
		text, err := io.ReadAll(source.Stream(cmd.Context(), cmd.InOrStdin()))
		return string(text), err
	}
	return source.ReadText(cmd.Context(), name)
}

// devOf is what is held out: what --dev names, or the dev part of a registered treebank whose train part is learnt
// from.
func devOf(name, dev string) string {
	set, part, _ := strings.Cut(name, ":")
	if dev == "" && strings.HasPrefix(name, "@") && (part == "" || part == trainPart) {
		return set + ":" + devPart
	}
	return dev
}
